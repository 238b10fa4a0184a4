# Functions for the scripts that run XBoard with PROGRAM. Source this file from a script that begins:
#
#   program=$1 patience=SECONDS
#   source "$(dirname "$0")/xboard_library.sh"
#
# The script then runs under its own X server. It prints `skipped: ...` and succeeds if XBoard or the server is not
# installed, and is killed after `patience` seconds.
set -uo pipefail
PATH=$PATH:/usr/games:/usr/local/games

skip() { echo "skipped: $*"; exit 0; }
program=$(realpath "${program:?the first argument must be the program}") || exit 1
[[ -x $program ]] || { echo "failed: $program is not executable"; exit 1; }

if [[ -z ${UNDER_XVFB:-} ]]; then
    command -v xboard >/dev/null || skip "xboard is not installed"
    command -v xvfb-run >/dev/null && command -v xauth >/dev/null || skip "xvfb is not installed"
    command -v timeout >/dev/null && command -v pgrep >/dev/null || skip "timeout or pgrep is not installed"
    UNDER_XVFB=yes timeout -k 5 "$patience" xvfb-run -a -s "-screen 0 1280x1024x24" bash "$0" "$@"
    status=$?
    ((status == 124 || status == 137)) && echo "failed: timed out after $patience s"
    exit $status
fi

opponent=$(command -v fairymax || command -v phalanx || true)
# Fairy-Max 5.0b reads beyond an array and crashes at some load addresses, so it runs at a fixed address.
if [[ $opponent == *fairymax ]] && command -v setarch >/dev/null; then
    opponent="setarch -R $opponent"
fi
folder=$(mktemp -d)
ln -s "$program" "$folder/diglot" # XBoard splits a command at blanks
failures=()
fail() { failures+=("$scenario: $*"); }

# start SCENARIO [ARGUMENT...]: starts XBoard with Diglot as its first engine, and as its second one unless the
# arguments name another. XBoard keeps only its log and the games it saves.
start() {
    scenario=$1
    shift
    place=$folder/$scenario
    mkdir "$place"
    touch "$place/debug" "$place/games.pgn"
    seen=0
    stuck=
    HOME=$place XDG_CONFIG_HOME=$place xboard \
        -fcp "$folder/diglot" -fd "$folder" -fn Diglot -scp "$folder/diglot" -sd "$folder" -sn "Other Diglot" \
        -saveSettingsOnExit false -startupMessage "" -popupExitMessage false -popupMoveErrors false \
        -autoRaiseBoard false -autoFlipView false -soundProgram true \
        -engineOutputUp false -moveHistoryUp false -size 49 \
        -showThinking true -ponderNextMove true -periodicUpdates true \
        -saveGameFile "$place/games.pgn" \
        -debugMode true -nameOfDebugFile "$place/debug" -engineDebugOutput 1 \
        "$@" </dev/null >"$place/output" 2>&1 &
    xboard=$!
}

# Makes the functions below read the log from its current end.
mark() { seen=$(wc -l <"$place/debug"); }

# Prints the lines of the log since the mark.
log() { tail -n +"$((seen + 1))" "$place/debug"; }

# Whether a line since the mark matches.
logged() { grep -qE "$1" < <(log); }

# wait_for SECONDS PATTERN [COUNT]: waits until COUNT lines since the mark match. After one timeout, later calls in
# this scenario fail at once.
wait_for() {
    local end=$((SECONDS + $1)) count=${3:-1}
    until (($(log | grep -cE "$2") >= count)); do
        [[ -z $stuck ]] || return 1
        if ! kill -0 $xboard 2>/dev/null; then
            fail "XBoard ended before \`$2\` was logged"
            stuck=yes
        elif ((SECONDS >= end)); then
            fail "\`$2\` was not logged ($count times) within $1 s"
            stuck=yes
        fi
        sleep 0.1
    done
}

# wait_for_end SECONDS: waits until XBoard ends, and kills it after SECONDS.
wait_for_end() {
    local end=$((SECONDS + $1))
    while kill -0 $xboard 2>/dev/null; do
        if ((SECONDS >= end)); then
            fail "XBoard did not end within $1 s"
            kill -KILL $xboard
        fi
        sleep 0.1
    done
    wait $xboard 2>/dev/null
    status=$?
    for _ in {1..30}; do
        pgrep -f "^$folder/diglot" >/dev/null || return
        sleep 0.1
    done
    fail "Diglot outlived XBoard"
}

# Closes XBoard as a window manager does, and checks its log.
close() {
    kill -TERM $xboard 2>/dev/null
    wait_for_end 15
    check
}

# Checks XBoard's messages and Diglot's lines: XBoard reports no error of the engine, the protocol is version 2 (unless
# version 1 is requested), no command is rejected, all answers are well-formed, and no line is outside the protocol
# (XBoard also logs the engine's standard error).
check() {
    local line
    while read -r line; do
        fail "XBoard says: $line"
    done < <(sed -E '/^[0-9]+ [<>](first |second):/d' "$place/debug" | cat - "$place/output" |
        grep -iE 'exited unexpectedly|illegal|unrecognized|forfeit|on time|error|^xboard:.* first ' | sort -u | head -n 20)
    if grep -A1 '>first : xboard' "$place/debug" | grep -q '^protover'; then
        grep -q '>first : accepted done' "$place/debug" || fail "Diglot sent no feature done=1"
    fi
    while read -r line; do
        fail "Diglot said: $line"
    done < <(sed -nE 's/^[0-9]+ <first : ?//p' "$place/debug" |
        grep -vE '^([[:space:]]|[0-9]|$)|^(feature|move|pong|Hint:|tell(user|all|others|opponent|ics)|askuser|resign|offer draw|#)( |$)' |
        grep -vE '^highlight [RYMCBTrymcbt1-8/]+$' |
        # The definition of a variant.
        grep -vE '^(setup \([A-Za-z]+\) 8x8\+0_[a-z]+ [^ ]+ w [KQkq-]+ - 0 1|piece [A-Z]& [A-Za-z0-9]+)$' |
        # XBoard reads it as stat01: %d %llu %d %d %d %s
        grep -vE '^stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ [1-9][0-9]*( ([a-h][1-8][a-h][1-8][nbrq]?|[KQRBNa-hO].*))?$' |
        head -n 20)
    grep -q "^$scenario: " < <(printf '%s\n' "${failures[@]}") || echo "ok: $scenario"
}

# saved_games NAME: prints a line for each saved game: the colour of the player NAME, the result, and XBoard's reason
# for it.
saved_games() {
    awk -v player="$1" '
        /^\[Event / { if (game) print_game(); game = "" }
        { game = game " " $0 }
        END { if (game) print_game() }
        function print_game(    color, result, reason) {
            color = index(game, "[White \"" player "\"]") ? "White" : "Black"
            match(game, /\[Result "[^"]*"\]/)
            result = substr(game, RSTART + 9, RLENGTH - 11)
            reason = match(game, /\{[^{}]*\} [-01\/2*]+ *$/) ? substr(game, RSTART, RLENGTH) : "no reason given"
            print color "\t" result "\t" reason
        }' "$place/games.pgn"
}

# check_games COUNT: checks that COUNT games were saved, and that Diglot lost games only on the board.
check_games() {
    local games=0 color result reason
    while IFS=$'\t' read -r color result reason; do
        games=$((games + 1))
        case "$color $result" in
            "White 1-0" | "Black 0-1" | "White 1/2-1/2" | "Black 1/2-1/2") ;;
            "White 0-1" | "Black 1-0")
                if grep -qiE 'on time|forfeit|illegal|invalid|false .*claim|exited|error' <<<"$reason"; then
                    fail "game $games: Diglot ($color) lost: $reason"
                fi
                ;;
            *) fail "game $games has no result ($result, $reason)" ;;
        esac
    done < <(saved_games Diglot)
    ((games == $1)) || fail "$games of $1 games were saved"
}

# Ends the script: prints the failures with the end of the logs, if there are any.
conclude() {
    if ((${#failures[@]})); then
        while read -r scenario; do
            echo "--- $scenario: the end of XBoard's debug log"
            tail -n 40 "$folder/$scenario/debug"
            echo "--- $scenario: XBoard's messages"
            cat "$folder/$scenario/output"
        done < <(printf '%s\n' "${failures[@]}" | sed 's/:.*//' | sort -u)
        printf 'failed: %s\n' "${failures[@]}"
        echo "(all logs are in $folder)"
        exit 1
    fi
    rm -rf "$folder"
    exit 0
}

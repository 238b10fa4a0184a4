#!/bin/bash
# Plays a two-game match in XBoard: PROGRAM, once White and once Black, against another engine.
#
#   tests/clients/xboard_match.sh PROGRAM
#
# Prints the games. Fails, saying why, unless both ran to a real end and XBoard found no fault with
# PROGRAM. Prints `skipped: ...` and succeeds where XBoard, Xvfb or an opponent is not installed.
# Takes about half a minute, 105 seconds at the very most.
set -uo pipefail

program=$(realpath "${1:?usage: xboard_match.sh PROGRAM}") || exit 1
[[ -x $program ]] || { echo "failed: $program is no program"; exit 1; }

PATH=$PATH:/usr/games:/usr/local/games
skip() { echo "skipped: $*"; exit 0; }
command -v xboard >/dev/null || skip "xboard is not installed"
command -v xvfb-run >/dev/null && command -v xauth >/dev/null || skip "xvfb is not installed"
command -v timeout >/dev/null || skip "timeout is not installed"
opponent=$(command -v fairymax || command -v phalanx) || skip "no opponent (fairymax or phalanx) is installed"

folder=$(mktemp -d)
ln -s "$program" "$folder/diglot" # XBoard splits a command at blanks

# The clocks bound the games, `timeout` bounds what the clocks cannot: XBoard waiting for an answer.
HOME=$folder timeout -k 5 100 xvfb-run -a -s "-screen 0 1280x1024x24" xboard \
    -fcp "$folder/diglot" -fd "$folder" -fn Diglot \
    -scp "$opponent" -sd "$folder" -sn "$(basename "$opponent")" \
    -matchMode true -matchGames 2 -matchPause 500 -timeControl 0:06 -timeIncrement 0.1 \
    -autoCallFlag true -ponderNextMove true -showThinking true \
    -popupExitMessage false -popupMoveErrors false -autoRaiseBoard false -soundProgram true \
    -saveGameFile "$folder/games.pgn" \
    -debugMode true -nameOfDebugFile "$folder/debug" -engineDebugOutput 1 \
    </dev/null >"$folder/output" 2>&1
status=$?
touch "$folder/games.pgn" "$folder/debug"
cat "$folder/games.pgn"

failures=()
fail() { failures+=("$*"); }

case $status in
    0) ;;
    124 | 137) fail "the match did not end in time" ;;
    *) fail "xboard ended with status $status" ;;
esac

# XBoard names the program it complains about; the final score and the X server's farewell name none.
while read -r line; do
    fail "xboard says: $line"
done < <(grep -E '^xboard:.* first ' "$folder/output")

# A line for each game: the colour of Diglot, the result, and the reason XBoard gives for it.
games=0
while IFS=$'\t' read -r color result reason; do
    games=$((games + 1))
    case "$color $result" in
        "White 1-0" | "Black 0-1" | "White 1/2-1/2" | "Black 1/2-1/2") ;;
        "White 0-1" | "Black 1-0")
            # A loss on the board is no fault; any other is.
            if grep -qiE 'on time|forfeit|illegal|invalid|false .*claim|exited|error' <<<"$reason"; then
                fail "game $games: Diglot ($color) lost: $reason"
            fi
            ;;
        *) fail "game $games has no result ($result, $reason)" ;;
    esac
done < <(awk '
    /^\[Event / { if (game) print_game(); game = "" }
    { game = game " " $0 }
    END { if (game) print_game() }
    function print_game(    color, result, reason) {
        color = game ~ /\[White "Diglot"\]/ ? "White" : "Black"
        match(game, /\[Result "[^"]*"\]/)
        result = substr(game, RSTART + 9, RLENGTH - 11)
        reason = match(game, /\{[^{}]*\} [-01\/2*]+ *$/) ? substr(game, RSTART, RLENGTH) : "no reason given"
        print color "\t" result "\t" reason
    }' "$folder/games.pgn")
((games == 2)) || fail "$games of 2 games were saved"

# What XBoard read from Diglot: protocol version 2, no refused command, and not a line beside the protocol
# (an engine under XBoard has its standard error there too).
grep -q '>first : accepted done' "$folder/debug" || fail "Diglot sent no feature done=1"
while read -r line; do
    fail "Diglot said: $line"
done < <(sed -nE 's/^[0-9]+ <first : ?//p' "$folder/debug" |
    grep -vE '^[[:space:]]*([0-9]|$)|^(feature|move|pong|Hint:|tell[a-z]+|askuser|resign|offer draw|#)( |$)' |
    head -n 20)

if ((${#failures[@]})); then
    echo "--- end of xboard's debug log"
    tail -n 40 "$folder/debug"
    echo "--- xboard's messages"
    cat "$folder/output"
    printf 'failed: %s\n' "${failures[@]}"
    echo "(everything is in $folder)"
    exit 1
fi
rm -rf "$folder"
echo "both games were played to the end"

#!/bin/bash
# Tests the modes of XBoard's Mode menu with PROGRAM: analysis of a game and of positions, positions with Black to
# move set up in every way, games in version 1 of the protocol, and Two Machines with pondering.
#
#   tests/clients/xboard_modes.sh PROGRAM
#
# Fails with the reason if XBoard reports an error of PROGRAM or an expected line does not come. Prints
# `skipped: ...` and succeeds if XBoard or Xvfb is not installed. Takes about a minute, at most 300 seconds.
program=${1:-} patience=300
source "$(dirname "$0")/xboard_library.sh"

# Only Black's rook move mates.
mate="r5k1/5ppp/8/8/8/8/6PP/7K b - - 0 1"
echo "$mate" >"$folder/mate.fen"
echo "r4rk1/5ppp/8/8/8/8/4BPPP/6K1 b - - 0 1" >"$folder/ending.fen"
cat >"$folder/game.pgn" <<END
[White "A"]
[Black "B"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *
END
# Makes XBoard set up boards with the old command `edit`.
by_edit=(-firstFeatures "setboard=0")
version_1=(-firstProtocolVersion 1)
unhurried=(-timeControl 1:00 -timeIncrement 1)

# Checks the last line of thinking output.
expect_line() { # pattern
    local line
    line=$(log | sed -nE 's/^[0-9]+ <first : ([0-9]+ .*)/\1/p' | tail -n 1)
    [[ $line =~ $1 ]] || fail "the last line is \`$line\`, not \`$1\`"
}

# XBoard asks for the state of the analysis every two seconds.
analysis() {
    start analysis -initialMode analysis
    wait_for 30 '<first : stat01: [0-9]+ [1-9][0-9]* [1-9][0-9]* [0-9]+ 20( |$)' 3
    wait_for 10 '<first : [0-9]+ -?[0-9]+ [0-9]+ [0-9]+ [a-hNO]' 5
    local asked answered
    asked=$(log | grep -c '>first : \.')
    answered=$(log | grep -c '<first : stat01')
    ((answered >= asked - 1)) || fail "$answered answers to $asked questions"
    close
    logged '>first : exit' || fail "XBoard did not end the analysis"
}

analysis_of_a_position() { # name, the log line of the command that sets it up, XBoard's arguments
    local setup=$2
    start "analysis of a position by $1" -initialMode analysis -lpf "$folder/mate.fen" "${@:3}"
    wait_for 30 '>first : analyze'
    wait_for 10 '<first : [0-9]+ 100001 '
    logged "$setup" || fail "the position was not sent by \`$setup\`"
    wait_for 10 '<first : stat01: .* [1-9][0-9]*( |$)'
    expect_line '^[0-9]+ 100001 [0-9]+ [0-9]+ (a8a1|Ra1#)$'
    close
}

analysis_of_a_game() {
    start "analysis of a game" -initialMode analyzeFile -lgf "$folder/game.pgn" -timeDelay 0.6
    wait_for 30 '>first : (usermove )?(e1g1|O-O)'
    wait_for 10 '>first : exit'
    logged '<first : stat01' || fail "no stat01"
    close
}

mate_by_black() { # name, the log line of the command that sets it up, XBoard's arguments
    local setup=$2
    start "mate by Black, $1" -initialMode machineBlack -lpf "$folder/mate.fen" "${unhurried[@]}" "${@:3}"
    wait_for 30 'GameEnds\(27, .*[mM]ate'
    logged "$setup" || fail "the position was not sent by \`$setup\`"
    logged '<first : move (a8a1|Ra1#)' || fail "no mate"
    wait_for 10 '<first : 0-1 \{'
    close
}

# The depth limit ends each search, so that games take seconds and never run out of time.
two_machines() { # name, XBoard's arguments
    start "Two Machines, $1" -initialMode twoMachines "${unhurried[@]}" -searchDepth 6 -autoCallFlag true \
        -adjudicateDrawMoves 40 "${@:2}"
    wait_for 120 'GameEnds\((26|27|28), '
    logged '>first : hard' || fail "no pondering"
    logged '<first : Hint: ' || fail "Diglot did not ponder"
    sleep 1 # for lines already sent
    mark
    sleep 1
    ! logged '<first : (move|Hint)' || fail "Diglot sent a line after the end of the game"
    close
    check_games 1
    saved_games Diglot
}

analysis
analysis_of_a_position setboard '>first : setboard .* b '
analysis_of_a_position edit '>first : edit' "${by_edit[@]}"
analysis_of_a_game
mate_by_black setboard '>first : setboard .* b '
mate_by_black edit '>first : edit' "${by_edit[@]}"
mate_by_black "version 1" '>first : black' "${version_1[@]}"
second=()
[[ -z $opponent ]] || second=(-scp "$opponent" -sn "$(basename "$opponent")")
two_machines "from the start" "${second[@]}"
two_machines "Black first by edit" -lpf "$folder/ending.fen" "${by_edit[@]}" "${second[@]}"
two_machines "version 1" -lpf "$folder/ending.fen" "${version_1[@]}" "${second[@]}"
two_machines fischerandom -variant fischerandom
conclude

#!/bin/bash
# Plays a two-game match in XBoard: PROGRAM, once White and once Black, against another engine.
#
#   tests/clients/xboard_match.sh PROGRAM
#
# Prints the games. Fails, saying why, unless both ran to a real end and XBoard found no fault with
# PROGRAM. Prints `skipped: ...` and succeeds where XBoard, Xvfb or an opponent is not installed.
# Takes about half a minute, 120 seconds at the very most.
program=${1:-} patience=120
source "$(dirname "$0")/xboard_library.sh"
[[ -n $opponent ]] || skip "no opponent (fairymax or phalanx) is installed"

# The clocks bound the games.
start match -scp "$opponent" -sn "$(basename "$opponent")" \
    -matchMode true -matchGames 2 -matchPause 500 -timeControl 0:06 -timeIncrement 0.1 -autoCallFlag true
wait_for_end 100
((status == 0)) || fail "XBoard ended with status $status"
cat "$place/games.pgn"
check_games 2
check
conclude

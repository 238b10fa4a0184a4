#!/bin/bash
# Plays a two-game match in XBoard: PROGRAM plays another engine, once with White and once with Black.
#
#   tests/clients/xboard_match.sh PROGRAM
#
# Prints the games. Fails with the reason if a game does not end by the rules or XBoard reports an error of
# PROGRAM. Prints `skipped: ...` and succeeds if XBoard, Xvfb or an opponent is not installed.
# Takes about half a minute, at most 120 seconds.
program=${1:-} patience=120
source "$(dirname "$0")/xboard_library.sh"
[[ -n $opponent ]] || skip "no opponent (fairymax or phalanx) is installed"

# The clocks bound the length of the games.
start match -scp "$opponent" -sn "$(basename "$opponent")" \
    -matchMode true -matchGames 2 -matchPause 500 -timeControl 0:06 -timeIncrement 0.1 -autoCallFlag true
wait_for_end 100
((status == 0)) || fail "XBoard ended with status $status"
cat "$place/games.pgn"
check_games 2
check
conclude

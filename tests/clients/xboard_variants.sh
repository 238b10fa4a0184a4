#!/bin/bash
# Plays a game of each of a few variants in XBoard, PROGRAM against itself: one with pieces in hand, one with other
# letters, and one that XBoard knows only from PROGRAM's definition.
#
#   tests/clients/xboard_variants.sh PROGRAM [VARIANT...]
#
# Fails with the reason if a game does not end by the rules or XBoard reports an error of PROGRAM. Prints
# `skipped: ...` and succeeds if XBoard or Xvfb is not installed. Takes about half a minute, at most 240 seconds.
program=${1:-} patience=240
source "$(dirname "$0")/xboard_library.sh"
variants=("${@:2}")
((${#variants[@]})) || variants=(crazyhouse knightmate kingofthehill)

for variant in "${variants[@]}"; do
    # The depth bounds the length of the games.
    start "$variant" -variant "$variant" -depth 3 \
        -matchMode true -matchGames 1 -matchPause 100 -timeControl 1:00 -timeIncrement 0
    wait_for_end 100
    ((status == 0)) || fail "XBoard ended with status $status"
    grep -q "^\[Variant \"$variant\"\]" "$place/games.pgn" || fail "the game is not one of $variant"
    saved_games Diglot
    check_games 1
    check
done
conclude

#!/bin/bash
# Operates XBoard with PROGRAM as a user does, with mouse and keys: plays, takes moves back, asks for hints and book
# moves, offers a draw, pauses, analyses, sets up a position with Black to move, changes sides.
#
#   tests/clients/xboard_by_hand.sh PROGRAM
#
# Fails with the reason if XBoard reports an error of PROGRAM or an expected line does not come. Prints
# `skipped: ...` and succeeds if XBoard, Xvfb or xdotool is not installed. Takes about a minute, at most
# 240 seconds.
program=${1:-} patience=240
source "$(dirname "$0")/xboard_library.sh"
command -v xdotool >/dev/null || skip "xdotool is not installed"

# Waits for XBoard's window and stores its id in `window` and its height in `bottom`.
find_window() {
    wait_for 30 '<first : pong 1$' || return
    window=$(timeout 20 xdotool search --sync --onlyvisible --pid $xboard | head -n 1)
    [[ -n $window ]] || { fail "XBoard has no window"; stuck=yes; return; }
    # XBoard's other windows open at the upper left and would cover this one.
    xdotool windowmove "$window" 640 0 windowfocus "$window"
    local WIDTH HEIGHT X Y WINDOW SCREEN
    eval "$(xdotool getwindowgeometry --shell "$window")"
    bottom=$HEIGHT
    sleep 1
}

# Presses keys and waits for a line of the log.
keys() { # KEY... PATTERN
    [[ -z $stuck ]] || return
    mark
    xdotool windowfocus "$window" key --delay 150 --clearmodifiers "${@:1:$#-1}"
    wait_for 20 "${@: -1}"
}

# Presses a key in the window that has just opened.
press() { sleep 0.5; xdotool key --clearmodifiers "$1"; sleep 0.5; }

# Prints the centre of a square: the board is at the lower left, with 50 pixels per square.
square() {
    local file=$(($(printf '%d' "'${1:0:1}") - 97)) rank=${1:1:1}
    echo "$((27 + 50 * file)) $((bottom - 27 - 50 * (rank - 1)))"
}

# drag FROM TO [PATTERN]: drags a piece and waits for a line of the log.
drag() {
    [[ -z $stuck ]] || return
    mark
    # Each coordinate must be a separate word.
    # shellcheck disable=SC2046
    xdotool mousemove --window "$window" $(square "$1") sleep 0.5 mousedown 1 sleep 0.5 mousemove --window "$window" $(square "$2") sleep 0.5 mouseup 1 sleep 0.2
    [[ -z ${3:-} ]] || wait_for 20 "$3"
}

# play FROM TO [PIECE]: makes a pawn move, or the move of PIECE.
play() { drag "$1" "$2" ">first : (usermove )?($1)?${3:-}$2"; }

# Whether Diglot announced this feature.
announced() { grep -qE "<first : feature .*\b$1=1" "$place/debug"; }

black_clock() { xdotool mousemove --window "$window" 300 43 sleep 0.5 click 1 sleep 1; }

own_move='<first : move '
# Positions in the Engine menu of XBoard 4.9.
hint=(alt+n Down Down Down Down Down Down Return)
book=(alt+n Down Down Down Down Down Down Down Return)

a_game() {
    start "a game" -timeControl 3 -timeIncrement 0
    find_window
    play e2 e4
    wait_for 60 "$own_move"
    wait_for 20 '<first : Hint: '
    keys "${hint[@]}" '>first : hint'
    wait_for 10 '<first : Hint: '
    press Return
    keys "${book[@]}" '>first : bk'
    wait_for 10 '<first :[[:space:]]'
    press Return
    keys F6 '>first : draw'
    if announced pause; then
        keys Pause '>first : pause'
        mark
        sleep 1
        ! logged '<first : ' || fail "Diglot sent a line while paused"
        keys Pause '>first : resume'
    fi
    keys ctrl+x '>first : remove'
    play d2 d4
    keys ctrl+m '>first : \?'
    wait_for 5 "$own_move"
    keys F9 '>first : result 0-1'
    mark
    sleep 1
    ! logged '<first : (move|Hint|[0-9])' || fail "Diglot sent a line after the end of the game"
    close
}

sides_and_analysis() {
    start "sides and analysis" -timeControl 0:20 -timeIncrement 1
    find_window
    keys ctrl+w "$own_move"
    keys ctrl+a '>first : analyze'
    wait_for 20 '<first : [0-9]+ -?[0-9]+ [0-9]+ [0-9]+ '
    wait_for 20 '<first : stat01: '
    if announced exclude; then
        xdotool keydown ctrl
        drag e7 e5 '>first : exclude (e7)?e5'
        xdotool keyup ctrl
        mark
        wait_for 20 '<first : [0-9]+ -?[0-9]+ [0-9]+ [0-9]+ '
        ! logged '<first : [0-9]+ -?[0-9]+ [0-9]+ [0-9]+ (e7e5|e5)' || fail "Diglot analyses the excluded move"
    fi
    # Undo the last move and make it again.
    keys alt+Left '>first : undo'
    wait_for 20 '<first : [0-9]+ -?[0-9]+ [0-9]+ [0-9]+ '
    play e2 e4
    wait_for 20 '<first : [0-9]+ -?[0-9]+ [0-9]+ [0-9]+ '
    keys ctrl+e '>first : exit'
    play e7 e5
    keys ctrl+w "$own_move"
    play a7 a6
    wait_for 20 "$own_move"
    keys ctrl+n '>first : new'
    play g1 f3 N?
    wait_for 20 "$own_move"
    close
}

# Edits a position by moving two pieces and gives Black the move with a click on Black's clock.
a_position() { # name, the log line of the command that sets it up, XBoard's arguments
    start "a position by $1" -timeControl 0:20 -timeIncrement 1 "${@:3}"
    find_window
    keys ctrl+shift+e '>first : force'
    drag d2 d4
    drag g8 f6
    black_clock
    keys ctrl+b "$2"
    wait_for 20 "$own_move"
    play a2 a3
    wait_for 20 "$own_move"
    keys ctrl+a '>first : analyze'
    wait_for 20 '<first : stat01: '
    close
}

a_game
sides_and_analysis
a_position setboard '>first : setboard rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq'
a_position edit '>first : edit' -firstFeatures "setboard=0"
conclude

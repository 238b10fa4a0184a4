//! Squares highlighted by `lift`, `hover` and `put` while the user moves a piece.

use crate::support::cecp::check;

#[test]
fn lift_marks_the_target_squares() {
    check(
        "> force\n > lift e2\n < highlight 8/8/8/8/4Y3/4Y3/8/8\n > put e4\n > lift g1\n
         < highlight 8/8/8/8/8/5Y1Y/8/8\n > put g1,\n > lift d1\n < highlight 8/8/8/8/8/8/8/8",
    );
}

#[test]
fn captures_are_red_and_promotions_magenta() {
    check(
        "> force\n > setboard 1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1\n > lift a7\n
         < highlight MM6/8/8/8/8/8/8/8\n > setboard 4k3/8/8/8/8/1p6/8/R3K3 b - - 0 1\n > lift b3\n
         < highlight 8/8/8/8/8/8/1Y6/8\n > b3b2\n > lift a1\n
         < highlight Y7/Y7/Y7/Y7/Y7/Y7/Y7/1YYY4\n > put a2\n > a1a2\n > lift b2\n
         < highlight 8/8/8/8/8/8/8/1M6",
    );
    check(
        "> force\n > setboard 4k3/8/8/8/8/1p6/8/1R2K3 w - - 0 1\n > lift b1\n
         < highlight 8/8/8/8/8/1R6/1Y6/Y1YY4\n > hover b3\n ~ 0",
    );
}

#[test]
fn hovering_over_a_capture_en_passant_marks_the_victim() {
    check(
        "> force\n > setboard 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\n > lift e5\n
         < highlight 8/8/3RY3/8/8/8/8/8\n > hover d6\n < highlight 8/8/3RY3/3g4/8/8/8/8\n > hover e6\n > put d6\n
         > hover d6\n ~ 0",
    );
}

#[test]
fn castling_is_marked_as_the_user_will_enter_it() {
    let fen = "4k3/8/8/8/8/8/3PPP2/R3K2R w KQ - 0 1";
    check(&format!(
        "> force\n > setboard {fen}\n > lift e1\n < highlight 8/8/8/8/8/8/8/2YY1YY1"
    ));
    check(&format!(
        "> variant fischerandom\n > force\n > setboard {fen}\n > lift e1\n < highlight 8/8/8/8/8/8/8/Y1YY1YYY"
    ));
}

#[test]
fn highlight_is_silent_without_moves_or_when_rejected() {
    check(
        "> force\n > lift e7\n > lift e5\n > hover e5\n > put e5\n > ping 1\n < pong 1\n
         > lift z9\n < Error (bad parameter): lift z9\n > lift\n < Error (too few parameters): lift\n
         > edit\n > lift z9\n < Error (bad parameter): lift z9\n > hover e\n < Error (bad parameter): hover e\n
         > put\n < Error (too few parameters): put\n > lift e2\n > put e4\n > .\n > rejected highlight\n > lift e2\n > put e4\n ~ 0\n
         > accepted highlight\n > setboard x\n < tellusererror *\n > lift e2\n ~ 0",
    );
}

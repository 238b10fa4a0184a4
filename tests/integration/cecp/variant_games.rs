//! Games of each variant: moves, positions, results, and what is shown of them.

use diglot::board::{AnyPosition, KeyHistory, VARIANTS};

use super::mixtures::Random;
use crate::support::cecp::{gui, is_thinking, run_script, split_thinking};
use crate::support::gui::Gui;

/// A new game of a variant.
fn game(name: &str) -> Gui {
    let mut gui = gui();
    gui.send(&format!("new\nvariant {name}\nping 1"));
    gui.wait_for(|line| line == "pong 1");
    gui
}

/// Runs a script in a new game of a variant.
fn check(name: &str, script: &str) -> Gui {
    let mut gui = game(name);
    run_script(&mut gui, script);
    gui
}

const DROP_MATES: &str = "setboard 6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1";

#[test]
fn results_are_claimed_in_the_words_of_the_variant() {
    for (name, fen, m, result) in [
        (
            "3check",
            "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1",
            "a1a8",
            "1-0 {White wins: last check}",
        ),
        (
            "kingofthehill",
            "4k3/8/8/8/8/3K4/8/8 w - - 0 1",
            "d3d4",
            "1-0 {White wins: king in the center}",
        ),
        (
            "racingkings",
            "8/K7/8/7k/8/8/8/8 w - - 0 1",
            "a7a8",
            "1-0 {White wins: king on the last rank}",
        ),
        (
            "racingkings",
            "K7/7k/8/8/8/8/8/8 b - - 0 1",
            "h7h8",
            "1/2-1/2 {Both kings on the last rank}",
        ),
        (
            "atomic",
            "4k3/4p3/8/8/8/8/8/4R1K1 w - - 0 1",
            "e1e7",
            "1-0 {White wins: king exploded}",
        ),
        (
            "horde",
            "8/8/8/8/8/8/Pk6/8 b - - 0 1",
            "b2a2",
            "0-1 {Black wins: all pieces captured}",
        ),
        (
            "antichess",
            "8/8/8/8/8/8/1p6/R7 b - - 0 1",
            "b2a1q",
            "1-0 {White wins: no pieces left}",
        ),
        (
            "suicide",
            "8/8/8/8/8/8/1p6/R7 b - - 0 1",
            "b2a1k",
            "1-0 {White wins: no pieces left}",
        ),
        (
            "giveaway",
            "8/8/8/7p/8/7P/8/8 w - - 0 1",
            "h3h4",
            "0-1 {Black wins: stalemate}",
        ),
        (
            "losers",
            "4k3/8/8/8/8/7r/8/K6N b - - 0 1",
            "h3h1",
            "1-0 {White wins: no pieces left}",
        ),
        (
            "shatranj",
            "4k3/8/8/8/8/8/3r4/R3K3 w - - 0 1",
            "e1d2",
            "1-0 {White wins: bare king}",
        ),
        (
            "crazyhouse",
            "6k1/5ppp/8/8/8/8/8/6K1[R] w - - 0 1",
            "R@e8",
            "1-0 {White mates}",
        ),
        (
            "nocastle",
            "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
            "f7g7",
            "1-0 {White mates}",
        ),
    ] {
        let script = format!("> setboard {fen}\n > {m}\n < {result}\n > ping 2\n < pong 2");
        check(name, &script);
    }
}

#[test]
fn drops_are_played_shown_hinted_and_excluded() {
    let mut gui = check(
        "crazyhouse",
        &format!(
            "> force\n > {DROP_MATES}\n > sd 2\n > hint\n < Hint: R@*\n > bk\n <  no book\n < \n
             > exclude R@e8\n > exclude R@d8\n > include R@e8\n > exclude N@e8\n < Error (no such move here): exclude N@e8\n
             > go\n < move R@*\n < 1-0 {{White mates}}"
        ),
    );
    run_script(
        &mut gui,
        "> force\n > undo\n > accepted san\n > go\n < move R@*\n < 1-0 {White mates}",
    );
    gui.send("force\nundo\npost\ngo");
    let line = gui.wait_for(is_thinking);
    let (_, pv) = split_thinking(&line);
    assert!(pv.starts_with("R@") && pv.contains('#'), "{gui}");
    gui.wait_for(|line| line.starts_with("1-0"));
}

#[test]
fn moves_with_the_letters_of_a_variant_are_read_and_written() {
    let script = "> force\n > setboard 8/P6k/8/8/8/8/8/K2M4 w - - 0 1\n > a7a8m\n > undo\n > a8=M\n > undo\n > a7a8n\n
        < Illegal move: a7a8n\n > Md2\n > undo\n > Mf9\n < Illegal move: Mf9\n > d1d2\n > h7f6\n > accepted san\n
        > sd 1\n > exclude all\n > include d2d3\n > go\n < move Md3";
    check("knightmate", script);
    check(
        "antichess",
        "> force\n > setboard 8/P7/8/8/8/8/7p/8 w - - 0 1\n > a7a8k\n > h2h1=K\n > a8b8",
    );
    check(
        "wildcastle",
        "> force\n > setboard r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1\n > d1f1\n > undo\n > d1b1\n > O-O-O\n > undo\n
         > d8f8\n > undo\n > undo\n > sd 1\n > exclude all\n > include O-O\n > go\n < move d1b1\n > force\n > undo\n > accepted san\n
         > exclude all\n > include d1f1\n > go\n < move O-O-O",
    );
    // XBoard writes castling as a king's move.
    check(
        "knightmate",
        "> force\n > setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n > Kg1\n > Kc8+\n > undo\n > Kb7\n
         < Illegal move: Kb7\n > exclude Kc8\n > exclude Kc8+",
    );
    check(
        "berolina",
        "> force\n > e2e4\n < Illegal move: e2e4\n > e2g4\n > d7c6\n > g4h5",
    );
    check(
        "cylinder",
        "> force\n > a2a3\n > a7a6\n > b1h2\n < Illegal move: b1h2\n > g1a2\n > g8a7\n > undo\n > undo\n > accepted san\n
         > sd 1\n > exclude all\n > include g1a2\n > go\n < move Na2",
    );
}

#[test]
fn moves_against_the_rules_of_a_variant_are_illegal() {
    for (name, moves) in [
        (
            "crazyhouse",
            "> P@e4\n < Illegal move: P@e4\n > K@e4\n < Illegal move: K@e4",
        ),
        (
            "suicide",
            "> e2e4\n > d7d5\n > b1c3\n < Illegal move: b1c3\n > e4d5\n > e8d7\n < Illegal move: e8d7",
        ),
        (
            "losers",
            "> e2e4\n > d7d5\n > b1c3\n < Illegal move: b1c3\n > e4d5",
        ),
        (
            "racingkings",
            "> g2f3\n < Illegal move: g2f3\n > g1d4\n < Illegal move: g1d4",
        ),
        (
            "atomic",
            "> setboard 4k3/8/8/8/8/8/3p4/4K2R w K - 0 1\n > e1d2\n < Illegal move: e1d2",
        ),
        (
            "nocastle",
            "> setboard 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\n > e1g1\n < Illegal move: e1g1",
        ),
        (
            "shatranj",
            "> e2e4\n < Illegal move: e2e4\n > c1e3\n > a7a6\n > e2e3\n < Illegal move: e2e3",
        ),
    ] {
        check(name, &format!("> force\n {moves}"));
    }
}

#[test]
fn positions_have_pieces_in_hand_promoted_pieces_and_checks() {
    // A promoted queen comes into the hand as a pawn.
    let fen = "q3k3/Q~7/8/8/8/8/8/4K3[Nr] b - - 0 1";
    check(
        "crazyhouse",
        &format!(
            "> force\n > setboard {fen}\n > a8a7\n > N@c6\n > Q@d4\n < Illegal move: Q@d4\n > P@d4\n > undo\n > R@d4\n
             > undo\n > undo\n > remove\n < Error (command not legal now): remove\n > undo\n > R@d3\n > a7d7\n > remove\n
             > a8a7\n > N@c6\n > P@d4"
        ),
    );
    check(
        "crazyhouse",
        "> force\n > setboard 4k3/8/8/8/8/8/8/4K3[K] w - - 0 1\n < tellusererror Illegal position: *\n > e1e2\n
         < Illegal move: e1e2\n > setboard 4k3/8/8/8/8/8/8/4K3/Q w - - 0 1\n > Q@e4",
    );
    check(
        "3check",
        "> setboard 4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +2+0\n > a1a8\n < 1-0 {White wins: last check}\n > force\n > undo\n
         > setboard 4k3/8/8/8/8/8/8/R3K3 w - - 4+3 0 1\n < tellusererror Illegal position: *",
    );
    check(
        "3check",
        "> force\n > edit\n > #\n > Ke1\n > Ra1\n > c\n > Ke8\n > .\n > a1a8\n > e8d7\n > a8a7\n > d7d8\n > new\n > e2e4\n
         < move *",
    );
}

/// XBoard takes a claim by a rule that it does not know as a forfeit.
#[test]
fn draws_that_xboard_does_not_know_are_offered() {
    check(
        "crazyhouse",
        "> sd 1\n > setboard 4k3/8/8/8/8/8/8/4KN2[] b - - 0 1\n > e8d8\n < offer draw\n < move *\n > draw\n < offer draw",
    );
    check(
        "antichess",
        "> sd 1\n > setboard 8/8/8/8/b7/8/8/B7 w - - 0 1\n > a1b2\n < offer draw\n < move *",
    );
    check(
        "3check",
        "> setboard 4k3/8/8/8/8/8/3r4/4K3 w - - 3+3 0 1\n > e1d2\n < 1/2-1/2 {Insufficient material}",
    );
}

/// Against a human such a game ends with the result; XBoard takes a program's claim for a false one.
#[test]
fn draws_without_a_legal_move_that_xboard_does_not_know_are_offered_to_programs() {
    let race = "setboard 1K6/7k/8/8/8/8/3N1n2/3R1r2 b - - 0 1\n > h7h8";
    let stalemate = "setboard 7k/4Q3/8/8/8/8/8/K7 w - - 0 1\n > e7f7";
    for (name, position, reason) in [
        ("racingkings", race, "Both kings on the last rank"),
        ("atomic", stalemate, "Stalemate"),
    ] {
        check(name, &format!("> {position}\n < 1/2-1/2 {{{reason}}}"));
        let program = "> computer\n >";
        check(
            name,
            &format!("{program} {position}\n < offer draw\n > ping 2\n < pong 2"),
        );
    }
    check(
        "racingkings",
        "> computer\n > sd 2\n > setboard 8/K6k/8/8/8/8/3N1n2/3R1r2 w - - 0 1\n > a7b8\n < offer draw\n < move *\n
         > ping 2\n < pong 2",
    );
}

/// Otherwise a game that nobody adjudicates never ends.
#[test]
fn repetitions_are_claimed_after_a_draw_that_xboard_does_not_know() {
    let shuffle = "> a1a2\n > d5d6\n > a2a1\n > d6d5\n > a1a2\n > d5d6\n > a2a1";
    check(
        "atomic",
        &format!(
            "> sd 1\n > force\n > setboard 8/8/8/3k4/8/3K4/8/R7 w - - 0 1\n {shuffle}\n > playother\n > d6d5\n
             < 1/2-1/2 {{Draw by repetition}}"
        ),
    );
    check(
        "atomic",
        "> sd 1\n > setboard 8/8/8/3k4/8/3K4/8/R7 w - - 99 90\n > go\n < offer draw\n < move *\n
         < 1/2-1/2 {Fifty move rule}",
    );
}

/// In a match between programs XBoard takes a win that it cannot check as a forfeit, unless the loser claims it.
#[test]
fn the_loser_claims_what_xboard_cannot_check() {
    let hill = "setboard 4k3/8/8/8/8/3K4/8/8 w - - 0 1";
    let win = "1-0 {White wins: king in the center}";
    for (opponent, claim) in [("> computer\n", String::new()), ("", format!("< {win}\n"))] {
        let own = format!(
            "> sd 1\n {opponent} > {hill}\n > exclude all\n > include d3d4\n > go\n < move d3d4\n {claim}"
        );
        check(
            "kingofthehill",
            &format!("{own} > ping 2\n < pong 2\n > e8d7\n < Illegal move: e8d7"),
        );
    }
    check(
        "kingofthehill",
        &format!("> computer\n > {hill}\n > d3d4\n < {win}"),
    );
    check(
        "atomic",
        "> computer\n > sd 2\n > setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n > go\n < move a1a8\n > ping 2\n < pong 2\n
         > force\n > undo\n > playother\n > a1a8\n < 1-0 {White mates}",
    );
    check(
        "shatranj",
        "> computer\n > setboard 4k3/8/8/8/8/1r6/1P6/4K3 b - - 0 1\n > exclude all\n > include b3b2\n > sd 1\n > go\n
         < move *\n > ping 2\n < pong 2\n > force\n > undo\n > playother\n > b3b2\n < 0-1 {Black wins: bare king}",
    );
    check(
        "kingofthehill",
        "> computer\n > sd 2\n > setboard 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\n > go\n < move f7*\n < 1-0 {White mates}",
    );
}

#[test]
fn a_few_pieces_are_no_reason_to_accept_a_draw() {
    check(
        "antichess",
        "> force\n > setboard 8/8/8/8/8/n7/8/6RR w - - 0 80\n > playother\n > draw\n ~ 20",
    );
}

#[test]
fn analysis_follows_the_variant() {
    let mut gui = game("crazyhouse");
    gui.send(&format!("post\nanalyze\n{DROP_MATES}"));
    let line = gui.wait_for(|line| is_thinking(line) && line.contains('@'));
    assert!(split_thinking(&line).1.starts_with("R@"), "{gui}");
    gui.send("new\nvariant knightmate\nping 2");
    gui.wait_for(|line| line == "pong 2");
    let line = gui.wait_for(is_thinking);
    let first = split_thinking(&line).1.split(' ').next().unwrap();
    let start = AnyPosition::start_of(diglot::board::variant("knightmate"));
    assert!(start.parse_move(first).is_ok(), "{gui}");
    gui.send("exit\nping 3");
    gui.wait_for(|line| line == "pong 3");
}

#[test]
fn the_squares_of_a_lifted_piece_follow_the_variant() {
    check(
        "crazyhouse",
        "> force\n > setboard 4k3/8/8/8/8/8/8/4K3[PNBRQ] w - - 0 1\n > lift e1\n
         < highlight 8/8/8/8/8/8/3YYY2/3Y1Y2\n > put e2\n > lift a1\n > put a2\n > lift b1\n > put b2\n
         > lift j1\n > put e4\n > lift _8\n > hover j2\n > put `8\n > lift k1\n < Error (bad parameter): lift k1",
    );
    check(
        "berolina",
        "> force\n > setboard 4k3/8/8/8/8/8/4p3/K7 b - - 0 1\n > lift e2\n < highlight 8/8/8/8/8/8/8/3M1M2",
    );
    check(
        "knightmate",
        "> force\n > lift e1\n < highlight 8/8/8/8/8/3Y1Y2/8/8",
    );
}

/// Random moves against the engine, which ponders and thinks out loud, in every variant.
#[test]
fn every_variant_is_played_by_its_rules() {
    const PLIES: usize = 40;
    for (number, variant) in VARIANTS.iter().enumerate() {
        let mut random = Random::new(number as u64);
        let mut gui = game(variant.name);
        gui.send("sd 1\npost\nhard");
        let mut position = AnyPosition::start_of(Some(variant));
        let mut history = KeyHistory::default();
        for ply in 0..PLIES {
            let m = if ply % 2 == 0 {
                let moves = position.legal_moves();
                let m = moves[random.below(moves.len())];
                gui.send(&position.to_coordinate(m, false));
                m
            } else {
                let line = gui.wait_for(|line| line.starts_with("move "));
                position
                    .parse_coordinate(&line[5..])
                    .unwrap_or_else(|_| panic!("{gui}"))
            };
            history.push(position.key());
            position = position.after(m);
            if let Some(outcome) = position.outcome(&history) {
                if outcome.winner().is_some() {
                    let score = if outcome.winner() == Some(diglot::types::Color::White) {
                        "1-0 {"
                    } else {
                        "0-1 {"
                    };
                    gui.wait_for(|line| line.starts_with(score));
                }
                break;
            }
        }
        gui.send("force\nping 9");
        gui.wait_for(|line| line == "pong 9");
    }
}

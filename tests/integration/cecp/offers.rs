//! Resignations, draw offers and answers to draw offers.

use crate::support::cecp::{check, run_script};

/// Black is lost but not yet mated.
const LOST: &str = "setboard 7k/7p/8/8/8/8/8/QR2K3 b - - 0 1";

/// A dead draw: the pawns block each other and neither king gets through.
const LOCKED: &str = "setboard 8/8/3k4/p1p1p1p1/P1P1P1P1/3K4/8/8 w - - 0 50";

#[test]
fn a_lost_game_is_resigned_after_some_moves() {
    let mut gui = check(&format!(
        "> computer\n > force\n > option ResignMoves=2\n > {LOST}\n > sd 4\n > go\n < move *\n > e1d2\n
         < resign\n > ping 1\n < pong 1\n ~ 20"
    ));
    run_script(
        &mut gui,
        "> result 1-0 {Black resigns}\n ~ 20\n > new\n > sd 1\n > e2e4\n < move *",
    );
}

#[test]
fn the_engine_does_not_resign_too_early_or_in_analysis() {
    check(&format!(
        "> computer\n > force\n > option ResignMoves=3\n > {LOST}\n > sd 4\n > go\n < move *\n > e1d2\n
         < move *\n > force\n > analyze\n ~ 30\n > exit"
    ));
}

#[test]
fn a_human_may_play_out_the_mate() {
    check(&format!(
        "> force\n > option ResignMoves=1\n > {LOST}\n > sd 4\n > go\n < move *\n > e1d2\n < move *"
    ));
    check(&format!(
        "> computer\n > new\n > force\n > option ResignMoves=1\n > {LOST}\n > sd 4\n > go\n < move *"
    ));
}

#[test]
fn the_engine_does_not_resign_a_game_it_may_save() {
    let resigns_early =
        "> computer\n > force\n > option ResignMoves=1\n > option ResignScore=300\n > sd 2\n";
    for (fen, answer) in [
        ("3k4/8/8/8/8/8/4P3/R3K3 b - - 0 1", "resign"),
        // Pawns or minor pieces alone do not win yet.
        ("3k4/8/8/8/8/8/1PP2PPP/4K3 b - - 0 1", "move *"),
        ("3k4/8/8/8/8/8/8/1NN1K3 b - - 0 1", "move *"),
        // The fifty-move rule may still save the game.
        ("3k4/8/8/8/8/8/4P3/R3K3 b - - 75 90", "move *"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "move *",
        ),
    ] {
        check(&format!(
            "{resigns_early} > setboard {fen}\n > go\n < {answer}"
        ));
    }
    let lost = "> setboard 3k4/8/8/8/8/8/4P3/R3K3 b - - 0 1";
    check(&format!(
        "{resigns_early} > option ResignScore=0\n {lost}\n > go\n < move *"
    ));
}

#[test]
fn a_resigned_game_can_be_played_on() {
    check(&format!(
        "> computer\n > force\n > option ResignMoves=1\n > {LOST}\n > sd 4\n > go\n < resign\n > e1d2\n
         < Illegal move: e1d2\n > h8g8\n < Illegal move (the game is over): h8g8\n
         > option ResignScore=0\n > go\n < move *"
    ));
}

#[test]
fn the_engine_resigns_to_a_human_if_it_is_told_to() {
    check(&format!(
        "> force\n > option ResignMoves=1\n > option ResignToHumans=1\n > {LOST}\n > sd 4\n > go\n < resign"
    ));
    check(&format!(
        "> force\n > option ResignMoves=1\n > option ResignToHumans=1\n > option ResignScore=0\n > {LOST}\n > sd 4\n
         > go\n < move *"
    ));
}

#[test]
fn a_draw_offer_stands_until_the_engines_next_move() {
    // No search has seen the position when the offer comes.
    check(&format!(
        "> {LOST}\n > sd 4\n > draw\n ~ 0\n > go\n < offer draw\n < move *"
    ));
    // python-chess sends the offer before `go`.
    check(&format!(
        "> force\n > {LOST}\n > sd 4\n > draw\n ~ 0\n > post\n > nopost\n > easy\n > go\n < offer draw\n < move *"
    ));
    // It plays both sides of a game with the same process.
    check(&format!(
        "> force\n > setboard 7k/7p/8/8/8/8/Q7/1R2K3 w - - 0 1\n > sd 2\n > go\n < move *\n > force\n > {LOST}\n > sd 4\n
         > draw\n ~ 0\n > go\n < offer draw\n < move *"
    ));
    // The offer comes before the engine gets the other side.
    check(
        "> setboard 7k/7p/8/8/8/8/Q7/1R2K3 w - - 0 1\n > sd 4\n > draw\n ~ 0\n > black\n > go\n < offer draw\n
         < move *",
    );
    // The user offers before moving.
    check(
        "> setboard 7k/7p/8/8/8/8/Q7/1R2K3 w - - 0 1\n > sd 4\n > draw\n ~ 0\n > e1d2\n < offer draw\n < move *\n
         > d2c3\n < move *",
    );
    // An offer that was declined by a move is void; the engine loses its rook only later.
    let rooks =
        "> setboard 4k3/8/8/r7/7R/8/8/4K3 w - - 0 20\n > exclude all\n > include e1e2\n > sd 4\n";
    let later =
        "> go\n < move e1e2\n > sd 0\n > st 600\n > e8f8\n > exclude all\n > include h4h5\n";
    check(&format!("{rooks} > draw\n ~ 0\n {later} > ?\n < move h4h5"));
    // So is one in another game, position or mode.
    for void in [
        format!("> force\n > {LOST}"),
        format!("> new\n > sd 4\n > {LOST}"),
        format!("> {LOST}"),
        "> force".to_owned(),
        "> analyze\n > exit".to_owned(),
    ] {
        check(&format!(
            "> {LOST}\n > sd 4\n > draw\n ~ 0\n {void}\n > go\n < move *"
        ));
    }
}

#[test]
fn a_standing_draw_offer_is_accepted_rather_than_the_game_resigned() {
    check(&format!(
        "> computer\n > option ResignMoves=1\n > {LOST}\n > sd 4\n > draw\n ~ 0\n > go\n < offer draw\n < move *"
    ));
}

/// Plays White's king moves and returns the indices of the replies before which the engine offers a draw.
fn offers(settings: &str) -> Vec<usize> {
    let mut gui = check(&format!(
        "> force\n > {LOCKED}\n > sd 4\n > playother\n {settings}"
    ));
    let squares = [
        "d3", "e3", "f3", "g3", "h3", "h2", "g2", "f2", "e2", "d2", "c2", "b2", "a2", "a1", "b1",
        "c1", "d1", "e1",
    ];
    let mut offers = Vec::new();
    for (count, step) in squares.windows(2).enumerate() {
        gui.send(&format!("usermove {}{}", step[0], step[1]));
        let answer = gui.lines_until(|line| line.starts_with("move "));
        match answer.len() {
            1 => {}
            _ if answer[0] == "offer draw" => offers.push(count),
            _ => panic!("{gui}"),
        }
    }
    offers
}

#[test]
fn a_draw_is_offered_to_a_computer_in_a_level_endgame() {
    assert_eq!(offers("> computer"), [9]);
    assert!(offers("").is_empty());
    assert_eq!(offers("> option OfferDrawsToHumans=1"), [9]);
    assert!(offers("> option OfferDrawsToHumans=1\n > option OfferDraws=0").is_empty());
    assert!(offers("> computer\n > option OfferDraws=0").is_empty());
    assert!(offers("> computer\n > option Contempt=20").is_empty());
}

#[test]
fn a_dull_endgame_is_agreed_drawn() {
    let moved = format!("> force\n > {LOCKED}\n > sd 4\n > playother\n > d3e3\n < move *\n");
    check(&format!(
        "{moved} > draw\n < offer draw\n > e3d3\n < move *"
    ));
    check(&format!("{moved} > option OfferDraws=0\n > draw\n ~ 0"));
    check(&format!("{moved} > option Contempt=30\n > draw\n ~ 0"));
    let early = LOCKED.replace(" 50", " 30");
    check(&format!(
        "> force\n > {early}\n > sd 4\n > playother\n > d3e3\n < move *\n > draw\n ~ 0"
    ));
}

#[test]
fn a_draw_is_accepted_without_winning_material() {
    // Black cannot win with a lone knight; White might win with the pawn.
    let knight = "> force\n > setboard 8/8/8/3k4/8/8/2n2P2/5K2 b - - 0 20\n";
    check(&format!("{knight} > playother\n > draw\n ~ 0"));
    check(&format!(
        "{knight} > go\n > draw\n < offer draw\n > ?\n < move *"
    ));
    // The position is already drawn when it is set up.
    check(
        "> force\n > setboard 8/8/4k3/8/8/4K3/8/7R w - - 120 90\n > playother\n > draw\n < offer draw\n
         > option OfferDraws=0\n > draw\n < offer draw",
    );
    // The side that mates does not accept.
    check(
        "> force\n > setboard 8/8/8/8/8/1n1k4/1p1p4/1K6 b - - 0 20\n > sd 6\n > go\n < move *\n > draw\n ~ 0",
    );
}

#[test]
fn draw_offers_get_no_answer_in_force_mode_analysis_and_after_the_end() {
    check(
        "> force\n > setboard 4k3/8/8/8/8/8/qr6/7K w - - 0 1\n > draw\n > analyze\n > draw\n ~ 20",
    );
    check(
        "> force\n > setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\n > sd 2\n > go\n < move a1a8\n
         < 1-0 {White mates}\n > draw\n ~ 0",
    );
}

#[test]
fn moves_in_analysis_reset_the_draw_judgement() {
    // The rook endgame is level until Black loses the rook.
    let mut gui = check(
        "> force\n > setboard 4k3/8/8/r7/7R/8/8/4K3 w - - 0 50\n > sd 4\n > exclude all\n > include e1e2\n
         > go\n < move e1e2\n > draw\n < offer draw",
    );
    gui.send("analyze\nusermove a5h5\nexit\ngo\ndraw");
    assert_eq!(gui.next_line(), "move h4h5", "{gui}");
}

#[test]
fn moves_in_force_mode_reset_the_resign_count() {
    check(&format!(
        "> computer\n > force\n > option ResignMoves=2\n > {LOST}\n > sd 4\n > go\n < move *\n > force\n
         > e1d2\n > go\n < move *"
    ));
    check(&format!(
        "> computer\n > force\n > option ResignMoves=2\n > {LOST}\n > sd 4\n > go\n < move *\n > analyze\n
         > e1d2\n > exit\n > go\n < move *"
    ));
}

//! Whole games, and commands in any order.

use std::time::Duration;

use diglot::board::{DrawReason, Outcome, Position};
use diglot::engine::Game;
use diglot::types::Color;

use crate::support::cecp::{check, gui, is_thinking, run_script};
use crate::support::gui::Gui;

/// The result that both engines must claim.
fn expected_result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Checkmate {
            winner: Color::White,
        } => "1-0 {White",
        Outcome::Checkmate {
            winner: Color::Black,
        } => "0-1 {Black",
        Outcome::Draw(DrawReason::Stalemate) => "1/2-1/2 {Stalemate",
        Outcome::Draw(DrawReason::Repetition) => "1/2-1/2 {Draw by repetition",
        Outcome::Draw(DrawReason::FiftyMoves) => "1/2-1/2 {Fifty",
        Outcome::Draw(DrawReason::InsufficientMaterial) => "1/2-1/2 {Insufficient",
        other => panic!("{other:?} in a game of chess"),
    }
}

#[test]
fn engines_play_legal_games_to_an_agreed_end() {
    for (depths, ponder) in [((2, 1), "hard"), ((1, 3), "easy"), ((3, 3), "hard")] {
        let mut players = [depths.0, depths.1]
            .map(|depth| check(&format!("> new\n > post\n > {ponder}\n > sd {depth}")));
        let mut game = Game::new(Position::startpos());
        players[0].send("go");
        let outcome = loop {
            let [mover, other] = &mut players;
            let line = mover.wait_for(|line| line.starts_with("move "));
            let text = line.trim_start_matches("move ");
            let m = game.position().parse_coordinate(text);
            game.play(m.unwrap_or_else(|error| panic!("{line}: {error}: {mover}")));
            other.send(&format!("time 6000\notim 6000\nusermove {text}"));
            if let Some(outcome) = game.outcome() {
                break outcome;
            }
            players.reverse();
        };
        for player in &mut players {
            let line = player.wait_for(|line| line.contains('{'));
            assert!(
                line.starts_with(expected_result(outcome)),
                "{line}: {player}"
            );
        }
    }
}

/// A small random number generator with a fixed seed, which makes failures reproducible
/// (xorshift, <https://www.jstatsoft.org/article/view/v008i14>).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        // The product spreads small seeds over all bits; xorshift must not start at 0.
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    pub(crate) fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const COMMANDS: &[&str] = &[
    "xboard",
    "protover 2",
    "accepted debug",
    "rejected ping",
    "new",
    "variant fischerandom",
    "variant normal",
    "variant xyz",
    "variant crazyhouse",
    "variant bughouse",
    "variant atomic",
    "variant antichess",
    "variant 3check",
    "holding [QP] [nn]",
    "holding [] []",
    "holding x",
    "partner mann",
    "partner",
    "ptell sit",
    "ptell go",
    "force",
    "go",
    "go",
    "go",
    "playother",
    "white",
    "black",
    "level 40 5 0",
    "level 0 0:01 0.1",
    "level x",
    "st 0.01",
    "st 0",
    "st -1",
    "sd 1",
    "sd 3",
    "sd 0",
    "sd -9",
    "time 100",
    "time -100",
    "time 99999999999999999999",
    "otim 7",
    "?",
    "?",
    "ping 1",
    "ping 2",
    "draw",
    "result 1-0 {x}",
    "edit",
    "#",
    "c",
    "Ke1",
    "Pa4",
    "xa4",
    ".",
    ".",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "analyze",
    "exit",
    "memory 1",
    "memory 2",
    "cores 1",
    "cores 2",
    "option Clear Hash",
    "option Move Overhead=0",
    "option Move Overhead",
    "name x",
    "rating 1 2",
    "random",
    "computer",
    "nps 10",
    "nps 100000",
    "nps 0",
    "nps -1",
    "exclude e2e4",
    "exclude all",
    "include e2e4",
    "include all",
    "setscore 100 5",
    "setscore -100001 99",
    "pause",
    "pause",
    "resume",
    "lift e2",
    "hover e4",
    "put e4",
    "@@@@",
    "accepted san",
    "rejected san",
    "option ResetSettings",
    "egtpath syzygy /x",
    "usermove",
    "usermove O-O",
    "usermove zz",
    "",
    "   ",
    "\u{0}",
    "é",
    "setboard",
    "setboard 8/8 w",
    "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    "setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1",
    "setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "setboard 8/8/4k3/8/8/4K3/8/7R w - - 99 80",
    "setboard 1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1",
];

const MOVES: &[&str] = &[
    "e2e4", "e7e5", "g1f3", "g8f6", "f3g1", "f6g8", "d2d4", "d7d5", "a1a8", "e1e2", "e8e7", "h2h3",
];

/// Checks that the engine can start a new game and move in it.
fn assert_still_plays(gui: &mut Gui) {
    gui.send("new\nforce\neasy\nping 4711");
    gui.wait_for(|line| line == "pong 4711");
    run_script(
        gui,
        "> usermove e2e4\n > sd 1\n > go\n < move *\n > ping 4712\n < pong 4712",
    );
}

#[test]
fn random_mixtures_of_commands_leave_a_working_engine() {
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    for _ in 0..30 {
        let mut gui = gui();
        for _ in 0..80 {
            let text = match random.below(3) {
                0 => random.pick(MOVES),
                _ => random.pick(COMMANDS),
            };
            gui.send(text);
            if random.below(8) == 0 {
                gui.lines_within(Duration::from_millis(2));
            }
        }
        assert_still_plays(&mut gui);
    }
}

#[test]
fn go_and_move_now_in_quick_succession() {
    let mut gui = gui();
    gui.send("level 0 60 0\npost");
    for round in 0..200 {
        gui.send(&format!("go\n?\nping {round}"));
        let pong = format!("pong {round}");
        let lines = gui.lines_until(|line| line == pong);
        // The moves are so poor that the engine may claim a result or offer a draw.
        let is_answer =
            |line: &&String| !is_thinking(line) && !line.contains('{') && *line != "offer draw";
        let answers = lines.iter().filter(is_answer);
        assert!(answers.count() <= 2, "{gui}");
    }
}

#[test]
fn quick_cycles_of_analysis() {
    let mut gui = gui();
    for _ in 0..200 {
        gui.send("analyze\n.\nexit\nping 1");
        gui.wait_for(|line| line == "pong 1");
    }
    assert_still_plays(&mut gui);
}

#[test]
fn a_game_of_thousands_of_moves() {
    let mut gui = gui();
    gui.send("force");
    for _ in 0..800 {
        gui.send("g1f3\ng8f6\nf3g1\nf6g8");
    }
    run_script(&mut gui, "> sd 2\n > go\n < move *");
    gui.send("force\nundo");
    gui.lines_within(Duration::from_millis(20)); // the move may have claimed another draw
    for _ in 0..1600 {
        gui.send("remove");
    }
    run_script(
        &mut gui,
        "> undo\n < Error *\n > e2e4\n > ping 1\n < pong 1",
    );
}

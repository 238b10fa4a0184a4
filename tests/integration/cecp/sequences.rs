//! Random sequences of commands at random moments, checked against a model of a GUI that tracks the game itself.

use std::time::Duration;

use diglot::board::{CastlingMode, Outcome, Position};
use diglot::engine::Game;
use diglot::protocol::cecp::CecpSession;
use diglot::types::Move;

use super::mixtures::Random;
use crate::support::cecp::is_thinking;
use crate::support::gui::{Gui, over_pipes};

const SEQUENCES: u64 = 400;
const LENGTH: usize = 16;

const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/4k3/8/8/4K3/8/7R w - - 99 80",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Force,
    Play,
    Analyze,
}

/// The GUI's model of the session.
struct Model {
    gui: Gui,
    game: Game,
    mode: Mode,
    /// The engine has to move.
    thinking: bool,
    over: bool,
    /// The next line must claim the result.
    claim_due: bool,
    /// Unanswered pings: the number and, for a ping sent while the engine had to move, the value of `searches`.
    pings: Vec<(usize, Option<usize>)>,
    ping_count: usize,
    /// Number of searches that the engine has started to make a move.
    searches: usize,
}

impl Model {
    fn new() -> Model {
        let mut gui = Gui::new(CecpSession::new);
        gui.send("xboard\nprotover 2\nmemory 1");
        gui.wait_for(|line| line == "feature done=1");
        Model {
            gui,
            game: Game::new(Position::startpos()),
            mode: Mode::Play,
            thinking: false,
            over: false,
            claim_due: false,
            pings: Vec::new(),
            ping_count: 0,
            searches: 0,
        }
    }

    fn set(&mut self, position: Position) {
        self.game = Game::new(position);
        self.thinking = false;
        self.over = false;
    }

    fn think(&mut self) {
        self.thinking = true;
        self.searches += 1;
    }

    /// Sends a line and checks whether the engine rejects it.
    fn send(&mut self, line: &str, is_invalid: bool) {
        self.gui.send(line);
        let mut rejected = false;
        while let Some(line) = self.gui.next_line_within(Duration::ZERO) {
            rejected |= self.handle_line(&line);
        }
        assert_eq!(rejected, is_invalid, "{line}: {}", self.gui);
    }

    fn listen(&mut self, time: Duration) {
        for line in self.gui.lines_within(time) {
            assert!(!self.handle_line(&line), "{line}: {}", self.gui);
        }
    }

    /// Updates the model with a line from the engine. Returns whether the line is an error message.
    fn handle_line(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if self.claim_due && word != "pong" {
            assert!(
                line.contains(" {"),
                "the result is not claimed: {}",
                self.gui
            );
            self.claim_due = false;
            return false;
        }
        match word {
            "move" => self.handle_move(rest),
            "pong" => self.handle_pong(rest),
            "offer" => assert!(self.thinking, "{line}: {}", self.gui),
            "Error" | "Illegal" => return true,
            "Hint:" => {
                let hint = self.game.position().parse_coordinate(rest);
                assert!(hint.is_ok(), "hint for another position: {}", self.gui);
            }
            "stat01:" => {}
            _ => assert!(is_thinking(line), "{line}: {}", self.gui),
        }
        false
    }

    fn handle_move(&mut self, text: &str) {
        assert!(self.thinking, "unexpected move: {}", self.gui);
        let Ok(m) = self.game.position().parse_coordinate(text) else {
            panic!("illegal move: {}", self.gui);
        };
        self.thinking = false;
        self.game.play(m);
        self.over = self.game.outcome().is_some();
        self.claim_due = self.over;
    }

    fn handle_pong(&mut self, number: &str) {
        assert!(!self.pings.is_empty(), "unexpected pong: {}", self.gui);
        let (expected, during) = self.pings.remove(0);
        assert_eq!(number, expected.to_string(), "{}", self.gui);
        let too_early = self.thinking && during == Some(self.searches);
        assert!(!too_early, "pong before the move: {}", self.gui);
    }

    fn ping(&mut self) {
        self.ping_count += 1;
        let during = self.thinking.then_some(self.searches);
        self.pings.push((self.ping_count, during));
        self.send(&format!("ping {}", self.ping_count), false);
    }

    fn take_back(&mut self, command: &str, plies: usize) {
        let is_invalid = self.game.moves().len() < plies;
        if !is_invalid {
            for _ in 0..plies {
                self.game.undo();
            }
            self.thinking = false;
            self.over = false;
        }
        self.send(command, is_invalid);
    }

    fn user_move(&mut self, m: Move) {
        let is_invalid = self.thinking || self.mode == Mode::Play && self.over;
        if !is_invalid {
            self.game.play(m);
            if self.mode == Mode::Play {
                self.over = self.game.outcome().is_some();
                self.claim_due = self.over;
                if !self.over {
                    self.think();
                }
            }
        }
        self.send(&format!("usermove {}", m.to_coordinate(false)), is_invalid);
    }

    /// Sends a random command.
    fn step(&mut self, random: &mut Random) {
        match random.below(20) {
            0 => {
                if self.mode != Mode::Analyze {
                    self.mode = Mode::Play;
                }
                self.set(Position::startpos());
                self.send("new", false);
            }
            1 | 2 => {
                if self.mode != Mode::Analyze {
                    self.mode = Mode::Force;
                    self.thinking = false;
                    self.over = false;
                }
                self.send("force", false);
            }
            3..=5 => {
                if !self.thinking {
                    self.mode = Mode::Play;
                    let end = self.game.outcome();
                    self.over = end.is_some_and(Outcome::needs_no_claim);
                    self.claim_due = self.over;
                    if !self.over {
                        self.think();
                    }
                }
                self.send("go", false);
            }
            6 | 7 => self.send("?", false),
            8 => self.take_back("undo", 1),
            9 => self.take_back("remove", 2),
            10 => {
                self.mode = Mode::Analyze;
                self.thinking = false;
                self.over = false;
                self.send("analyze", false);
            }
            11 => {
                if self.mode == Mode::Analyze {
                    self.mode = Mode::Force;
                }
                self.send("exit", false);
            }
            12 => self.ping(),
            13 => self.send(random.pick(&["easy", "hard", "hint"]), false),
            14 => {
                let fen = random.pick(POSITIONS);
                let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
                self.set(position);
                self.send(&format!("setboard {fen}"), false);
            }
            15 => self.send("usermove a1a1", true),
            _ => {
                let moves = self.game.position().legal_moves();
                if !moves.is_empty() {
                    self.user_move(moves[random.below(moves.len())]);
                }
            }
        }
    }

    /// Checks that the engine makes its pending move and answers all pings.
    fn finish(&mut self) {
        self.ping();
        self.send("?", false);
        while self.thinking || self.claim_due || !self.pings.is_empty() {
            let line = self.gui.next_line();
            assert!(!self.handle_line(&line), "{line}: {}", self.gui);
        }
    }
}

/// The environment variable `DIGLOT_SEED` sets the first seed.
#[test]
fn random_sequences_of_commands_agree_with_a_model() {
    if over_pipes() {
        return; // the model cannot know which commands the program had read when it wrote a line
    }
    let first = std::env::var("DIGLOT_SEED").ok();
    let first = first.and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut model = Model::new();
    for seed in first..first + SEQUENCES {
        let seed_printer = SeedPrinter(seed);
        let mut random = Random::new(seed);
        let limit = random.pick(&["st 0.005", "st 60", "level 0 1 0", "level 40 0:01 0"]);
        model.send(limit, false);
        model.send(random.pick(&["post", "nopost"]), false);
        for _ in 0..LENGTH {
            model.step(&mut random);
            if random.below(5) == 0 {
                model.listen(Duration::from_micros(random.below(1500) as u64));
            }
        }
        model.finish();
        drop(seed_printer);
    }
}

/// Prints the seed of the failing sequence on a panic.
struct SeedPrinter(u64);

impl Drop for SeedPrinter {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("reproduce with DIGLOT_SEED={}", self.0);
        }
    }
}

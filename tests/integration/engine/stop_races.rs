//! Race conditions between commands and searches: every `go` gets exactly one `bestmove`, every `isready` one
//! `readyok`, and nothing comes late.

use std::time::Duration;

use crate::support::uci::Gui;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

const GO: &[&str] = &[
    "go infinite",
    "go",
    "go depth 1",
    "go depth 3",
    "go nodes 200",
    "go movetime 1",
    "go movetime 3",
    "go wtime 20 btime 20",
    "go wtime 1 btime 1 winc 1 binc 1",
    "go ponder wtime 20 btime 20",
    "go ponder infinite",
    "go ponder depth 1",
    "go searchmoves e2e4 e7e5 infinite",
];

const POSITIONS: &[&str] = &[
    "position startpos",
    "position startpos moves e2e4",
    "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "position fen nonsense",
    "position startpos moves e2e5",
];

const OTHER_COMMANDS: &[&str] = &[
    "ucinewgame",
    "setoption name Clear Hash",
    "setoption name Hash value 2",
    "setoption name Hash value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "joho",
    "uci",
];

fn pick<'a>(rng: &mut SmallRng, from: &[&'a str]) -> &'a str {
    from[rng.random_range(0..from.len())]
}

/// The numbers of `bestmove` and `readyok` lines.
fn answers(lines: &[String]) -> (usize, usize) {
    let best = lines.iter().filter(|line| line.starts_with("bestmove "));
    let ready = lines.iter().filter(|line| *line == "readyok");
    (best.count(), ready.count())
}

/// Counts of requests and answers.
#[derive(Default)]
struct Tally {
    go: usize,
    isready: usize,
    bestmove: usize,
    readyok: usize,
}

impl Tally {
    fn send(&mut self, gui: &mut Gui, line: &str) {
        self.go += usize::from(line.starts_with("go"));
        self.isready += usize::from(line == "isready");
        gui.send(line);
    }

    fn count_answers(&mut self, lines: &[String]) {
        let (bestmove, readyok) = answers(lines);
        self.bestmove += bestmove;
        self.readyok += readyok;
        assert!(self.bestmove <= self.go && self.readyok <= self.isready);
    }

    /// Stops any search, waits until all requests are answered, and checks that no further answer comes.
    fn settle(&mut self, gui: &mut Gui) {
        self.send(gui, "stop");
        self.send(gui, "isready");
        let lines = gui.wait(|lines| {
            let (bestmove, readyok) = answers(lines);
            self.bestmove + bestmove >= self.go && self.readyok + readyok >= self.isready
        });
        self.count_answers(&lines);
        self.count_answers(&gui.listen(Duration::from_millis(2)));
        assert_eq!((self.bestmove, self.readyok), (self.go, self.isready));
    }
}

/// Plays `rounds` of a few random commands each, with pauses up to `max_pause` between them.
fn play(seed: u64, rounds: usize, max_pause: Duration) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut gui = Gui::new();
    for _ in 0..rounds {
        let mut tally = Tally::default();
        for _ in 0..rng.random_range(1..12) {
            let line = match rng.random_range(0..12) {
                0..4 => pick(&mut rng, GO),
                4..6 => "stop",
                6 => "ponderhit",
                7..9 => "isready",
                9..11 => pick(&mut rng, POSITIONS),
                _ => pick(&mut rng, OTHER_COMMANDS),
            };
            tally.send(&mut gui, line);
            let pause = rng.random_range(0..=max_pause.as_micros() as u64);
            if rng.random_bool(0.7) {
                tally.count_answers(&gui.listen(Duration::from_micros(pause)));
            }
        }
        tally.settle(&mut gui);
    }
}

/// Sends random searches, stops, ponderhits, `isready`s and positions, with pauses up to a millisecond.
fn random_sequences(threads: usize) {
    let mut gui = Gui::new();
    gui.send(&format!("setoption name Threads value {threads}"));
    let others = OTHER_COMMANDS
        .iter()
        .filter(|line| !line.contains("Threads"));
    let others: Vec<&str> = others.copied().collect();
    let mut rng = SmallRng::seed_from_u64(189 + threads as u64);
    for round in 0..300 {
        let mut tally = Tally::default();
        for _ in 0..rng.random_range(1..8) {
            let line = match rng.random_range(0..12) {
                0..4 => pick(&mut rng, GO),
                4..6 => "stop",
                6..8 => "ponderhit",
                8..10 => "isready",
                10 => pick(&mut rng, POSITIONS),
                _ => pick(&mut rng, &others),
            };
            tally.send(&mut gui, line);
            if rng.random_bool(0.5) {
                let pause = rng.random_range(0..1000);
                tally.count_answers(&gui.listen(Duration::from_micros(pause)));
            }
        }
        tally.settle(&mut gui);
        if round % 100 == 99 {
            gui.send("setoption name MultiPV value 3");
        } else if round % 100 == 50 {
            gui.send("setoption name MultiPV value 1");
        }
    }
    gui.send("quit");
    assert!(gui.has_ended());
}

#[test]
fn random_sequences_with_one_thread() {
    random_sequences(1);
}

#[test]
fn random_sequences_with_four_threads() {
    random_sequences(4);
}

#[test]
fn random_commands_without_pause() {
    play(1, 150, Duration::ZERO);
}

#[test]
fn random_commands_with_tiny_pauses() {
    play(2, 100, Duration::from_micros(500));
}

#[test]
fn random_commands_with_pauses_of_milliseconds() {
    play(3, 40, Duration::from_millis(5));
}

#[test]
fn stop_at_every_moment_of_a_short_search() {
    let mut gui = Gui::new();
    for go in ["go depth 2", "go movetime 1", "go nodes 300", "go infinite"] {
        for microseconds in (0..1500).step_by(30) {
            let mut tally = Tally::default();
            tally.send(&mut gui, go);
            std::thread::sleep(Duration::from_micros(microseconds));
            tally.settle(&mut gui);
        }
    }
}

#[test]
fn ponderhit_at_every_moment() {
    let mut gui = Gui::new();
    for go in [
        "go ponder depth 2",
        "go ponder movetime 1",
        "go ponder wtime 5 btime 5",
    ] {
        for microseconds in (0..1500).step_by(50) {
            let mut tally = Tally::default();
            tally.send(&mut gui, go);
            std::thread::sleep(Duration::from_micros(microseconds));
            tally.send(&mut gui, "ponderhit");
            let lines = gui.wait_for("bestmove");
            tally.count_answers(&lines);
            tally.settle(&mut gui);
        }
    }
}

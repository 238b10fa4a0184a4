//! Compliance with tools, which the tests imitate step by step: fastchess's check (`--compliance`), and the options
//! that OpenBench and lichess-bot's sample configuration set.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::support::program::Program;

/// Time limit for an answer, long enough for a busy machine.
const ANSWER_LIMIT: Duration = Duration::from_secs(20);

impl Program {
    fn send(&mut self, line: &str) {
        self.input
            .as_mut()
            .unwrap()
            .write_all(format!("{line}\n").as_bytes())
            .unwrap();
    }

    /// Sends a line and returns the answer up to the first line that begins with `last`.
    fn ask(&mut self, line: &str, last: &str) -> Vec<String> {
        self.send(line);
        let deadline = Instant::now() + ANSWER_LIMIT;
        let mut lines = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let received = self.lines.recv_timeout(left);
            lines.push(received.unwrap_or_else(|_| panic!("{line}: no {last} after {lines:?}")));
            if lines.last().unwrap().starts_with(last) {
                return lines;
            }
        }
    }

    fn is_ready(&mut self) {
        let mut lines = self.ask("isready", "readyok");
        // Messages about options set before are for the user.
        lines.retain(|line| !line.starts_with("info string"));
        assert_eq!(lines, ["readyok"]);
    }

    /// Searches, checks the last `info` line as fastchess does, and returns the best move.
    fn go(&mut self, line: &str) -> String {
        let mut lines = self.ask(line, "bestmove");
        let best = lines.pop().unwrap();
        let info = lines.iter().rfind(|line| line.starts_with("info"));
        let info = info.unwrap_or_else(|| panic!("{line}: no info before {best}"));
        let words: Vec<&str> = info.split_whitespace().collect();
        assert!(words.contains(&"score"), "{line}: {info}");
        for pair in words.windows(2) {
            let is_number = !matches!(pair[0], "time" | "nps" | "score") || !pair[1].contains('.');
            assert!(is_number, "{line}: {info}");
        }
        let best = best.split_whitespace().nth(1);
        best.unwrap_or_else(|| panic!("{line}: no best move"))
            .to_owned()
    }
}

/// The steps of `app/src/engine/compliance.*` of <https://github.com/Disservin/fastchess>, in its older and its newer
/// version.
#[test]
fn fastchess_finds_the_engine_compliant() {
    let mut engine = Program::start(&[]);
    let greeting = engine.ask("uci", "uciok");
    engine.is_ready();
    for id in ["id name ", "id author "] {
        let line = greeting.iter().find(|line| line.starts_with(id)).unwrap();
        assert!(line.len() > id.len());
    }
    engine.send("ucinewgame");
    engine.is_ready();
    engine.send("position startpos");
    engine.is_ready();
    engine.send("position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27");
    engine.is_ready();
    engine.go("go wtime 100");
    // The older version sends this with White to move, the newer one with Black to move.
    engine.go("go btime 100");
    engine.send("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    engine.go("go btime 100");
    engine.go("go wtime 100 winc 100 btime 100 binc 100");
    engine.go("go btime 100 binc 100 wtime 100 winc 100");
    engine.send("ucinewgame");
    engine.is_ready();
    for position in ["position startpos", "position startpos moves e2e4 e7e5"] {
        engine.send(position);
        let best = engine.go("go wtime 100 btime 100");
        assert!(best.len() >= 4, "{best}");
    }
}

/// The announced options: name, and minimum and maximum if the option has a range.
fn options(engine: &mut Program) -> Vec<(String, Option<(i64, i64)>)> {
    let lines = engine.ask("uci", "uciok");
    let options = lines
        .iter()
        .filter_map(|line| line.strip_prefix("option name "));
    options
        .map(|option| {
            let (name, kind) = option.split_once(" type ").unwrap();
            let words: Vec<&str> = kind.split(' ').collect();
            let bound = |word: &str| {
                let index = words.iter().position(|&other| other == word)?;
                words.get(index + 1)?.parse().ok()
            };
            (name.to_owned(), bound("min").zip(bound("max")))
        })
        .collect()
}

#[test]
fn openbench_and_lichess_bot_find_the_options_they_set() {
    let mut engine = Program::start(&[]);
    let options = options(&mut engine);
    for (name, value) in [
        // OpenBench
        ("Threads", "8"),
        ("Hash", "8"),
        // lichess-bot's config.yml.default
        ("Move Overhead", "100"),
        ("Threads", "2"),
        ("Hash", "256"),
        ("UCI_ShowWDL", "true"),
        // Set by python-chess itself
        ("Ponder", "false"),
        ("UCI_Chess960", "false"),
        ("UCI_AnalyseMode", "false"),
        ("UCI_Opponent", "none none human Guest"),
    ] {
        let found = options.iter().find(|(option, _)| option == name);
        let (_, range) = found.unwrap_or_else(|| panic!("{name} is not announced"));
        if let (Some((min, max)), Ok(number)) = (range, value.parse::<i64>()) {
            assert!((*min..=*max).contains(&number), "{name}");
        }
        engine.send(&format!("setoption name {name} value {value}"));
        engine.is_ready();
    }
    engine.send("ucinewgame");
    engine.is_ready();
    engine.send("position startpos moves e2e4");
    engine.go("go wtime 1000 btime 1000 winc 10 binc 10");
}

//! The positions of `tests/data/broken.epd` in both protocols and on the command line: a refused one is answered with
//! its reason and leaves the position before it, an accepted one is set up.

use std::fs;

use diglot::board::{CastlingMode, FenError, FenStyle, Position};
use tempfile::TempDir;

use crate::support::cecp::gui;
use crate::support::data_lines;
use crate::support::program::{printed, refusal, run};
use crate::support::uci::{Gui, fen};

/// The positions of the file, each with what reading it gives. `rules::fen` checks that against the file's verdicts.
fn positions() -> Vec<(String, Result<Position, FenError>)> {
    let lines = data_lines("broken.epd").into_iter();
    let positions = lines.map(|line| {
        let fen = line.split(';').next().unwrap().trim().to_owned();
        let position = Position::from_fen(&fen, CastlingMode::Standard);
        (fen, position.map(|(position, _)| position))
    });
    positions.collect()
}

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

/// Whether two FENs agree in board and side to move.
fn is_same_board(first: &str, second: &str) -> bool {
    first.split(' ').take(2).eq(second.split(' ').take(2))
}

#[test]
fn uci_refuses_broken_positions() {
    let mut gui = Gui::new();
    for (text, position) in positions() {
        gui.send("position startpos moves e2e4");
        let answer = gui.answer(&format!("position fen {text}"));
        match position {
            Ok(position) => {
                let is_warning = |line: &String| {
                    line.starts_with("info string ") && !line.contains("position refused")
                };
                assert!(answer.iter().all(is_warning), "{text}: {answer:?}");
                // Board and side to move; the session reads more castling rights than those of standard chess.
                let accepted = position.to_fen(FenStyle::XFen);
                assert!(
                    is_same_board(&fen(&mut gui), &accepted),
                    "{text}: {accepted}"
                );
            }
            Err(error) => {
                assert_eq!(answer, [format!("info string position refused: {error}")]);
                assert_eq!(fen(&mut gui), AFTER_E4, "{text}");
                let search = gui.go("go depth 1");
                assert_eq!(search.best(), "(none)", "{text}");
            }
        }
    }
}

#[test]
fn cecp_refuses_broken_positions() {
    let mut gui = gui();
    gui.send("force");
    for (text, position) in positions() {
        gui.send(&format!("new\nforce\nsetboard {text}\nping 1"));
        let answer = gui.lines_until(|line| line == "pong 1");
        let refusals = answer.iter().filter(|line| line.contains("Illegal"));
        let error = match position {
            Ok(position) => {
                assert_eq!(refusals.count(), 0, "{text}: {answer:?}");
                let legal = position.legal_moves();
                let &m = legal.first().unwrap_or_else(|| panic!("no move in {text}"));
                gui.send(&format!(
                    "usermove {}\nping 2",
                    position.to_coordinate(m, false)
                ));
                let answer = gui.lines_until(|line| line == "pong 2");
                assert_eq!(answer, ["pong 2"], "{text}");
                continue;
            }
            Err(error) => error,
        };
        let refusals: Vec<_> = refusals.collect();
        let error = error.to_string();
        let error = error.strip_prefix("illegal position: ").unwrap_or(&error);
        let reason = format!("tellusererror Illegal position: {error}");
        assert!(
            refusals.len() == 1 && refusals[0].starts_with(&reason),
            "{text}: {answer:?}"
        );
        gui.send("usermove e2e4\nping 2");
        let answer = gui.lines_until(|line| line == "pong 2");
        assert_eq!(answer, ["Illegal move: e2e4", "pong 2"], "{text}");
    }
}

#[test]
fn the_command_line_refuses_broken_positions() {
    let folder = TempDir::new().unwrap();
    let list = folder.path().join("list.epd");
    let positions = positions();
    let lines: String = positions
        .iter()
        .map(|(fen, _)| format!("{fen}\n"))
        .collect();
    fs::write(&list, lines).unwrap();
    let list = list.display().to_string();
    let output = run(&["analyse", &list, "--nodes", "1", "--hash", "1"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    let annotated = String::from_utf8(output.stdout).unwrap();
    let annotated: Vec<&str> = annotated.lines().collect();
    assert_eq!(annotated.len(), positions.len());
    for (index, (text, position)) in positions.iter().enumerate() {
        let Err(error) = position else {
            assert!(
                annotated[index].contains(" acn "),
                "{text}: {}",
                annotated[index]
            );
            continue;
        };
        let message = format!("list.epd: line {}: {error}; not analysed", index + 1);
        assert!(errors.contains(&message), "{message}: {errors}");
        assert_eq!(annotated[index], text);
    }
    // Each refused position costs a process, so only some are tried.
    let refused = positions.iter().filter(|(_, position)| position.is_err());
    for (text, error) in refused.step_by(5) {
        let error = error.as_ref().unwrap_err();
        for command in [&["perft", "1"][..], &["eval"]] {
            let message = refusal(&[command, &[text]].concat());
            assert!(message.contains(&error.to_string()), "{text}: {message}");
        }
    }
    assert!(printed(&["perft", "1", AFTER_E4]).contains("nodes: 20"));
}

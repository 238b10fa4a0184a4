//! Formats reports, options and positions as UCI text.

use std::fmt::Write;

use crate::board::{AnyPosition, CastlingMode, FenStyle};
use crate::engine::TablebaseVerdict;
use crate::eval::Wdl;
use crate::protocol::options::{EMPTY_TEXT, OPTIONS, OptionKind, OptionSpec, Scope};
use crate::search::{BestMove, Bound, CurrentLine, CurrentMove, Info, Statistics};
use crate::tablebase::WdlScore;
use crate::types::{
    Bitboard, Move, Score, ScoreKind, Square, TABLEBASE_CENTIPAWNS, displayed_centipawns,
    mate_moves,
};

/// Longest text of an `info string`, in characters.
const MAX_MESSAGE: usize = 400;

/// The result of a search without a legal move or without a position, as clients expect it; `0000` would
/// be a null move.
pub(super) const NO_BEST_MOVE: &str = "bestmove (none)";

/// The answer to `uci`.
pub(super) fn identification() -> Vec<String> {
    let mut lines = vec![
        format!("id name Diglot {}", env!("CARGO_PKG_VERSION")),
        "id author the Diglot developers".to_owned(),
    ];
    let announced = OPTIONS.iter().filter(|spec| spec.scope != Scope::Cecp);
    lines.extend(announced.map(option));
    lines.push("uciok".to_owned());
    lines
}

fn option(spec: &OptionSpec) -> String {
    let default = spec.default_value().map(|value| value.to_string());
    let default = default
        .filter(|text| !text.is_empty())
        .unwrap_or_else(|| EMPTY_TEXT.to_owned());
    let kind = match spec.kind {
        OptionKind::Check { .. } => format!("check default {default}"),
        OptionKind::Spin { min, max, .. } | OptionKind::Slider { min, max, .. } => {
            format!("spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { choices, .. } => {
            let choices: String = choices.iter().map(|word| format!(" var {word}")).collect();
            format!("combo default {default}{choices}")
        }
        OptionKind::Text { .. } | OptionKind::File { .. } | OptionKind::Path { .. } => {
            format!("string default {default}")
        }
        OptionKind::Button { .. } | OptionKind::Save | OptionKind::Reset => "button".to_owned(),
    };
    format!("option name {} type {kind}", spec.name)
}

/// A message for the user. Control characters are replaced, so that it stays on one line.
pub(super) fn info_string(message: &str) -> String {
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    let mut text: String = message.chars().take(MAX_MESSAGE).map(printable).collect();
    if message.chars().nth(MAX_MESSAGE).is_some() {
        text.push_str("...");
    }
    format!("info string {text}")
}

/// The format of the reports of a search, set by the options when it began.
#[derive(Clone, Copy, Debug)]
pub(super) struct InfoStyle {
    /// The notation of castling.
    pub castling: CastlingMode,
    /// Whether `wdl` follows each score.
    pub show_wdl: bool,
}

/// A principal variation.
pub(super) fn info(info: &Info, style: InfoStyle) -> String {
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}",
        info.depth,
        info.selective_depth,
        info.multi_pv,
        score(info.score)
    );
    line.push_str(match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if style.show_wdl {
        line.push_str(&wdl_text(info.wdl));
    }
    // Writing to a String cannot fail.
    let _ = write!(
        line,
        " nodes {} nps {} hashfull {} tbhits {} time {}",
        info.nodes,
        info.nodes_per_second(),
        info.hash_full,
        info.tablebase_hits,
        info.time.as_millis()
    );
    push_cpu_load(&mut line, info.cpu_load);
    line.push_str(" pv");
    push_moves(&mut line, &info.pv, style.castling);
    line
}

/// The statistics of a search between two principal variations.
pub(super) fn statistics(statistics: &Statistics) -> String {
    let mut line = format!(
        "info depth {} nodes {} nps {} hashfull {} tbhits {} time {}",
        statistics.depth,
        statistics.nodes,
        statistics.nodes_per_second(),
        statistics.hash_full,
        statistics.tablebase_hits,
        statistics.time.as_millis()
    );
    push_cpu_load(&mut line, statistics.cpu_load);
    line
}

fn push_cpu_load(line: &mut String, cpu_load: Option<u32>) {
    if let Some(load) = cpu_load {
        // Writing to a String cannot fail.
        let _ = write!(line, " cpuload {load}");
    }
}

fn wdl_text(wdl: Wdl) -> String {
    format!(" wdl {} {} {}", wdl.win, wdl.draw, wdl.loss)
}

fn push_moves(line: &mut String, moves: &[Move], mode: CastlingMode) {
    for &m in moves {
        line.push(' ');
        line.push_str(&coordinate(m, mode));
    }
}

/// The line that a thread is searching.
pub(super) fn current_line(current: &CurrentLine, mode: CastlingMode) -> String {
    let mut line = format!("info currline {}", current.thread);
    push_moves(&mut line, &current.moves, mode);
    line
}

/// A root move and its refutation.
pub(super) fn refutation(moves: &[Move], mode: CastlingMode) -> String {
    let mut line = "info refutation".to_owned();
    push_moves(&mut line, moves, mode);
    line
}

/// The root move that is being searched.
pub(super) fn current_move(current: &CurrentMove, mode: CastlingMode) -> String {
    format!(
        "info depth {} currmove {} currmovenumber {}",
        current.depth,
        coordinate(current.m, mode),
        current.number
    )
}

/// A score without a principal variation, for a search without legal moves.
pub(super) fn bare_score(of: Score) -> String {
    format!("info depth 0 score {}", score(of))
}

/// The result of a search.
pub(super) fn best_move(result: &BestMove, mode: CastlingMode) -> String {
    match (result.best, result.ponder) {
        (None, _) => NO_BEST_MOVE.to_owned(),
        (Some(best), None) => format!("bestmove {}", coordinate(best, mode)),
        (Some(best), Some(ponder)) => format!(
            "bestmove {} ponder {}",
            coordinate(best, mode),
            coordinate(ponder, mode)
        ),
    }
}

/// UCI counts mates in moves, not in plies.
fn score(score: Score) -> String {
    match score.kind() {
        ScoreKind::Centipawns(centipawns) => format!("cp {}", displayed_centipawns(centipawns)),
        ScoreKind::Mate(plies) => format!("mate {}", mate_moves(plies)),
        ScoreKind::Mated(plies) => format!("mate {}", -mate_moves(plies)),
        ScoreKind::TablebaseWin(plies) => format!("cp {}", TABLEBASE_CENTIPAWNS - plies),
        ScoreKind::TablebaseLoss(plies) => format!("cp {}", plies - TABLEBASE_CENTIPAWNS),
    }
}

/// A move in coordinate notation. Castling from squares other than those of standard chess is always
/// written as king takes rook: the king's squares alone could denote a plain king move.
fn coordinate(m: Move, mode: CastlingMode) -> String {
    m.to_coordinate(mode == CastlingMode::Chess960 || !m.castles_from_standard_squares())
}

/// The node count of each move and their sum.
pub(super) fn perft(counts: &[(Move, u64)], mode: CastlingMode) -> Vec<String> {
    let line = |&(m, count): &(Move, u64)| format!("{}: {count}", coordinate(m, mode));
    let mut lines: Vec<String> = counts.iter().map(line).collect();
    lines.push(String::new());
    lines.push(nodes_searched(counts.iter().map(|&(_, count)| count).sum()));
    lines
}

/// The last line of a perft.
pub(super) fn nodes_searched(nodes: u64) -> String {
    format!("Nodes searched: {nodes}")
}

/// The board as people see it, with FEN, key and the pieces that give check.
pub(super) fn diagram(position: &AnyPosition, mode: CastlingMode) -> Vec<String> {
    const RULE: &str = " +---+---+---+---+---+---+---+---+";
    let mut lines = vec![String::new(), RULE.to_owned()];
    for rank in (0..8).rev() {
        let mut line = String::new();
        for file in 0..8 {
            let piece = position.piece_on(Square::new(file, rank));
            let letter = piece.map_or(' ', |piece| piece.letter());
            let _ = write!(line, " | {letter}");
        }
        let _ = write!(line, " | {}", rank + 1);
        lines.push(line);
        lines.push(RULE.to_owned());
    }
    let style = match mode {
        CastlingMode::Standard => FenStyle::XFen,
        CastlingMode::Chess960 => FenStyle::Shredder,
    };
    lines.extend([
        "   a   b   c   d   e   f   g   h".to_owned(),
        String::new(),
        format!("Fen: {}", position.to_fen(style)),
        format!("Key: {:016X}", position.key()),
        format!("Checkers:{}", squares(position.checkers())),
    ]);
    lines
}

/// The result for the side to move by the tablebases.
pub(super) fn tablebase_verdict(verdict: TablebaseVerdict) -> [String; 2] {
    let wdl = match verdict.wdl {
        WdlScore::Loss => "loss",
        WdlScore::BlessedLoss => "blessed loss",
        WdlScore::Draw => "draw",
        WdlScore::CursedWin => "cursed win",
        WdlScore::Win => "win",
    };
    let dtz = verdict.dtz.map_or("none".to_owned(), |dtz| dtz.to_string());
    [
        format!("Tablebases WDL: {wdl}"),
        format!("Tablebases DTZ: {dtz}"),
    ]
}

fn squares(set: Bitboard) -> String {
    set.into_iter().map(|square| format!(" {square}")).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn mates_count_moves_and_are_negative_for_the_mated_side() {
        for (of, text) in [
            (Score::cp(-37), "cp -37"),
            (Score::mate_in(1), "mate 1"),
            (Score::mate_in(2), "mate 1"),
            (Score::mate_in(5), "mate 3"),
            (Score::mated_in(0), "mate 0"),
            (Score::mated_in(2), "mate -1"),
            (Score::mated_in(8), "mate -4"),
            (Score::tablebase_win_in(7), "cp 19993"),
            (-Score::tablebase_win_in(7), "cp -19993"),
        ] {
            assert_eq!(score(of), text);
        }
    }

    const PLAIN: InfoStyle = InfoStyle {
        castling: CastlingMode::Standard,
        show_wdl: false,
    };

    fn example() -> Info {
        let position = AnyPosition::start_of(None);
        Info {
            depth: 9,
            selective_depth: 14,
            multi_pv: 1,
            line_count: 1,
            score: Score::cp(21),
            wdl: Wdl::of(Score::cp(21), &crate::board::Position::startpos()),
            bound: Bound::Exact,
            nodes: 30_000,
            time: Duration::from_micros(1500),
            hash_full: 3,
            used: Duration::ZERO,
            cpu_load: None,
            tablebase_hits: 0,
            pv: vec![position.parse_move("e2e4").unwrap()],
        }
    }

    #[test]
    fn an_info_line_has_all_fields() {
        assert_eq!(
            info(&example(), PLAIN),
            "info depth 9 seldepth 14 multipv 1 score cp 21 nodes 30000 nps 20000000 hashfull 3 \
             tbhits 0 time 1 pv e2e4"
        );
        let failed = Info {
            bound: Bound::Upper,
            time: Duration::ZERO,
            ..example()
        };
        let line = info(&failed, PLAIN);
        assert!(line.contains(" score cp 21 upperbound nodes 30000 nps 30000000 "));
        let long = Info {
            used: Duration::ZERO,
            cpu_load: Some(998),
            ..example()
        };
        let line = info(&long, PLAIN);
        assert!(line.contains(" time 1 cpuload 998 pv e2e4"), "{line}");
        let style = InfoStyle {
            show_wdl: true,
            ..PLAIN
        };
        let line = info(&failed, style);
        assert!(line.contains(" score cp 21 upperbound wdl "), "{line}");
    }

    #[test]
    fn castling_follows_the_option_unless_it_would_be_ambiguous() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let (position, _) = AnyPosition::from_fen(None, fen, CastlingMode::Standard).unwrap();
        let m = position.parse_move("O-O").unwrap();
        assert_eq!(coordinate(m, CastlingMode::Standard), "e1g1");
        assert_eq!(coordinate(m, CastlingMode::Chess960), "e1h1");
        let fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
        let (position, _) = AnyPosition::from_fen(None, fen, CastlingMode::Standard).unwrap();
        let m = position.parse_move("O-O").unwrap();
        assert_eq!(coordinate(m, CastlingMode::Standard), "f1h1");
    }

    #[test]
    fn messages_stay_on_one_short_line() {
        assert_eq!(info_string("a\rb\tc"), "info string a b c");
        assert!(info_string(&"é".repeat(5000)).chars().count() < MAX_MESSAGE + 20);
    }

    #[test]
    fn perft_ends_with_the_sum() {
        let position = AnyPosition::start_of(None);
        let moves = position.legal_moves().into_iter();
        let counts: Vec<_> = moves.map(|m| (m, 20)).collect();
        let lines = perft(&counts, CastlingMode::Standard);
        assert_eq!(lines.len(), 22);
        assert_eq!(lines[20..], ["", "Nodes searched: 400"]);
        assert!(lines.contains(&"e2e4: 20".to_owned()));
    }
}

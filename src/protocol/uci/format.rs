//! Formats reports, options and positions as UCI text.

use std::fmt::Write;

use crate::board::{AnyPosition, CastlingMode, CastlingRule, Fairy, FenStyle, Position};
use crate::engine::TablebaseVerdict;
use crate::eval::Wdl;
use crate::protocol::options::{EMPTY_TEXT, OPTIONS, OptionKind, OptionSpec, Scope};
use crate::search::{BestMove, Bound, CurrentLine, CurrentMove, Info, Statistics};
use crate::tablebase::WdlScore;
use crate::types::{
    Bitboard, Color, Move, Piece, PieceType, Score, ScoreKind, Square, TABLEBASE_CENTIPAWNS,
    displayed_centipawns, mate_moves,
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
        OptionKind::Spin { min, max, .. } => {
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

/// How moves are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveStyle {
    /// The root of the search. The notation depends on the rules of its game, not on the places of its pieces.
    root: AnyPosition,
    /// Castling is king takes rook (UCI_Chess960).
    chess960: bool,
}

impl MoveStyle {
    /// The style for moves from a position, with the notation of castling that the options select.
    pub(super) fn new(root: &AnyPosition, castling: CastlingMode) -> MoveStyle {
        MoveStyle {
            root: *root,
            chess960: castling == CastlingMode::Chess960,
        }
    }

    /// A move in coordinate notation. Castling from squares other than those of standard chess is always written as
    /// king takes rook: the king's squares alone could denote a plain king move, except where it moves two squares.
    fn coordinate(&self, m: Move) -> String {
        let castling = self.root.variant().map(|variant| variant.castling);
        let is_plain =
            m.castles_from_standard_squares() || castling == Some(CastlingRule::TwoSquares);
        self.root.to_coordinate(m, self.chess960 || !is_plain)
    }

    fn push_moves(&self, line: &mut String, moves: &[Move]) {
        for &m in moves {
            line.push(' ');
            line.push_str(&self.coordinate(m));
        }
    }
}

/// The format of the reports of a search, set by the options when it began.
#[derive(Clone, Copy, Debug)]
pub(super) struct InfoStyle {
    /// How moves are written.
    pub moves: MoveStyle,
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
    style.moves.push_moves(&mut line, &info.pv);
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

/// The line that a thread is searching.
pub(super) fn current_line(current: &CurrentLine, style: &MoveStyle) -> String {
    let mut line = format!("info currline {}", current.thread);
    style.push_moves(&mut line, &current.moves);
    line
}

/// A root move and its refutation.
pub(super) fn refutation(moves: &[Move], style: &MoveStyle) -> String {
    let mut line = "info refutation".to_owned();
    style.push_moves(&mut line, moves);
    line
}

/// The root move that is being searched.
pub(super) fn current_move(current: &CurrentMove, style: &MoveStyle) -> String {
    format!(
        "info depth {} currmove {} currmovenumber {}",
        current.depth,
        style.coordinate(current.m),
        current.number
    )
}

/// A score without a principal variation, for a search without legal moves.
pub(super) fn bare_score(of: Score) -> String {
    format!("info depth 0 score {}", score(of))
}

/// The result of a search.
pub(super) fn best_move(result: &BestMove, style: &MoveStyle) -> String {
    match (result.best, result.ponder) {
        (None, _) => NO_BEST_MOVE.to_owned(),
        (Some(best), None) => format!("bestmove {}", style.coordinate(best)),
        (Some(best), Some(ponder)) => format!(
            "bestmove {} ponder {}",
            style.coordinate(best),
            style.coordinate(ponder)
        ),
    }
}

/// UCI counts mates in moves, not in plies. `mate 0` is the score of the side that has lost; one that has won, as in
/// antichess by losing the last piece, gets `mate 1`.
fn score(score: Score) -> String {
    match score.kind() {
        ScoreKind::Centipawns(centipawns) => format!("cp {}", displayed_centipawns(centipawns)),
        ScoreKind::Mate(plies) => format!("mate {}", mate_moves(plies.max(1))),
        ScoreKind::Mated(plies) => format!("mate {}", -mate_moves(plies)),
        ScoreKind::TablebaseWin(plies) => format!("cp {}", TABLEBASE_CENTIPAWNS - plies),
        ScoreKind::TablebaseLoss(plies) => format!("cp {}", plies - TABLEBASE_CENTIPAWNS),
    }
}

/// The node count of each move and their sum.
pub(super) fn perft(counts: &[(Move, u64)], style: &MoveStyle) -> Vec<String> {
    let line = |&(m, count): &(Move, u64)| format!("{}: {count}", style.coordinate(m));
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
            let letter = piece.map_or(' ', |piece| letter(position, piece));
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
    if let AnyPosition::Fairy(position) = position {
        lines.extend(variant_state(position));
    }
    lines
}

/// The letter of a piece in the variant: upper case for White, lower case for Black.
fn letter(position: &AnyPosition, piece: Piece) -> char {
    piece
        .color()
        .letter_case(position.letter(piece.piece_type()))
}

/// The variant, the pieces in hand and the checks left to give.
fn variant_state(position: &Position<Fairy>) -> Vec<String> {
    let variant = position.variant();
    let mut lines = vec![format!("Variant: {}", variant.name)];
    let sides = Color::ALL.into_iter();
    if variant.has_drops() {
        let pocket = |color| {
            let pieces = PieceType::ALL.into_iter().rev().flat_map(|piece_type| {
                let letter = position.letter(piece_type);
                std::iter::repeat_n(letter, position.pocket(color, piece_type).into())
            });
            let pieces: String = pieces.flat_map(|letter| [' ', letter]).collect();
            format!("{color}'s pocket:{pieces}")
        };
        lines.extend(sides.clone().map(pocket));
    }
    if variant.checks > 0 {
        let checks = |color| format!("{color}'s checks left: {}", position.checks_left(color));
        lines.extend(sides.map(checks));
    }
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
    use crate::board::variant;
    use std::time::Duration;

    #[test]
    fn mates_count_moves_and_are_negative_for_the_mated_side() {
        for (of, text) in [
            (Score::cp(-37), "cp -37"),
            (Score::mate_in(0), "mate 1"),
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

    fn plain() -> InfoStyle {
        InfoStyle {
            moves: MoveStyle::new(&AnyPosition::start_of(None), CastlingMode::Standard),
            show_wdl: false,
        }
    }

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
            info(&example(), plain()),
            "info depth 9 seldepth 14 multipv 1 score cp 21 nodes 30000 nps 20000000 hashfull 3 \
             tbhits 0 time 1 pv e2e4"
        );
        let failed = Info {
            bound: Bound::Upper,
            time: Duration::ZERO,
            ..example()
        };
        let line = info(&failed, plain());
        assert!(line.contains(" score cp 21 upperbound nodes 30000 nps 30000000 "));
        let long = Info {
            used: Duration::ZERO,
            cpu_load: Some(998),
            ..example()
        };
        let line = info(&long, plain());
        assert!(line.contains(" time 1 cpuload 998 pv e2e4"), "{line}");
        let style = InfoStyle {
            show_wdl: true,
            ..plain()
        };
        let line = info(&failed, style);
        assert!(line.contains(" score cp 21 upperbound wdl "), "{line}");
    }

    #[test]
    fn castling_follows_the_option_unless_it_would_be_ambiguous() {
        let check = |name, fen, castling, m: &str, expected| {
            let (position, _) = AnyPosition::from_fen(variant(name), fen, castling).unwrap();
            let m = position.parse_move(m).unwrap();
            assert_eq!(MoveStyle::new(&position, castling).coordinate(m), expected);
        };
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for name in ["chess", "crazyhouse"] {
            check(name, fen, CastlingMode::Standard, "O-O", "e1g1");
            check(name, fen, CastlingMode::Chess960, "O-O", "e1h1");
            let other_squares = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
            check(name, other_squares, CastlingMode::Standard, "O-O", "f1h1");
        }
        let queenside = "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1";
        check(
            "wildcastle",
            queenside,
            CastlingMode::Standard,
            "O-O",
            "d1b1",
        );
        check(
            "wildcastle",
            queenside,
            CastlingMode::Chess960,
            "O-O",
            "d1a1",
        );
    }

    #[test]
    fn moves_are_written_with_the_letters_of_the_variant() {
        for (name, fen, m) in [
            ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@f3"),
            ("knightmate", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8m"),
            ("antichess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8k"),
        ] {
            let found = AnyPosition::from_fen(variant(name), fen, CastlingMode::Standard);
            let position = found.unwrap().0;
            let style = MoveStyle::new(&position, CastlingMode::Standard);
            assert_eq!(
                style.coordinate(position.parse_move(m).unwrap()),
                m,
                "{name}"
            );
        }
    }

    #[test]
    fn the_diagram_shows_the_letters_and_the_state_of_the_variant() {
        let shown = |name, fen| {
            let found = AnyPosition::from_fen(variant(name), fen, CastlingMode::Standard);
            diagram(&found.unwrap().0, CastlingMode::Standard)
        };
        let knightmate = shown("knightmate", "rmbqkbmr/8/8/8/8/8/8/RMBQKBMR w - - 0 1");
        assert!(knightmate.contains(&" | r | m | b | q | k | b | m | r | 8".to_owned()));
        assert!(knightmate.contains(&" | R | M | B | Q | K | B | M | R | 1".to_owned()));
        let crazyhouse = shown("crazyhouse", "4k3/8/8/8/8/8/8/4K3[QPPp] w - - 0 1");
        let lines = [
            "Variant: crazyhouse",
            "White's pocket: Q P P",
            "Black's pocket: P",
        ];
        assert!(
            crazyhouse.ends_with(&lines.map(str::to_owned)),
            "{crazyhouse:?}"
        );
        let checks = shown("3check", "4k3/8/8/8/8/8/8/4K2R w - - 0 1 +2+0");
        let lines = ["White's checks left: 1", "Black's checks left: 3"];
        assert!(checks.ends_with(&lines.map(str::to_owned)), "{checks:?}");
        assert!(
            !diagram(&AnyPosition::start_of(None), CastlingMode::Standard)
                .iter()
                .any(|line| line.starts_with("Variant"))
        );
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
        let lines = perft(&counts, &plain().moves);
        assert_eq!(lines.len(), 22);
        assert_eq!(lines[20..], ["", "Nodes searched: 400"]);
        assert!(lines.contains(&"e2e4: 20".to_owned()));
    }
}

//! The moves of a root that is in the tables, ranked so that the best of them keep the result and come
//! nearer to the end.
//!
//! The result of a position alone does not win it: one winning move after the other may lead nowhere,
//! until the fifty-move rule or a repetition makes a draw. So moves are judged by the distance to the
//! next capture or pawn move and by how much of the fifty moves is used. While there is time enough all
//! moves that win are as good, and the search chooses; once it has dallied or repeated a position, only
//! the shortest way is. The idea is Stockfish's.

use crate::board::{KeyHistory, Position};
use crate::tablebase::{Tablebases, WdlScore};
use crate::types::{Move, Score};

use crate::search::tree::tablebase_config::CURSED_WIN_SCORE;

/// The rank of a move that wins or loses for sure.
const CERTAIN: i32 = 1 << 18;
/// The rank about which moves lie whose result the fifty-move rule may change.
const UNCERTAIN: i32 = CERTAIN / 2;
/// Plies that the search may take to win by its own ways before it goes the shortest one.
const PATIENCE: i32 = 20;

/// What the tables say about a move of the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedMove {
    /// The move.
    pub m: Move,
    /// The higher the better.
    pub rank: i32,
    /// How it ends.
    pub score: Score,
}

/// What they say about all of them.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    /// Every legal move.
    pub moves: Vec<RankedMove>,
    /// Whether the ranks know how far it is to the next capture or pawn move.
    pub by_distance: bool,
}

impl Ranking {
    /// Whether the best move wins.
    pub(crate) fn is_won(&self) -> bool {
        let best = self.moves.iter().max_by_key(|ranked| ranked.rank);
        best.is_some_and(|ranked| ranked.rank > 0)
    }
}

/// Ranks the moves of a position that came about by `history`, by distance if all tables for that are
/// there, else by result; `None` if there are not even those.
pub(crate) fn rank(
    tables: &Tablebases,
    root: &Position,
    history: &KeyHistory,
    fifty_move_rule: bool,
) -> Option<Ranking> {
    if root.castling().any() {
        return None;
    }
    let moves = root.legal_moves();
    let clock = i32::from(root.halfmove_clock());
    let hurry = clock >= PATIENCE || history.has_repetition(root);
    let mut keys = history.clone();
    keys.push(root.key());
    let by_distance = moves.iter().map(|&m| {
        let next = root.after(m);
        let distance = match is_draw(&next, &keys) {
            true => 0,
            false => distance_by(tables, &next)?,
        };
        Some(judge(m, distance, clock, hurry, fifty_move_rule))
    });
    if let Some(moves) = by_distance.collect::<Option<Vec<_>>>() {
        return Some(Ranking {
            moves,
            by_distance: true,
        });
    }
    let by_result = moves.iter().map(|&m| {
        let next = root.after(m);
        let wdl = match is_draw(&next, &keys) {
            true => WdlScore::Draw,
            false => tables.probe_wdl(&next)?.flipped(),
        };
        Some(judge_result(m, wdl, fifty_move_rule))
    });
    Some(Ranking {
        moves: by_result.collect::<Option<Vec<_>>>()?,
        by_distance: false,
    })
}

/// How many plies it takes the side that has moved to capture, to move a pawn or to mate, its move
/// included; negative if it is the other side that does, 0 for a draw.
pub(crate) fn distance_by(tables: &Tablebases, next: &Position) -> Option<i32> {
    if next.in_check() && !next.has_legal_move() {
        return Some(1);
    }
    if next.halfmove_clock() == 0 {
        return Some(tables.probe_wdl(next)?.flipped().dtz_before_zeroing());
    }
    let distance = -tables.probe_dtz(next)?;
    Some(distance + distance.signum())
}

/// Whether the game is drawn by a move of the root that does not mate.
fn is_draw(next: &Position, keys: &KeyHistory) -> bool {
    let mated = next.in_check() && !next.has_legal_move();
    !mated && (next.is_fifty_move_draw() || keys.is_search_draw(next, 1))
}

/// Ranks a move with this distance where so many plies of the fifty moves are used already.
fn judge(m: Move, distance: i32, clock: i32, hurry: bool, fifty_move_rule: bool) -> RankedMove {
    let plies = distance.abs() + clock;
    // The distance may be a ply too small.
    let certain = plies < 100 || !fifty_move_rule;
    let decisive = plies <= 100 || !fifty_move_rule;
    let rank = match distance.signum() {
        1 if certain && hurry => CERTAIN - distance,
        1 if certain => CERTAIN,
        1 => UNCERTAIN - plies,
        0 => 0,
        // A loser plays for the fifty-move rule as soon as it is in sight.
        _ if plies - distance < 100 || !fifty_move_rule => -CERTAIN,
        _ => plies - UNCERTAIN,
    };
    let score = match (distance.signum(), decisive) {
        (0, _) => Score::DRAW,
        (1, true) => Score::tablebase_win_in(0),
        (1, false) => Score::DRAW + CURSED_WIN_SCORE,
        (_, true) => -Score::tablebase_win_in(0),
        (_, false) => Score::DRAW - CURSED_WIN_SCORE,
    };
    RankedMove { m, rank, score }
}

fn judge_result(m: Move, wdl: WdlScore, fifty_move_rule: bool) -> RankedMove {
    let (rank, score) = match wdl {
        WdlScore::Win => (CERTAIN, Score::tablebase_win_in(0)),
        WdlScore::CursedWin if !fifty_move_rule => (CERTAIN - 1, Score::tablebase_win_in(0)),
        WdlScore::CursedWin => (1, Score::DRAW + CURSED_WIN_SCORE),
        WdlScore::Draw => (0, Score::DRAW),
        WdlScore::BlessedLoss if !fifty_move_rule => (1 - CERTAIN, -Score::tablebase_win_in(0)),
        WdlScore::BlessedLoss => (-1, Score::DRAW - CURSED_WIN_SCORE),
        WdlScore::Loss => (-CERTAIN, -Score::tablebase_win_in(0)),
    };
    RankedMove { m, rank, score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;
    use crate::types::{MoveKind, Square};

    const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

    fn judged(distance: i32, clock: i32, hurry: bool) -> RankedMove {
        let any = Move::new(Square::E1, Square::H1, MoveKind::Quiet);
        judge(any, distance, clock, hurry, true)
    }

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, CastlingMode::Standard).unwrap().0
    }

    #[test]
    fn wins_are_alike_while_there_is_time_and_short_ones_better_when_there_is_not() {
        let rank = |distance, clock, hurry| judged(distance, clock, hurry).rank;
        assert_eq!(rank(3, 10, false), rank(30, 10, false));
        assert!(rank(3, 30, true) > rank(5, 30, true));
        // A sure win before one that may be a ply too long, that before one that is too long, and that
        // before a draw.
        let clock = 90;
        for hurry in [false, true] {
            let ranks = [9, 10, 11, 20].map(|distance| rank(distance, clock, hurry));
            assert!(ranks.is_sorted_by(|a, b| a > b), "{ranks:?}");
            assert!(ranks[3] > rank(0, clock, hurry));
        }
        assert_eq!(judged(10, 90, false).score, Score::tablebase_win_in(0));
        assert_eq!(judged(11, 90, false).score, Score::DRAW + CURSED_WIN_SCORE);
    }

    #[test]
    fn losses_are_alike_unless_the_fifty_move_rule_may_save_the_game() {
        let rank = |distance, clock| judged(distance, clock, false).rank;
        assert_eq!(rank(-3, 10), rank(-30, 10));
        assert!(rank(-30, 60) > rank(-28, 60));
        assert!(rank(-50, 60) > rank(-3, 60) && rank(-50, 60) < 0);
        assert!(judged(-30, 60, false).score.is_loss());
        assert_eq!(judged(-50, 60, false).score, Score::DRAW - CURSED_WIN_SCORE);
        // Without the rule all are lost.
        let m = judged(-50, 60, false).m;
        assert!(judge(m, -50, 60, false, false).score.is_loss());
    }

    #[test]
    fn after_a_repetition_only_the_shortest_win_is_best() {
        let (tables, _) = Tablebases::open(TABLES);
        let best = |root: &Position, history: &KeyHistory| {
            let ranking = rank(&tables, root, history, true).unwrap();
            let best = ranking.moves.iter().map(|ranked| ranked.rank).max();
            let moves = ranking.moves.iter();
            moves.filter(|ranked| Some(ranked.rank) == best).count()
        };
        let mut root = position("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
        let mut history = KeyHistory::default();
        let patient = best(&root, &history);
        for text in ["a1a2", "e5e4", "a2a1", "e4e5"] {
            history.push(root.key());
            root = root.after(root.parse_move(text).unwrap());
        }
        assert!(history.has_repetition(&root));
        assert!(best(&root, &history) < patient);
        assert!(best(&root, &KeyHistory::default()) == patient);
    }

    #[test]
    fn a_move_that_draws_by_repetition_is_no_win() {
        let (tables, _) = Tablebases::open(TABLES);
        let mut root = position("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
        let mut history = KeyHistory::default();
        for text in [
            "a1a2", "e5e4", "a2a1", "e4e5", "a1a2", "e5e4", "a2a1", "e4e5",
        ] {
            history.push(root.key());
            root = root.after(root.parse_move(text).unwrap());
        }
        let third = root.parse_move("a1a2").unwrap();
        let ranking = rank(&tables, &root, &history, true).unwrap();
        let ranked = ranking.moves.iter().find(|ranked| ranked.m == third);
        assert_eq!(ranked.unwrap().score, Score::DRAW);
        assert!(ranking.is_won());
    }
}

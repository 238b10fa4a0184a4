//! Ranks the root moves by the tablebases, so that the best moves keep the result and make progress.
//!
//! The result of a position alone does not win it: a series of winning moves may make no progress until
//! the fifty-move rule or a repetition draws the game. So the rank depends on the distance to the next
//! capture or pawn move (DTZ) and on the halfmove clock. While there is time enough, all winning moves
//! rank equal, and the search chooses; after some plies without progress or after a repetition only
//! the shortest win ranks first. The idea is from Stockfish.

use crate::board::{KeyHistory, Position};
use crate::tablebase::{Tablebases, WdlScore};
use crate::types::{Move, Score};

use crate::search::tree::tablebase_config::CURSED_WIN_SCORE;

/// Rank of a certain win; negative for a certain loss.
const CERTAIN: i32 = 1 << 18;
/// Base rank of moves whose result the fifty-move rule may change.
const UNCERTAIN: i32 = CERTAIN / 2;
/// Halfmove clock from which on only the shortest win ranks first.
const PATIENCE: i32 = 20;

/// A root move ranked by the tablebases.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankedMove {
    pub m: Move,
    /// Higher ranks are better.
    pub rank: i32,
    /// The score by the tablebases.
    pub score: Score,
}

/// The ranks of all root moves.
#[derive(Clone, Debug)]
pub(crate) struct Ranking {
    /// All legal moves.
    pub moves: Vec<RankedMove>,
    /// Whether the ranks are by distance (DTZ), not by result (WDL) alone.
    pub by_distance: bool,
}

impl Ranking {
    /// Whether the best move wins.
    pub(crate) fn is_won(&self) -> bool {
        let best = self.moves.iter().max_by_key(|ranked| ranked.rank);
        best.is_some_and(|ranked| ranked.rank > 0)
    }
}

/// Ranks the moves of `root` after the game `history`: by distance if the DTZ tables are available, by
/// result if only the WDL tables are; `None` if neither are.
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
    let only_shortest = clock >= PATIENCE || history.has_repetition(root);
    let mut keys = history.clone();
    keys.push(root.key());
    let by_distance = moves.iter().map(|&m| {
        let next = root.after(m);
        let distance = if is_draw(&next, &keys) {
            0
        } else {
            signed_distance(tables, &next)?
        };
        Some(rank_by_distance(
            m,
            distance,
            clock,
            only_shortest,
            fifty_move_rule,
        ))
    });
    if let Some(moves) = by_distance.collect::<Option<Vec<_>>>() {
        return Some(Ranking {
            moves,
            by_distance: true,
        });
    }
    let by_result = moves.iter().map(|&m| {
        let next = root.after(m);
        let wdl = if is_draw(&next, &keys) {
            WdlScore::Draw
        } else {
            tables.probe_wdl(&next)?.flipped()
        };
        Some(rank_by_result(m, wdl, fifty_move_rule))
    });
    Some(Ranking {
        moves: by_result.collect::<Option<Vec<_>>>()?,
        by_distance: false,
    })
}

/// The distance in plies, including the move just made, to the next capture, pawn move or mate: positive
/// if the side that moved wins, negative if it loses, 0 for a draw.
pub(crate) fn signed_distance(tables: &Tablebases, next: &Position) -> Option<i32> {
    if next.in_check() && !next.has_legal_move() {
        return Some(1);
    }
    if next.halfmove_clock() == 0 {
        return Some(tables.probe_wdl(next)?.flipped().dtz_before_zeroing());
    }
    let distance = -tables.probe_dtz(next)?;
    Some(distance + distance.signum())
}

/// Whether a root move draws the game by the fifty-move rule or by repetition.
fn is_draw(next: &Position, keys: &KeyHistory) -> bool {
    let mated = next.in_check() && !next.has_legal_move();
    !mated && (next.is_fifty_move_draw() || keys.is_search_draw(next, 1))
}

/// Ranks a move by its distance and the halfmove clock of the root.
fn rank_by_distance(
    m: Move,
    distance: i32,
    clock: i32,
    only_shortest: bool,
    fifty_move_rule: bool,
) -> RankedMove {
    let plies = distance.abs() + clock;
    // The distance may be one ply too small.
    let certain = plies < 100 || !fifty_move_rule;
    let decisive = plies <= 100 || !fifty_move_rule;
    let rank = match distance.signum() {
        1 if certain && only_shortest => CERTAIN - distance,
        1 if certain => CERTAIN,
        1 => UNCERTAIN - plies,
        0 => 0,
        // The losing side plays for the fifty-move rule as soon as it is within reach.
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

fn rank_by_result(m: Move, wdl: WdlScore, fifty_move_rule: bool) -> RankedMove {
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
    use crate::board::test_util::position;
    use crate::types::{MoveKind, Square};

    const TABLEBASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

    fn ranked(distance: i32, clock: i32, only_shortest: bool) -> RankedMove {
        let any = Move::new(Square::E1, Square::H1, MoveKind::Quiet);
        rank_by_distance(any, distance, clock, only_shortest, true)
    }

    #[test]
    fn wins_rank_equal_until_only_the_shortest_counts() {
        let rank = |distance, clock, only_shortest| ranked(distance, clock, only_shortest).rank;
        assert_eq!(rank(3, 10, false), rank(30, 10, false));
        assert!(rank(3, 30, true) > rank(5, 30, true));
        // Order: a certain win, a win that may be a ply too long, a win that is too long, a draw.
        let clock = 90;
        for only_shortest in [false, true] {
            let ranks = [9, 10, 11, 20].map(|distance| rank(distance, clock, only_shortest));
            assert!(ranks.is_sorted_by(|a, b| a > b), "{ranks:?}");
            assert!(ranks[3] > rank(0, clock, only_shortest));
        }
        assert_eq!(ranked(10, 90, false).score, Score::tablebase_win_in(0));
        assert_eq!(ranked(11, 90, false).score, Score::DRAW + CURSED_WIN_SCORE);
    }

    #[test]
    fn losses_rank_equal_unless_the_fifty_move_rule_saves_the_game() {
        let rank = |distance, clock| ranked(distance, clock, false).rank;
        assert_eq!(rank(-3, 10), rank(-30, 10));
        assert!(rank(-30, 60) > rank(-28, 60));
        assert!(rank(-50, 60) > rank(-3, 60) && rank(-50, 60) < 0);
        assert!(ranked(-30, 60, false).score.is_loss());
        assert_eq!(ranked(-50, 60, false).score, Score::DRAW - CURSED_WIN_SCORE);
        // Without the rule every loss is a loss.
        let m = ranked(-50, 60, false).m;
        assert!(rank_by_distance(m, -50, 60, false, false).score.is_loss());
    }

    #[test]
    fn after_a_repetition_only_the_shortest_win_ranks_first() {
        let (tables, _) = Tablebases::open(TABLEBASES);
        let best = |root: &Position, history: &KeyHistory| {
            let ranking = rank(&tables, root, history, true).unwrap();
            let best = ranking.moves.iter().map(|ranked| ranked.rank).max();
            let moves = ranking.moves.iter();
            moves.filter(|ranked| Some(ranked.rank) == best).count()
        };
        let mut root = position("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
        let mut history = KeyHistory::default();
        let before = best(&root, &history);
        for text in ["a1a2", "e5e4", "a2a1", "e4e5"] {
            history.push(root.key());
            root = root.after(root.parse_move(text).unwrap());
        }
        assert!(history.has_repetition(&root));
        assert!(best(&root, &history) < before);
        assert!(best(&root, &KeyHistory::default()) == before);
    }

    #[test]
    fn a_repetition_ranks_as_a_draw() {
        let (tables, _) = Tablebases::open(TABLEBASES);
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

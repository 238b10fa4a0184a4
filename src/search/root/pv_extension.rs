//! Extends principal variations that reach the tablebases, to show how the game is won beyond the
//! depth of the search.

use std::collections::HashMap;
use std::time::Duration;

use crate::board::{Position, Rules};
use crate::search::root::tablebase_ranking::signed_distance;
use crate::search::time::manager::TimeManager;
use crate::tablebase::Tablebases;
use crate::types::{MAX_PLY, Move, Score, ScoreKind};

/// Extensions may use this part (1/20) of the search time.
const TIME_DIVISOR: u32 = 20;

/// Extends principal variations by tablebase moves within a time budget.
#[derive(Default)]
pub(crate) struct PvExtension {
    /// Best moves of the positions probed so far, by key.
    best_moves: HashMap<u64, Option<Move>>,
    time_spent: Duration,
    /// The best line as last reported.
    best_line: Vec<Move>,
}

impl PvExtension {
    /// Notes the best line as it is reported.
    pub(crate) fn set_best_line(&mut self, pv: &[Move]) {
        pv.clone_into(&mut self.best_line);
    }

    /// The reply to a move in the best line as last reported; `None` if that begins with another move.
    pub(crate) fn reported_reply(&self, m: Move) -> Option<Move> {
        match self.best_line[..] {
            [first, reply, ..] if first == m => Some(reply),
            _ => None,
        }
    }

    /// Returns the principal variation `pv` from `root`. If its score is a tablebase win or loss, adds the
    /// best moves by the tablebases as far as time allows. From the first move that loses the result on,
    /// tablebase moves replace those of the line.
    pub(crate) fn extend<R: Rules>(
        &mut self,
        root: &Position<R>,
        pv: &[Move],
        score: Score,
        tablebases: &Tablebases,
        time: &TimeManager,
    ) -> Vec<Move> {
        let root_wins = match score.kind() {
            ScoreKind::TablebaseWin(_) => true,
            ScoreKind::TablebaseLoss(_) => false,
            _ => return pv.to_vec(),
        };
        // There are no tablebases of variants.
        let Some(root) = root.as_standard() else {
            return pv.to_vec();
        };
        let start = time.elapsed();
        let budget = (start / TIME_DIVISOR).saturating_sub(self.time_spent);
        let is_time_up = || time.elapsed() >= start + budget;
        let mut position = *root;
        let mut extended = Vec::with_capacity(MAX_PLY);
        for &m in pv {
            let next = position.after(m);
            // The winner is to move after every second move.
            let is_winner = root_wins != extended.len().is_multiple_of(2);
            if !extended.is_empty() && (is_time_up() || loses_result(tablebases, &next, is_winner))
            {
                break;
            }
            extended.push(m);
            position = next;
        }
        let is_complete = !is_time_up();
        while extended.len() < MAX_PLY && !position.is_fifty_move_draw() && !is_time_up() {
            let best_move = self.best_moves.entry(position.key());
            let Some(m) =
                *best_move.or_insert_with(|| best_move_by_distance(tablebases, &position))
            else {
                break;
            };
            extended.push(m);
            position = position.after(m);
        }
        self.time_spent += time.check_clock() - start;
        if is_complete { extended } else { pv.to_vec() }
    }
}

/// Whether the position is a draw, or won by the wrong side. The side to move should win if `is_winner`.
fn loses_result(tablebases: &Tablebases, position: &Position, is_winner: bool) -> bool {
    let wdl = tablebases.probe_wdl(position);
    wdl.is_some_and(|wdl| wdl as i8 == 0 || (wdl as i8 > 0) != is_winner)
}

/// The move with the shortest way to the next capture, pawn move or mate if the position is won, or with
/// the longest if it is lost; `None` if it is drawn.
fn best_move_by_distance(tablebases: &Tablebases, position: &Position) -> Option<Move> {
    let mut best = None;
    for m in position.legal_moves() {
        let distance = signed_distance(tablebases, &position.after(m))?;
        // Wins before draws before losses; short wins and long losses first.
        let value = match distance {
            0 => 0,
            1.. => i32::MAX - distance,
            ..0 => i32::MIN - distance,
        };
        if best.is_none_or(|(best_value, _)| value > best_value) {
            best = Some((value, m));
        }
    }
    best.filter(|&(value, _)| value != 0).map(|(_, m)| m)
}

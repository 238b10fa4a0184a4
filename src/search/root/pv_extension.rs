//! Lines that reach the endgame tables go on by them, so that the user sees how a game is won that the
//! search has not seen to its end.

use std::collections::HashMap;
use std::time::Duration;

use crate::board::Position;
use crate::search::root::tablebase_ranking::distance_by;
use crate::search::threads::worker::Worker;
use crate::tablebase::Tablebases;
use crate::types::{MAX_PLY, Move, Score, ScoreKind};

/// Which part of the time of a search may go into this.
const SHARE: u32 = 20;

/// What has been found out so far.
#[derive(Default)]
pub(crate) struct Extension {
    /// The move in positions met with, by key.
    moves: HashMap<u64, Option<Move>>,
    spent: Duration,
}

impl Worker<'_> {
    /// A line, and if its score is a tablebase win or loss what follows with best play, as far as there is
    /// time for it. From the first move on that gives the result away the tables replace the line.
    pub(crate) fn extended_line(&mut self, line: &[Move], score: Score) -> Vec<Move> {
        let wins = match score.kind() {
            ScoreKind::TablebaseWin(_) => true,
            ScoreKind::TablebaseLoss(_) => false,
            _ => return line.to_vec(),
        };
        let began = self.shared.time.elapsed();
        let allowed = (began / SHARE).saturating_sub(self.extension.spent);
        let is_late = || self.shared.time.elapsed() >= began + allowed;
        let tables = self.shared.tablebase_prober.tablebases;
        let mut position = self.root;
        let mut extended = Vec::with_capacity(MAX_PLY);
        for &m in line {
            let next = position.after(m);
            // The side to move wins after each second move.
            let should_win = wins != extended.len().is_multiple_of(2);
            if !extended.is_empty() && (is_late() || is_given_away(tables, &next, should_win)) {
                break;
            }
            extended.push(m);
            position = next;
        }
        let is_complete = !is_late();
        while extended.len() < MAX_PLY && !position.is_fifty_move_draw() && !is_late() {
            let known = self.extension.moves.entry(position.key());
            let Some(m) = *known.or_insert_with(|| shortest(tables, &position)) else {
                break;
            };
            extended.push(m);
            position = position.after(m);
        }
        self.extension.spent += self.shared.time.check_clock() - began;
        match is_complete {
            true => extended,
            false => line.to_vec(),
        }
    }
}

/// Whether the side to move has not the result it should have.
fn is_given_away(tables: &Tablebases, position: &Position, should_win: bool) -> bool {
    let wdl = tables.probe_wdl(position);
    wdl.is_some_and(|wdl| wdl as i8 == 0 || (wdl as i8 > 0) != should_win)
}

/// The move that comes to the next capture, pawn move or mate soonest, or puts it off for longest.
fn shortest(tables: &Tablebases, position: &Position) -> Option<Move> {
    let mut best = None;
    for m in position.legal_moves() {
        let distance = distance_by(tables, &position.after(m))?;
        // Won before drawn before lost; among won ones the nearest, among lost ones the farthest.
        let value = match distance {
            0 => 0,
            1.. => i32::MAX - distance,
            ..0 => i32::MIN - distance,
        };
        if best.is_none_or(|(other, _)| value > other) {
            best = Some((value, m));
        }
    }
    best.filter(|&(value, _)| value != 0).map(|(_, m)| m)
}

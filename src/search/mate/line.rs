//! The line of a proven mate, from the proof table.

use crate::board::Position;
use crate::search::mate::proof_search::ProofSearch;
use crate::search::mate::proof_table::Proof;
use crate::types::Move;

/// A walk through the proof finds a shorter mate than the table knew at most this often.
const MAX_WALKS: usize = 1000;

/// A node of a line and the move made there.
type Step = (Position, Move);

impl ProofSearch<'_> {
    /// The line from `root`, which begins with `m` and mates within `plies`, both sides playing their best. Nodes that
    /// the table has lost are searched again; the line ends early if the search is stopped meanwhile.
    pub(super) fn mate_line(&mut self, root: &Position, m: Move, plies: u8) -> Vec<Move> {
        let mut line = Vec::new();
        for _ in 0..MAX_WALKS {
            let steps = self.walk(root, m, plies);
            line = steps.iter().map(|&(_, m)| m).collect();
            if self.stopped || !self.shorten(&steps) {
                break;
            }
        }
        line
    }

    fn walk(&mut self, root: &Position, first: Move, plies: u8) -> Vec<Step> {
        let mut steps = vec![(*root, first)];
        self.count(0, first);
        let mut position = root.after(first);
        let mut plies = plies - 1;
        while position.has_legal_move() && plies > 0 {
            let next = if position.side_to_move() == self.attacker {
                self.mating_move(&position, plies, steps.len())
            } else {
                self.longest_defence(&position, plies, steps.len())
            };
            let Some((m, left)) = next else {
                break;
            };
            self.count(steps.len(), m);
            steps.push((position, m));
            position = position.after(m);
            plies = left;
        }
        steps
    }

    /// The move that mates within `plies` and the plies left after it.
    fn mating_move(&mut self, position: &Position, plies: u8, ply: usize) -> Option<(Move, u8)> {
        let key = self.key(position);
        let length = match self.table.probe(key, plies) {
            Some(Proof::Mate(length)) => length,
            _ => self.solve_below(position, plies, ply)?,
        };
        let m = self.table.best_move(key)?;
        let is_legal = position.legal_moves().contains(&m);
        is_legal.then_some((m, length.saturating_sub(1)))
    }

    /// The defence that lasts longest and the plies left after it.
    fn longest_defence(
        &mut self,
        position: &Position,
        plies: u8,
        ply: usize,
    ) -> Option<(Move, u8)> {
        let mut longest = None;
        for &m in &position.legal_moves() {
            let next = position.after(m);
            let length = match self.table.probe(self.key(&next), plies - 1) {
                Some(Proof::Mate(length)) => length,
                _ => {
                    self.count(ply, m);
                    self.solve_below(&next, plies - 1, ply + 1)?
                }
            };
            if longest.is_none_or(|(_, most)| length > most) {
                longest = Some((m, length));
            }
        }
        longest
    }

    /// Updates the lengths of the nodes of a line from its end on: a mate that was found in another line may be shorter
    /// than the one they were proven by. Returns whether one became shorter, since then the line is not the best.
    fn shorten(&mut self, steps: &[Step]) -> bool {
        let mut is_shorter = false;
        for (position, m) in steps.iter().skip(1).rev() {
            let key = self.key(position);
            let length = if position.side_to_move() == self.attacker {
                self.known_length(&position.after(*m))
                    .map(|length| length + 1)
            } else {
                self.length_of_all(position).map(|length| length + 1)
            };
            let known = self.known_length(position);
            if let Some(length) = length
                && known.is_none_or(|known| length < known)
            {
                is_shorter |= known.is_some();
                self.table.store(key, length, Proof::Mate(length), Some(*m));
            }
        }
        is_shorter
    }

    /// The length of the known mate in a position.
    fn known_length(&self, position: &Position) -> Option<u8> {
        if position.side_to_move() != self.attacker && !position.has_legal_move() {
            return position.in_check().then_some(0);
        }
        match self.table.probe(self.key(position), u8::MAX) {
            Some(Proof::Mate(length)) => Some(length),
            _ => None,
        }
    }

    /// The length of the longest known mate after the moves of the defender; `None` if one has none.
    fn length_of_all(&self, position: &Position) -> Option<u8> {
        let moves = position.legal_moves();
        let lengths = moves.iter().map(|&m| self.known_length(&position.after(m)));
        lengths.collect::<Option<Vec<u8>>>()?.into_iter().max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;
    use crate::search::mate::proof_table::ProofTable;
    use crate::types::MAX_PLY;

    #[test]
    fn the_current_line_is_legal_while_a_mate_is_proven_again() {
        let fen = "8/1B6/8/5p2/8/8/5Qrq/1K1R2bk w - - 0 1";
        let (root, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let key_move = root.parse_move("f2a7").unwrap();
        let mut current = [None; MAX_PLY];
        let mut count_node = |ply: usize, m| {
            current[ply] = Some(m);
            current[..=ply].iter().flatten().fold(root, |position, &m| {
                assert!(
                    position.legal_moves().contains(&m),
                    "{:?}",
                    &current[..=ply]
                );
                position.after(m)
            });
            false
        };
        // An empty table: the whole line is lost.
        let mut search = ProofSearch {
            table: &mut ProofTable::new(1),
            attacker: root.side_to_move(),
            root_moves: &[key_move],
            repeated: &[],
            clock_in_key: false,
            count_node: &mut count_node,
            refutations: [None; MAX_PLY],
            stopped: false,
        };
        assert_eq!(search.mate_line(&root, key_move, 5).len(), 5);
    }
}

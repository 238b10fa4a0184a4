//! Depth-first proof-number search (df-pn, A. Nagai 2002,
//! <https://www.chessprogramming.org/Proof-Number_Search#Depth-First_PNS>) for a mate within a number of plies.
//!
//! The attacker needs one move that mates (OR node), the defender one that avoids the mate (AND node). The proof number
//! of a node is the least number of leaves that must be won to prove the mate, the disproof number that to exclude it.
//! The search always expands where the least is missing, so it follows checks and threats that leave few replies first,
//! yet leaves out no move. A leaf after a move of the attacker starts with the number of replies as its proof number
//! (mobility initialisation, <https://www.chessprogramming.org/Proof-Number_Search#Enhancements>).
//!
//! Every move lowers the number of plies left, so that no position depends on the way to it: a forced mate of least
//! length never repeats a position. Only what happened before the root can make a position a draw, and the fifty-move
//! rule.

use crate::board::{FIFTY_MOVES, Position, mix_bits};
use crate::search::mate::checks::CheckInfo;
use crate::search::mate::proof_table::{INFINITE, MAX_OPEN, Proof, ProofTable};
use crate::types::{Color, MAX_PLY, Move, PieceType};

/// A child is searched until its number exceeds that of the second best by this part (a quarter), not at once: this
/// saves changes between the two (the 1 + ε trick of Pawlewicz and Lew, 2007).
const THRESHOLD_DIVISOR: u32 = 4;

/// Makes a move the last of the current line, at its ply, and counts the node that it leads to. Returns whether the
/// search must stop.
pub(super) type NodeCounter<'a> = &'a mut dyn FnMut(usize, Move) -> bool;

/// The result of a node. `phi` and `delta` are its proof and disproof number from the view of the side to move: `phi`
/// is 0 if that side reaches its goal, `delta` if the other side does.
#[derive(Clone, Copy)]
pub(super) struct NodeValue {
    phi: u32,
    delta: u32,
    /// Plies to the mate, if it is proven.
    length: u8,
    best_move: Option<Move>,
}

/// A move of a node and the value of the position behind it, from the view of the side to move there.
#[derive(Clone, Copy)]
struct Child {
    m: Move,
    phi: u32,
    delta: u32,
    length: u8,
}

/// The search for a mate by one side within a number of plies.
pub(super) struct ProofSearch<'a> {
    pub(super) table: &'a mut ProofTable,
    pub(super) attacker: Color,
    /// The root moves to search.
    pub(super) root_moves: &'a [Move],
    /// Positions that are drawn by repetition when they occur once more.
    pub(super) repeated: &'a [u64],
    /// The fifty-move rule matters: positions with different clocks differ.
    pub(super) clock_in_key: bool,
    pub(super) count_node: NodeCounter<'a>,
    /// The last move at each ply that avoided a mate.
    pub(super) refutations: [Option<Move>; MAX_PLY],
    pub(super) stopped: bool,
}

/// Whether the fifty-move rule may end the game within `plies`.
pub(super) fn fifty_moves_matter(root: &Position, plies: u8) -> bool {
    root.halfmove_clock().saturating_add(plies.into()) >= FIFTY_MOVES
}

impl ProofSearch<'_> {
    /// Looks for a mate within `plies` from the root. Without result if it is stopped; the next call continues from the
    /// table. The move of a mate is that of the side to move.
    pub(super) fn solve(&mut self, root: &Position, plies: u8) -> Option<(Proof, Option<Move>)> {
        let value = self.search(root, plies, (INFINITE, INFINITE), 0);
        let is_or_node = root.side_to_move() == self.attacker;
        proof_of(&value, is_or_node).map(|proof| (proof, value.best_move))
    }

    /// Solves a position below the root, to complete a line at `ply`.
    pub(super) fn solve_below(&mut self, position: &Position, plies: u8, ply: usize) -> Option<u8> {
        let value = self.search(position, plies, (INFINITE, INFINITE), ply);
        match proof_of(&value, position.side_to_move() == self.attacker) {
            Some(Proof::Mate(length)) => Some(length),
            _ => None,
        }
    }

    /// The key of a position in the table.
    #[inline]
    pub(super) fn key(&self, position: &Position) -> u64 {
        const BLACK_ATTACKS: u64 = mix_bits(1);
        let mut key = position.key();
        if self.attacker == Color::Black {
            key ^= BLACK_ATTACKS;
        }
        if self.clock_in_key {
            key ^= mix_bits(2 + u64::from(position.halfmove_clock()));
        }
        key
    }

    /// Whether the attacker cannot mate any more: the position is a draw, or a bare king is left.
    fn is_safe(&self, position: &Position) -> bool {
        position.is_fifty_move_draw()
            || position.has_insufficient_material()
            || position.of_color(self.attacker) == position.pieces(self.attacker, PieceType::King)
            || self.repeated.contains(&position.key())
    }

    /// Searches a node until its value reaches a threshold or it is solved (`MID` of the papers).
    fn search(
        &mut self,
        position: &Position,
        plies: u8,
        (phi_threshold, delta_threshold): (u32, u32),
        ply: usize,
    ) -> NodeValue {
        let is_or_node = position.side_to_move() == self.attacker;
        let mut children = Vec::new();
        let decided = if is_or_node {
            self.expand_or_node(position, plies, ply, &mut children)
        } else {
            self.expand_and_node(position, plies, ply, &mut children)
        };
        if let Some(value) = decided {
            self.store(position, plies, &value, ply);
            return value;
        }
        loop {
            let selection = Selection::new(&children);
            let value = selection.value(&children, is_or_node);
            let is_reached = value.phi >= phi_threshold || value.delta >= delta_threshold;
            if is_reached || self.stopped || value.phi == 0 || value.delta == 0 {
                self.store(position, plies, &value, ply);
                return value;
            }
            let child = &mut children[selection.best];
            let margin = 1 + selection.second / THRESHOLD_DIVISOR;
            let thresholds = (
                if delta_threshold == INFINITE {
                    INFINITE
                } else {
                    delta_threshold - (value.delta - child.phi)
                },
                phi_threshold.min(selection.second + margin),
            );
            self.count(ply, child.m);
            let result = self.search(&position.after(child.m), plies - 1, thresholds, ply + 1);
            (child.phi, child.delta) = (result.phi, result.delta);
            child.length = result.length;
        }
    }

    /// Makes `m` the move at `ply` of the current line and counts the node that it leads to.
    pub(super) fn count(&mut self, ply: usize, m: Move) {
        self.stopped |= (self.count_node)(ply, m);
    }

    /// Stores the value of a node. The root is not stored: it may be searched with some of its moves only.
    fn store(&mut self, position: &Position, plies: u8, value: &NodeValue, ply: usize) {
        let is_or_node = position.side_to_move() == self.attacker;
        if !is_or_node && value.phi == 0 {
            self.refutations[ply] = value.best_move;
        }
        if ply == 0 {
            return;
        }
        let open = || {
            let (proof_number, disproof_number) = if is_or_node {
                (value.phi, value.delta)
            } else {
                (value.delta, value.phi)
            };
            Proof::Open {
                proof_number,
                disproof_number,
            }
        };
        let proof = proof_of(value, is_or_node).unwrap_or_else(open);
        let key = self.key(position);
        self.table.store(key, plies, proof, value.best_move);
    }

    /// Whether a move is searched at `ply`.
    fn is_searched(&self, m: Move, ply: usize) -> bool {
        ply > 0 || self.root_moves.contains(&m)
    }

    /// Evaluates the moves of the attacker. Checks come first; with one ply left only they can mate. Returns the value
    /// of the node if it is decided by one of them.
    fn expand_or_node(
        &mut self,
        position: &Position,
        plies: u8,
        ply: usize,
        children: &mut Vec<Child>,
    ) -> Option<NodeValue> {
        let checks = CheckInfo::new(position);
        let moves = position.legal_moves();
        for is_check in [true, false] {
            for &m in &moves {
                if checks.may_give_check(position, m) != is_check || !self.is_searched(m, ply) {
                    continue;
                }
                match self.evaluate_attack(&position.after(m), m, plies - 1, ply) {
                    Some(child) if child.delta == 0 => {
                        return Some(NodeValue {
                            phi: 0,
                            delta: INFINITE,
                            length: child.length + 1,
                            best_move: Some(m),
                        });
                    }
                    Some(child) => children.push(child),
                    None => {}
                }
                if self.stopped {
                    // The other moves keep the node open.
                    children.push(Child {
                        m,
                        phi: 1,
                        delta: 1,
                        length: 0,
                    });
                    return None;
                }
            }
            if plies == 1 {
                break;
            }
        }
        let best_move = self.table.best_move(self.key(position));
        move_to_front(children, best_move);
        None
    }

    /// The value of the position after a move of the attacker; `None` if it certainly does not mate within `plies`.
    fn evaluate_attack(
        &mut self,
        next: &Position,
        m: Move,
        plies: u8,
        ply: usize,
    ) -> Option<Child> {
        let known = self.table.probe(self.key(next), plies);
        let child = |phi, delta, length| Child {
            m,
            phi,
            delta,
            length,
        };
        match known {
            Some(Proof::Mate(length)) => return Some(child(INFINITE, 0, length)),
            Some(Proof::NoMate) => return None,
            Some(Proof::Open {
                proof_number,
                disproof_number,
            }) => return Some(child(disproof_number, proof_number, 0)),
            None => {}
        }
        self.count(ply, m);
        if plies == 0 && !next.in_check() {
            return None;
        }
        match next.count_legal_moves() as u32 {
            0 if next.in_check() => Some(child(INFINITE, 0, 0)),
            0 => None,
            _ if plies == 0 || self.is_safe(next) => None,
            replies => Some(child(1, replies, 0)),
        }
    }

    /// Looks up the replies of the defender. Returns the value of the node if one of them is known to avoid the mate.
    fn expand_and_node(
        &mut self,
        position: &Position,
        plies: u8,
        ply: usize,
        children: &mut Vec<Child>,
    ) -> Option<NodeValue> {
        for &m in &position.legal_moves() {
            if !self.is_searched(m, ply) {
                continue;
            }
            let next = position.after(m);
            let known = match plies {
                0 => Some(Proof::NoMate),
                _ => self.table.probe(self.key(&next), plies - 1),
            };
            let (phi, delta, length) = match known {
                Some(Proof::Mate(length)) => (0, INFINITE, length),
                Some(Proof::Open {
                    proof_number,
                    disproof_number,
                }) => (proof_number, disproof_number, 0),
                None if !self.is_safe(&next) => (1, 1, 0),
                Some(Proof::NoMate) | None => {
                    return Some(NodeValue {
                        phi: 0,
                        delta: INFINITE,
                        length: 0,
                        best_move: Some(m),
                    });
                }
            };
            children.push(Child {
                m,
                phi,
                delta,
                length,
            });
        }
        move_to_front(children, self.refutations[ply]);
        let best_move = self.table.best_move(self.key(position));
        move_to_front(children, best_move);
        None
    }
}

/// The proof that the value of a node gives.
fn proof_of(value: &NodeValue, is_or_node: bool) -> Option<Proof> {
    match (value.phi, value.delta) {
        (0, _) if is_or_node => Some(Proof::Mate(value.length)),
        (_, 0) if !is_or_node => Some(Proof::Mate(value.length)),
        (0, _) | (_, 0) => Some(Proof::NoMate),
        _ => None,
    }
}

fn move_to_front(children: &mut [Child], m: Option<Move>) {
    if let Some(i) = children.iter().position(|child| Some(child.m) == m) {
        children[..=i].rotate_right(1);
    }
}

/// The children of a node as the selection of the next one sees them.
struct Selection {
    /// Index of the child with the least `delta`.
    best: usize,
    /// The least and the second least `delta`.
    least: u32,
    second: u32,
    /// The sum of `phi`.
    sum: u32,
}

impl Selection {
    fn new(children: &[Child]) -> Selection {
        let mut selection = Selection {
            best: 0,
            least: INFINITE,
            second: INFINITE,
            sum: 0,
        };
        for (i, child) in children.iter().enumerate() {
            if child.delta < selection.least {
                selection.second = selection.least;
                (selection.least, selection.best) = (child.delta, i);
            } else {
                selection.second = selection.second.min(child.delta);
            }
            selection.sum = selection.sum.saturating_add(child.phi);
        }
        selection
    }

    /// The value of the node: `phi` is the least `delta` of a child, `delta` the sum of `phi`.
    fn value(&self, children: &[Child], is_or_node: bool) -> NodeValue {
        let best = children.get(self.best);
        if self.least == 0 {
            return NodeValue {
                phi: 0,
                delta: INFINITE,
                length: best.map_or(0, |child| child.length + 1),
                best_move: best.map(|child| child.m),
            };
        }
        if self.sum == 0 {
            // The side to move fails whatever it plays. A mated side plays the longest line.
            let longest = children.iter().max_by_key(|child| child.length);
            return NodeValue {
                phi: INFINITE,
                delta: 0,
                length: longest
                    .filter(|_| !is_or_node)
                    .map_or(0, |child| child.length + 1),
                best_move: longest.map(|child| child.m),
            };
        }
        NodeValue {
            phi: self.least.min(MAX_OPEN),
            delta: self.sum.min(MAX_OPEN),
            length: 0,
            best_move: best.map(|child| child.m),
        }
    }
}

//! The answer when the limits leave no time even for the first root move.

use crate::eval::EvalRules;
use crate::search::ordering::move_picker::MovePicker;
use crate::search::threads::worker::Worker;
use crate::types::{Move, Score};

impl<R: EvalRules> Worker<'_, R> {
    /// Unless some root move has been searched, puts the first move in the move order first, with the evaluation of
    /// the position after it as its score.
    pub(crate) fn evaluate_unsearched_root(&mut self) {
        if self.root_moves[0].score != Score::NEG_INFINITE {
            return;
        }
        self.pv_index = 0;
        let Some(m) = self.first_ordered_move() else {
            return;
        };
        let score = self.evaluate_root_move(m);
        if let Some(i) = self
            .root_moves
            .iter()
            .position(|root_move| root_move.m == m)
        {
            self.root_moves[..=i].rotate_right(1);
            self.root_moves[0].score = score;
        }
    }

    /// The first root move in the move order of all nodes: TT move, good captures, quiet moves by history.
    fn first_ordered_move(&mut self) -> Option<Move> {
        let root = self.root;
        let tt_entry = self.shared.tt.probe(self.tt_key(&root));
        let tt_move = tt_entry.and_then(|tt_entry| tt_entry.best_move);
        let history_key = self.quiet_history_key(&root, 0);
        let mut picker = MovePicker::new(tt_move, Default::default(), history_key);
        std::iter::from_fn(|| picker.next(&root, &self.thread_data.histories))
            .find(|&m| self.is_root_candidate(m))
    }

    /// The score of a root move without a search: the result if it ends the game, else the evaluation.
    fn evaluate_root_move(&mut self, m: Move) -> Score {
        let root = self.root;
        let mut next = root;
        self.thread_data.evaluator.make_move(&mut next, m, 0);
        self.keys.push(root.key());
        let is_draw = self.is_draw(&next, 1);
        self.keys.pop();
        let ended = next.end_by_rule();
        let ended = ended.or_else(|| (!next.has_legal_move()).then(|| next.end_without_moves()));
        if let Some(outcome) = ended {
            -self.outcome_score(&next, outcome, 1)
        } else if is_draw {
            -self.draw_score(1)
        } else {
            -self.evaluate(&next, 1)
        }
    }
}

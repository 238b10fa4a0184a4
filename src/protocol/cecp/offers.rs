//! When the engine gives a game up, and when it offers a draw or takes one.
//!
//! Claims of a draw that the rules give are no judgement, and are not made here but with the move that
//! completes them.

use super::session::{CecpSession, Mode};
use crate::board::Position;
use crate::types::{Bitboard, Color, PieceType, Score};

/// A draw is taken when the engine stands no better than this.
const CONTENT_WITH_A_DRAW: Score = Score::cp(-50);
/// A game is level while the score is no further from 0.
const LEVEL: i32 = 25;
/// Before this move nobody wants to hear of a draw in a level game.
const FIRST_LEVEL_MOVE: u16 = 40;
/// With more pieces than these on the board, kings and pawns not counted, a game is not over yet.
const ENDGAME_PIECES: u32 = 4;
/// Own moves in a row for which a game has to be level before a draw is offered, and until it is
/// offered again.
const LEVEL_MOVES: u32 = 10;
/// Plies without capture or pawn move after which a level endgame is not going anywhere.
const QUIET_PLIES: u16 = 10;
/// Plies without capture or pawn move after which the fifty-move rule may save a lost game.
const PLIES_OF_HOPE: u16 = 70;

/// For how many own moves in a row the game has been so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Course {
    /// Too bad to go on.
    hopeless: u32,
    /// As good as drawn.
    level: u32,
}

/// What is said before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    PlayOn,
    OfferDraw,
    Resign,
}

impl CecpSession {
    /// Judges the game before a move of the engine with this score. A human opponent is neither left
    /// without the mate that is coming nor bothered with offers.
    pub(super) fn judge(&mut self, score: Score) -> Verdict {
        let options = self.engine.options();
        let position = self.engine.game().position();
        let limit = options.resign_score;
        let lost = score.is_loss() || limit > 0 && score <= Score::cp(-limit);
        let course = &mut self.course;
        course.hopeless = if lost { course.hopeless + 1 } else { 0 };
        course.level = match is_level(score) && is_late_endgame(position) {
            true => course.level + 1,
            false => 0,
        };
        if options.opponent.is_computer != Some(true) {
            return Verdict::PlayOn;
        }
        let sure = score.is_loss() || has_major_piece(position, !position.side_to_move());
        let past_hope = sure && position.halfmove_clock() < PLIES_OF_HOPE;
        if limit > 0 && course.hopeless >= options.resign_moves && past_hope {
            return Verdict::Resign;
        }
        let stuck = position.halfmove_clock() >= QUIET_PLIES;
        if options.offer_draws && options.contempt() <= 0 && stuck && course.level >= LEVEL_MOVES {
            course.level = 0;
            return Verdict::OfferDraw;
        }
        Verdict::PlayOn
    }

    /// The game goes on otherwise than the engine has seen it go.
    pub(super) fn forget_judgement(&mut self) {
        self.last_score = None;
        self.course = Course::default();
    }

    /// Answers the offer of a draw: takes it or says nothing.
    pub(super) fn consider_draw(&self, out: &mut Vec<String>) {
        if self.mode == Mode::Play && !self.over && !self.refused && self.wants_draw() {
            out.push("offer draw".to_owned());
        }
    }

    fn wants_draw(&self) -> bool {
        let game = self.engine.game();
        let position = game.position();
        let own = match self.is_thinking() {
            true => position.side_to_move(),
            false => !position.side_to_move(),
        };
        // A draw by the rules that nobody has claimed yet, as after a set-up.
        if game.outcome().is_some() {
            return true;
        }
        let options = self.engine.options();
        if !options.offer_draws {
            return false;
        }
        let content = CONTENT_WITH_A_DRAW - options.contempt();
        let is_dull = options.contempt() <= 0 && is_late_endgame(position);
        let level_enough = |score| score <= content || is_dull && is_level(score);
        match self.last_score {
            Some(score) if score.is_win() => false,
            score => !can_mate(position, own) || score.is_some_and(level_enough),
        }
    }
}

fn is_level(score: Score) -> bool {
    !score.is_decisive() && (score - Score::DRAW).abs() <= LEVEL
}

fn is_late_endgame(position: &Position) -> bool {
    let pieces = position.occupied()
        & !position.of_type(PieceType::King)
        & !position.of_type(PieceType::Pawn);
    position.fullmove_number() >= FIRST_LEVEL_MOVE && pieces.count() <= ENDGAME_PIECES
}

fn major_pieces(position: &Position, color: Color) -> Bitboard {
    position.pieces(color, PieceType::Rook) | position.pieces(color, PieceType::Queen)
}

/// A major piece mates alone. Pawns may be stopped, and minor pieces may not be enough.
fn has_major_piece(position: &Position, color: Color) -> bool {
    major_pieces(position, color).any()
}

/// Whether a side could ever win: more than a lone king or a king with one minor piece.
fn can_mate(position: &Position, color: Color) -> bool {
    let minor_pieces = position.pieces(color, PieceType::Knight).count()
        + position.pieces(color, PieceType::Bishop).count();
    minor_pieces > 1
        || has_major_piece(position, color)
        || position.pieces(color, PieceType::Pawn).any()
}

//! When the engine resigns, offers a draw, or accepts one (`draw`).
//!
//! Draws by rule are not decided here: they are claimed with the move that completes them.

use crate::board::AnyPosition;
use crate::engine::{Game, Options};
use crate::types::{Bitboard, Color, PieceType, Score};

/// A draw is accepted up to this score.
const MAX_SCORE_FOR_DRAW: Score = Score::cp(-50);
/// A game is level while the score is no further than this from 0, in centipawns.
const LEVEL_SCORE: i32 = 25;
/// No draw is offered in a level game before this move.
const FIRST_DRAW_MOVE: u16 = 40;
/// An endgame has at most this many pieces other than kings and pawns.
const MAX_ENDGAME_PIECES: u32 = 4;
/// Own moves in a row for which a game has to be level before a draw is offered, and until it is
/// offered again.
const LEVEL_MOVES: u32 = 10;
/// Plies without capture or pawn move after which a level endgame makes no progress.
const NO_PROGRESS_PLIES: u16 = 10;
/// From this many plies without capture or pawn move on, the fifty-move rule may save a lost game.
const FIFTY_MOVE_HOPE_PLIES: u16 = 70;

/// How the engine has seen the game.
#[derive(Clone, Debug, Default)]
pub(super) struct DrawResign {
    /// The last score of a search for the engine's move.
    last_score: Option<Score>,
    /// Own moves in a row with a lost score.
    lost_moves: u32,
    /// Own moves in a row with a level score in an endgame.
    level_moves: u32,
    /// The opponent has offered a draw since the engine's last move.
    draw_offered: bool,
}

/// The engine's action before it sends its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    PlayOn,
    /// Also the acceptance of the opponent's offer.
    OfferDraw,
    Resign,
}

impl DrawResign {
    /// Forgets the scores: the game continues from somewhere else, or with the other side.
    pub(super) fn reset_scores(&mut self) {
        *self = DrawResign {
            draw_offered: self.draw_offered,
            ..DrawResign::default()
        };
    }

    /// Forgets the opponent's offer: the game continues from somewhere else.
    pub(super) fn void_offer(&mut self) {
        self.draw_offered = false;
    }

    /// Records a score of the running search for the engine's move.
    pub(super) fn set_score(&mut self, score: Score) {
        self.last_score = Some(score);
    }

    /// Decides before an own move with this final score. Against a human the engine neither resigns nor
    /// offers draws unless options say so: the human may want to give the mate.
    pub(super) fn decide(&mut self, score: Score, game: &Game, options: &Options) -> Decision {
        let position = game.position();
        self.last_score = Some(score);
        let offered = std::mem::take(&mut self.draw_offered);
        let accepts = offered && self.accepts_draw(game, position.side_to_move(), options);
        let limit = options.resign_score;
        let lost = score.is_loss() || limit > 0 && score <= Score::cp(-limit);
        self.lost_moves = if lost { self.lost_moves + 1 } else { 0 };
        self.level_moves = if is_level(score) && is_late_endgame(position) {
            self.level_moves + 1
        } else {
            0
        };
        if accepts {
            return Decision::OfferDraw;
        }
        let against_computer = options.opponent.is_known_computer();
        let may_resign = limit > 0 && (against_computer || options.resign_to_humans);
        let certain = score.is_loss()
            || position.variant().is_some()
            || has_major_piece(position, !position.side_to_move());
        let hopeless = certain && position.halfmove_clock() < FIFTY_MOVE_HOPE_PLIES;
        if may_resign && self.lost_moves >= options.resign_moves && hopeless {
            return Decision::Resign;
        }
        let stuck = position.halfmove_clock() >= NO_PROGRESS_PLIES;
        let level = self.level_moves >= LEVEL_MOVES;
        let may_offer = options.offer_draws && (against_computer || options.offer_draws_to_humans);
        if may_offer && options.contempt() <= 0 && stuck && level {
            self.level_moves = 0;
            return Decision::OfferDraw;
        }
        Decision::PlayOn
    }

    /// Handles `draw` while the engine plays neither side.
    pub(super) fn remember_offer(&mut self) {
        self.draw_offered = true;
    }

    /// Handles `draw` for the engine that plays `own`. Returns whether it accepts at once. If not, the offer
    /// stands until its next move, before which the search that found the move decides.
    pub(super) fn answer_offer(&mut self, game: &Game, own: Color, options: &Options) -> bool {
        let accepts = self.accepts_draw(game, own, options);
        self.draw_offered = !accepts;
        accepts
    }

    /// Whether the engine, playing `own`, accepts a draw.
    fn accepts_draw(&self, game: &Game, own: Color, options: &Options) -> bool {
        // A draw by rule that nobody has claimed yet, as in a position that was set up.
        if game.outcome().is_some() {
            return true;
        }
        if !options.offer_draws {
            return false;
        }
        let position = game.position();
        let max_score = MAX_SCORE_FOR_DRAW - options.contempt();
        let drawish = options.contempt() <= 0 && is_late_endgame(position);
        let level_enough = |score| score <= max_score || drawish && is_level(score);
        match self.last_score {
            Some(score) if score.is_win() => false,
            score => !can_mate(position, own) || score.is_some_and(level_enough),
        }
    }
}

fn is_level(score: Score) -> bool {
    !score.is_decisive() && (score - Score::DRAW).abs() <= LEVEL_SCORE
}

/// Whether the game is a late endgame of chess: where a variant is level few pieces do not mean a draw.
fn is_late_endgame(position: &AnyPosition) -> bool {
    let pieces = position.occupied()
        & !position.of_type(PieceType::King)
        & !position.of_type(PieceType::Pawn);
    let is_late = position.fullmove_number() >= FIRST_DRAW_MOVE;
    is_late && pieces.count() <= MAX_ENDGAME_PIECES && position.variant().is_none()
}

fn major_pieces(position: &AnyPosition, color: Color) -> Bitboard {
    position.pieces(color, PieceType::Rook) | position.pieces(color, PieceType::Queen)
}

/// A major piece can mate alone. Pawns may be stopped, and minor pieces may not be enough.
fn has_major_piece(position: &AnyPosition, color: Color) -> bool {
    major_pieces(position, color).any()
}

/// Whether a side has more than a lone king or a king with one minor piece. A variant may be won without.
fn can_mate(position: &AnyPosition, color: Color) -> bool {
    if position.variant().is_some() {
        return true;
    }
    let minor_pieces = position.pieces(color, PieceType::Knight).count()
        + position.pieces(color, PieceType::Bishop).count();
    minor_pieces > 1
        || has_major_piece(position, color)
        || position.pieces(color, PieceType::Pawn).any()
}

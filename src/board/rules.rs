//! Queries and moves that all rule sets have: moves, checks, exchanges and ends of the game.
//!
//! [`Rules`] is the seam between chess and its variants: a set of functions that [`Standard`](super::Standard) answers
//! by code made for chess, and [`Fairy`](super::Fairy) by a table of rules.

use super::ending::Outcome;
use super::make_move::BoardObserver;
use super::movegen::Generate;
use super::position::Position;
use super::rule_set::RuleSet;
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, Piece, PieceType, Square};

/// The functions of a rule set. Code outside of the board calls the methods of [`Position`] of the same names.
pub trait Rules: RuleSet {
    /// Whether a move can be a drop. Without drops the compiler removes what serves them.
    const HAS_DROPS: bool;

    /// See [`Position::as_standard`].
    fn as_standard(position: &Position<Self>) -> Option<&Position>;

    /// See [`Position::generate`].
    fn generate(position: &Position<Self>, what: Generate, list: &mut MoveList);

    /// See [`Position::count_legal_moves`].
    fn count_legal_moves(position: &Position<Self>) -> usize;

    /// See [`Position::make_move`].
    fn make_move<O: BoardObserver>(position: &mut Position<Self>, m: Move, observer: &mut O);

    /// Recomputes checkers and pins of the side to move.
    fn update_checkers_and_pins(position: &mut Position<Self>);

    /// See [`Position::is_pseudo_legal`].
    fn is_pseudo_legal(position: &Position<Self>, m: Move) -> bool;

    /// See [`Position::is_legal`].
    fn is_legal(position: &Position<Self>, m: Move) -> bool;

    /// See [`Position::gives_direct_check`].
    fn gives_direct_check(position: &Position<Self>, m: Move) -> bool;

    /// See [`Position::attacks_of`].
    fn attacks_of(
        position: &Position<Self>,
        piece: Piece,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard;

    /// See [`Position::checked_king`].
    fn checked_king(position: &Position<Self>, color: Color) -> Option<Square>;

    /// See [`Position::may_pass`].
    fn may_pass(position: &Position<Self>) -> bool;

    /// See [`Position::may_prune_moves`].
    fn may_prune_moves(position: &Position<Self>) -> bool;

    /// See [`Position::is_forced_to_capture`].
    fn is_forced_to_capture(position: &Position<Self>) -> bool;

    /// See [`Position::has_single_capture`].
    fn has_single_capture(position: &Position<Self>) -> bool;

    /// See [`Position::wins_at_once`].
    fn wins_at_once(position: &Position<Self>) -> bool;

    /// See [`Position::is_decided_by_checks`].
    fn is_decided_by_checks(position: &Position<Self>) -> bool;

    /// See [`Position::is_decided_by_stalemate`].
    fn is_decided_by_stalemate(position: &Position<Self>) -> bool;

    /// See [`Position::capture_value`].
    fn capture_value(position: &Position<Self>, m: Move) -> i32;

    /// See [`Position::see_at_least`].
    fn see_at_least(position: &Position<Self>, m: Move, threshold: i32) -> bool;

    /// See [`Position::end_by_rule`].
    fn end_by_rule(position: &Position<Self>) -> Option<Outcome>;

    /// See [`Position::end_without_moves`].
    fn end_without_moves(position: &Position<Self>) -> Outcome;

    /// See [`Position::has_insufficient_material`].
    fn has_insufficient_material(position: &Position<Self>) -> bool;

    /// Plies without capture or pawn move after which the game is drawn (fifty-move rule); `None` without such a rule.
    fn move_rule(position: &Position<Self>) -> Option<u16>;

    /// The number of plies before this position within which it can have occurred before.
    fn reversible_plies(position: &Position<Self>) -> usize;

    /// See [`Position::castling_king_target`].
    fn castling_king_target(position: &Position<Self>, m: Move) -> Square;

    /// The square of the pawn that an en passant capture captures.
    fn en_passant_victim(position: &Position<Self>, m: Move) -> Square;

    /// Upper-case letter of a piece type.
    fn letter(position: &Position<Self>, piece_type: PieceType) -> char;

    /// See [`Position::promotions`].
    fn promotions(position: &Position<Self>) -> &'static [PieceType];

    /// The fields of the FEN beyond those of chess.
    fn fen_fields(position: &Position<Self>) -> FenFields;
}

/// Parts of a FEN that only variants have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FenFields {
    /// Promoted pieces, marked by `~`.
    pub promoted: Bitboard,
    /// The pieces in the pockets, written in brackets after the board; `None` without pockets.
    pub pockets: Option<String>,
    /// The field before the counters: checks left to give.
    pub checks: Option<String>,
    /// The pawn that can be captured en passant, if the target square does not tell.
    pub en_passant_pawn: Option<Square>,
}

impl<R: Rules> Position<R> {
    /// The position itself if its rules are those of chess.
    #[inline]
    pub fn as_standard(&self) -> Option<&Position> {
        R::as_standard(self)
    }

    /// Squares attacked by a piece on a square, given the `occupied` squares.
    #[inline]
    pub fn attacks_of(&self, piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
        R::attacks_of(self, piece, from, occupied)
    }

    /// The king of a side that can be in check; `None` if a variant knows no check of this side.
    #[inline]
    pub fn checked_king(&self, color: Color) -> Option<Square> {
        R::checked_king(self, color)
    }

    /// Returns whether a null move is likely to be worse than the best move: not in endgames of king and pawns, nor
    /// where captures are forced, in which zugzwang is common.
    #[inline]
    pub fn may_pass(&self) -> bool {
        R::may_pass(self)
    }

    /// Returns whether some moves can be left unsearched because others are likely to be better: not where a side has few
    /// moves, any of which may be the only good one.
    #[inline]
    pub fn may_prune_moves(&self) -> bool {
        R::may_prune_moves(self)
    }

    /// Returns whether only captures are legal because the variant demands them.
    #[inline]
    pub fn is_forced_to_capture(&self) -> bool {
        R::is_forced_to_capture(self)
    }

    /// Returns whether the variant demands captures and there is exactly one.
    #[inline]
    pub fn has_single_capture(&self) -> bool {
        R::has_single_capture(self)
    }

    /// Returns whether the side to move is known to have a move that wins the game by a rule other than checkmate: its
    /// king reaches the goal, or it gives its last check.
    #[inline]
    pub fn wins_at_once(&self) -> bool {
        R::wins_at_once(self)
    }

    /// Returns whether checks decide most games of the variant, even those that cost material: checks are counted, or
    /// pieces dropped beside the king.
    #[inline]
    pub fn is_decided_by_checks(&self) -> bool {
        R::is_decided_by_checks(self)
    }

    /// Returns whether the side to move has no legal move, in a variant where that is no draw. Only sides with few
    /// pieces are examined.
    #[inline]
    pub fn is_decided_by_stalemate(&self) -> bool {
        R::is_decided_by_stalemate(self)
    }

    /// Generates all legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(Generate::All, &mut list);
        list
    }

    /// Appends legal moves to `list`; none if the game has ended by a rule of the variant.
    #[inline]
    pub fn generate(&self, what: Generate, list: &mut MoveList) {
        R::generate(self, what, list);
    }

    /// Number of legal moves.
    #[inline]
    pub fn count_legal_moves(&self) -> usize {
        R::count_legal_moves(self)
    }

    /// Returns whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() != 0
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn after(&self, m: Move) -> Position<R> {
        let mut next = *self;
        next.make_move(m, &mut ());
        next
    }

    /// Makes a legal move and reports the changes to the observer.
    #[inline]
    pub fn make_move<O: BoardObserver>(&mut self, m: Move, observer: &mut O) {
        R::make_move(self, m, observer);
        self.update_key();
    }

    /// The position after a null move. The side to move must not be in check.
    #[must_use]
    pub fn after_null(&self) -> Position<R> {
        debug_assert!(!self.in_check());
        let mut next = *self;
        next.side_to_move = !self.side_to_move;
        next.en_passant = None;
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        R::update_checkers_and_pins(&mut next);
        next.update_key();
        next
    }

    /// Returns whether the move is pseudo-legal: legal but for the safety of the king. Accepts any
    /// [`Move`], also one that was never generated.
    #[inline]
    pub fn is_pseudo_legal(&self, m: Move) -> bool {
        R::is_pseudo_legal(self, m)
    }

    /// Returns whether a pseudo-legal move is legal.
    #[inline]
    pub fn is_legal(&self, m: Move) -> bool {
        R::is_legal(self, m)
    }

    /// Returns whether a pseudo-legal move gives check with the moved piece. Castling and discovered
    /// checks are ignored.
    #[inline]
    pub fn gives_direct_check(&self, m: Move) -> bool {
        R::gives_direct_check(self, m)
    }

    /// The material that a move captures before any recapture, in centipawns; 0 for a move that captures nothing.
    #[inline]
    pub fn capture_value(&self, m: Move) -> i32 {
        R::capture_value(self, m)
    }

    /// Returns whether the exchange started by `m` wins at least `threshold` centipawns (static exchange evaluation).
    #[inline]
    pub fn see_at_least(&self, m: Move, threshold: i32) -> bool {
        R::see_at_least(self, m, threshold)
    }

    /// The outcome if a rule of the variant, such as a goal that is reached, has ended the game. In chess there is none:
    /// the game ends when there is no legal move.
    #[inline]
    pub fn end_by_rule(&self) -> Option<Outcome> {
        R::end_by_rule(self)
    }

    /// The outcome of a position without legal moves: checkmate or stalemate. A game that has ended by
    /// [`Position::end_by_rule`] has that outcome instead.
    pub fn end_without_moves(&self) -> Outcome {
        R::end_without_moves(self)
    }

    /// Returns whether neither side can win by any sequence of moves.
    #[inline]
    pub fn has_insufficient_material(&self) -> bool {
        R::has_insufficient_material(self)
    }

    /// Returns whether the fifty-move rule applies: 100 plies without capture or pawn move, or the number of the
    /// variant. The position may still be checkmate.
    #[inline]
    pub fn is_fifty_move_draw(&self) -> bool {
        R::move_rule(self).is_some_and(|plies| self.halfmove_clock() >= plies)
    }

    /// King's target square of a castling move.
    #[inline]
    pub fn castling_king_target(&self, m: Move) -> Square {
        R::castling_king_target(self, m)
    }

    /// The piece that a move of the position moves or drops.
    #[inline]
    pub fn moved_piece(&self, m: Move) -> Option<Piece> {
        match m.dropped() {
            Some(piece_type) if R::HAS_DROPS => Some(Piece::new(self.side_to_move(), piece_type)),
            _ => self.piece_on(m.from()),
        }
    }

    /// The square of the piece that a capture captures.
    #[inline]
    pub fn capture_square(&self, m: Move) -> Square {
        match m.kind() {
            MoveKind::EnPassant => R::en_passant_victim(self, m),
            _ => m.to(),
        }
    }

    /// The piece types to which a pawn promotes, the most valuable first.
    pub fn promotions(&self) -> &'static [PieceType] {
        R::promotions(self)
    }

    /// Upper-case letter of a piece type in FEN and move notations.
    pub fn letter(&self, piece_type: PieceType) -> char {
        R::letter(self, piece_type)
    }

    /// The piece type of a letter in either case.
    pub fn piece_type_of_letter(&self, letter: char) -> Option<PieceType> {
        let letter = letter.to_ascii_uppercase();
        let mut types = PieceType::ALL.into_iter();
        types.find(|&piece_type| self.letter(piece_type) == letter)
    }
}

//! Ends of a game by the rules of the variants.

use super::fairy::Fairy;
use super::legality::is_legal;
use super::variant::{DeadPosition, Goal, LastPiece, Pocket, Stalemate};
use crate::board::ending::{DrawReason, Outcome, WinReason};
use crate::board::position::Position;
use crate::types::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square};

/// The squares d4, e4, d5 and e5.
const CENTER: Bitboard = Bitboard(0x0000_0018_1800_0000);

const fn win(winner: Color, reason: WinReason) -> Outcome {
    Outcome::Win { winner, reason }
}

/// The outcome if a rule other than checkmate and stalemate has ended the game.
pub(super) fn end_by_rule(position: &Position<Fairy>) -> Option<Outcome> {
    let variant = position.variant();
    let has_king = |color| position.pieces(color, PieceType::King).any();
    // The last move was that of the side that is not on move.
    for color in [!position.side_to_move, position.side_to_move] {
        if variant.explodes && !has_king(!color) {
            return Some(win(color, WinReason::KingExploded));
        }
        if variant.checks > 0 && position.checks_left(color) == 0 {
            return Some(win(color, WinReason::Checks));
        }
        let king = position.pieces(color, PieceType::King);
        if variant.goal == Goal::Center && (king & CENTER).any() {
            return Some(win(color, WinReason::KingInCenter));
        }
    }
    if variant.goal == Goal::LastRank {
        return end_of_race(position);
    }
    end_by_last_piece(position)
}

/// Racing kings: the first king on the last rank wins. White has moved first, so Black may draw level.
fn end_of_race(position: &Position<Fairy>) -> Option<Outcome> {
    let goal = Bitboard::rank(7);
    let king = |color| position.pieces(color, PieceType::King);
    let has_arrived = |color| (king(color) & goal).any();
    match (has_arrived(Color::White), has_arrived(Color::Black)) {
        (true, true) => Some(Outcome::Draw(DrawReason::BothReachedGoal)),
        (false, true) => Some(win(Color::Black, WinReason::KingOnLastRank)),
        (true, false) => {
            let follows = position.side_to_move == Color::Black && can_reach(position, goal);
            (!follows).then_some(win(Color::White, WinReason::KingOnLastRank))
        }
        (false, false) => None,
    }
}

/// Whether a king of the side to move can move to one of these squares.
fn can_reach(position: &Position<Fairy>, targets: Bitboard) -> bool {
    let us = position.side_to_move;
    let kings = position.pieces(us, PieceType::King);
    kings.into_iter().any(|from| {
        let Some(king) = position.piece_on(from) else {
            return false;
        };
        let reach = position.piece_attacks(king, from, position.occupied());
        let free = reach & targets & !position.of_color(us);
        free.into_iter().any(|to| {
            let kind = if position.piece_on(to).is_some() {
                MoveKind::Capture
            } else {
                MoveKind::Quiet
            };
            is_legal(position, Move::new(from, to, kind))
        })
    })
}

/// Whether the side to move can reach the goal with its king, or give its last check with the piece that it moves.
/// White's king on the last rank wins nothing yet, because Black may follow.
pub(super) fn wins_at_once(position: &Position<Fairy>) -> bool {
    let (us, variant) = (position.side_to_move, position.variant());
    match variant.goal {
        Goal::Center => return can_reach(position, CENTER),
        Goal::LastRank if us == Color::Black => {
            let has_arrived = position.pieces(!us, PieceType::King) & Bitboard::rank(7);
            return has_arrived.is_empty() && can_reach(position, Bitboard::rank(7));
        }
        _ => {}
    }
    variant.checks > 0 && position.checks_left(us) == 1 && can_check(position)
}

/// Whether a piece of the side to move, other than a pawn that steps ahead, can give check.
fn can_check(position: &Position<Fairy>) -> bool {
    let us = position.side_to_move;
    let Some(king) = position.royal_king(!us) else {
        return false;
    };
    let (occupied, free) = (position.occupied(), !position.of_color(us));
    let reaches_check = PieceType::ALL.into_iter().any(|piece_type| {
        // All movements but those of pawns are symmetric.
        let reverse = Piece::new(!us, piece_type);
        let targets = position.piece_attacks(reverse, king, occupied) & free;
        let piece = Piece::new(us, piece_type);
        let attacks = |from| position.piece_attacks(piece, from, occupied);
        let pieces = position.pieces(us, piece_type);
        targets.any()
            && pieces
                .into_iter()
                .any(|from| (attacks(from) & targets).any())
    });
    let gives_check = |&m: &Move| position.gives_direct_check(m);
    reaches_check && position.legal_moves().iter().any(gives_check)
}

fn end_by_last_piece(position: &Position<Fairy>) -> Option<Outcome> {
    let (us, them) = (position.side_to_move, !position.side_to_move);
    let count = |color| position.of_color(color).count();
    let first_with = |pieces: u32| [them, us].into_iter().find(|&color| count(color) == pieces);
    match position.variant().last_piece {
        LastPiece::Nothing => None,
        LastPiece::NoPiecesLoses => first_with(0).map(|color| win(!color, WinReason::AllCaptured)),
        LastPiece::NoPiecesWins => first_with(0).map(|color| win(color, WinReason::NothingLeft)),
        LastPiece::BareKingWins => first_with(1).map(|color| win(color, WinReason::NothingLeft)),
        LastPiece::BareKingLoses => match (count(us), count(them)) {
            // A draw, but some GUIs want moves.
            (1, 1) => None,
            (1, 2) if can_reach(position, position.of_color(them)) => None,
            (1, _) => Some(win(them, WinReason::BareKing)),
            (_, 1) => Some(win(us, WinReason::BareKing)),
            _ => None,
        },
    }
}

/// The outcome of a position without legal moves.
pub(super) fn end_without_moves(position: &Position<Fairy>) -> Outcome {
    let (us, variant) = (position.side_to_move, position.variant());
    if position.in_check() {
        return if variant.checkmate_wins {
            win(us, WinReason::Checkmated)
        } else {
            Outcome::Checkmate { winner: !us }
        };
    }
    let pieces = |color| position.of_color(color).count();
    match variant.stalemate {
        Stalemate::Draw => Outcome::Draw(DrawReason::Stalemate),
        Stalemate::Loss => win(!us, WinReason::Stalemate),
        Stalemate::Win => win(us, WinReason::Stalemate),
        Stalemate::FewerPieces => match pieces(us).cmp(&pieces(!us)) {
            std::cmp::Ordering::Less => win(us, WinReason::Stalemate),
            std::cmp::Ordering::Equal => Outcome::Draw(DrawReason::Stalemate),
            std::cmp::Ordering::Greater => win(!us, WinReason::Stalemate),
        },
    }
}

impl Position<Fairy> {
    /// Whether the side to move has no legal move, and could make one with a piece from its partner: on the servers
    /// checkmate and stalemate end a game of bughouse only where no drop could help.
    pub fn awaits_drop(&self) -> bool {
        if self.variant().pocket != Pocket::Partner || self.has_legal_move() {
            return false;
        }
        let (us, occupied) = (self.side_to_move(), self.occupied());
        let is_safe_with =
            |king, drop: Square| !self.attacks_square(king, !us, occupied | Bitboard::from(drop));
        self.royal_king(us)
            .is_some_and(|king| (!occupied).into_iter().any(|drop| is_safe_with(king, drop)))
    }
}

/// Whether neither side can win any more.
pub(super) fn has_insufficient_material(position: &Position<Fairy>) -> bool {
    let occupied = position.occupied();
    let is_only = |types: &[PieceType]| {
        let allowed = types.iter().map(|&piece_type| position.of_type(piece_type));
        (occupied & !allowed.collect::<Bitboard>()).is_empty()
    };
    let minors = [PieceType::Knight, PieceType::Bishop, PieceType::King];
    match position.variant().dead_position {
        DeadPosition::Never => false,
        DeadPosition::BareKings => is_only(&[PieceType::King]) && occupied.count() <= 2,
        DeadPosition::Chess => is_only(&minors) && cannot_mate(position),
        DeadPosition::Crazyhouse => {
            let pockets = position.state.pockets.as_flattened();
            let in_hand: u32 = pockets.iter().map(|&count| u32::from(count)).sum();
            let held = |piece_type| {
                position.pocket(Color::White, piece_type)
                    + position.pocket(Color::Black, piece_type)
            };
            let strong = [PieceType::Pawn, PieceType::Rook, PieceType::Queen];
            is_only(&minors)
                && position.promoted().is_empty()
                && strong.into_iter().all(|piece_type| held(piece_type) == 0)
                && occupied.count() + in_hand <= 3
        }
        DeadPosition::Bishops => is_only(&[PieceType::Bishop]) && bishops_never_meet(position),
        DeadPosition::Atomic => Color::ALL
            .into_iter()
            .all(|color| cannot_explode(position, color)),
    }
}

/// As in chess: a single knight, or bishops on squares of one colour.
fn cannot_mate(position: &Position<Fairy>) -> bool {
    let bishops = position.of_type(PieceType::Bishop);
    match position.of_type(PieceType::Knight).count() {
        0 => !is_on_both_colors(bishops),
        1 => bishops.is_empty(),
        _ => false,
    }
}

fn is_on_both_colors(pieces: Bitboard) -> bool {
    (pieces & Bitboard::LIGHT_SQUARES).any() && (pieces & !Bitboard::LIGHT_SQUARES).any()
}

/// Whether the bishops of both sides stand on squares of different colours, so that none is ever captured.
fn bishops_never_meet(position: &Position<Fairy>) -> bool {
    let (white, black) = (
        position.of_color(Color::White),
        position.of_color(Color::Black),
    );
    white.any() && black.any() && are_on_different_colors(white, black)
}

/// Whether two sets of pieces stand on squares of different colours.
fn are_on_different_colors(first: Bitboard, second: Bitboard) -> bool {
    let is_apart = |light: Bitboard, dark: Bitboard| {
        (light & !Bitboard::LIGHT_SQUARES).is_empty() && (dark & Bitboard::LIGHT_SQUARES).is_empty()
    };
    is_apart(first, second) || is_apart(second, first)
}

/// Whether a side cannot win at atomic chess (as lichess and python-chess decide).
fn cannot_explode(position: &Position<Fairy>, color: Color) -> bool {
    let kings = position.of_type(PieceType::King);
    let others = |color| position.of_color(color) & !kings;
    if others(color).is_empty() {
        return true;
    }
    let bishops = position.of_type(PieceType::Bishop);
    if others(!color).any() {
        // Pieces of the opponent can explode beside its king, unless there are only bishops that never meet.
        let only_bishops = position.occupied() == bishops | kings;
        return only_bishops && are_on_different_colors(others(color), others(!color));
    }
    let strong = position.of_type(PieceType::Queen) | position.of_type(PieceType::Pawn);
    let knights = position.of_type(PieceType::Knight);
    let pieces = others(color);
    strong.is_empty() && (pieces.count() == 1 || pieces == knights && knights.count() <= 2)
}

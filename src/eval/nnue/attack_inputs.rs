//! Attack inputs: numbers counted from the attacks of both sides, which the first layer of a layer stack has beside the
//! products of accumulator values. They tell it what piece-square inputs cannot: which pieces hang, and how safe the kings
//! are. They are counted at each evaluation, thus the accumulators stay as they are. What each is worth: see the model card.

use super::architecture::{ATTACK_INPUTS, SIDE_ATTACK_INPUTS};
use crate::board::{Position, RuleSet};
use crate::types::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_set_attacks, rook_attacks,
};
use crate::types::{Bitboard, Color, PieceType, SideAttacks};

/// What a count of one is worth in each input of a side. An input is at most 1.
const UNITS: [f32; SIDE_ATTACK_INPUTS] = [
    // Own pawns en prise: attacked by a piece of a lower value (minor pieces count as equal), or attacked and not defended.
    1.0 / 4.0,
    // Own knights en prise.
    1.0 / 2.0,
    // Own bishops en prise.
    1.0 / 2.0,
    // Own rooks en prise.
    1.0 / 2.0,
    // Own queens en prise.
    1.0 / 2.0,
    // Safe checks of the opponent: squares, not attacked by this side, from which its pieces could give check.
    1.0 / 8.0,
    // Knight forks of the opponent: such squares from which a knight attacks two of king, queens and rooks.
    1.0 / 2.0,
    // Enemy pieces that a safe push of a pawn would attack.
    1.0 / 2.0,
    // Contact checks of the opponent: neighbours of the king to which its queen or rook could move with support, and which
    // the king alone defends.
    1.0 / 3.0,
    // Flight squares of the king.
    1.0 / 8.0,
    // Pawns that can promote safely.
    1.0,
    // Passed pawns that can advance.
    1.0 / 3.0,
    // Own pieces attacked twice and not defended twice.
    1.0 / 3.0,
];

/// The attack inputs of a position, 0 to 1: those of the side to move, then those of the opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AttackInputs(pub [f32; ATTACK_INPUTS]);

/// The pieces of a side and their attacks.
struct Side {
    color: Color,
    pieces: [Bitboard; PieceType::ALL.len()],
    all_pieces: Bitboard,
    attacks: SideAttacks,
}

impl AttackInputs {
    /// The attack inputs of a position.
    #[inline]
    pub(super) fn of<R: RuleSet>(position: &Position<R>) -> AttackInputs {
        AttackInputs::between(position.side_to_move(), |color, piece_type| {
            position.pieces(color, piece_type)
        })
    }

    /// The attack inputs of the pieces of each color and type with `us` to move. Each side has a king.
    #[inline]
    pub(crate) fn between(
        us: Color,
        pieces: impl Fn(Color, PieceType) -> Bitboard,
    ) -> AttackInputs {
        let sets =
            [us, !us].map(|color| PieceType::ALL.map(|piece_type| pieces(color, piece_type)));
        let occupied = sets.as_flattened().iter().copied().collect();
        let [own, enemy] = [(us, sets[0]), (!us, sets[1])].map(|(color, pieces)| Side {
            color,
            pieces,
            all_pieces: pieces.into_iter().collect(),
            attacks: SideAttacks::of_chess_pieces(color, occupied, |piece_type| {
                pieces[piece_type.index()]
            }),
        });
        let sets = [own.sets(&enemy, occupied), enemy.sets(&own, occupied)];
        AttackInputs(inputs(sets.as_flattened()))
    }
}

/// The inputs whose counts are the sizes of some sets. Plain loops over arrays, which compilers turn into SIMD.
#[inline(always)]
fn inputs(sets: &[Bitboard]) -> [f32; ATTACK_INPUTS] {
    let mut counts = [0; ATTACK_INPUTS];
    for (count, set) in counts.iter_mut().zip(sets) {
        *count = set.count() as i32;
    }
    let mut inputs = [0.0; ATTACK_INPUTS];
    let units = [UNITS; 2];
    for (i, unit) in units.as_flattened().iter().enumerate() {
        inputs[i] = f32::min(counts[i] as f32 * unit, 1.0);
    }
    inputs
}

impl Side {
    #[inline]
    fn pieces(&self, piece_type: PieceType) -> Bitboard {
        self.pieces[piece_type.index()]
    }

    /// The sets whose sizes are the inputs of this side.
    #[inline]
    fn sets(&self, enemy: &Side, occupied: Bitboard) -> [Bitboard; SIDE_ATTACK_INPUTS] {
        use PieceType::*;
        let (attacks, threats) = (&self.attacks, &enemy.attacks);
        let undefended = threats.all & !attacks.all;
        let en_prise =
            |piece_type| self.pieces(piece_type) & (threats.by_lesser(piece_type) | undefended);
        let kings = self.pieces(King);
        let Some(king) = kings.first() else {
            return Default::default();
        };
        let (diagonal, orthogonal) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let ring = king_attacks(king);

        let checks = (knight_attacks(king) & threats.by(Knight))
            | (diagonal & (threats.by(Bishop) | threats.by(Queen)))
            | (orthogonal & (threats.by(Rook) | threats.by(Queen)));
        let safe = !attacks.all & !enemy.all_pieces;

        let mut near = knight_attacks(king);
        let mut forks = Bitboard::EMPTY;
        for square in self.pieces(Rook) | self.pieces(Queen) {
            forks |= near & knight_attacks(square);
            near |= knight_attacks(square);
        }

        let pawns = self.pieces(Pawn);
        let held = attacks.all | !threats.all;
        let once = pawns.forward(self.color) & !occupied;
        let third = Bitboard::relative_rank(self.color, 2);
        let twice = (once & third).forward(self.color) & !occupied;
        let pushed = (once | twice) & held & !threats.by(Pawn);
        let pushes = pawn_set_attacks(self.color, pushed)
            & enemy.all_pieces
            & !enemy.pieces(Pawn)
            & !attacks.by(Pawn);

        let defended = attacks.by(Pawn)
            | attacks.by(Knight)
            | attacks.by(Bishop)
            | attacks.by(Rook)
            | attacks.by(Queen);
        let contact = ring
            & (threats.by(Queen) | (threats.by(Rook) & orthogonal))
            & threats.twice
            & !defended
            & !enemy.all_pieces;
        let flights = ring & !self.all_pieces & !threats.all;

        let seventh = Bitboard::relative_rank(self.color, 6);
        let promotions = (pawns & seventh).forward(self.color) & !occupied & !threats.all;
        let guards = enemy.pieces(Pawn).forward(enemy.color) | threats.by(Pawn);
        let passed = pawns & !guards.fill_forward(enemy.color);
        let advances = passed.forward(self.color) & !occupied & held;

        [
            en_prise(Pawn),
            en_prise(Knight),
            en_prise(Bishop),
            en_prise(Rook),
            en_prise(Queen),
            checks & safe,
            forks & threats.by(Knight) & safe,
            pushes,
            contact,
            flights,
            promotions,
            advances,
            self.all_pieces & threats.twice & !attacks.twice,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::test_util::position;

    /// Asserts the count of an input for the side to move and for the opponent.
    #[track_caller]
    fn assert_counts(fen: &str, input: usize, expected: [u32; 2]) {
        let inputs = AttackInputs::of(&position(fen)).0;
        let counts = [input, SIDE_ATTACK_INPUTS + input];
        assert_eq!(
            counts.map(|i| (inputs[i] / UNITS[input]).round() as u32),
            expected
        );
    }

    #[test]
    fn pieces_en_prise_are_counted_by_type() {
        let fen = "4k3/3n4/2p5/1B6/8/8/R3r3/4K3 w - - 0 1";
        let expected = [[0, 1], [0, 0], [1, 0], [1, 1], [0, 0]];
        for (input, expected) in expected.into_iter().enumerate() {
            assert_counts(fen, input, expected);
        }
        let fen = "4k3/8/2p5/3Q4/4P3/3p4/2P5/4K3 b - - 0 1";
        assert_counts(fen, 0, [2, 1]);
        assert_counts(fen, 4, [0, 1]);
    }

    #[test]
    fn attacks_on_the_king_are_counted() {
        const SAFE_CHECKS: usize = 5;
        const KNIGHT_FORKS: usize = 6;
        const CONTACT_CHECKS: usize = 8;
        const FLIGHTS: usize = 9;
        assert_counts("3q3k/8/8/8/8/8/5PPP/6K1 w - - 0 1", SAFE_CHECKS, [1, 0]);
        assert_counts("3q3k/8/8/8/8/8/5PPP/2R3K1 w - - 0 1", SAFE_CHECKS, [0, 0]);
        let fen = "4k3/8/8/8/1n6/8/8/R3K3 w - - 0 1";
        assert_counts(fen, KNIGHT_FORKS, [1, 0]);
        let fen = "4k3/8/8/8/1n6/8/2N5/R3K3 w - - 0 1";
        assert_counts(fen, KNIGHT_FORKS, [1, 0]);
        let fen = "4k3/8/8/8/1n6/3B4/8/R3K3 w - - 0 1";
        assert_counts(fen, KNIGHT_FORKS, [0, 0]);
        let fen = "6k1/1b6/8/8/8/7q/8/6K1 w - - 0 1";
        assert_counts(fen, CONTACT_CHECKS, [2, 0]);
        let fen = "6k1/1b6/8/8/7N/7q/8/6K1 w - - 0 1";
        assert_counts(fen, CONTACT_CHECKS, [1, 0]);
        assert_counts("7k/8/8/8/8/8/8/K7 w - - 0 1", FLIGHTS, [3, 3]);
        assert_counts("7k/8/8/8/8/8/P7/K5R1 b - - 0 1", FLIGHTS, [1, 2]);
    }

    #[test]
    fn moves_of_pawns_are_counted() {
        const PUSHES: usize = 7;
        const PROMOTIONS: usize = 10;
        const ADVANCES: usize = 11;
        assert_counts("4k3/8/8/4n3/8/3P4/8/4K3 w - - 0 1", PUSHES, [1, 0]);
        assert_counts("4k3/8/8/2n1n3/8/8/3P4/4K3 b - - 0 1", PUSHES, [0, 2]);
        assert_counts("4k3/8/8/2p1n3/8/3P4/8/4K3 w - - 0 1", PUSHES, [0, 0]);
        assert_counts("7k/P7/8/8/8/8/8/K7 w - - 0 1", PROMOTIONS, [1, 0]);
        assert_counts("7k/P7/8/3b4/8/8/8/K7 w - - 0 1", PROMOTIONS, [0, 0]);
        assert_counts("7k/8/8/8/3P4/8/8/K7 w - - 0 1", ADVANCES, [1, 0]);
        assert_counts("7k/8/4p3/8/3P4/8/8/K7 w - - 0 1", ADVANCES, [0, 0]);
        assert_counts("7k/8/8/3P4/4p3/8/8/K7 b - - 0 1", ADVANCES, [1, 1]);
    }

    #[test]
    fn pieces_attacked_twice_and_not_defended_twice_are_counted() {
        const ATTACKED_TWICE: usize = 12;
        let fen = "4k3/1b6/5n2/8/4P3/3P4/8/4K3 w - - 0 1";
        assert_counts(fen, ATTACKED_TWICE, [1, 0]);
        let fen = "4k3/1b6/5n2/8/4P3/3P1P2/8/4K3 w - - 0 1";
        assert_counts(fen, ATTACKED_TWICE, [0, 0]);
    }

    #[test]
    fn colors_do_not_matter() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
        ] {
            let position = position(fen);
            let flipped = AttackInputs::between(!position.side_to_move(), |color, piece_type| {
                position.pieces(!color, piece_type).flipped()
            });
            assert_eq!(AttackInputs::of(&position), flipped, "{fen}");
        }
    }
}

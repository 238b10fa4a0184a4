//! Material and the other weights of the evaluation, one row for each variant, with what differs from chess.

use super::tapered::Tapered;
use crate::board::Variant;

/// Weights of a variant, in centipawns.
#[derive(Clone, Copy, Debug)]
pub(super) struct FairyWeights {
    /// Name of the variant.
    name: &'static str,
    /// The pieces and the king move as in chess, and material decides as much: the network evaluates, and only the terms
    /// that chess does not have are added.
    pub(super) uses_network: bool,
    /// Piece values by [`PieceType::index`](crate::types::PieceType::index). The value of the royal king cancels out.
    pub(super) pieces: [Tapered; 6],
    /// For each square that a piece attacks.
    pub(super) mobility: Tapered,
    /// For each step of a piece toward the centre.
    pub(super) centrality: Tapered,
    /// For each rank of a pawn beyond its second.
    pub(super) advance: Tapered,
    /// For each step of the king toward the centre.
    pub(super) king_centrality: Tapered,
    /// For each pawn before the king.
    pub(super) shelter: Tapered,
    /// For each attack on a square at the king. Several attacks count more than their sum.
    pub(super) king_attack: i32,
    /// For each piece in hand, of the value of the piece, in percent.
    pub(super) pocket_percent: i32,
    /// For checks given, by the number of checks still to give.
    pub(super) checks_left: [i32; 4],
    /// For each step of the king toward the goal.
    pub(super) goal_step: Tapered,
    /// For the right to move.
    pub(super) tempo: i32,
}

const CHESS: FairyWeights = FairyWeights {
    name: "chess",
    uses_network: false,
    pieces: [
        Tapered(90, 130),
        Tapered(330, 320),
        Tapered(350, 350),
        Tapered(480, 560),
        Tapered(980, 1020),
        Tapered(0, 0),
    ],
    mobility: Tapered(4, 4),
    centrality: Tapered(7, 5),
    advance: Tapered(4, 14),
    king_centrality: Tapered(-18, 12),
    shelter: Tapered(14, 0),
    king_attack: 9,
    pocket_percent: 0,
    checks_left: [0; 4],
    goal_step: Tapered(0, 0),
    tempo: 15,
};

/// A piece is a burden, and a move that is no capture a treasure.
const ANTICHESS: FairyWeights = FairyWeights {
    name: "antichess",
    pieces: [
        Tapered(-90, -110),
        Tapered(-110, -20),
        Tapered(-160, -60),
        Tapered(-220, -40),
        Tapered(-140, -130),
        Tapered(-30, 40),
    ],
    mobility: Tapered(6, 3),
    centrality: Tapered(0, 0),
    advance: Tapered(-3, 8),
    king_centrality: Tapered(0, 0),
    shelter: Tapered(0, 0),
    king_attack: 0,
    tempo: 0,
    ..CHESS
};

const CRAZYHOUSE: FairyWeights = FairyWeights {
    name: "crazyhouse",
    pieces: [
        Tapered(110, 110),
        Tapered(260, 260),
        Tapered(280, 280),
        Tapered(360, 360),
        Tapered(620, 620),
        Tapered(0, 0),
    ],
    king_centrality: Tapered(-25, -10),
    shelter: Tapered(24, 10),
    king_attack: 16,
    pocket_percent: 115,
    tempo: 30,
    ..CHESS
};

static WEIGHTS: [FairyWeights; 16] = [
    CHESS,
    FairyWeights {
        name: "nocastle",
        uses_network: true,
        ..CHESS
    },
    FairyWeights {
        name: "wildcastle",
        uses_network: true,
        ..CHESS
    },
    FairyWeights {
        name: "3check",
        uses_network: true,
        king_attack: 14,
        checks_left: [0, 500, 180, 0],
        tempo: 25,
        ..CHESS
    },
    FairyWeights {
        name: "kingofthehill",
        uses_network: true,
        king_centrality: Tapered(-8, 20),
        goal_step: Tapered(18, 40),
        ..CHESS
    },
    CRAZYHOUSE,
    FairyWeights {
        name: "bughouse",
        ..CRAZYHOUSE
    },
    ANTICHESS,
    FairyWeights {
        name: "giveaway",
        ..ANTICHESS
    },
    FairyWeights {
        name: "suicide",
        ..ANTICHESS
    },
    FairyWeights {
        name: "losers",
        pieces: [
            Tapered(-70, -110),
            Tapered(-120, -120),
            Tapered(-130, -140),
            Tapered(-180, -180),
            Tapered(-200, -250),
            Tapered(0, 0),
        ],
        ..ANTICHESS
    },
    FairyWeights {
        name: "atomic",
        pieces: [
            Tapered(120, 220),
            Tapered(220, 260),
            Tapered(230, 270),
            Tapered(320, 450),
            Tapered(780, 900),
            Tapered(0, 0),
        ],
        king_attack: 16,
        king_centrality: Tapered(-20, 4),
        tempo: 35,
        ..CHESS
    },
    FairyWeights {
        name: "horde",
        pieces: [
            Tapered(105, 130),
            Tapered(320, 320),
            Tapered(340, 340),
            Tapered(520, 600),
            Tapered(900, 950),
            Tapered(0, 0),
        ],
        advance: Tapered(5, 16),
        ..CHESS
    },
    FairyWeights {
        name: "racingkings",
        goal_step: Tapered(130, 160),
        king_centrality: Tapered(0, 0),
        shelter: Tapered(0, 0),
        king_attack: 4,
        mobility: Tapered(5, 5),
        tempo: 25,
        ..CHESS
    },
    FairyWeights {
        name: "knightmate",
        pieces: [
            Tapered(90, 120),
            Tapered(290, 330),
            Tapered(350, 350),
            Tapered(500, 560),
            Tapered(1000, 1050),
            Tapered(0, 0),
        ],
        ..CHESS
    },
    FairyWeights {
        name: "shatranj",
        pieces: [
            Tapered(70, 90),
            Tapered(390, 360),
            Tapered(110, 100),
            Tapered(620, 650),
            Tapered(150, 170),
            Tapered(0, 0),
        ],
        king_attack: 5,
        ..CHESS
    },
];

/// The weights of a variant; those of chess if it has none of its own.
pub(super) fn weights_of(variant: &Variant) -> &'static FairyWeights {
    let own = WEIGHTS.iter().find(|weights| weights.name == variant.name);
    own.unwrap_or(&WEIGHTS[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::variant;

    #[test]
    fn every_row_belongs_to_a_variant() {
        for weights in &WEIGHTS[1..] {
            let variant = variant(weights.name).unwrap();
            assert_eq!(weights_of(variant).name, weights.name);
        }
    }
}

//! Scores from White's point of view, as games are annotated with them.

use std::fmt;

use crate::types::{
    Color, Score, ScoreKind, TABLEBASE_CENTIPAWNS, displayed_centipawns, mate_moves,
};

/// A score from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhiteScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves until White mates, negative until Black mates.
    Mate(i32),
    /// This side has mated, or won by another rule of a variant.
    Checkmate(Color),
}

impl WhiteScore {
    /// The score of the side to move.
    pub(super) fn new(score: Score, side_to_move: Color) -> WhiteScore {
        let sign = match side_to_move {
            Color::White => 1,
            Color::Black => -1,
        };
        match score.kind() {
            ScoreKind::Centipawns(centipawns) => {
                WhiteScore::Centipawns(sign * displayed_centipawns(centipawns))
            }
            // In some variants the opponent's move can win the game.
            ScoreKind::Mate(0) => WhiteScore::Checkmate(side_to_move),
            ScoreKind::Mate(plies) => WhiteScore::Mate(sign * mate_moves(plies)),
            ScoreKind::Mated(0) => WhiteScore::Checkmate(!side_to_move),
            ScoreKind::Mated(plies) => WhiteScore::Mate(-sign * mate_moves(plies)),
            ScoreKind::TablebaseWin(plies) => {
                WhiteScore::Centipawns(sign * (TABLEBASE_CENTIPAWNS - plies))
            }
            ScoreKind::TablebaseLoss(plies) => {
                WhiteScore::Centipawns(-sign * (TABLEBASE_CENTIPAWNS - plies))
            }
        }
    }

    /// Whether this side mates, has mated, or has won by another rule of a variant.
    pub(super) fn is_mate_of(self, side: Color) -> bool {
        match self {
            WhiteScore::Centipawns(_) => false,
            WhiteScore::Mate(moves) => (moves > 0) == (side == Color::White),
            WhiteScore::Checkmate(winner) => winner == side,
        }
    }

    /// Centipawns from `-limit` to `limit`; a mate is the limit.
    pub(super) fn clamped(self, limit: i32) -> i32 {
        match self {
            WhiteScore::Centipawns(centipawns) => centipawns.clamp(-limit, limit),
            WhiteScore::Mate(moves) => limit * moves.signum(),
            WhiteScore::Checkmate(Color::White) => limit,
            WhiteScore::Checkmate(Color::Black) => -limit,
        }
    }
}

/// Pawns with two decimals (`-0.25`) or `#3`, as in the comments of games from lichess.
impl fmt::Display for WhiteScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            WhiteScore::Centipawns(centipawns) => {
                let sign = if centipawns < 0 { "-" } else { "" };
                let absolute = centipawns.unsigned_abs();
                write!(f, "{sign}{}.{:02}", absolute / 100, absolute % 100)
            }
            WhiteScore::Mate(moves) => write!(f, "#{moves}"),
            WhiteScore::Checkmate(_) => f.write_str("#"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_from_whites_point_of_view() {
        let text = |score, side| WhiteScore::new(score, side).to_string();
        let (white, black) = (Color::White, Color::Black);
        assert_eq!(text(Score::cp(25), white), "0.25");
        assert_eq!(text(Score::cp(25), black), "-0.25");
        assert_eq!(text(Score::cp(-105), black), "1.05");
        // A won ending.
        assert_eq!(text(Score::cp(-10_593), white), "-90.45");
        assert_eq!(text(Score::mate_in(5), white), "#3");
        assert_eq!(text(Score::mate_in(5), black), "#-3");
        assert_eq!(text(Score::mated_in(4), white), "#-2");
        assert_eq!(text(Score::mated_in(0), white), "#");
        let won = WhiteScore::new(Score::mate_in(0), black);
        assert_eq!(won, WhiteScore::Checkmate(black));
        assert_eq!(text(Score::tablebase_win_in(7), black), "-199.93");
    }
}

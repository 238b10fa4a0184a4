//! Export of positions in bulletformat, the records of 32 bytes that the trainer bullet reads
//! (<https://github.com/jw1912/bulletformat>).

use bulletformat::ChessBoard;

use super::error::PackedGameError;
use super::filter::PositionFilter;
use super::game::PackedGame;
use super::td_lambda::TdLambda;
use crate::board::Position;
use crate::types::{Color, PieceType, Score};

/// Most pieces that a record holds.
const MAX_PIECES: u32 = 32;

/// The records of the positions of a game that the filter keeps. Those with more than 32 pieces have none.
pub fn bullet_positions(
    game: &PackedGame,
    filter: &PositionFilter,
    td_lambda: &TdLambda,
) -> Result<Vec<ChessBoard>, PackedGameError> {
    let kept = filter.positions(game, td_lambda)?;
    let records = kept
        .iter()
        .filter_map(|(position, score)| record(position, *score, game.result()));
    Ok(records.collect())
}

/// The record of a position. The crate wants score and result (0, 0.5 or 1) from White's view and turns them to the
/// side to move, as it does with the board.
fn record(position: &Position, score: Score, result: f32) -> Option<ChessBoard> {
    if position.occupied().count() > MAX_PIECES {
        return None;
    }
    let mut bitboards = [0; 8];
    for color in Color::ALL {
        bitboards[color.index()] = position.of_color(color).0;
    }
    for piece_type in PieceType::ALL {
        bitboards[2 + piece_type.index()] = position.of_type(piece_type).0;
    }
    let side = position.side_to_move();
    let score = score.raw() as i16;
    let white_score = if side == Color::White { score } else { -score };
    ChessBoard::from_raw(bitboards, side.index(), white_score, result).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

    fn from_fen(fen: &str, score: i32, result: f32) -> Option<ChessBoard> {
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        record(&position, Score::cp(score), result)
    }

    #[test]
    fn records_equal_those_of_the_text_format() {
        for (fen, score, result) in [
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                35,
                1.0,
            ),
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
                -7,
                1.0,
            ),
            ("8/8/3k4/8/8/4K3/6P1/8 b - - 0 1", -600, 0.5),
        ] {
            let sign = if fen.contains(" b ") { -1 } else { 1 };
            // The text has the score from White's view.
            let text: ChessBoard = format!("{fen} | {} | {result:.1}", sign * score)
                .parse()
                .unwrap();
            assert_eq!(from_fen(fen, score, result), Some(text));
        }
        let many = "kr6/pp6/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/K7 w - - 0 1";
        assert_eq!(from_fen(many, 0, 0.5), None);
    }
}

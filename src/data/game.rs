//! Packed games.

use super::bits::{BitReader, BitWriter};
use super::codec::{MAX_SCORE, ScoreCodec, index_of, write_index};
use super::error::PackedGameError;
use super::replay::Replay;
use super::start::{StartPosition, take};
use super::termination::Termination;
use crate::board::{KeyHistory, Position, mix_bits};
use crate::types::{Color, Move, Score};

/// Largest number of plies of a game.
pub const MAX_PLIES: usize = 8192;

/// An unpacked game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Number of the game in its generator's sequence.
    pub number: u64,
    /// The start position.
    pub start: StartPosition,
    /// Opening moves, which were not searched and have no scores.
    pub opening: Vec<Move>,
    /// The other moves, each with the search score of the position before it for the side to move.
    pub moves: Vec<(Move, Score)>,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Why the game ended.
    pub termination: Termination,
}

impl GameRecord {
    /// Packs the game. An error if a move is illegal, a score out of range, the game longer than [`MAX_PLIES`], or the
    /// winner at odds with the termination.
    pub fn pack(&self) -> Result<PackedGame, PackedGameError> {
        let plies = self.opening.len() + self.moves.len();
        if plies > MAX_PLIES {
            return Err(PackedGameError::TooLong);
        }
        if self.termination.is_decisive() != self.winner.is_some() {
            return Err(PackedGameError::Result);
        }
        let result = match self.winner {
            Some(Color::Black) => 0,
            None => 1,
            Some(Color::White) => 2,
        };
        let mut bytes = vec![result | (self.termination as u8) << 2];
        write_varint(self.number, &mut bytes);
        self.start.write(&mut bytes);
        write_varint(self.opening.len() as u64, &mut bytes);
        write_varint(self.moves.len() as u64, &mut bytes);
        let mut position = self.start.position().ok_or(PackedGameError::Start)?;
        let mut bits = BitWriter::after(bytes);
        for &m in &self.opening {
            write_move(&mut bits, &mut position, m)?;
        }
        let mut code = ScoreCodec::new();
        for &(m, score) in &self.moves {
            if score.raw().abs() > MAX_SCORE {
                return Err(PackedGameError::Score);
            }
            write_move(&mut bits, &mut position, m)?;
            code.write(&mut bits, score.raw());
        }
        PackedGame::new(bits.finish())
    }
}

fn write_move(
    bits: &mut BitWriter,
    position: &mut Position,
    m: Move,
) -> Result<(), PackedGameError> {
    let legal = position.legal_moves();
    let index = index_of(&legal, m).ok_or(PackedGameError::Move)?;
    write_index(bits, index, legal.len());
    *position = position.after(m);
    Ok(())
}

/// LEB128: seven bits per byte, the lowest first; the highest bit says that more follow.
fn write_varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_varint(bytes: &mut &[u8]) -> Result<u64, PackedGameError> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let [byte] = take(bytes)?;
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits || byte == 0 && shift > 0 {
            return Err(PackedGameError::Number);
        }
        number |= bits << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(PackedGameError::Number)
}

/// The fields before the moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameHeader {
    number: u64,
    start: StartPosition,
    position: Position,
    opening: usize,
    plies: usize,
    winner: Option<Color>,
    termination: Termination,
    /// Byte offset of the moves.
    moves_offset: usize,
}

impl GameHeader {
    pub(super) fn read(bytes: &[u8]) -> Result<GameHeader, PackedGameError> {
        let mut rest = bytes;
        let [flags] = take(&mut rest)?;
        let winner = match flags & 3 {
            0 => Some(Color::Black),
            1 => None,
            2 => Some(Color::White),
            _ => return Err(PackedGameError::Result),
        };
        let termination = Termination::ALL.get(usize::from(flags >> 2));
        let termination = *termination.ok_or(PackedGameError::Result)?;
        if termination.is_decisive() != winner.is_some() {
            return Err(PackedGameError::Result);
        }
        let number = read_varint(&mut rest)?;
        let start = StartPosition::read(&mut rest)?;
        let opening = read_varint(&mut rest)?;
        let plies = read_varint(&mut rest)?.saturating_add(opening);
        if plies > MAX_PLIES as u64 {
            return Err(PackedGameError::TooLong);
        }
        if plies == 0 && !rest.is_empty() {
            return Err(PackedGameError::Long);
        }
        Ok(GameHeader {
            number,
            start,
            position: start.position().ok_or(PackedGameError::Start)?,
            opening: opening as usize,
            plies: plies as usize,
            winner,
            termination,
            moves_offset: bytes.len() - rest.len(),
        })
    }
}

/// A game in the format of files. Its header is decoded, its moves are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedGame {
    bytes: Vec<u8>,
    header: GameHeader,
}

impl PackedGame {
    /// Reads the header of a game; its moves are checked on replay.
    pub fn new(bytes: Vec<u8>) -> Result<PackedGame, PackedGameError> {
        let header = GameHeader::read(&bytes)?;
        Ok(PackedGame { bytes, header })
    }

    /// The game in the format of files.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Number of the game in its generator's sequence.
    pub fn number(&self) -> u64 {
        self.header.number
    }

    /// The start position.
    pub fn start(&self) -> &StartPosition {
        &self.header.start
    }

    /// Number of opening plies, which have no score.
    pub fn opening_plies(&self) -> usize {
        self.header.opening
    }

    /// Number of plies with a score.
    pub fn positions(&self) -> usize {
        self.header.plies - self.header.opening
    }

    /// Number of plies, including the opening.
    pub fn plies(&self) -> usize {
        self.header.plies
    }

    /// The winner; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        self.header.winner
    }

    /// The result from White's view: 0, 0.5 or 1.
    pub fn result(&self) -> f32 {
        match self.header.winner {
            Some(Color::White) => 1.0,
            None => 0.5,
            Some(Color::Black) => 0.0,
        }
    }

    /// Why the game ended.
    pub fn termination(&self) -> Termination {
        self.header.termination
    }

    /// A hash that identifies the game, also across files.
    pub(crate) fn digest(&self) -> u64 {
        digest(&self.bytes)
    }

    /// Whether the game is in a sample, a fraction of all games from 0 to 1 selected by the seed.
    pub fn is_in_sample(&self, fraction: f64, seed: u64) -> bool {
        is_in_sample(self.digest(), fraction, seed)
    }

    /// Replays the game ply by ply. An invalid game ends with an error.
    pub fn replay(&self) -> Replay<'_> {
        Replay::new(
            BitReader::new(&self.bytes[self.header.moves_offset..]),
            self.header.position,
            self.header.opening,
            self.header.plies,
        )
    }

    /// Validates the whole game: legal moves, not over before its end, and a termination that agrees with the rules.
    pub fn check(&self) -> Result<(), PackedGameError> {
        let mut history = KeyHistory::default();
        let mut replay = self.replay();
        for ply in replay.by_ref() {
            let position = ply?.position;
            if position.outcome(&history).is_some() {
                return Err(PackedGameError::Termination);
            }
            history.push(position.key());
        }
        let outcome = replay
            .position()
            .outcome(&history)
            .map(Termination::from_outcome);
        let GameHeader {
            termination,
            winner,
            ..
        } = self.header;
        let expected = termination.is_by_rules().then_some((termination, winner));
        if outcome == expected {
            Ok(())
        } else {
            Err(PackedGameError::Termination)
        }
    }

    /// Unpacks the whole game.
    pub fn unpack(&self) -> Result<GameRecord, PackedGameError> {
        let mut record = GameRecord {
            number: self.header.number,
            start: self.header.start,
            opening: Vec::with_capacity(self.header.opening),
            moves: Vec::new(),
            winner: self.header.winner,
            termination: self.header.termination,
        };
        for ply in self.replay() {
            let ply = ply?;
            match ply.score {
                None => record.opening.push(ply.m),
                Some(score) => record.moves.push((ply.m, score)),
            }
        }
        Ok(record)
    }

    /// Multiplies the scores by `percent` / 100, except mate and tablebase scores: for merging games played with
    /// evaluations of different scale. An error if the game is invalid.
    pub fn rescaled(&self, percent: i32) -> Result<PackedGame, PackedGameError> {
        let mut record = self.unpack()?;
        for (_, score) in &mut record.moves {
            if !score.is_decisive() {
                *score = Score::cp(score.raw() * percent / 100);
            }
        }
        record.pack()
    }
}

/// Hashes 64-bit words one after the other.
fn digest(bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    let add = |digest: u64, chunk| mix_bits(digest.rotate_left(23) ^ word(chunk));
    bytes.chunks(8).fold(bytes.len() as u64, add)
}

/// Whether the game with this digest is in the sample.
pub(super) fn is_in_sample(digest: u64, fraction: f64, seed: u64) -> bool {
    let hash = mix_bits(!digest ^ mix_bits(seed));
    (hash as f64) < fraction * u64::MAX as f64
}

#[cfg(test)]
mod tests {
    use super::super::samples::{games, record};
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "takes too long when interpreted")]
    fn games_round_trip() {
        for number in 0..600 {
            let record = record(number);
            let packed = record.pack().unwrap();
            assert_eq!(packed.unpack(), Ok(record.clone()));
            assert_eq!(packed.plies(), record.opening.len() + record.moves.len());
            let again = PackedGame::new(packed.bytes().to_vec());
            assert_eq!(again, Ok(packed));
        }
    }

    #[test]
    fn replays_yield_position_and_number() {
        let record = record(7);
        let packed = record.pack().unwrap();
        let mut position = record.start.position().unwrap();
        let mut replay = packed.replay();
        for number in 0..packed.plies() {
            let ply = replay.next().unwrap().unwrap();
            assert_eq!((ply.number, ply.position), (number, position));
            assert_eq!(ply.score.is_some(), number >= packed.opening_plies());
            position = position.after(ply.m);
            assert_eq!(*replay.position(), position);
        }
        assert_eq!(replay.next(), None);
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes too long when interpreted")]
    fn contradicting_terminations_are_found() {
        let mut ended = 0;
        for number in 0..300 {
            let record = record(number);
            assert_eq!(record.pack().unwrap().check(), Ok(()), "{number}");
            let mut other = record.clone();
            if record.termination.is_by_rules() {
                ended += 1;
                other.termination = Termination::TooLong;
                other.winner = None;
            } else {
                other.termination = Termination::Checkmate;
            }
            assert_eq!(
                other.pack().unwrap().check(),
                Err(PackedGameError::Termination)
            );
        }
        assert!(ended > 5, "{ended}");
        // A game that continues after its end.
        let mut long = record(0);
        long.moves.clear();
        long.opening.clear();
        let mut position = Position::startpos();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(9) {
            let m = position.parse_move(text).unwrap();
            long.opening.push(m);
            position = position.after(m);
        }
        assert_eq!(
            long.pack().unwrap().check(),
            Err(PackedGameError::Termination)
        );
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes too long when interpreted")]
    fn truncated_games_are_rejected() {
        for game in games(12) {
            for length in 0..game.bytes().len() {
                let cut = PackedGame::new(game.bytes()[..length].to_vec());
                assert!(cut.and_then(|game| game.unpack()).is_err(), "{length}");
            }
            let long = [game.bytes(), &[0]].concat();
            let long = PackedGame::new(long).and_then(|game| game.unpack());
            assert_eq!(long, Err(PackedGameError::Long));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes too long when interpreted")]
    fn every_game_that_unpacks_packs_to_the_same_bytes() {
        let mut unpacked = 0;
        for game in games(12) {
            for bit in 0..8 * game.bytes().len() {
                let mut bytes = game.bytes().to_vec();
                bytes[bit / 8] ^= 1 << (bit % 8);
                let changed = PackedGame::new(bytes.clone());
                if let Ok(record) = changed.and_then(|game| game.unpack()) {
                    assert_eq!(record.pack().unwrap().bytes(), bytes);
                    unpacked += 1;
                }
            }
        }
        assert!(unpacked > 20, "{unpacked}");
    }

    #[test]
    fn invalid_records_are_not_packed() {
        let check = |change: fn(&mut GameRecord), reason| {
            let mut record = record(3);
            change(&mut record);
            assert_eq!(record.pack(), Err(reason));
        };
        check(|record| record.winner = None, PackedGameError::Result);
        check(
            |record| record.start = StartPosition::Chess960(960, 0),
            PackedGameError::Start,
        );
        check(
            |record| record.moves[0].1 = Score::INFINITE,
            PackedGameError::Score,
        );
        check(|record| record.moves.swap(0, 1), PackedGameError::Move);
        let many = |record: &mut GameRecord| {
            let ply = record.moves[0];
            record.moves.resize(MAX_PLIES + 1, ply);
        };
        check(many, PackedGameError::TooLong);
    }
}

//! A game, packed and unpacked.

use super::GameError;
use super::bits::{BitReader, BitWriter};
use super::codec::{MAX_SCORE, ScoreCodec, index_of, move_at, read_index, write_index};
use super::start::{StartPosition, take};
use crate::board::{DrawReason, KeyHistory, Outcome, Position, mix_bits};
use crate::types::{Color, Move, Score};

/// More plies than any game may have.
pub const MAX_PLIES: usize = 8192;

/// Why a game was over. The numbers are those of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Termination {
    /// One side was mated.
    Checkmate = 0,
    /// The side on move had no move.
    Stalemate = 1,
    /// A position stood on the board for the third time.
    Repetition = 2,
    /// Fifty moves of each side without capture or pawn move.
    FiftyMoves = 3,
    /// Nobody could have mated any more.
    InsufficientMaterial = 4,
    /// The scores said for long enough that one side wins.
    WinAdjudicated = 5,
    /// The scores said for long enough that nobody wins.
    DrawAdjudicated = 6,
    /// It would have gone on for too long, and counts as drawn.
    TooLong = 7,
}

impl Termination {
    /// All, in the order of their numbers.
    pub const ALL: [Termination; 8] = [
        Termination::Checkmate,
        Termination::Stalemate,
        Termination::Repetition,
        Termination::FiftyMoves,
        Termination::InsufficientMaterial,
        Termination::WinAdjudicated,
        Termination::DrawAdjudicated,
        Termination::TooLong,
    ];

    /// The ending by the rules of the game, and who has won.
    pub fn from_outcome(outcome: Outcome) -> (Termination, Option<Color>) {
        match outcome {
            Outcome::Checkmate { winner } => (Termination::Checkmate, Some(winner)),
            Outcome::Draw(reason) => {
                let termination = match reason {
                    DrawReason::Stalemate => Termination::Stalemate,
                    DrawReason::Repetition => Termination::Repetition,
                    DrawReason::FiftyMoves => Termination::FiftyMoves,
                    DrawReason::InsufficientMaterial => Termination::InsufficientMaterial,
                };
                (termination, None)
            }
        }
    }

    /// Whether the rules of the game say so.
    pub const fn is_by_rules(self) -> bool {
        !matches!(
            self,
            Termination::WinAdjudicated | Termination::DrawAdjudicated | Termination::TooLong
        )
    }

    /// Whether a game that ends so has a winner.
    pub const fn is_decisive(self) -> bool {
        matches!(self, Termination::Checkmate | Termination::WinAdjudicated)
    }
}

/// A game as whoever has played it knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Which of the games of its generator it is.
    pub number: u64,
    /// Where it began.
    pub start: StartPosition,
    /// The first moves, which nobody has thought about: they have no scores.
    pub opening: Vec<Move>,
    /// The other moves, each with the score that the search gave the position before it, from the view
    /// of the side to move.
    pub moves: Vec<(Move, Score)>,
    /// Who won; `None` for a draw.
    pub winner: Option<Color>,
    /// Why it was over.
    pub termination: Termination,
}

impl GameRecord {
    /// Packs the game, if it is one: the moves must be legal one after the other.
    pub fn pack(&self) -> Result<PackedGame, GameError> {
        let plies = self.opening.len() + self.moves.len();
        if plies > MAX_PLIES {
            return Err(GameError::TooLong);
        }
        if self.termination.is_decisive() != self.winner.is_some() {
            return Err(GameError::Result);
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
        let mut position = self.start.position().ok_or(GameError::Start)?;
        let mut bits = BitWriter::after(bytes);
        for &m in &self.opening {
            write_move(&mut bits, &mut position, m)?;
        }
        let mut code = ScoreCodec::new();
        for &(m, score) in &self.moves {
            if score.raw().abs() > MAX_SCORE {
                return Err(GameError::Score);
            }
            write_move(&mut bits, &mut position, m)?;
            code.write(&mut bits, score.raw());
        }
        PackedGame::new(bits.finish())
    }
}

fn write_move(bits: &mut BitWriter, position: &mut Position, m: Move) -> Result<(), GameError> {
    let legal = position.legal_moves();
    let index = index_of(&legal, m).ok_or(GameError::Move)?;
    write_index(bits, index, legal.len());
    *position = position.after(m);
    Ok(())
}

/// Seven bits a byte, the lowest first; the highest bit says that there are more.
fn write_varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_varint(bytes: &mut &[u8]) -> Result<u64, GameError> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let [byte] = take(bytes)?;
        let bits = u64::from(byte & 0x7f);
        if bits << shift >> shift != bits || byte == 0 && shift > 0 {
            return Err(GameError::Number);
        }
        number |= bits << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(GameError::Number)
}

/// What stands before the moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameHeader {
    number: u64,
    start: StartPosition,
    first: Position,
    opening: usize,
    plies: usize,
    winner: Option<Color>,
    termination: Termination,
    /// Where the moves begin in the bytes.
    moves: usize,
}

impl GameHeader {
    /// Reads the head of a game.
    pub(super) fn read(bytes: &[u8]) -> Result<GameHeader, GameError> {
        let mut rest = bytes;
        let [flags] = take(&mut rest)?;
        let winner = match flags & 3 {
            0 => Some(Color::Black),
            1 => None,
            2 => Some(Color::White),
            _ => return Err(GameError::Result),
        };
        let termination = Termination::ALL.get(usize::from(flags >> 2));
        let termination = *termination.ok_or(GameError::Result)?;
        if termination.is_decisive() != winner.is_some() {
            return Err(GameError::Result);
        }
        let number = read_varint(&mut rest)?;
        let start = StartPosition::read(&mut rest)?;
        let opening = read_varint(&mut rest)?;
        let plies = read_varint(&mut rest)?.saturating_add(opening);
        if plies > MAX_PLIES as u64 {
            return Err(GameError::TooLong);
        }
        if plies == 0 && !rest.is_empty() {
            return Err(GameError::Long);
        }
        Ok(GameHeader {
            number,
            start,
            first: start.position().ok_or(GameError::Start)?,
            opening: opening as usize,
            plies: plies as usize,
            winner,
            termination,
            moves: bytes.len() - rest.len(),
        })
    }
}

/// A game as it stands in a file: its head has been read, its moves not yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedGame {
    bytes: Vec<u8>,
    head: GameHeader,
}

impl PackedGame {
    /// Reads the head of a game.
    pub fn new(bytes: Vec<u8>) -> Result<PackedGame, GameError> {
        let head = GameHeader::read(&bytes)?;
        Ok(PackedGame { bytes, head })
    }

    /// The game as it stands in a file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Which of the games of its generator it is.
    pub fn number(&self) -> u64 {
        self.head.number
    }

    /// Where it began.
    pub fn start(&self) -> &StartPosition {
        &self.head.start
    }

    /// How many plies at its beginning have no score.
    pub fn opening_plies(&self) -> usize {
        self.head.opening
    }

    /// How many plies have a score.
    pub fn positions(&self) -> usize {
        self.head.plies - self.head.opening
    }

    /// How many plies it has, the opening included.
    pub fn plies(&self) -> usize {
        self.head.plies
    }

    /// Who won; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        self.head.winner
    }

    /// The result from White's view: 0, 0.5 or 1.
    pub fn result(&self) -> f32 {
        match self.head.winner {
            Some(Color::White) => 1.0,
            None => 0.5,
            Some(Color::Black) => 0.0,
        }
    }

    /// Why it was over.
    pub fn termination(&self) -> Termination {
        self.head.termination
    }

    /// A number that stands for it: the same for the same game in two files.
    pub(super) fn digest(&self) -> u64 {
        digest(&self.bytes)
    }

    /// Whether it is among a share of all games, 0 to 1, that is drawn by the seed.
    pub fn is_in_share(&self, share: f64, seed: u64) -> bool {
        is_in_share(self.digest(), share, seed)
    }

    /// Plays the game through, ply for ply. What is no game ends with an error.
    pub fn replay(&self) -> Replay<'_> {
        Replay {
            bits: BitReader::new(&self.bytes[self.head.moves..]),
            position: self.head.first,
            code: ScoreCodec::new(),
            next: 0,
            opening: self.head.opening,
            plies: self.head.plies,
        }
    }

    /// Replays the game and looks whether all of it is right: the moves legal, the game not over before its
    /// end, and over by the rule that it names.
    pub fn check(&self) -> Result<(), GameError> {
        let mut history = KeyHistory::default();
        let mut replay = self.replay();
        for ply in replay.by_ref() {
            let position = ply?.position;
            if position.outcome(&history).is_some() {
                return Err(GameError::Termination);
            }
            history.push(position.key());
        }
        let by_rule = replay
            .position()
            .outcome(&history)
            .map(Termination::from_outcome);
        let GameHeader {
            termination,
            winner,
            ..
        } = self.head;
        let expected = termination.is_by_rules().then_some((termination, winner));
        match by_rule == expected {
            true => Ok(()),
            false => Err(GameError::Termination),
        }
    }

    /// Unpacks the game as a whole.
    pub fn unpack(&self) -> Result<GameRecord, GameError> {
        let mut record = GameRecord {
            number: self.head.number,
            start: self.head.start,
            opening: Vec::with_capacity(self.head.opening),
            moves: Vec::new(),
            winner: self.head.winner,
            termination: self.head.termination,
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

    /// The same game with scores that are `percent` percent of what they were, mates and the like as they are: for
    /// putting games together that evaluations of different size have played.
    pub fn rescaled(&self, percent: i32) -> Result<PackedGame, GameError> {
        let mut record = self.unpack()?;
        for (_, score) in &mut record.moves {
            if !score.is_decisive() {
                *score = Score::cp(score.raw() * percent / 100);
            }
        }
        record.pack()
    }
}

/// One ply of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayedPly {
    /// The position.
    pub position: Position,
    /// The move that was made in it.
    pub m: Move,
    /// What the search said, from the view of the side to move; `None` in the opening.
    pub score: Option<Score>,
    /// How many plies had been made before.
    pub number: usize,
}

/// The plies of a game, one after the other.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    bits: BitReader<'a>,
    position: Position,
    code: ScoreCodec,
    next: usize,
    opening: usize,
    plies: usize,
}

impl Replay<'_> {
    /// The position after the plies that have been replayed.
    pub fn position(&self) -> &Position {
        &self.position
    }

    #[inline]
    fn read(&mut self) -> Result<ReplayedPly, GameError> {
        let position = self.position;
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Err(GameError::Move);
        }
        let index = read_index(&mut self.bits, legal.len()).ok_or(GameError::Short)?;
        let m = move_at(&legal, index).ok_or(GameError::Move)?;
        let score = match self.next < self.opening {
            true => None,
            false => {
                let score = self.code.read(&mut self.bits);
                Some(Score::from_tt(score.ok_or(GameError::Score)? as i16, 0))
            }
        };
        self.position = position.after(m);
        let number = self.next;
        self.next += 1;
        if self.next == self.plies && !self.bits.is_finished() {
            return Err(GameError::Long);
        }
        Ok(ReplayedPly {
            position,
            m,
            score,
            number,
        })
    }
}

impl Iterator for Replay<'_> {
    type Item = Result<ReplayedPly, GameError>;

    #[inline]
    fn next(&mut self) -> Option<Result<ReplayedPly, GameError>> {
        if self.next >= self.plies {
            return None;
        }
        let ply = self.read();
        if ply.is_err() {
            self.plies = 0; // nothing comes after an error
        }
        Some(ply)
    }
}

/// Each word is mixed into what those before have left.
fn digest(bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    let add = |digest: u64, chunk| mix_bits(digest.rotate_left(23) ^ word(chunk));
    bytes.chunks(8).fold(bytes.len() as u64, add)
}

/// Whether the game with this digest is in a share of all games.
pub(super) fn is_in_share(digest: u64, share: f64, seed: u64) -> bool {
    let drawn = mix_bits(!digest ^ mix_bits(seed));
    (drawn as f64) < share * u64::MAX as f64
}

#[cfg(test)]
mod tests {
    use super::super::samples::{games, record};
    use super::*;

    #[test]
    fn games_come_back() {
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
    fn plies_are_told_with_position_and_number() {
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
    fn games_that_do_not_end_as_they_say_are_found() {
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
            assert_eq!(other.pack().unwrap().check(), Err(GameError::Termination));
        }
        assert!(ended > 5, "{ended}");
        // A game that goes on after its end.
        let mut long = record(0);
        long.moves.clear();
        long.opening.clear();
        let mut position = Position::startpos();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(9) {
            let m = position.parse_move(text).unwrap();
            long.opening.push(m);
            position = position.after(m);
        }
        assert_eq!(long.pack().unwrap().check(), Err(GameError::Termination));
    }

    #[test]
    fn games_cut_anywhere_are_none() {
        for game in games(12) {
            for length in 0..game.bytes().len() {
                let cut = PackedGame::new(game.bytes()[..length].to_vec());
                assert!(cut.and_then(|game| game.unpack()).is_err(), "{length}");
            }
            let long = [game.bytes(), &[0]].concat();
            let long = PackedGame::new(long).and_then(|game| game.unpack());
            assert_eq!(long, Err(GameError::Long));
        }
    }

    #[test]
    fn whatever_is_unpacked_packs_to_the_same_bytes() {
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
    fn what_is_no_game_is_not_packed() {
        let check = |change: fn(&mut GameRecord), reason| {
            let mut record = record(3);
            change(&mut record);
            assert_eq!(record.pack(), Err(reason));
        };
        check(|record| record.winner = None, GameError::Result);
        check(
            |record| record.start = StartPosition::Chess960(960, 0),
            GameError::Start,
        );
        check(
            |record| record.moves[0].1 = Score::INFINITE,
            GameError::Score,
        );
        check(|record| record.moves.swap(0, 1), GameError::Move);
        let many = |record: &mut GameRecord| {
            let ply = record.moves[0];
            record.moves.resize(MAX_PLIES + 1, ply);
        };
        check(many, GameError::TooLong);
    }
}

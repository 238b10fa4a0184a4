//! PGN import: packed games from PGN with scores in the comments.

use thiserror::Error;

use super::comment_score::{score_after_move, score_before_move};
use super::error::PackedGameError;
use super::game::{GameRecord, MAX_PLIES, PackedGame};
use super::start::StartPosition;
use super::termination::Termination;
use crate::board::{KeyHistory, Outcome, Position, excerpt};
use crate::pgn::{PgnGame, PgnMoveError, PgnStartError};
use crate::types::{Move, Score};

/// Values of the header `Termination` whose games say nothing about their positions.
const BROKEN_OFF: [&str; 9] = [
    "abandoned",
    "death",
    "emergency",
    "illegal move",
    "rules infraction",
    "stalled connection",
    "time forfeit",
    "unterminated",
    "disconnect",
];

/// Why a game cannot be used for training.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PgnImportError {
    /// The start position is invalid or of an unsupported variant.
    #[error(transparent)]
    Start(#[from] PgnStartError),
    /// The game was not played to its end.
    #[error("its termination is {0}")]
    BrokenOff(String),
    /// The game has no result.
    #[error("it has no result")]
    NoResult,
    /// A move cannot be parsed or is illegal.
    #[error(transparent)]
    Move(#[from] PgnMoveError),
    /// The result contradicts the last position.
    #[error("its result contradicts its end, {0} at ply {1}")]
    Result(Outcome, usize),
    /// No move has a score.
    #[error("it has no scores")]
    NoScores,
    /// Many moves among the scored ones have no score.
    #[error("only {scored} moves in a row have scores, from ply {first} of {plies}")]
    FewScores {
        /// Moves in the longest run with scores.
        scored: usize,
        /// Ply of the first one, counted from 1.
        first: usize,
        /// Plies of the game.
        plies: usize,
    },
    /// The game cannot be packed.
    #[error(transparent)]
    Packing(#[from] PackedGameError),
}

impl PgnImportError {
    /// A short name of the reason, to count games by.
    pub fn category(&self) -> &'static str {
        match self {
            PgnImportError::Start(PgnStartError::Variant(_)) => "variant",
            PgnImportError::Start(_) => "start position",
            PgnImportError::BrokenOff(_) => "broken off",
            PgnImportError::NoResult => "no result",
            PgnImportError::Move(_) => "invalid move",
            PgnImportError::Result(..) => "wrong result",
            PgnImportError::NoScores | PgnImportError::FewScores { .. } => "scores missing",
            PgnImportError::Packing(_) => "too long",
        }
    }
}

/// A game with its scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnImport {
    /// The packed game.
    pub game: PackedGame,
    /// Number of plies at the end that were left out: those from the first one on without a score, or after the end
    /// of the game by the rules.
    pub dropped_plies: usize,
}

/// Packs a PGN game and gives it a number.
///
/// Scores become Diglot's: centipawns or plies to mate for the side to move of the position before the move. A match
/// program writes just that score, in pawns, after the move; `[%eval]` after the previous move has it from White's
/// view. Moves before the first score are the opening. The scored moves end at the first one without a score; what
/// follows is left out, and the game counts as adjudicated. A game in which fewer than half of the moves since the
/// first score remain is refused.
pub fn import_pgn(game: &PgnGame, number: u64) -> Result<PgnImport, PgnImportError> {
    let start = game.start_position()?;
    check_termination(game)?;
    let winner = game.result().ok_or(PgnImportError::NoResult)?.winner();
    let replay = replay(game, start)?;
    let plies = &replay.plies;
    if let Some(outcome) = replay.outcome {
        let (_, real_winner) = Termination::from_outcome(outcome);
        if real_winner != winner {
            return Err(PgnImportError::Result(outcome, plies.len()));
        }
    }
    let (opening, scored) = longest_run(plies);
    let first = plies.iter().position(|ply| ply.1.is_some());
    let first = first.ok_or(PgnImportError::NoScores)?;
    if 2 * scored < plies.len() - first {
        return Err(PgnImportError::FewScores {
            scored,
            first: opening + 1,
            plies: game.moves.len(),
        });
    }
    let end = opening + scored;
    let by_rules = replay.outcome.filter(|_| end == plies.len());
    let termination = match (by_rules, winner) {
        (Some(outcome), _) => Termination::from_outcome(outcome).0,
        (None, Some(_)) => Termination::WinAdjudicated,
        (None, None) => Termination::DrawAdjudicated,
    };
    let scored_moves = plies[opening..end].iter();
    let record = GameRecord {
        number,
        start: StartPosition::of(start),
        opening: plies[..opening].iter().map(|&(m, _)| m).collect(),
        moves: scored_moves
            .filter_map(|&(m, score)| Some((m, score?)))
            .collect(),
        winner,
        termination,
    };
    Ok(PgnImport {
        game: record.pack()?,
        dropped_plies: game.moves.len() - end,
    })
}

fn check_termination(game: &PgnGame) -> Result<(), PgnImportError> {
    let termination = game.header("Termination").unwrap_or("");
    let lower_case = termination.to_ascii_lowercase();
    if BROKEN_OFF.iter().any(|&text| lower_case.contains(text)) {
        return Err(PgnImportError::BrokenOff(excerpt(termination)));
    }
    Ok(())
}

/// The moves of a game up to its end by the rules.
struct PgnReplay {
    plies: Vec<(Move, Option<Score>)>,
    outcome: Option<Outcome>,
}

fn replay(game: &PgnGame, start: Position) -> Result<PgnReplay, PgnImportError> {
    let mut position = start;
    let mut history = KeyHistory::default();
    let mut plies = Vec::new();
    let mut outcome = position.outcome(&history);
    for (i, text) in game.moves.iter().enumerate() {
        let m = position.parse_move(text);
        let m = m.map_err(|reason| PgnMoveError::new(reason, text, i))?;
        // Match programs do not claim draws late, but people may play on.
        if outcome.is_none() {
            if plies.len() == MAX_PLIES {
                return Err(PackedGameError::TooLong.into());
            }
            let score = score_before_move(game.comment(i + 1))
                .or_else(|| score_after_move(game.comment(i), position.side_to_move()));
            plies.push((m, score));
        }
        history.push(position.key());
        position = position.after(m);
        outcome = outcome.or_else(|| position.outcome(&history));
    }
    Ok(PgnReplay { plies, outcome })
}

/// Start and length of the longest run of plies with scores.
fn longest_run(plies: &[(Move, Option<Score>)]) -> (usize, usize) {
    let mut longest = (0, 0);
    let mut start = 0;
    for run in plies.chunk_by(|a, b| a.1.is_some() == b.1.is_some()) {
        if run[0].1.is_some() && run.len() > longest.1 {
            longest = (start, run.len());
        }
        start += run.len();
    }
    longest
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};

    use super::super::error::PackedGameError;
    use super::*;
    use crate::board::DrawReason;
    use crate::pgn::PgnReader;
    use crate::types::Color;

    fn import(text: &str) -> Result<PgnImport, PgnImportError> {
        let game = PgnReader::new(text.as_bytes()).next().unwrap().unwrap();
        let import = import_pgn(&game, 7)?;
        assert_eq!(import.game.check(), Ok(()), "{text}");
        assert_eq!(import.game.number(), 7);
        Ok(import)
    }

    fn record(text: &str) -> GameRecord {
        import(text).unwrap().game.unpack().unwrap()
    }

    fn scores(record: &GameRecord) -> Vec<i32> {
        record.moves.iter().map(|(_, score)| score.raw()).collect()
    }

    #[test]
    fn book_moves_are_the_opening_and_scores_are_the_movers() {
        let game = record(
            "1. e4 {book} e5 {book} 2. Qh5 {+0.31/9, 0.010s} Nc6 {-0.20/8 0.01s} 3. Bc4 {+0.5/9 0s} \
             Nf6 {-M2/9 0s} 4. Qxf7# {+M1/9, 0.001s, White mates} 1-0",
        );
        assert_eq!(
            (game.opening.len(), game.start),
            (2, StartPosition::Standard)
        );
        let mates = [Score::mated_in(2).raw(), Score::mate_in(1).raw()];
        assert_eq!(scores(&game), [31, -20, 50, mates[0], mates[1]]);
        assert_eq!(
            (game.winner, game.termination),
            (Some(Color::White), Termination::Checkmate)
        );
    }

    #[test]
    fn evals_belong_to_the_next_move() {
        let text =
            "{[%eval 0.3]} 1. e4 {[%eval 0.25]} e5 {[%eval 0.2]} 2. f4 {[%eval -0.5]} exf4 1/2-1/2";
        let game = record(text);
        assert_eq!(scores(&game), [30, -25, 20, 50]);
        assert_eq!(
            (game.winner, game.termination),
            (None, Termination::DrawAdjudicated)
        );
        // Without an evaluation of the start position the first move is the opening.
        let game = record(&text["{[%eval 0.3]} ".len()..]);
        assert_eq!((game.opening.len(), scores(&game)), (1, vec![-25, 20, 50]));
    }

    #[test]
    fn starts_are_told_by_headers() {
        let chess960 = Position::chess960(3, 700).unwrap();
        let fen = chess960.to_fen(crate::board::FenStyle::Shredder);
        let m = chess960.legal_moves()[0];
        let movetext = format!("1. {} {{+0.1/3 0s}} 1-0", chess960.to_san(m));
        let game = record(&format!(
            "[Variant \"fischerandom\"]\n[FEN \"{fen}\"]\n\n{movetext}"
        ));
        assert_eq!(
            (game.start, game.moves[0].0),
            (StartPosition::Chess960(3, 700), m)
        );
        let fen = "4k3/8/8/8/8/8/8/4K2R b K - 3 60";
        let game = record(&format!(
            "[FEN \"{fen}\"]\n\n60... Kd7 {{-5.00/9 0s}} 61. O-O {{+5/9 0s}} 1-0"
        ));
        let StartPosition::Position(position) = game.start else {
            panic!("{:?}", game.start);
        };
        assert_eq!(position.to_fen(Default::default()), fen);
        assert!(game.moves[1].0.is_castling());
    }

    #[test]
    fn moves_from_the_first_gap_on_are_dropped() {
        let text = "1. e4 {+0.1/3} e5 {-0.1/3} 2. d4 {+0.1/3} d5 {0.00/0, 0s} 3. c4 {+0.1/3} 0-1";
        let found = import(text).unwrap();
        let game = found.game.unpack().unwrap();
        assert_eq!((found.dropped_plies, game.moves.len()), (2, 3));
        assert_eq!(
            (game.winner, game.termination),
            (Some(Color::Black), Termination::WinAdjudicated)
        );
        let few = PgnImportError::FewScores {
            scored: 1,
            first: 1,
            plies: 4,
        };
        assert_eq!(import("1. e4 {+0.1/3} e5 2. d4 {+0.1/3} d5 1-0"), Err(few));
    }

    #[test]
    fn games_end_with_the_rules() {
        let knights = "1. Nf3 {0.00/1} Nf6 {0.00/1} 2. Ng1 {0.00/1} Ng8 {0.00/1} ";
        let text = format!("{}3. e4 {{0.00/1}} 1/2-1/2", knights.repeat(2));
        let found = import(&text).unwrap();
        assert_eq!(
            (found.game.termination(), found.dropped_plies),
            (Termination::Repetition, 1)
        );
        let error = import(&text.replace("1/2-1/2", "1-0")).unwrap_err();
        let repetition = Outcome::Draw(DrawReason::Repetition);
        assert_eq!(error, PgnImportError::Result(repetition, 8));
        let text = "1. f3 {0.00/1} e5 {0.00/1} 2. g4 {0.00/1} Qh4# {+M1/1} 1-0";
        assert_eq!(import(text).unwrap_err().category(), "wrong result");
    }

    #[test]
    fn useless_games_are_refused_with_their_reason() {
        for (text, category) in [
            ("1. e4 {+0.1/3} *", "no result"),
            ("1. e4 {book} e5 {book} 1-0", "scores missing"),
            ("1. e4 e5 2. Nf3 1-0", "scores missing"),
            ("1. e4 {+0.1/3} Sf6 {0.00/3} 1-0", "invalid move"),
            ("[Variant \"atomic\"]\n1. e4 {+0.1/3} 1-0", "variant"),
            ("[FEN \"8/8 w\"]\n1. e4 {+0.1/3} 1-0", "start position"),
            (
                "[Termination \"time forfeit\"]\n1. e4 {+0.1/3} 1-0",
                "broken off",
            ),
            (
                "[Termination \"Stalled connection\"]\n1. e4 {+0.1/3} 1-0",
                "broken off",
            ),
        ] {
            assert_eq!(import(text).unwrap_err().category(), category, "{text}");
        }
        for termination in ["normal", "adjudication"] {
            let text = format!("[Termination \"{termination}\"]\n1. e4 {{+0.1/3}} 1-0");
            assert!(import(&text).is_ok(), "{text}");
        }
        let shuffle = "Nf3 {0.00/1} Nf6 {0.00/1} Ng1 {0.00/1} Ng8 {0.00/1} ";
        let long = format!("{}1/2-1/2", shuffle.repeat(4000));
        assert_eq!(import(&long).unwrap().game.plies(), 8);
        let error = PgnImportError::from(PackedGameError::TooLong);
        assert_eq!(error.category(), "too long");
    }

    #[test]
    fn damaged_text_is_refused_or_makes_a_valid_game() {
        const TEXT: &str = "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[Result \"1-0\"]\n\n\
                            1. O-O {+0.31/9, 0.010s} O-O-O {-0.20/8 0.01s} 2. Rad1 {[%eval 0.3]} Rxd1 {+0.1/9} \
                            3. Rxd1 {+M31/9 0s} Rh2 {-M30/9 0s} 4. Kxh2 {+M1/9} 1-0";
        let mut random = StdRng::seed_from_u64(5);
        let mut imported = 0;
        for _ in 0..5000 {
            let mut text = TEXT.as_bytes().to_vec();
            for _ in 0..random.random_range(1..4) {
                let i = random.random_range(0..text.len());
                match random.random_range(0..3) {
                    0 => text[i] = random.random_range(b' '..=b'~'),
                    1 => drop(text.remove(i)),
                    _ => text.insert(
                        i,
                        *b"+-.M/#{}[]0123456789 abRx".choose(&mut random).unwrap(),
                    ),
                }
            }
            for game in PgnReader::new(&text[..]) {
                if let Ok(import) = import_pgn(&game.unwrap(), 1) {
                    assert_eq!(
                        import.game.check(),
                        Ok(()),
                        "{}",
                        String::from_utf8_lossy(&text)
                    );
                    imported += 1;
                }
            }
        }
        assert!((500..5000).contains(&imported), "{imported}");
    }
}

//! The typed values of all options.

use super::book_selection::BookSelection;
use super::eco_use::EcoUse;
use super::opponent::Opponent;
use crate::board::{CastlingMode, Variant};
use crate::search::{AntiGm, TablebaseConfig};

/// Largest transposition table in MiB.
pub const MAX_HASH: i64 = 1 << 22;

/// Largest number of search threads.
pub const MAX_THREADS: i64 = 1024;

/// The skill level of full strength.
pub const MAX_SKILL_LEVEL: i32 = 20;

/// The values of the options. A public field may be changed at any time through
/// [`super::Engine::options_mut`]; each of the others has a setter in [`super::Engine`], which also does
/// what the change requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) contempt: i32,
    pub(super) analyse_mode: bool,
    pub(super) syzygy_path: String,
    pub(super) tablebase_config: TablebaseConfig,
    pub(super) eval_file: String,
    pub(super) book_file: String,
    pub(super) book_seed: u64,
    pub(super) eco_file: String,
    pub(super) variant: Option<&'static Variant>,
    /// Number of principal variations to search, at least 1.
    pub multi_pv: usize,
    /// Centipawns by which each of them may be worse than the best; `None` for any number.
    pub multi_pv_margin: Option<i32>,
    /// Milliseconds to reserve for each move.
    pub move_overhead: u64,
    /// Nodes that count as a millisecond of the clock in UCI; 0 for wall time.
    pub nodes_time: u32,
    /// Whether the GUI ponders with the engine.
    pub ponder: bool,
    /// Centipawns behind at which a game may be resigned; 0 for never.
    pub resign_score: i32,
    /// Number of own moves in a row with that score before a game is resigned.
    pub resign_moves: u32,
    /// Whether the engine also resigns to a human.
    pub resign_to_humans: bool,
    /// Whether the engine offers and accepts draws.
    pub offer_draws: bool,
    /// Whether the engine also offers draws to a human.
    pub offer_draws_to_humans: bool,
    /// Whether to play at the rating [`Options::elo`] instead of full strength.
    pub limit_strength: bool,
    /// The rating to play at with [`Options::limit_strength`].
    pub elo: i32,
    /// The strength to play at without [`Options::limit_strength`], from 0 to [`MAX_SKILL_LEVEL`].
    pub skill_level: i32,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Whether to report the probabilities of win, draw and loss.
    pub show_wdl: bool,
    /// Whether to report the line that each thread is searching.
    pub show_current_line: bool,
    /// Whether to report the refutations of the moves that are not best.
    pub show_refutations: bool,
    /// Name, rating and kind of the opponent.
    pub opponent: Opponent,
    /// Whether to play moves from the book.
    pub own_book: bool,
    /// Number of plies from the start of the game in which the book is used.
    pub book_depth: u32,
    /// Whether thinking output has the columns that the protocol leaves to the engine.
    pub thinking_columns: bool,
    /// How a book move is chosen.
    pub book_selection: BookSelection,
    /// How the encyclopedia of openings is used.
    pub eco_use: EcoUse,
    /// Style against strong humans.
    pub anti_gm: AntiGm,
    /// Path of the log file; empty for none.
    pub log_file: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 16,
            threads: 1,
            contempt: 0,
            analyse_mode: false,
            syzygy_path: String::new(),
            tablebase_config: TablebaseConfig::default(),
            eval_file: String::new(),
            book_file: String::new(),
            book_seed: 0,
            eco_file: String::new(),
            variant: None,
            multi_pv: 1,
            multi_pv_margin: None,
            move_overhead: 10,
            nodes_time: 0,
            ponder: false,
            resign_score: 1000,
            resign_moves: 6,
            resign_to_humans: false,
            offer_draws: true,
            offer_draws_to_humans: false,
            limit_strength: false,
            elo: 1800,
            skill_level: MAX_SKILL_LEVEL,
            chess960: false,
            show_wdl: false,
            show_current_line: false,
            show_refutations: false,
            opponent: Opponent::default(),
            own_book: false,
            book_depth: 255,
            thinking_columns: false,
            book_selection: BookSelection::Weighted,
            eco_use: EcoUse::None,
            anti_gm: AntiGm::Off,
            log_file: String::new(),
        }
    }
}

impl Options {
    /// Size of the transposition table in MiB.
    pub fn hash(&self) -> usize {
        self.hash
    }

    /// Number of search threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Centipawns by which a draw counts less than an even position.
    pub fn contempt(&self) -> i32 {
        self.contempt
    }

    /// Whether the GUI analyses.
    pub fn analyse_mode(&self) -> bool {
        self.analyse_mode
    }

    /// Folders of the Syzygy tablebases; empty for none.
    pub fn syzygy_path(&self) -> &str {
        &self.syzygy_path
    }

    /// Smallest remaining depth at which positions with the largest probed number of pieces are probed.
    pub fn syzygy_probe_depth(&self) -> i32 {
        self.tablebase_config.probe_depth
    }

    /// Largest number of pieces at which tablebases are probed.
    pub fn syzygy_probe_limit(&self) -> u32 {
        self.tablebase_config.probe_limit
    }

    /// Whether tablebase probes respect the fifty-move rule.
    pub fn syzygy_50_move_rule(&self) -> bool {
        self.tablebase_config.fifty_move_rule
    }

    /// Path of the network; empty for the built-in one.
    pub fn eval_file(&self) -> &str {
        &self.eval_file
    }

    /// Path of the opening book; empty for none.
    pub fn book_file(&self) -> &str {
        &self.book_file
    }

    /// Seed of the choice of book moves; 0 for a random one.
    pub fn book_seed(&self) -> u64 {
        self.book_seed
    }

    /// Path of the encyclopedia of openings; empty for none.
    pub fn eco_file(&self) -> &str {
        &self.eco_file
    }

    /// The variant of the game; `None` for chess.
    pub fn variant(&self) -> Option<&'static Variant> {
        self.variant
    }

    /// The notation of castling, and the meaning of `KQkq` in a FEN.
    pub fn castling_mode(&self) -> CastlingMode {
        if self.chess960 {
            CastlingMode::Chess960
        } else {
            CastlingMode::Standard
        }
    }
}

//! The rows of the option table.

use super::super::opening_book::BookSelection;
use super::{OptionId, OptionKind, OptionSpec, Scope};

/// The greatest transposition table in mebibytes.
pub const MAX_HASH: i64 = 1 << 22;

/// The most threads a search can have.
pub const MAX_THREADS: i64 = 1024;

/// The most lines that can be shown at once.
const MAX_LINES: i64 = 256;

/// What a GUI may show when the user asks about the engine.
const ABOUT: &str = concat!(
    "Diglot ",
    env!("CARGO_PKG_VERSION"),
    " by the Diglot developers, free software under the GNU GPL version 3 or later"
);

/// All options, in the order in which they are announced.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        id: OptionId::Threads,
        name: "Threads",
        kind: OptionKind::Spin {
            default: 1,
            min: 1,
            max: MAX_THREADS,
        },
        scope: Scope::Uci,
        description: "number of search threads (CECP: cores)",
    },
    OptionSpec {
        id: OptionId::Hash,
        name: "Hash",
        kind: OptionKind::Spin {
            default: 16,
            min: 1,
            max: MAX_HASH,
        },
        scope: Scope::Uci,
        description: "size of the transposition table in MiB (CECP: memory)",
    },
    OptionSpec {
        id: OptionId::ClearHash,
        name: "Clear Hash",
        kind: OptionKind::Button,
        scope: Scope::Both,
        description: "forget what earlier searches have found",
    },
    OptionSpec {
        id: OptionId::MultiPv,
        name: "MultiPV",
        kind: OptionKind::Spin {
            default: 1,
            min: 1,
            max: MAX_LINES,
        },
        scope: Scope::Both,
        description: "how many of the best moves are shown, each with its line",
    },
    OptionSpec {
        id: OptionId::Ponder,
        name: "Ponder",
        kind: OptionKind::Check { default: false },
        scope: Scope::Uci,
        description: "the GUI may let the engine think on the opponent's time (CECP: hard, easy)",
    },
    OptionSpec {
        id: OptionId::MoveOverhead,
        name: "Move Overhead",
        kind: OptionKind::Spin {
            default: 10,
            min: 0,
            max: 5000,
        },
        scope: Scope::Both,
        description: "milliseconds kept in hand for each move, for delays between engine and GUI; where the clock shows greater ones, or the machine is busy, more is kept",
    },
    OptionSpec {
        id: OptionId::Contempt,
        name: "Contempt",
        kind: OptionKind::Spin {
            default: 0,
            min: -300,
            max: 300,
        },
        scope: Scope::Both,
        description: "centipawns that a draw counts less than an even game; not used in analysis",
    },
    OptionSpec {
        id: OptionId::ResignScore,
        name: "Resign Score",
        kind: OptionKind::Spin {
            default: 1000,
            min: 0,
            max: 10_000,
        },
        scope: Scope::Cecp,
        description: "centipawns behind with which Diglot gives up a game against a computer; 0: never. It \
                      never resigns to a human, where the opponent might not be able to mate, or where the \
                      fifty-move rule is near (CECP only)",
    },
    OptionSpec {
        id: OptionId::ResignMoves,
        name: "Resign Moves",
        kind: OptionKind::Spin {
            default: 6,
            min: 1,
            max: 100,
        },
        scope: Scope::Cecp,
        description: "own moves in a row for which a game has to be that bad before Diglot gives it up (CECP \
                      only)",
    },
    OptionSpec {
        id: OptionId::OfferDraws,
        name: "Offer Draws",
        kind: OptionKind::Check { default: true },
        scope: Scope::Cecp,
        description: "take a draw in a worse or a dull position, and offer one to a computer in an endgame \
                      that has long been level; draws by rule are always claimed (CECP only)",
    },
    OptionSpec {
        id: OptionId::SyzygyPath,
        name: "SyzygyPath",
        kind: OptionKind::Path { default: "" },
        scope: Scope::Uci,
        description: "folders with Syzygy endgame tables, separated by `:`, on Windows by `;` (CECP: egtpath \
                      syzygy)",
    },
    OptionSpec {
        id: OptionId::SyzygyProbeDepth,
        name: "SyzygyProbeDepth",
        kind: OptionKind::Spin {
            default: 1,
            min: 1,
            max: 100,
        },
        scope: Scope::Both,
        description: "positions with as many pieces as SyzygyProbeLimit or the greatest tables have are looked \
                      up with at least so many plies left to search",
    },
    OptionSpec {
        id: OptionId::Syzygy50MoveRule,
        name: "Syzygy50MoveRule",
        kind: OptionKind::Check { default: true },
        scope: Scope::Both,
        description: "table wins that the fifty-move rule prevents count as draws",
    },
    OptionSpec {
        id: OptionId::SyzygyProbeLimit,
        name: "SyzygyProbeLimit",
        kind: OptionKind::Spin {
            default: 7,
            min: 0,
            max: 7,
        },
        scope: Scope::Both,
        description: "positions with more pieces than this are not looked up; 0: none is",
    },
    OptionSpec {
        id: OptionId::LimitStrength,
        name: "UCI_LimitStrength",
        kind: OptionKind::Check { default: false },
        scope: Scope::Both,
        description: "play as weakly as UCI_Elo says",
    },
    OptionSpec {
        id: OptionId::Elo,
        name: "UCI_Elo",
        kind: OptionKind::Spin {
            default: 1800,
            min: 1000,
            max: 3000,
        },
        scope: Scope::Both,
        description: "the rating to play at with UCI_LimitStrength",
    },
    OptionSpec {
        id: OptionId::AnalyseMode,
        name: "UCI_AnalyseMode",
        kind: OptionKind::Check { default: false },
        scope: Scope::Uci,
        description: "the GUI analyses: no contempt, no weakening (CECP: analyze)",
    },
    OptionSpec {
        id: OptionId::Chess960,
        name: "UCI_Chess960",
        kind: OptionKind::Check { default: false },
        scope: Scope::Uci,
        description: "Chess960: castling is written as king takes rook (CECP: variant fischerandom)",
    },
    OptionSpec {
        id: OptionId::Variant,
        name: "UCI_Variant",
        kind: OptionKind::Combo {
            default: "chess",
            choices: &["chess"],
        },
        scope: Scope::Uci,
        description: "the variant that is played (CECP: variant)",
    },
    OptionSpec {
        id: OptionId::ShowWdl,
        name: "UCI_ShowWDL",
        kind: OptionKind::Check { default: false },
        scope: Scope::Uci,
        description: "show with each score how likely win, draw and loss are, in permille",
    },
    OptionSpec {
        id: OptionId::ShowCurrentLine,
        name: "UCI_ShowCurrLine",
        kind: OptionKind::Check { default: false },
        scope: Scope::Uci,
        description: "show the line that each thread is looking at",
    },
    OptionSpec {
        id: OptionId::ShowRefutations,
        name: "UCI_ShowRefutations",
        kind: OptionKind::Check { default: false },
        scope: Scope::Uci,
        description: "show how the moves that are not best are refuted",
    },
    OptionSpec {
        id: OptionId::SetPositionValue,
        name: "UCI_SetPositionValue",
        kind: OptionKind::Text { default: "" },
        scope: Scope::Uci,
        description: "give a position a value in centipawns of White, `VALUE + FEN`; `clear + FEN` and \
                      `clearall` take it back (CECP: setscore)",
    },
    OptionSpec {
        id: OptionId::Opponent,
        name: "UCI_Opponent",
        kind: OptionKind::Text { default: "" },
        scope: Scope::Uci,
        description: "title, rating, kind (`human` or `computer`) and name of the opponent (CECP: name, \
                      rating, computer)",
    },
    OptionSpec {
        id: OptionId::EngineAbout,
        name: "UCI_EngineAbout",
        kind: OptionKind::Text { default: ABOUT },
        scope: Scope::Uci,
        description: "who made the engine; setting it changes nothing",
    },
    OptionSpec {
        id: OptionId::EvalFile,
        name: "EvalFile",
        kind: OptionKind::File { default: "" },
        scope: Scope::Both,
        description: "a network of Diglot's that evaluates; empty: the one that is part of the program; \
                      `classical`: hand-made terms",
    },
    OptionSpec {
        id: OptionId::OwnBook,
        name: "OwnBook",
        kind: OptionKind::Check { default: false },
        scope: Scope::Both,
        description: "play moves from the book at once where it has any; never in analysis, while pondering or \
                      where the moves to search are restricted",
    },
    OptionSpec {
        id: OptionId::BookFile,
        name: "Book File",
        kind: OptionKind::File { default: "" },
        scope: Scope::Both,
        description: "the book, in the format of Polyglot (`.bin`)",
    },
    OptionSpec {
        id: OptionId::BookDepth,
        name: "Book Depth",
        kind: OptionKind::Spin {
            default: 255,
            min: 1,
            max: 1000,
        },
        scope: Scope::Both,
        description: "the plies of a game, those of both sides, in which the book is used",
    },
    OptionSpec {
        id: OptionId::BookSelection,
        name: "Book Selection",
        kind: OptionKind::Combo {
            default: BookSelection::WEIGHTED,
            choices: &BookSelection::WORDS,
        },
        scope: Scope::Both,
        description: "which of the book's moves is played: each as often as its weight says, always the one \
                      with the greatest weight, or all as often",
    },
    OptionSpec {
        id: OptionId::BookSeed,
        name: "Book Seed",
        kind: OptionKind::Spin {
            default: 0,
            min: 0,
            max: i32::MAX as i64,
        },
        scope: Scope::Both,
        description: "the same number brings the same choices from the book; 0: always others",
    },
    OptionSpec {
        id: OptionId::LogFile,
        name: "Log File",
        kind: OptionKind::File { default: "" },
        scope: Scope::Both,
        description: "a file to which everything that comes in and goes out is appended",
    },
    OptionSpec {
        id: OptionId::SaveSettings,
        name: "Save Settings",
        kind: OptionKind::Save,
        scope: Scope::Cecp,
        description: "write the values of the options that CECP shows to the file that was named with \
                      --settings (CECP only)",
    },
    OptionSpec {
        id: OptionId::ResetSettings,
        name: "Reset Settings",
        kind: OptionKind::Reset,
        scope: Scope::Cecp,
        description: "give the options that CECP shows their defaults (CECP only)",
    },
];

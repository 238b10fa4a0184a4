//! The rows of the option table.

use std::path::Path;

use super::error::TextError;
use super::spec::{OptionGroup, OptionKind, OptionSpec, OptionTarget, Scope};
use crate::board::{CastlingMode, VARIANT_NAMES, game_by_name, variant, variant_name};
use crate::engine::{BookSelection, EcoUse, MAX_HASH, MAX_SKILL_LEVEL, MAX_THREADS};
use crate::protocol::uci::{parse_opponent, set_position_value};
use crate::search::AntiGm;

/// Largest number of lines for MultiPV.
const MAX_LINES: i64 = 256;

/// Answer of UCI_EngineAbout.
const ABOUT: &str = concat!(
    "Diglot ",
    env!("CARGO_PKG_VERSION"),
    " by the Diglot developers, free software under the GNU GPL version 3 or later"
);

/// All options, in the order in which both protocols announce them and the documentation lists them: by group, in
/// each group first those that are changed most often.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "UCI_LimitStrength",
        group: OptionGroup::Strength,
        scope: Scope::Both,
        kind: OptionKind::Check {
            get: |options| options.limit_strength,
            set: |target, on| target.engine.options_mut().limit_strength = on,
        },
        help: "Limit the strength to UCI_Elo",
    },
    OptionSpec {
        name: "UCI_Elo",
        group: OptionGroup::Strength,
        scope: Scope::Both,
        kind: OptionKind::Spin {
            min: 1000,
            max: 3000,
            get: |options| options.elo.into(),
            set: |target, n| target.engine.options_mut().elo = n as i32,
        },
        help: "Rating to play at with UCI_LimitStrength",
    },
    OptionSpec {
        name: "Skill Level",
        group: OptionGroup::Strength,
        scope: Scope::Uci,
        kind: OptionKind::Spin {
            min: 0,
            max: MAX_SKILL_LEVEL as i64,
            get: |options| options.skill_level.into(),
            set: |target, n| target.engine.options_mut().skill_level = n as i32,
        },
        help: "Limit the strength without UCI_LimitStrength, which has precedence: level N plays as UCI_Elo \
               1000 + 100 N does; 20: full strength (UCI only)",
    },
    OptionSpec {
        name: "Anti GM",
        group: OptionGroup::Strength,
        scope: Scope::Both,
        kind: OptionKind::Combo {
            choices: &["off", "active", "strong", "smart"],
            aliases: |_| None,
            get: |options| match options.anti_gm {
                AntiGm::Off => "off",
                AntiGm::Active => "active",
                AntiGm::Strong => "strong",
                AntiGm::Smart => "smart",
            },
            set: |target, word| {
                target.engine.options_mut().anti_gm = match word {
                    "active" => AntiGm::Active,
                    "strong" => AntiGm::Strong,
                    "smart" => AntiGm::Smart,
                    _ => AntiGm::Off,
                };
            },
        },
        help: "Avoid closed positions and early queen exchanges, against strong humans: a little, strongly, or \
               strongly unless clearly ahead; ignored in analysis",
    },
    OptionSpec {
        name: "Move Overhead",
        group: OptionGroup::Time,
        scope: Scope::Both,
        kind: OptionKind::Spin {
            min: 0,
            max: 5000,
            get: |options| options.move_overhead as i64,
            set: |target, n| target.engine.options_mut().move_overhead = n as u64,
        },
        help: "Milliseconds to reserve per move for delays between engine and GUI; Diglot reserves more if \
               the clock shows larger delays or the machine is busy, and of a fixed time per move at most 10 \
               ms or 5 %",
    },
    OptionSpec {
        name: "Ponder",
        group: OptionGroup::Time,
        scope: Scope::Uci,
        kind: OptionKind::Check {
            get: |options| options.ponder,
            set: |target, on| target.engine.options_mut().ponder = on,
        },
        help: "Tell the engine that the GUI may let it ponder (CECP: hard, easy)",
    },
    OptionSpec {
        name: "nodestime",
        group: OptionGroup::Time,
        scope: Scope::Uci,
        kind: OptionKind::Spin {
            min: 0,
            max: 10_000,
            get: |options| options.nodes_time.into(),
            set: |target, n| target.engine.options_mut().nodes_time = n as u32,
        },
        help: "Count this many nodes as a millisecond, for tests that do not depend on the speed of the \
               machine: Diglot then keeps its own clock from the first `go` of a game; 0: wall time (CECP: \
               nps)",
    },
    OptionSpec {
        name: "Hash",
        group: OptionGroup::Memory,
        scope: Scope::Uci,
        kind: OptionKind::Spin {
            min: 1,
            max: MAX_HASH,
            get: |options| options.hash() as i64,
            set: |target, n| target.engine.set_hash(n as usize),
        },
        help: "Size of the transposition table in MiB (CECP: memory)",
    },
    OptionSpec {
        name: "Threads",
        group: OptionGroup::Memory,
        scope: Scope::Uci,
        kind: OptionKind::Spin {
            min: 1,
            max: MAX_THREADS,
            get: |options| options.threads() as i64,
            set: |target, n| target.engine.set_threads(n as usize),
        },
        help: "Number of search threads (CECP: cores)",
    },
    OptionSpec {
        name: "MultiPV",
        group: OptionGroup::Analysis,
        scope: Scope::Both,
        kind: OptionKind::Spin {
            min: 1,
            max: MAX_LINES,
            get: |options| options.multi_pv as i64,
            set: |target, n| target.engine.options_mut().multi_pv = n as usize,
        },
        help: "Number of best moves to show, each with its principal variation",
    },
    OptionSpec {
        name: "MultiPV Margin",
        group: OptionGroup::Analysis,
        scope: Scope::Both,
        kind: OptionKind::Spin {
            min: 0,
            max: 1000,
            get: |options| options.multi_pv_margin.unwrap_or(0).into(),
            set: |target, n| {
                target.engine.options_mut().multi_pv_margin = (n > 0).then_some(n as i32);
            },
        },
        help: "With MultiPV above 1, show only moves at most this many centipawns worse than the best; 0: all",
    },
    OptionSpec {
        name: "UCI_AnalyseMode",
        group: OptionGroup::Analysis,
        scope: Scope::Uci,
        kind: OptionKind::Check {
            get: |options| options.analyse_mode(),
            set: |target, on| target.engine.set_analyse_mode(on),
        },
        help: "Analyse without contempt and at full strength (CECP: analyze)",
    },
    OptionSpec {
        name: "UCI_ShowWDL",
        group: OptionGroup::Analysis,
        scope: Scope::Uci,
        kind: OptionKind::Check {
            get: |options| options.show_wdl,
            set: |target, on| target.engine.options_mut().show_wdl = on,
        },
        help: "Show the probabilities of win, draw and loss in permille with each score (UCI only)",
    },
    OptionSpec {
        name: "UCI_ShowCurrLine",
        group: OptionGroup::Analysis,
        scope: Scope::Uci,
        kind: OptionKind::Check {
            get: |options| options.show_current_line,
            set: |target, on| target.engine.options_mut().show_current_line = on,
        },
        help: "Show the line that each thread is searching (UCI only)",
    },
    OptionSpec {
        name: "UCI_ShowRefutations",
        group: OptionGroup::Analysis,
        scope: Scope::Uci,
        kind: OptionKind::Check {
            get: |options| options.show_refutations,
            set: |target, on| target.engine.options_mut().show_refutations = on,
        },
        help: "Show the refutations of the moves that are not best (UCI only)",
    },
    OptionSpec {
        name: "Thinking Columns",
        group: OptionGroup::Analysis,
        scope: Scope::Cecp,
        kind: OptionKind::Check {
            get: |options| options.thinking_columns,
            set: |target, on| target.engine.options_mut().thinking_columns = on,
        },
        help: "Add selective depth, nodes per second and tablebase hits to thinking output. XBoard can show \
               them as columns of *Engine Output*, but puts them before the moves in its main window (CECP \
               only)",
    },
    OptionSpec {
        name: "OwnBook",
        group: OptionGroup::Book,
        scope: Scope::Both,
        kind: OptionKind::Check {
            get: |options| options.own_book,
            set: |target, on| target.engine.options_mut().own_book = on,
        },
        help: "Play book moves without a search; never in analysis, while pondering or with restricted root \
               moves",
    },
    OptionSpec {
        name: "Book File",
        group: OptionGroup::Book,
        scope: Scope::Both,
        kind: OptionKind::File {
            get: |options| options.book_file(),
            set: |target, path| unless_unusable(target.engine.set_book_file(path)),
        },
        help: "Opening book in Polyglot's format (`.bin`)",
    },
    OptionSpec {
        name: "Book Depth",
        group: OptionGroup::Book,
        scope: Scope::Both,
        kind: OptionKind::Spin {
            min: 1,
            max: 1000,
            get: |options| options.book_depth.into(),
            set: |target, n| target.engine.options_mut().book_depth = n as u32,
        },
        help: "Number of plies from the start of the game in which the book is used",
    },
    OptionSpec {
        name: "Book Selection",
        group: OptionGroup::Book,
        scope: Scope::Both,
        kind: OptionKind::Combo {
            choices: &[WEIGHTED, BEST, UNIFORM],
            aliases: |_| None,
            get: |options| match options.book_selection {
                BookSelection::Weighted => WEIGHTED,
                BookSelection::Best => BEST,
                BookSelection::Uniform => UNIFORM,
            },
            set: set_book_selection,
        },
        help: "Choose a book move at random in proportion to its weight, the one with the largest weight, or \
               any with equal probability",
    },
    OptionSpec {
        name: "Book Seed",
        group: OptionGroup::Book,
        scope: Scope::Both,
        kind: OptionKind::Spin {
            min: 0,
            max: i32::MAX as i64,
            get: |options| options.book_seed() as i64,
            set: |target, n| target.engine.set_book_seed(n.unsigned_abs()),
        },
        help: "Seed of the random choice of book moves, to make it repeatable; 0: a new seed each time",
    },
    OptionSpec {
        name: "ECO File",
        group: OptionGroup::Book,
        scope: Scope::Both,
        kind: OptionKind::File {
            get: |options| options.eco_file(),
            set: |target, path| unless_unusable(target.engine.set_eco_file(path)),
        },
        help: "Encyclopedia of openings in Polyglot's format (`.bin`)",
    },
    OptionSpec {
        name: "ECO Use",
        group: OptionGroup::Book,
        scope: Scope::Both,
        kind: OptionKind::Combo {
            choices: &["none", "moderate", "strong", "book"],
            aliases: |_| None,
            get: |options| match options.eco_use {
                EcoUse::None => "none",
                EcoUse::Moderate => "moderate",
                EcoUse::Strong => "strong",
                EcoUse::Book => "book",
            },
            set: |target, word| {
                target.engine.options_mut().eco_use = match word {
                    "moderate" => EcoUse::Moderate,
                    "strong" => EcoUse::Strong,
                    "book" => EcoUse::Book,
                    _ => EcoUse::None,
                };
            },
        },
        help: "Where the encyclopedia has moves, search only these (moderate) or only those with at least a \
               quarter of the largest weight (strong), or play them without a search if the book has none \
               (book); never in analysis or with restricted root moves",
    },
    OptionSpec {
        name: "SyzygyPath",
        group: OptionGroup::Tablebases,
        scope: Scope::Uci,
        kind: OptionKind::Path {
            get: |options| options.syzygy_path(),
            set: |target, path| {
                target.engine.set_syzygy_path(path);
                Ok(())
            },
        },
        help: "Folders with Syzygy tablebases, separated by `:`, on Windows by `;` (CECP: egtpath syzygy)",
    },
    OptionSpec {
        name: "SyzygyProbeDepth",
        group: OptionGroup::Tablebases,
        scope: Scope::Both,
        kind: OptionKind::Spin {
            min: 1,
            max: 100,
            get: |options| options.syzygy_probe_depth().into(),
            set: |target, n| target.engine.set_syzygy_probe_depth(n as i32),
        },
        help: "Minimum depth in plies at which positions with `SyzygyProbeLimit` pieces are probed; smaller ones \
               are probed at any depth",
    },
    OptionSpec {
        name: "SyzygyProbeLimit",
        group: OptionGroup::Tablebases,
        scope: Scope::Both,
        kind: OptionKind::Spin {
            min: 0,
            max: 7,
            get: |options| options.syzygy_probe_limit().into(),
            set: |target, n| target.engine.set_syzygy_probe_limit(n as u32),
        },
        help: "Largest number of pieces at which tablebases are probed; 0: never",
    },
    OptionSpec {
        name: "Syzygy50MoveRule",
        group: OptionGroup::Tablebases,
        scope: Scope::Both,
        kind: OptionKind::Check {
            get: |options| options.syzygy_50_move_rule(),
            set: |target, on| target.engine.set_syzygy_50_move_rule(on),
        },
        help: "Score tablebase wins that the fifty-move rule prevents as draws",
    },
    OptionSpec {
        name: "Contempt",
        group: OptionGroup::Results,
        scope: Scope::Both,
        kind: OptionKind::Spin {
            min: -300,
            max: 300,
            get: |options| options.contempt().into(),
            set: |target, n| target.engine.set_contempt(n as i32),
        },
        help: "Centipawns by which a draw counts less than an even position; ignored in analysis",
    },
    OptionSpec {
        name: "Offer Draws",
        group: OptionGroup::Results,
        scope: Scope::Cecp,
        kind: OptionKind::Check {
            get: |options| options.offer_draws,
            set: |target, on| target.engine.options_mut().offer_draws = on,
        },
        help: "Accept draws in worse or dull positions, and offer them to a computer in endgames that have \
               long been level; draws by rule are always claimed (CECP only)",
    },
    OptionSpec {
        name: "Offer Draws To Humans",
        group: OptionGroup::Results,
        scope: Scope::Cecp,
        kind: OptionKind::Check {
            get: |options| options.offer_draws_to_humans,
            set: |target, on| target.engine.options_mut().offer_draws_to_humans = on,
        },
        help: "Offer draws to a human as to a computer (CECP only)",
    },
    OptionSpec {
        name: "Resign Score",
        group: OptionGroup::Results,
        scope: Scope::Cecp,
        kind: OptionKind::Spin {
            min: 0,
            max: 10_000,
            get: |options| options.resign_score.into(),
            set: |target, n| target.engine.options_mut().resign_score = n as i32,
        },
        help: "Resign against a computer when this many centipawns behind; 0: never. Diglot does not resign if \
               the opponent may be unable to mate or if the fifty-move rule is near (CECP only)",
    },
    OptionSpec {
        name: "Resign Moves",
        group: OptionGroup::Results,
        scope: Scope::Cecp,
        kind: OptionKind::Spin {
            min: 1,
            max: 100,
            get: |options| options.resign_moves.into(),
            set: |target, n| target.engine.options_mut().resign_moves = n as u32,
        },
        help: "Number of own moves in a row with that score before Diglot resigns (CECP only)",
    },
    OptionSpec {
        name: "Resign To Humans",
        group: OptionGroup::Results,
        scope: Scope::Cecp,
        kind: OptionKind::Check {
            get: |options| options.resign_to_humans,
            set: |target, on| target.engine.options_mut().resign_to_humans = on,
        },
        help: "Resign to a human as to a computer (CECP only)",
    },
    OptionSpec {
        name: "UCI_Chess960",
        group: OptionGroup::Game,
        scope: Scope::Uci,
        kind: OptionKind::Check {
            get: |options| options.chess960,
            set: |target, on| target.engine.options_mut().chess960 = on,
        },
        help: "Play Chess960; castling is written as king takes rook (CECP: variant fischerandom)",
    },
    OptionSpec {
        name: "UCI_Variant",
        group: OptionGroup::Game,
        scope: Scope::Uci,
        kind: OptionKind::Combo {
            choices: &VARIANT_NAMES,
            aliases: other_variant_name,
            get: |options| variant_name(options.variant()),
            set: |target, name| {
                let variant = variant(name);
                if variant != target.engine.variant() {
                    target.engine.new_game(variant);
                }
            },
        },
        help: "Variant to play; a change begins a new game (CECP: variant)",
    },
    OptionSpec {
        name: "UCI_Opponent",
        group: OptionGroup::Game,
        scope: Scope::Uci,
        kind: OptionKind::Text {
            get: |_| "",
            set: |target, text| {
                target.engine.options_mut().opponent =
                    parse_opponent(text).map_err(TextError::Expected)?;
                Ok(())
            },
        },
        help: "Title, rating, kind (`human` or `computer`) and name of the opponent (CECP: name, rating, \
               computer)",
    },
    OptionSpec {
        name: "UCI_SetPositionValue",
        group: OptionGroup::Game,
        scope: Scope::Uci,
        kind: OptionKind::Text {
            get: |_| "",
            set: |target, text| {
                set_position_value(target.engine, text).map_err(TextError::Expected)
            },
        },
        help: "Assign a score to a position with `VALUE + FEN`, in centipawns from White's view; remove it \
               with `clear + FEN`, all of them with `clearall` (CECP: setscore)",
    },
    OptionSpec {
        name: "UCI_EngineAbout",
        group: OptionGroup::Game,
        scope: Scope::Uci,
        kind: OptionKind::Text {
            get: |_| ABOUT,
            set: |_, _| Ok(()),
        },
        help: "Version, authors and licence; cannot be changed (UCI only)",
    },
    OptionSpec {
        name: "EvalFile",
        group: OptionGroup::Files,
        scope: Scope::Both,
        kind: OptionKind::File {
            get: |options| options.eval_file(),
            set: |target, path| unless_unusable(target.engine.set_eval_file(path)),
        },
        help: "Network to evaluate with; empty: the built-in network; `classical`: the hand-crafted \
               evaluation",
    },
    OptionSpec {
        name: "Log File",
        group: OptionGroup::Files,
        scope: Scope::Both,
        kind: OptionKind::File {
            get: |options| &options.log_file,
            set: set_log_file,
        },
        help: "File to append all input and output to; also accepted as `Debug Log File`",
    },
    OptionSpec {
        name: "Clear Hash",
        group: OptionGroup::Actions,
        scope: Scope::Both,
        kind: OptionKind::Button {
            press: |target| target.engine.clear(),
        },
        help: "Clear the transposition table and the histories",
    },
    OptionSpec {
        name: "Save Settings",
        group: OptionGroup::Actions,
        scope: Scope::Cecp,
        kind: OptionKind::Save,
        help: "Write the options that CECP announces to the settings file: `diglot/settings.txt` in the \
               user's configuration folder, or the file given with `--settings` (CECP only)",
    },
    OptionSpec {
        name: "Reset Settings",
        group: OptionGroup::Actions,
        scope: Scope::Cecp,
        kind: OptionKind::Reset,
        help: "Reset the options that CECP announces to their defaults (CECP only)",
    },
];

const WEIGHTED: &str = "weighted";
const BEST: &str = "best";
const UNIFORM: &str = "uniform";

fn set_book_selection(target: &mut OptionTarget<'_>, word: &'static str) {
    target.engine.options_mut().book_selection = match word {
        BEST => BookSelection::Best,
        UNIFORM => BookSelection::Uniform,
        _ => BookSelection::Weighted,
    };
}

/// The name in the list of a variant with another name.
fn other_variant_name(name: &str) -> Option<&'static str> {
    let game = game_by_name(name).filter(|game| game.mode == CastlingMode::Standard)?;
    Some(variant_name(game.variant))
}

fn set_log_file(target: &mut OptionTarget<'_>, path: &str) -> Result<(), TextError> {
    if let Some(log_to) = target.log_file {
        let file = (!path.is_empty()).then(|| Path::new(path));
        log_to(file).map_err(TextError::Unusable)?;
    }
    target.engine.options_mut().log_file = path.to_owned();
    Ok(())
}

fn unless_unusable<E: ToString>(result: Result<(), E>) -> Result<(), TextError> {
    result.map_err(|error| TextError::Unusable(error.to_string()))
}

//! The numbers of the search in one table, with the range in which tuning may look for better ones.

/// A number of the search.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// By how much to change it at a time.
    pub step: i32,
}

/// Declares the parameters. Each becomes a function. With the feature `tuning` it reads a variable that
/// [`set_parameter`] changes; without it, it is a constant that costs nothing.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $min:literal ..= $max:literal, $step:literal;)*) => {
        /// All of them.
        pub const PARAMETERS: &[Parameter] = &[
            $(Parameter {
                name: stringify!($name),
                default: $default,
                min: $min,
                max: $max,
                step: $step,
            },)*
        ];

        #[cfg(feature = "tuning")]
        #[allow(non_upper_case_globals)]
        mod values {
            use std::sync::atomic::AtomicI32;
            $(pub(crate) static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        #[cfg(feature = "tuning")]
        fn variable(name: &str) -> Option<&'static std::sync::atomic::AtomicI32> {
            $(if name == stringify!($name) {
                return Some(&values::$name);
            })*
            None
        }

        $(
            $(#[$doc])*
            #[cfg(feature = "tuning")]
            #[inline]
            pub(crate) fn $name() -> i32 {
                values::$name.load(std::sync::atomic::Ordering::Relaxed)
            }

            $(#[$doc])*
            #[cfg(not(feature = "tuning"))]
            #[inline]
            pub(crate) const fn $name() -> i32 {
                $default
            }
        )*
    };
}

/// Gives a parameter of this name another value, kept within its range, and says whether there is one.
/// What is computed from parameters once is computed at the first search, so this comes before it.
#[cfg(feature = "tuning")]
pub fn set_parameter(name: &str, value: i32) -> bool {
    let row = PARAMETERS.iter().find(|row| row.name == name);
    let (Some(row), Some(variable)) = (row, variable(name)) else {
        return false;
    };
    let value = value.clamp(row.min, row.max);
    variable.store(value, std::sync::atomic::Ordering::Relaxed);
    true
}

parameters! {
    /// First half-width of the aspiration window, in centipawns.
    aspiration_window = 22, 5 ..= 50, 3;
    /// Least depth for an aspiration window, in plies.
    aspiration_depth = 4, 3 ..= 8, 1;

    /// How far the evaluation must be below alpha to go to quiescence at once, in centipawns.
    razoring_base = 285, 100 ..= 600, 20;
    /// And how much further for each ply of depth squared.
    razoring_factor = 175, 50 ..= 320, 15;

    /// Greatest depth of reverse futility pruning, in plies.
    rfp_depth = 10, 4 ..= 14, 1;
    /// How far the evaluation must be above beta for each ply of depth, in centipawns.
    rfp_margin = 75, 40 ..= 180, 6;
    /// So much less where the position improves.
    rfp_improving = 62, 0 ..= 124, 8;

    /// Least depth of a null move, in plies.
    nmp_depth = 3, 1 ..= 6, 1;
    /// How far the static evaluation must be above beta for a null move at depth 0, in centipawns.
    nmp_margin = 150, 0 ..= 300, 20;
    /// So much less for each ply of depth.
    nmp_depth_margin = 25, 0 ..= 50, 4;
    /// Reduction of the search after a null move, in plies.
    nmp_base = 4, 2 ..= 7, 1;
    /// So many plies of depth reduce the null-move search by one more.
    nmp_depth_divisor = 4, 2 ..= 8, 1;
    /// So many centipawns above beta reduce it by one more.
    nmp_eval_divisor = 225, 80 ..= 450, 20;
    /// At most so many plies more for the evaluation.
    nmp_eval_max = 3, 1 ..= 6, 1;
    /// From this depth on a null move that holds is verified, in plies.
    nmp_verification_depth = 14, 8 ..= 20, 1;

    /// Least depth of ProbCut, in plies.
    probcut_depth = 5, 3 ..= 8, 1;
    /// How far above beta a capture must hold, in centipawns.
    probcut_margin = 207, 80 ..= 420, 15;
    /// So much less where the position improves.
    probcut_improving = 60, 0 ..= 124, 8;
    /// How far above beta a bound in the table must be to be believed, in centipawns.
    small_probcut_margin = 440, 200 ..= 880, 25;

    /// Least depth of an internal iterative reduction, in plies.
    iir_depth = 4, 2 ..= 8, 1;

    /// Greatest depth of late move pruning, in plies.
    lmp_depth = 9, 3 ..= 12, 1;
    /// Quiet moves searched at least before late move pruning sets in.
    lmp_base = 5, 1 ..= 8, 1;

    /// Greatest depth of futility pruning, in plies.
    futility_depth = 9, 3 ..= 12, 1;
    /// How far below alpha the evaluation must be at depth 0, in centipawns.
    futility_base = 93, 40 ..= 220, 10;
    /// And how much further for each ply of depth.
    futility_margin = 98, 40 ..= 200, 8;
    /// How far below alpha the evaluation must be for a capture at depth 0, in centipawns.
    futility_noisy_base = 125, 40 ..= 300, 15;
    /// And how much further for each ply of depth.
    futility_noisy_margin = 172, 40 ..= 300, 12;

    /// Greatest depth at which quiet moves with a bad history are left out, in plies.
    history_pruning_depth = 5, 2 ..= 9, 1;
    /// How bad it must be for each ply of depth.
    history_pruning_margin = 4350, 1500 ..= 7000, 300;

    /// Greatest depth at which moves that lose material are left out, in plies.
    see_depth = 10, 4 ..= 12, 1;
    /// What a quiet move may lose in exchanges for each ply of depth squared, in centipawns.
    see_quiet_margin = 17, 5 ..= 60, 3;
    /// What a capture may lose for each ply of depth, in centipawns.
    see_noisy_margin = 92, 30 ..= 160, 8;

    /// Least depth of a singular extension, in plies.
    singular_depth = 6, 4 ..= 9, 1;
    /// How far below the table's score all other moves must stay, in hundredths of a pawn for 16 plies.
    singular_margin = 20, 6 ..= 48, 3;
    /// How much further for a double extension, in centipawns.
    double_extension_margin = 20, 0 ..= 50, 3;
    /// How much further for a triple extension, in centipawns.
    triple_extension_margin = 100, 30 ..= 200, 10;

    /// Least depth of a late move reduction, in plies.
    lmr_depth = 2, 2 ..= 5, 1;
    /// Constant part of the late move reduction of a quiet move, in 1024ths of a ply.
    lmr_base = 885, 0 ..= 1600, 80;
    /// Divisor of the product of logarithms, in hundredths.
    lmr_divisor = 222, 150 ..= 350, 15;
    /// Constant part for captures and promotions, in 1024ths of a ply.
    lmr_noisy_base = 280, -500 ..= 1000, 80;
    /// Divisor for captures and promotions.
    lmr_noisy_divisor = 325, 200 ..= 500, 15;
    /// Less in nodes of the principal variation, in 1024ths of a ply.
    lmr_pv = 1120, 0 ..= 2048, 100;
    /// Less where the table says that the position was one of a principal variation.
    lmr_tt_pv = 920, 0 ..= 2048, 100;
    /// But more where its score was no better than alpha.
    lmr_tt_low = 600, 0 ..= 1500, 80;
    /// More in nodes that are expected to fail high.
    lmr_cut_node = 1200, 0 ..= 2500, 120;
    /// More where the position does not improve.
    lmr_not_improving = 425, 0 ..= 1500, 80;
    /// More where the table's move captures.
    lmr_tt_capture = 570, 0 ..= 1500, 80;
    /// More where the next ply has failed high often.
    lmr_cutoffs = 780, 0 ..= 1500, 80;
    /// Less for a killer move.
    lmr_killer = 930, 0 ..= 1800, 90;
    /// Less for a move that gives check.
    lmr_check = 720, 0 ..= 1800, 90;
    /// So much history reduces a late move by one ply less (or more).
    lmr_history = 9100, 4096 ..= 16384, 512;
    /// So much history reduces a late capture by one ply less (or more).
    lmr_noisy_history = 8050, 4096 ..= 16384, 512;
    /// How much better than the best a reduced move must be to be searched deeper, in centipawns.
    deeper_margin = 34, 10 ..= 100, 6;
    /// Less better than the best than this a reduced move is searched less deeply, in centipawns.
    shallower_margin = 12, 0 ..= 30, 2;

    /// So many plies less for the other moves of a node once one of them has raised alpha.
    raised_alpha_reduction = 1, 0 ..= 3, 1;
    /// Greatest depth at which they are reduced for it, in plies.
    raised_alpha_depth = 13, 4 ..= 20, 1;

    /// What it is worth in the order to bring a piece out of danger, in units of history for each centipawn
    /// that the piece counts.
    quiet_danger = 17, 0 ..= 48, 3;
    /// What a quiet check is worth in the order, in units of history.
    quiet_check = 12_800, 0 ..= 32_000, 1500;
    /// What it may lose in exchanges, in centipawns.
    quiet_check_price = 97, 0 ..= 200, 15;

    /// From this reduction on a node where neither side stands well is searched deeper in hindsight, in plies.
    hindsight_deeper_reduction = 4, 1 ..= 6, 1;
    /// How well both sides must stand together for a reduced node to be searched less deeply, in centipawns.
    hindsight_shallower_margin = 88, 20 ..= 250, 15;

    /// History bonus of a quiet move for each centipawn by which it has improved the evaluation.
    evaluation_history_factor = 11, 0 ..= 40, 3;
    /// The greatest such bonus or malus.
    evaluation_history_max = 1200, 200 ..= 2500, 120;

    /// History bonus for each ply of depth.
    history_bonus_factor = 205, 50 ..= 400, 20;
    /// What is taken off it.
    history_bonus_offset = 60, 0 ..= 150, 10;
    /// The greatest history bonus.
    history_bonus_max = 1650, 800 ..= 3200, 100;
    /// History malus for each ply of depth.
    history_malus_factor = 235, 50 ..= 600, 25;
    /// What is taken off it.
    history_malus_offset = 80, 0 ..= 190, 12;
    /// The greatest history malus.
    history_malus_max = 1500, 800 ..= 3200, 100;

    /// What part of the bonus a quiet move earns that leaves no good answer, in sixteenths.
    unanswered_bonus = 18, 0 ..= 48, 3;

    /// What the pawns' correction history may add to the evaluation at most, in centipawns.
    correction_pawns = 61, 10 ..= 124, 8;
    /// That of knights, bishops and kings.
    correction_minors = 48, 0 ..= 120, 8;
    /// That of rooks, queens and kings.
    correction_majors = 40, 0 ..= 120, 8;
    /// That of each side's pieces other than pawns.
    correction_non_pawns = 56, 0 ..= 120, 8;
    /// That of the last two moves.
    correction_answers = 54, 0 ..= 120, 8;
    /// The greatest step of a correction history.
    correction_bonus_max = 4096, 1024 ..= 8192, 400;

    /// How far a capture must lift the score above the evaluation in quiescence, in centipawns.
    delta_margin = 240, 80 ..= 450, 20;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_in_their_ranges() {
        for p in PARAMETERS {
            assert!((p.min..=p.max).contains(&p.default), "{}", p.name);
            assert!(p.step > 0 && p.step < p.max - p.min, "{}", p.name);
        }
    }
}

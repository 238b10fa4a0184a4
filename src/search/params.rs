//! The search parameters in one table, with their tuning ranges.

/// A parameter of the search.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Name, also that of the hidden UCI option.
    pub name: &'static str,
    /// Default value.
    pub default: i32,
    /// Minimum.
    pub min: i32,
    /// Maximum.
    pub max: i32,
    /// Step of one change while tuning.
    pub step: i32,
}

/// Declares the parameters, each as a function. With the feature `tuning` the function reads a variable that
/// [`set_parameter`] changes; without it the function returns a constant, at no cost.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $min:literal ..= $max:literal, $step:literal;)*) => {
        /// All parameters of the search.
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

/// Sets a parameter, clamped to its range. Returns whether a parameter of this name exists. Call it before the
/// first search, which computes the reduction table from the parameters.
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
    /// Moves that are expected to follow if the time control does not say how many.
    tm_expected_moves = 24, 12 ..= 50, 2;
    /// Share of the increment that is planned for a move, in percent.
    tm_increment = 75, 40 ..= 100, 5;
    /// Soft time limit in percent of a move's share of the time.
    tm_soft = 70, 40 ..= 150, 6;
    /// Most moves to the next time control that the time is shared out to.
    tm_moves_to_go_max = 50, 12 ..= 80, 4;
    /// Soft time limit in percent of a move's share of the time to the next time control. The time is spent evenly at about
    /// 60, since the factors of the soft limit multiply it by 1.7 on average.
    tm_moves_to_go_soft = 65, 30 ..= 150, 6;
    /// Hard time limit in percent of a move's share of the time.
    tm_hard = 300, 150 ..= 700, 30;
    /// Factor of the soft time limit for a best move that has just changed, in percent.
    tm_stability_base = 130, 100 ..= 200, 8;
    /// Decrease of this factor with each iteration that keeps the best move, in percent.
    tm_stability = 6, 0 ..= 12, 1;
    /// Sum of the share of nodes below the best move and the node factor of the soft time limit, in percent.
    tm_nodes_base = 160, 120 ..= 250, 8;
    /// Weight of the node factor, in percent.
    tm_nodes = 135, 60 ..= 220, 10;
    /// Increase of the soft time limit for each centipawn that the score drops, in tenths of a percent.
    tm_score_drop = 12, 0 ..= 40, 2;

    /// Initial half-width of the aspiration window, in centipawns.
    aspiration_window = 22, 5 ..= 50, 3;
    /// Minimum depth of the aspiration window, in plies.
    aspiration_depth = 4, 3 ..= 8, 1;

    /// Razoring margin below alpha at depth 0, in centipawns.
    razoring_base = 285, 100 ..= 600, 20;
    /// Increase of the razoring margin with the square of the depth, in centipawns.
    razoring_factor = 175, 50 ..= 320, 15;

    /// Maximum depth of reverse futility pruning, in plies.
    rfp_depth = 10, 4 ..= 14, 1;
    /// Reverse futility pruning margin above beta for each ply of depth, in centipawns.
    rfp_margin = 52, 20 ..= 180, 6;
    /// Decrease of the margin where the position is improving, in centipawns.
    rfp_improving = 50, 0 ..= 124, 8;

    /// Increase of the margin by the correction of the static evaluation, in sixteenths.
    rfp_correction = 8, 0 ..= 32, 3;

    /// Minimum depth of null move pruning, in plies.
    nmp_depth = 3, 1 ..= 6, 1;
    /// Margin of the static evaluation above beta for null move pruning at depth 0, in centipawns.
    nmp_margin = 150, 0 ..= 300, 20;
    /// Decrease of this margin for each ply of depth, in centipawns.
    nmp_depth_margin = 25, 0 ..= 50, 4;
    /// Base reduction of the null move search, in plies.
    nmp_base = 5, 2 ..= 7, 1;
    /// Depth, in plies, that increases the reduction by one ply.
    nmp_depth_divisor = 4, 2 ..= 8, 1;
    /// Evaluation above beta, in centipawns, that increases the reduction by one ply.
    nmp_eval_divisor = 225, 80 ..= 450, 20;
    /// Maximum increase of the reduction by the evaluation, in plies.
    nmp_eval_max = 3, 1 ..= 6, 1;
    /// Minimum depth of the zugzwang verification search, in plies.
    nmp_verification_depth = 14, 8 ..= 20, 1;

    /// Minimum depth of ProbCut, in plies.
    probcut_depth = 5, 3 ..= 8, 1;
    /// ProbCut margin above beta, in centipawns.
    probcut_margin = 175, 80 ..= 420, 15;
    /// Decrease of the margin where the position is improving, in centipawns.
    probcut_improving = 60, 0 ..= 124, 8;
    /// Small ProbCut margin of the TT score above beta, in centipawns.
    small_probcut_margin = 440, 200 ..= 880, 25;

    /// Minimum depth of internal iterative reduction, in plies.
    iir_depth = 4, 2 ..= 8, 1;

    /// Maximum depth of late move pruning, in plies.
    lmp_depth = 9, 3 ..= 12, 1;
    /// Move count limit of late move pruning at depth 0; it grows with the square of the depth.
    lmp_base = 6, 1 ..= 10, 1;
    /// Divisor of this limit where the position is not improving, in hundredths.
    lmp_not_improving = 165, 100 ..= 300, 15;

    /// Maximum depth of futility pruning, in plies.
    futility_depth = 9, 3 ..= 12, 1;
    /// Futility pruning margin of quiet moves at depth 0, in centipawns.
    futility_base = 93, 40 ..= 220, 10;
    /// Increase of the margin for each ply of depth, in centipawns.
    futility_margin = 88, 40 ..= 200, 8;
    /// Futility pruning margin of captures at depth 0, in centipawns.
    futility_capture_base = 80, 40 ..= 300, 15;
    /// Increase of the margin for each ply of depth, in centipawns.
    futility_capture_margin = 105, 40 ..= 300, 12;

    /// Maximum depth of history pruning, in plies.
    history_pruning_depth = 5, 2 ..= 9, 1;
    /// History pruning threshold for each ply of depth, in units of history.
    history_pruning_margin = 5000, 1500 ..= 7000, 300;

    /// Maximum depth of SEE pruning, in plies.
    see_depth = 10, 4 ..= 12, 1;
    /// SEE pruning margin of quiet moves for the square of the depth, in centipawns.
    see_quiet_margin = 15, 5 ..= 60, 3;
    /// SEE pruning margin of captures and promotions for each ply of depth, in centipawns.
    see_noisy_margin = 92, 30 ..= 160, 8;

    /// Minimum depth of singular extensions, in plies.
    singular_depth = 6, 4 ..= 9, 1;
    /// Singular margin below the TT score for 16 plies of depth, in centipawns.
    singular_margin = 20, 6 ..= 48, 3;
    /// Additional margin of a double extension, in centipawns.
    double_extension_margin = 20, 0 ..= 50, 3;
    /// Additional margin of a triple extension, in centipawns.
    triple_extension_margin = 100, 30 ..= 200, 10;

    /// Minimum depth of late move reductions, in plies.
    lmr_depth = 2, 2 ..= 5, 1;
    /// Base reduction of quiet moves, in 1024ths of a ply.
    lmr_base = 885, 0 ..= 1600, 80;
    /// Divisor of the product of logarithms for quiet moves, in hundredths.
    lmr_divisor = 222, 150 ..= 350, 15;
    /// Base reduction of captures and promotions, in 1024ths of a ply.
    lmr_noisy_base = 430, -500 ..= 1000, 80;
    /// Divisor of the product of logarithms for captures and promotions, in hundredths.
    lmr_noisy_divisor = 325, 200 ..= 500, 15;
    /// Reduction decrease in PV nodes, in 1024ths of a ply.
    lmr_pv = 1350, 0 ..= 2048, 100;
    /// Reduction decrease where the TT says that the node was a PV node, in 1024ths of a ply.
    lmr_tt_pv = 920, 0 ..= 2048, 100;
    /// Reduction increase in such nodes whose TT score fails low, in 1024ths of a ply.
    lmr_tt_fail_low = 600, 0 ..= 1500, 80;
    /// Reduction decrease in such nodes whose TT score is above alpha, in 1024ths of a ply.
    lmr_tt_above_alpha = 200, 0 ..= 1500, 80;
    /// Reduction decrease in such nodes whose TT entry is as deep as the node, in 1024ths of a ply.
    lmr_tt_depth = 400, 0 ..= 1500, 80;
    /// Reduction increase in cut nodes without a TT move, in 1024ths of a ply.
    lmr_cut_node_no_tt_move = 600, 0 ..= 2000, 100;
    /// Reduction decrease for each centipawn of correction, in 1024ths of a ply.
    lmr_correction = 8, 0 ..= 30, 2;
    /// Reduction increase in cut nodes, in 1024ths of a ply.
    lmr_cut_node = 1200, 0 ..= 2500, 120;
    /// Reduction increase where the position is not improving, in 1024ths of a ply.
    lmr_not_improving = 425, 0 ..= 1500, 80;
    /// Reduction increase where the TT move is a capture or promotion, in 1024ths of a ply.
    lmr_tt_capture = 570, 0 ..= 1500, 80;
    /// Reduction increase where the next ply has failed high often, in 1024ths of a ply.
    lmr_cutoff_count = 780, 0 ..= 1500, 80;
    /// Reduction decrease of killer moves, in 1024ths of a ply.
    lmr_killer = 930, 0 ..= 1800, 90;
    /// Reduction decrease of moves that give check, in 1024ths of a ply.
    lmr_check = 720, 0 ..= 1800, 90;
    /// History of a quiet move that changes its reduction by one ply.
    lmr_history = 9100, 4096 ..= 16384, 512;
    /// Capture history that changes the reduction of a capture by one ply.
    lmr_noisy_history = 10_000, 4096 ..= 16384, 512;
    /// Margin above the best score for a deeper re-search, in centipawns.
    lmr_deeper_margin = 34, 10 ..= 100, 6;
    /// Margin above the best score below which the re-search is shallower, in centipawns.
    lmr_shallower_margin = 12, 0 ..= 30, 2;

    /// Reduction of the remaining moves of a node once alpha is raised, in plies.
    alpha_raise_reduction = 1, 0 ..= 3, 1;
    /// Maximum depth of this reduction, in plies.
    alpha_raise_depth = 13, 4 ..= 20, 1;

    /// Move ordering bonus for moving a piece out of a threat by a lesser piece, in units of history for
    /// each centipawn of its value.
    quiet_threat_bonus = 17, 0 ..= 48, 3;
    /// Move ordering bonus of a quiet check, in units of history.
    quiet_check_bonus = 15_000, 0 ..= 32_000, 1500;
    /// Material, by static exchange evaluation, that such a check may lose, in centipawns.
    quiet_check_see_margin = 97, 0 ..= 200, 15;

    /// Minimum reduction of the previous move for a hindsight extension, in plies.
    hindsight_extension_reduction = 4, 1 ..= 6, 1;
    /// Evaluation that the previous move must have lost for a hindsight reduction, in centipawns.
    hindsight_reduction_margin = 88, 20 ..= 250, 15;

    /// Butterfly history bonus of a quiet move for each centipawn that it gains in static evaluation.
    eval_history_factor = 11, 0 ..= 40, 3;
    /// Maximum absolute value of this bonus.
    eval_history_max = 1200, 200 ..= 2500, 120;

    /// History bonus for each ply of depth.
    history_bonus_factor = 205, 50 ..= 400, 20;
    /// Offset subtracted from the history bonus.
    history_bonus_offset = 60, 0 ..= 150, 10;
    /// Maximum history bonus.
    history_bonus_max = 1650, 800 ..= 3200, 100;
    /// Score above beta from which history bonus and malus are those of one ply more, in centipawns.
    history_bonus_margin = 60, 20 ..= 200, 12;
    /// History malus for each ply of depth.
    history_malus_factor = 235, 50 ..= 600, 25;
    /// Offset subtracted from the history malus.
    history_malus_offset = 80, 0 ..= 190, 12;
    /// Maximum history malus.
    history_malus_max = 1500, 800 ..= 3200, 100;

    /// Decrease of the history malus with each quiet move that was searched before, in 256ths.
    history_malus_decay = 5, 0 ..= 60, 5;
    /// Share of the history malus for the early quiet move before a node that fails high, in sixteenths.
    refuted_move_malus = 8, 0 ..= 32, 3;
    /// Share of the history malus for the early quiet move before a TT cutoff, in sixteenths.
    tt_refuted_move_malus = 12, 0 ..= 32, 3;

    /// Weight of the continuation history of 1 ply ago in move ordering, in sixteenths.
    conthist_1_weight = 24, 8 ..= 40, 3;
    /// Weight of the continuation history of 3 plies ago in move ordering, in sixteenths.
    conthist_3_weight = 8, 0 ..= 24, 2;
    /// Weight of the continuation history of 4 plies ago in move ordering, in sixteenths.
    conthist_4_weight = 8, 0 ..= 24, 2;
    /// Weight of the continuation history of 6 plies ago in move ordering, in sixteenths.
    conthist_6_weight = 8, 0 ..= 24, 2;
    /// Share of the bonus for the continuation history of 3 plies ago, in sixteenths.
    conthist_3_update = 6, 0 ..= 24, 2;
    /// Share of the bonus for the continuation history of 4 plies ago, in sixteenths.
    conthist_4_update = 8, 0 ..= 24, 2;
    /// Share of the bonus for the continuation history of 6 plies ago, in sixteenths.
    conthist_6_update = 6, 0 ..= 24, 2;
    /// Weight of the low-ply history in move ordering at the root, in quarters.
    low_ply_weight = 16, 0 ..= 48, 4;

    /// Share of the history bonus for the quiet move before a node that fails low, in sixteenths.
    prior_move_bonus = 18, 0 ..= 48, 3;

    /// Maximum correction by the pawn correction history, in centipawns.
    corrhist_pawn = 50, 10 ..= 124, 8;
    /// Maximum correction by the minor piece correction history, in centipawns.
    corrhist_minor = 48, 0 ..= 120, 8;
    /// Maximum correction by the major piece correction history, in centipawns.
    corrhist_major = 40, 0 ..= 120, 8;
    /// Maximum correction by the non-pawn correction history of each side, in centipawns.
    corrhist_non_pawn = 56, 0 ..= 120, 8;
    /// Maximum correction by the continuation correction history, in centipawns.
    corrhist_continuation = 54, 0 ..= 120, 8;
    /// Maximum bonus of a correction history update.
    corrhist_bonus_max = 4096, 1024 ..= 8192, 400;

    /// Delta pruning margin in quiescence, in centipawns.
    delta_pruning_margin = 205, 80 ..= 450, 20;
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

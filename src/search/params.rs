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

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $min:literal ..= $max:literal, $step:literal;)*) => {
        $(
            $(#[$doc])*
            #[inline]
            pub const fn $name() -> i32 {
                $default
            }
        )*

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
    };
}

parameters! {
    /// First half-width of the aspiration window, in centipawns.
    aspiration_window = 16, 5 ..= 50, 3;
    /// Least depth for an aspiration window, in plies.
    aspiration_depth = 5, 3 ..= 8, 1;

    /// Greatest depth of reverse futility pruning, in plies.
    reverse_futility_depth = 8, 4 ..= 12, 1;
    /// How far the evaluation must be above beta for each ply of depth, in centipawns.
    reverse_futility_margin = 75, 40 ..= 150, 8;

    /// Least depth of a null move, in plies.
    null_move_depth = 3, 1 ..= 6, 1;
    /// Reduction of the search after a null move, in plies.
    null_move_base = 3, 2 ..= 6, 1;
    /// So many plies of depth reduce the null-move search by one more.
    null_move_depth_divisor = 4, 2 ..= 8, 1;
    /// So many centipawns above beta reduce it by one more.
    null_move_eval_divisor = 200, 100 ..= 400, 20;
    /// At most so many plies more for the evaluation.
    null_move_eval_max = 3, 1 ..= 6, 1;

    /// Greatest depth of late move pruning, in plies.
    late_move_pruning_depth = 8, 3 ..= 12, 1;
    /// Quiet moves searched at least before late move pruning sets in.
    late_move_pruning_base = 4, 1 ..= 8, 1;

    /// Greatest depth of futility pruning, in plies.
    futility_depth = 7, 3 ..= 12, 1;
    /// How far below alpha the evaluation must be at depth 0, in centipawns.
    futility_base = 90, 40 ..= 200, 10;
    /// And how much further for each ply of depth.
    futility_margin = 80, 40 ..= 150, 8;

    /// Greatest depth at which moves that lose material are left out, in plies.
    see_depth = 8, 4 ..= 12, 1;
    /// What a quiet move may lose in exchanges for each ply of depth, in centipawns.
    see_quiet_margin = 55, 20 ..= 120, 8;
    /// What a capture may lose for each ply of depth squared, in centipawns.
    see_noisy_margin = 25, 10 ..= 60, 4;

    /// Least depth of a late move reduction, in plies.
    late_move_depth = 3, 2 ..= 5, 1;
    /// Constant part of the late move reduction, in hundredths of a ply.
    late_move_base = 75, 0 ..= 150, 10;
    /// Divisor of the product of logarithms, in hundredths.
    late_move_divisor = 225, 150 ..= 350, 15;
    /// So much history reduces a late move by one ply less (or more).
    late_move_history = 8192, 4096 ..= 16384, 512;

    /// History bonus for each ply of depth.
    history_bonus_factor = 150, 50 ..= 400, 20;
    /// The greatest history bonus.
    history_bonus_max = 1600, 800 ..= 3200, 100;

    /// How far a capture must lift the score above the evaluation in quiescence, in centipawns.
    delta_margin = 180, 80 ..= 350, 20;
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

//! The search limits of UCI_LimitStrength and UCI_Elo, and of Skill Level.
//!
//! # The model
//!
//! A rating sets three limits (see [`Skill`]): a node limit per move, evaluation noise and move noise.
//! None of them depends on the machine, the number of threads or the clock, so the strength does not
//! either, unless there is too little time even for these nodes: the largest limit takes a tenth of a
//! second on an ordinary processor. Ratings between two rows of the table are interpolated, the nodes by
//! their logarithm.
//!
//! # The scale
//!
//! The scale is anchored by the skill levels of Stockfish 15.1. Up to level 9 these play at depth
//! 1 + level independent of time, and their ratings on the scale of CCRL's blitz list have been measured by its
//! authors with versions of Stash (<https://github.com/official-stockfish/Stockfish/pull/4341>; for a level that is not in the
//! list there, the rating comes from the formula fitted to it). 8-move openings, each with both colours, no
//! clock:
//!
//! | setting | against skill level | rated | games | score | measured rating |
//! |---|---|---|---|---|---|
//! | 1200 | 0 | 1347 | 100 | 33.0 % | 1225 |
//! | 1400 | 1 | 1444 | 100 | 44.5 % | 1405 |
//! | 1600 | 2 | 1564 | 100 | 54.0 % | 1590 |
//! | 1800 | 3 | 1731 | 100 | 61.0 % | 1810 |
//! | 2000 | 4 | 1955 | 100 | 68.5 % | 2090 |
//! | 2200 | 5 | 2204 | 100 | 50.5 % | 2205 |
//!
//! Above 2200 the steps come from matches between neighbours. Against other engines these settings are
//! weaker than their ratings: with an earlier search 2400 scored 30.8 % of 60 games against level 6 (rated 2363),
//! 2800 scored 30 % of 20 games against Glaurung 2.2 (CCRL 40/15: 2793) with 300 000 nodes a move, a quarter
//! of a second. An engine gains more against itself than against others; steps large enough to
//! compensate would be too coarse.
//!
//! Matches between settings 200 Elo apart, with the same openings and without a clock:
//!
//! | pair | won | drawn | lost | score |
//! |---|---|---|---|---|
//! | 1200, 1000 | 73 | 2 | 25 | 74.0 % |
//! | 1400, 1200 | 80 | 4 | 16 | 82.0 % |
//! | 1600, 1400 | 60 | 5 | 35 | 62.5 % |
//! | 1800, 1600 | 71 | 5 | 24 | 73.5 % |
//! | 2000, 1800 | 75 | 5 | 20 | 77.5 % |
//! | 2200, 2000 | 66 | 9 | 25 | 70.5 % |
//! | 2400, 2200 | 76 | 9 | 15 | 80.5 % |
//! | 2600, 2400 | 73 | 13 | 14 | 79.5 % |
//! | 2800, 2600 | 75 | 16 | 9 | 83.0 % |
//! | 3000, 2800 | 62 | 27 | 11 | 75.5 % |
//!
//! A search with limited strength uses the hand-crafted evaluation, so a new network does not change these
//! ratings. A change of the search may.

use super::options::{MAX_SKILL_LEVEL, Options};
use crate::search::Skill;

/// The limits at one rating.
struct SkillLevel {
    elo: i32,
    nodes: u64,
    eval_noise: i32,
    move_noise: u32,
}

const fn level(elo: i32, nodes: u64, eval_noise: i32, move_noise: u32) -> SkillLevel {
    SkillLevel {
        elo,
        nodes,
        eval_noise,
        move_noise,
    }
}

/// Fitted to the results of about 3600 games between such levels, so that the steps are even.
const LEVELS: &[SkillLevel] = &[
    level(1000, 29, 455, 583),
    level(1200, 67, 363, 463),
    level(1400, 150, 280, 354),
    level(1600, 320, 219, 272),
    level(1800, 640, 173, 214),
    level(2000, 1220, 133, 163),
    level(2200, 2470, 98, 116),
    level(2400, 5100, 70, 77),
    level(2600, 10_600, 47, 48),
    level(2800, 22_800, 30, 26),
    level(3000, 40_200, 20, 14),
];

/// Range of the share of its time that a search takes, in permille.
const TIME_PERMILLE: std::ops::Range<u32> = 250..900;

/// Evaluation noise that makes games differ, in centipawns: too small to affect the strength.
const VARIETY: i32 = 10;

/// Rating of skill level 0.
const SKILL_LEVEL_0_ELO: i32 = 1000;
/// Elo between two skill levels.
const ELO_PER_SKILL_LEVEL: i32 = 100;

/// The rating that the options limit the strength to; `None` for full strength. As in Stockfish a skill
/// level stands for a rating, and UCI_LimitStrength has precedence over it.
pub(super) fn limited_elo(options: &Options) -> Option<i32> {
    if options.limit_strength {
        Some(options.elo)
    } else if options.skill_level < MAX_SKILL_LEVEL {
        Some(SKILL_LEVEL_0_ELO + ELO_PER_SKILL_LEVEL * options.skill_level)
    } else {
        None
    }
}

/// The limits at a rating, clamped to the range of the table.
pub(super) fn for_elo(elo: i32, seed: u64) -> Skill {
    let first = &LEVELS[0];
    let elo = elo.clamp(first.elo, LEVELS[LEVELS.len() - 1].elo);
    let pairs = LEVELS.iter().zip(&LEVELS[1..]);
    let (low, high) = pairs
        .take_while(|(low, _)| low.elo <= elo)
        .last()
        .unwrap_or((first, first));
    let fraction = f64::from(elo - low.elo) / f64::from((high.elo - low.elo).max(1));
    let between = |a: f64, b: f64| a + (b - a) * fraction;
    Skill {
        seed,
        // Each doubling of the nodes gains about the same Elo.
        nodes: Some(between((low.nodes as f64).ln(), (high.nodes as f64).ln()).exp() as u64),
        eval_noise: between(low.eval_noise.into(), high.eval_noise.into()) as i32,
        move_noise: between(low.move_noise.into(), high.move_noise.into()) as u32,
        time_permille: TIME_PERMILLE.start
            + (seed >> 32) as u32 % (TIME_PERMILLE.end - TIME_PERMILLE.start),
    }
}

/// Full strength with small random differences between games.
pub(super) fn with_variety(seed: u64) -> Skill {
    Skill {
        seed,
        eval_noise: VARIETY,
        ..Skill::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skill_level_is_a_rating_unless_a_rating_is_given() {
        let elo = |limit_strength, skill_level| {
            limited_elo(&Options {
                limit_strength,
                skill_level,
                ..Options::default()
            })
        };
        assert_eq!(elo(false, 20), None);
        assert_eq!(elo(false, 19), Some(2900));
        assert_eq!(elo(false, 0), Some(1000));
        assert_eq!(elo(true, 0), Some(1800));
        assert_eq!(elo(true, 20), Some(1800));
    }

    #[test]
    fn a_higher_rating_is_limited_less() {
        let first = LEVELS[0].elo;
        let last = LEVELS[LEVELS.len() - 1].elo;
        assert_eq!((first, last), (1000, 3000));
        for elo in (first..last).step_by(10) {
            let (low, high) = (for_elo(elo, 1), for_elo(elo + 10, 1));
            assert!(low.nodes <= high.nodes, "{elo}");
            assert!(low.eval_noise >= high.eval_noise, "{elo}");
            assert!(low.move_noise >= high.move_noise, "{elo}");
            let (low, high) = (for_elo(elo, 1), for_elo((elo + 100).min(last), 1));
            assert!(low.nodes < high.nodes, "{elo}");
        }
    }

    #[test]
    fn rows_of_the_table_are_exact_and_ratings_beyond_it_are_clamped() {
        for level in LEVELS {
            let skill = for_elo(level.elo, 1);
            let nodes = skill.nodes.unwrap_or_default();
            assert!(nodes.abs_diff(level.nodes) <= 1, "{}", level.elo);
            assert_eq!(skill.eval_noise, level.eval_noise);
            assert_eq!(skill.move_noise, level.move_noise);
        }
        assert_eq!(for_elo(i32::MIN, 1), for_elo(1000, 1));
        assert_eq!(for_elo(i32::MAX, 1), for_elo(3000, 1));
    }

    #[test]
    fn the_time_share_varies_within_its_range() {
        let shares: Vec<_> = (0..100_u64)
            .map(|i| for_elo(1500, i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).time_permille)
            .collect();
        assert!(
            shares
                .iter()
                .all(|time_permille| TIME_PERMILLE.contains(time_permille))
        );
        assert!(shares.iter().max() > shares.iter().min());
    }

    #[test]
    fn variety_does_not_limit_the_search() {
        let skill = with_variety(1);
        assert_eq!((skill.nodes, skill.move_noise), (None, 0));
        assert_eq!(skill.eval_noise, VARIETY);
    }
}

//! A test position, parsed from a line of EPD.

use super::error::TestPositionError;
use super::goal::Goal;
use super::operands::{direct_mate, moves, scored_moves};
use crate::board::{AnyPosition, Epd, NamedGame};

/// A position of a suite.
#[derive(Clone, Debug)]
pub struct TestPosition {
    /// Number of its line in the file, from 1.
    pub line: usize,
    /// Its `id`; empty if it has none.
    pub id: String,
    /// The position.
    pub position: AnyPosition,
    /// Its goal.
    pub goal: Goal,
}

impl TestPosition {
    /// Parses an EPD line.
    pub fn parse(
        text: &str,
        line: usize,
        game: NamedGame,
    ) -> Result<TestPosition, TestPositionError> {
        let epd = Epd::parse_of(text, game)?;
        if !epd.position.has_legal_move() {
            return Err(TestPositionError::NoLegalMove);
        }
        let goal = goal(&epd)?;
        if goal.is_empty() {
            return Err(TestPositionError::NoSolution);
        }
        Ok(TestPosition {
            line,
            id: epd.operands("id").join(" "),
            position: epd.position,
            goal,
        })
    }

    /// The part of the suite that the position belongs to: its `id` without the number at the end; `None` if the `id`
    /// does not end with a number.
    pub fn part(&self) -> Option<&str> {
        let part = self.id.trim_end_matches(|c: char| c.is_ascii_digit());
        let name = part.trim_end_matches(['.', ' ']);
        (part.len() < self.id.len() && !name.is_empty()).then_some(name)
    }
}

fn goal(epd: &Epd<AnyPosition>) -> Result<Goal, TestPositionError> {
    let (mut best_moves, mate) = moves(epd, "bm")?;
    let (avoided_moves, _) = moves(epd, "am")?;
    let points = scored_moves(epd)?;
    if best_moves.is_empty() && avoided_moves.is_empty() && mate.is_none() {
        let most = points.iter().map(|&(_, points)| points).max();
        let best = points.iter().filter(|&&(_, points)| Some(points) == most);
        best_moves = best.map(|&(m, _)| m).collect();
    }
    Ok(Goal {
        best_moves,
        avoided_moves,
        mate: mate.or(direct_mate(epd)?),
        points,
    })
}

#[cfg(test)]
mod tests {
    use super::super::goal::MateGoal;
    use super::*;
    use crate::board::{Position, game_by_name};
    use crate::types::Move;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn parse(operations: &str) -> Result<TestPosition, TestPositionError> {
        TestPosition::parse(&format!("{START} {operations}"), 1, NamedGame::default())
    }

    fn goal(operations: &str) -> Goal {
        parse(operations).unwrap().goal
    }

    fn san(moves: &[Move]) -> Vec<String> {
        let san = |&m: &Move| Position::startpos().to_san(m);
        moves.iter().map(san).collect()
    }

    #[test]
    fn best_moves_avoided_moves_and_mates_are_read() {
        assert_eq!(san(&goal("bm e4 d4;").best_moves), ["e4", "d4"]);
        assert_eq!(san(&goal("bm e2e4, Nf3!;").best_moves), ["e4", "Nf3"]);
        assert_eq!(san(&goal("; bm e4 + ; id BK.01").best_moves), ["e4"]);
        assert_eq!(san(&goal("am f3 g4;").avoided_moves), ["f3", "g4"]);
        let mate = goal("bm #-11; 00:00 @ C2/R1/K3/P8/X47;");
        assert_eq!((mate.mate, mate.best_moves), (Some(MateGoal(-11)), vec![]));
        let both = goal("bm e4; dm 3;");
        assert_eq!((both.mate, both.best_moves.len()), (Some(MateGoal(3)), 1));
    }

    #[test]
    fn points_are_read_in_all_forms() {
        let points = |operations: &str| -> Vec<(String, u32)> {
            let points = goal(operations).points.into_iter();
            let san = |(m, points)| (Position::startpos().to_san(m), points);
            points.map(san).collect()
        };
        let expected = [("e4".to_owned(), 100), ("Nf3".to_owned(), 46)];
        let coordinate = "bm e4; c0 \"e4=10, d4=9\"; c8 \"100 46\"; c9 \"e2e4 g1f3\";";
        assert_eq!(points(coordinate), expected);
        assert_eq!(points("bm e4; c7 \"e4 Nf3\"; c8 \"100 46\";"), expected);
        assert_eq!(points("bm e4; c0 \"e4=100, Nf3=46\";"), expected);
        // Without `bm` the move with the most points is best.
        let best = goal("c0 \"d4=3, e4=10, Nf3=10\";").best_moves;
        assert_eq!(san(&best), ["e4", "Nf3"]);
        // Comments that are something else.
        assert!(points("bm e4; c0 \"White = better, really\";").is_empty());
        assert!(points("bm e4; c0 \"a forum: http://example.org/topic?id=12\";").is_empty());
        assert!(points("bm e4; c8 \"one two\"; c9 \"x\";").is_empty());
    }

    #[test]
    fn lines_without_a_solution_are_rejected_with_the_reason() {
        let reason = |operations| parse(operations).unwrap_err().to_string();
        assert_eq!(reason("bm e5;"), "bm: illegal move: \"e5\"");
        assert_eq!(reason("am e4 hello;"), "am: not a move: \"hello\"");
        assert_eq!(
            reason("bm #x;"),
            "bm: not the length of a mate in moves: \"x\""
        );
        assert_eq!(
            reason("dm 0;"),
            "dm: not the length of a mate in moves: \"0\""
        );
        assert!(reason("id \"x\";").starts_with("no solution"));
        assert!(reason("bm;").starts_with("no solution"));
        assert_eq!(reason("c0 \"e4=10, e5=3\";"), "c0: illegal move: \"e5\"");
        let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - bm Kg8;";
        let mated = TestPosition::parse(mated, 1, NamedGame::default());
        assert_eq!(mated.unwrap_err(), TestPositionError::NoLegalMove);
    }

    #[test]
    fn solutions_of_a_variant_are_its_moves() {
        let parse = |name, text| TestPosition::parse(text, 1, game_by_name(name).unwrap());
        let drop = "4k3/8/8/8/8/8/8/4K3[N] w - - bm N@f6;";
        let test = parse("crazyhouse", drop).unwrap();
        let best = test.goal.best_moves[0];
        assert_eq!(test.position.to_san(best), "N@f6+");
        let refused = parse("chess", drop).unwrap_err().to_string();
        assert!(refused.contains("not a board"), "{refused}");
        let refused = parse("antichess", "8/8/8/8/8/5p2/4P3/8 w - - bm e3;").unwrap_err();
        assert_eq!(refused.to_string(), "bm: illegal move: \"e3\"");
    }

    #[test]
    fn the_part_is_the_id_without_its_number() {
        let part = |id: &str| {
            let position = parse(&format!("bm e4; id \"{id}\";")).unwrap();
            position.part().map(str::to_owned)
        };
        assert_eq!(
            part("STS(v1.0) Undermine.001").as_deref(),
            Some("STS(v1.0) Undermine")
        );
        assert_eq!(part("arasan21.1").as_deref(), Some("arasan21"));
        assert_eq!(part("E_E_T 001 - B vs B"), None);
        assert_eq!(part("17"), None);
    }
}

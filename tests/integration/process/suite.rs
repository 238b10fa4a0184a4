//! `diglot suite`: test suites in the formats in which they are published.

use crate::support::program::{printed, run};

fn sample(name: &str) -> String {
    format!(
        "{}/tests/data/suites/{name}.epd",
        env!("CARGO_MANIFEST_DIR")
    )
}

/// The cells of the table row that begins with `name`, by column title.
fn cell(text: &str, name: &str, title: &str) -> String {
    let titles = text.lines().find(|line| line.starts_with("suite "));
    let titles: Vec<&str> = titles
        .unwrap()
        .split("  ")
        .filter(|t| !t.is_empty())
        .collect();
    let row = text
        .lines()
        .rev()
        .find(|line| line.starts_with(name))
        .unwrap();
    let cells: Vec<&str> = row.split("  ").filter(|t| !t.is_empty()).collect();
    let column = titles.iter().position(|found| found.trim() == title);
    cells[column.unwrap()].trim().to_owned()
}

#[test]
fn published_suites_are_read_as_they_are() {
    for (name, positions) in [
        ("arasan", 4),
        ("bratko-kopec", 3),
        ("eet", 3),
        ("matetrack", 5),
        ("sts", 6),
        ("wac", 4),
    ] {
        let path = sample(name);
        let output = run(&["suite", &path, "--depth", "1", "-v"]);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(str::from_utf8(&output.stderr), Ok(""), "{name}");
        let text = String::from_utf8(output.stdout).unwrap();
        let lines = text.lines().take_while(|line| !line.starts_with("suite "));
        assert_eq!(lines.count(), positions, "{text}");
        assert_eq!(cell(&text, &path, "positions"), positions.to_string());
        assert_eq!(cell(&text, &path, "unreadable"), "0");
    }
}

#[test]
fn solved_positions_points_and_mates_are_counted() {
    let (wac, sts, mates) = (sample("wac"), sample("sts"), sample("matetrack"));
    let files = [&wac, &sts, &mates].map(String::as_str);
    let arguments = [&["suite"][..], &files, &["--nodes", "20000", "-v"]].concat();
    let text = printed(&arguments);
    let solved = |line: &&str| line.contains(" + ") && line.contains("; solved at depth ");
    let count = text.lines().filter(solved).count();
    assert_eq!(cell(&text, "total", "solved"), count.to_string());
    assert!(count >= 7, "{text}");
    let points = text.lines().filter_map(|line| {
        let (rest, _) = line.split_once(" points")?;
        rest.rsplit(' ').next()?.parse::<u32>().ok()
    });
    assert_eq!(cell(&text, &sts, "points"), points.sum::<u32>().to_string());
    assert_eq!(cell(&text, &sts, "of"), "600");
    let mates_found: u32 = cell(&text, &mates, "mates").parse().unwrap();
    assert!(mates_found >= 2, "{text}");
    // The same search finds the same in parallel; only the times differ.
    let parallel = printed(&[&arguments[..], &["--jobs", "3"]].concat());
    for title in ["solved", "points", "mates", "nodes", "depth"] {
        assert_eq!(
            cell(&text, "total", title),
            cell(&parallel, "total", title),
            "{title}"
        );
    }
}

#[test]
fn unreadable_lines_are_named_and_counted() {
    let path = format!(
        "{}/suite-{}.epd",
        env!("CARGO_TARGET_TMPDIR"),
        std::process::id()
    );
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    let lines = format!("{fen} bm Ra8;\nnonsense\n{fen} id \"no solution\";\n{fen} bm Ra9;\n");
    std::fs::write(&path, lines).unwrap();
    let output = run(&["suite", &path, "--depth", "2"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    let names: Vec<&str> = errors
        .lines()
        .map(|line| line.strip_prefix(&path).unwrap())
        .collect();
    assert_eq!(names.len(), 3, "{errors}");
    assert!(
        names[0].starts_with(":2: ") && names[1].starts_with(":3: no solution"),
        "{errors}"
    );
    assert_eq!(names[2], ":4: bm: not a move: \"Ra9\"");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(cell(&text, &path, "unreadable"), "3");
    assert_eq!(cell(&text, &path, "solved"), "1");
    std::fs::write(&path, "nonsense\n").unwrap();
    assert_eq!(run(&["suite", &path]).status.code(), Some(1));
    std::fs::remove_file(&path).unwrap();
    assert_eq!(run(&["suite", &path]).status.code(), Some(1));
}

#[test]
fn too_few_solved_positions_fail() {
    let path = sample("wac");
    let with = |min: &str| {
        let output = run(&["suite", &path, "--depth", "4", "--min-solved", min]);
        assert!(!output.stdout.is_empty());
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    assert_eq!(with("1"), (Some(0), String::new()));
    let (code, error) = with("5");
    assert_eq!(code, Some(1));
    assert!(
        error.starts_with("error: solved ") && error.ends_with(", fewer than 5\n"),
        "{error}"
    );
    assert_eq!(
        run(&["suite", &path, "--nodes", "0"]).status.code(),
        Some(2)
    );
}

#[test]
fn suites_of_a_variant_are_searched() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("hill.epd");
    let path = path.to_str().unwrap();
    let lines =
        "7k/8/8/8/8/3K4/p7/8 w - - bm Kd4; id \"hill.1\";\n7k/8/8/8/8/3K4/p7/8 w - - dm 1;\n";
    std::fs::write(path, lines).unwrap();
    let words = [
        "suite",
        path,
        "--depth",
        "3",
        "-v",
        "--variant",
        "king-of-the-hill",
    ];
    let text = printed(&words);
    assert_eq!(cell(&text, path, "solved"), "2");
    assert!(text.contains("+ hill.1: Kd4# (#1), bm Kd4#;"), "{text}");
    let refused = run(&["suite", path, "--variant", "xiangqi"]);
    assert_eq!(refused.status.code(), Some(2));
}

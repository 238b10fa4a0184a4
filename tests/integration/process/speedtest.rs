//! `diglot speedtest`: nodes per second with all that a comparison needs.

use crate::support::program::run;

#[test]
fn the_report_names_the_build_and_ends_with_the_speed() {
    let output = run(&["speedtest", "2", "4", "1"]);
    assert!(output.status.success(), "{output:?}");
    let rounds = String::from_utf8(output.stderr).unwrap();
    assert_eq!(rounds.lines().count(), 5, "{rounds}");
    let text = String::from_utf8(output.stdout).unwrap();
    let value = |name: &str| -> &str {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("{name}: {text}"))
    };
    for name in [
        "version: Diglot ",
        "compiler: rustc ",
        "SIMD: ",
        "network: 768 x 4 -> ",
    ] {
        assert!(!value(name).is_empty());
    }
    assert!(value("threads: ").starts_with("2, processors: "));
    assert!(value("hash: ").starts_with("4 MiB, up to "));
    assert!(value("spread: ").contains(" %, slowest round "));
    let number = |text: &str| text.parse::<f64>().unwrap();
    let (nodes, seconds) = (
        number(value("nodes: ")),
        number(value("time: ").trim_end_matches(" s")),
    );
    let speed = number(
        text.lines()
            .last()
            .unwrap()
            .strip_prefix("nodes per second: ")
            .unwrap(),
    );
    // The time is printed with one digit after the point.
    assert!((speed - nodes / seconds).abs() < 0.2 * speed, "{text}");
    assert_eq!(run(&["speedtest", "0"]).status.code(), Some(2));
}

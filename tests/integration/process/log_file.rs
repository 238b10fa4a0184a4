//! The log file: lines in and out, the option that names it, and the faults it reports.

use crate::support::program::Program;

#[test]
fn the_log_has_every_line_in_and_out() {
    let path = format!("{}/lines.log", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&path);
    let mut engine = Program::start(&["--log-file", &path]);
    engine.greet("uci");
    engine.write("isready\n");
    engine.wait_for("readyok");
    engine.write("quit\n");
    engine.assert_ends_well();
    let log = std::fs::read_to_string(&path).unwrap();
    for line in ["> uci", "< uciok", "> isready", "< readyok", "> quit"] {
        assert!(
            log.lines().any(|logged| logged.ends_with(line)),
            "{line} in {log}"
        );
    }
    let first = log.lines().next().unwrap();
    assert!(first.starts_with("[20"), "no timestamp: {first}");
}

#[test]
fn the_option_log_file_opens_and_closes_a_log() {
    for (protocol, set, echo, answer) in [
        (
            "uci",
            "setoption name Log File value ",
            "isready",
            "readyok",
        ),
        (
            "uci",
            "setoption name Debug Log File value ",
            "isready",
            "readyok",
        ),
        ("xboard", "option LogFile=", "ping 1", "pong 1"),
    ] {
        let path = |name: &str| format!("{}/{protocol}-{name}.log", env!("CARGO_TARGET_TMPDIR"));
        let (first, second, all) = (path("a b"), path("second"), path("all"));
        for path in [&first, &second, &all] {
            let _ = std::fs::remove_file(path);
        }
        std::fs::write(&second, "kept\n").unwrap();
        let mut engine = Program::start(&["--log-file", &all]);
        engine.greet(protocol);
        for (i, path) in [&first, &second, "", &second, "<empty>"].iter().enumerate() {
            engine.write(&format!("{set}{path}\n{echo}\nunknown{i}\n{echo}\n"));
            engine.wait_for(answer);
            engine.wait_for(answer);
        }
        // A file that cannot be opened leaves the open log in use.
        engine.write(&format!(
            "{set}{first}\n{set}/no/such/folder/x.log\n{echo}\n"
        ));
        let complaint = engine.wait_until(|line| line.contains("x.log"));
        let start = match protocol {
            "uci" => "info string the log file ",
            _ => "tellusererror the log file ",
        };
        assert!(complaint.starts_with(start), "{complaint}");
        engine.wait_for(answer);
        engine.write("quit\n");
        engine.assert_ends_well();
        let read = |path: &str| std::fs::read_to_string(path).unwrap();
        let count = |log: &str, end: &str| log.lines().filter(|l| l.ends_with(end)).count();
        let (first, second, all) = (read(&first), read(&second), read(&all));
        assert!(second.starts_with("kept\n["), "{second}");
        for (log, seen) in [
            (&first, &[0][..]),
            (&second, &[1, 3]),
            (&all, &[0, 1, 2, 3, 4]),
        ] {
            for i in 0..5 {
                let times = usize::from(seen.contains(&i));
                assert_eq!(count(log, &format!("> unknown{i}")), times, "{i} in {log}");
            }
        }
        assert!(count(&first, &format!("< {answer}")) >= 2, "{first}");
        assert_eq!(count(&first, "> quit"), 1, "{first}");
        assert_eq!(count(&first, &complaint), 1, "{first}");
    }
}

#[test]
#[cfg(unix)]
fn a_pipe_without_a_reader_is_rejected_as_log_file() {
    let folder = std::env::temp_dir().join(format!("diglot-pipe-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let pipe = folder.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        let mut engine = Program::greeted("uci");
        engine.write(&format!(
            "setoption name Log File value {}\nisready\n",
            pipe.display()
        ));
        engine.wait_for("info string");
        engine.wait_for("readyok");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn each_bad_table_is_logged_once_and_the_search_goes_on() {
    let folder = format!("{}/tables", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let sound = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy/KQvK.rtbw");
    std::fs::copy(sound, format!("{folder}/KQvK.rtbw")).unwrap();
    // The first file has a possible size but invalid content, the second is truncated.
    std::fs::write(format!("{folder}/KQvK.rtbz"), [1; 80]).unwrap();
    std::fs::write(format!("{folder}/KRvK.rtbw"), [1; 77]).unwrap();
    let path = format!("{}/tables.log", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&path);
    let mut engine = Program::start(&["--log-file", &path]);
    engine.greet("uci");
    engine.write(&format!("setoption name SyzygyPath value {folder}\n"));
    let found = engine.wait_for("info string Found");
    assert!(found.contains(" 2 tablebases (1 WDL, 1 DTZ)"), "{found}");
    engine.write("position fen 4k3/8/8/8/8/8/8/3QK3 w - - 0 1\n");
    for _ in 0..2 {
        engine.write("go depth 3\n");
        let line = engine.wait_for("info depth 3 ");
        assert!(!line.contains(" tbhits 0 "), "{line}");
        engine.wait_for("bestmove ");
    }
    engine.write("quit\n");
    engine.assert_ends_well();
    let log = std::fs::read_to_string(&path).unwrap();
    let faults = log.lines().filter(|line| line.contains("WARN"));
    let ends: Vec<_> = faults
        .filter_map(|line| line.split_once("Syzygy tables: "))
        .collect();
    assert_eq!(ends.len(), 2, "{log}");
    assert!(
        ends[0].1.ends_with("KRvK.rtbw: cut off, or no table"),
        "{log}"
    );
    assert_eq!(ends[1].1, "KQvK.rtbz is no table");
}

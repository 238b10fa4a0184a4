//! The settings file, named by an argument or in the user's configuration folder.

use std::path::Path;
use std::process::Command;

use crate::support::program::{Program, bench_nodes, command};

/// A user with an own, empty configuration folder.
struct User {
    folder: tempfile::TempDir,
}

impl User {
    fn new() -> User {
        let folder = tempfile::tempdir().unwrap();
        User { folder }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        for variable in ["HOME", "XDG_CONFIG_HOME", "APPDATA"] {
            command.env(variable, self.folder.path());
        }
        command
    }

    /// The program in its protocol's greeting.
    fn start(&self, arguments: &[&str], greeting: &str) -> Program {
        let mut program = Program::start_command(self.command(arguments));
        program.write(greeting);
        program
    }

    fn xboard(&self) -> Program {
        self.start(&[], "xboard\nprotover 2\n")
    }

    fn settings_file(&self) -> std::path::PathBuf {
        self.folder.path().join("diglot").join("settings.txt")
    }

    fn write_settings(&self, text: &[u8]) {
        let path = self.settings_file();
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

/// Whether the program announces this value of Move Overhead in CECP.
fn has_overhead(program: &Program, value: u32) -> bool {
    let line = program.wait_for("feature option=\"MoveOverhead ");
    line.contains(&format!(" -spin {value} "))
}

#[test]
fn settings_are_saved_in_the_configuration_folder_and_loaded_by_cecp_alone() {
    let user = User::new();
    let mut program = user.xboard();
    program.wait_for("feature done=1");
    program.write("option MoveOverhead=77\noption SaveSettings\nquit\n");
    let path = user.settings_file();
    let told = program.wait_for("tell");
    assert_eq!(
        told,
        format!("telluser The settings are saved in {}", path.display())
    );
    assert!(has_overhead(&user.xboard(), 77));
    // The name is told in the log of a GUI that takes comments.
    let mut program = user.xboard();
    program.wait_for("feature done=1");
    program.write("accepted debug\naccepted debug\nping 1\n");
    let comment = program.wait_until(|_| true);
    assert_eq!(comment, format!("# settings read from {}", path.display()));
    assert_eq!(program.wait_until(|_| true), "pong 1");
    // In UCI the GUI keeps the options.
    let program = user.start(&[], "uci\n");
    let option = program.wait_for("option name Move Overhead ");
    assert!(option.contains("default 10 "), "{option}");
    let program = user.start(&["--no-settings"], "xboard\nprotover 2\n");
    assert!(has_overhead(&program, 10));
}

#[test]
fn the_settings_hold_in_cecp_alone_when_the_protocol_changes() {
    let user = User::new();
    user.write_settings(b"Move Overhead=77\n");
    let mut program = user.start(&[], "uci\n");
    program.wait_for("uciok");
    program.write("xboard\nprotover 2\n");
    assert!(has_overhead(&program, 77));
    program.wait_for("feature done=1");
    std::fs::remove_file(user.settings_file()).unwrap();
    program.write("uci\n");
    program.wait_for("uciok");
    program.write("xboard\nprotover 2\n");
    assert!(has_overhead(&program, 10));
}

#[test]
fn the_user_is_told_of_settings_that_cannot_be_used() {
    let user = User::new();
    user.write_settings(b"Book File=/nowhere\nMove Overhead=5\nContempt=x\n");
    let program = user.xboard();
    program.wait_for("feature done=1");
    let path = user.settings_file();
    let told = program.wait_until(|_| true);
    let beginning = format!("telluser {}, line 1: ", path.display());
    assert!(told.starts_with(&beginning), "{told}");
    assert!(told.ends_with(" (and 1 more)"), "{told}");
    // A program of version 1 sends no `protover`.
    let mut program = user.start(&[], "xboard\nnew\nping 1\n");
    assert_eq!(program.wait_until(|_| true), told);
    assert_eq!(program.wait_until(|_| true), "pong 1");
    program.write("new\nping 2\n");
    assert_eq!(program.wait_until(|_| true), "pong 2");
}

#[test]
fn uci_tells_of_settings_that_cannot_be_used() {
    let user = User::new();
    user.write_settings(b"Hash=abc\n");
    let path = user.settings_file();
    let program = user.start(&["--settings", path.to_str().unwrap()], "uci\n");
    program.wait_for("uciok");
    let told = program.wait_until(|_| true);
    let beginning = format!("info string {}, line 1: ", path.display());
    assert!(told.starts_with(&beginning), "{told}");
    // The default file is for CECP alone.
    let mut program = user.start(&[], "uci\n");
    program.wait_for("uciok");
    program.write("isready\n");
    assert_eq!(program.wait_until(|_| true), "readyok");
}

#[test]
fn without_settings_nothing_is_saved() {
    let user = User::new();
    let mut program = user.start(&["--no-settings", "xboard"], "protover 2\n");
    program.wait_for("feature done=1");
    program.write("option SaveSettings\n");
    program.wait_for("tellusererror To save settings, start Diglot without --no-settings or with --settings FILE");
    assert!(!user.settings_file().exists());
    // The first use of the program leaves no traces.
    let mut program = user.xboard();
    program.wait_for("feature done=1");
    program.write("new\nsd 1\ngo\n");
    program.wait_for("move ");
    assert_eq!(std::fs::read_dir(user.folder.path()).unwrap().count(), 0);
}

#[test]
fn a_broken_settings_file_does_not_keep_the_engine_from_starting() {
    let user = User::new();
    user.write_settings(
        b"\xff\0\x1b[2J=\nEvalFile=/nowhere/x.nnue\nBook File=/nowhere\nMove Overhead=5\n",
    );
    let mut program = user.xboard();
    assert!(has_overhead(&program, 5));
    program.wait_for("feature done=1");
    program.write("accepted debug\nnew\nsd 1\ngo\n");
    let line = program.wait_until(|line| line.starts_with("# ") && line.contains("x.nnue"));
    assert!(!line.contains("No such file"), "{line}");
    program.wait_for("move ");
    // A folder in the place of the file.
    let user = User::new();
    std::fs::create_dir_all(user.settings_file()).unwrap();
    let mut program = user.xboard();
    program.wait_for("feature done=1");
    program.write("option SaveSettings\nnew\nsd 1\ngo\n");
    program.wait_for("tellusererror The settings could not be written to ");
    program.wait_for("move ");
}

/// The benchmark is the same for every user.
#[test]
fn the_benchmark_ignores_settings() {
    let nodes = |user: &User, arguments: &[&str]| {
        let output = user.command(arguments).output().unwrap();
        bench_nodes(str::from_utf8(&output.stdout).unwrap())
    };
    let user = User::new();
    let arguments = ["bench", "1"];
    let before = nodes(&user, &arguments);
    user.write_settings(b"EvalFile=classical\nLimitStrength=true\nElo=1000\n");
    assert_eq!(nodes(&user, &arguments), before);
    assert_eq!(nodes(&user, &["--no-settings", "bench 1", "quit"]), before);
}

/// A pipe in the place of the file is not waited for.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_settings_file() {
    let user = User::new();
    user.write_settings(b"");
    std::fs::remove_file(user.settings_file()).unwrap();
    let made = Command::new("mkfifo").arg(user.settings_file()).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: mkfifo does not work");
        return;
    }
    assert!(has_overhead(&user.xboard(), 10));
    let path: &Path = &user.settings_file();
    let named = user.start(
        &["--settings", path.to_str().unwrap()],
        "xboard\nprotover 2\n",
    );
    assert!(has_overhead(&named, 10));
}

#[test]
fn saved_settings_are_loaded_at_the_next_start() {
    let path = format!("{}/settings", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&path);
    let arguments = ["--settings", &path];
    let mut engine = Program::start(&arguments);
    engine.greet("xboard");
    engine.write("option MoveOverhead=77\noption SaveSettings\nping 1\n");
    assert_eq!(
        engine.wait_until(|_| true),
        format!("telluser The settings are saved in {path}")
    );
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("\nMove Overhead=77\n"), "{text}");
    assert!(text.contains("\nUCI_LimitStrength=false\n"), "{text}");
    assert!(
        !text.contains("Hash") && !text.contains("Settings="),
        "{text}"
    );
    let mut engine = Program::start(&arguments);
    engine.write("xboard\nprotover 2\n");
    engine.wait_for("feature option=\"MoveOverhead -spin 77 ");
    engine.write("option ResetSettings\noption SaveSettings\nquit\n");
    engine.assert_ends_well();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("\nMove Overhead=10\n"), "{text}");
    // Invalid lines are ignored.
    std::fs::write(&path, "nonsense\nMove Overhead=x\nContempt = 5\n").unwrap();
    let mut engine = Program::start(&arguments);
    engine.write("xboard\nprotover 2\n");
    engine.wait_for("feature option=\"MoveOverhead -spin 10 ");
    engine.wait_for("feature option=\"Contempt -spin 5 ");
}

#[test]
fn a_failure_to_save_settings_is_reported() {
    // The folder of the file would have to be created below a file.
    let path = format!("{}/x", env!("CARGO_BIN_EXE_diglot"));
    let mut engine = Program::start(&["--settings", &path]);
    engine.greet("xboard");
    engine.write("option SaveSettings\n");
    let line = engine.wait_for("tellusererror The settings could not be written to ");
    assert!(
        !line.contains("No such file") && !line.contains("not found"),
        "{line}"
    );
}

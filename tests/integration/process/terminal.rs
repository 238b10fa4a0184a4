//! The program started by hand, on a pseudo terminal that `script` of util-linux provides.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::program::{PROGRAM, Program, command};

const GREETING: &str = "Type help for the commands";
const HINT: &str = "Unknown command. Type help";

/// The program on a terminal; `None` if `script` is not installed. Its lines are what the screen shows, with the echo of
/// what is typed.
fn on_a_terminal() -> Option<Program> {
    let mut script = Command::new("script");
    if script.arg("--version").output().is_err() {
        eprintln!("skipped: script is not installed");
        return None;
    }
    let mut script = Command::new("script");
    script.args(["-q", "-e", "-c", &format!("'{PROGRAM}'"), "/dev/null"]);
    // Without the user's settings, as elsewhere.
    for (name, value) in command(&[]).get_envs() {
        script.env(name, value.unwrap_or_default());
    }
    Some(Program::start_command(script))
}

#[test]
fn a_person_is_greeted_and_gets_hints() {
    let Some(mut engine) = on_a_terminal() else {
        return;
    };
    let first = engine.wait_for("Diglot ");
    assert!(first.contains("UCI or CECP"), "{first}");
    engine.wait_for(GREETING);
    engine.wait_for("Type quit");
    engine.write("hello\n");
    engine.wait_for(HINT);
    engine.write("Nf3\n");
    engine.wait_for("To play, type xboard first");
    engine.write("help\n");
    engine.wait_for("UCI");
    engine.wait_for("CECP");
    engine.write("uci\n");
    engine.wait_for("uciok");
    engine.write("e2e4\n");
    engine.wait_for("UCI makes moves with positions");
    engine.write("xboard\nhelp\n");
    engine.wait_for("CECP");
    engine.write("hello\n");
    engine.wait_for(HINT);
    engine.write("sd 1\ne2e4\n");
    engine.wait_for("move ");
    engine.write("quit\n");
    engine.assert_ends_well();
}

/// GUIs read both outputs of the program, some of them as one.
#[test]
fn a_program_on_pipes_is_neither_greeted_nor_given_hints() {
    for lines in [
        "hello\nNf3\nuci\nhello\ne2e5\n",
        "xboard\nprotover 2\nhello\n",
    ] {
        let mut engine = command(&[]);
        let mut engine = engine
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = engine.stdin.take().unwrap();
        input.write_all(lines.as_bytes()).unwrap();
        drop(input);
        let output = engine.wait_with_output().unwrap();
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{output:?}"
        );
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.contains("Type "), "{text}");
    }
}

/// XBoard interrupts engines, which ignore it; a person who interrupts the program wants to leave.
#[test]
fn an_interrupt_from_the_keyboard_ends_a_cecp_session() {
    let Some(mut engine) = on_a_terminal() else {
        return;
    };
    engine.write("xboard\nprotover 2\n");
    engine.wait_until(|line| line.contains("done=1"));
    engine.listen(Duration::from_millis(50));
    engine.write("\u{3}");
    assert!(!engine.end().success());
}

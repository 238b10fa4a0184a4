//! Personalities (`setvar personality`).

use crate::support::cecp::{check, is_thinking, run_script};

/// Writes a personality and returns its path.
fn personality(name: &str, text: &str) -> String {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let path = format!("{folder}/{name} {}.txt", std::process::id());
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_personality_sets_options_and_variables() {
    let path = personality(
        "weak and peaceful",
        "# A weak player\r\nContempt = -60\r\nLimitStrength=true\r\n\r\nUCI_Elo = 1150\r\nantigm = 1\r\n",
    );
    check(&format!(
        "> setvar personality {path}\n < var:personality={path}\n
         > getvar play*\n < var:playstyle=4\n < var:playstrength=0\n
         > getvar antigm\n < var:antigm=1\n
         > getvar personality\n < var:personality={path}\n
         > setvar personality\n < var:personality=\n
         > getvar play*\n < var:playstyle=2\n < var:playstrength=2\n
         > getvar antigm\n < var:antigm=0",
    ));
}

#[test]
fn a_personality_replaces_the_one_before() {
    let drawish = personality("drawish", "Contempt = -60\nantigm = 2");
    let fighter = personality("fighter", "playstyle = Aggressive");
    check(&format!(
        "> setvar personality {drawish}\n < var:personality={drawish}\n
         > getvar antigm\n < var:antigm=2\n
         > setvar personality {fighter}\n < var:personality={fighter}\n
         > getvar playstyle\n < var:playstyle=0\n > getvar antigm\n < var:antigm=0\n
         > setvar playstyle 1\n < var:playstyle=1\n
         > setvar personality\n < var:personality=\n > getvar playstyle\n < var:playstyle=1",
    ));
}

#[test]
fn a_personality_that_cannot_be_used_changes_nothing() {
    let good = personality("good", "antigm = 1");
    let folder = env!("CARGO_TARGET_TMPDIR");
    let mut gui = check(&format!(
        "> setvar personality {good}\n < var:personality={good}\n
         > setvar personality {folder}/none.txt\n < Error (there is no such file): setvar personality *\n
         > setvar personality {folder}\n < Error (not a valid personality file): setvar *"
    ));
    for (name, text, reason) in [
        (
            "malformed",
            "Contempt = 60\nplaystyle = 9",
            "line 2: a number from 0 to 4 expected",
        ),
        (
            "unknown",
            "Contempt = 60\nKing Safety = 150",
            "line 2: no such option: King Safety",
        ),
        (
            "no value",
            "[Personality]\nContempt = 60",
            "line 1: NAME = VALUE expected",
        ),
        (
            "no network",
            "Contempt = 60\nOwnBook = 1\nEvalFile = /there/is/none.nnue\nantigm = 3",
            "",
        ),
    ] {
        let path = personality(name, text);
        run_script(
            &mut gui,
            &format!(
                "> setvar personality {path}\n < Error ({reason}*\n
                 > getvar personality\n < var:personality={good}\n
                 > getvar playstyle\n < var:playstyle=2\n > getvar antigm\n < var:antigm=1"
            ),
        );
    }
}

#[test]
fn options_before_a_failing_one_are_restored() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/book.bin");
    let text = format!("Book File = {book}\nEvalFile = /there/is/none.nnue");
    let path = personality("half", &text);
    check(&format!(
        "> setvar personality {path}\n < Error (*\n > getvar bookfile\n < var:bookfile="
    ));
}

#[test]
fn analysis_restarts_with_a_new_personality() {
    let path = personality("restart", "Contempt = 10\nantigm = 1\nplaystyle = 1");
    let mut gui = check("> post\n > analyze");
    gui.wait_for(is_thinking);
    gui.send(&format!("setvar personality {path}"));
    // Lines of the earlier analysis may precede the echo.
    gui.wait_for(|line| line.starts_with("var:personality="));
    let lines = gui.lines_until(|line| line.starts_with("6 "));
    let restarts = lines.iter().filter(|line| line.starts_with("1 ")).count();
    assert_eq!(restarts, 1, "{gui}");
}

#[test]
fn resetting_the_options_ends_the_personality() {
    let path = personality("reset", "antigm = 1");
    let mut gui = check(&format!(
        "> setvar personality {path}\n < var:personality={path}"
    ));
    gui.send("option ResetSettings\nping 1");
    gui.wait_for(|line| line == "pong 1");
    run_script(
        &mut gui,
        "> getvar personality\n < var:personality=\n > getvar antigm\n < var:antigm=0",
    );
}

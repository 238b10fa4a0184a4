//! The lines that real GUIs send at the start of a game or analysis.

use std::time::Duration;

use diglot::protocol::cecp::CecpSession;

use crate::support::cecp::{is_thinking, run_script};
use crate::support::gui::Gui;

/// XBoard 4.9: first game from the start position.
const XBOARD: &str = "xboard\nprotover 2\naccepted ping\naccepted setboard\naccepted playother\n\
    accepted usermove\naccepted san\naccepted time\naccepted draw\naccepted reuse\naccepted analyze\n\
    accepted sigint\naccepted sigterm\naccepted colors\naccepted name\naccepted done\nmemory 16\ncores 1\n\
    new\nrandom\nlevel 40 5 0\npost\nhard\neasy\nping 1";

/// Cutechess: a position with Black to move.
const CUTECHESS: &str = "xboard\nprotover 2\naccepted done\nforce\nnew\nvariant normal\nforce\nb2b3\n\
    setboard rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\nlevel 0 0:02 0.02\npost\n\
    easy\ncomputer\nping 2";

/// python-chess: moves made before the engine's first search.
const PYTHON_CHESS: &str = "xboard\nprotover 2\naccepted ping\naccepted setboard\nrejected san\n\
    rejected reuse\nnew\nforce\nsetboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
    usermove e2e4\nusermove e7e5\nst 1\nnopost\neasy\nping 3";

fn started(script: &str, pong: &str) -> Gui {
    let mut gui = Gui::new(CecpSession::new);
    gui.send(script);
    let lines = gui.lines_until(|line| line == pong);
    let unexpected = lines
        .iter()
        .find(|line| !line.starts_with("feature ") && *line != pong);
    assert_eq!(unexpected, None, "{gui}");
    gui
}

#[test]
fn xboard_starts_a_game() {
    let mut gui = started(XBOARD, "pong 1");
    gui.send("computer\nname Somebody\nforce\nwhite\ntime 30000\notim 30000\nsd 4\nwhite\ngo");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    assert!(
        lines[..lines.len() - 1]
            .iter()
            .all(|line| is_thinking(line))
    );
    gui.send("time 29990\notim 29970\nusermove a7a6");
    gui.wait_for(|line| line.starts_with("move "));
    run_script(
        &mut gui,
        "> result * {Restart}\n > force\n > ping 2\n < pong 2\n > new\n > random\n > level 0 2 0.5\n
         > post\n > hard\n > easy\n > ping 3\n < pong 3\n ~ 20",
    );
}

#[test]
fn xboard_sets_up_a_position_with_black_on_move() {
    let mut gui = started(XBOARD, "pong 1");
    run_script(
        &mut gui,
        "> force\n > setboard r5k1/5ppp/8/8/8/8/5PPP/1R4K1 b - - 0 1\n > ping 4\n < pong 4\n > undo\n
         < Error (command not legal now): undo\n > time 100\n > otim 100\n > sd 2\n > go\n < move *",
    );
}

#[test]
fn cutechess_starts_with_black_on_move() {
    let mut gui = started(CUTECHESS, "pong 2");
    run_script(
        &mut gui,
        "> time 200\n > otim 200\n > go\n < move *\n > time 180\n > otim 200\n > a2a3\n < move *\n
         > result 1-0 {x}\n > force\n > ping 3\n < pong 3",
    );
    // Cutechess may send its dummy move b2b3 when the engine replies to moves.
    run_script(
        &mut gui,
        "> new\n > b2b3\n > setboard 4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1\n > ping 4\n < pong 4\n > go\n < move *",
    );
}

#[test]
fn python_chess_plays_and_goes_on_from_another_line() {
    let mut gui = started(PYTHON_CHESS, "pong 3");
    run_script(
        &mut gui,
        "> st 1\n > sd 2\n > go\n < move *\n > ping 4\n < pong 4\n > force\n > remove\n
         > usermove c7c5\n > ping 5\n < pong 5\n > go\n < move *\n > ping 6\n < pong 6",
    );
    gui.send("force\npost\nanalyze");
    gui.wait_for(is_thinking);
    gui.send(".\nexit\nping 7");
    let lines = gui.lines_until(|line| line == "pong 7");
    assert!(
        lines.iter().any(|line| line.starts_with("stat01: ")),
        "{gui}"
    );
    assert!(
        gui.lines_within(Duration::from_millis(20)).is_empty(),
        "{gui}"
    );
}

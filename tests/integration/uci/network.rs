//! Networks from files.

use crate::support::random_network;
use crate::support::uci::{Gui, number};

fn file(name: &str, bytes: &[u8]) -> String {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let path = format!("{folder}/uci-{}-{name}", std::process::id());
    std::fs::write(&path, bytes).unwrap();
    path
}

/// The node count of a small search: it depends on the evaluation in use.
fn nodes(gui: &mut Gui) -> i64 {
    number(gui.go("go depth 5").last_info(), "nodes")
}

#[test]
fn a_network_is_loaded_and_unloaded() {
    let mut gui = Gui::new();
    let announced = gui.answer("uci");
    let option = "option name EvalFile type string default <empty>";
    assert!(announced.iter().any(|line| line == option));
    let without = nodes(&mut gui);
    let bytes = random_network::network(64, 1).to_bytes();
    let path = file("good network.nnue", &bytes);
    let set = format!("setoption name EvalFile value {path}");
    let confirmed = format!(
        "info string EvalFile: {path} (768 x 4 -> 64 x 2 + 26 -> (16 -> 32 -> 1 + 1) x 8, random)"
    );
    assert_eq!(gui.answer(&set), [&confirmed[..]]);
    let shown = gui.answer("eval");
    assert_eq!(
        shown[0],
        "Network: 768 x 4 -> 64 x 2 + 26 -> (16 -> 32 -> 1 + 1) x 8, random"
    );
    let last = shown.last().unwrap();
    assert!(last.starts_with("Final evaluation: "), "{shown:?}");
    let with = nodes(&mut gui);
    assert_ne!(with, without);
    // Loading a network again while the TT holds its scores only changes the content of the TT.
    assert_eq!(gui.answer(&set), [&confirmed[..]]);
    let answer = gui.answer("setoption name EvalFile value <empty>");
    assert!(
        answer[0].starts_with("info string EvalFile: the built-in network (768 x 4 -> "),
        "{answer:?}"
    );
    assert_eq!(nodes(&mut gui), without);
    assert_eq!(gui.answer(&set), [&confirmed[..]]);
    assert_eq!(nodes(&mut gui), with);
    std::fs::remove_file(&path).unwrap();
    gui.send("ucinewgame");
    assert_eq!(nodes(&mut gui), with);
}

#[test]
fn an_invalid_network_is_rejected_by_name_and_the_current_one_stays() {
    let mut gui = Gui::new();
    let good = random_network::network(64, 1).to_bytes();
    let path = file("present.nnue", &good);
    gui.answer(&format!("setoption name EvalFile value {path}"));
    let current = gui.answer("eval");
    let folder = env!("CARGO_TARGET_TMPDIR");
    let mut changed = good.clone();
    changed[1000] ^= 1;
    let mut later = good.clone();
    later[8] = 3;
    let endless = [&good[..], &vec![0; 5_000_000]].concat();
    for (path, reason) in [
        (format!("{folder}/no/such.nnue"), "there is no network "),
        (folder.to_owned(), " is not a regular file"),
        (file("empty.nnue", b""), "it is not a Diglot network"),
        (
            file("foreign.nnue", &[0x7a; 4000]),
            "it is not a Diglot network",
        ),
        (
            file("later.nnue", &later),
            "its format version 3 is not supported",
        ),
        (
            file("cut.nnue", &good[..20_000]),
            "its size is 20000, expected ",
        ),
        (file("endless.nnue", &endless), "its size is "),
        (file("changed.nnue", &changed), "its checksum is wrong"),
    ] {
        let answer = gui.answer(&format!("setoption name EvalFile value {path}"));
        assert_eq!(answer.len(), 1, "{answer:?}");
        assert!(answer[0].starts_with("info string "), "{answer:?}");
        assert!(
            answer[0].contains(&path) && answer[0].contains(reason),
            "{answer:?}"
        );
        assert_eq!(gui.answer("eval"), current);
    }
    assert!(nodes(&mut gui) > 0);
}

#[test]
fn eval_file_classical_selects_the_hce() {
    let mut gui = Gui::new();
    let path = file("before.nnue", &random_network::network(32, 1).to_bytes());
    gui.answer(&format!("setoption name EvalFile value {path}"));
    assert!(gui.answer("eval")[0].starts_with("Network: "));
    let answer = gui.answer("setoption name EvalFile value classical");
    assert_eq!(answer, ["info string EvalFile: hand-crafted evaluation"]);
    let shown = gui.answer("eval");
    assert!(
        !shown[0].starts_with("Network: ") && shown.len() > 2,
        "{shown:?}"
    );
    std::fs::remove_file(&path).unwrap();
}

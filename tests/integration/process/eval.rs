//! `diglot eval`: the evaluation taken apart.

use crate::support::program::{printed, refusal};
use crate::support::uci::Gui;

const FEN: &str = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

/// The numbers of the line that begins with `name`.
fn numbers(text: &str, name: &str) -> Vec<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let words = line
        .unwrap_or_else(|| panic!("{name}: {text}"))
        .split([' ', ',']);
    words.filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn the_network_is_taken_apart() {
    let text = printed(&["eval", FEN]);
    assert_eq!(text.lines().next(), Some(&*format!("Position: {FEN}")));
    let rank = |rank: &str| text.lines().find(|line| line.starts_with(rank)).unwrap();
    // The queen on h5 is the piece of the fifth rank that is worth most.
    let fifth = rank("5  ");
    let queen = fifth
        .split_once("Q ")
        .unwrap()
        .1
        .trim()
        .parse::<f64>()
        .unwrap();
    assert!(queen > 3.0, "{fifth}");
    assert!(
        rank("8  ").contains("k  ") && rank("6  ").starts_with("6  .  "),
        "{text}"
    );
    let buckets: Vec<&str> = text
        .lines()
        .filter(|line| line.contains(" pieces "))
        .collect();
    assert_eq!(buckets.len(), 8);
    assert!(buckets[7].starts_with("7  30-32 pieces") && buckets[7].ends_with("  this position"));
    let chances = numbers(&text, "White wins ");
    assert!(
        (chances.iter().sum::<f64>() - 100.0).abs() < 0.01,
        "{chances:?}"
    );
}

#[test]
fn the_hce_is_taken_apart_by_term_and_colour() {
    let text = printed(&["eval", "--eval-file", "classical", FEN]);
    let names = [
        "material and squares",
        "pawn structure",
        "pieces",
        "passed pawns",
        "threats",
        "king safety",
    ];
    let terms = names.map(|name| numbers(&text, name));
    let total = numbers(&text, "total");
    for column in 0..6 {
        let sum: f64 = terms.iter().map(|term| term[column]).sum();
        assert!((sum - total[column]).abs() < 0.005, "{column}: {text}");
    }
    for row in terms.iter().chain([&total]) {
        assert!((row[0] - row[2] - row[4]).abs() < 0.005, "{row:?}");
        assert!((row[1] - row[3] - row[5]).abs() < 0.005, "{row:?}");
    }
    assert!(!text.contains("Network"), "{text}");
}

#[test]
fn uci_and_the_command_line_agree() {
    let mut gui = Gui::new();
    // Endgame knowledge corrects the second one; the third one is in check.
    for fen in [
        FEN,
        "8/8/8/4k3/8/8/3NN3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4r3/4K3 w - - 3 9",
    ] {
        gui.send(&format!("position fen {fen}"));
        let by_words: Vec<&str> = ["eval"].into_iter().chain(fen.split(' ')).collect();
        let text = printed(&by_words);
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(gui.answer("eval"), lines);
    }
    let corrected = printed(&["eval", "8/8/8/4k3/8/8/3NN3/4K3 w - - 0 1"]);
    assert!(
        corrected.contains("Tempo, endgame knowledge and halfmove clock: "),
        "{corrected}"
    );
    assert!(
        corrected.ends_with("Final evaluation: +0.00 (White's view)\n"),
        "{corrected}"
    );
    assert!(refusal(&["eval", "8/8 w"]).contains("8/8"));
}

#[test]
fn positions_of_variants_are_evaluated() {
    let fen = "4k3/8/8/8/8/8/8/4K3[QQ] w - - 0 1";
    let text = printed(&["eval", "--variant", "Crazyhouse", fen]);
    assert!(text.starts_with(&format!("Position: {fen}\n")), "{text}");
    let ahead = numbers(&text, "Final evaluation:")[0];
    assert!(ahead > 5.0, "{text}");
    assert!(refusal(&["eval", fen]).contains("not a board"));
    let start = printed(&["eval", "--variant", "racingkings"]);
    assert!(start.starts_with("Position: 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1\n"));
}

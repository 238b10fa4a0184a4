//! The frame of the page: styles, pieces, board and script.

use maud::{DOCTYPE, PreEscaped, html};

use crate::analysis::config::AnalysisConfig;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// The pieces as SVG symbols, drawn for Diglot.
const PIECES: &str = include_str!("pieces.svg");

/// Nothing is loaded from anywhere.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'";

/// The page up to the first game.
pub(in crate::analysis) fn page_start(config: &AnalysisConfig) -> String {
    let settings = format!(
        "Diglot {}, {}",
        env!("CARGO_PKG_VERSION"),
        config.limit.description()
    );
    let start = html! {
        (DOCTYPE)
        (PreEscaped("<html lang=\"en\">"))
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta http-equiv="Content-Security-Policy" content=(POLICY);
        meta name="color-scheme" content="light dark";
        title { "Diglot: analysis" }
        style { (PreEscaped(STYLE)) }
        (PreEscaped(PIECES))
        header {
            h1 { "Analysis" }
            p { (settings) }
        }
        details #list open {
            summary { "Games" }
            nav aria-label="Games" {}
        }
        div #stage {
            div #bar title="Winning chances of White" { div {} }
            div #board role="img" aria-label="Board" {}
            p #state aria-live="polite" {}
            div #controls {
                (control("first", "«", "First position (Home)"))
                (control("previous", "‹", "Move back (←)"))
                (control("next", "›", "Move on (→)"))
                (control("last", "»", "Last position (End)"))
                (control("flip", "⇅", "Turn the board (f)"))
            }
        }
    };
    // The games follow inside of this element.
    start.into_string() + "\n<main>\n"
}

fn control(name: &str, sign: &str, title: &str) -> maud::Markup {
    html! { button type="button" data-action=(name) title=(title) aria-label=(title) { (sign) } }
}

/// The page after the last game.
pub(in crate::analysis) fn page_end() -> String {
    let end = html! { script { (PreEscaped(SCRIPT)) } };
    format!("</main>\n{}\n", end.into_string())
}

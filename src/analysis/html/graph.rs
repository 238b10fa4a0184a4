//! The graph of White's winning chances over a game, as inline SVG.

use maud::{Markup, html};

use crate::analysis::accuracy::win_percent;
use crate::analysis::annotation::Annotation;
use crate::analysis::judgement::Judgement;

/// Size in units of the drawing.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 120.0;

/// The graph of game `number`. Judged moves are marked and lead to their positions.
pub(super) fn graph(number: u64, annotation: &Annotation) -> Markup {
    let plies = annotation.moves.len().max(1) as f64;
    let point = |ply: usize| {
        let x = WIDTH * ply as f64 / plies;
        (
            x,
            HEIGHT * (1.0 - win_percent(annotation.scores[ply]) / 100.0),
        )
    };
    let mut line = String::new();
    for ply in 0..annotation.scores.len() {
        let (x, y) = point(ply);
        line.push_str(&format!(
            "{}{x:.1},{y:.1}",
            if ply == 0 { "M" } else { " L" }
        ));
    }
    let area = format!("{line} V{HEIGHT} H0 Z");
    let judged = annotation.moves.iter().enumerate();
    let judged = judged.filter_map(|(i, m)| Some((i + 1, m.judgement?)));
    html! {
        svg.graph viewBox=(format!("0 -6 {WIDTH} {}", HEIGHT + 12.0)) role="img" aria-label="Winning chances of White" {
            rect.black width=(WIDTH) height=(HEIGHT) {}
            path.white d=(area) {}
            line.even x1="0" x2=(WIDTH) y1=(HEIGHT / 2.0) y2=(HEIGHT / 2.0) {}
            path.curve d=(line) {}
            line.cursor x1="0" x2="0" y1="-6" y2=(HEIGHT + 6.0) {}
            @for (ply, judgement) in judged {
                @let (x, y) = point(ply);
                a href=(format!("#g{number}m{ply}")) {
                    circle class=(judgement.name()) cx=(format!("{x:.1}")) cy=(format!("{y:.1}")) r=(radius(judgement)) {
                        title { (judgement.name()) }
                    }
                }
            }
        }
    }
}

fn radius(judgement: Judgement) -> u8 {
    match judgement {
        Judgement::Inaccuracy => 4,
        Judgement::Mistake | Judgement::Blunder => 5,
    }
}

//! The section of one game.

use maud::{Markup, html};

use super::graph::graph;
use crate::analysis::accuracy::win_percent;
use crate::analysis::annotation::Annotation;
use crate::analysis::game::MainLine;
use crate::analysis::input::{Content, Item};
use crate::analysis::judgement::Judgement;
use crate::analysis::line_text::{move_number, numbered};
use crate::board::{AnyPosition, Epd, NamedGame};
use crate::types::{Color, Move, PieceType, Square};

/// Plies of a principal variation that are shown.
const LINE_PLIES: usize = 16;

/// Tags that are shown above a game.
const SHOWN_TAGS: [&str; 8] = [
    "Event",
    "Site",
    "Round",
    "Date",
    "ECO",
    "Opening",
    "Variant",
    "TimeControl",
];

/// A game of the page.
pub(in crate::analysis) enum HtmlGame<'a> {
    /// The text of a game or position, the main line and the annotations.
    Annotated(&'a str, &'a MainLine, &'a Annotation),
    /// Why the game is not analysed.
    Skipped(&'a str),
}

/// The section of game `number`, hidden until the script selects it.
pub(in crate::analysis) fn game_section(number: u64, item: &Item, game: &HtmlGame) -> String {
    let title = title(item, game);
    let place = format!("{}, line {}", item.file, item.line);
    let section = match game {
        HtmlGame::Skipped(reason) => html! {
            section.game data-number=(number) data-title=(title) data-note="not analysed" {
                h2 { (title) }
                p.place { (place) }
                p.skipped { "Not analysed: " (reason) }
            }
        },
        HtmlGame::Annotated(_, game, annotation) => html! {
            section.game data-number=(number) data-title=(title) data-note=(note(game, annotation)) {
                h2 { (title) }
                p.place { (shown_tags(game)) (place) }
                @if !annotation.moves.is_empty() {
                    (players(game, annotation))
                    (graph(number, annotation))
                }
                (moves(number, game, annotation))
            }
        },
    };
    section.into_string() + "\n"
}

/// The players, or the identification of a position.
fn title(item: &Item, game: &HtmlGame) -> String {
    let HtmlGame::Annotated(text, game, _) = game else {
        return format!("{} {}", kind(item), item.number);
    };
    if let Content::Position(_) = item.content {
        let rules = NamedGame {
            variant: game.positions[0].variant(),
            mode: game.mode,
        };
        let epd = Epd::parse_of(text, rules).ok();
        let id = epd.and_then(|epd| epd.operands("id").first().cloned());
        return id.unwrap_or_else(|| format!("{} {}", kind(item), item.number));
    }
    let name = |tag, other: &str| game.tag(tag).unwrap_or(other).to_owned();
    format!("{} – {}", name("White", "White"), name("Black", "Black"))
}

fn kind(item: &Item) -> &'static str {
    match item.content {
        Content::Position(_) => "Position",
        _ => "Game",
    }
}

/// The column of the list beside the players: result and number of blunders.
fn note(game: &MainLine, annotation: &Annotation) -> String {
    let result = game.result.as_deref().or(game.tag("Result"));
    let blunders: usize = [0, 1]
        .iter()
        .map(|&first| annotation.counts(first)[2])
        .sum();
    match (result, blunders) {
        (None, _) => String::new(),
        (Some(result), 0) => result.to_owned(),
        (Some(result), blunders) => format!("{result} · {blunders} ??"),
    }
}

fn shown_tags(game: &MainLine) -> String {
    let values = SHOWN_TAGS.iter().filter_map(|tag| game.tag(tag));
    let mut text = String::new();
    for value in values.filter(|value| !["", "?", "-", "????.??.??"].contains(value)) {
        text.push_str(&format!("{value} · "));
    }
    text
}

/// Accuracy and counts of judgements of both players.
fn players(game: &MainLine, annotation: &Annotation) -> Markup {
    let first = game.positions[0].side_to_move();
    let rows = [Color::White, Color::Black].map(|color| {
        let name = match color {
            Color::White => "White",
            Color::Black => "Black",
        };
        let counts = annotation.counts(usize::from(color != first));
        let accuracy = annotation.accuracy[color.index()];
        (game.tag(name).unwrap_or(name).to_owned(), accuracy, counts)
    });
    html! {
        table.players {
            thead {
                tr {
                    th {}
                    th { "Accuracy" }
                    @for judgement in Judgement::ALL {
                        th class=(judgement.name()) title=(judgement.name()) { (judgement.symbol()) }
                    }
                }
            }
            tbody {
                @for (name, accuracy, counts) in rows {
                    tr {
                        th { (name) }
                        td { @if let Some(accuracy) = accuracy { (format!("{accuracy:.1} %")) } }
                        @for count in counts { td { (count) } }
                    }
                }
            }
        }
    }
}

/// The moves, each with the data that the script shows.
fn moves(number: u64, game: &MainLine, annotation: &Annotation) -> Markup {
    let result = game.result.as_deref().or(game.tag("Result"));
    html! {
        div.moves {
            (position(number, game, annotation, 0))
            @for ply in 1..game.positions.len() {
                @if ply == 1 || game.positions[ply - 1].side_to_move() == Color::White {
                    span.number { (move_number(&game.positions[ply - 1])) }
                }
                (position(number, game, annotation, ply))
            }
            @if let Some(result) = result { span.result { (result) } }
        }
    }
}

/// The link to the position after `ply` moves: board, last move, score, best move and line.
fn position(number: u64, game: &MainLine, annotation: &Annotation, ply: usize) -> Markup {
    let position = &game.positions[ply];
    let last = ply.checked_sub(1);
    let played = last.map(|last| game.positions[last].to_san(game.moves[last]));
    let judgement = last.and_then(|last| annotation.moves[last].judgement);
    let instead = last.filter(|_| judgement.is_some()).and_then(|last| {
        let best = annotation.moves[last].best?;
        Some(game.positions[last].to_san(best))
    });
    let coordinates = |m: Move| position.to_coordinate(m, true);
    let analysis = annotation.positions.get(ply);
    let best = analysis.and_then(|analysis| analysis.best_move());
    let score = annotation.scores.get(ply);
    html! {
        a.move.(judgement.map_or("", Judgement::name)) href=(format!("#g{number}m{ply}"))
            data-board=(placement(position))
            data-hand=[hand(position)]
            data-end=[position.end_by_rule()]
            data-last=[last.map(|last| coordinates(game.moves[last]))]
            data-best=[best.map(coordinates)]
            data-line=[best.map(|_| line(game, annotation, ply))]
            data-score=[score]
            data-chances=[score.map(|&score| format!("{:.1}", win_percent(score)))]
            data-depth=[analysis.map(|analysis| analysis.depth)]
            data-judgement=[judgement.map(Judgement::name)]
            data-instead=[instead]
            { (played.as_deref().unwrap_or("Start")) (judgement.map_or("", Judgement::symbol)) }
        " "
    }
}

/// The board as the script draws it: the pieces of each rank from a8 on, `1` for an empty square.
fn placement(position: &AnyPosition) -> String {
    let rank = |rank| (0..8).map(move |file| Square::new(file, rank));
    let squares = (0..8).rev().flat_map(rank);
    squares
        .map(|square| {
            position
                .piece_on(square)
                .map_or('1', |piece| piece.letter())
        })
        .collect()
}

/// The pieces in hand, the most valuable first; `None` in games without drops.
fn hand(position: &AnyPosition) -> Option<String> {
    let position = position.as_fairy()?;
    let pieces = |color| -> String {
        let types = PieceType::ALL.into_iter().rev();
        let letters = types.flat_map(|piece_type| {
            let count = position.pocket(color, piece_type).into();
            std::iter::repeat_n(position.letter(piece_type), count)
        });
        letters.collect()
    };
    let [white, black] = Color::ALL.map(pieces).map(|pieces| match pieces.as_str() {
        "" => "–".to_owned(),
        _ => pieces,
    });
    let has_drops = position.variant().has_drops();
    has_drops.then(|| format!("White {white}, Black {black}"))
}

/// The principal variation with move numbers.
fn line(game: &MainLine, annotation: &Annotation, ply: usize) -> String {
    let line = annotation.positions[ply].lines.first();
    let pv = line.map_or(&[][..], |line| &line.pv[..]);
    numbered(&game.positions[ply], &pv[..pv.len().min(LINE_PLIES)]).join(" ")
}

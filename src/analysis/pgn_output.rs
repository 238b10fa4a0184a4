//! Annotated PGN: everything of the game is kept, and the annotations are added.
//!
//! After each move of the main line come the NAG of its judgement, unless the game has one, and the comment
//! `[%eval …] [%depth …]`, as lichess writes them, with `[%nag …]` if the NAG is Diglot's, and after a judged move the
//! better line as a variation. Evaluations, judgements and better lines of an earlier analysis are replaced. The words of
//! other variations are copied unread.

use super::annotation::Annotation;
use super::game::MainLine;
use super::line_text::{move_number, numbered};
use super::score::WhiteScore;
use crate::pgn::{
    Lexer, Token, command_operand, glyph_nag, is_move, is_result, split_suffix, without_commands,
    without_move_number,
};
use crate::types::Color;

/// Columns of a line, unless a comment is longer.
const WIDTH: usize = 80;

/// Plies of a better line.
const LINE_PLIES: usize = 12;

/// Tags that are added, for White and for Black.
const ACCURACY_TAGS: [&str; 2] = ["WhiteAccuracy", "BlackAccuracy"];

/// Commands in comments that are replaced.
const REPLACED_COMMANDS: [&str; 3] = ["eval", DEPTH_COMMAND, NAG_COMMAND];

/// The depth of an evaluation. As the only comment of a variation it marks a better line of Diglot's.
const DEPTH_COMMAND: &str = "depth";

/// A command that tells the NAG that Diglot has added.
const NAG_COMMAND: &str = "nag";

/// NAGs that judge a move, from `!` to `?!`. A move has one of them at most.
const JUDGING_NAGS: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

/// The text of a game with the annotations, and a blank line.
pub(super) fn annotated_pgn(text: &str, game: &MainLine, annotation: &Annotation) -> String {
    let text = text.replace("\r\n", "\n");
    let tokens: Vec<Token> = Lexer::new(&text).collect();
    let mut output = tags(game, annotation);
    if !output.is_empty() {
        output.push('\n');
    }
    let mut writer = Writer {
        game,
        annotation,
        following: &tokens,
        output,
        column: 0,
        parenthesis: "",
        ply: 0,
        depth: 0,
        begins_variation: false,
        is_pending: false,
        nags: Vec::new(),
        has_better_line: false,
        needs_number: true,
        has_result: false,
    };
    while let Some((token, following)) = writer.following.split_first() {
        writer.following = following;
        writer.add(token);
    }
    writer.finish()
}

fn tags(game: &MainLine, annotation: &Annotation) -> String {
    let mut text = String::new();
    let mut add = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    for (name, value) in &game.tags {
        if !ACCURACY_TAGS.contains(&name.as_str()) {
            add(name, value);
        }
    }
    for (name, accuracy) in ACCURACY_TAGS.into_iter().zip(annotation.accuracy) {
        if let Some(accuracy) = accuracy {
            add(name, &format!("{accuracy:.1}"));
        }
    }
    text
}

/// Writes the movetext.
struct Writer<'a> {
    game: &'a MainLine,
    annotation: &'a Annotation,
    /// The tokens of the game that are not processed yet.
    following: &'a [Token<'a>],
    output: String,
    /// Characters in the current line.
    column: usize,
    /// Precedes the next word without a space.
    parenthesis: &'static str,
    /// Moves of the main line written.
    ply: usize,
    /// Nesting depth of variations.
    depth: usize,
    /// Whether a variation of the main line has had no move yet.
    begins_variation: bool,
    /// Whether the last move is still without its annotation.
    is_pending: bool,
    /// NAGs of the last move, which are written with its annotation.
    nags: Vec<String>,
    /// Whether the game has a variation that begins with the better move.
    has_better_line: bool,
    /// Whether Black's next move needs its number.
    needs_number: bool,
    has_result: bool,
}

impl Writer<'_> {
    fn add(&mut self, token: &Token) {
        match *token {
            // They are written before the movetext.
            Token::Tag { .. } => {}
            Token::Word(word) if self.depth > 0 => self.add_variation_word(word),
            Token::Word(word) => self.add_word(word),
            Token::Nag(number) => self.add_nag(number),
            Token::Comment(text) => self.add_comment(text),
            Token::LineComment(text) => {
                self.settle();
                self.put_line(&format!(";{text}"), false);
            }
            Token::Escape(text) => {
                self.settle();
                self.put_parenthesis();
                self.put_line(&format!("%{text}"), true);
            }
            Token::Open => self.open_variation(),
            Token::Close => {
                self.put_parenthesis();
                self.output.push(')');
                self.column += 1;
                self.depth -= 1;
                self.needs_number = true;
            }
            Token::Stray(mark) => self.put(&mark.to_string()),
        }
    }

    /// Begins a variation, or skips it if it is the better line of an earlier analysis.
    fn open_variation(&mut self) {
        if self.depth == 0
            && let Some(following) = after_own_line(self.following)
        {
            self.following = following;
            return;
        }
        self.settle();
        self.put_parenthesis();
        self.parenthesis = "(";
        self.depth += 1;
        self.begins_variation = self.depth == 1;
    }

    /// Writes the parenthesis of a variation that no word follows.
    fn put_parenthesis(&mut self) {
        if !self.parenthesis.is_empty() {
            self.put("");
        }
    }

    /// Writes a word after a space or at the start of a new line.
    fn put(&mut self, word: &str) {
        let word = std::mem::take(&mut self.parenthesis).to_owned() + word;
        let length = word.chars().count();
        let closing = self.following.iter();
        let closing = closing.take_while(|&token| matches!(token, Token::Close));
        let is_first = self.column == 0;
        // A line must not begin with %, which would hide it.
        if !is_first && self.column + 1 + length + closing.count() > WIDTH && !word.starts_with('%')
        {
            self.output.push('\n');
            self.column = 0;
        } else if !is_first {
            self.output.push(' ');
            self.column += 1;
        }
        self.output.push_str(&word);
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + length,
        };
    }

    /// Writes text that ends the line.
    fn put_line(&mut self, text: &str, begins_line: bool) {
        if begins_line && self.column > 0 {
            self.output.push('\n');
            self.column = 0;
        }
        self.put(text);
        self.output.push('\n');
        self.column = 0;
        self.needs_number = true;
    }

    /// A word of the main line.
    fn add_word(&mut self, word: &str) {
        if is_result(word) {
            self.finish_move();
            self.has_result = true;
            self.put(word);
            return;
        }
        let word = without_move_number(word);
        if word.is_empty() {
            return;
        }
        if !is_move(word) {
            match glyph_nag(word) {
                Some(nag) => self.add_nag(&nag.to_string()),
                None => self.add_comment(word),
            }
            return;
        }
        self.finish_move();
        self.put_move();
        let (_, suffix) = split_suffix(word);
        match glyph_nag(suffix) {
            Some(nag) => self.add_nag(&nag.to_string()),
            None if suffix.is_empty() => {}
            None => self.add_comment(suffix),
        }
    }

    fn put_move(&mut self) {
        let position = &self.game.positions[self.ply];
        if position.side_to_move() == Color::White || self.needs_number {
            self.put(&move_number(position));
        }
        self.put(&position.to_san(self.game.moves[self.ply]));
        self.ply += 1;
        self.is_pending = true;
        self.needs_number = false;
        self.has_better_line = false;
        self.nags.clear();
    }

    fn add_nag(&mut self, number: &str) {
        if self.is_pending && self.depth == 0 {
            self.nags.push(number.to_owned());
        } else {
            self.put(&format!("${number}"));
        }
    }

    fn add_comment(&mut self, text: &str) {
        self.needs_number = true;
        if self.depth > 0 {
            self.put(&format!("{{{text}}}"));
            return;
        }
        let (kept, has_commands) = without_commands(text, &REPLACED_COMMANDS);
        if self.is_pending {
            let own_nag = command_operand(text, NAG_COMMAND);
            if let Some(index) = self.nags.iter().position(|nag| Some(&nag[..]) == own_nag) {
                self.nags.remove(index);
            }
            self.annotate(kept.trim(), self.following);
        } else if !has_commands || self.ply == 0 {
            self.put(&format!("{{{text}}}"));
        } else if !kept.trim().is_empty() {
            self.put(&format!("{{ {} }}", kept.trim()));
        }
    }

    /// A word of a variation.
    fn add_variation_word(&mut self, word: &str) {
        self.put(word);
        let first = without_move_number(word);
        if self.depth == 1
            && self.ply > 0
            && is_move(first)
            && std::mem::take(&mut self.begins_variation)
        {
            let position = &self.game.positions[self.ply - 1];
            let best = self.annotation.moves[self.ply - 1].best;
            self.has_better_line |= best.is_some() && position.parse_move(first).ok() == best;
        }
    }

    /// Annotates the last move if that is not done yet.
    fn settle(&mut self) {
        if self.is_pending {
            self.annotate("", self.following);
        }
    }

    /// Writes the NAG and the comment of the last move; `text` is the comment that the game has there, and `following`
    /// begins with its further NAGs and comments.
    fn annotate(&mut self, text: &str, following: &[Token]) {
        self.is_pending = false;
        let judgement = self.annotation.moves[self.ply - 1].judgement;
        let own_nag = judgement.filter(|_| !self.is_judged(following));
        let own_nag = own_nag.map(|judgement| judgement.nag().to_string());
        self.nags.extend(own_nag.clone());
        for nag in std::mem::take(&mut self.nags) {
            self.put(&format!("${nag}"));
        }
        let own_nag = own_nag.map(|nag| format!("[%{NAG_COMMAND} {nag}]"));
        let text = (!text.is_empty()).then(|| text.to_owned());
        let parts = [self.evaluation(self.ply), own_nag, text];
        let comment: Vec<String> = parts.into_iter().flatten().collect();
        if !comment.is_empty() {
            self.put(&format!("{{ {} }}", comment.join(" ")));
            self.needs_number = true;
        }
    }

    /// The commands that tell the evaluation of the position after `ply` plies; none after a mate or another win.
    fn evaluation(&self, ply: usize) -> Option<String> {
        match self.annotation.scores[ply] {
            WhiteScore::Checkmate(_) => None,
            score => Some(format!(
                "[%eval {score}] [%{DEPTH_COMMAND} {}]",
                self.annotation.positions[ply].depth
            )),
        }
    }

    /// Whether the game judges the last move by a NAG, before or after its comments.
    fn is_judged(&self, following: &[Token]) -> bool {
        let later = following.iter().map_while(|token| match *token {
            Token::Nag(number) => Some(number.to_owned()),
            Token::Word(word) => Some(glyph_nag(word)?.to_string()),
            Token::Comment(_) | Token::LineComment(_) => Some(String::new()),
            _ => None,
        });
        let nags = self.nags.iter().cloned();
        nags.chain(later)
            .any(|nag| JUDGING_NAGS.contains(&nag.as_str()))
    }

    /// Ends the annotations of the last move, with the better line.
    fn finish_move(&mut self) {
        if self.is_pending {
            // What follows belongs to the next move.
            self.annotate("", &[]);
        }
        let Some(ply) = self.ply.checked_sub(1) else {
            return;
        };
        if self.annotation.moves[ply].judgement.is_some() && !self.has_better_line {
            self.put_better_line(ply);
        }
        self.has_better_line = true;
    }

    fn put_better_line(&mut self, ply: usize) {
        let Some(line) = self.annotation.positions[ply].lines.first() else {
            return;
        };
        let moves = &line.pv[..line.pv.len().min(LINE_PLIES)];
        let Some((&best, reply)) = moves.split_first() else {
            return;
        };
        let position = &self.game.positions[ply];
        let mut words = numbered(position, &[best]);
        // It also shows a later analysis that the line is Diglot's.
        let evaluation = self.evaluation(ply);
        words.extend(evaluation.map(|evaluation| format!("{{ {evaluation} }}")));
        words.extend(numbered(&position.after(best), reply));
        if let Some(last) = words.last_mut() {
            last.push(')');
        }
        self.parenthesis = "(";
        for word in words {
            self.put(&word);
        }
        self.needs_number = true;
    }

    fn finish(mut self) -> String {
        self.finish_move();
        if !self.has_result {
            let tag = self.game.tag("Result");
            let result = tag.filter(|result| is_result(result));
            self.put(result.unwrap_or("*"));
        }
        self.output.push_str("\n\n");
        self.output
    }
}

/// The tokens after the better line of an earlier analysis, if `tokens` follow its parenthesis: its only comment is an
/// evaluation with its depth. A line with another comment, a glyph or a variation is the user's.
fn after_own_line<'a>(tokens: &'a [Token<'a>]) -> Option<&'a [Token<'a>]> {
    let end = tokens
        .iter()
        .position(|token| !matches!(token, Token::Word(_) | Token::Comment(_)))?;
    let comments = tokens[..end].iter().filter_map(|token| match *token {
        Token::Comment(text) => Some(text),
        _ => None,
    });
    let comments: Vec<&str> = comments.collect();
    let is_own = matches!(tokens[end], Token::Close)
        && matches!(comments[..], [text] if command_operand(text, DEPTH_COMMAND).is_some()
            && without_commands(text, &REPLACED_COMMANDS).0.trim().is_empty());
    is_own.then(|| &tokens[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::super::position::{Line, PositionAnalysis};
    use super::*;
    use crate::types::Score;

    /// Stands for the score of a side that is mated.
    const CHECKMATE: i32 = i32::MIN;

    /// Annotates a game with these scores of the side to move and this best move in each position.
    fn annotated(text: &str, searches: &[(i32, &str)]) -> String {
        let game = MainLine::parse(text).unwrap();
        let analysis = |(position, &(score, best)): (&crate::board::AnyPosition, &(i32, &str))| {
            let score = match score {
                CHECKMATE => Score::mated_in(0),
                _ => Score::cp(score),
            };
            let pv = best.split_whitespace();
            let mut next = *position;
            let pv = pv.map(|san| {
                let m = next.parse_san(san).unwrap();
                next = next.after(m);
                m
            });
            let pv: Vec<_> = pv.collect();
            let lines = if pv.is_empty() {
                Vec::new()
            } else {
                vec![Line { score, pv }]
            };
            PositionAnalysis {
                score,
                depth: 9,
                nodes: 100,
                lines,
            }
        };
        let positions = game.positions.iter().zip(searches).map(analysis).collect();
        let annotation = Annotation::new(&game, positions);
        annotated_pgn(text, &game, &annotation)
    }

    #[test]
    fn a_game_is_annotated_and_everything_in_it_kept() {
        let text = "[Event \"a \\\"b\\\"\"]\n[Result \"0-1\"]\n\n{Before} 1. f3!? $14 { [%eval 0.3] [%clk 0:01:00] why\nnot } \
                    (1. d4 d5 (1... Nf6) ) e5 2. g4 Qh4# 0-1 {after}\n% end\n";
        let searches = [
            (30, "e4 e5 Nf3"),
            (130, "e5"),
            (-20, "Nh3 d5"),
            (3000, "Qh4#"),
            (CHECKMATE, ""),
        ];
        let output = annotated(text, &searches).replace('\n', " ");
        for part in [
            "[Event \"a \\\"b\\\"\"] [Result \"0-1\"] [WhiteAccuracy \"",
            "\"] [BlackAccuracy \"",
            "{Before} 1. f3 $5 $14 { [%eval -1.30] [%depth 9] [%clk 0:01:00] why not } (1. d4 d5 (1... Nf6)) (1. e4 { [%eval 0.30] [%depth 9] } 1... e5 2. Nf3) 1... e5 { [%eval -0.20] [%depth 9] }",
            "2. g4 $4 { [%eval -30.00] [%depth 9] [%nag 4] } (2. Nh3 { [%eval -0.20] [%depth 9] } 2... d5) 2... Qh4# 0-1 {after} % end",
        ] {
            assert!(output.contains(part), "{part}\n{output}");
        }
    }

    #[test]
    fn annotating_again_adds_nothing() {
        let text = "{[%eval 0.1]} 1. f3!!! e5 2. a3 (2. d4) *";
        let searches = [(30, "e4"), (90, "e5"), (-80, "d4"), (200, "Nc6")];
        let once = annotated(text, &searches);
        assert_eq!(once.matches('(').count(), 2, "{once}");
        assert!(once.contains("!!!") && once.contains("{[%eval 0.1]}"));
        assert!(
            once.ends_with(" *\n\n") && once.starts_with("[WhiteAccuracy"),
            "{once}"
        );
        assert_eq!(annotated(&once, &searches), once);
    }

    #[test]
    fn better_lines_of_an_earlier_analysis_are_replaced_and_those_of_the_game_kept() {
        let text = "1. f3 e5 2. a3 (2. d4 { [%depth 3] better }) (2. h3 Nc6 3. e4) *";
        let first = [(30, "e4 e5"), (90, "e5"), (-80, "Nc3 d5"), (200, "Nc6")];
        let second = [(30, "d4"), (90, "e5"), (-80, "e4"), (200, "Nc6")];
        let output = annotated(&annotated(text, &first), &second).replace('\n', " ");
        for part in [
            "(1. d4 { [%eval 0.30] [%depth 9] }) 1... e5",
            "(2. d4 { [%depth 3] better }) (2. h3 Nc6 3. e4) (2. e4 { [%eval -0.80] [%depth 9] }) *",
        ] {
            assert!(output.contains(part), "{part}\n{output}");
        }
        assert!(
            !output.contains("(1. e4") && !output.contains("Nc3"),
            "{output}"
        );
        // The game's own line begins with the better move.
        let output = annotated(&text.replace("2. h3", "2. Nc3"), &first);
        assert_eq!(output.matches("Nc3").count(), 1, "{output}");
    }

    #[test]
    fn judgements_of_an_earlier_analysis_are_replaced_and_those_of_the_game_kept() {
        let searches = [(30, "e4"), (90, "e5"), (-80, "d4"), (200, "Nc6")];
        let text = |nags: [&str; 2]| format!("1. f3 {} e5 2. a3 {} *", nags[0], nags[1]);
        let output = annotated(
            &text(["$2 {[%eval 0.1] [%depth 3] [%nag 2]}", "{bad} $1"]),
            &searches,
        );
        assert!(
            output.contains("1. f3 $4 { [%eval -0.90] [%depth 9] [%nag 4] }"),
            "{output}"
        );
        let output_of_users = annotated(&text(["$2 {[%depths 3] [%depth 3]}", ""]), &searches);
        assert!(
            output_of_users.contains("1. f3 $2 { [%eval -0.90] [%depth 9] [%depths 3] }"),
            "{output_of_users}"
        );
        assert!(
            output
                .replace('\n', " ")
                .contains("2. a3 { [%eval -2.00] [%depth 9] bad } $1 (2. d4 {"),
            "{output}"
        );
        let output = annotated(&text(["", "$6"]).replace("e5", "e5 $1"), &searches);
        assert!(output.contains("1. f3 $4 { [%eval -0.90]"), "{output}");
        assert!(output.contains("1... e5 $1"), "{output}");
        let output = annotated(&text(["$6 {[%eval 0.1]}", ""]), &searches);
        assert!(
            output.contains("1. f3 $6 { [%eval -0.90] [%depth 9] }"),
            "{output}"
        );
    }

    #[test]
    fn an_escape_line_in_a_variation_stays_a_line() {
        let text = "1. e4 (\n% note ) {\n1. d4) e5 *";
        let output = annotated(text, &[(0, ""), (0, ""), (0, "")]);
        assert!(output.lines().any(|line| line == "% note ) {"), "{output}");
        assert!(MainLine::parse(&output).is_ok(), "{output}");
    }

    #[test]
    fn lines_are_wrapped_and_signs_become_nags() {
        let moves = "Nf3 (Nh3 (Nh3)) Nf6 Ng1 (Rg1) Ng8 ".repeat(40);
        let text = format!("{moves} N e.p. =\n; semicolon\n");
        let searches = vec![(0, ""); 161];
        let output = annotated(&text, &searches);
        let longest = output.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(WIDTH), "{output}");
        let end = "Ng8 $146 { [%eval 0.00] [%depth 9] e.p. } $10 ; semicolon *";
        assert!(
            output.replace('\n', " ").trim_end().ends_with(end),
            "{output}"
        );
    }
}

//! Converts the comments of engine matches to commands: `{+0.31/15 1.2s}` of cutechess and fastchess, and
//! `{d=24, …, wv=0.30, …}` of TCEC.

use crate::command::{self, CommandValue, Evaluation};
use crate::rules::Color;
use crate::step::Step;
use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Finds the comments of engines in a game.
#[derive(Default)]
pub(super) struct EngineComments {
    /// The side that has just moved, as long as comments follow its move.
    mover: Option<Color>,
}

impl EngineComments {
    /// Takes the next step of a game. Returns the text that replaces a comment.
    pub(super) fn see(&mut self, step: &Step<'_>) -> Option<String> {
        match step {
            Step::Played(after) => self.mover = Some(after.turn().other()),
            Step::Comment { text, .. } => return reworded(text, self.mover?),
            Step::Nag { .. } | Step::Place(_) => {}
            _ => self.mover = None,
        }
        None
    }
}

/// What an engine said about its move.
struct Search<'t> {
    eval: Evaluation,
    depth: Option<u32>,
    spent_ms: Option<i64>,
    /// The rest of the comment.
    rest: Cow<'t, str>,
}

/// The comment of an engine with commands; `None` for other comments, and for those that have an evaluation.
fn reworded(text: &str, mover: Color) -> Option<String> {
    if command::commands(text.as_bytes()).any(|command| matches!(command.name, "eval" | "emt")) {
        return None;
    }
    let Search { eval, depth, spent_ms, rest } = of_fields(text).or_else(|| of_match(text, mover))?;
    let mut words = Vec::from([format!("[%eval {}]", CommandValue::Evaluation(eval, depth).written())]);
    words.extend(spent_ms.map(|ms| format!("[%emt {}]", CommandValue::Spent(ms).written())));
    words.extend((!rest.is_empty()).then(|| rest.into_owned()));
    Some(words.join(" "))
}

/// `+0.31/15 1.2s`, `-M12/20, 0.1s`: the evaluation from the side of the mover, the depth and the time.
fn of_match(text: &str, mover: Color) -> Option<Search<'_>> {
    let (score, rest) = text.trim_start().split_once('/')?;
    let eval = score_of(score, mover)?;
    let (depth, rest) = digits(rest);
    let depth = depth.parse().ok()?;
    let after = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    let time = after.split([' ', ',', '\n']).next().unwrap_or_default();
    let spent_ms = time.strip_suffix('s').and_then(command::duration_ms);
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with([' ', ',', '\n']);
    let rest = match spent_ms {
        Some(_) => after.get(time.len()..)?,
        None if is_end(rest) => rest,
        None => return None,
    };
    let rest = rest.strip_prefix(',').unwrap_or(rest).trim();
    Some(Search { eval, depth: Some(depth), spent_ms, rest: rest.into() })
}

/// `d=24, sd=35, mt=1200, wv=0.30,`: the evaluation from White's side. Fields without a meaning for commands stay.
fn of_fields(text: &str) -> Option<Search<'_>> {
    let (mut eval, mut depth, mut spent_ms) = (None, None, None);
    let mut kept: Vec<&str> = Vec::new();
    if !text.trim_start().starts_with("d=") {
        return None;
    }
    for field in text.split(',').map(str::trim) {
        match field.split_once('=') {
            Some(("wv", score)) if eval.is_none() => eval = Some(score_of(score, Color::White)?),
            Some(("d", number)) if depth.is_none() && number.parse::<u32>().is_ok() => depth = number.parse().ok(),
            Some(("mt", time)) if spent_ms.is_none() && time_of(time).is_some() => spent_ms = time_of(time),
            _ => kept.push(field),
        }
    }
    Some(Search { eval: eval?, depth, spent_ms, rest: kept.join(", ").trim_end().to_owned().into() })
}

/// Milliseconds, or hours, minutes and seconds.
fn time_of(text: &str) -> Option<i64> {
    if text.contains(':') { command::duration_ms(text) } else { text.parse().ok().filter(|ms| *ms >= 0) }
}

/// `+0.31` or `-M12`, from a side. Engines of matches count the plies to mate.
fn score_of(text: &str, side: Color) -> Option<Evaluation> {
    let sign = if text.starts_with('-') { -1 } else { 1 } * if side == Color::White { 1 } else { -1 };
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    if let Some(plies) = text.strip_prefix('M') {
        let plies = plies.parse::<u16>().ok().filter(|plies| *plies > 0)?;
        return Some(Evaluation::Mate(sign * i32::from(plies.div_ceil(2))));
    }
    let (whole, fraction) = text.split_once('.')?;
    if !digits(whole).1.is_empty() || whole.is_empty() || fraction.len() != 2 {
        return None;
    }
    match command::evaluation(text)? {
        Evaluation::Centipawns(cp) => Some(Evaluation::Centipawns(sign * cp)),
        Evaluation::Mate(_) => None,
    }
}

/// The digits that a text starts with, and the rest of it.
fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_engines_become_commands() {
        for (text, white, black) in [
            ("+0.31/15 1.2s", "[%eval 0.31,15] [%emt 0:00:01.2]", "[%eval -0.31,15] [%emt 0:00:01.2]"),
            ("-0.31/15, 0.004s", "[%eval -0.31,15] [%emt 0:00:00.004]", "[%eval 0.31,15] [%emt 0:00:00.004]"),
            ("0.00/40 12s, Draw by 3-fold repetition", "[%eval 0.00,40] [%emt 0:00:12] Draw by 3-fold repetition", ""),
            ("+M12/20 0.1s", "[%eval #6,20] [%emt 0:00:00.1]", "[%eval #-6,20] [%emt 0:00:00.1]"),
            ("-M1/3 0.1s, White mates", "[%eval #-1,3] [%emt 0:00:00.1] White mates", ""),
            ("+0.31/15 1.2s n=100 pv=\"e4\"", "[%eval 0.31,15] [%emt 0:00:01.2] n=100 pv=\"e4\"", ""),
            ("+0.31/15", "[%eval 0.31,15]", "[%eval -0.31,15]"),
            ("+0.31/15 good", "[%eval 0.31,15] good", ""),
            (
                "d=24, sd=35, mt=1200, tl=5000, pv=Nd2 c4, wv=-0.30, R50=49,",
                "[%eval -0.30,24] [%emt 0:00:01.2] sd=35, tl=5000, pv=Nd2 c4, R50=49,",
                "[%eval -0.30,24] [%emt 0:00:01.2] sd=35, tl=5000, pv=Nd2 c4, R50=49,",
            ),
            ("d=-, mt=00:01:02, wv=M27", "[%eval #14] [%emt 0:01:02] d=-", "[%eval #14] [%emt 0:01:02] d=-"),
        ] {
            assert_eq!(reworded(text, Color::White).as_deref(), Some(white), "{text}");
            if !black.is_empty() {
                assert_eq!(reworded(text, Color::Black).as_deref(), Some(black), "{text}");
            }
        }
    }

    #[test]
    fn other_comments_stay() {
        for text in [
            "book",
            "",
            "1/2",
            "0.5/10",
            "+0.31",
            "+0.31/",
            "+0.31/x",
            "+0.31/15x",
            "x+0.31/15 1s",
            "+1/15 1s",
            "M0/3 1s",
            "+M99999/3 1s",
            "++0.31/15 1s",
            "+-0.31/15 1s",
            "d=24, sd=35",
            "d=24, wv=x",
            "wv=0.30, d=24",
            "wv=",
            "/",
            "+99999999999999.00/15 1s",
            "[%eval 0.3] +0.31/15 1.2s",
            "+0.31/99999999999 1s",
            "d=3, wv=0.30\u{301}",
        ] {
            assert_eq!(reworded(text, Color::White), None, "{text}");
        }
    }
}

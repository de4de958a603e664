//! Commands in comments: `[%clk 0:01:02.5]`, `[%eval -0.35,22]`, `[%cal Ga1b2]`, and any other name.
//!
//! A comment is text with commands in it. [`parts`] splits it; the parts joined again are the whole comment.

use crate::rules::Square;
use crate::text::{decimal, number};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A command in its comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// From its `[` to just after its `]`.
    pub range: Range<usize>,
    /// Its name: `clk`.
    pub name: &'a str,
    /// The text after the name, without blanks around it, and without the quotes around a single value.
    pub value: &'a str,
}

/// The commands of a comment, in order. Commands whose bytes are not UTF-8 are ignored.
///
/// ```
/// use scoresheet_core::command::commands;
/// let found: Vec<_> = commands(b"good [%eval 0.17] [%clk 0:00:30] move").map(|c| (c.name, c.value)).collect();
/// assert_eq!(found, [("eval", "0.17"), ("clk", "0:00:30")]);
/// ```
pub fn commands(comment: &[u8]) -> Commands<'_> {
    Commands { comment, at: 0 }
}

/// The iterator that [`commands`] returns.
#[derive(Clone, Debug)]
pub struct Commands<'a> {
    comment: &'a [u8],
    at: usize,
}

impl<'a> Iterator for Commands<'a> {
    type Item = Command<'a>;

    #[inline]
    fn next(&mut self) -> Option<Command<'a>> {
        loop {
            let rest = self.comment.get(self.at..)?;
            let start = rest.windows(2).position(|two| two == b"[%")?;
            let inner = rest.get(start + 2..)?;
            let length = inner.iter().position(|&byte| byte == b']')?;
            let range = self.at + start..self.at + start + 2 + length + 1;
            self.at = range.end;
            if let Some(Ok(command)) = inner.get(..length).map(core::str::from_utf8) {
                let (name, value) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
                return Some(Command { range, name, value: unquoted(value.trim()) });
            }
        }
    }
}

/// A value without the quotes around it, which some programs write: `"0:02:30"`. Quotes in a list of fields are part of it.
fn unquoted(value: &str) -> &str {
    let inside = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
    inside.filter(|inside| !inside.contains(['"', ',']) && inside.trim() == *inside).unwrap_or(value)
}

/// A part of a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommentPart<'a> {
    /// Text; never empty.
    Text(&'a str),
    /// A command, and its whole text.
    Command(Command<'a>, &'a str),
}

/// The parts of a comment, which cover all of it.
pub fn parts(comment: &str) -> impl Iterator<Item = CommentPart<'_>> {
    let mut ahead = commands(comment.as_bytes());
    let mut at = 0;
    let mut held = ahead.next();
    core::iter::from_fn(move || {
        let start = held.as_ref().map_or(comment.len(), |command| command.range.start);
        if at < start {
            let text = comment.get(at..start)?;
            at = start;
            return Some(CommentPart::Text(text));
        }
        let command = core::mem::replace(&mut held, ahead.next())?;
        at = command.range.end;
        let whole = comment.get(command.range.clone())?;
        Some(CommentPart::Command(command, whole))
    })
}

/// The text of a comment without its commands: trimmed, and with one blank instead of a command between words.
/// ```
/// use scoresheet_core::command::text;
/// assert_eq!(text("[%clk 0:01:00] a good [%cal Ga1b2] move"), "a good move");
/// ```
pub fn text(comment: &str) -> Cow<'_, str> {
    without(comment, |_| true)
}

/// The numbers that a comment adds to counts: 1 for its text, unless it consists of commands only, and the number of
/// commands.
pub fn count(comment: &str) -> (u64, u64) {
    let commands = commands(comment.as_bytes()).count() as u64;
    (u64::from(commands == 0 || !text(comment).trim().is_empty()), commands)
}

/// A comment without the commands for which `drop` is true. If none is dropped, it does not change.
pub fn without(comment: &str, drop: impl Fn(&Command<'_>) -> bool) -> Cow<'_, str> {
    if !commands(comment.as_bytes()).any(|command| drop(&command)) {
        return Cow::Borrowed(comment);
    }
    let mut out = String::with_capacity(comment.len());
    let mut gap = false;
    for part in parts(comment) {
        match part {
            CommentPart::Command(command, _) if drop(&command) => gap = true,
            CommentPart::Command(_, kept) | CommentPart::Text(kept) => {
                let blank = |c: char| c.is_whitespace();
                let kept = if gap && (out.is_empty() || out.ends_with(blank)) { kept.trim_start() } else { kept };
                out.push_str(kept);
                gap = gap && kept.is_empty();
            }
        }
    }
    if gap {
        out.truncate(out.trim_end().len());
    }
    Cow::Owned(out)
}

/// The same; `None` if commands were dropped and nothing is left.
pub(crate) fn remainder(comment: &str, drop: impl Fn(&Command<'_>) -> bool) -> Option<Cow<'_, str>> {
    match without(comment, drop) {
        Cow::Owned(kept) if kept.trim().is_empty() => None,
        kept => Some(kept),
    }
}

/// A comment in which the first command of this name has this value, and others of the name are removed. A new one is
/// placed after the commands that the comment starts with.
/// ```
/// use scoresheet_core::command::with;
/// assert_eq!(with("[%eval 0.2] good", "clk", "0:01:00"), "[%eval 0.2] [%clk 0:01:00] good");
/// assert_eq!(with("good [%clk 0:02:00]", "clk", "0:01:00"), "good [%clk 0:01:00]");
/// ```
pub fn with(comment: &str, name: &str, value: &str) -> String {
    let blank = if value.is_empty() { "" } else { " " };
    let new = format!("[%{name}{blank}{value}]");
    let Some(first) = commands(comment.as_bytes()).find(|command| command.name == name) else {
        let mut at = 0;
        for part in parts(comment) {
            match part {
                CommentPart::Command(command, _) => at = command.range.end,
                CommentPart::Text(text) if text.trim().is_empty() => {}
                CommentPart::Text(_) => break,
            }
        }
        let (before, after) = comment.split_at(at);
        let gap = if before.is_empty() { "" } else { " " };
        let behind = if after.is_empty() || after.starts_with(char::is_whitespace) { "" } else { " " };
        return format!("{before}{gap}{new}{behind}{after}");
    };
    let kept = without(comment, |command| command.name == name && command.range != first.range);
    // What was dropped followed the first.
    let (before, rest) = kept.split_at(first.range.start);
    let after = rest.get(first.range.len()..).unwrap_or_default();
    format!("{before}{new}{after}")
}

/// The values of known commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandValue<'a> {
    /// `clk`: the mover's clock, in milliseconds.
    Clock(i64),
    /// `emt`: the time the move took, in milliseconds.
    Spent(i64),
    /// `eval`, with the search depth.
    Evaluation(Evaluation, Option<u32>),
    /// `csl`: coloured squares.
    Squares(Vec<SquareMark>),
    /// `cal`: coloured arrows.
    Arrows(Vec<Arrow>),
    /// `tqu`, `evp`, `mdl`, and any other command: the fields between commas, unchanged.
    Fields(Vec<&'a str>),
}

/// An evaluation from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate; negative if Black mates.
    Mate(i32),
}

/// A coloured square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareMark {
    /// The letter of its colour: `G`, `R`, `Y`, `B`.
    pub color: u8,
    /// The square.
    pub square: Square,
}

/// A coloured arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The letter of its colour.
    pub color: u8,
    /// Where it starts.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

impl<'a> Command<'a> {
    /// Its meaning; `None` if the value of a known command is malformed.
    pub fn meaning(&self) -> Option<CommandValue<'a>> {
        match self.name {
            "clk" => duration_ms(self.value).map(CommandValue::Clock),
            "emt" => duration_ms(self.value).map(CommandValue::Spent),
            "eval" => {
                let depth = self.value.split_once(',').map(|(_, depth)| u32::try_from(number(depth.trim())?).ok());
                evaluation(self.value).map(|value| CommandValue::Evaluation(value, depth.flatten()))
            }
            "csl" => list(self.value, |word| match *word {
                [color, file, rank] if color.is_ascii_alphabetic() => {
                    Some(SquareMark { color, square: Square::parse(file, rank)? })
                }
                _ => None,
            })
            .map(CommandValue::Squares),
            "cal" => list(self.value, |word| match *word {
                [color, a, b, c, d] if color.is_ascii_alphabetic() => {
                    Some(Arrow { color, from: Square::parse(a, b)?, to: Square::parse(c, d)? })
                }
                _ => None,
            })
            .map(CommandValue::Arrows),
            _ => Some(CommandValue::Fields(fields(self.value))),
        }
    }
}

impl CommandValue<'_> {
    /// The value in the syntax of a command.
    pub fn written(&self) -> String {
        match self {
            CommandValue::Clock(time) | CommandValue::Spent(time) => duration_text(*time),
            CommandValue::Evaluation(value, depth) => {
                let depth = depth.map_or(String::new(), |depth| format!(",{depth}"));
                match *value {
                    Evaluation::Mate(moves) => format!("#{moves}{depth}"),
                    Evaluation::Centipawns(value) => {
                        let (sign, value) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
                        format!("{sign}{}.{:02}{depth}", value / 100, value % 100)
                    }
                }
            }
            CommandValue::Squares(marks) => {
                joined(marks.iter().map(|mark| format!("{}{}", mark.color as char, mark.square)))
            }
            CommandValue::Arrows(arrows) => {
                joined(arrows.iter().map(|arrow| format!("{}{}{}", arrow.color as char, arrow.from, arrow.to)))
            }
            CommandValue::Fields(fields) => fields.join(","),
        }
    }
}

fn joined(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(",")
}

/// The elements of a list separated by commas; `None` if one is malformed. Empty if the value is empty.
fn list<T>(value: &str, read: impl Fn(&[u8]) -> Option<T>) -> Option<Vec<T>> {
    if value.is_empty() {
        return Some(Vec::new());
    }
    value.split(',').map(|word| read(word.trim().as_bytes())).collect()
}

/// The fields separated by commas, except for commas in double quotes.
fn fields(value: &str) -> Vec<&str> {
    if value.is_empty() {
        return Vec::new();
    }
    let mut quoted = false;
    value
        .split(|c: char| {
            quoted ^= c == '"';
            c == ',' && !quoted
        })
        .collect()
}

/// Milliseconds of `1:02:03.5`, `2:03` or `3.5`. Digits beyond a millisecond are dropped.
///
/// ```
/// use scoresheet_core::command::{duration_ms, duration_text};
/// assert_eq!(duration_ms("0:01:02.5"), Some(62_500));
/// assert_eq!(duration_text(62_500), "0:01:02.5");
/// ```
pub fn duration_ms(text: &str) -> Option<i64> {
    let (whole, fraction) =
        text.split_once('.').map_or((text, 0), |(whole, digits)| (whole, decimal(digits, 3).unwrap_or(-1)));
    let mut seconds = 0_i64;
    for (at, field) in whole.split(':').enumerate() {
        // Ten digits of hours are thousands of centuries and still fit.
        let value = number(field).filter(|_| at < 3 && field.len() <= 10)?;
        seconds = seconds * 60 + value;
    }
    (fraction >= 0).then_some(seconds * 1000 + fraction)
}

/// Milliseconds as hours, minutes and seconds: `0:01:02.5`. A negative time is written as zero.
pub fn duration_text(ms: i64) -> String {
    let ms = ms.max(0);
    let (seconds, rest) = (ms / 1000, ms % 1000);
    let whole = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = format!("{rest:03}");
    if rest == 0 { whole } else { format!("{whole}.{}", fraction.trim_end_matches('0')) }
}

/// Parses `0.35`, `-1.2,22`, `#-3`. The number after a comma is the depth. A whole number with a depth is in hundredths of a
/// pawn, as ChessBase writes it; without a depth, it is in pawns. `None` for values that no evaluation has.
///
/// ```
/// use scoresheet_core::command::{Evaluation, evaluation};
/// assert_eq!(evaluation("0.35,18"), Some(Evaluation::Centipawns(35)));
/// assert_eq!(evaluation("35,18"), Some(Evaluation::Centipawns(35)));
/// assert_eq!(evaluation("2"), Some(Evaluation::Centipawns(200)));
/// ```
pub fn evaluation(text: &str) -> Option<Evaluation> {
    let (value, has_depth) = text.split_once(',').map_or((text, false), |(value, _)| (value, true));
    let value = value.trim();
    match value.strip_prefix('#') {
        Some(moves) => signed(moves, number).map(Evaluation::Mate),
        None if has_depth && !value.contains('.') => signed(value, number).map(Evaluation::Centipawns),
        None => signed(value, hundredths).map(Evaluation::Centipawns),
    }
}

/// A number with or without a sign.
fn signed(text: &str, read: impl Fn(&str) -> Option<i64>) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    i32::try_from(sign * read(digits)?).ok()
}

/// `0.355` as 36: hundredths, rounded half away from 0.
fn hundredths(text: &str) -> Option<i64> {
    let (whole, digits) = text.split_once('.').unwrap_or((text, "0"));
    let whole = if whole.is_empty() && whole != text { 0 } else { number(whole)? };
    let thousandths = decimal(digits, 3)?;
    Some(whole.saturating_mul(100).saturating_add((thousandths + 5) / 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(comment: &str) -> Vec<(&str, &str)> {
        commands(comment.as_bytes()).map(|command| (command.name, command.value)).collect()
    }

    #[test]
    fn commands_in_a_comment() {
        assert_eq!(found("good [%eval 0.17] [%clk 0:00:30] move"), [("eval", "0.17"), ("clk", "0:00:30")]);
        assert_eq!(found("[%csl]"), [("csl", "")]);
        assert_eq!(found("[%clk \"0:02:30\"] [%a \"\"]"), [("clk", "0:02:30"), ("a", "")]);
        assert_eq!(
            found("[%tqu \"En\",\"\"] [%a \"] [%b \" c\"]"),
            [("tqu", "\"En\",\"\""), ("a", "\""), ("b", "\" c\"")]
        );
        assert_eq!(found("[%eval 0.17"), []);
        assert_eq!(found("[%"), []);
        assert_eq!(found("[%a [%b]"), [("a", "[%b")]);
        assert_eq!(commands(b"[%\xff 1][%a\tb ]").map(|command| command.value).collect::<Vec<_>>(), ["b"]);
    }

    #[test]
    fn parts_are_the_comment() {
        for comment in ["", "a", "[%a]", "a[%b c]d", "[%a][%b]", " [%a] [ %b] ] é[%é]", "[%a", "x [%a 1] [%"] {
            let whole: String = parts(comment)
                .map(|part| match part {
                    CommentPart::Text(text) => {
                        assert_ne!(text, "");
                        text
                    }
                    CommentPart::Command(_, whole) => whole,
                })
                .collect();
            assert_eq!(whole, comment);
        }
    }

    #[test]
    fn text_without_commands() {
        for (comment, said) in [
            ("[%clk 1] a good [%cal x] move", "a good move"),
            ("[%clk 1][%emt 2]", ""),
            (" a ", " a "),
            ("a[%b]c", "ac"),
            ("a [%b]", "a"),
            ("a\n[%b]\n c", "a\nc"),
            ("[%b] [%c] a", "a"),
        ] {
            assert_eq!(text(comment), said, "{comment}");
        }
        assert_eq!(without("[%a] [%b] c", |command| command.name == "a"), "[%b] c");
    }

    #[test]
    fn setting_a_value() {
        assert_eq!(with("", "clk", "1"), "[%clk 1]");
        assert_eq!(with("x", "clk", "1"), "[%clk 1] x");
        assert_eq!(with("[%a][%b] x [%c]", "clk", "1"), "[%a][%b] [%clk 1] x [%c]");
        assert_eq!(with("x [%clk 1] y [%clk 2] z", "clk", "3"), "x [%clk 3] y z");
        assert_eq!(with("", "x", ""), "[%x]");
    }

    #[test]
    fn values_read_and_written() {
        for (command, written) in [
            ("clk 0:01:02.5", "0:01:02.5"),
            ("emt 65", "0:01:05"),
            ("eval +0.3, 22", "0.30,22"),
            ("eval -0.05", "-0.05"),
            ("eval #-3", "#-3"),
            ("csl Ra1, Gh8", "Ra1,Gh8"),
            ("csl", ""),
            ("cal Ga1b2,Re4e5", "Ga1b2,Re4e5"),
            ("tqu \"En, \",\"\",\"f3e5\",0", "\"En, \",\"\",\"f3e5\",0"),
            ("mdl 64", "64"),
        ] {
            let comment = format!("[%{command}]");
            let meaning = commands(comment.as_bytes()).next().and_then(|command| command.meaning()).expect(command);
            assert_eq!(meaning.written(), written, "{command}");
        }
        assert_eq!(fields("\"En, \",\"\",0"), ["\"En, \"", "\"\"", "0"]);
        for wrong in ["clk x", "eval good", "csl Ra9", "cal Ga1", "csl a1", "cal Ga1b2,"] {
            let comment = format!("[%{wrong}]");
            assert_eq!(commands(comment.as_bytes()).next().and_then(|command| command.meaning()), None, "{wrong}");
        }
    }

    #[test]
    fn durations() {
        for (text, value) in [
            ("0:03:00", Some(180_000)),
            ("1:02:03.5", Some(3_723_500)),
            ("0:00:00.0419", Some(41)),
            ("120:00:00", Some(432_000_000)),
            ("2:03", Some(123_000)),
            ("3.5", Some(3500)),
            ("", None),
            ("0:03:0x", None),
            ("0:03:00.", None),
            ("1:0:0:0", None),
            ("-0:03:00", None),
            ("99999999999:00:00", None),
        ] {
            assert_eq!(duration_ms(text), value, "{text}");
        }
        for ms in [0, 1, 41, 500, 59_999, 3_723_500, 432_000_000] {
            assert_eq!(duration_ms(&duration_text(ms)), Some(ms));
        }
    }

    #[test]
    fn evaluations() {
        let read = |text| match evaluation(text) {
            Some(Evaluation::Centipawns(value)) => Some((value, 0)),
            Some(Evaluation::Mate(value)) => Some((0, value)),
            None => None,
        };
        for (text, value) in [
            ("0.35", Some((35, 0))),
            ("-1.2", Some((-120, 0))),
            ("+0.3,22", Some((30, 0))),
            ("0.355", Some((36, 0))),
            ("-0.355", Some((-36, 0))),
            ("3", Some((300, 0))),
            (".5", Some((50, 0))),
            ("400.0", Some((40000, 0))),
            ("-412.55", Some((-41255, 0))),
            ("-999999999999999999999999.0", None),
            ("21474836.47", Some((i32::MAX, 0))),
            ("21474836.48", None),
            ("31,18", Some((31, 0))),
            ("-14, 22", Some((-14, 0))),
            ("0.31,18", Some((31, 0))),
            ("#-4,20", Some((0, -4))),
            ("#3", Some((0, 3))),
            ("#-3", Some((0, -3))),
            ("#-99999", Some((0, -99999))),
            ("#", None),
            ("", None),
            ("good", None),
            ("1.2.3", None),
        ] {
            assert_eq!(read(text), value, "{text}");
        }
    }
}

//! Commands in comments as properties of moves: which ones leave their comment, and how they return to it.

use crate::command::{self, CommentPart};
use crate::text;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The namespaces whose texts are commands of comments, in the order in which they are written as such.
pub const NAMESPACES: [&str; 3] = ["pgn", "lichess", "chesscom"];

/// The commands that stand first, in their order; all others follow by name.
const ORDER: [&str; 5] = ["eval", "clk", "emt", "csl", "cal"];

/// The namespace of the commands of a game: the site that its Site or Link tag names.
///
/// ```
/// use scoresheet_core::game::bgn::namespace;
/// assert_eq!(namespace(Some("https://lichess.org/abc"), None), "lichess");
/// assert_eq!(namespace(Some("?"), Some("https://www.Chess.com/game/1")), "chesscom");
/// assert_eq!(namespace(Some("Moscow"), None), "pgn");
/// ```
pub fn namespace(site: Option<&str>, link: Option<&str>) -> &'static str {
    let holds = |text: &str, name: &str| {
        text.as_bytes().windows(name.len()).any(|part| part.eq_ignore_ascii_case(name.as_bytes()))
    };
    let named = |text: &str| match text {
        text if holds(text, "lichess.org") => Some("lichess"),
        text if holds(text, "chess.com") => Some("chesscom"),
        _ => None,
    };
    site.and_then(named).or_else(|| link.and_then(named)).unwrap_or(NAMESPACES[0])
}

/// The order in which commands stand at the front of a comment.
fn compare(one: &str, other: &str) -> Ordering {
    let place = |name: &str| ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len());
    place(one).cmp(&place(other)).then_with(|| one.cmp(other))
}

/// What is left of a comment when its commands leave it; `None` if they stay, for they could not be put back as they
/// stood. The comment must be the first thing after its move but NAGs, which is the caller's to know, as is whether
/// another comment of the move has a command of the same name.
/// ```
/// use scoresheet_core::game::bgn::without_commands;
/// assert_eq!(without_commands("[%eval 0.2] [%clk 0:01:00] good"), Some("good"));
/// assert_eq!(without_commands("[%clk 0:01:00] [%eval 0.2]"), None);
/// assert_eq!(without_commands("good [%clk 0:01:00]"), None);
/// ```
pub fn without_commands(comment: &str) -> Option<&str> {
    let mut last: Option<&str> = None;
    let mut end = 0;
    let mut said_more = false;
    for part in command::parts(comment) {
        match part {
            CommentPart::Text(said) => said_more |= !said.trim().is_empty(),
            CommentPart::Command(command, _) => {
                let follows = last.is_none_or(|last| compare(last, command.name).is_lt());
                if said_more
                    || !follows
                    || command.name.is_empty()
                    || !is_plain(comment.get(command.range.clone())?, &command)
                {
                    return None;
                }
                (last, end) = (Some(command.name), command.range.end);
            }
        }
    }
    last.and(comment.get(end..)).map(str::trim)
}

/// Whether a command is written with an argument, and as it would be written again. A line end counts as a blank.
fn is_plain(whole: &str, command: &command::Command<'_>) -> bool {
    let (whole, value) = (text::flowing(whole), text::flowing(command.value));
    let blank = whole.as_bytes().get("[%".len() + command.name.len());
    let length = "[% ]".len() + command.name.len() + value.len();
    blank == Some(&b' ') && whole.len() == length && !value.is_empty()
}

/// The comment with these commands at its front, in their order. Their names and values are those of properties.
///
/// ```
/// use scoresheet_core::game::bgn::with_commands;
/// assert_eq!(with_commands("good", &[("clk", "0:01:00"), ("eval", "0.2")]), "[%eval 0.2] [%clk 0:01:00] good");
/// ```
pub fn with_commands<'c>(comment: &'c str, commands: &[(&str, &str)]) -> Cow<'c, str> {
    if commands.is_empty() {
        return Cow::Borrowed(comment);
    }
    let mut commands = commands.to_vec();
    commands.sort_by(|(one, _), (other, _)| compare(one, other));
    let written = |(name, value): &(&str, &str)| match *value {
        "" => format!("[%{name}]"),
        value => format!("[%{name} {value}]"),
    };
    let mut words: Vec<String> = commands.iter().map(written).collect();
    if !comment.is_empty() {
        words.push(comment.into());
    }
    Cow::Owned(words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_leave_their_comment() {
        for (comment, left) in [
            ("[%clk 1]", Some("")),
            (" [%clk 1] ", Some("")),
            ("[%eval 0.1] [%clk 1] x y ", Some("x y")),
            ("[%clk 1][%cal Ga1b2]x", Some("x")),
            ("[%clk 1] [%aa 1] [%bb 1]", Some("")),
            ("[%clk\n1]", Some("")),
            ("[%cal Ga1b2,\nGb1b2]", Some("")),
            ("[%tqu \"En, \",\"\"] x", Some("x")),
            // Nothing leaves.
            ("", None),
            ("x", None),
            ("x [%clk 1]", None),
            ("[%clk 1] x [%eval 1]", None),
            ("[%clk 1] [%eval 1]", None),
            ("[%clk 1] [%clk 1]", None),
            ("[%bb 1] [%aa 1]", None),
            ("[%csl]", None),
            ("[% 1]", None),
            ("[%clk\t1]", None),
            ("[%clk  1]", None),
            ("[%clk 1 ]", None),
        ] {
            assert_eq!(without_commands(comment), left, "{comment:?}");
        }
    }

    #[test]
    fn commands_come_back() {
        for comment in ["[%eval 0.1] [%clk 1] x y", "[%clk 1] [%aa 1] [%bb 1]", "[%emt 1] [%csl Ra1] [%cal Ga1b2] x"] {
            let mut commands: Vec<_> =
                command::commands(comment.as_bytes()).map(|found| (found.name, found.value)).collect();
            commands.reverse();
            assert_eq!(with_commands(without_commands(comment).unwrap(), &commands), comment);
        }
        assert_eq!(with_commands("x", &[]), "x");
        assert_eq!(with_commands("", &[("csl", "")]), "[%csl]");
    }

    #[test]
    fn namespaces() {
        assert_eq!(namespace(Some("Chess.com"), Some("https://lichess.org/x")), "chesscom");
        assert_eq!(namespace(None, Some("https://lichess.org/x")), "lichess");
        assert_eq!(namespace(Some("lichess"), None), "pgn");
        assert_eq!(namespace(None, None), "pgn");
    }
}

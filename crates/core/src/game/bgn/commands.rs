//! Commands in comments as properties of moves: which ones leave their comment, and how they return to it.

use crate::command::{self, Command, CommentPart};
use crate::text;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The namespaces whose texts are commands of comments, in the order in which they are written as such.
pub(crate) const NAMESPACES: [&str; 3] = ["pgn", "lichess", "chesscom"];

/// The commands that come first, in their order; all others follow by name.
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

/// The order of commands at the front of a comment.
fn compare(one: &str, other: &str) -> Ordering {
    let place = |name: &str| ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len());
    place(one).cmp(&place(other)).then_with(|| one.cmp(other))
}

/// What is left of a comment without its commands; `None` if they stay, because they could not be put back
/// unchanged. The caller must know that only NAGs precede the comment after its move, and whether
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
fn is_plain(whole: &str, command: &Command<'_>) -> bool {
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

/// The placeholder of a value in the form of commands.
const VALUE: &str = "_";

/// What is left of a comment when the commands at its front leave it, and their form if it is not the usual one, for
/// example `[%clk "_"] [%eval _]`; `None` if they stay. All else is as [`without_commands`] describes.
pub(super) fn leave(comment: &str) -> Option<(&str, Option<String>)> {
    if let Some(left) = without_commands(comment) {
        return Some((left, None));
    }
    let (mut forms, mut names, mut end, mut said_more): (Vec<String>, Vec<&str>, _, _) =
        (Vec::new(), Vec::new(), 0, false);
    for part in command::parts(comment) {
        match part {
            CommentPart::Text(said) => said_more |= !said.trim().is_empty(),
            CommentPart::Command(command, whole) => {
                if said_more || command.name.is_empty() || names.contains(&command.name) {
                    return None;
                }
                forms.push(form(&command, whole));
                names.push(command.name);
                end = command.range.end;
            }
        }
    }
    let left = comment.get(end..).filter(|_| !forms.is_empty())?;
    Some((left.trim(), Some(forms.join(" "))))
}

/// The text of a command without its value.
fn form(command: &Command<'_>, whole: &str) -> String {
    // After the value come quotes, blanks and the bracket, and none of these is in it.
    let at = match command.value {
        "" => whole.find("\"\"").map(|quotes| quotes + 1),
        value => whole.rfind(value),
    };
    match at.and_then(|at| Some((whole.get(..at)?, whole.get(at + command.value.len()..)?))) {
        Some((before, behind)) => text::flowing(&[before, VALUE, behind].concat()).into_owned(),
        None => text::flowing(whole).into_owned(),
    }
}

/// Whether a text is the form of commands.
pub(super) fn is_form(form: &str) -> bool {
    let mut names = Vec::new();
    command::parts(form).all(|part| match part {
        CommentPart::Text(said) => said.trim().is_empty(),
        CommentPart::Command(command, _) => {
            let is_new = !command.name.is_empty() && !names.contains(&command.name);
            names.push(command.name);
            is_new && matches!(command.value, "" | VALUE)
        }
    })
}

/// The comment with these commands at its front: those that their form names as it has them, then the others as usual.
pub(super) fn with_commands_as<'c>(form: &str, comment: &'c str, commands: &[(&str, &str)]) -> Cow<'c, str> {
    let mut rest = commands.to_vec();
    let mut words: Vec<Cow<'_, str>> = Vec::new();
    for part in command::parts(form) {
        let CommentPart::Command(command, whole) = part else { continue };
        let Some(at) = rest.iter().position(|(name, _)| *name == command.name) else { continue };
        if let Some(word) = filled(&command, whole, rest[at].1) {
            words.push(Cow::Owned(word));
            rest.remove(at);
        }
    }
    let rest = with_commands(comment, &rest);
    if words.is_empty() {
        return rest;
    }
    if !rest.is_empty() {
        words.push(rest);
    }
    Cow::Owned(words.join(" "))
}

/// A command in its form with this value, if it is read as one again.
fn filled(command: &Command<'_>, whole: &str, value: &str) -> Option<String> {
    let written = match command.value {
        VALUE => {
            let (before, behind) = whole.rsplit_once(VALUE)?;
            [before, value, behind].concat()
        }
        _ => whole.into(),
    };
    let read = command::commands(written.as_bytes()).next()?;
    (read.name == command.name && read.value == value && read.range == (0..written.len())).then_some(written)
}

/// A comment in which the first command of this name has this value.
pub(super) fn with_value(comment: &str, name: &str, value: &str) -> Option<String> {
    let command = command::commands(comment.as_bytes()).find(|command| command.name == name)?;
    let (before, behind) = (comment.get(..command.range.start)?, comment.get(command.range.end..)?);
    let form = form(&command, comment.get(command.range.clone())?);
    let written = with_commands_as(&form, "", &[(name, value)]);
    Some([before, &written, behind].concat())
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
    fn commands_keep_their_form() {
        for (comment, left, form) in [
            (r#"[%clk "0:02:30"] [%eval #-3]"#, "", Some(r#"[%clk "_"] [%eval _]"#)),
            ("[%clk 1] [%eval 1] x", "x", Some("[%clk _] [%eval _]")),
            ("[%csl]", "", Some("[%csl]")),
            (r#"[%a ""] [%a_ a]"#, "", Some(r#"[%a "_"] [%a_ _]"#)),
            ("[%clk\t1 ] y", "y", Some("[%clk\t_ ]")),
            ("[%eval 1] [%clk 1]", "", None),
        ] {
            assert_eq!(leave(comment), Some((left, form.map(String::from))), "{comment}");
            let form = form.unwrap_or_default();
            assert!(is_form(form), "{form}");
            let commands: Vec<_> =
                command::commands(comment.as_bytes()).map(|found| (found.name, found.value)).collect();
            assert_eq!(with_commands_as(form, left, &commands), comment);
        }
        for comment in ["", "x", "x [%clk 1]", "[%clk 1] x [%eval 1]", "[%clk 1] [%clk 2]", "[% 1]"] {
            assert_eq!(leave(comment), None, "{comment}");
        }
        for other in ["x", "[%clk 1]", "[%clk _] [%clk _]", "[% _]"] {
            assert!(!is_form(other), "{other}");
        }
    }

    #[test]
    fn values_change_in_their_form() {
        let form = r#"[%clk "_"] [%eval _]"#;
        let with = |commands: &[(&str, &str)]| with_commands_as(form, "x", commands).into_owned();
        assert_eq!(with(&[("eval", "0.2"), ("clk", "1"), ("aa", "2")]), r#"[%clk "1"] [%eval 0.2] [%aa 2] x"#);
        assert_eq!(with(&[("eval", "0.2")]), "[%eval 0.2] x");
        assert_eq!(with(&[("clk", "a,b")]), "[%clk a,b] x");
        assert_eq!(with(&[]), "x");
        assert_eq!(with_value(r#"x [%clk "1"] y"#, "clk", "2").as_deref(), Some(r#"x [%clk "2"] y"#));
        assert_eq!(with_value("x [%csl] y", "csl", "Ra1").as_deref(), Some("x [%csl Ra1] y"));
        assert_eq!(with_value("x", "clk", "2"), None);
    }

    #[test]
    fn namespaces() {
        assert_eq!(namespace(Some("Chess.com"), Some("https://lichess.org/x")), "chesscom");
        assert_eq!(namespace(None, Some("https://lichess.org/x")), "lichess");
        assert_eq!(namespace(Some("lichess"), None), "pgn");
        assert_eq!(namespace(None, None), "pgn");
    }
}

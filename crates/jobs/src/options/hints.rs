//! Converts hints to the syntax of the caller: a hint names an option once, in braces, and the option becomes a keyword
//! in Python, a flag on the command line and a parameter in SQL.

use super::{Kind, Opt, list};
pub use crate::common::style::Style;
use crate::formats;
use crate::settings::OnError;

/// Replaces a value that the hint leaves open.
const ANY: &str = "…";
/// The text before the name of a limit.
const LIMIT: &str = "limits.";

/// A hint with its options in this style. Braces that contain no option are kept unchanged. Double braces around a word are
/// single ones around that word, for the fields of names that are also options.
/// ```
/// use scoresheet_jobs::options::hints::{Style, spelled};
///
/// let hint = "`{on_error=skip}` leaves such games out";
/// assert_eq!(spelled(hint, Style::Python), "`on_error=\"skip\"` leaves such games out");
/// assert_eq!(spelled(hint, Style::Command), "`--on-error skip` leaves such games out");
/// assert_eq!(spelled(hint, Style::Sql), "`on_error := 'skip'` leaves such games out");
/// assert_eq!(spelled("put `{{part}}` into the name", Style::Command), "put `{part}` into the name");
/// ```
pub fn spelled(hint: &str, style: Style) -> String {
    let mut out = String::with_capacity(hint.len());
    let mut rest = hint;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let is_word =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b':');
        let literal = behind.strip_prefix('{').and_then(|inside| inside.split_once("}}"));
        if let Some((word, after)) = literal.filter(|(word, _)| is_word(word)) {
            out.extend(["{", word, "}"]);
            rest = after;
            continue;
        }
        let named = behind.split_once('}').and_then(|(inside, after)| Some((option(inside, style)?, after)));
        match named {
            Some((option, after)) => {
                out.push_str(&option);
                rest = after;
            }
            None => {
                out.push('{');
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}

/// The hint of a code for a job that handles bad games like this; `None` if it writes no games. A hint about what happens
/// to a bad game does not advise what happens anyway.
pub(crate) fn for_job(hint: &'static str, on_error: Option<OnError>) -> &'static str {
    match on_error {
        _ if !hint.contains("{on_error=") => hint,
        None => "",
        Some(OnError::Keep) => "the moves before it were kept; `{on_error=skip}` drops such games",
        Some(OnError::Skip) => "the game was dropped; `{on_error=keep}` keeps the moves before the error",
        Some(OnError::Raise) => hint,
    }
}

/// One option, `name` or `name=value`; `None` if there is no such option.
fn option(text: &str, style: Style) -> Option<String> {
    let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    if let Some(limit) = name.strip_prefix(LIMIT) {
        return limit_of(limit, value, style);
    }
    if let Ok(option) = list::find(name) {
        return Some(match style {
            Style::Python => keyword(option, value),
            Style::Sql => parameter(option, value),
            Style::Command => {
                [Some(option.flag()).as_deref(), value].into_iter().flatten().collect::<Vec<_>>().join(" ")
            }
        });
    }
    // The other options are those of single formats.
    formats::all().any(|format| format.spec().options.iter().any(|option| option.id == name)).then(|| match style {
        Style::Python => format!("{name}={}", quoted(value)),
        Style::Command => format!("-O {name}={}", value.unwrap_or(ANY)),
        Style::Sql => format!("{name} := {}", literal(value)),
    })
}

fn limit_of(name: &str, value: Option<&str>, style: Style) -> Option<String> {
    let value = value.unwrap_or(if style == Style::Command { "N" } else { ANY });
    list::limit_ids().contains(&name).then(|| match style {
        Style::Python => format!("limits={{\"{name}\": {value}}}"),
        Style::Command => format!("--limit-{name} {value}"),
        Style::Sql => format!("limits := {{'{name}': {value}}}"),
    })
}

fn keyword(option: &Opt, value: Option<&str>) -> String {
    let value = match (option.kind, value) {
        (Kind::Flag | Kind::Switch(_), None) => "True".to_owned(),
        (Kind::Number | Kind::Size, _) => value.unwrap_or(ANY).to_owned(),
        (Kind::List(_), Some(value)) => {
            format!("[{}]", value.split(',').map(|part| quoted(Some(part))).collect::<Vec<_>>().join(", "))
        }
        (Kind::Table, None) => "{…}".to_owned(),
        _ => quoted(value),
    };
    format!("{}={value}", option.name)
}

fn parameter(option: &Opt, value: Option<&str>) -> String {
    let value = match (option.kind, value) {
        (Kind::Flag | Kind::Switch(_), None) => "true".to_owned(),
        (Kind::Number | Kind::Size, _) => value.unwrap_or(ANY).to_owned(),
        (Kind::List(_), Some(value)) => {
            format!("[{}]", value.split(',').map(|part| literal(Some(part))).collect::<Vec<_>>().join(", "))
        }
        (Kind::Table, None) => "{…}".to_owned(),
        _ => literal(value),
    };
    format!("{} := {value}", option.parameter())
}

fn literal(value: Option<&str>) -> String {
    format!("'{}'", value.unwrap_or(ANY))
}

fn quoted(value: Option<&str>) -> String {
    format!("\"{}\"", value.unwrap_or(ANY))
}

#[cfg(test)]
mod tests {
    use super::*;
    use scoresheet_core::error::{self, Severity};

    #[test]
    fn options_are_spelled_by_their_kind() {
        let cases = [
            ("{force}", "force=True", "--force", "force := true"),
            ("{from_}", "from_=\"…\"", "--from", "format := '…'"),
            ("{on_error=skip}", "on_error=\"skip\"", "--on-error skip", "on_error := 'skip'"),
            ("{threads=2}", "threads=2", "--threads 2", "threads := 2"),
            (
                "{columns=tags,moves}",
                "columns=[\"tags\", \"moves\"]",
                "--columns tags,moves",
                "columns := ['tags', 'moves']",
            ),
            ("{headers}", "headers={…}", "--header", "headers := {…}"),
            ("{limits.tag}", "limits={\"tag\": …}", "--limit-tag N", "limits := {'tag': …}"),
            ("{validation=off}", "validation=\"off\"", "-O validation=off", "validation := 'off'"),
            (
                "add `}`, `{`, `{…}` or {none}",
                "add `}`, `{`, `{…}` or {none}",
                "add `}`, `{`, `{…}` or {none}",
                "add `}`, `{`, `{…}` or {none}",
            ),
        ];
        for (hint, python, command, sql) in cases {
            assert_eq!(spelled(hint, Style::Python), python);
            assert_eq!(spelled(hint, Style::Command), command);
            assert_eq!(spelled(hint, Style::Sql), sql);
        }
    }

    #[test]
    fn every_error_has_a_hint_that_fits_its_interface() {
        for spec in error::ALL.iter().filter(|spec| spec.severity == Severity::Error) {
            assert!(!spec.hint.is_empty(), "`{}` has no hint", spec.id);
        }
        for spec in error::ALL {
            let (python, command) = (spelled(spec.hint, Style::Python), spelled(spec.hint, Style::Command));
            assert!(!spec.hint.contains("`--"), "`{}` names an option for one place: {}", spec.id, spec.hint);
            assert!(!python.contains("`--") && !python.contains("`-O"), "{python}");
            assert!(!command.contains("=\"") && !command.contains("=True"), "{command}");
            // What still is in braces names no option.
            for named in command.split('{').skip(1).filter_map(|behind| behind.split_once('}')) {
                assert!(!named.0.starts_with(|c: char| c.is_ascii_lowercase()), "`{}`: {}", spec.id, spec.hint);
            }
        }
    }
}

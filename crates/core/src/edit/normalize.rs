//! Values of tags that are brought into the standard's form by rule: names, dates and results.

use super::changes::{Change, ChangeCounts};
use super::dates::{self, DateReading};
use crate::names::{Aliases, NameKind};
use crate::step::Termination;
use alloc::borrow::Cow;
use alloc::string::String;

/// What is brought into form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Normal {
    /// The names of players, events and sites, by a list.
    Names(Aliases),
    /// The dates.
    Dates,
    /// The result, where its tag spells it in another way.
    Result,
}

/// What becomes of a value.
pub(super) enum ValueVerdict<'v> {
    /// It stays, and that is nothing to report.
    Stays,
    /// It becomes this, which counts as this change.
    Becomes(Cow<'v, str>, Change),
    /// It stays, because nobody can tell what it means.
    Unclear(Change),
}

impl Normal {
    /// What becomes of the value of a tag.
    pub(super) fn judge<'n>(&'n self, name: &str, value: &str) -> ValueVerdict<'n> {
        match self {
            Normal::Names(aliases) => {
                let wanted = NameKind::of_tag(name).and_then(|kind| aliases.wanted(value, kind));
                wanted.map_or(ValueVerdict::Stays, |wanted| ValueVerdict::Becomes(Cow::Borrowed(wanted), Change::Name))
            }
            Normal::Dates if name.ends_with("Date") => match dates::read(value) {
                DateReading::Date(date) => becomes(date.tag(), value, Change::Date),
                DateReading::Ambiguous => ValueVerdict::Unclear(Change::DateAmbiguous),
                DateReading::Unreadable => ValueVerdict::Unclear(Change::DateUnreadable),
            },
            Normal::Result if name == "Result" => match result(value) {
                Some(result) if result.as_str() != value => {
                    ValueVerdict::Becomes(Cow::Borrowed(result.as_str()), Change::ResultSpelling)
                }
                _ => ValueVerdict::Stays,
            },
            Normal::Dates | Normal::Result => ValueVerdict::Stays,
        }
    }

    /// Changes a value.
    pub(super) fn apply<'n>(&'n self, name: &str, value: &mut Cow<'n, str>, changes: &mut ChangeCounts) {
        match self.judge(name, value) {
            ValueVerdict::Stays => {}
            ValueVerdict::Becomes(wanted, change) => {
                *value = wanted;
                changes.count(change, 1);
            }
            ValueVerdict::Unclear(change) => changes.count(change, 1),
        }
    }
}

fn becomes(wanted: String, value: &str, change: Change) -> ValueVerdict<'static> {
    if wanted == value { ValueVerdict::Stays } else { ValueVerdict::Becomes(Cow::Owned(wanted), change) }
}

/// The result that a text means, in lower case and without spaces.
#[rustfmt::skip]
static RESULTS: &[(Termination, &[&str])] = &[
    (Termination::WhiteWins, &["1-0", "1:0", "1–0", "1—0", "+-", "+:-", "+--", "whitewins", "whitewon"]),
    (Termination::BlackWins, &["0-1", "0:1", "0–1", "0—1", "-+", "-:+", "--+", "blackwins", "blackwon"]),
    (Termination::Draw, &[
        "1/2-1/2", "1/2", "1/2:1/2", "1/2–1/2", "½-½", "½", "½:½", "½–½", "0.5-0.5", "0.5", "0,5-0,5", "=", "=-=", "draw",
        "drawn", "remis",
    ]),
    (Termination::BothLose, &["0-0", "0:0"]),
];

/// The result that a text means; `None` where it is none that is known.
///
/// ```
/// use scoresheet_core::edit::result;
/// assert_eq!(result("½-½").unwrap().as_str(), "1/2-1/2");
/// assert_eq!(result("White wins").unwrap().as_str(), "1-0");
/// assert!(result("maybe").is_none());
/// ```
pub fn result(text: &str) -> Option<Termination> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect();
    RESULTS.iter().find(|(_, known)| known.contains(&plain.as_str())).map(|(result, _)| *result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_spelling_means_one_result() {
        for (result, spellings) in RESULTS {
            for spelling in *spellings {
                let means = RESULTS.iter().filter(|(_, all)| all.contains(spelling)).count();
                assert_eq!((super::result(spelling), means), (Some(*result), 1), "{spelling}");
            }
        }
        assert_eq!(result(" 1 - 0 "), Some(Termination::WhiteWins));
        assert_eq!(result("DRAW"), Some(Termination::Draw));
        assert_eq!((result("2-0"), result("*"), result("?")), (None, None, None));
    }
}

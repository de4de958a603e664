//! Values of tags that are brought into the standard's form by rule: names, dates and results.

use super::changes::{Change, ChangeCounts};
use crate::date::reading::{self, DateReading};
use crate::names::{Aliases, NameKind};
use crate::result_text::result;
use alloc::borrow::Cow;
use alloc::string::String;

/// What is normalized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Normal {
    /// The names of players, events and sites, by a list.
    Names(Aliases),
    /// The dates.
    Dates,
    /// The result, if its tag spells it in another way.
    Result,
}

/// What becomes of a value.
pub(super) enum ValueVerdict<'v> {
    /// It stays, and that is nothing to report.
    Stays,
    /// It becomes this, which counts as this change.
    Becomes(Cow<'v, str>, Change),
    /// It stays, because its meaning is ambiguous.
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
            Normal::Dates if name.ends_with("Date") => match reading::read(value) {
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

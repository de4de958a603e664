//! Changes to tags.

use super::held::Tag;
use super::normal::Verdict;
use super::{Change, Changes, Edits, Normal};
use crate::dialect;
use crate::eight;
use crate::name::is_plain;
use crate::step::Head;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// A change to the tags of every game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TagEdit {
    /// The tag of this name gets this value; it is added where there is none.
    Set(String, String),
    /// The tags of this name are removed.
    Remove(String),
    /// The tags of the first name get the second one.
    Rename(String, String),
    /// The values of some tags are brought into form.
    Normalize(Normal),
}

impl TagEdit {
    /// A tag that cannot be changed in this way, because it tells how the moves are read.
    pub fn fixed(&self) -> Option<&str> {
        let names = match self {
            TagEdit::Set(name, _) | TagEdit::Remove(name) => [name, name],
            TagEdit::Rename(old, new) => [old, new],
            TagEdit::Normalize(_) => return None,
        };
        names.into_iter().find(|name| dialect::tells_reading(name)).map(String::as_str)
    }
}

/// Whether anything in the tags of a game is to be changed. Where it is not, they may be copied as they stand.
pub(super) fn concern(edits: &Edits, head: &Head<'_>) -> bool {
    edits.keep_tags.is_some() || edits.tags.iter().any(|edit| edit.concerns(head))
}

impl TagEdit {
    fn concerns(&self, head: &Head<'_>) -> bool {
        match self {
            TagEdit::Set(..) => true,
            TagEdit::Remove(name) | TagEdit::Rename(name, _) => head.tags.iter().any(|(known, _)| known == name),
            TagEdit::Normalize(normal) => {
                head.tags.iter().any(|(name, value)| !matches!(normal.judge(name, value), Verdict::Stays))
            }
        }
    }
}

/// The tags of a game after all changes.
pub(super) fn edited<'h>(edits: &'h Edits, head: &Head<'h>, changes: &mut Changes) -> Vec<Tag<'h>> {
    let lend = |(name, value): &'h Tag<'h>| (Cow::Borrowed(&**name), Cow::Borrowed(&**value));
    let mut tags: Vec<Tag<'h>> = head.tags.iter().map(lend).collect();
    edits.tags.iter().for_each(|edit| apply(edit, &mut tags, changes));
    if let Some(kept) = &edits.keep_tags {
        retain(&mut tags, changes, |name| dialect::tells_reading(name) || kept.iter().any(|kept| kept == name));
    }
    tags
}

/// The lines of these tags, which may be copied as [`Head::section`] says; `None` where one has to be written in another way.
/// `known` says that they were such lines before they were changed.
pub(super) fn lines(tags: &[Tag<'_>], known: bool) -> Option<String> {
    let plain = |(name, value): &Tag<'_>| {
        is_plain(name.as_bytes()) && !eight::holds(value.as_bytes(), [b'\\', b'"', b'\n', b'\r'])
    };
    if tags.is_empty() || !known || !tags.iter().all(plain) {
        return None;
    }
    let mut lines = String::with_capacity(tags.iter().map(|(name, value)| name.len() + value.len() + 6).sum());
    for (index, (name, value)) in tags.iter().enumerate() {
        let opening = if index == 0 { "[" } else { "\n[" };
        [opening, name, " \"", value, "\"]"].into_iter().for_each(|part| lines.push_str(part));
    }
    Some(lines)
}

fn apply<'h>(edit: &'h TagEdit, tags: &mut Vec<Tag<'h>>, changes: &mut Changes) {
    match edit {
        TagEdit::Set(name, value) => set(name, value, tags, changes),
        TagEdit::Remove(name) => retain(tags, changes, |known| known != name),
        TagEdit::Rename(old, new) => {
            for (name, _) in tags.iter_mut().filter(|(name, _)| name == old) {
                *name = Cow::Borrowed(new);
                changes.count(Change::TagRenamed, 1);
            }
        }
        TagEdit::Normalize(normal) => tags.iter_mut().for_each(|(name, value)| normal.apply(name, value, changes)),
    }
}

fn set<'h>(name: &'h str, value: &'h str, tags: &mut Vec<Tag<'h>>, changes: &mut Changes) {
    match tags.iter_mut().find(|(known, _)| known == name) {
        Some((_, known)) if known == value => {}
        Some((_, known)) => {
            *known = Cow::Borrowed(value);
            changes.count(Change::TagSet, 1);
        }
        None => {
            tags.push((Cow::Borrowed(name), Cow::Borrowed(value)));
            changes.count(Change::TagSet, 1);
        }
    }
}

fn retain(tags: &mut Vec<Tag<'_>>, changes: &mut Changes, keeps: impl Fn(&str) -> bool) {
    let before = tags.len();
    tags.retain(|(name, _)| keeps(name));
    changes.count(Change::TagRemoved, (before - tags.len()) as u64);
}

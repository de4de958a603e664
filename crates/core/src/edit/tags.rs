//! Changes to tags.

use crate::edit::changes::{Change, ChangeCounts};
use crate::edit::normalize::{Normal, ValueVerdict};
use crate::name::is_plain;
use crate::step::Head;
use crate::{dialect, swar};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// A change to the tags of every game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TagEdit {
    /// The tag of this name gets this value; it is added if it is missing.
    Set(String, String),
    /// The tags of this name are removed.
    Remove(String),
    /// The tags of the first name get the second one.
    Rename(String, String),
    /// The values of some tags are brought into form.
    Normalize(Normal),
}

impl TagEdit {
    /// A tag that cannot be changed in this way, because it determines how the moves are read.
    pub fn fixed(&self) -> Option<&str> {
        let names = match self {
            TagEdit::Set(name, _) | TagEdit::Remove(name) => [name, name],
            TagEdit::Rename(old, new) => [old, new],
            TagEdit::Normalize(_) => return None,
        };
        names.into_iter().find(|name| dialect::tells_reading(name)).map(String::as_str)
    }
}

/// Whether anything in the tags of a game is to be changed. If not, they may be copied unchanged.
pub(super) fn concern(edits: &[TagEdit], keeps: bool, head: &Head<'_>) -> bool {
    keeps || edits.iter().any(|edit| edit.concerns(head))
}

impl TagEdit {
    fn concerns(&self, head: &Head<'_>) -> bool {
        match self {
            TagEdit::Set(..) => true,
            TagEdit::Remove(name) | TagEdit::Rename(name, _) => head.tags.iter().any(|(known, _)| known == name),
            TagEdit::Normalize(normal) => {
                head.tags.iter().any(|(name, value)| !matches!(normal.judge(name, value), ValueVerdict::Stays))
            }
        }
    }
}

/// The tags of a game after all changes.
pub(super) fn edited<'h>(
    edits: &'h [TagEdit],
    keep: Option<&[String]>,
    tags: &'h [HeadTag<'h>],
    changes: &mut ChangeCounts,
) -> Vec<HeadTag<'h>> {
    let lend = |(name, value): &'h HeadTag<'h>| (Cow::Borrowed(&**name), Cow::Borrowed(&**value));
    let mut tags: Vec<HeadTag<'h>> = tags.iter().map(lend).collect();
    edits.iter().for_each(|edit| apply(edit, &mut tags, changes));
    if let Some(kept) = keep {
        retain(&mut tags, changes, |name| dialect::tells_reading(name) || kept.iter().any(|kept| kept == name));
    }
    tags
}

/// The same for tags outside a head.
pub(super) fn edit(
    edits: &[TagEdit],
    keep: Option<&[String]>,
    tags: &mut Vec<(String, String)>,
    changes: &mut ChangeCounts,
) {
    let lent: Vec<HeadTag<'_>> = tags.iter().map(|(name, value)| (name.into(), value.into())).collect();
    let changed = edited(edits, keep, &lent, changes);
    let owned = changed.into_iter().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    *tags = owned;
}

/// Whether tags that are changed so can be written without escapes, under names that are usual.
pub(super) fn are_plain(edits: &[TagEdit]) -> bool {
    edits.iter().all(|edit| match edit {
        TagEdit::Set(name, value) => {
            is_plain(name.as_bytes()) && !swar::holds(value.as_bytes(), [b'\\', b'"', b'\n', b'\r'])
        }
        TagEdit::Rename(_, name) => is_plain(name.as_bytes()),
        TagEdit::Remove(_) => true,
        // Dates and results are plain; a name may be anything.
        TagEdit::Normalize(normal) => !matches!(normal, Normal::Names(_)),
    })
}

fn apply<'h>(edit: &'h TagEdit, tags: &mut Vec<HeadTag<'h>>, changes: &mut ChangeCounts) {
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

fn set<'h>(name: &'h str, value: &'h str, tags: &mut Vec<HeadTag<'h>>, changes: &mut ChangeCounts) {
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

fn retain(tags: &mut Vec<HeadTag<'_>>, changes: &mut ChangeCounts, keeps: impl Fn(&str) -> bool) {
    let before = tags.len();
    tags.retain(|(name, _)| keeps(name));
    changes.count(Change::TagRemoved, (before - tags.len()) as u64);
}

/// A tag in the form of [`Head`].
pub(super) type HeadTag<'t> = (Cow<'t, str>, Cow<'t, str>);

/// The lines of these tags, for [`crate::step::Head::section`]; `None` if it is not known that they can be written so.
pub(super) fn lines(tags: &[HeadTag<'_>], plain: bool) -> Option<String> {
    if tags.is_empty() || !plain {
        return None;
    }
    let mut lines = String::with_capacity(tags.iter().map(|(name, value)| name.len() + value.len() + 6).sum());
    for (index, (name, value)) in tags.iter().enumerate() {
        let opening = if index == 0 { "[" } else { "\n[" };
        [opening, name, " \"", value, "\"]"].into_iter().for_each(|part| lines.push_str(part));
    }
    Some(lines)
}

//! Reports problems of single members of a document, and reads their values.

use crate::error::Code;
use crate::json::{JsonValue, KeySet, ValueKind, string, unescape};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

/// Faults in members of a text, reported once the game to which they belong is known.
#[derive(Debug)]
pub(super) struct Problems {
    found: Vec<(Range<usize>, Code)>,
    /// The members that are not known of the object that is read, from key to end.
    others: Vec<Range<usize>>,
    /// How deep values may nest that are kept unchanged.
    pub(super) deepest: u64,
}

impl Problems {
    /// Nothing. Values that are kept unchanged may nest this deep.
    pub(super) fn new(deepest: u64) -> Problems {
        Problems { found: Vec::new(), others: Vec::new(), deepest }
    }

    /// Adds a fault of a part of the text.
    #[cold]
    pub(super) fn add(&mut self, part: Range<usize>, code: Code) {
        self.found.push((part, code));
    }

    /// Adds a member that is not known.
    #[cold]
    pub(super) fn add_other(&mut self, member: Range<usize>) {
        self.others.push(member);
    }

    /// The members that are not known, each key once.
    pub(super) fn take_others(&mut self, text: &[u8]) -> Vec<Range<usize>> {
        let (mut seen, mut others) = (KeySet::default(), core::mem::take(&mut self.others));
        others.retain(|member| {
            let Ok(key) = string(text, member.start) else { return false };
            let new = seen.add(unescape(&text[key.inside.clone()]).unwrap_or_default());
            if !new {
                self.found.push((member.start..key.inside.end + 1, Code::JsonDuplicate));
            }
            new
        });
        others
    }

    /// Whether there are no faults.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Forgets all of it.
    pub(super) fn clear(&mut self) {
        self.found.clear();
        self.others.clear();
    }

    /// Forgets what was found since this was taken.
    pub(super) fn put_back(&mut self, taken: Vec<(Range<usize>, Code)>) {
        self.clear();
        self.found = taken;
    }

    /// All of them, to be reported.
    pub(super) fn take(&mut self) -> Vec<(Range<usize>, Code)> {
        core::mem::take(&mut self.found)
    }
}

/// The content of a string that was read; `None` for any other value.
pub(super) fn text_of<'t>(text: &'t [u8], value: &JsonValue) -> Option<Cow<'t, [u8]>> {
    if value.kind != ValueKind::String {
        return None;
    }
    unescape(&text[value.span.start + 1..value.span.end - 1]).ok()
}

/// Takes a value that its field can have.
pub(super) fn set<T>(field: &mut T, value: T) -> Result<(), Code> {
    *field = value;
    Ok(())
}

/// A field that is `true` if it is there.
///
/// # Errors
/// For any other value.
pub(super) fn flag(kind: ValueKind) -> Result<(), Code> {
    if kind == ValueKind::True { Ok(()) } else { Err(Code::FieldValue) }
}

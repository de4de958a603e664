//! The members of an object that nothing else represents, as one field in the namespace of the site.

use super::members::{ExportObject, ObjectPart};
use crate::json::compact;
use alloc::vec::Vec;
use core::ops::Range;

/// A member of a BGN object, which holds what is kept.
#[derive(Debug, Default)]
pub(super) struct Leftovers {
    out: Vec<u8>,
    /// How long it is without anything in it.
    empty: usize,
}

impl Leftovers {
    /// Nothing of this site.
    pub(super) fn new(namespace: &str) -> Leftovers {
        let out = [b"\"", namespace.as_bytes(), b"\":{"].concat();
        Leftovers { empty: out.len(), out }
    }

    /// All members of an object that are not emitted otherwise.
    pub(super) fn of(namespace: &str, object: &ExportObject<'_>) -> Leftovers {
        let mut kept = Leftovers::new(namespace);
        // Where each object starts that is open, and where its members do.
        let mut open = Vec::new();
        for part in &object.parts {
            match part {
                ObjectPart::Leaf(Some(known), ..) if object.told >> known & 1 == 1 => {}
                ObjectPart::Leaf(_, key, value) => kept.add(object.text, key.clone(), value.span.clone()),
                ObjectPart::Enter(key) => {
                    let start = kept.out.len();
                    kept.key(&object.text[key.clone()]);
                    kept.out.push(b'{');
                    open.push((start, kept.out.len()));
                }
                ObjectPart::Leave => kept.leave(open.pop()),
            }
        }
        while let Some(object) = open.pop() {
            kept.leave(Some(object));
        }
        kept
    }

    /// Adds a member, with the places of its key and its value in a text.
    pub(super) fn add(&mut self, text: &[u8], key: Range<usize>, value: Range<usize>) {
        self.add_value(&text[key], &text[value]);
    }

    /// Adds a member with this key, a string of JSON, and this value.
    pub(super) fn add_value(&mut self, key: &[u8], value: &[u8]) {
        self.key(key);
        self.out.extend_from_slice(&compact(value));
    }

    fn key(&mut self, key: &[u8]) {
        if self.out.last() != Some(&b'{') {
            self.out.push(b',');
        }
        self.out.extend_from_slice(&compact(key));
        self.out.push(b':');
    }

    /// Closes an object; nothing is left of one without members.
    fn leave(&mut self, object: Option<(usize, usize)>) {
        match object {
            Some((start, members)) if members == self.out.len() => self.out.truncate(start),
            Some(_) => self.out.push(b'}'),
            None => {}
        }
    }

    /// The field; `None` if nothing is kept.
    pub(super) fn field(mut self) -> Option<Vec<u8>> {
        if self.out.len() == self.empty {
            return None;
        }
        self.out.push(b'}');
        Some(self.out)
    }
}

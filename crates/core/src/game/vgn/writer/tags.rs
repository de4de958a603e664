//! The tag section of a VGN game. It stands before the moves, but what its Result says depends on how they end: it is written
//! for the end that the tags let expect, and once more where the game ends otherwise.

use crate::at::At;
use crate::game::kept::{Kept, ROSTER};
use crate::game::vgn::head::{self, How};
use crate::game::vgn::result;
use crate::game::{Head, Termination};
use crate::loss::{LossKind, Losses};
use crate::text::push_escaped;
use alloc::vec::Vec;
use core::ops::Range;

/// The tag section of the game being written.
pub(super) struct Tags {
    kept: Kept,
    how: How,
    /// Where the section stands, and for which end it was written.
    section: Range<usize>,
    expected: Termination,
    /// What it lost.
    lost: Vec<LossKind>,
}

impl Tags {
    pub(super) fn new(how: How) -> Tags {
        Tags { kept: Kept::new(), how, section: 0..0, expected: Termination::Unknown, lost: Vec::new() }
    }

    /// Writes the tag section.
    pub(super) fn write(&mut self, head: &Head<'_>, how: How, export: bool, out: &mut Vec<u8>) {
        self.kept.keep(head);
        self.how = how;
        let result = head.tags.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case("Result"));
        let says = result.and_then(|(_, value)| result::read(value));
        self.expected = says.unwrap_or(Termination::Unknown);
        let start = out.len();
        self.lost.clear();
        if export {
            self.kept.complete(&ROSTER);
            let (expected, lost) = (self.expected, &mut self.lost);
            self.kept.tell(|head| append(head, expected, &how, out, lost));
        } else {
            append(head, self.expected, &how, out, &mut self.lost);
        }
        self.section = start..out.len();
    }

    /// The marker that the tags let expect.
    pub(super) fn expected(&self) -> Termination {
        self.expected
    }

    /// The game ended so.
    pub(super) fn end(&mut self, termination: Termination, out: &mut Vec<u8>, losses: &mut Losses, at: At) {
        if termination != self.expected {
            self.write_again(termination, out);
        }
        for kind in self.lost.drain(..) {
            losses.add(kind, 1, at);
        }
    }

    #[cold]
    fn write_again(&mut self, termination: Termination, out: &mut Vec<u8>) {
        let mut section = Vec::with_capacity(self.section.len() + 16);
        self.lost.clear();
        let (how, lost) = (&self.how, &mut self.lost);
        self.kept.tell(|head| append(head, termination, how, &mut section, lost));
        out.splice(core::mem::take(&mut self.section), section);
    }
}

/// Appends a tag section, and the empty line behind it where text follows.
fn append(head: &Head<'_>, marker: Termination, how: &How, out: &mut Vec<u8>, lost: &mut Vec<LossKind>) {
    head::to_vgn(head, marker, how, &mut Section { out, lost });
    if how.format.binary {
        out.pop();
    } else {
        out.push(b'\n');
    }
}

/// Where tags are written.
struct Section<'s> {
    out: &'s mut Vec<u8>,
    lost: &'s mut Vec<LossKind>,
}

impl head::Tags for Section<'_> {
    fn tag(&mut self, name: &str, value: &str) {
        self.out.push(b'[');
        if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.out.extend_from_slice(name.as_bytes());
        } else {
            self.odd_name(name);
        }
        self.out.extend_from_slice(b" \"");
        if value.bytes().fold(false, |any, byte| any | (byte == b'"') | (byte == b'\\')) {
            push_escaped(value, self.out);
        } else {
            self.out.extend_from_slice(value.as_bytes());
        }
        self.out.extend_from_slice(b"\"]\n");
    }

    fn lose(&mut self, kind: LossKind) {
        self.lost.push(kind);
    }
}

impl Section<'_> {
    /// A name that a tag cannot have.
    #[cold]
    fn odd_name(&mut self, name: &str) {
        self.lost.push(LossKind::TagText);
        let proper = |letter: char| if letter.is_ascii_alphanumeric() { letter as u8 } else { b'_' };
        self.out.extend(name.chars().map(proper));
        if name.is_empty() {
            self.out.push(b'_');
        }
    }
}

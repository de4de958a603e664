//! The tag section of a VGN game. It stands before the moves, but what its Result says depends on how they end: it is written
//! for the end that the tags let expect, and once more where the game ends otherwise.

use crate::at::At;
use crate::game::vgn::head::{self, How};
use crate::game::vgn::result;
use crate::game::{Dialect, Head, Termination, pgc};
use crate::loss::{LossKind, Losses};
use crate::rules::Position;
use crate::text::push_escaped;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// What the tags of the roster hold where nothing is known.
const UNKNOWN: [&str; 7] = ["?", "?", "????.??.??", "?", "?", "?", "*"];

/// The tag section of the game being written.
pub(super) struct Tags {
    /// The game's own tags, one text behind the other, and where each name and each value ends.
    texts: String,
    ends: Vec<(usize, usize)>,
    dialect: Dialect,
    start: Position,
    usual: bool,
    how: How,
    /// Where the section stands, and for which end it was written.
    section: Range<usize>,
    expected: Termination,
    /// What it lost.
    lost: Vec<LossKind>,
}

impl Tags {
    pub(super) fn new(how: How) -> Tags {
        Tags {
            texts: String::new(),
            ends: Vec::new(),
            dialect: Dialect::Pgn,
            start: Position::start(),
            usual: true,
            how,
            section: 0..0,
            expected: Termination::Unknown,
            lost: Vec::new(),
        }
    }

    /// Writes the tag section.
    pub(super) fn write(&mut self, head: &Head<'_>, how: How, export: bool, out: &mut Vec<u8>) {
        self.keep(head, how);
        let result = head.tags.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case("Result"));
        let says = result.and_then(|(_, value)| result::read(value));
        self.expected = says.unwrap_or(Termination::Unknown);
        let start = out.len();
        let mut lost = core::mem::take(&mut self.lost);
        lost.clear();
        if export {
            self.add_roster();
            append(&Head { tags: &self.tags(), ..*head }, self.expected, &how, out, &mut lost);
        } else {
            append(head, self.expected, &how, out, &mut lost);
        }
        self.lost = lost;
        self.section = start..out.len();
    }

    /// Keeps what is needed to write the section again.
    fn keep(&mut self, head: &Head<'_>, how: How) {
        self.texts.clear();
        self.ends.clear();
        for (name, value) in head.tags {
            self.push(name, value);
        }
        (self.dialect, self.usual, self.how) = (head.dialect, head.usual, how);
        if !head.usual {
            self.start.clone_from(head.start);
        }
    }

    fn push(&mut self, name: &str, value: &str) {
        self.texts.push_str(name);
        let end = self.texts.len();
        self.texts.push_str(value);
        self.ends.push((end, self.texts.len()));
    }

    /// Adds those of the Seven Tag Roster that are missing.
    fn add_roster(&mut self) {
        for (name, unknown) in pgc::records::ROSTER.into_iter().zip(UNKNOWN) {
            if !self.tags().iter().any(|(known, _)| known == name) {
                self.push(name, unknown);
            }
        }
    }

    fn tags(&self) -> Vec<(Cow<'_, str>, Cow<'_, str>)> {
        let mut start = 0;
        let text = |from: usize, to: usize| Cow::Borrowed(self.texts.get(from..to).unwrap_or_default());
        let tag = |&(name, value): &(usize, usize)| {
            let from = core::mem::replace(&mut start, value);
            (text(from, name), text(name, value))
        };
        self.ends.iter().map(tag).collect()
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
        let (mut section, mut lost) = (Vec::with_capacity(self.section.len() + 16), Vec::new());
        let tags = self.tags();
        let usual = Position::start();
        let start = if self.usual { &usual } else { &self.start };
        let head = Head { dialect: self.dialect, tags: &tags, start, usual: self.usual };
        append(&head, termination, &self.how, &mut section, &mut lost);
        drop(tags);
        self.lost = lost;
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

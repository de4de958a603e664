//! The tag section of a game.

use super::super::decoder::is_tag_name;
use crate::dialect::convert::{self, TagSink};
use crate::game::cpgn::layout::RESULTS;
use crate::loss::LossKind;
use crate::step::{Head, Termination};
use crate::text::push_escaped;
use crate::write::Page;
use alloc::vec::Vec;

/// The tags of the game that is being written.
#[derive(Default)]
pub(super) struct TagBuffer {
    /// The section, with the zero byte at its end.
    bytes: Vec<u8>,
    /// The content of the first Result tag, once there is one.
    result: Option<Option<Termination>>,
    /// Whether the game cannot be written.
    refused: bool,
}

impl TagBuffer {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.result = None;
        self.refused = false;
    }

    /// The game cannot be written.
    pub(super) fn refuse(&mut self) {
        self.refused = true;
    }

    /// The result according to the tags, as a reader understands them.
    pub(super) fn result(&self) -> Option<Termination> {
        self.result.flatten()
    }

    /// Whether the game cannot be written.
    pub(super) fn is_refused(&self) -> bool {
        self.refused
    }

    /// Takes over the tags of a game.
    pub(super) fn fill(&mut self, head: &Head<'_>, page: &mut Page) {
        if convert::tells_start(head) {
            let mut odd = head.odd_tags.iter().peekable();
            for (place, (name, value)) in head.tags.iter().enumerate() {
                match odd.next_if(|odd| odd.place == place) {
                    Some(odd) => self.push(&odd.name, |out| out.extend_from_slice(odd.raw.as_bytes()), page),
                    None => self.push(name, |out| push_escaped(value, out), page),
                }
            }
        } else {
            convert::to_pgn(head, Termination::Unknown, &mut TagCollector { tags: self, page });
        }
        self.end();
    }

    /// Adds a tag whose value is appended with its escapes.
    pub(super) fn push(&mut self, name: &str, value: impl FnOnce(&mut Vec<u8>), page: &mut Page) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(name.as_bytes());
        self.bytes.push(0);
        let at = self.bytes.len();
        value(&mut self.bytes);
        self.refused |= name.contains('\0') || self.bytes[at..].contains(&0);
        if name == "Result" && self.result.is_none() {
            let says = |result: &Termination| result.as_str().as_bytes() == &self.bytes[at..];
            self.result = Some(RESULTS.into_iter().find(says));
        }
        self.bytes.push(0);
        if !is_tag_name(name.as_bytes()) {
            self.bytes.truncate(start);
            page.lose(LossKind::Tag, 1);
        }
    }

    /// No tag follows.
    pub(super) fn end(&mut self) {
        self.bytes.push(0);
    }
}

/// Takes tags as PGN has them.
struct TagCollector<'w> {
    tags: &'w mut TagBuffer,
    page: &'w mut Page,
}

impl TagSink for TagCollector<'_> {
    fn tag(&mut self, name: &str, value: &str) {
        self.tags.push(name, |out| push_escaped(value, out), self.page);
    }

    fn lose(&mut self, kind: LossKind) {
        self.page.lose(kind, 1);
    }
}

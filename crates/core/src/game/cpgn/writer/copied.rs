//! A game whose moves cannot be played, as for an unknown variant: its tags are coded, and its moves kept as a text.

use super::super::layout::Extension;
use super::Writer;
use crate::event::{Event, Item, Tag, What};
use crate::game::pgn::{self, parts};
use crate::limits::Limits;
use crate::step::Part;
use crate::text::{Encoding, is_quoted, push_escaped};
use alloc::string::String;

impl Writer {
    /// Writes a game of PGN from its text; `false` if that cannot be done.
    pub(super) fn copy_text(&mut self, text: &[u8]) -> bool {
        self.start();
        let limits = Limits { nesting: u64::MAX, ..Limits::default() };
        let mut reader = pgn::Reader::new(text, &limits);
        if !reader.next_game() {
            return false;
        }
        // Where the tags start, the moves, and the marker after them.
        let (mut section, mut moves, mut marker) = (None, None, None);
        while let Some(Item { start, what }) = reader.next_event() {
            let What::Event(event) = what else { continue };
            match event {
                Event::Tag(tag) => {
                    section.get_or_insert(start);
                    self.copy_tag(&tag);
                }
                Event::Verbatim(Part::Rest, _) => {}
                Event::Verbatim(part, text) => self.verbatim(part, &String::from_utf8_lossy(&text)),
                Event::Termination(termination) => {
                    self.termination(termination);
                    marker = Some(start);
                }
                // The text before the tags is told after them.
                _ if section.is_some_and(|section| start < section) || marker.is_some() => {}
                _ => {
                    moves.get_or_insert(start);
                }
            }
        }
        self.tags.end();
        let start = moves.or(marker).unwrap_or(text.len());
        let rest = text.get(start..marker.unwrap_or(text.len())).unwrap_or_default();
        let rest = if marker.is_some() { rest } else { rest.trim_ascii_end() };
        let fits = parts::is_rest(rest, &limits, 0);
        if fits {
            self.store(rest);
            self.end();
        }
        fits
    }

    /// The moves, before the text after the marker.
    fn store(&mut self, rest: &[u8]) {
        if !rest.is_empty() {
            self.codes.sized(Extension::Stored, rest);
        }
    }

    fn copy_tag(&mut self, tag: &Tag<'_>) {
        let name = String::from_utf8_lossy(&tag.name);
        if is_quoted(&tag.raw) {
            self.tags.push(&name, |out| out.extend_from_slice(&tag.raw), &mut self.page);
        } else {
            self.tags.push(&name, |out| push_escaped(&tag.value(Encoding::Utf8), out), &mut self.page);
        }
    }
}

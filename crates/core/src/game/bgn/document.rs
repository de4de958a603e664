//! The location of the parts of a document: the order of its keys has no meaning, so all are found before any is read.

use super::move_objects::MoveObjects;
use crate::json::{JsonFlaw, KeySet, Member, Members, ValueKind, container_end, kind, unescape, value};
use alloc::vec::Vec;
use core::ops::Range;

/// The parts of a document.
#[derive(Clone, Debug, Default)]
pub(super) struct DocumentSpans {
    /// All of it.
    pub(super) span: Range<usize>,
    /// Where the value of each part starts.
    pub(super) pgn: Option<usize>,
    pub(super) bgn: Option<usize>,
    pub(super) moves: Option<usize>,
    pub(super) plain: MoveObjects,
    /// Members that are not known, from key to end.
    pub(super) others: Vec<Range<usize>>,
    /// Keys that occur twice.
    pub(super) doubles: Vec<Range<usize>>,
    /// Where it is not a document any more. The text before was found.
    pub(super) flaw: Option<JsonFlaw>,
}

impl DocumentSpans {
    /// The document that starts at `start` of a text that ends where it does at the latest, in the memory of the one
    /// before.
    pub(super) fn find(before: DocumentSpans, text: &[u8], start: usize) -> DocumentSpans {
        let plain = before.plain.emptied();
        let mut found = DocumentSpans { span: start..text.len(), plain, ..DocumentSpans::default() };
        if text.get(start) != Some(&b'{') {
            found.flaw = Some(JsonFlaw::syntax(start));
            return found;
        }
        match found.find_members(text, start) {
            Ok(end) => found.span.end = end,
            Err(flaw) => {
                found.span.end = container_end(text, start).unwrap_or(text.len());
                found.flaw = Some(flaw);
            }
        }
        found
    }

    fn find_members(&mut self, text: &[u8], start: usize) -> Result<usize, JsonFlaw> {
        let mut members = Members::of(start);
        let mut seen = KeySet::default();
        while let Some(Member { key, value: at }) = members.next(text)? {
            let name = unescape(&text[key.inside.clone()])?;
            let whole = key.inside.start - 1;
            let part = match &*name {
                b"pgn" => Some(&mut self.pgn),
                b"bgn" => Some(&mut self.bgn),
                b"moves" => Some(&mut self.moves),
                _ => None,
            };
            let again = match &part {
                Some(part) => part.is_some(),
                None => !seen.add(name),
            };
            let is_part = part.is_some();
            if let Some(part) = part.filter(|_| !again) {
                *part = Some(at);
            }
            // A part is read later, where its own flaws are found.
            let end = match kind(text, at)? {
                ValueKind::Array if self.moves == Some(at) => {
                    self.plain.find(text, at).ok_or(JsonFlaw::syntax(text.len()))?
                }
                ValueKind::Object | ValueKind::Array => container_end(text, at).ok_or(JsonFlaw::syntax(text.len()))?,
                _ => value(text, at, 0)?.span.end,
            };
            if again {
                self.doubles.push(whole..key.inside.end + 1);
            } else if !is_part {
                self.others.push(whole..end);
            }
            members.go_on(end);
        }
        Ok(members.end())
    }
}

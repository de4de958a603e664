//! The games of a file of PGC.

use super::records::{PgcFrame, Records, comment_in, digits, is_known, is_tag, marker};
use crate::error::Code;
use crate::event::{Event, Item, What};
use crate::limits::Limits;
use crate::name;
use crate::notation::{MoveNotation, pgc};
use crate::read::{Encoded, GameReader};
use crate::text::Encoding;
use alloc::vec::Vec;
use core::ops::Range;

/// Reads the games of a block.
pub struct PgcReader<'a> {
    block: &'a [u8],
    limits: Limits,
    span: Range<usize>,
    /// What is emitted before the moves: tags; the next one last.
    head: Vec<Item<'a>>,
    records: Option<Records<'a>>,
    cut_short: bool,
}

impl<'a> PgcReader<'a> {
    /// Reads `block`, which starts where a game starts.
    pub fn new(block: &'a [u8], limits: &Limits) -> PgcReader<'a> {
        PgcReader { block, limits: *limits, span: 0..0, head: Vec::new(), records: None, cut_short: false }
    }
}

/// The records of the game at `at` or after the nothing that is there, and whether they lack their beginning.
fn open<'a>(block: &'a [u8], at: usize, limits: &Limits) -> Option<(Records<'a>, bool)> {
    let nothing = block.get(at..)?.iter().take_while(|byte| **byte == marker::NOTHING).count();
    let start = at + nothing;
    let first = *block.get(start)?;
    if first == marker::REDUCED {
        return Some((Records::reduced(block, start, limits), false));
    }
    Some((Records::new(block, start, limits), first != marker::BEGIN && is_known(first)))
}

/// The length of the leading part of `bytes` that is whole games; `None` if not even one is.
pub(super) fn cut(bytes: &[u8], last: bool, limits: &Limits) -> Option<usize> {
    if last {
        return Some(bytes.len());
    }
    let mut whole = None;
    while let Some((mut records, _)) = open(bytes, whole.unwrap_or(0), limits) {
        match records.skip_to_end() {
            Ok(end) => whole = Some(end),
            Err(_) => break,
        }
    }
    whole
}

/// Whether a source that starts with `head` is surely PGC: a game whose first record is a tag, or a reduced record.
pub(super) fn detects(head: &[u8]) -> bool {
    let Some((records, false)) = open(head, 0, &Limits::default()) else { return false };
    let mut items = records.take(8);
    match items.next().map(|item| item.what) {
        Some(What::Event(Event::Tag(tag))) => name::is_plain(&tag.name) && !tag.raw.iter().any(u8::is_ascii_control),
        _ => false,
    }
}

impl<'a> GameReader<'a> for PgcReader<'a> {
    fn next_game(&mut self) -> bool {
        while self.next_event().is_some() {}
        let start = self.span.end;
        let Some((mut records, headless)) = open(self.block, start, &self.limits) else { return false };
        if self.cut_short {
            records = records.cut_short();
        }
        self.span = start..self.block.len();
        self.head.clear();
        self.head.extend(records.tags());
        self.head.reverse();
        if headless {
            let at = records.at();
            let text = digits(self.block.get(at).copied().unwrap_or_default());
            self.head.push(Item::fault(at, Code::RecordNesting, text));
        }
        self.records = Some(records);
        true
    }

    #[inline]
    fn next_event(&mut self) -> Option<Item<'a>> {
        if let Some(item) = self.head.pop() {
            return Some(item);
        }
        let records = self.records.as_mut()?;
        // The tags were emitted before the moves.
        if let Some(item) = records.find(|item| !is_tag(item)) {
            return Some(comment_in(item));
        }
        let (at, frame) = (records.at(), records.frame());
        self.records = None;
        if frame == PgcFrame::Ended {
            self.span.end = at;
            return None;
        }
        // Nothing after a broken frame can be read.
        (at < self.block.len()).then_some(Item::fault(at, Code::Unframed, b""))
    }

    fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        Some(&pgc::PgcNotation)
    }

    fn encoding(&mut self, _utf8: bool) -> Encoded {
        Encoding::Latin1.into()
    }

    fn stands_alone(&self) -> bool {
        false
    }

    fn has_marker(&self) -> bool {
        false
    }

    fn cut_short(&mut self) {
        self.cut_short = true;
    }
}

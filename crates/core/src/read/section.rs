//! The lines of a game's tags, if they are as PGN is to be written: then a writer can copy all of them at once.

use crate::event::{NearTag, Tag};
use crate::name;
use crate::step::TagLine;
use crate::swar;
use core::ops::Range;

/// The tag section as far as it was read.
#[derive(Default)]
pub(super) struct TagSection {
    /// Where it starts, and where its last line ends.
    start: usize,
    end: usize,
    /// How many tags it has.
    tags: usize,
    /// Whether something in it has an unusual form.
    odd: bool,
}

impl TagSection {
    /// Adds a tag of any kind, which is at `start` of `block`. Only the first one of a game comes this way where
    /// nothing is odd.
    pub(super) fn add(&mut self, block: &[u8], start: usize, tag: &Tag<'_>) {
        self.tags += 1;
        self.odd |= self.tags > 1;
        if self.odd {
            return;
        }
        let end = TagLine::at(start, tag.name.len(), tag.raw.len()).end;
        let proper = block.get(start..end).is_some_and(|line| {
            let mut parts = [&b"["[..], &tag.name, b" \"", &tag.raw, b"\"]"].into_iter();
            let mut rest = line;
            parts.all(|part| rest.strip_prefix(part).inspect(|behind| rest = behind).is_some())
        });
        let escaped = swar::holds(&tag.raw, [b'\\', b'\n', b'\r', b'"']);
        self.odd = !proper || !name::is_plain(&tag.name) || escaped;
        (self.start, self.end) = (start, end);
    }

    /// Adds a tag in the usual form.
    #[inline(always)]
    pub(super) fn add_near(&mut self, tag: &NearTag<'_>) {
        self.odd |= tag.start != self.end + 1 || !tag.is_proper();
        self.end = tag.end();
        self.tags += 1;
    }

    /// Something in it cannot be written unchanged.
    pub(super) fn spoil(&mut self) {
        self.odd = true;
    }

    /// The places of its lines, if they are exactly so many tags and none is odd.
    pub(super) fn lines(&self, tags: usize) -> Option<Range<usize>> {
        (!self.odd && self.tags == tags && tags > 0).then_some(self.start..self.end)
    }
}

/// The names and values of these tags, which are in `lines`; only of those with the `wanted` names, if there are such names.
pub(super) fn each_tag<'l>(
    lines: &'l str,
    tags: &[Tag<'_>],
    wanted: Option<&[&str]>,
    mut found: impl FnMut(&'l str, &'l str),
) {
    let part = |at: Range<usize>| lines.get(at).unwrap_or_default();
    let mut start = 0;
    for tag in tags {
        let line = TagLine::at(start, tag.name.len(), tag.raw.len());
        if wanted.is_none_or(|names| names.iter().any(|name| *name.as_bytes() == *tag.name)) {
            found(part(line.name), part(line.value));
        }
        start = line.next;
    }
}

//! Formats whose sources may turn out, further on, to hold games of another format: PGN, whose games say by a tag that they
//! are VGN. Nobody else needs to know which formats these are.

use crate::formats::{Format, usual};
use scoresheet_core::game::{self, GameFormat};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The tag by which a game says that it is of the other format, in any case.
const MARK: &[u8] = b"GameFormat";

/// Whether the mark stands in these bytes. All of them are gone through, so what is looked for are those last letters of it
/// that hardly a text holds otherwise.
fn is_marked(bytes: &[u8]) -> bool {
    let (start, end) = MARK.split_at(5);
    let stands_before = |at: usize| {
        let before = at.checked_sub(start.len()).and_then(|from| bytes.get(from..at));
        before.is_some_and(|before| before.eq_ignore_ascii_case(start))
    };
    let ends = [end, &end.to_ascii_uppercase()[..], &end.to_ascii_lowercase()[..]];
    ends.into_iter().any(|end| memchr::memmem::find_iter(bytes, end).any(stands_before))
}

/// The format whose games may stand in sources of this one, where there is such a format.
pub(crate) fn other(format: Format) -> Option<Format> {
    match format {
        Format::Text(text) => other_text(text).map(Format::Text),
        Format::Foreign(_) | Format::Columns(_) => None,
    }
}

fn other_text(format: &dyn GameFormat) -> Option<&'static dyn GameFormat> {
    (format.spec().id == usual().spec().id).then(game::vgn)
}

/// Whether the text of a game of this format tells by itself what it is: as it stands, it can be read as one of PGN or VGN.
pub(crate) fn stands_alone(format: &dyn GameFormat) -> bool {
    [usual(), game::vgn()].iter().any(|known| known.spec().id == format.spec().id)
}

/// The format to read these bytes by, which were taken for one format.
pub(crate) fn format_in<'f>(format: &'f dyn GameFormat, bytes: &[u8]) -> &'f dyn GameFormat {
    match other_text(format) {
        Some(other) if is_marked(bytes) => other,
        _ => format,
    }
}

/// The format of bytes of which nobody has said what they are, but that they are games as text.
pub(crate) fn format_of(bytes: &[u8]) -> &'static dyn GameFormat {
    format_in(usual(), bytes)
}

/// Watches a source, block by block, for games of the other format: once one was met, only reading from game to game finds
/// where each ends.
pub(crate) struct Watch {
    format: &'static dyn GameFormat,
    /// Whether the caller has said what the source is: then nothing else is looked for.
    settled: bool,
    met: AtomicBool,
}

impl Watch {
    pub(crate) fn new(format: &'static dyn GameFormat, settled: bool) -> Watch {
        Watch { format, settled, met: AtomicBool::new(false) }
    }

    /// The format that the source was taken for.
    pub(crate) fn taken_for(&self) -> &'static dyn GameFormat {
        self.format
    }

    /// The format to read a block by that was cut from such bytes. They were looked through then.
    pub(crate) fn format_of_block<'f>(&'f self, block: &[u8]) -> &'f dyn GameFormat {
        if self.met.load(Relaxed) { format_in(self.format, block) } else { self.format }
    }

    /// The format to cut the next bytes by.
    pub(crate) fn format_in(&self, bytes: &[u8]) -> &'static dyn GameFormat {
        let Some(other) = other_text(self.format).filter(|_| !self.settled) else { return self.format };
        if self.met.load(Relaxed) || is_marked(bytes) {
            self.met.store(true, Relaxed);
            return other;
        }
        self.format
    }
}

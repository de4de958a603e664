//! Formats whose sources may turn out, further on, to hold games of another format: PGN, whose games say by a tag that they
//! are VGN. Nobody else needs to know which formats these are.

use crate::formats::{Format, usual};
use scoresheet_core::game::{self, GameFormat};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The tag by which a game says that it is of the other format.
const MARK: &[u8] = b"GameFormat";

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
        Some(other) if memchr::memmem::find(bytes, MARK).is_some() => other,
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

    /// The format to read the next bytes by.
    pub(crate) fn format_in(&self, bytes: &[u8]) -> &'static dyn GameFormat {
        let Some(other) = other_text(self.format).filter(|_| !self.settled) else { return self.format };
        if self.met.load(Relaxed) || memchr::memmem::find(bytes, MARK).is_some() {
            self.met.store(true, Relaxed);
            return other;
        }
        self.format
    }
}

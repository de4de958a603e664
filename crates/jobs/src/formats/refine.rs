//! Formats whose sources may turn out, further on, to hold games of another format: PGN, whose games may have a tag of
//! VGN. No other code needs to know which formats these are.

use crate::formats::{Format, usual};
use scoresheet_core::game::{self, GameFormat};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The tag that marks a game of the other format, in any case.
const MARK: &[u8] = b"GameFormat";

/// The bytes of it that are looked for first, for hardly any other word has them together; and how many precede them.
const CORE: [u8; 3] = *b"mef";
const BEFORE_CORE: usize = 2;

/// How many bytes are looked through at once.
const STRETCH: usize = 512;

/// Whether the mark is anywhere in these bytes: how a tag may be written is known only to its reader. All bytes are
/// searched, so the compiler must be able to do that with many of them at a time.
fn is_marked(bytes: &[u8]) -> bool {
    let overlap = CORE.len() - 1;
    let starts = (0..bytes.len().saturating_sub(overlap)).step_by(STRETCH);
    let mut stretches = starts.map(|start| (start, &bytes[start..bytes.len().min(start + STRETCH + overlap)]));
    stretches.any(|(start, stretch)| has_core(stretch) && (start..start + STRETCH).any(|at| is_mark_around(bytes, at)))
}

/// Whether the core is in these bytes, in any case. Nothing in the loop ends it early.
fn has_core(bytes: &[u8]) -> bool {
    let [first, second, third] = CORE;
    let each = bytes.iter().zip(&bytes[1..]).zip(&bytes[2..]);
    each.fold(false, |found, ((one, two), three)| {
        found | ((one | 0x20 == first) & (two | 0x20 == second) & (three | 0x20 == third))
    })
}

/// Whether the mark is where `at` is the place of its core.
fn is_mark_around(bytes: &[u8], at: usize) -> bool {
    let name = at.checked_sub(BEFORE_CORE).and_then(|start| bytes.get(start..start + MARK.len()));
    name.is_some_and(|name| name.eq_ignore_ascii_case(MARK))
}

/// The format whose games may occur in sources of this one, if there is such a format.
pub(crate) fn other(format: Format) -> Option<Format> {
    format.text().and_then(other_text).map(Format::from)
}

fn other_text(format: &dyn GameFormat) -> Option<&'static dyn GameFormat> {
    (format.spec().id == usual().spec().id).then(game::vgn)
}

/// Whether the text of a game of this format identifies its format by itself: it can be read unchanged as PGN or VGN.
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

/// The format of bytes about which it is only known that they are games as text.
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

    /// Whether games of the other format were met.
    pub(crate) fn has_met(&self) -> bool {
        self.met.load(Relaxed)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_found_anywhere_in_any_case() {
        assert!(MARK[BEFORE_CORE..BEFORE_CORE + CORE.len()].eq_ignore_ascii_case(&CORE));
        for mark in ["[GameFormat", "[ GameFOrmat", "[\tGAMEFORMAT", "[gameformat"] {
            for before in (0..40).chain(STRETCH - 20..STRETCH + 20) {
                let text = ["x".repeat(before).as_str(), mark].concat();
                assert!(is_marked(text.as_bytes()), "{mark} behind {before}");
                assert!(!is_marked(&text.as_bytes()[..text.len() - 1]), "{mark} behind {before}, cut");
            }
        }
        for other in ["", "m", "me", "mef", "someform", "[Game"] {
            assert!(!is_marked(other.as_bytes()), "{other}");
        }
    }
}

//! The moves of a binary game: words of two bytes, boards of thirty-two, or records. Each ends by itself.

use super::codes::MoveFormat;
use super::lexer::Moves;
use super::reader::Plain;
use crate::error::Code;
use crate::game::pgc::records::{Frame, Records, comment_in};
use crate::game::vgn::result;
use crate::game::{Event, Item, What};
use crate::limits::Limits;
use crate::text::{self, Encoding};
use alloc::vec::Vec;

/// Bytes of a move in BCCF.
const WORD: usize = 2;
/// Bytes of a board in BCFEN.
const BOARD: usize = 32;
/// What ends a game of boards: no board starts so, for nothing stands on two squares at once.
pub(super) const NO_BOARD: u8 = 0x88;
/// The flag of a word that says the game ends with it.
pub(super) const ENDS: u8 = 1;
/// The word that stands alone in a game without moves.
pub(super) const NO_MOVES: [u8; WORD] = [0, 1];

/// Reads the moves of one game.
pub(super) enum Units<'a> {
    /// Words or boards.
    Even(Even<'a>),
    Records(Records<'a>),
}

/// Moves of one length.
pub(super) struct Even<'a> {
    block: &'a [u8],
    at: usize,
    /// Bytes of a move.
    length: usize,
    /// Whether nothing ends them but the end of the file.
    unended: bool,
    first: bool,
    state: Frame,
}

impl<'a> Units<'a> {
    /// Reads the moves of this format in `block` from `at` on.
    pub(super) fn new(block: &'a [u8], at: usize, format: &MoveFormat, limits: &Limits) -> Units<'a> {
        let length = match (format.notation, format.moves) {
            ("pgc", _) => return Units::Records(Records::new(block, at, limits)),
            (_, Moves::Words) => WORD,
            (_, Moves::Rows) => BOARD,
        };
        Units::Even(Even { block, at, length, unended: format.unended, first: true, state: Frame::Running })
    }

    /// The next event or fault; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Item<'a>> {
        match self {
            Units::Even(even) => even.next(),
            // The tags were told before the moves.
            Units::Records(records) => {
                records.find(|item| !matches!(item.what, What::Event(Event::TagValue { .. }))).map(comment_in)
            }
        }
    }

    /// The next move where it is not the last one.
    #[inline]
    pub(super) fn peek_plain(&self) -> Option<Plain<'a>> {
        let Units::Even(even) = self else { return None };
        let word = even.block.get(even.at..even.at + WORD)?;
        let goes_on = even.length == WORD && !even.unended && word[1] & ENDS == 0;
        (goes_on && even.state == Frame::Running).then_some(Plain { number: None, start: even.at, word })
    }

    /// Reads it.
    #[inline]
    pub(super) fn accept_plain(&mut self) {
        if let Units::Even(even) = self {
            even.at += WORD;
            even.first = false;
        }
    }

    /// Where the game ends, once everything of it was told; `None` where that is not known.
    pub(super) fn end(&self) -> Option<usize> {
        let frame = match self {
            Units::Even(even) => even.state,
            Units::Records(records) => records.frame(),
        };
        (frame == Frame::Ended).then(|| self.at())
    }

    /// Where reading stands.
    pub(super) fn at(&self) -> usize {
        match self {
            Units::Even(even) => even.at,
            Units::Records(records) => records.at(),
        }
    }

    /// Reads to the end of the game and tells nothing.
    ///
    /// # Errors
    /// It is not known where that is. With more bytes it may be, where the error is [`Code::DataTruncated`] or
    /// [`Code::TerminatorMissing`].
    pub(super) fn skip_to_end(&mut self) -> Result<usize, Code> {
        match self {
            Units::Even(even) => even.skip_to_end(),
            Units::Records(records) => records.skip_to_end(),
        }
    }

    /// Adds the tags that stand among the moves and not in the text to those of the text; one that says otherwise is told.
    pub(super) fn add_tags(&self, head: &mut Vec<Item<'a>>) {
        let Units::Records(records) = self else { return };
        for item in records.tags() {
            let What::Event(Event::TagValue { name, value, .. }) = item.what else { continue };
            let same = head.iter().find_map(|known| match known.what {
                What::Event(Event::TagValue { name: known, value, escaped }) if known == name => Some((value, escaped)),
                _ => None,
            });
            match same {
                None => head.push(item),
                Some((text, escaped)) => {
                    let text = if escaped {
                        text::unescaped(text, Encoding::Each)
                    } else {
                        text::decode(text, Encoding::Each)
                    };
                    let value_text = text::decode(value, Encoding::Latin1);
                    let agrees = match name {
                        b"Result" => result::marker(&value_text).is_some_and(|marker| result::agrees(&text, marker)),
                        _ => text == value_text,
                    };
                    if !agrees {
                        head.push(Item { start: item.start, what: What::Fault(Code::TagDiffers, name) });
                    }
                }
            }
        }
    }

    /// The marker that a Result record holds.
    pub(super) fn result(&self) -> Option<crate::game::Termination> {
        let Units::Records(records) = self else { return None };
        let value = records.tags().find_map(|item| match item.what {
            What::Event(Event::TagValue { name: b"Result", value, .. }) => Some(value),
            _ => None,
        })?;
        result::marker(&text::decode(value, Encoding::Latin1))
    }
}

impl<'a> Even<'a> {
    fn next(&mut self) -> Option<Item<'a>> {
        if self.state != Frame::Running {
            return None;
        }
        let start = self.at;
        let rest = self.block.get(start..).unwrap_or_default();
        let first = core::mem::replace(&mut self.first, false);
        let fault = |code| Some(Item { start, what: What::Fault(code, b"") });
        if self.length == BOARD && !self.unended && rest.first() == Some(&NO_BOARD) {
            self.at += 1;
            self.state = Frame::Ended;
            return None;
        }
        if rest.is_empty() && (self.unended || first && self.length == WORD) {
            self.state = Frame::Ended;
            return if self.unended { None } else { fault(Code::DataMissing) };
        }
        let Some(unit) = rest.get(..self.length) else {
            self.state = Frame::Broken;
            return fault(if rest.is_empty() { Code::TerminatorMissing } else { Code::DataTruncated });
        };
        self.at += self.length;
        if self.length == WORD && !self.unended && unit[1] & ENDS != 0 {
            self.state = Frame::Ended;
            if first && unit == NO_MOVES {
                return None;
            }
        }
        Some(Item { start, what: What::Event(Event::Move(unit)) })
    }

    fn skip_to_end(&mut self) -> Result<usize, Code> {
        let mut missing = Code::TerminatorMissing;
        while let Some(item) = self.next() {
            if let What::Fault(code, _) = item.what {
                missing = code;
            }
        }
        // What may be cut off here is not known to be missing.
        if self.state == Frame::Ended && missing != Code::DataMissing && !self.unended {
            Ok(self.at)
        } else {
            Err(missing)
        }
    }
}

//! The moves of a binary game: words of two bytes, boards of thirty-two, or records. Each determines its own end.

use crate::dialect::vgn::codes::{MoveFormat, MovesCode};
use crate::dialect::vgn::result;
use crate::error::Code;
use crate::event::{Event, Item, What};
use crate::game::pgc::records::{PgcFrame, Records, comment_in, is_tag};
use crate::limits::Limits;
use crate::notation::Front;
use crate::step::Termination;
use crate::text::Encoding;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// Bytes of a move in BCCF.
const WORD: usize = 2;
/// Bytes of a board in BCFEN.
const BOARD: usize = 32;
/// What ends a game of boards: no board starts like this, for nothing is on two squares at once.
pub(super) const NO_BOARD: u8 = 0x88;
/// The flag of the last word of a game.
pub(super) const ENDS: u8 = 1;
/// The word that is alone in a game without moves.
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
    state: PgcFrame,
}

impl<'a> Units<'a> {
    /// Reads the moves of this format in `block` from `at` on.
    pub(super) fn new(block: &'a [u8], at: usize, format: &MoveFormat, limits: &Limits) -> Units<'a> {
        let length = match (format.notation, format.moves) {
            ("pgc", _) => return Units::Records(Records::new(block, at, limits)),
            (_, MovesCode::Words) => WORD,
            (_, MovesCode::Rows) => BOARD,
        };
        Units::Even(Even { block, at, length, unended: format.unended, first: true, state: PgcFrame::Running })
    }

    /// The next event or fault; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Item<'a>> {
        match self {
            Units::Even(even) => even.next(),
            // The tags were emitted before the moves.
            Units::Records(records) => records.find(|item| !is_tag(item)).map(comment_in),
        }
    }

    /// The words of two bytes that continue here and end with a flag.
    #[inline]
    pub(super) fn plain_words(&mut self) -> Option<&mut Even<'a>> {
        match self {
            Units::Even(even) if even.length == WORD && !even.unended && even.state == PgcFrame::Running => Some(even),
            _ => None,
        }
    }

    /// Where the game ends, once all of it was emitted; `None` if that is not known.
    pub(super) fn end(&self) -> Option<usize> {
        let frame = match self {
            Units::Even(even) => even.state,
            Units::Records(records) => records.frame(),
        };
        (frame == PgcFrame::Ended).then(|| self.at())
    }

    /// The place of the next byte to read.
    pub(super) fn at(&self) -> usize {
        match self {
            Units::Even(even) => even.at,
            Units::Records(records) => records.at(),
        }
    }

    /// Reads to the end of the game without emitting anything.
    ///
    /// # Errors
    /// It is not known where that is. With more bytes it may be, if the error is [`Code::DataTruncated`] or
    /// [`Code::TerminatorMissing`].
    pub(super) fn skip_to_end(&mut self) -> Result<usize, Code> {
        match self {
            Units::Even(even) => even.skip_to_end(),
            Units::Records(records) => records.skip_to_end(),
        }
    }

    /// Adds the tags among the moves that are missing in the text to those of the text. If the two differ, this is
    /// reported.
    pub(super) fn add_tags(&self, head: &mut Vec<Item<'a>>) {
        let Units::Records(records) = self else { return };
        for item in records.tags() {
            let What::Event(Event::Tag(tag)) = &item.what else { continue };
            let said = head.iter().find_map(|known| match &known.what {
                What::Event(Event::Tag(known)) if known.name == tag.name => Some(known.value(Encoding::Each)),
                _ => None,
            });
            let Some(said) = said else {
                head.push(item);
                continue;
            };
            let value = tag.value(Encoding::Latin1);
            let agrees = match &*tag.name {
                b"Result" => result::marker(&value).is_some_and(|marker| result::agrees(&said, marker)),
                _ => said == value,
            };
            if let (false, Cow::Borrowed(name)) = (agrees, &tag.name) {
                head.push(Item::fault(item.start, Code::TagDiffers, name));
            }
        }
    }

    /// The marker that a Result record holds.
    pub(super) fn result(&self) -> Option<Termination> {
        let Units::Records(records) = self else { return None };
        records.tags().find_map(|item| match &item.what {
            What::Event(Event::Tag(tag)) if *tag.name == *b"Result" => {
                Some(result::marker(&tag.value(Encoding::Latin1)))
            }
            _ => None,
        })?
    }
}

impl<'a> Even<'a> {
    /// The bytes that the game is in.
    #[inline]
    pub(super) fn block(&self) -> &'a [u8] {
        self.block
    }

    /// Where the next move starts.
    #[inline]
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Continues after moves none of which is the last one.
    #[inline]
    pub(super) fn go_on(&mut self, at: usize) {
        self.at = at;
        self.first = false;
    }

    /// Whether a word has the flag of the last word of a game.
    #[inline(always)]
    pub(super) fn is_last(front: &Front) -> bool {
        front[1] & ENDS != 0
    }

    fn next(&mut self) -> Option<Item<'a>> {
        if self.state != PgcFrame::Running {
            return None;
        }
        let start = self.at;
        let rest = self.block.get(start..).unwrap_or_default();
        let first = core::mem::replace(&mut self.first, false);
        let fault = |code| Some(Item::fault(start, code, b""));
        if self.length == BOARD && !self.unended && rest.first() == Some(&NO_BOARD) {
            self.at += 1;
            self.state = PgcFrame::Ended;
            return None;
        }
        if rest.is_empty() && (self.unended || first && self.length == WORD) {
            self.state = PgcFrame::Ended;
            return if self.unended { None } else { fault(Code::DataMissing) };
        }
        let Some(unit) = rest.get(..self.length) else {
            self.state = PgcFrame::Broken;
            return fault(if rest.is_empty() { Code::TerminatorMissing } else { Code::DataTruncated });
        };
        self.at += self.length;
        if self.length == WORD && !self.unended && unit[1] & ENDS != 0 {
            self.state = PgcFrame::Ended;
            if first && unit == NO_MOVES {
                return None;
            }
        }
        Some(Item::event(start, Event::Move(Cow::Borrowed(unit))))
    }

    fn skip_to_end(&mut self) -> Result<usize, Code> {
        if self.length == WORD && !self.unended && self.state == PgcFrame::Running {
            return self.skip_words();
        }
        let mut missing = Code::TerminatorMissing;
        while let Some(item) = self.next() {
            if let What::Fault(code, _) = item.what {
                missing = code;
            }
        }
        // What may be cut off here is not known to be missing.
        if self.state == PgcFrame::Ended && missing != Code::DataMissing && !self.unended {
            Ok(self.at)
        } else {
            Err(missing)
        }
    }

    /// The same for words of two bytes, by their flags alone.
    fn skip_words(&mut self) -> Result<usize, Code> {
        let rest = self.block.get(self.at..).unwrap_or_default();
        if rest.is_empty() && self.first {
            return Err(Code::DataMissing);
        }
        self.skip_to_last();
        let rest = self.block.get(self.at..).unwrap_or_default();
        if rest.len() < WORD {
            self.state = PgcFrame::Broken;
            return Err(if rest.is_empty() { Code::TerminatorMissing } else { Code::DataTruncated });
        }
        self.at += WORD;
        self.state = PgcFrame::Ended;
        Ok(self.at)
    }

    /// Goes to the two-byte word whose flag ends the game, or to the place where it is missing.
    pub(super) fn skip_to_last(&mut self) {
        let rest = self.block.get(self.at..).unwrap_or_default();
        let (eights, _) = rest.as_chunks::<8>();
        // The second byte of each word holds the flag.
        let flags = u64::from_ne_bytes([0, ENDS, 0, ENDS, 0, ENDS, 0, ENDS]);
        let before = 8 * eights.iter().take_while(|eight| u64::from_ne_bytes(**eight) & flags == 0).count();
        let (words, _) = rest[before..].as_chunks::<WORD>();
        let passed = before + WORD * words.iter().take_while(|word| word[1] & ENDS == 0).count();
        self.at += passed;
        self.first &= passed == 0;
    }
}

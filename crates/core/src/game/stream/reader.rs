//! The game of a bare stream.

use crate::error::Code;
use crate::event::{Event, Item};
use crate::game::pgc::records::digits;
use crate::game::stream::{NO_BOARD, NO_MOVES, OVER, Unit};
use crate::limits::Limits;
use crate::notation::MoveNotation;
use crate::read::{Encoded, GameReader};
use crate::text::Encoding;
use alloc::borrow::Cow;
use core::ops::Range;

/// Reads the one game of a block.
pub(in crate::game) struct StreamReader<'a> {
    block: &'a [u8],
    notation: &'static dyn MoveNotation,
    unit: Unit,
    longest: usize,
    at: usize,
    state: StreamState,
    cut_short: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StreamState {
    /// The game was not requested yet.
    Ready,
    Moves,
    /// What ends the game was read.
    Ended,
    Over,
}

impl<'a> StreamReader<'a> {
    /// Reads `block`.
    pub(in crate::game) fn new(
        block: &'a [u8],
        notation: &'static dyn MoveNotation,
        unit: Unit,
        limits: &Limits,
    ) -> StreamReader<'a> {
        let longest = usize::try_from(limits.game).unwrap_or(usize::MAX);
        StreamReader { block, notation, unit, longest, at: 0, state: StreamState::Ready, cut_short: false }
    }

    fn fault(&mut self, code: Code, text: &'static [u8]) -> Option<Item<'a>> {
        self.state = StreamState::Over;
        Some(Item::fault(self.at, code, text))
    }

    /// What the end of the game's moves shows.
    fn end(&mut self) -> Option<Item<'a>> {
        let next = self.block.get(self.at);
        self.state = StreamState::Over;
        next.and_then(|byte| self.fault(Code::Stray, digits(*byte)))
    }
}

impl<'a> GameReader<'a> for StreamReader<'a> {
    fn next_game(&mut self) -> bool {
        let first = self.state == StreamState::Ready;
        self.state = if first { StreamState::Moves } else { StreamState::Over };
        first
    }

    #[inline]
    fn next_event(&mut self) -> Option<Item<'a>> {
        match self.state {
            StreamState::Moves => {}
            StreamState::Ended => return self.end(),
            StreamState::Ready | StreamState::Over => return None,
        }
        let start = self.at;
        let rest = self.block.get(start..).unwrap_or_default();
        if rest.is_empty() {
            // A game that is not over may end so.
            self.state = StreamState::Over;
            return if self.cut_short { self.fault(Code::LimitGame, b"") } else { None };
        }
        if self.unit == Unit::Board && rest[0] == NO_BOARD {
            self.at += 1;
            return self.end();
        }
        let length = self.unit.length();
        let Some(unit) = rest.get(..length) else {
            return self.fault(if self.cut_short { Code::LimitGame } else { Code::DataTruncated }, b"");
        };
        if start + length > self.longest {
            return self.fault(Code::LimitGame, b"");
        }
        self.at += length;
        if self.unit == Unit::Word && unit[1] & OVER != 0 {
            if start == 0 && unit == NO_MOVES {
                return self.end();
            }
            self.state = StreamState::Ended;
        }
        Some(Item::event(start, Event::Move(Cow::Borrowed(unit))))
    }

    fn span(&self) -> Range<usize> {
        0..self.block.len()
    }

    fn notation(&self) -> Option<&'static dyn MoveNotation> {
        Some(self.notation)
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

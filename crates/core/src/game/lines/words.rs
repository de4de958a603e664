//! The words of a game that consists only of moves: numbers, moves and the marker, between blanks.

use super::word;
use crate::error::Code;
use crate::event::{Event, Item};
use crate::limits::Limits;
use crate::notation::iccf::may_be_iccf;
use crate::notation::{MoveNotation, other_than_san};
use crate::result_text;
use crate::step::Termination;
use alloc::borrow::Cow;
use core::ops::Range;

/// Reads the moves of one game after another, each from a part of a block.
pub(in crate::game) struct WordReader<'a> {
    block: &'a [u8],
    notation: &'static dyn MoveNotation,
    longest: u64,
    /// What is left of this game.
    left: Range<usize>,
    /// Whether the marker was read, or a limit passed.
    ended: bool,
    /// Whether the moves are the text of a list, as in `['e4', 'e5']`.
    listed: bool,
}

impl<'a> WordReader<'a> {
    /// Reads games of `block`, in this notation unless [`WordReader::read_in`] names another one.
    pub(in crate::game) fn new(
        block: &'a [u8],
        notation: &'static dyn MoveNotation,
        limits: &Limits,
    ) -> WordReader<'a> {
        WordReader { block, notation, longest: limits.token, left: 0..0, ended: false, listed: false }
    }

    /// Goes to the game whose moves are here.
    pub(in crate::game) fn read(&mut self, part: Range<usize>) {
        self.left = part;
        self.ended = false;
        self.listed = false;
    }

    /// Goes to the game whose moves are the text of a list: in brackets and quotes, as programs write lists into cells.
    pub(in crate::game) fn read_list(&mut self, part: Range<usize>) {
        self.read(part);
        self.listed = true;
    }

    /// Reads the moves of this game in another notation.
    pub(in crate::game) fn read_in(&mut self, notation: &'static dyn MoveNotation) {
        self.notation = notation;
    }

    /// The notation of this game's moves.
    pub(in crate::game) fn notation(&self) -> &'static dyn MoveNotation {
        self.notation
    }

    /// Whether only strays may follow.
    pub(in crate::game) fn ended(&self) -> bool {
        self.ended
    }

    /// Where this game's moves end.
    pub(in crate::game) fn end(&self) -> usize {
        self.left.end
    }

    /// The moves, if they have more than numbers, words and a result, so that they are movetext as in PGN.
    pub(in crate::game) fn movetext(&self) -> Option<Range<usize>> {
        let text = self.block.get(self.left.clone()).filter(|_| !self.listed)?;
        let (mut annotated, mut parted) = (result_text::ends_unusually(text), true);
        for &byte in text {
            annotated |= matches!(byte, b'{' | b'(' | b'$' | b'!' | b'?' | b';' | b'"' | 0x80..);
            // A word that starts so is a sign, or dots without a number.
            annotated |= parted && matches!(byte, b'+' | b'=' | b'~' | b'/' | b'.');
            parted = byte.is_ascii_whitespace();
        }
        let spec = self.notation.spec();
        (annotated && spec.words.in_pgn && !spec.binary).then(|| self.left.clone())
    }

    /// Leaves out the last word, which may be the first part of a longer one.
    pub(in crate::game) fn leave_last(&mut self) {
        let left = self.block.get(self.left.clone()).unwrap_or_default();
        self.left.end =
            left.iter().rposition(u8::is_ascii_whitespace).map_or(self.left.start, |at| self.left.start + at);
    }

    /// Nothing more of this game is read, for this reason.
    pub(in crate::game) fn stop(&mut self, start: usize, code: Code) -> Item<'a> {
        self.left.start = self.left.end;
        self.ended = true;
        Item::fault(start, code, b"")
    }

    /// The next event or fault of this game.
    #[inline(always)]
    pub(in crate::game) fn next(&mut self) -> Option<Item<'a>> {
        let (start, word) = self.word()?;
        if word.len() as u64 > self.longest {
            return Some(self.stop(start, Code::LimitToken));
        }
        if self.ended {
            return Some(Item::fault(start, Code::Stray, word));
        }
        let event = match word[0] {
            b'0'..=b'9' | b'*' => match self.termination(word) {
                Some(termination) => {
                    self.ended = true;
                    Event::Termination(termination)
                }
                None => self.of_digits(start, word),
            },
            _ => Event::Move(Cow::Borrowed(word)),
        };
        Some(Item::event(start, event))
    }

    /// Takes the next word if it is this one.
    pub(super) fn takes(&mut self, wanted: &[u8]) -> bool {
        let before = self.left.start;
        let taken = self.word().is_some_and(|(_, word)| word.eq_ignore_ascii_case(wanted));
        if !taken {
            self.left.start = before;
        }
        taken
    }

    /// Takes the words before this one, or all of them: where they start, and their text.
    pub(super) fn up_to(&mut self, wanted: &[u8]) -> (usize, &'a [u8]) {
        let from = self.left.start;
        let (mut start, mut end) = (from, from);
        while let Some((at, word)) = self.word() {
            if word.eq_ignore_ascii_case(wanted) {
                self.left.start = end;
                break;
            }
            if start == from {
                start = at;
            }
            end = self.left.start;
        }
        (start, self.block.get(start..end).unwrap_or_default())
    }

    /// The next word.
    #[inline(always)]
    fn word(&mut self) -> Option<(usize, &'a [u8])> {
        let found = if self.listed { self.entry()? } else { word(self.block, self.left.start, self.left.end)? };
        self.left.start = found.end;
        Some((found.start, self.block.get(found)?))
    }

    /// Where the next entry of a list is.
    #[cold]
    fn entry(&self) -> Option<Range<usize>> {
        let parts = |byte: &u8| byte.is_ascii_whitespace() || b"[]\"',".contains(byte);
        let left = self.block.get(self.left.clone())?;
        let start = left.iter().position(|byte| !parts(byte))?;
        let length = left[start..].iter().position(parts).unwrap_or(left.len() - start);
        Some(self.left.start + start..self.left.start + start + length)
    }

    /// A word that starts with a digit: a number, or a move that does.
    fn of_digits(&mut self, start: usize, word: &'a [u8]) -> Event<'a> {
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = word[digits..].iter().take_while(|byte| **byte == b'.').count();
        let value = word[..digits]
            .iter()
            .fold(0u32, |value, digit| value.saturating_mul(10).saturating_add(u32::from(digit - b'0')));
        let is_number = dots > 0 && !is_decimal(&word[digits..]);
        // Moves of correspondence chess may be mixed with those in SAN.
        let is_iccf = digits == word.len() && may_be_iccf(value) && other_than_san(self.notation).is_none();
        if !is_number && !is_iccf {
            return Event::Move(Cow::Borrowed(word));
        }
        // A move may be attached to its number.
        self.left.start = start + digits + dots;
        Event::Number { value, dots: u8::try_from(dots).unwrap_or(u8::MAX), half: false }
    }

    /// Whether a word is a result.
    fn termination(&self, word: &[u8]) -> Option<Termination> {
        match word {
            b"1-0" => Some(Termination::WhiteWins),
            b"0-1" => Some(Termination::BlackWins),
            b"1/2-1/2" => Some(Termination::Draw),
            b"*" => Some(Termination::Unknown),
            // In SAN these are castling, with zeros.
            b"0-0" if self.notation.spec().id == "uci" => Some(Termination::BothLose),
            _ => None,
        }
    }
}

/// Whether digits are those of a decimal, judged by what follows them. Four digits or more may be a move of
/// correspondence chess.
fn is_decimal(behind: &[u8]) -> bool {
    matches!(behind, [b'.', rest @ ..] if matches!(rest.len(), 1..=3) && rest.iter().all(u8::is_ascii_digit))
}

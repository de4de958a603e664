//! Writes the records of PGC.

use super::records::marker;
use crate::loss::LossKind;
use crate::notation::{NoText, pgc};
use crate::rules::{Move, Position};
use crate::write::Page;
use alloc::string::String;
use alloc::vec::Vec;

/// The longest text that a tag can have.
const LONGEST: usize = 255;

/// Writes the records of one game: moves in as few sequences as the text between them allows.
/// ```
/// use scoresheet_core::game::pgc::recorder::PgcRecorder;
/// let (mut recorder, mut out) = (PgcRecorder::default(), Vec::new());
/// recorder.begin(&mut out);
/// recorder.play(0x0d, &mut out);
/// recorder.nag(1, &mut out);
/// recorder.end(&mut out);
/// assert_eq!(out, b"\x05\x03\x01\x0d\x07\x01\x06");
/// ```
#[derive(Debug, Default)]
pub struct PgcRecorder {
    /// Where the sequence that still grows starts, and how many moves it has.
    sequence: Option<(usize, usize)>,
    /// The mainline and each open variation.
    open: Vec<OpenVariation>,
    /// Where the Result tag's value is, its length first.
    result: Option<usize>,
}

/// The mainline, or a variation.
#[derive(Debug)]
struct OpenVariation {
    /// Where it starts.
    start: usize,
    /// The sequence that it has ended, which continues if nothing of it is written.
    ended: Option<(usize, usize)>,
}

impl PgcRecorder {
    /// A game begins.
    pub fn begin(&mut self, out: &mut Vec<u8>) {
        self.start(out);
        out.push(marker::BEGIN);
    }

    /// A game begins, with its result: [`PgcRecorder::set_result`] corrects that.
    pub(crate) fn begin_with_result(&mut self, expected: &str, out: &mut Vec<u8>) {
        self.begin(out);
        out.extend_from_slice(b"\x02\x06Result");
        self.result = Some(out.len());
        out.push(expected.len() as u8);
        out.extend_from_slice(expected.as_bytes());
    }

    /// Corrects how the game ends: a marker. Nothing else may come for this game.
    pub fn set_result(&mut self, marker: &str, out: &mut Vec<u8>) {
        let Some(at) = self.result.take() else { return };
        let length = out.get(at).map_or(0, |length| usize::from(*length));
        if out.get(at + 1..at + 1 + length) != Some(marker.as_bytes()) {
            out.splice(at..at + 1 + length, core::iter::once(marker.len() as u8).chain(marker.bytes()));
        }
    }

    /// Moves are next; the text before them is not examined.
    pub fn start(&mut self, out: &[u8]) {
        self.sequence = None;
        self.result = None;
        self.open.clear();
        self.open.push(OpenVariation { start: out.len(), ended: None });
    }

    /// How many variations are open.
    pub fn depth(&self) -> usize {
        self.open.len().saturating_sub(1)
    }

    /// A move, by its ordinal.
    #[inline]
    pub fn play(&mut self, ordinal: u8, out: &mut Vec<u8>) {
        match &mut self.sequence {
            Some((start, 255)) => {
                // From here on the count takes two bytes.
                let start = *start;
                out.insert(start + 2, 0);
                self.sequence = Some((start, 256));
            }
            Some((_, count)) if *count < usize::from(u16::MAX) => *count += 1,
            _ => {
                self.end_sequence(out);
                self.sequence = Some((out.len(), 1));
                out.extend_from_slice(&[marker::MOVES, 0]);
            }
        }
        out.push(ordinal);
    }

    /// A legal move, played in `before`.
    ///
    /// # Errors
    /// If it has no ordinal.
    #[inline]
    pub(crate) fn play_in(&mut self, before: &Position, mv: Move, out: &mut Vec<u8>) -> Result<(), NoText> {
        let ordinal = pgc::ordinal_of(before, mv)?;
        self.play(ordinal, out);
        Ok(())
    }

    /// Writes how many moves the last sequence has.
    fn end_sequence(&mut self, out: &mut [u8]) {
        let Some((start, count)) = self.sequence.take() else { return };
        let [low, high] = (count as u16).to_le_bytes();
        let head: &[u8] = if count > 255 { &[marker::MANY_MOVES, low, high] } else { &[marker::MOVES, low] };
        if let Some(place) = out.get_mut(start..start + head.len()) {
            place.copy_from_slice(head);
        }
    }

    /// A NAG of the last move.
    pub fn nag(&mut self, value: u8, out: &mut Vec<u8>) {
        self.end_sequence(out);
        out.extend_from_slice(&[marker::NAG, value]);
    }

    /// A variation opens: after a move only.
    pub fn open(&mut self, out: &mut Vec<u8>) {
        let ended = self.sequence;
        self.end_sequence(out);
        self.open.push(OpenVariation { start: out.len(), ended });
        out.push(marker::OPEN);
    }

    /// A variation closes. An empty one is not written: `false`.
    pub fn close(&mut self, out: &mut Vec<u8>) -> bool {
        if self.depth() == 0 {
            return true;
        }
        self.end_sequence(out);
        match self.open.pop() {
            Some(line) if line.start + 1 == out.len() => {
                out.truncate(line.start);
                self.sequence = line.ended;
                false
            }
            _ => {
                out.push(marker::CLOSE);
                true
            }
        }
    }

    /// The text after a `%`; `false` if it is too long, and nothing is written then.
    pub fn escape(&mut self, text: &str, page: &mut Page) -> bool {
        let Ok(length) = u16::try_from(text.chars().count()) else { return false };
        let out = &mut page.out;
        self.end_sequence(out);
        out.push(marker::ESCAPE);
        out.extend_from_slice(&length.to_le_bytes());
        if !latin1(text, usize::MAX, out) {
            page.lose(LossKind::TagText, 1);
        }
        true
    }

    /// A comment, in a record made for the text after a `%`; `false` if it is too long.
    pub fn comment(&mut self, text: &str, page: &mut Page) -> bool {
        let mut braced = String::with_capacity(text.len() + 2);
        braced.push('{');
        braced.push_str(text);
        if braced.contains('}') {
            page.lose(LossKind::TagText, 1);
            braced = braced.replace('}', ")");
        }
        braced.push('}');
        self.escape(&braced, page)
    }

    /// The moves end.
    pub(crate) fn end_moves(&mut self, out: &mut Vec<u8>) {
        while self.depth() > 0 {
            self.close(out);
        }
        self.end_sequence(out);
    }

    /// The game ends.
    pub fn end(&mut self, out: &mut Vec<u8>) {
        self.end_moves(out);
        out.push(marker::END);
    }
}

/// Appends a tag; returns whether its name and its value are written whole.
pub fn tag(name: &str, value: &str, out: &mut Vec<u8>) -> [bool; 2] {
    out.push(marker::TAG);
    [text(name, out), text(value, out)]
}

/// Appends a text with its length in one byte: Latin-1, `?` for other characters, what is too long cut. Whether it is written
/// whole.
pub fn text(text: &str, out: &mut Vec<u8>) -> bool {
    let start = out.len();
    out.push(0);
    let whole = latin1(text, LONGEST, out);
    if let Some(length) = out.get(start + 1..).map(<[u8]>::len)
        && let Some(count) = out.get_mut(start)
    {
        *count = length as u8;
    }
    whole
}

/// Appends at most this many characters in Latin-1; returns whether that is all of the text.
pub fn latin1(text: &str, most: usize, out: &mut Vec<u8>) -> bool {
    let mut whole = true;
    for (index, letter) in text.chars().enumerate() {
        if index == most {
            return false;
        }
        let byte = u8::try_from(u32::from(letter)).ok().filter(|byte| *byte != 0);
        whole &= byte.is_some();
        out.push(byte.unwrap_or(b'?'));
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_variation_does_not_part_the_moves() {
        let (mut recorder, mut out) = (PgcRecorder::default(), Vec::new());
        recorder.begin(&mut out);
        recorder.play(0, &mut out);
        recorder.open(&mut out);
        assert!(!recorder.close(&mut out));
        recorder.play(1, &mut out);
        recorder.end(&mut out);
        assert_eq!(out, b"\x05\x03\x02\x00\x01\x06");
    }
}

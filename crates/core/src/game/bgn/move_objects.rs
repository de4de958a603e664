//! The moves of a document whose objects are written as nearly all are, found while the end of the document is looked
//! for, so that their text is read only once.

use super::fields::{USUAL, capture_at, usual_length, usual_words};
use crate::json::{behind_string, container_end, container_end_by};
use crate::rules::Square;
use alloc::vec::Vec;

/// A move whose object is `{"p":"P","f":"e2","t":"e4"}`, perhaps with `x` and `c` after these fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveObject {
    /// Where the object starts.
    pub(super) start: usize,
    length: u8,
    pub(super) from: Square,
    pub(super) to: Square,
    /// The letters that the fields give, and the number of the check: 0 if they are not there.
    pub(super) piece: u8,
    pub(super) captured: u8,
    pub(super) check: u8,
}

impl MoveObject {
    /// The move whose object starts at a brace, if it is such a move.
    #[inline(always)]
    fn at(text: &[u8], start: usize) -> Option<MoveObject> {
        let (piece, from, to) = usual_words(text.get(start + 1..)?)?;
        let (mut end, mut captured, mut check) = (start + 1 + USUAL, 0, 0);
        if text.get(end) != Some(&b'}') {
            if let Some((letter, behind)) = capture_at(text, end) {
                (captured, end) = (letter, behind);
            }
            if let Some([b',', b'"', b'c', b'"', b':', digit @ b'1'..=b'9']) = text.get(end..)?.first_chunk() {
                (check, end) = (digit - b'0', end + 6);
            }
            if text.get(end) != Some(&b'}') {
                return None;
            }
        }
        let length = (end + 1 - start) as u8;
        Some(MoveObject { start, length, from, to, piece, captured, check })
    }

    /// Where the object ends.
    #[inline(always)]
    pub(super) fn end(&self) -> usize {
        self.start + usize::from(self.length)
    }
}

/// The plain moves of the mainline of a document, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveObjects {
    moves: Vec<MoveObject>,
    /// How many of them were passed.
    passed: usize,
}

impl MoveObjects {
    /// None, in the memory of these.
    pub(super) fn emptied(mut self) -> MoveObjects {
        self.moves.clear();
        self.passed = 0;
        self
    }

    /// Where the array of moves ends whose bracket is given; `None` if the text ends before. Finds its plain moves that
    /// nothing but a comma parts from the bracket or from the move before.
    pub(super) fn find(&mut self, text: &[u8], bracket: usize) -> Option<usize> {
        let mut at = bracket + 1;
        loop {
            at = match text.get(at)? {
                b'{' => match MoveObject::at(text, at).filter(|_| matches!(text[at - 1], b'[' | b',')) {
                    Some(plain) => {
                        self.moves.push(plain);
                        plain.end()
                    }
                    None => container_end_by(text, at, usual_length)?,
                },
                b'[' => container_end(text, at)?,
                b'"' => behind_string(text, at)?,
                b'}' | b']' => return Some(at + 1),
                _ => at + 1,
            };
        }
    }

    /// The plain move that starts here, if one does. Moves are asked for in their order.
    #[inline(always)]
    pub(super) fn at(&mut self, start: usize) -> Option<MoveObject> {
        while let Some(plain) = self.moves.get(self.passed).filter(|plain| plain.start <= start) {
            if plain.start == start {
                return Some(*plain);
            }
            self.passed += 1;
        }
        None
    }
}

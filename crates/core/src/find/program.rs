//! A pattern as operations in postfix order.

use super::PatternError;
use super::op::Op;
use super::parser;
use super::squares::Squares;
use super::test::{Exact, Test};
use alloc::vec::Vec;

/// A pattern, ready to be matched.
///
/// ```
/// use scoresheet_core::find::Pattern;
/// assert!(Pattern::parse("material KRPvKR and not check").is_ok());
/// let error = Pattern::parse("check and or mate").unwrap_err();
/// assert_eq!((&"check and or mate"[error.at.clone()], error.to_string().is_empty()), ("or", false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pub(super) ops: Vec<Op>,
    pub(super) needs: Needs,
}

/// What a board must have for the pattern to hold on it or later. Pieces that are captured and pawns that move never come
/// back, so a game that lacks this can be left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Needs {
    /// How many pieces at least.
    pub(super) pieces: u32,
    /// Pawns on the squares that they start from.
    pub(super) unmoved: u64,
}

impl Needs {
    fn of(test: &Test) -> Needs {
        let of_squares =
            |squares: &Squares| Needs { pieces: squares.fewest_pieces(), unmoved: squares.unmoved_pawns() };
        match test {
            Test::Exact(Exact { squares, .. }) | Test::Board(squares) => of_squares(squares),
            Test::Material(material) => Needs { pieces: material.fewest_pieces(), unmoved: 0 },
            _ => Needs::default(),
        }
    }

    fn both(self, other: Needs) -> Needs {
        Needs { pieces: self.pieces.max(other.pieces), unmoved: self.unmoved | other.unmoved }
    }

    fn either(self, other: Needs) -> Needs {
        Needs { pieces: self.pieces.min(other.pieces), unmoved: self.unmoved & other.unmoved }
    }
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(text: &str) -> Result<Pattern, PatternError> {
        parser::parse(text).map(Pattern::new)
    }

    fn new(ops: Vec<Op>) -> Pattern {
        let mut needs: Vec<Needs> = Vec::new();
        for op in &ops {
            let last = needs.pop().unwrap_or_default();
            let needed = match op {
                Op::Test(test) => {
                    needs.push(last);
                    Needs::of(test)
                }
                Op::Not => Needs::default(),
                Op::For(_) => last,
                Op::And => needs.pop().unwrap_or_default().both(last),
                Op::Or => needs.pop().unwrap_or_default().either(last),
                Op::Then(_) => {
                    needs.pop();
                    last
                }
            };
            needs.push(needed);
        }
        Pattern { ops, needs: needs.pop().unwrap_or_default() }
    }
}

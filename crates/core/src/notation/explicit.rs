//! Moves described by their effect: two squares, a promotion, castling. BGN documents hold such moves.
//!
//! The texts are only shown to people; no file contains them.

use super::coordinates::{self, Coordinates};
use super::{MoveError, ParsedMove, SpellingNotes, Validation, uci};
use crate::rules::{Move, MoveKind, Position, Role, Square, Wing};
use alloc::vec::Vec;

/// The parts of a move that its text states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ExplicitMove {
    pub(crate) from: Option<Square>,
    pub(crate) to: Option<Square>,
    pub(crate) promotion: Option<Role>,
    pub(crate) castling: Option<Wing>,
    /// What is put on the destination from the hand.
    pub(crate) drop: Option<Role>,
    /// The turn passes.
    pub(crate) null: bool,
    /// The rules forbid it.
    pub(crate) illegal: bool,
}

impl ExplicitMove {
    /// The move in this position, which the rules may forbid.
    ///
    /// # Errors
    /// If there is none.
    #[inline(always)]
    pub(crate) fn find(self, before: &Position) -> Result<ParsedMove, MoveError> {
        match (self.from, self.to) {
            (Some(from), Some(to))
                if self.promotion.is_none() && self.castling.is_none() && before.may_go(from, to) =>
            {
                Ok(ParsedMove::plainly(Move::plain(from, to)))
            }
            _ => self.find_odd(before),
        }
    }

    #[inline(never)]
    fn find_odd(self, before: &Position) -> Result<ParsedMove, MoveError> {
        if self.null {
            let null = before.null_move();
            return Ok(ParsedMove { illegal: !before.is_legal(null), ..ParsedMove::plainly(null) });
        }
        if let (Some(role), Some(to)) = (self.drop, self.to) {
            return dropped(before, Move::drop(role, to));
        }
        if let Some(castling) =
            self.castling.and_then(|wing| before.castle(wing)).filter(|castling| self.fits(*castling))
        {
            return Ok(ParsedMove::plainly(castling));
        }
        let (Some(from), Some(to)) = (self.from, self.to) else {
            let squares =
                MoveError::Syntax { at: 0, expected: "the squares of the move, or the piece and the square of a drop" };
            return Err(if self.castling.is_some() { MoveError::Illegal } else { squares });
        };
        // What a pawn becomes elsewhere means nothing.
        let promotion = self.promotion.filter(|_| coordinates::reaches_last_rank(before, from, to));
        let told = Coordinates { from, to, promotion };
        // A move that is not marked as illegal must at least be one of this side.
        let lenient = if self.illegal { Validation::Off } else { Validation::Basic };
        let named = coordinates::named(before, told, Validation::Full)
            .or_else(|error| coordinates::named(before, told, lenient).map_err(|_| error));
        named.map(|named| ParsedMove { notes: SpellingNotes::default(), ..named })
    }

    /// Whether the stated squares are those of this castling.
    fn fits(self, castling: Move) -> bool {
        self.from.is_none_or(|from| from == castling.from) && self.to.is_none_or(|to| to == castling.destination())
    }

    /// The text for people: `e2e4`, `e7e8q`, `O-O`, `0000`, with a `!` after a move that is marked as illegal. `None`
    /// if it would be empty.
    pub(crate) fn shown(self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        match (self.castling, self.from, self.to, self.drop) {
            _ if self.null => out.extend_from_slice(b"0000"),
            (Some(Wing::King), ..) => out.extend_from_slice(b"O-O"),
            (Some(Wing::Queen), ..) => out.extend_from_slice(b"O-O-O"),
            (None, _, Some(to), Some(role)) => uci::push_drop(Move::drop(role, to), &mut out),
            (None, Some(from), Some(to), None) => {
                out.extend_from_slice(&from.name());
                out.extend_from_slice(&to.name());
                out.extend(self.promotion.map(|role| role.letter().to_ascii_lowercase()));
            }
            _ => return None,
        }
        if self.illegal {
            out.push(b'!');
        }
        Some(out)
    }

    /// What a text in this form contains.
    pub(crate) fn read(text: &[u8]) -> Option<ExplicitMove> {
        let (text, illegal) = text.strip_suffix(b"!").map_or((text, false), |text| (text, true));
        let told = ExplicitMove { illegal, ..ExplicitMove::default() };
        match text {
            b"0000" => Some(ExplicitMove { null: true, ..told }),
            b"O-O" => Some(ExplicitMove { castling: Some(Wing::King), ..told }),
            b"O-O-O" => Some(ExplicitMove { castling: Some(Wing::Queen), ..told }),
            &[letter, b'@', a, b] => {
                let drop = Role::from_letter(letter)?;
                Some(ExplicitMove { drop: Some(drop), to: Some(Square::parse(a, b)?), ..told })
            }
            &[a, b, c, d, ref rest @ ..] => {
                let (from, to) = (Some(Square::parse(a, b)?), Some(Square::parse(c, d)?));
                let promotion = match rest {
                    [] => None,
                    [letter] => Some(Role::from_letter(letter.to_ascii_uppercase())?),
                    _ => return None,
                };
                Some(ExplicitMove { from, to, promotion, ..told })
            }
            _ => None,
        }
    }
}

/// A drop, which need not be legal if the rules have drops and its square is empty.
fn dropped(before: &Position, mv: Move) -> Result<ParsedMove, MoveError> {
    let illegal = !before.is_legal(mv);
    if illegal && (!before.rules().has_drops() || before.occupied() & mv.to.bit() != 0) {
        return Err(MoveError::Illegal);
    }
    Ok(ParsedMove { illegal, ..ParsedMove::plainly(mv) })
}

/// The side to which a move castles; `None` for any other move.
pub(crate) fn castling_wing(mv: Move) -> Option<Wing> {
    (mv.kind == MoveKind::Castle).then_some(if mv.to > mv.from { Wing::King } else { Wing::Queen })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Hand, Piece, PositionParts, find};

    /// Kings, and a knight that White may drop.
    fn board(rules: &str) -> Position {
        let mut parts = PositionParts::empty(find(rules).expect("a name"));
        for (square, letter) in [(4, b'K'), (60, b'k')] {
            parts.pieces[square] = Piece::from_letter(letter);
        }
        parts.hand = Hand::default().with(Piece::from_letter(b'N').expect("a piece"), 1);
        Position::assemble(&parts)
    }

    #[test]
    fn drops_are_found_and_shown() {
        let found = |text: &[u8], rules: &str| {
            let told = ExplicitMove::read(text).expect("a move");
            assert_eq!(told.shown().as_deref(), Some(text));
            told.find(&board(rules)).map(|named| (named.mv, named.illegal))
        };
        let f3 = Square::at(5, 2);
        assert_eq!(found(b"N@f3", "crazyhouse"), Ok((Move::drop(Role::Knight, f3), false)));
        assert_eq!(found(b"Q@f3", "crazyhouse"), Ok((Move::drop(Role::Queen, f3), true)));
        assert_eq!(found(b"N@e1", "crazyhouse"), Err(MoveError::Illegal));
        assert_eq!(found(b"N@f3", "standard"), Err(MoveError::Illegal));
    }
}

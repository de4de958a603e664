//! What SAN says about a move besides its squares, in one byte, so that a move can be written without its position.

use super::super::short_text::{Growing, ShortText};
use crate::rules::{Move, MoveKind, Role};

/// The piece of a move, how much of its origin is written, whether it captures, and the mark at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SanCode(u8);

impl SanCode {
    /// The code of a move of which this is not known.
    pub(crate) const UNKNOWN: SanCode = SanCode(0);

    /// The number of the piece, which is never 0.
    const ROLE: u8 = 7;
    const FILE: u8 = 1 << 3;
    const RANK: u8 = 1 << 4;
    const TAKES: u8 = 1 << 5;
    const CHECK: u8 = 1 << 6;
    const MATE: u8 = 1 << 7;

    /// The code in this byte.
    #[inline]
    pub(crate) fn of_byte(byte: u8) -> SanCode {
        SanCode(byte)
    }

    /// The code as a byte.
    #[inline]
    pub(crate) fn byte(self) -> u8 {
        self.0
    }

    /// The code of a move that is written so, without a mark, in proper SAN.
    #[inline]
    pub(crate) fn of(mv: Move, proper: ShortText) -> SanCode {
        match mv.kind {
            MoveKind::Plain | MoveKind::EnPassant => {}
            MoveKind::Castle => return SanCode(Role::King as u8),
            MoveKind::Null | MoveKind::Drop => return SanCode::UNKNOWN,
        }
        let at = |place: usize| (proper.bytes() >> ((8 * place) & 63)) as u8;
        let role = SanCode::role_of(at(0));
        let promoted = if mv.promotion.is_some() { "=Q".len() } else { 0 };
        let before_target = proper.length().saturating_sub("e4".len() + promoted);
        let takes = before_target > 0 && at(before_target - 1) == b'x';
        // The letter of the piece comes first.
        let start = usize::from(role != Role::Pawn as u8);
        let origin = match before_target.wrapping_sub(start + usize::from(takes)) {
            0 => 0,
            1 if at(start).is_ascii_digit() => SanCode::RANK,
            1 => SanCode::FILE,
            _ => SanCode::FILE | SanCode::RANK,
        };
        let code = SanCode(role | origin | if takes { SanCode::TAKES } else { 0 });
        debug_assert!(code.unmarked(mv) == Some(proper), "{proper:?} is not proper");
        code
    }

    /// The number of the piece that a word with this first letter moves.
    #[inline]
    fn role_of(letter: u8) -> u8 {
        const ROLES: [u8; 256] = {
            let mut roles = [Role::Pawn as u8; 256];
            let mut letter = 0;
            while letter < 256 {
                if let Some(role) = Role::from_letter(letter as u8) {
                    roles[letter] = role as u8;
                }
                letter += 1;
            }
            roles
        };
        ROLES[usize::from(letter)]
    }

    /// The code with a mark of one byte or none.
    #[inline]
    pub(crate) fn marked(self, mark: &[u8]) -> SanCode {
        let bit = match mark {
            b"+" => SanCode::CHECK,
            b"#" => SanCode::MATE,
            _ => 0,
        };
        SanCode(self.0 & !(SanCode::CHECK | SanCode::MATE) | bit)
    }

    /// The text of the move as its bytes, the first one lowest, and their number; `None` if it is not known.
    #[inline]
    pub(crate) fn text(self, mv: Move) -> Option<(u64, usize)> {
        let mark: &[u8] = match self.0 & (SanCode::CHECK | SanCode::MATE) {
            0 => b"",
            SanCode::CHECK => b"+",
            _ => b"#",
        };
        Some(self.unmarked(mv)?.marked(mark))
    }

    /// The text without the mark, which leaves room for one.
    #[inline]
    fn unmarked(self, mv: Move) -> Option<ShortText> {
        let SanCode(bits) = self;
        let role = Role::from_number(bits & SanCode::ROLE)?;
        match mv.kind {
            MoveKind::Plain | MoveKind::EnPassant => {}
            MoveKind::Castle => return ShortText::of_san(if mv.to > mv.from { b"O-O" } else { b"O-O-O" }),
            MoveKind::Null | MoveKind::Drop => return None,
        }
        let mut text = Growing::default();
        text.push_if(role != Role::Pawn, role.letter());
        let [file, rank] = mv.from.name();
        text.push_if(bits & SanCode::FILE != 0, file);
        text.push_if(bits & SanCode::RANK != 0, rank);
        text.push_if(bits & SanCode::TAKES != 0, b'x');
        text.push(mv.to.name());
        if let Some(role) = mv.promotion {
            text.push([b'=', role.letter()]);
        }
        text.finish().filter(|text| text.length() < 8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Square;

    fn mv(squares: &[u8; 4]) -> Move {
        let [a, b, c, d] = *squares;
        Move::plain(Square::parse(a, b).expect("a square"), Square::parse(c, d).expect("a square"))
    }

    #[test]
    fn a_move_is_written_as_its_code_says() {
        let promotion = Move { promotion: Some(Role::Queen), ..mv(b"e7d8") };
        let castle = |to| Move { kind: MoveKind::Castle, ..mv(to) };
        for (mv, text) in [
            (mv(b"e2e4"), "e4"),
            (mv(b"e4d5"), "exd5"),
            (mv(b"g1f3"), "Nf3"),
            (mv(b"b1d2"), "Nbd2"),
            (mv(b"a1a3"), "R1xa3"),
            (mv(b"h4e1"), "Qh4xe1"),
            (promotion, "exd8=Q"),
            (castle(b"e1h1"), "O-O"),
            (castle(b"e8a8"), "O-O-O"),
        ] {
            let unmarked = ShortText::of_san(text.as_bytes()).expect("it is short");
            for mark in ["", "+", "#"] {
                let code = SanCode::of(mv, unmarked).marked(mark.as_bytes());
                let (bytes, length) = code.text(mv).expect("it is known");
                assert_eq!(bytes.to_le_bytes()[..length], *alloc::format!("{text}{mark}").as_bytes());
            }
        }
    }

    #[test]
    fn a_move_without_a_piece_on_its_square_has_no_code() {
        let text = ShortText::of_san(b"N@f3").expect("it is short");
        assert_eq!(SanCode::of(Move::drop(Role::Knight, Square::at(5, 2)), text), SanCode::UNKNOWN);
        assert_eq!(SanCode::UNKNOWN.marked(b"+").text(mv(b"e2e4")), None);
    }
}

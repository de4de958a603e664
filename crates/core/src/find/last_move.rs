//! The move that led to a position.

use super::region::{mirrored, squares_of};
use super::squares::{ANY_BLACK, ANY_WHITE, ANYTHING, Choice, only, swapped};
use super::test::is_check;
use crate::rules::{Color, MoveKind, Piece, Position, Role, Undo, Wing};

/// What a move must be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moved {
    /// The pieces that may move.
    movers: Choice,
    from: u64,
    to: u64,
    /// What is captured; [`ANYTHING`] if it does not matter, without the bit for nothing if something must be.
    captured: Choice,
    /// What a pawn may become, as `roles`; 0 if it does not matter.
    promotion: u8,
    castles: Option<Castles>,
    /// Whether it must give check.
    check: bool,
    /// Whether it must capture a pawn in passing.
    passing: bool,
    /// Whether it must be a drop. No other condition on moves applies to drops.
    drops: bool,
}

/// Castling, to either side or to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Castles {
    Any,
    To(Wing),
}

const ALL_ROLES: u8 = 0b0111_1110;
/// Any piece.
const SOME_PIECE: Choice = ANYTHING & !1;

impl Moved {
    /// Any move.
    const ANY: Moved = Moved {
        movers: SOME_PIECE,
        from: u64::MAX,
        to: u64::MAX,
        captured: ANYTHING,
        promotion: 0,
        castles: None,
        check: false,
        passing: false,
        drops: false,
    };

    /// An en passant capture.
    pub(super) fn en_passant() -> Moved {
        Moved { passing: true, ..Moved::ANY }
    }

    /// A drop of one of these pieces on these squares.
    pub(super) fn drop(pieces: Choice, to: u64) -> Moved {
        Moved { movers: pieces & SOME_PIECE, to, drops: true, ..Moved::ANY }
    }

    /// A move of one of these pieces between these squares.
    pub(super) fn of(pieces: Choice, from: u64, to: u64) -> Moved {
        Moved { movers: pieces & SOME_PIECE, from, to, ..Moved::ANY }
    }

    /// The same, if a certain side makes it.
    pub(super) fn by(self, color: Color) -> Moved {
        let side = if color == Color::White { ANY_WHITE } else { ANY_BLACK };
        Moved { movers: self.movers & side, ..self }
    }

    /// A capture of one of these pieces.
    pub(super) fn capture(captured: Choice) -> Moved {
        Moved { captured: captured & SOME_PIECE, ..Moved::ANY }
    }

    /// A capture of any piece.
    pub(super) fn any_capture() -> Moved {
        Moved::capture(SOME_PIECE)
    }

    /// A promotion, to one role or to any.
    pub(super) fn promotion(role: Option<Role>) -> Moved {
        Moved { promotion: role.map_or(ALL_ROLES, |role| 1 << role as u8), ..Moved::ANY }
    }

    /// Castling, to one wing or to either.
    pub(super) fn castling(wing: Option<Wing>) -> Moved {
        Moved { castles: Some(wing.map_or(Castles::Any, Castles::To)), ..Moved::ANY }
    }

    /// Reads a move as SAN spells it, of which most may be left out: `Nxf7`, `exd5`, `N`, `Nx`, `Rd1+`, `e8=Q`, `O-O`, `P@f7`,
    /// `@f7`. Without `x`, it may be a capture or not. A drop has `@`.
    pub(super) fn parse(text: &str) -> Option<Moved> {
        let (text, check) = match text.strip_suffix(['+', '#']) {
            Some(text) => (text, true),
            None => (text, false),
        };
        match text {
            "O-O" => return Some(Moved { check, ..Moved::castling(Some(Wing::King)) }),
            "O-O-O" => return Some(Moved { check, ..Moved::castling(Some(Wing::Queen)) }),
            _ => {}
        }
        if let Some((letter, to)) = text.split_once('@') {
            let movers = if letter.is_empty() { SOME_PIECE } else { of_either_side(role_of(letter)?) };
            return Some(Moved { check, ..Moved::drop(movers, squares_of(to)?) });
        }
        let (text, promotion) = match text.split_once('=') {
            Some((text, role)) => (text, 1 << role_of(role)? as u8),
            None => (text, 0),
        };
        let first = text.bytes().next()?;
        let (role, text) = match role_of(&text[..text.chars().next()?.len_utf8()]) {
            Some(role) => (role, &text[1..]),
            None if matches!(first, b'a'..=b'h' | b'x') => (Role::Pawn, text),
            None => return None,
        };
        let (before, to, captured) = match text.split_once('x') {
            Some((before, to)) => (before, to, SOME_PIECE),
            None => {
                let at = text.len().saturating_sub(2);
                let is_square = text.get(at..).is_some_and(|text| squares_of(text).is_some_and(u64::is_power_of_two));
                let at = if is_square { at } else { text.len() };
                (text.get(..at)?, text.get(at..)?, ANYTHING)
            }
        };
        let (from, to) = (squares_of(before)?, squares_of(to)?);
        Some(Moved { movers: of_either_side(role), from, to, captured, promotion, check, ..Moved::ANY })
    }

    /// Whether the move that was played like this, and led to this board, is such a move.
    pub(super) fn fit(&self, undo: &Undo, board: &Position) -> bool {
        let mv = undo.mv;
        // Nearly all moves go elsewhere.
        if self.to & mv.destination().bit() == 0 || self.from & mv.from.bit() == 0 || self.drops != mv.is_drop() {
            return false;
        }
        let castles = match self.castles {
            None => true,
            Some(_) if mv.kind != MoveKind::Castle => false,
            Some(Castles::Any) => true,
            Some(Castles::To(wing)) => (mv.to > mv.from) == (wing == Wing::King),
        };
        castles
            && (!self.passing || mv.kind == MoveKind::EnPassant)
            && self.movers >> (undo.role_number() + 8 * board.turn().other() as u8) & 1 == 1
            && self.takes(undo, board)
            && (self.promotion == 0 || mv.promotion.is_some_and(|role| self.promotion >> role as u8 & 1 == 1))
            && (!self.check || is_check(board))
    }

    fn takes(&self, undo: &Undo, board: &Position) -> bool {
        if self.captured == ANYTHING {
            return true;
        }
        let taken = Role::from_number(undo.captured_number());
        taken.is_some_and(|role| only(Piece { color: board.turn(), role }) & self.captured != 0)
    }

    /// The square that it needs a piece to move to, if there is only one.
    pub(super) fn reached(&self) -> u64 {
        if self.to.is_power_of_two() { self.to } else { 0 }
    }

    /// The same with files exchanged.
    pub(super) fn mirrored(self) -> Moved {
        Moved { from: mirrored(self.from), to: mirrored(self.to), ..self }
    }

    /// The same for the other side.
    pub(super) fn swapped(self) -> Moved {
        let (captured, movers) = (swapped(self.captured), swapped(self.movers));
        Moved { from: self.from.swap_bytes(), to: self.to.swap_bytes(), captured, movers, ..self }
    }
}

/// A piece of this role, White's or Black's.
fn of_either_side(role: Role) -> Choice {
    1 << role as u8 | 1 << (8 + role as u8)
}

/// The role of an upper-case letter.
fn role_of(text: &str) -> Option<Role> {
    let [letter @ b'A'..=b'Z'] = text.as_bytes() else { return None };
    Role::from_letter(*letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::fen;
    use crate::rules::{Move, Square};

    fn fits(pattern: &str, before: &str, uci: &str) -> bool {
        let moved = Moved::parse(pattern).unwrap_or_else(|| panic!("{pattern}"));
        let mut board = fen::parse(before).unwrap();
        let named = |mv: &crate::rules::Move| alloc::format!("{}{}", mv.from, mv.destination()) == uci[..4];
        let mv = board.legal_moves().into_iter().find(named).expect("a legal move");
        let undo = board.play_unchecked(mv);
        moved.fit(&undo, &board)
    }

    #[test]
    fn moves_are_distinguished_by_what_is_named() {
        let italian = "r1bqkb1r/ppp2ppp/2n5/3np1N1/2B5/8/PPPP1PPP/RNBQK2R w KQkq - 0 6";
        for (pattern, uci, expected) in [
            ("Nxf7", "g5f7", true),
            ("Nf7", "g5f7", true),
            ("N", "g5f7", true),
            ("Nx", "g5f7", true),
            ("Ngf7", "g5f7", true),
            ("N5f7", "g5f7", true),
            ("Ng5f7", "g5f7", true),
            ("Ng", "g5f7", true),
            ("Bxf7", "g5f7", false),
            ("Nxf7+", "g5f7", false),
            ("Nbf7", "g5f7", false),
            ("Nx", "g5f3", false),
            ("O-O", "e1g1", true),
            ("O-O-O", "e1g1", false),
            ("K", "e1g1", true),
            ("d4", "d2d4", true),
            ("d", "d2d4", true),
            ("e4", "d2d4", false),
            ("Bxd5", "c4d5", true),
        ] {
            assert_eq!(fits(pattern, italian, uci), expected, "{pattern} {uci}");
        }
        let promoting = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
        assert!(fits("gx", promoting, "g2h1") && fits("xh1", promoting, "g2h1") && !fits("hx", promoting, "g2h1"));
    }

    #[test]
    fn drops_are_moves_of_their_own() {
        let fen = "4k3/8/8/8/8/8/8/N3K3[NPn] w - - 0 1";
        let fits = |pattern: &str, mv: Move| {
            let mut board = fen::read(fen.as_bytes(), None).unwrap().0;
            let undo = board.play_unchecked(mv);
            Moved::parse(pattern).unwrap_or_else(|| panic!("{pattern}")).fit(&undo, &board)
        };
        let c2 = Square::at(2, 1);
        let (drop, step) = (Move::drop(Role::Knight, c2), Move::plain(Square::at(0, 0), c2));
        for (pattern, dropped, moved) in [
            ("N@c2", true, false),
            ("@c2", true, false),
            ("N@", true, false),
            ("@2", true, false),
            ("@", true, false),
            ("N@c3", false, false),
            ("P@c2", false, false),
            ("N@c2+", false, false),
            ("Nc2", false, true),
            ("N", false, true),
            ("c2", false, false),
        ] {
            assert_eq!((fits(pattern, drop), fits(pattern, step)), (dropped, moved), "{pattern}");
        }
        assert!(fits("N@f6+", Move::drop(Role::Knight, Square::at(5, 5))));
        assert_eq!(Moved::parse("x@f6"), None);
    }

    #[test]
    fn other_texts_are_not_moves() {
        for text in ["", "+", "X", "Nz", "Nf9", "Nf77", "e4e", "=Q", "e8=", "e8=q", "O-", "é", "Nxxf7", "nf3"] {
            assert_eq!(Moved::parse(text), None, "{text}");
        }
    }

    #[test]
    fn moves_are_mirrored_and_swapped() {
        let moved = |text| Moved::parse(text).unwrap();
        assert_eq!(moved("Nbxd2").mirrored(), moved("Ngxe2"));
        assert_eq!(moved("Nbxd2").swapped(), moved("Nbxd7"));
    }
}

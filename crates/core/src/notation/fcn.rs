//! Friendly Coordinate Notation: piece, origin, target, what was taken, and marks. `Pe2-e4`, `Qh5-f7xP+#`, `Pe5-d6en`, `KC`.
//!
//! What the text says twice is held against the board: the piece, what it takes, whether a pawn passed. Version 1.1 adds the
//! third mark, which says that a game was won or drawn otherwise than on the board.

use super::coordinates::{self, Coordinates};
use super::mcn::{promoted, square};
use super::{Claim, Field, Fields, Last, MoveError, MoveNotation, Named, NoText, Spec, Unmarked, Validation, Words};
use crate::eight;
use crate::loss::LossKind;
use crate::rules::attacks::Squares;
use crate::rules::{Kind, Move, Position, Role, Square, Wing};
use alloc::vec::Vec;

/// The notation, in one of its versions.
pub struct Fcn {
    spec: Spec,
    /// Whether there is a third mark.
    third: bool,
}

/// Version 1.1.
pub static FCN: Fcn = Fcn {
    spec: Spec {
        id: "fcn",
        title: "Friendly Coordinate Notation",
        source: "VGN and Chess Notation Updates 1.1 (2015), FCN 1.1",
        example: "Ng1-f3",
        version: "1.1",
        pattern: r"(?ai)^(?:[kq]c|[kqbnr][a-h][1-8]-[a-h][1-8](?:x[qbnrp])?|p[a-h][1-8]-[a-h][1-8](?:en|(?:x[qbnrp])?(?:=[qbnr])?))\+?(?:#[+#]?)?\Z",
        binary: false,
        words: Words::NOWHERE,
        losses: &[LossKind::KingCapture, LossKind::NullMove],
        limits: None,
    },
    third: true,
};

/// Version 1.0.
pub static FCN_1_0: Fcn = Fcn {
    spec: Spec {
        id: "fcn2",
        title: "Friendly Coordinate Notation 1.0",
        source: "Chess Notation (2015), FCN 1.0",
        example: "Ng1-f3",
        version: "1.0",
        pattern: r"(?ai)^(?:[kq]c|[kqbnr][a-h][1-8]-[a-h][1-8](?:x[qbnrp])?|p[a-h][1-8]-[a-h][1-8](?:en|(?:x[qbnrp])?(?:=[qbnr])?))\+?#?\Z",
        binary: false,
        words: Words::NOWHERE,
        losses: &[LossKind::KingCapture, LossKind::NullMove],
        limits: Some("a game won or drawn otherwise than on the board ends without a mark"),
    },
    third: false,
};

impl MoveNotation for Fcn {
    fn spec(&self) -> &'static Spec {
        if self.third { &FCN.spec } else { &FCN_1_0.spec }
    }

    fn write(&self, before: &Position, mv: Move, last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        write_body(before, mv, out)?;
        let last = if self.third { last } else { Last::No };
        out.extend_from_slice(Claim::of_board(&before.after(mv), last).marks());
        Ok(())
    }

    #[inline]
    fn unmarked(&self, before: &Position, mv: Move) -> Option<Unmarked> {
        let plain = matches!(mv.kind, Kind::Plain | Kind::EnPassant) && mv.promotion.is_none();
        if plain && before.occupied() & mv.from.bit() != 0 { unmarked(before, mv) } else { None }
    }

    fn read(&self, before: &Position, text: &[u8], validation: Validation) -> Result<Named, MoveError> {
        let (spelled, claim) = self.parse(text)?;
        let named = match spelled {
            Spelled::Castle(wing) => castle(before, wing, validation),
            Spelled::Move(piece) => piece.named(before, validation),
        };
        named.map(|named| Named { claim, ..named })
    }

    fn plain(&self, before: &Position, text: &[u8]) -> Option<Named> {
        let (&[letter, from_file, from_rank, b'-', to_file, to_rank], rest) = text.split_first_chunk()? else {
            return None;
        };
        let (from, to) = (Square::parse(from_file, from_rank)?, Square::parse(to_file, to_rank)?);
        let (taken, check) = match *rest {
            [] => (None, false),
            [b'+'] => (None, true),
            [b'x', taken] => (Some(Role::from_letter(taken)?), false),
            [b'x', taken, b'+'] => (Some(Role::from_letter(taken)?), true),
            _ => return None,
        };
        let mover = before.piece_at(from)?;
        if mover.role.letter() != letter || before.piece_at(to).map(|piece| piece.role) != taken {
            return None;
        }
        let claim = if check { Claim::OpenCheck } else { Claim::Open };
        let claim = if self.third { claim } else { claim.without_end() };
        coordinates::plain(before, from, to).map(|named| Named { claim, ..named })
    }

    fn fields(&self, text: &[u8]) -> Option<Result<Fields, MoveError>> {
        Some(self.parse(text).map(|(spelled, claim)| fields_of(spelled, claim)))
    }
}

/// Appends the move without its marks.
///
/// # Errors
/// For null moves, taking a king, and what no piece becomes.
pub fn write_body(before: &Position, mv: Move, out: &mut Vec<u8>) -> Result<(), NoText> {
    if !matches!(mv.kind, Kind::Plain | Kind::EnPassant) {
        return write_of_king(mv, out);
    }
    if before.role(Role::King) & mv.to.bit() != 0 {
        return Err(NoText(LossKind::KingCapture));
    }
    let role = before.piece_at(mv.from).map(|piece| piece.role).ok_or(NoText(LossKind::IllegalMove))?;
    // Only pawns can be written to become something, and not into a king.
    if mv.promotion.is_some_and(|to| role != Role::Pawn || !Role::PROMOTIONS.contains(&to)) {
        return Err(NoText(LossKind::IllegalMove));
    }
    if let Some(text) = unmarked(before, mv) {
        eight::push(out, text.bytes(), text.length());
    }
    if let Some(role) = mv.promotion {
        out.extend_from_slice(&[b'=', role.letter()]);
    }
    Ok(())
}

/// A plain move as a number, but for what a pawn becomes.
#[inline]
fn unmarked(before: &Position, mv: Move) -> Option<Unmarked> {
    let (mover, taken) = (before.codes()[mv.from.index()] & 7, before.codes()[mv.to.index()] & 7);
    let letter = |code: u8| u64::from(Role::LETTERS[usize::from(code)]);
    let name = |square: Square| u64::from(u16::from_le_bytes(square.name()));
    let squares = letter(mover) | name(mv.from) << 8 | u64::from(b'-') << 24 | name(mv.to) << 32;
    if mv.kind == Kind::EnPassant {
        return Unmarked::new(squares | u64::from(u16::from_le_bytes(*b"en")) << 48, 8);
    }
    let takes = u64::from(b'x') << 48 | letter(taken) << 56;
    if taken == 0 { Unmarked::new(squares, 6) } else { Unmarked::new(squares | takes, 8) }
}

/// Castling and null moves.
#[cold]
fn write_of_king(mv: Move, out: &mut Vec<u8>) -> Result<(), NoText> {
    if mv.kind == Kind::Null {
        return Err(NoText(LossKind::NullMove));
    }
    out.extend_from_slice(if mv.to > mv.from { b"KC" } else { b"QC" });
    Ok(())
}

/// What a text says, without its marks.
#[derive(Clone, Copy)]
enum Spelled {
    Castle(Wing),
    Move(PieceMove),
}

/// What a text says of a piece's move.
#[derive(Clone, Copy)]
struct PieceMove {
    role: Role,
    from: Square,
    to: Square,
    taken: Option<Role>,
    en_passant: bool,
    promotion: Option<Role>,
}

impl Fcn {
    fn parse(&self, text: &[u8]) -> Result<(Spelled, Claim), MoveError> {
        let (spelled, length) = spelled(text)?;
        let marks = &text[length..];
        let known = |end: usize| marks.get(..end).and_then(Claim::of_marks).filter(|claim| self.says(*claim));
        if let Some(claim) = known(marks.len()) {
            return Ok((spelled, if self.third { claim } else { claim.without_end() }));
        }
        // The marks are wrong from where on no beginning of them means anything.
        let right = (0..marks.len()).rev().find(|end| known(*end).is_some()).unwrap_or(0);
        Err(MoveError::Syntax { at: length + right, expected: "the end of the move" })
    }

    /// Whether this version has these marks.
    fn says(&self, claim: Claim) -> bool {
        self.third || !matches!(claim, Claim::Won | Claim::WonCheck | Claim::Drawn | Claim::DrawnCheck)
    }
}

/// What a text says in front of its marks, and how many bytes that takes. `KC` and `QC` may also begin a piece's move from the c-file.
fn spelled(text: &[u8]) -> Result<(Spelled, usize), MoveError> {
    let at = |index: usize| text.get(index).map_or(0, u8::to_ascii_lowercase);
    let wing = match (at(0), at(1), at(2)) {
        (_, _, b'1'..=b'8') => None,
        (b'k', b'c', _) => Some(Wing::King),
        (b'q', b'c', _) => Some(Wing::Queen),
        _ => None,
    };
    match wing {
        Some(wing) => Ok((Spelled::Castle(wing), 2)),
        None => piece_move(text).map(|(piece, length)| (Spelled::Move(piece), length)),
    }
}

fn piece_move(text: &[u8]) -> Result<(PieceMove, usize), MoveError> {
    let letter = |at: usize| text.get(at).map_or(0, u8::to_ascii_uppercase);
    let role = Role::from_letter(letter(0)).ok_or(syntax(text, 0, "a piece, one of `KQRBNP`, or `KC` or `QC`"))?;
    let from = square(text, 1)?;
    if letter(3) != b'-' {
        return Err(syntax(text, 3, "a hyphen"));
    }
    let to = square(text, 4)?;
    let mut piece = PieceMove { role, from, to, taken: None, en_passant: false, promotion: None };
    let mut length = 6;
    let is_pawn = role == Role::Pawn;
    if letter(length) == b'X' {
        let taken = Role::from_letter(letter(length + 1)).filter(|role| *role != Role::King);
        piece.taken = Some(taken.ok_or(syntax(text, length + 1, "the piece taken, one of `QRBNP`"))?);
        length += 2;
    } else if is_pawn && letter(length) == b'E' {
        if letter(length + 1) != b'N' {
            return Err(syntax(text, length + 1, "`en`"));
        }
        piece.en_passant = true;
        length += 2;
    }
    if is_pawn && !piece.en_passant && letter(length) == b'=' {
        piece.promotion = Some(promoted(letter(length + 1), (length + 1).min(text.len()))?);
        length += 2;
    }
    Ok((piece, length))
}

fn syntax(text: &[u8], at: usize, expected: &'static str) -> MoveError {
    MoveError::Syntax { at: at.min(text.len()), expected }
}

impl PieceMove {
    fn named(self, before: &Position, validation: Validation) -> Result<Named, MoveError> {
        let PieceMove { from, to, promotion, .. } = self;
        if from == to {
            return Err(MoveError::Forbidden("a move does not end where it starts"));
        }
        let role = coordinates::mover(before, from, validation)?;
        let passes = coordinates::passes(before, role, from, to);
        if validation != Validation::Off {
            self.judge(before, role, passes)?;
        }
        coordinates::judge_promotion(before, Coordinates { from, to, promotion }, validation)?;
        let kind = if self.en_passant && passes { Kind::EnPassant } else { Kind::Plain };
        coordinates::checked(before, Move { from, to, promotion, kind }, validation)
    }

    /// What the text says of the board is so.
    fn judge(self, before: &Position, role: Role, passes: bool) -> Result<(), MoveError> {
        let stands = before.piece_at(self.to).map(|piece| piece.role);
        let wrong = if role != self.role {
            "another piece stands where it starts"
        } else if self.en_passant && !passes {
            "no pawn can be taken in passing there"
        } else if passes && !self.en_passant {
            "it takes in passing, which is written `en`"
        } else if !self.en_passant && stands != self.taken {
            match (stands, self.taken) {
                (None, _) => "it takes nothing there",
                (Some(_), None) => "it does not say what it takes",
                (Some(_), Some(_)) => "it takes another piece there",
            }
        } else {
            return Ok(());
        };
        Err(MoveError::Forbidden(wrong))
    }
}

/// Castling to a wing. Without the right only where nothing is asked, and then with the rook farthest out.
fn castle(before: &Position, wing: Wing, validation: Validation) -> Result<Named, MoveError> {
    let us = before.turn();
    let king = before.king(us).filter(|_| before.has_two_kings());
    let king = king.ok_or(MoveError::Forbidden("there is no castling without one king on each side"))?;
    let outermost = || {
        let rank = 0xff << (us.back_rank() * 8);
        let mut rooks = Squares(before.of(us, Role::Rook) & rank).filter(|rook| (*rook > king) == (wing == Wing::King));
        if wing == Wing::King { rooks.last() } else { rooks.next() }
    };
    let rook = match before.castling_rook(us, wing) {
        None if validation == Validation::Off && king.rank() == us.back_rank() => outermost(),
        right => right,
    };
    let to = rook.ok_or(MoveError::Forbidden("the right to castle there is gone"))?;
    coordinates::checked(before, Move { from: king, to, promotion: None, kind: Kind::Castle }, validation)
}

/// What a text and its marks say, as fields.
fn fields_of(spelled: Spelled, claim: Claim) -> Fields {
    let piece = match spelled {
        Spelled::Castle(_) => None,
        Spelled::Move(piece) => Some(piece),
    };
    let castle = match spelled {
        Spelled::Castle(Wing::King) => Field::Text("KC".into()),
        Spelled::Castle(Wing::Queen) => Field::Text("QC".into()),
        Spelled::Move(_) => Field::Nothing,
    };
    let is_passing = piece.is_some_and(|piece| piece.en_passant);
    let taken = piece.and_then(|piece| if is_passing { Some(Role::Pawn) } else { piece.taken });
    let mut fields = Vec::from([
        ("castle", castle),
        ("piece", Field::role(Some(piece.map_or(Role::King, |piece| piece.role)))),
        ("from", piece.map_or(Field::Nothing, |piece| Field::square(piece.from))),
        ("to", piece.map_or(Field::Nothing, |piece| Field::square(piece.to))),
        ("capture", Field::role(taken)),
        ("enPassant", Field::Truth(is_passing)),
        ("promotion", Field::role(piece.and_then(|piece| piece.promotion))),
    ]);
    fields.extend(claim.fields());
    fields
}

//! Friendly Coordinate Notation: piece, origin, target, what was taken, and marks. `Pe2-e4`, `Qh5-f7xP+#`, `Pe5-d6en`, `KC`.
//!
//! Redundant information is checked against the board: the piece, the capture, en passant. Version 1.1 adds the
//! third mark, for a game that was not decided on the board.

mod undo;

use super::coordinates::{self, Coordinates};
use super::mcn::{promoted, square};
use super::{
    Claim, Field, Front, Last, MoveError, MoveNotation, NoText, NotationSpec, OptionalMove, ParsedMove, PlainMove,
    ReversibleNotation, ShortText, TextFields, Validation, WordUse,
};
use crate::loss::LossKind;
use crate::rules::attacks::Squares;
use crate::rules::{Move, MoveKind, Position, Role, Square, Wing};
use crate::swar::{self, below};
use alloc::vec::Vec;

/// The notation, in one of its versions.
pub struct Fcn {
    spec: NotationSpec,
    /// Whether there is a third mark.
    third: bool,
}

/// Version 1.1.
pub static FCN: Fcn = Fcn {
    spec: NotationSpec {
        id: "fcn",
        title: "Friendly Coordinate Notation",
        source: "VGN and Chess Notation Updates 1.1 (2015), FCN 1.1",
        example: "Ng1-f3",
        version: "1.1",
        pattern: r"(?:[KQkq][Cc]|[BKNQRbknqr][A-Ha-h][1-8]-[A-Ha-h][1-8](?:[Xx][BNPQRbnpqr])?|[Pp][A-Ha-h][1-8]-[A-Ha-h][1-8](?:[Ee][Nn]|(?:[Xx][BNPQRbnpqr])?(?:=[BNQRbnqr])?))\+?(?:#[+#]?)?",
        binary: false,
        words: WordUse::NOWHERE,
        losses: &[LossKind::KingCapture, LossKind::NullMove, LossKind::Drop],
        limits: None,
    },
    third: true,
};

/// Version 1.0.
pub static FCN_1_0: Fcn = Fcn {
    spec: NotationSpec {
        id: "fcn2",
        title: "Friendly Coordinate Notation 1.0",
        source: "Chess Notation (2015), FCN 1.0",
        example: "Ng1-f3",
        version: "1.0",
        pattern: r"(?:[KQkq][Cc]|[BKNQRbknqr][A-Ha-h][1-8]-[A-Ha-h][1-8](?:[Xx][BNPQRbnpqr])?|[Pp][A-Ha-h][1-8]-[A-Ha-h][1-8](?:[Ee][Nn]|(?:[Xx][BNPQRbnpqr])?(?:=[BNQRbnqr])?))\+?#?",
        binary: false,
        words: WordUse::NOWHERE,
        losses: &[LossKind::KingCapture, LossKind::NullMove, LossKind::Drop],
        limits: Some("a game that was not decided on the board ends without a mark"),
    },
    third: false,
};

impl MoveNotation for Fcn {
    fn spec(&self) -> &'static NotationSpec {
        if self.third { &FCN.spec } else { &FCN_1_0.spec }
    }

    fn write(&self, before: &Position, mv: Move, last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        write_body(before, mv, out)?;
        let last = if self.third { last } else { Last::No };
        out.extend_from_slice(Claim::of_board(&before.after(mv), last).marks());
        Ok(())
    }

    #[inline]
    fn unmarked(&self, before: &Position, mv: Move) -> Option<ShortText> {
        let plain = matches!(mv.kind, MoveKind::Plain | MoveKind::EnPassant) && mv.promotion.is_none();
        if plain && before.occupied() & mv.from.bit() != 0 { unmarked(before, mv) } else { None }
    }

    fn read(&self, before: &Position, text: &[u8], validation: Validation) -> Result<ParsedMove, MoveError> {
        let (spelled, claim) = self.parse(text)?;
        let named = match spelled {
            FcnText::Castle(wing) => castle(before, wing, validation),
            FcnText::Move(piece) => piece.named(before, validation),
        };
        named.map(|named| ParsedMove { claim, ..named })
    }

    #[inline(always)]
    fn plain(&self, before: &Position, front: &Front) -> PlainMove {
        let Some((from, to)) = plain_squares(front) else { return self.plain_castling(before, front) };
        let [moved, there] = [from, to].map(|square| usize::from(before.codes()[square.index()] & 7));
        let (taken, tail) = (TAKEN[there], swar::first(&front[6..]));
        if front[0] != Role::LETTERS[moved] || tail & taken.mask != taken.signs || !before.may_go(from, to) {
            return PlainMove::NOTHING;
        }
        let found = OptionalMove::plain_if(true, from, to);
        // The end of the text is found without the board, so that reading the next move does not have to wait for it.
        let length = below(tail, b' ' + 1).trailing_zeros();
        let check = (tail >> taken.bits) as u8 == b'+';
        if length & !7 != taken.bits + u32::from(check) * 8 {
            return self.with_marks(found, front, 6 + taken.bits as u8 / 8);
        }
        let claim = if check { Claim::OpenCheck } else { Claim::Open };
        let claim = if self.third { claim } else { claim.without_end() };
        PlainMove::of(found, 6 + length as u8 / 8, claim)
    }

    fn reversible(&self) -> Option<&dyn ReversibleNotation> {
        Some(self)
    }

    fn fields(&self, text: &[u8]) -> Option<Result<TextFields, MoveError>> {
        Some(self.parse(text).map(|(spelled, claim)| fields_of(spelled, claim)))
    }
}

/// Appends the move without its marks.
///
/// # Errors
/// For null moves, the capture of a king, and impossible promotions.
pub fn write_body(before: &Position, mv: Move, out: &mut Vec<u8>) -> Result<(), NoText> {
    if !matches!(mv.kind, MoveKind::Plain | MoveKind::EnPassant) {
        return write_of_king(mv, out);
    }
    if before.role(Role::King) & mv.to.bit() != 0 {
        return Err(NoText(LossKind::KingCapture));
    }
    let role = before.piece_at(mv.from).map(|piece| piece.role).ok_or(NoText(LossKind::IllegalMove))?;
    // Only pawns can be written to become something, and not into a king.
    if let Some(to) = mv.promotion
        && (role != Role::Pawn || !Role::PROMOTIONS.contains(&to))
    {
        return Err(NoText(if to == Role::King { LossKind::Drop } else { LossKind::IllegalMove }));
    }
    if let Some(text) = unmarked(before, mv) {
        swar::push(out, text.bytes(), text.length());
    }
    if let Some(role) = mv.promotion {
        out.extend_from_slice(&[b'=', role.letter()]);
    }
    Ok(())
}

/// A plain move as a number, except for what a pawn becomes.
#[inline]
fn unmarked(before: &Position, mv: Move) -> Option<ShortText> {
    let (mover, taken) = (before.codes()[mv.from.index()] & 7, before.codes()[mv.to.index()] & 7);
    let letter = |code: u8| u64::from(Role::LETTERS[usize::from(code)]);
    let name = |square: Square| u64::from(u16::from_le_bytes(square.name()));
    let squares = letter(mover) | name(mv.from) << 8 | u64::from(b'-') << 24 | name(mv.to) << 32;
    if mv.kind == MoveKind::EnPassant {
        return ShortText::new(squares | u64::from(u16::from_le_bytes(*b"en")) << 48, 8);
    }
    let takes = u64::from(b'x') << 48 | letter(taken) << 56;
    if taken == 0 { ShortText::new(squares, 6) } else { ShortText::new(squares | takes, 8) }
}

/// Castling, null moves and drops.
#[cold]
fn write_of_king(mv: Move, out: &mut Vec<u8>) -> Result<(), NoText> {
    match mv.kind {
        MoveKind::Null => return Err(NoText(LossKind::NullMove)),
        MoveKind::Drop => return Err(NoText(LossKind::Drop)),
        _ => out.extend_from_slice(if mv.to > mv.from { b"KC" } else { b"QC" }),
    }
    Ok(())
}

/// The content of a text, without its marks.
#[derive(Clone, Copy)]
enum FcnText {
    Castle(Wing),
    Move(PieceMove),
}

/// The statements of a text about a piece's move.
#[derive(Clone, Copy)]
struct PieceMove {
    role: Role,
    from: Square,
    to: Square,
    taken: Option<Role>,
    en_passant: bool,
    promotion: Option<Role>,
}

/// The capture in a plain move: `xP` as the first of eight bytes, which of these count, and how many bits that are.
#[derive(Clone, Copy)]
struct FcnCapture {
    signs: u64,
    mask: u64,
    bits: u32,
}

/// The same by the number of the role that is taken.
static TAKEN: [FcnCapture; 8] = {
    let mut table = [FcnCapture { signs: 0, mask: 0, bits: 0 }; 8];
    let mut role = 1;
    while role < 8 {
        let signs = u16::from_le_bytes([b'x', Role::LETTERS[role]]);
        table[role] = FcnCapture { signs: signs as u64, mask: 0xffff, bits: 16 };
        role += 1;
    }
    table
};

/// The two squares of `Ng1-f3`; `None` if anything else is there.
#[inline(always)]
fn plain_squares(front: &Front) -> Option<(Square, Square)> {
    let told = swar::first(front);
    // A byte below the one that is taken from it borrows from the next, and leaves bits that no file or rank has.
    let told = told.wrapping_sub(u64::from_le_bytes(*b"\0a1-a1\0\0"));
    let [_, from_file, from_rank, _, to_file, to_rank, ..] = told.to_le_bytes();
    let fits = told & 0xf8f8_fff8_f800 == 0;
    fits.then(|| (Square::at(from_file, from_rank), Square::at(to_file, to_rank)))
}

impl Fcn {
    /// The notation as a version of this one, if it is one.
    pub fn of(notation: &dyn MoveNotation) -> Option<&'static Fcn> {
        [&FCN, &FCN_1_0].into_iter().find(|known| core::ptr::eq(&raw const known.spec, notation.spec()))
    }

    /// A move whose marks, if its text has any, start at `length`.
    #[inline(never)]
    fn with_marks(&self, found: OptionalMove, front: &Front, length: u8) -> PlainMove {
        let marks = front.get(usize::from(length)..).unwrap_or_default();
        let count = marks.iter().take_while(|sign| matches!(sign, b'+' | b'#')).count();
        match Claim::of_marks(&marks[..count]).filter(|claim| self.says(*claim)) {
            Some(claim) => {
                let claim = if self.third { claim } else { claim.without_end() };
                PlainMove::of(found, length + count as u8, claim)
            }
            None => PlainMove::NOTHING,
        }
    }

    /// `KC` and `QC`, if that is legal.
    #[inline(never)]
    fn plain_castling(&self, before: &Position, front: &Front) -> PlainMove {
        let castled = match [front[0], front[1]] {
            [b'K', b'C'] => before.castle(Wing::King),
            [b'Q', b'C'] => before.castle(Wing::Queen),
            _ => None,
        };
        match castled {
            Some(mv) => self.with_marks(OptionalMove::of(Some(mv)), front, 2),
            None => PlainMove::NOTHING,
        }
    }

    fn parse(&self, text: &[u8]) -> Result<(FcnText, Claim), MoveError> {
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

/// The content of a text before its marks, and the number of its bytes. `KC` and `QC` may also begin a piece's move
/// from the c-file.
fn spelled(text: &[u8]) -> Result<(FcnText, usize), MoveError> {
    let at = |index: usize| text.get(index).map_or(0, u8::to_ascii_lowercase);
    let wing = match (at(0), at(1), at(2)) {
        (_, _, b'1'..=b'8') => None,
        (b'k', b'c', _) => Some(Wing::King),
        (b'q', b'c', _) => Some(Wing::Queen),
        _ => None,
    };
    match wing {
        Some(wing) => Ok((FcnText::Castle(wing), 2)),
        None => piece_move(text).map(|(piece, length)| (FcnText::Move(piece), length)),
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
    fn named(self, before: &Position, validation: Validation) -> Result<ParsedMove, MoveError> {
        let PieceMove { from, to, promotion, .. } = self;
        if from == to {
            return Err(MoveError::Forbidden("a move cannot end on its starting square"));
        }
        let role = coordinates::mover(before, from, validation)?;
        let passes = coordinates::passes(before, role, from, to);
        if validation != Validation::Off {
            self.judge(before, role, passes)?;
            if passes && !self.en_passant {
                return Err(MoveError::EnPassantUnmarked(Move { from, to, promotion, kind: MoveKind::EnPassant }));
            }
        }
        coordinates::judge_promotion(before, Coordinates { from, to, promotion }, validation)?;
        let kind = if self.en_passant && passes { MoveKind::EnPassant } else { MoveKind::Plain };
        coordinates::checked(before, Move { from, to, promotion, kind }, validation)
    }

    /// Whether the statements of the text about the board are true.
    fn judge(self, before: &Position, role: Role, passes: bool) -> Result<(), MoveError> {
        let stands = before.piece_at(self.to).map(|piece| piece.role);
        let wrong = if role != self.role {
            "another piece is on its starting square"
        } else if self.en_passant && !passes {
            "there is no pawn to capture en passant"
        } else if !self.en_passant && stands != self.taken {
            match (stands, self.taken) {
                (None, _) => "it captures nothing there",
                (Some(_), None) => "it does not name the captured piece",
                (Some(_), Some(_)) => "it captures another piece there",
            }
        } else {
            return Ok(());
        };
        Err(MoveError::Forbidden(wrong))
    }
}

/// Castling to a wing. Without the right it is accepted only without validation, and then with the rook farthest out.
fn castle(before: &Position, wing: Wing, validation: Validation) -> Result<ParsedMove, MoveError> {
    let us = before.turn();
    let king = coordinates::castling_king(before);
    let king = king.ok_or(MoveError::Forbidden("castling needs one king on each side"))?;
    let outermost = || {
        let rank = 0xff << (us.back_rank() * 8);
        let mut rooks = Squares(before.of(us, Role::Rook) & rank).filter(|rook| (*rook > king) == (wing == Wing::King));
        if wing == Wing::King { rooks.last() } else { rooks.next() }
    };
    let rook = match before.castling_rook(us, wing) {
        None if validation == Validation::Off && king.rank() == us.back_rank() => outermost(),
        right => right,
    };
    let to = rook.ok_or(MoveError::Forbidden("there is no right to castle on that side"))?;
    coordinates::checked(before, Move { from: king, to, promotion: None, kind: MoveKind::Castle }, validation)
}

/// The content of a text and its marks, as fields.
fn fields_of(spelled: FcnText, claim: Claim) -> TextFields {
    let piece = match spelled {
        FcnText::Castle(_) => None,
        FcnText::Move(piece) => Some(piece),
    };
    let castle = match spelled {
        FcnText::Castle(Wing::King) => Field::Text("KC".into()),
        FcnText::Castle(Wing::Queen) => Field::Text("QC".into()),
        FcnText::Move(_) => Field::Nothing,
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

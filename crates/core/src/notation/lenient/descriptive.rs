//! English descriptive notation: `P-K4`, `N-KB3`, `RxN`, `BPxP`, `N/K2-B3`. Squares are named by the pieces that start on their
//! file, and ranks are counted from the side that moves.
//!
//! A text means the one legal move that it fits. `KN` and `QR` are the piece nearer to the king's or queen's side, `KB` and `QB`
//! the bishop of the colour of its square at the start.

use super::word::OTHER_DASH;
use crate::notation::MoveError;
use crate::rules::{Color, Move, MoveKind, Position, Role, Square};
use alloc::vec::Vec;

/// The names of files, each as a set of files, the longest names first.
const FILES: [(&[u8], u8); 11] = [
    (b"QR", 1 << 0),
    (b"QN", 1 << 1),
    (b"QB", 1 << 2),
    (b"KB", 1 << 5),
    (b"KN", 1 << 6),
    (b"KR", 1 << 7),
    (b"R", 1 << 0 | 1 << 7),
    (b"N", 1 << 1 | 1 << 6),
    (b"B", 1 << 2 | 1 << 5),
    (b"Q", 1 << 3),
    (b"K", 1 << 4),
];

/// Every file.
const ALL_FILES: u8 = u8::MAX;

/// The side of the board that a name indicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardSide {
    King,
    Queen,
}

/// A piece as far as a text names it.
#[derive(Clone, Copy, Debug)]
struct NamedPiece {
    role: Role,
    side: Option<BoardSide>,
    /// The files on which it may be, according to the name of a pawn.
    files: u8,
    /// Its square, or its rank.
    square: Option<RelativeSquare>,
}

/// A square from the point of view of the side that moves.
#[derive(Clone, Copy, Debug)]
struct RelativeSquare {
    files: u8,
    rank: u8,
}

/// Where a move goes.
#[derive(Clone, Copy, Debug)]
enum Destination {
    Square(RelativeSquare),
    Capture(NamedPiece),
}

/// The statements of a text about a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct DescriptiveMove {
    mover: NamedPiece,
    to: Destination,
    promotion: Option<Role>,
}

impl DescriptiveMove {
    /// `None` if the text is not in descriptive notation, or means the same in algebraic notation: `RxN` is in both.
    pub(super) fn parse(body: &[u8]) -> Option<DescriptiveMove> {
        let body = with_short_knights(body);
        let (body, promotion) = cut_promotion(&body);
        let sign = body.iter().position(|byte| matches!(byte, b'-' | b'x' | b'X' | b':' | &OTHER_DASH))?;
        let (mover, target) = (NamedPiece::parse(body.get(..sign)?)?, body.get(sign + 1..)?);
        let to = match body.get(sign)? {
            b'-' | &OTHER_DASH => Destination::Square(RelativeSquare::parse(target)?),
            _ => Destination::Capture(NamedPiece::parse(target)?),
        };
        Some(DescriptiveMove { mover, to, promotion })
    }

    /// Whether algebraic notation has the same text for the same: a capture of one piece by another, without more. Of a
    /// promotion, it has the square.
    pub(super) fn is_algebraic(&self) -> bool {
        let is_plain = |piece: &NamedPiece| piece.side.is_none() && piece.square.is_none() && piece.files == ALL_FILES;
        self.promotion.is_none()
            && is_plain(&self.mover)
            && matches!(&self.to, Destination::Capture(captured) if is_plain(captured))
    }

    /// The one legal move that fits; `None` if there is none.
    ///
    /// # Errors
    /// If more than one fits.
    pub(super) fn find(&self, before: &Position) -> Result<Option<Move>, MoveError> {
        match self.matches(before).as_slice() {
            [] => Ok(None),
            [mv] => Ok(Some(*mv)),
            _ => Err(MoveError::Ambiguous),
        }
    }

    /// The legal moves that fit.
    pub(super) fn matches(&self, before: &Position) -> Vec<Move> {
        let mut moves = before.moves();
        moves.retain(|mv| self.fits(before, *mv));
        moves
    }

    fn fits(&self, before: &Position, mv: Move) -> bool {
        let turn = before.turn();
        let takes = mv.kind == MoveKind::EnPassant || before.piece_at(mv.to).is_some();
        matches!(mv.kind, MoveKind::Plain | MoveKind::EnPassant)
            && self.mover.is_on(before, mv.from, turn, turn)
            && (self.promotion.is_none() || self.promotion == mv.promotion)
            && match &self.to {
                Destination::Square(square) => !takes && square.is(mv.to, turn),
                Destination::Capture(_) if !takes => false,
                Destination::Capture(captured) if mv.kind == MoveKind::EnPassant => {
                    captured.role == Role::Pawn
                        && captured.files >> mv.to.file() & 1 == 1
                        && captured.square.is_none_or(|square| square.is(mv.to, turn))
                }
                Destination::Capture(captured) => captured.is_on(before, mv.to, turn.other(), turn),
            }
    }
}

impl NamedPiece {
    /// A piece with or without its side, or a pawn with or without the name of its file; after it, its square or rank after
    /// a slash or in parentheses.
    fn parse(text: &[u8]) -> Option<NamedPiece> {
        let (name, square) = match text.iter().position(|byte| matches!(byte, b'/' | b'(')) {
            None => (text, None),
            Some(at) => {
                let inside = text.get(at + 1..)?;
                let inside = if text.get(at) == Some(&b'(') { inside.strip_suffix(b")")? } else { inside };
                (text.get(..at)?, Some(RelativeSquare::parse_part(inside)?))
            }
        };
        let piece = |role, side| NamedPiece { role, side, files: ALL_FILES, square };
        match name {
            [b'P'] => Some(piece(Role::Pawn, None)),
            [file @ .., b'P'] => Some(NamedPiece { files: files_of(file)?, ..piece(Role::Pawn, None) }),
            [b'K'] => Some(piece(Role::King, None)),
            [b'Q'] => Some(piece(Role::Queen, None)),
            [letter] => Some(piece(officer(*letter)?, None)),
            [b'K', letter] => Some(piece(officer(*letter)?, Some(BoardSide::King))),
            [b'Q', letter] => Some(piece(officer(*letter)?, Some(BoardSide::Queen))),
            _ => None,
        }
    }

    /// Whether it can be the piece on this square, which is one of this side. Ranks are counted by `turn`.
    fn is_on(&self, before: &Position, square: Square, side: Color, turn: Color) -> bool {
        before.piece_at(square).is_some_and(|piece| piece.role == self.role)
            && self.files >> square.file() & 1 == 1
            && self.square.is_none_or(|told| told.is(square, turn))
            && self.side.is_none_or(|wing| is_of_side(before, square, self.role, side, wing))
    }
}

/// Whether a rook, knight or bishop is the one of this side of the board.
fn is_of_side(before: &Position, square: Square, role: Role, side: Color, wing: BoardSide) -> bool {
    if role == Role::Bishop {
        let is_light = (square.file() + square.rank()) % 2 == 1;
        return is_light == ((wing == BoardSide::King) == (side == Color::White));
    }
    // Of more than one, the one nearest to that side; of two on one file, either.
    let mut others = (0..64)
        .map(Square::masked)
        .filter(|other| before.piece_at(*other).is_some_and(|piece| piece.role == role && piece.color == side));
    match wing {
        BoardSide::King => others.all(|other| other.file() <= square.file()),
        BoardSide::Queen => others.all(|other| other.file() >= square.file()),
    }
}

impl RelativeSquare {
    /// The name of a file, and a rank.
    fn parse(text: &[u8]) -> Option<RelativeSquare> {
        let (rank, file) = text.split_last()?;
        let rank = rank.checked_sub(b'1').filter(|rank| *rank < 8)?;
        Some(RelativeSquare { files: files_of(file)?, rank })
    }

    /// The same, or only a rank.
    fn parse_part(text: &[u8]) -> Option<RelativeSquare> {
        match text {
            [rank @ b'1'..=b'8'] => Some(RelativeSquare { files: ALL_FILES, rank: rank - b'1' }),
            _ => RelativeSquare::parse(text),
        }
    }

    fn is(self, square: Square, turn: Color) -> bool {
        self.files >> square.file() & 1 == 1 && self.rank == relative_rank(square, turn)
    }
}

fn relative_rank(square: Square, turn: Color) -> u8 {
    if turn == Color::White { square.rank() } else { 7 - square.rank() }
}

fn files_of(name: &[u8]) -> Option<u8> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, files)| *files)
}

/// A piece of which each side has two.
fn officer(letter: u8) -> Option<Role> {
    Role::from_letter(letter).filter(|role| matches!(role, Role::Rook | Role::Bishop | Role::Knight))
}

/// The text with `N` for `Kt`, as older books have it.
fn with_short_knights(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some((&byte, behind)) = rest.split_first() {
        if let Some(behind) = rest.strip_prefix(b"Kt") {
            out.push(b'N');
            rest = behind;
        } else {
            out.push(byte);
            rest = behind;
        }
    }
    out
}

/// Cuts `=Q`, `(Q)`, `/Q` or `(=Q)` off the end.
fn cut_promotion(body: &[u8]) -> (&[u8], Option<Role>) {
    let inner = body.strip_suffix(b")").unwrap_or(body);
    let cut = |text: &'_ [u8]| match text {
        [rest @ .., b'=' | b'(' | b'/', letter] => {
            let rest = if rest.ends_with(b"(") { &rest[..rest.len() - 1] } else { rest };
            let role = Role::from_letter(*letter).filter(|role| Role::PROMOTIONS.contains(role));
            role.map(|role| (rest.len(), role))
        }
        _ => None,
    };
    match cut(inner) {
        Some((length, role)) => (&body[..length], Some(role)),
        None => (body, None),
    }
}

/// The name of the file of a square: with its side, or without if that is shorter.
fn file_name(square: Square, short: bool) -> &'static [u8] {
    let named = |(_, files): &&(&[u8], u8)| {
        files >> square.file() & 1 == 1 && (files.count_ones() == 1) != (short && !matches!(square.file(), 3 | 4))
    };
    FILES.iter().find(named).map_or(b"", |(name, _)| *name)
}

/// Writes the shortest text that fits no other legal move, without check marks. Castling and null moves are not written
/// here.
pub(crate) fn write(before: &Position, mv: Move, out: &mut Vec<u8>) {
    let turn = before.turn();
    let square = |square: Square, short| [file_name(square, short), &[b'1' + relative_rank(square, turn)]].concat();
    let pieces = |on: Square, role: Role| {
        let letter = [role.letter()];
        let mut names = Vec::from([Vec::from(letter)]);
        if role == Role::Pawn {
            names.extend([true, false].map(|short| [file_name(on, short), b"P"].concat()));
        } else if officer(role.letter()).is_some() {
            names.extend([b"K", b"Q"].map(|side| [side, &letter[..]].concat()));
        }
        names.extend([true, false].map(|short| [&letter[..], b"/", &square(on, short)].concat()));
        names
    };
    let role_on = |square: Square| before.piece_at(square).map(|piece| piece.role);
    let movers = pieces(mv.from, role_on(mv.from).unwrap_or(Role::Pawn));
    let captured = if mv.kind == MoveKind::EnPassant { Some(Role::Pawn) } else { role_on(mv.to) };
    let (sign, targets) = match captured {
        Some(role) => (b'x', pieces(mv.to, role)),
        None => (b'-', Vec::from([square(mv.to, true), square(mv.to, false)])),
    };
    let promotion = mv.promotion.map_or(Vec::new(), |role| Vec::from([b'=', role.letter()]));
    let texts = movers.iter().flat_map(|mover| {
        let promotion = &promotion;
        targets.iter().map(move |target| [mover, &[sign][..], target, promotion].concat())
    });
    let fits_alone =
        |text: &Vec<u8>| DescriptiveMove::parse(text).is_some_and(|parsed| parsed.matches(before).as_slice() == [mv]);
    let fitting: Vec<_> = texts.filter(fits_alone).collect();
    if let Some(text) = fitting.iter().min_by_key(|text| text.len()) {
        out.extend_from_slice(text);
    }
}

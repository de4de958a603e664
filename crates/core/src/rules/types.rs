//! The nouns of the board: colours, roles, squares, moves.

use core::fmt;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// Moves first.
    White = 0,
    /// Moves second.
    Black = 1,
}

impl Color {
    /// The other side.
    #[inline]
    #[must_use]
    pub fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// How the mailbox stores this side's pawns.
    #[inline]
    pub(super) fn pawn(self) -> u8 {
        Role::Pawn as u8 | (self as u8) << 3
    }

    /// The rank (0 to 7) on which this side's king starts.
    #[inline]
    pub fn back_rank(self) -> u8 {
        7 * self as u8
    }
}

/// What a piece is. The numbers are those of the columns: 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    /// `P`.
    Pawn = 1,
    /// `N`.
    Knight = 2,
    /// `B`.
    Bishop = 3,
    /// `R`.
    Rook = 4,
    /// `Q`.
    Queen = 5,
    /// `K`.
    King = 6,
}

impl Role {
    /// Every role, from pawn to king.
    pub const ALL: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// The roles a pawn may become, the usual one first.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// The role with this number, 1 to 6.
    #[inline]
    pub fn from_number(number: u8) -> Option<Role> {
        match number {
            1 => Some(Role::Pawn),
            2 => Some(Role::Knight),
            3 => Some(Role::Bishop),
            4 => Some(Role::Rook),
            5 => Some(Role::Queen),
            6 => Some(Role::King),
            _ => None,
        }
    }

    /// The English letters by number, in upper case; a blank for nothing.
    pub(crate) const LETTERS: [u8; 8] = *b" PNBRQK ";

    /// The English letter, in upper case; `P` for a pawn.
    #[inline]
    pub fn letter(self) -> u8 {
        Role::LETTERS[self as usize]
    }

    /// The role with this English letter in upper case.
    #[inline]
    pub const fn from_letter(letter: u8) -> Option<Role> {
        match letter {
            b'P' => Some(Role::Pawn),
            b'N' => Some(Role::Knight),
            b'B' => Some(Role::Bishop),
            b'R' => Some(Role::Rook),
            b'Q' => Some(Role::Queen),
            b'K' => Some(Role::King),
            _ => None,
        }
    }

    /// The English word.
    pub fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }

    /// What it counts in material: 1 3 3 5 9, a king 0.
    #[inline]
    pub fn value(self) -> i32 {
        [0, 1, 3, 3, 5, 9, 0][self as usize]
    }
}

/// A square, a1 = 0, b1 = 1, h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this number, 0 to 63.
    #[inline]
    pub fn new(number: u8) -> Option<Square> {
        (number < 64).then_some(Square(number))
    }

    /// The square with the low six bits of this number. Never out of range.
    #[inline]
    pub const fn masked(number: u8) -> Square {
        Square(number & 63)
    }

    /// The square on this file and rank, the low three bits of each.
    #[inline]
    pub fn at(file: u8, rank: u8) -> Square {
        Square((rank & 7) << 3 | (file & 7))
    }

    /// The square written `e4`.
    #[inline]
    pub fn parse(file: u8, rank: u8) -> Option<Square> {
        let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
        if file < 8 && rank < 8 { Some(Square(rank << 3 | file)) } else { None }
    }

    /// 0 to 63.
    #[inline]
    pub fn number(self) -> u8 {
        self.0
    }

    /// 0 to 63, for indexing.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0 & 63)
    }

    /// 0 for the a-file to 7.
    #[inline]
    pub fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for the first rank to 7.
    #[inline]
    pub fn rank(self) -> u8 {
        self.0 >> 3 & 7
    }

    /// The set that holds this square alone.
    #[inline]
    pub fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// The two bytes of `e4`.
    #[inline]
    pub fn name(self) -> [u8; 2] {
        SQUARE_NAMES[self.index()]
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [file, rank] = self.name();
        write!(f, "{}{}", file as char, rank as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A piece of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its side.
    pub color: Color,
    /// Its role.
    pub role: Role,
}

impl Piece {
    /// The letter of FEN: upper case for White.
    pub fn letter(self) -> u8 {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this letter of FEN.
    pub fn from_letter(letter: u8) -> Option<Piece> {
        let role = Role::from_letter(letter.to_ascii_uppercase())?;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece { color, role })
    }

    /// How the mailbox stores it: the role's number, 8 added for Black.
    #[inline]
    pub(super) fn code(self) -> u8 {
        self.role as u8 | (self.color as u8) << 3
    }

    /// The piece with this code in the mailbox; 0 means no piece.
    #[inline]
    pub(super) fn from_code(code: u8) -> Option<Piece> {
        let color = if code & 8 == 0 { Color::White } else { Color::Black };
        Role::from_number(code & 7).map(|role| Piece { color, role })
    }
}

static SQUARE_NAMES: [[u8; 2]; 64] = {
    let mut names = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        names[square] = [b'a' + square as u8 % 8, b'1' + square as u8 / 8];
        square += 1;
    }
    names
};

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// Nothing, or a promotion.
    Plain,
    /// The king takes its own rook: `to` is the rook's square.
    Castle,
    /// A pawn takes the pawn that has just passed.
    EnPassant,
    /// Nothing moves: `from` and `to` are the king's square.
    Null,
    /// A piece from the hand is put on the board: `from` and `to` are its square, and `promotion` is its role.
    Drop,
}

impl MoveKind {
    const IN_TWO_BITS: [MoveKind; 4] = [MoveKind::Plain, MoveKind::Castle, MoveKind::EnPassant, MoveKind::Null];

    /// The kind in two bits, next to which the promotion must be stored: a null move with one is a drop.
    #[inline]
    pub fn two_bits(self) -> u8 {
        if self == MoveKind::Drop { MoveKind::Null as u8 } else { self as u8 }
    }

    /// The kind of these two bits, the higher ones ignored, beside this promotion.
    #[inline]
    pub fn of_two_bits(bits: u8, promotion: Option<Role>) -> MoveKind {
        match MoveKind::IN_TWO_BITS[usize::from(bits & 3)] {
            MoveKind::Null if promotion.is_some() => MoveKind::Drop,
            kind => kind,
        }
    }
}

/// A move, as a position makes it. Castling is king takes own rook, in every variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Move {
    /// The square of the piece.
    pub from: Square,
    /// Where it goes; the rook's square when castling.
    pub to: Square,
    /// What a pawn becomes, or what is dropped.
    pub promotion: Option<Role>,
    /// What is special about it.
    pub kind: MoveKind,
}

impl Move {
    /// A plain move.
    #[inline]
    pub fn plain(from: Square, to: Square) -> Move {
        Move { from, to, promotion: None, kind: MoveKind::Plain }
    }

    /// A piece from the hand on a square.
    #[inline]
    pub fn drop(role: Role, to: Square) -> Move {
        Move { from: to, to, promotion: Some(role), kind: MoveKind::Drop }
    }

    /// Whether a piece from the hand is put on the board.
    #[inline]
    pub fn is_drop(self) -> bool {
        self.kind == MoveKind::Drop
    }

    /// Where the moved piece ends: the king's destination when castling.
    #[inline]
    pub fn destination(self) -> Square {
        match self.kind {
            MoveKind::Castle => king_destination(self.from, self.to),
            _ => self.to,
        }
    }
}

/// Where the king ends when it castles with the rook on `rook`.
#[inline]
pub fn king_destination(king: Square, rook: Square) -> Square {
    Square::at(if rook > king { 6 } else { 2 }, king.rank())
}

/// Where the rook ends when the king castles with it.
#[inline]
pub fn rook_destination(king: Square, rook: Square) -> Square {
    Square::at(if rook > king { 5 } else { 3 }, king.rank())
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        if let Some(role) = self.promotion {
            write!(f, "{}", role.letter() as char)?;
        }
        if self.kind == MoveKind::Plain { Ok(()) } else { write!(f, " {:?}", self.kind) }
    }
}

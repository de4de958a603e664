//! A position: the pieces, the side to move, and the state of the rules.

use super::attacks::{self, Squares};
use super::types::{Color, Move, Piece, Role, Square};
use super::variant::Rules;

/// No square: what `passed` holds when the last move was no double step.
pub(super) const NONE: u8 = 64;

/// A position of any variant listed in [`super::ALL`].
///
/// Boards are kept twice: as sets by colour and by role, and as a mailbox that says what stands on a square.
#[derive(Clone)]
pub struct Position {
    pub(super) colors: [u64; 2],
    pub(super) roles: [u64; 8],
    pub(super) board: [u8; 64],
    pub(super) state: State,
    rules: &'static Rules,
}

/// All that a move changes besides the board, kept together so that it is saved and brought back in one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) castling: u64,
    pub(super) halfmove: u32,
    pub(super) fullmove: u32,
    pub(super) turn: Color,
    pub(super) checked: bool,
    /// Whether the side that is not to move stands in check, which no legal move leaves behind.
    pub(super) exposed: bool,
    /// Whether each side has exactly one king.
    pub(super) royal: bool,
    pub(super) passed: u8,
}

/// The parts of a position, for [`Position::assemble`].
#[derive(Clone, Debug)]
pub struct Parts {
    /// What stands on each square, a1 first, b1 second.
    pub pieces: [Option<Piece>; 64],
    /// Who moves.
    pub turn: Color,
    /// The squares of the rooks that may castle.
    pub castling: u64,
    /// The square that a double step passed over.
    pub passed: Option<Square>,
    /// Plies since a capture or a pawn's move.
    pub halfmove: u32,
    /// The number of the move.
    pub fullmove: u32,
    /// The rules played.
    pub rules: &'static Rules,
}

/// A side of the board to castle to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wing {
    /// `O-O`.
    King,
    /// `O-O-O`.
    Queen,
}

/// Two positions are equal where the same board, side, rights, counters and rules stand, and the same pawn can be taken in
/// passing. The square of a double step that nobody can answer so is kept, and makes no difference.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.board == other.board
            && (self.state.turn, self.state.castling) == (other.state.turn, other.state.castling)
            && (self.state.halfmove, self.state.fullmove) == (other.state.halfmove, other.state.fullmove)
            && self.rules == other.rules
            && (self.state.passed == other.state.passed || self.takeable() == other.takeable())
    }
}

impl Eq for Position {}

impl Position {
    /// The usual start.
    pub fn start() -> Position {
        let mut position = Position::empty(&super::standard::RULES);
        let back =
            [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];
        for (file, role) in (0u8..).zip(back) {
            for color in [Color::White, Color::Black] {
                let pawns = if color == Color::White { 1 } else { 6 };
                position.put(Square::at(file, color.back_rank()), Piece { color, role });
                position.put(Square::at(file, pawns), Piece { color, role: Role::Pawn });
            }
        }
        position.state.castling = 0x8100_0000_0000_0081;
        position.count_kings();
        position.look();
        position
    }

    /// A board without pieces, White to move.
    pub fn empty(rules: &'static Rules) -> Position {
        Position {
            colors: [0; 2],
            roles: [0; 8],
            board: [0; 64],
            state: State {
                castling: 0,
                halfmove: 0,
                fullmove: 1,
                turn: Color::White,
                checked: false,
                exposed: false,
                royal: false,
                passed: NONE,
            },
            rules,
        }
    }

    /// Builds any position at all: no king, several kings, pawns on the last rank. Nothing is refused, and nothing here or
    /// in the rest of the rules fails on it. Castling rights without a rook of that side there are dropped.
    pub fn assemble(parts: &Parts) -> Position {
        let mut position = Position::empty(parts.rules);
        for (square, piece) in parts.pieces.iter().enumerate() {
            if let Some(piece) = piece {
                position.put(Square::masked(square as u8), *piece);
            }
        }
        position.state.turn = parts.turn;
        position.state.castling = Squares(parts.castling)
            .filter(|rook| position.may_own_right(*rook))
            .fold(0, |rights, rook| rights | rook.bit());
        position.state.passed = parts.passed.map_or(NONE, Square::number);
        position.state.halfmove = parts.halfmove;
        position.state.fullmove = parts.fullmove;
        position.count_kings();
        position.look();
        position
    }

    /// Whether a rook stands here with one king of its side on the same, its own back rank.
    fn may_own_right(&self, rook: Square) -> bool {
        let Some(piece) = self.piece_at(rook) else { return false };
        let kings = self.of(piece.color, Role::King);
        piece.role == Role::Rook
            && rook.rank() == piece.color.back_rank()
            && kings.is_power_of_two()
            && kings.trailing_zeros() as u8 / 8 == rook.rank()
    }

    /// The rules played.
    #[inline]
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The same board under other rules.
    #[must_use]
    pub fn with_rules(&self, rules: &'static Rules) -> Position {
        Position { rules, ..self.clone() }
    }

    /// Who moves.
    #[inline]
    pub fn turn(&self) -> Color {
        self.state.turn
    }

    /// Plies since a capture or a pawn's move.
    #[inline]
    pub fn halfmove(&self) -> u32 {
        self.state.halfmove
    }

    /// The number of the move, 1 for the first.
    #[inline]
    pub fn fullmove(&self) -> u32 {
        self.state.fullmove
    }

    /// The rooks that may still castle.
    #[inline]
    pub fn castling(&self) -> u64 {
        self.state.castling
    }

    /// The square that the last move's double step passed over, whether or not anybody can take there.
    #[inline]
    pub fn passed(&self) -> Option<Square> {
        Square::new(self.state.passed)
    }

    /// The same square if a capture there is legal.
    pub fn takeable(&self) -> Option<Square> {
        self.passed().filter(|_| self.has_legal_en_passant())
    }

    /// Every occupied square.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// The squares of a side.
    #[inline]
    pub fn color(&self, color: Color) -> u64 {
        self.colors[color as usize]
    }

    /// The squares of a role, both sides.
    #[inline]
    pub fn role(&self, role: Role) -> u64 {
        self.roles[role as usize]
    }

    /// The squares of a side's pieces of one role.
    #[inline]
    pub fn of(&self, color: Color, role: Role) -> u64 {
        self.colors[color as usize] & self.roles[role as usize]
    }

    /// A side's pieces of a role, told by its number, that reach a square on an empty board; a pawn as White's.
    #[inline(always)]
    pub(crate) fn reaching(&self, color: Color, role: u8, to: Square) -> u64 {
        attacks::reach_of_code(role & 7, to) & self.roles[usize::from(role & 7)] & self.color(color)
    }

    /// Whether a move of a piece to this square would be a capture; `None` where it cannot go there, because one of its own
    /// side or a king stands there.
    #[inline(always)]
    pub(crate) fn captures_on(&self, to: Square) -> Option<bool> {
        /// For each side the codes of what it may move to: nothing, and what it may take.
        const ALLOWED: [u16; 2] = [0b0011_1110_0000_0001, 0b0000_0000_0011_1111];
        let code = self.board[to.index()];
        let allowed = ALLOWED[self.state.turn as usize] >> (code & 15) & 1 == 1;
        allowed.then_some(code != 0)
    }

    /// How the mailbox stores the piece on this square, where it is one of the side to move.
    #[inline(always)]
    pub(crate) fn own_code(&self, square: Square) -> Option<u8> {
        let code = self.board[square.index()];
        let is_own = code != 0 && code >> 3 == self.state.turn as u8;
        is_own.then_some(code)
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.board[square.index()])
    }

    /// What stands on each square, a1 first: the role's number, 8 added for Black; 0 for nothing.
    #[inline]
    pub(crate) fn codes(&self) -> &[u8; 64] {
        &self.board
    }

    /// Whether each side has exactly one king. Where not, there is no check, castling or mate.
    #[inline]
    pub fn has_two_kings(&self) -> bool {
        self.state.royal
    }

    /// Counts the kings. Legal moves leave them alone, so this is not asked after each.
    pub(super) fn count_kings(&mut self) {
        let alone = |color| self.of(color, Role::King).is_power_of_two();
        self.state.royal = alone(Color::White) && alone(Color::Black);
    }

    /// Whether this, and nothing else, stands on a square.
    #[inline]
    pub(crate) fn stands(&self, square: Square, piece: Option<Piece>) -> bool {
        self.board[square.index()] == piece.map_or(0, Piece::code)
    }

    /// The king of a side; the first one where there are several.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        let kings = self.of(color, Role::King);
        if kings == 0 { None } else { Some(Square::masked(kings.trailing_zeros() as u8)) }
    }

    /// Whether the side to move is in check. Never where a side has no king, or several.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.state.checked
    }

    /// Whether the king of `color` is attacked. Never where a side has no king, or several.
    pub fn king_attacked(&self, color: Color) -> bool {
        self.has_two_kings()
            && Squares(self.of(color, Role::King)).any(|king| self.attackers(king, color.other(), self.occupied()) != 0)
    }

    /// The pieces of `color` that attack `square` when these squares are occupied.
    #[inline]
    pub fn attackers(&self, square: Square, color: Color, occupied: u64) -> u64 {
        let straight = self.role(Role::Rook) | self.role(Role::Queen);
        let slanted = self.role(Role::Bishop) | self.role(Role::Queen);
        let near = attacks::knight(square) & self.role(Role::Knight)
            | attacks::king(square) & self.role(Role::King)
            | attacks::pawn(color.other(), square) & self.role(Role::Pawn);
        let far = attacks::rook(square, occupied) & straight | attacks::bishop(square, occupied) & slanted;
        (near | far) & self.color(color)
    }

    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        self.lift(square);
        self.place(square, piece.code());
    }

    /// Empties a square; returns the code of what stood there.
    #[inline]
    pub(super) fn lift(&mut self, square: Square) -> u8 {
        let code = core::mem::take(&mut self.board[square.index()]);
        self.colors[usize::from(code >> 3 & 1)] &= !square.bit();
        self.roles[usize::from(code & 7)] &= !square.bit();
        code
    }

    /// Puts a piece on an empty square. Code 0 puts nothing.
    #[inline]
    pub(super) fn place(&mut self, square: Square, code: u8) {
        if code != 0 {
            self.board[square.index()] = code;
            self.colors[usize::from(code >> 3 & 1)] |= square.bit();
            self.roles[usize::from(code & 7)] |= square.bit();
        }
    }

    #[inline]
    pub(super) fn back_rank(&self, color: Color) -> u64 {
        0xff << (color.back_rank() * 8)
    }

    /// Finds out who is in check by looking at the whole board.
    pub(super) fn look(&mut self) {
        self.state.checked = self.king_attacked(self.state.turn);
        self.state.exposed = self.king_attacked(self.state.turn.other());
    }

    /// Finds out whether the side to move is in check after a plain move of a piece that now stands on `mv.to`: by that piece,
    /// or by a slider that the move gave way to. The king was safe before.
    #[inline(always)]
    pub(super) fn look_after(&mut self, mv: Move, moved: u8) {
        let (us, them) = (self.state.turn, self.state.turn.other());
        let kings = self.of(us, Role::King);
        let king = Square::masked(kings.trailing_zeros() as u8);
        let opened = attacks::line(king, mv.from) & self.sliders_towards(king, them);
        let aims = attacks::reach_of_code(moved, mv.to) & kings != 0;
        let sees = attacks::between(king, mv.to) & self.occupied() == 0;
        self.state.checked = aims & sees & self.state.royal;
        if opened != 0 {
            self.state.checked = self.king_attacked(us);
        }
    }

    /// The sliders of `color` on the lines on which they would attack this square.
    #[inline(always)]
    pub(super) fn sliders_towards(&self, square: Square, color: Color) -> u64 {
        let queens = self.role(Role::Queen);
        let straight = (self.role(Role::Rook) | queens) & attacks::reach(Role::Rook, square);
        let slanted = (self.role(Role::Bishop) | queens) & attacks::reach(Role::Bishop, square);
        (straight | slanted) & self.color(color)
    }

    /// The rook with which `color` may castle to this wing.
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let king = self.king(color)?;
        let rooks = self.state.castling & self.back_rank(color);
        Squares(rooks).find(|rook| (*rook > king) == (wing == Wing::King))
    }
}

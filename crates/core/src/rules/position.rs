//! A position: the pieces, the side to move, and the state of the rules.

use super::effects::Explosion;
use super::{Outcome, Planes, effects, generate, material, outcome, planes, sight, symmetry};
use crate::rules::attacks::{self, Squares};
use crate::rules::hand::Hand;
use crate::rules::types::{Color, Move, MoveKind, Piece, Role, Square, king_destination, rook_destination};
use crate::rules::variant::{EXPLOSIONS, Rules};
use alloc::string::String;
use alloc::vec::Vec;
use core::hint::select_unpredictable;

/// No square: what `passed` holds when the last move was not a double step.
pub(super) const NONE: u8 = 64;

/// A position under any rules, a value of [`Rules`].
///
/// Boards are kept twice: as sets by colour and by role, and as a mailbox with the piece on each square.
#[derive(Clone)]
pub struct Position {
    pub(super) colors: [u64; 2],
    /// The squares of each role by its number; under rules with drops the last one is the set of promoted pieces.
    pub(super) roles: [u64; 8],
    pub(super) board: [u8; 64],
    pub(super) state: RulesState,
    pub(super) hand: Hand,
    rules: Rules,
}

/// The index of the promoted pieces among the roles.
pub(super) const PROMOTED: usize = 7;

/// Bits of [`RulesState::alarm`]. The side to move is in check.
pub(super) const CHECK: u8 = 1;
/// A rule other than mate and stalemate has ended the game.
pub(super) const OVER: u8 = 2;
/// The last move was the first one after that.
pub(super) const LATE: u8 = 4;
/// A bit of [`RulesState::ended`]: moves were played since.
pub(super) const PAST: u8 = 0x40;
/// Legal moves differ from those of chess, so no shortcut may be taken.
pub(super) const CAREFUL: u8 = 0x80;

/// Bits of [`RulesState::slow`]. The side that is not to move is in check, which no legal move allows.
pub(super) const EXPOSED: u8 = 1;
/// A move can do or end something that is unknown in chess.
pub(super) const RULES: u8 = 2;

/// All that a move changes besides the board, kept together so that it is saved and brought back in one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct RulesState {
    pub(super) castling: u64,
    pub(super) halfmove: u32,
    pub(super) fullmove: u32,
    pub(super) turn: Color,
    /// What the last move has brought about, and whether shortcuts can determine it: 0 nearly always.
    pub(super) alarm: u8,
    /// Why a move takes the long way: 0 nearly always in chess.
    pub(super) slow: u8,
    /// Whether each side has exactly one king, and the rules of chess for kings apply.
    royal: bool,
    pub(super) passed: u8,
    /// How many checks each side may still give until it wins.
    pub(super) checks: [u8; 2],
    /// How a rule has ended the game, though moves may have been played since: the number of an [`Outcome`] from 1, and
    /// above it that of the winner from 1, and [`PAST`]; 0 if the game continues.
    pub(super) ended: u8,
}

/// The parts of a position, for [`Position::assemble`].
#[derive(Clone, Debug)]
pub struct PositionParts {
    /// The piece on each square, a1 first, b1 second.
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
    pub rules: Rules,
    /// What may be dropped. Has no meaning under rules without drops.
    pub hand: Hand,
    /// The squares of promoted pieces, which are captured as pawns. Has no meaning under rules without drops.
    pub promoted: u64,
    /// How many checks White and Black may still give until they win, [`PositionParts::ALL_CHECKS`] at most. Has no
    /// meaning under rules that do not count them.
    pub checks: [u8; 2],
}

impl PositionParts {
    /// The checks of each side at the start.
    pub const ALL_CHECKS: [u8; 2] = [3, 3];

    /// An empty board, White to move.
    pub fn empty(rules: Rules) -> PositionParts {
        PositionParts {
            pieces: [None; 64],
            turn: Color::White,
            castling: 0,
            passed: None,
            halfmove: 0,
            fullmove: 1,
            rules,
            hand: Hand::default(),
            promoted: 0,
            checks: PositionParts::ALL_CHECKS,
        }
    }
}

/// A side of the board to castle to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wing {
    /// `O-O`.
    King,
    /// `O-O-O`.
    Queen,
}

impl Wing {
    /// The side of its king on which a rook is.
    #[inline]
    pub(crate) fn of(king: Square, rook: Square) -> Wing {
        if rook > king { Wing::King } else { Wing::Queen }
    }
}

/// Two positions are equal if they have the same board, side, rights, counters and rules, and the same pawn can be
/// taken en passant. The square of a double step after which no pawn can do so is kept, and makes no difference.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.board == other.board
            && (self.state.turn, self.state.castling) == (other.state.turn, other.state.castling)
            && (self.state.halfmove, self.state.fullmove) == (other.state.halfmove, other.state.fullmove)
            && self.rules == other.rules
            && (self.hand, self.promoted(), self.state.checks) == (other.hand, other.promoted(), other.state.checks)
            && (self.state.passed == other.state.passed || self.takeable() == other.takeable())
    }
}

impl Eq for Position {}

impl Position {
    /// The standard start.
    pub fn start() -> Position {
        // Every game begins with it, so it is a copy of what was put together at compile time.
        const START: Position = Position::of_chess();
        START
    }

    /// Puts the standard start together.
    const fn of_chess() -> Position {
        const BACK: [Role; 8] =
            [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];
        let mut position = Position::empty(Rules::STANDARD);
        position.colors = [0xffff, 0xffff << 48];
        position.roles[Role::Pawn as usize] = 0x00ff_0000_0000_ff00;
        let mut file = 0;
        while file < 8 {
            let role = BACK[file] as usize;
            position.roles[role] |= 1 << file | 1 << (56 + file);
            position.board[file] = role as u8;
            position.board[file + 8] = Role::Pawn as u8;
            position.board[file + 48] = Role::Pawn as u8 | 8;
            position.board[file + 56] = role as u8 | 8;
            file += 1;
        }
        position.state.castling = 0x8100_0000_0000_0081;
        position.state.royal = true;
        position
    }

    /// A board without pieces, White to move.
    pub const fn empty(rules: Rules) -> Position {
        Position {
            colors: [0; 2],
            roles: [0; 8],
            board: [0; 64],
            state: RulesState {
                castling: 0,
                halfmove: 0,
                fullmove: 1,
                turn: Color::White,
                alarm: if rules.is_careful() { CAREFUL } else { 0 },
                slow: if rules.is_slow() { RULES } else { 0 },
                royal: false,
                passed: NONE,
                checks: PositionParts::ALL_CHECKS,
                ended: 0,
            },
            hand: Hand::EMPTY,
            rules,
        }
    }

    /// The position that games under these rules start from by default. Chess960 has many: this is the usual
    /// one.
    pub fn start_of(rules: Rules) -> Position {
        match effects::own_start(rules) {
            Some(parts) => Position::assemble(&parts),
            None => Position::start().with_rules(rules),
        }
    }

    /// Builds any position at all: no king, several kings, pawns on the last rank. Nothing is refused, and nothing here or
    /// in the rest of the rules fails on it. Castling rights without a rook of that side there are dropped.
    pub fn assemble(parts: &PositionParts) -> Position {
        let mut position = Position::empty(parts.rules);
        for (square, piece) in parts.pieces.iter().enumerate() {
            if let Some(piece) = piece {
                position.put(Square::masked(square as u8), *piece);
            }
        }
        position.state.turn = parts.turn;
        position.state.castling = parts.castling;
        position.state.passed = parts.passed.map_or(NONE, Square::number);
        position.state.halfmove = parts.halfmove;
        position.state.fullmove = parts.fullmove;
        position.hand = parts.hand;
        position.roles[PROMOTED] = parts.promoted & position.occupied();
        position.state.checks = parts.checks.map(|left| left.min(PositionParts::ALL_CHECKS[0]));
        position.settle();
        position
    }

    /// Drops what means nothing under the rules played, and finds out what they make of the board.
    fn settle(&mut self) {
        let rights = Squares(self.state.castling).filter(|rook| self.may_own_right(*rook));
        self.state.castling = rights.fold(0, |rights, rook| rights | rook.bit());
        if !self.rules.has_drops() {
            self.hand = Hand::EMPTY;
            self.roles[PROMOTED] = 0;
        }
        if !self.rules.counts_checks() {
            self.state.checks = PositionParts::ALL_CHECKS;
        }
        self.count_kings();
        self.look();
    }

    /// Whether there is a rook here with one king of its side on the same rank, its own back rank.
    fn may_own_right(&self, rook: Square) -> bool {
        let Some(piece) = self.piece_at(rook) else { return false };
        let kings = self.of(piece.color, Role::King);
        let king = Square::masked(kings.trailing_zeros() as u8);
        piece.role == Role::Rook
            && rook.rank() == piece.color.back_rank()
            && kings.is_power_of_two()
            && king.rank() == rook.rank()
            && self.rules.castles_to(Wing::of(king, rook))
    }

    /// The rules played.
    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The same board under other rules.
    #[must_use]
    pub fn with_rules(&self, rules: Rules) -> Position {
        let castle_alike =
            [Wing::King, Wing::Queen].iter().all(|wing| self.rules.castles_to(*wing) == rules.castles_to(*wing));
        if !(self.rules.is_slow() || rules.is_slow()) && castle_alike {
            return Position { rules, ..self.clone() };
        }
        let fresh = Position::empty(rules).state;
        let state = RulesState { alarm: fresh.alarm, slow: fresh.slow, ended: 0, ..self.state };
        let mut position = Position { rules, state, ..self.clone() };
        position.settle();
        position
    }

    /// What the two sides may drop; nothing under rules without drops.
    #[inline]
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// The squares of promoted pieces, which are captured as pawns; none under rules without drops.
    #[inline]
    pub fn promoted(&self) -> u64 {
        self.roles[PROMOTED]
    }

    /// How many checks White and Black may still give until they win; `None` under rules that do not count them.
    pub fn checks_remaining(&self) -> Option<[u8; 2]> {
        self.rules.counts_checks().then_some(self.state.checks)
    }

    /// Whether legal moves differ from those of chess.
    #[inline]
    pub(crate) fn is_careful(&self) -> bool {
        self.state.alarm & CAREFUL != 0
    }

    /// Whether a rule other than mate and stalemate has ended the game: then no move is legal.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.state.alarm & OVER != 0
    }

    /// Whether the last move was the first one after the game was over, and was played all the same.
    #[inline]
    pub(crate) fn is_late(&self) -> bool {
        self.state.alarm & LATE != 0
    }

    /// Whether only legal moves can be expected: the side to move is not in check, no rule has ended the game, and
    /// none of those played could do so in a game that continues by the rules of chess.
    #[inline(always)]
    pub(crate) fn is_quiet(&self) -> bool {
        self.state.alarm == 0
    }

    /// Whether a move can do or end what chess does not know.
    #[inline]
    pub(super) fn is_slow(&self) -> bool {
        self.state.slow & RULES != 0
    }

    /// What the mark after the last move is compared with: 0, 1 for check, and more if it is more than check.
    #[inline(always)]
    pub(crate) fn alarm(&self) -> u8 {
        self.state.alarm
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

    /// The square that the last move's double step passed over, whether or not a pawn can capture there.
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

    /// A side's pieces of a role, given by its number, that reach a square on an empty board; a pawn as White's.
    #[inline(always)]
    pub(crate) fn reaching(&self, color: Color, role: u8, to: Square) -> u64 {
        attacks::reach_of_code(role & 7, to) & self.roles[usize::from(role & 7)] & self.color(color)
    }

    /// Whether a move of a piece to this square would be a capture; `None` if it cannot go there, because one of its own
    /// side or a king is there.
    #[inline(always)]
    pub(crate) fn captures_on(&self, to: Square) -> Option<bool> {
        /// For each side the codes of what it may move to: nothing, and what it may take.
        const ALLOWED: [u16; 2] = [0b0011_1110_0000_0001, 0b0000_0000_0011_1111];
        let code = self.board[to.index()];
        let allowed = ALLOWED[self.state.turn as usize] >> (code & 15) & 1 == 1;
        allowed.then_some(code != 0)
    }

    /// How the mailbox stores the piece on this square, if it is one of the side to move.
    #[inline(always)]
    pub(crate) fn own_code(&self, square: Square) -> Option<u8> {
        let code = self.board[square.index()];
        let is_own = code != 0 && code >> 3 == self.state.turn as u8;
        is_own.then_some(code)
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.board[square.index()])
    }

    /// The piece on each square, a1 first: the role's number, 8 added for Black; 0 for an empty square.
    #[inline]
    pub(crate) fn codes(&self) -> &[u8; 64] {
        &self.board
    }

    /// Whether each side has exactly one king, under rules that treat kings as chess does. If not, there is no check,
    /// castling or mate in chess; [`Position::has_royal_king`] returns the same for one side under any rules.
    #[inline]
    pub fn has_two_kings(&self) -> bool {
        self.state.royal
    }

    /// Whether the king of a side can be in check and castle: it is the only one, and the rules do not make it a common piece.
    pub fn has_royal_king(&self, color: Color) -> bool {
        if self.is_careful() { generate::has_royal_king(self, color) } else { self.state.royal }
    }

    /// Counts the kings. Legal moves leave them alone, so this is not done after each.
    pub(super) fn count_kings(&mut self) {
        let alone = |color| self.of(color, Role::King).is_power_of_two();
        self.state.royal = alone(Color::White) && alone(Color::Black) && !self.rules.is_careful();
    }

    /// Whether a square holds exactly this.
    #[inline]
    pub(crate) fn stands(&self, square: Square, piece: Option<Piece>) -> bool {
        self.board[square.index()] == piece.map_or(0, Piece::code)
    }

    /// The king of a side; the first one if there are several.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        let kings = self.of(color, Role::King);
        if kings == 0 { None } else { Some(Square::masked(kings.trailing_zeros() as u8)) }
    }

    /// Whether the side to move is in check. Always false if a side has no king, or several.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.state.alarm & CHECK != 0
    }

    /// Whether the king of `color` is attacked. Always false if a side has no king, or several.
    pub fn king_attacked(&self, color: Color) -> bool {
        if !self.state.royal {
            return self.is_careful() && generate::is_king_attacked(self, color);
        }
        Squares(self.of(color, Role::King)).any(|king| self.attackers(king, color.other(), self.occupied()) != 0)
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

    /// Empties a square; returns the code of the piece that was there.
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
        let checks = |color| !self.rules.has_common_kings() && self.king_attacked(color);
        let (checked, exposed) = (checks(self.state.turn), checks(self.state.turn.other()));
        self.state.alarm = self.state.alarm & (CAREFUL | LATE) | u8::from(checked);
        self.state.slow = self.state.slow & RULES | u8::from(exposed);
        if self.state.slow & RULES != 0 {
            self.look_for_end();
        }
    }

    /// Finds out whether a rule other than mate and stalemate has ended the game.
    pub(super) fn look_for_end(&mut self) {
        let Some((outcome, winner)) = outcome::by_rule(self) else { return };
        self.state.alarm |= OVER;
        if self.state.ended == 0 {
            self.state.ended = (outcome as u8 + 1) | (winner.map_or(0, |color| color as u8 + 1) << 4);
        }
    }

    /// How the game has ended on the board, and who has won by that: by the first end that a rule made, though moves may have
    /// been played since, else by this board. `None` if the game continues.
    pub fn end(&self) -> Option<(Outcome, Option<Color>)> {
        let number = usize::from(self.state.ended & 15);
        if let Some(outcome) = number.checked_sub(1).and_then(|index| Outcome::ON_BOARD.get(index)) {
            let winner = match self.state.ended >> 4 & 3 {
                0 => None,
                1 => Some(Color::White),
                _ => Some(Color::Black),
            };
            return Some((*outcome, winner));
        }
        let outcome = Outcome::on_board(self)?;
        Some((outcome, outcome.winner(self)))
    }

    /// Whether a rule had ended the game before the last move.
    pub(crate) fn is_past_end(&self) -> bool {
        self.state.ended & PAST != 0
    }

    /// Finds out whether the side to move is in check after a plain move of a piece that is now on `mv.to`: by that
    /// piece, or by a slider that the move gave way to. The king was safe before.
    #[inline(always)]
    pub(super) fn look_after(&mut self, mv: Move, moved: u8) {
        self.state.alarm = u8::from(self.is_checked_by(mv, moved));
    }

    /// The same, decided early, because most moves give no check. Nothing is stored.
    #[inline(always)]
    pub(super) fn is_checked_by(&self, mv: Move, moved: u8) -> bool {
        let (us, them) = (self.state.turn, self.state.turn.other());
        let kings = self.of(us, Role::King);
        let king = Square::masked(kings.trailing_zeros() as u8);
        // Neither of these can be predicted, so neither may become a branch; that a slider is behind the piece is rare, even if
        // it is not asked whether it moves along that line.
        let reaches = attacks::reach_of_code(moved, mv.to) & kings != 0;
        let checks = reaches & (attacks::between(king, mv.to) & self.occupied() == 0) & self.state.royal;
        let behind = attacks::beyond(king, mv.from) & self.sliders(them);
        if behind == 0 { checks } else { checks || self.king_attacked(us) }
    }

    /// The pieces of `color` that move along lines.
    #[inline(always)]
    fn sliders(&self, color: Color) -> u64 {
        (self.role(Role::Bishop) | self.role(Role::Rook) | self.role(Role::Queen)) & self.color(color)
    }

    /// The sliders of `color` on the lines on which they would attack this square.
    #[inline]
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
        Squares(rooks).find(|rook| Wing::of(king, *rook) == wing)
    }
}

/// What a move changed, enough to take it back and to describe it.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The move.
    pub mv: Move,
    pub(super) moved: u8,
    /// The code of what was captured; above it that of a second piece, which only moves that are not legal remove.
    pub(super) captured: u8,
    pub(super) before: RulesState,
    pub(super) aside: Aside,
}

/// What a move changed that no move of chess changes. Means nothing under the rules of chess.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Aside {
    pub(super) hand: Hand,
    pub(super) promoted: u64,
    /// The codes of the pieces that exploded around the destination, four bits each, in the order of their squares.
    pub(super) exploded: u32,
}

impl Aside {
    /// What a move has to keep of this position, as long as nothing explodes.
    #[inline(always)]
    pub(super) fn of(position: &Position) -> Aside {
        Aside { hand: position.hand, promoted: position.promoted(), exploded: 0 }
    }
}

/// Two codes in one byte.
fn both(captured: u8, beneath: u8) -> u8 {
    captured | beneath << 4
}

impl Undo {
    /// What a null move in this position would change: something to write the next one over.
    pub(crate) fn none(position: &Position) -> Undo {
        Undo::of(position.null_move(), 0, 0, position.state)
    }

    /// What a move has changed that followed the rules of its kind.
    #[inline(always)]
    pub(super) fn of(mv: Move, moved: u8, captured: u8, before: RulesState) -> Undo {
        Undo { mv, moved, captured, before, aside: Aside::default() }
    }

    /// The same, written over another one, whose side effects mean nothing any more and stay.
    #[inline(always)]
    pub(super) fn note(&mut self, mv: Move, moved: u8, captured: u8, before: RulesState) {
        self.before = before;
        self.mv = mv;
        self.moved = moved;
        self.captured = captured;
    }

    /// The same for a plain move that is never taken back: of the state before it, only what describes the move is kept. A copy
    /// of the whole state would have to wait until its parts, which the move before has just changed, are in memory.
    #[inline(always)]
    pub(super) fn note_plain(&mut self, mv: Move, moved: u8, captured: u8, before: &RulesState) {
        self.before.castling = before.castling;
        self.before.turn = before.turn;
        self.mv = mv;
        self.moved = moved;
        self.captured = captured;
    }

    /// What exploded by the move, which was played by these rules.
    #[inline]
    pub fn explosion(&self, rules: Rules) -> Explosion {
        effects::exploded_by(self, rules)
    }

    /// What moved, before it was promoted. `None` for a null move, or if the square was empty.
    #[inline]
    pub fn role(&self) -> Option<Role> {
        Role::from_number(self.role_number())
    }

    /// The same as a number: 1 to 6, 0 for a null move.
    #[inline]
    pub(crate) fn role_number(&self) -> u8 {
        if self.mv.kind == MoveKind::Null { 0 } else { self.moved & 7 }
    }

    /// The rooks that could castle before the move.
    #[inline]
    pub(super) fn castling_before(&self) -> u64 {
        self.before.castling
    }

    /// Whether the move did what no legal one does, so that more changed than its kind implies.
    pub(super) fn is_odd(&self) -> bool {
        if self.mv.kind == MoveKind::Plain { self.is_odd_move() } else { self.is_odd_special() }
    }

    /// The same for a move that is not plain.
    #[inline(never)]
    fn is_odd_special(&self) -> bool {
        let role = self.moved & 7;
        let kind_is_odd = match self.mv.kind {
            MoveKind::Null => return false,
            MoveKind::Drop => return self.captured != 0,
            MoveKind::Plain => false,
            MoveKind::EnPassant => role != Role::Pawn as u8 || self.mv.from.file() == self.mv.to.file(),
            MoveKind::Castle => role != Role::King as u8 || self.captured != 0,
        };
        kind_is_odd || self.mv.promotion.is_some() || self.is_odd_move()
    }

    /// The same, given what moved and what it took.
    #[inline(always)]
    fn is_odd_move(&self) -> bool {
        let (us, role) = (self.before.turn as u8, self.moved & 7);
        self.moved == 0
            || self.moved >> 3 != us
            || self.captured > 15
            || self.captured & 7 == Role::King as u8
            || self.mv.promotion.is_some_and(|to| to == Role::King || role != Role::Pawn as u8)
            || self.mv.from == self.mv.to
    }

    /// Whether a pawn of the side to move left its home rank.
    fn is_from_home(&self) -> bool {
        let us = self.before.turn;
        self.mv.from.rank() == us.back_rank().abs_diff(1) && self.moved == us.pawn()
    }

    /// What was captured.
    #[inline]
    pub fn captured(&self) -> Option<Piece> {
        Piece::from_code(self.captured)
    }

    /// The captured role as a number: 1 to 6, 0 for none.
    #[inline]
    pub(crate) fn captured_number(&self) -> u8 {
        self.captured & 7
    }
}

impl Position {
    /// Moves a piece that is not promoted: each set is changed once.
    #[inline(always)]
    pub(super) fn shift(&mut self, mv: Move, moved: u8, captured: u8) {
        let (from, to) = (mv.from.bit(), mv.to.bit());
        let us = usize::from(moved >> 3 & 1);
        // With nothing captured this clears bits that are not set; asking first would cost more. What is captured need
        // not be asked for its side either: of an own piece the bit stays set.
        self.colors[us ^ 1] &= !to;
        self.roles[usize::from(captured & 7)] &= !to;
        let color = &mut self.colors[us];
        *color = *color & !from | to;
        let role = &mut self.roles[usize::from(moved & 7)];
        *role = *role & !from | to;
        self.board[mv.from.index()] = 0;
        self.board[mv.to.index()] = moved;
    }

    /// Plays a move. One that is not legal is played all the same: the piece moves, a piece on the target is removed,
    /// the turn passes, and rights and the passed square follow. [`crate::read`] flags such moves, as must all other
    /// code that plays them.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        let mut undo = Undo::of(mv, 0, 0, self.state);
        let is_careful = self.is_careful();
        let exposes = !is_careful && mv.kind == MoveKind::Plain && !self.is_safe(mv.from, mv.to);
        self.play_into(mv, &mut undo);
        if exposes {
            self.look();
        }
        if undo.is_odd() || !is_careful && self.state.passed != NONE && !undo.is_from_home() {
            self.mend(&undo);
        }
        undo
    }

    /// Repairs the state that only illegal moves can leave: rights of a king that is gone or was moved by the other
    /// side, a double step from elsewhere than home, the number of kings.
    #[cold]
    fn mend(&mut self, undo: &Undo) {
        if !self.is_careful() {
            if !undo.is_from_home() {
                self.state.passed = NONE;
            }
            self.state.castling = undo.before.castling & !(undo.mv.from.bit() | undo.mv.to.bit());
        }
        for code in [undo.moved, undo.captured & 15, undo.captured >> 4] {
            if code & 7 == Role::King as u8 {
                self.state.castling &= !(0xff << if code & 8 == 0 { 0 } else { 56 });
            }
        }
        let rooks = [Color::White, Color::Black].map(|color| self.of(color, Role::Rook) & self.back_rank(color));
        self.state.castling &= rooks[0] | rooks[1];
        self.count_kings();
        self.look();
    }

    /// Plays a move that is not legal, and writes what it changes to `undo`.
    pub(crate) fn play_odd_into(&mut self, mv: Move, undo: &mut Undo) {
        *undo = self.play_unchecked(mv);
    }

    /// The same for a legal move. `undo` is passed in because it is long, and a replay keeps one of them.
    #[inline(always)]
    pub(crate) fn play_into(&mut self, mv: Move, undo: &mut Undo) {
        let moved = self.board[mv.from.index()];
        undo.before = self.state;
        undo.mv = mv;
        undo.moved = moved;
        let plain = mv.kind == MoveKind::Plain && mv.promotion.is_none() && self.state.slow == 0;
        // `from` is empty only if the move is not legal, or a drop.
        if !plain || moved == 0 {
            return self.play_special(mv, undo);
        }
        let captured = self.board[mv.to.index()];
        undo.captured = captured;
        self.shift(mv, moved, captured);
        self.remember(mv, moved, captured);
        self.pass_turn();
        self.look_after(mv, moved);
    }

    #[inline(always)]
    pub(super) fn pass_turn(&mut self) {
        let us = self.state.turn;
        self.state.turn = us.other();
        self.state.fullmove = self.state.fullmove.wrapping_add(us as u32);
    }

    /// Plays promotions, everything but plain moves, and any move of a side that could take the king.
    #[inline(never)]
    fn play_special(&mut self, mv: Move, undo: &mut Undo) {
        if self.state.slow & RULES != 0 {
            return effects::play(self, mv, undo);
        }
        self.state.passed = NONE;
        if mv.is_drop() {
            undo.moved = effects::dropped_code(self, mv);
        }
        undo.captured = self.change_board(mv, undo.moved);
        self.pass_turn();
        self.look();
    }

    /// Changes the board and what is remembered of it; returns the code of what was captured.
    pub(super) fn change_board(&mut self, mv: Move, moved: u8) -> u8 {
        if mv.kind != MoveKind::Plain {
            self.state.halfmove = self.state.halfmove.wrapping_add(1);
        }
        match mv.kind {
            MoveKind::Plain => {
                let captured = self.lift(mv.to);
                self.lift(mv.from);
                self.place(mv.to, mv.promotion.map_or(moved, |role| role as u8 | moved & 8));
                self.remember(mv, moved, captured);
                captured
            }
            MoveKind::EnPassant => {
                let passing = Square::at(mv.to.file(), mv.from.rank());
                let captured = self.lift(passing);
                self.lift(mv.from);
                let beneath = self.lift(mv.to);
                self.place(mv.to, moved);
                self.state.halfmove = 0;
                self.state.castling &= !(passing.bit() | mv.from.bit() | mv.to.bit());
                both(captured, beneath)
            }
            MoveKind::Castle => {
                let rook = self.lift(mv.to);
                self.lift(mv.from);
                // The two squares are empty if the move is legal; if it is not, the pieces on them are lost.
                let (king_to, rook_to) = (king_destination(mv.from, mv.to), rook_destination(mv.from, mv.to));
                let (beneath_king, beneath_rook) = (self.lift(king_to), self.lift(rook_to));
                self.place(king_to, moved);
                self.place(rook_to, rook);
                self.state.castling &= !(self.back_rank(self.state.turn) | mv.from.bit() | mv.to.bit());
                let captured = both(beneath_king, beneath_rook);
                self.state.halfmove *= u32::from(captured == 0);
                captured
            }
            MoveKind::Null => 0,
            MoveKind::Drop => {
                let captured = self.lift(mv.to);
                self.place(mv.to, moved);
                self.state.castling &= !mv.to.bit();
                self.state.halfmove *= u32::from(moved & 7 != Role::Pawn as u8);
                captured
            }
        }
    }

    /// What the rules remember of a plain move: counters, rights, a double step.
    #[inline(always)]
    pub(super) fn remember(&mut self, mv: Move, moved: u8, captured: u8) {
        let role = moved & 7;
        // None of these can be predicted, so none may become a branch.
        let counts = (role != Role::Pawn as u8) & (captured == 0);
        self.state.halfmove = select_unpredictable(counts, self.state.halfmove.wrapping_add(1), 0);
        let leaps = (role == Role::Pawn as u8) & (mv.from.number() ^ mv.to.number() == 16);
        let between = (mv.from.number() + mv.to.number()) / 2;
        self.state.passed = select_unpredictable(leaps, between, NONE);
        if self.state.castling != 0 {
            let king = select_unpredictable(role == Role::King as u8, self.back_rank(self.state.turn), 0);
            self.state.castling &= !(mv.from.bit() | mv.to.bit() | king);
        }
    }

    /// Takes the last move back. `undo` must be what [`Self::play_unchecked`] returned for it.
    pub fn take_back(&mut self, undo: &Undo) {
        let mv = undo.mv;
        match mv.kind {
            MoveKind::Plain => {
                self.lift(mv.to);
                self.place(mv.from, undo.moved);
                self.place(mv.to, undo.captured);
            }
            MoveKind::EnPassant => {
                self.lift(mv.to);
                self.place(mv.to, undo.captured >> 4);
                self.place(mv.from, undo.moved);
                self.place(Square::at(mv.to.file(), mv.from.rank()), undo.captured & 15);
            }
            MoveKind::Castle => {
                let (king_to, rook_to) = (king_destination(mv.from, mv.to), rook_destination(mv.from, mv.to));
                let rook = self.lift(rook_to);
                self.lift(king_to);
                self.place(king_to, undo.captured & 15);
                self.place(rook_to, undo.captured >> 4);
                self.place(mv.from, undo.moved);
                self.place(mv.to, rook);
            }
            MoveKind::Null => {}
            MoveKind::Drop => {
                self.lift(mv.to);
                self.place(mv.to, undo.captured);
            }
        }
        if self.state.slow & RULES != 0 {
            effects::take_back(self, undo);
        }
        self.state = undo.before;
    }

    /// The position after a move. As for [`Self::play_unchecked`], the caller must know whether the move is legal.
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }
}

/// The ranks on which a pawn becomes something else.
pub(super) const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

impl Position {
    /// Whether this plain move, which its piece can make by its movement, leaves no own king attacked.
    #[inline]
    pub(crate) fn is_safe(&self, from: Square, to: Square) -> bool {
        self.is_free(from) || self.is_safe_for_king(from, to)
    }

    /// Whether any move of this piece leaves the king safe, as far as one look can determine: the side to move is not
    /// in check, it is not the king that moves, and no enemy slider is beyond the piece on a line from the king.
    #[inline(always)]
    fn is_free(&self, from: Square) -> bool {
        let kings = self.of(self.turn(), Role::King);
        let king = Square::masked(kings.trailing_zeros() as u8);
        let pinning = attacks::beyond(king, from) & self.sliders(self.turn().other());
        pinning | kings & from.bit() | u64::from(self.state.alarm) == 0
    }

    /// Whether a piece of the side to move may legally go from one square to the other, castling, promotions and taking in
    /// passing left out: as [`Position::is_legal`] of such a move, by tables alone.
    #[inline(always)]
    pub(crate) fn may_go(&self, from: Square, to: Square) -> bool {
        let Some(moved) = self.own_code(from) else { return false };
        let Some(captures) = self.captures_on(to) else { return false };
        // Which piece moves cannot be predicted, so none of this may become a branch.
        let is_pawn = moved & 7 == Role::Pawn as u8;
        let reach = attacks::reach_of_move(moved, from, is_pawn & !captures);
        let targets = reach & !select_unpredictable(is_pawn, LAST_RANKS, 0);
        let goes = targets & to.bit() != 0;
        goes & (attacks::between(from, to) & self.occupied() == 0) && self.is_safe(from, to)
    }

    /// The one piece among `origins` that may legally go to `to`. Each of them reaches that square on an empty board.
    #[inline(always)]
    pub(crate) fn only_mover(&self, origins: u64, to: Square) -> Option<Square> {
        if origins & origins.wrapping_sub(1) != 0 {
            return self.only_mover_of_many(origins, to);
        }
        let only = Square::masked(origins.trailing_zeros() as u8);
        (origins != 0 && self.may_move(only, to)).then_some(only)
    }

    #[inline(never)]
    fn only_mover_of_many(&self, origins: u64, to: Square) -> Option<Square> {
        let mut movers = Squares(origins).filter(|from| self.may_move(*from, to));
        let only = movers.next()?;
        movers.next().is_none().then_some(only)
    }

    /// Whether a piece that reaches `to` on an empty board may go there.
    #[inline(always)]
    pub(crate) fn may_move(&self, from: Square, to: Square) -> bool {
        attacks::between(from, to) & self.occupied() == 0 && self.is_safe(from, to)
    }

    /// The squares on which a piece of the side to move may be pinned: the lines of its king, whatever is on them.
    #[inline]
    fn pinnable(&self) -> u64 {
        self.king(self.turn()).map_or(0, |king| attacks::reach(Role::Queen, king))
    }

    #[inline(never)]
    fn is_safe_for_king(&self, from: Square, to: Square) -> bool {
        if !self.state.royal {
            return self.is_safe_by_rules(from, to);
        }
        let kings = self.of(self.turn(), Role::King);
        let king = Square::masked(kings.trailing_zeros() as u8);
        if king == from {
            return self.attackers(to, self.turn().other(), self.occupied() & !from.bit()) == 0;
        }
        let occupied = self.occupied() & !from.bit() | to.bit();
        if self.is_check() {
            return self.attackers(king, self.turn().other(), occupied) & !to.bit() == 0;
        }
        let queens = self.role(Role::Queen);
        let pinning = attacks::rook(king, occupied) & (self.role(Role::Rook) | queens)
            | attacks::bishop(king, occupied) & (self.role(Role::Bishop) | queens);
        pinning & self.color(self.turn().other()) & !to.bit() == 0
    }

    /// The same if kings are missing, or have other rules than in chess.
    #[cold]
    #[inline(never)]
    fn is_safe_by_rules(&self, from: Square, to: Square) -> bool {
        !self.is_careful() || generate::may_go(self, from, to)
    }

    /// Whether capturing en passant leaves no own king attacked: two pawns leave one rank at once.
    fn is_safe_en_passant(&self, from: Square, to: Square) -> bool {
        if self.is_careful() {
            return generate::allows(self, Move { from, to, promotion: None, kind: MoveKind::EnPassant });
        }
        let taken = Square::at(to.file(), from.rank());
        let occupied = self.occupied() & !from.bit() & !taken.bit() | to.bit();
        let enemy = self.turn().other();
        !self.state.royal
            || Squares(self.of(self.turn(), Role::King))
                .all(|king| self.attackers(king, enemy, occupied) & !taken.bit() == 0)
    }

    /// The pawns of the side to move that may take en passant by their movement.
    #[inline]
    fn en_passant_candidates(&self) -> (u64, Square) {
        match self.passed() {
            Some(to) if self.takes_in_passing(to) => {
                (attacks::pawn(self.turn().other(), to) & self.of(self.turn(), Role::Pawn), to)
            }
            _ => (0, Square::masked(0)),
        }
    }

    /// Whether an enemy pawn has just passed over `to`: it is beyond it, and the square is empty.
    fn takes_in_passing(&self, to: Square) -> bool {
        self.can_be_passed(to)
    }

    /// The same.
    pub(crate) fn can_be_passed(&self, to: Square) -> bool {
        if self.is_careful() {
            return generate::can_be_passed(self, to);
        }
        let (rank, beyond) = if self.turn() == Color::White { (5, 4) } else { (2, 3) };
        let pawn = Square::at(to.file(), beyond);
        to.rank() == rank
            && self.of(self.turn().other(), Role::Pawn) & pawn.bit() != 0
            && self.occupied() & to.bit() == 0
    }

    /// Whether an en passant capture is legal, for FEN output and repetition. After the end of the game, none is.
    pub fn has_legal_en_passant(&self) -> bool {
        let (pawns, to) = self.en_passant_candidates();
        !self.is_over() && Squares(pawns).any(|from| self.is_safe_en_passant(from, to))
    }

    /// The legal en passant capture from `from` to `to`.
    #[inline]
    pub(crate) fn en_passant(&self, from: Square, to: Square) -> Option<Move> {
        let (pawns, passed) = self.en_passant_candidates();
        let fits = passed == to && pawns & from.bit() != 0 && self.is_safe_en_passant(from, to);
        fits.then_some(Move { from, to, promotion: None, kind: MoveKind::EnPassant })
    }

    /// Castling to this wing, if it is legal.
    pub fn castle(&self, wing: Wing) -> Option<Move> {
        let us = self.turn();
        let (king, rook) = (self.king(us)?, self.castling_rook(us, wing)?);
        if self.is_careful() {
            return generate::castle(self, king, rook);
        }
        if self.is_check() || !self.state.royal {
            return None;
        }
        let (king_to, rook_to) = (king_destination(king, rook), rook_destination(king, rook));
        let others = self.occupied() & !king.bit() & !rook.bit();
        let king_path = attacks::between(king, king_to) | king_to.bit();
        let rook_path = attacks::between(rook, rook_to) | rook_to.bit();
        if others & (king_path | rook_path) != 0 {
            return None;
        }
        // On its way the king is seen with the rook where it was; at the end with the rook where it will be.
        let enemy = us.other();
        let passing = Squares(king_path & !king_to.bit()).all(|at| self.attackers(at, enemy, others | rook.bit()) == 0);
        let arrived = self.attackers(king_to, enemy, others | rook_to.bit()) == 0;
        (passing && arrived).then_some(Move { from: king, to: rook, promotion: None, kind: MoveKind::Castle })
    }

    /// The squares to which the piece on `from`, of the side to move, may go by its movement, castling and taking in
    /// passing left out. No king is taken.
    #[inline]
    fn reach(&self, from: Square, role: Role) -> u64 {
        if self.is_careful() {
            return generate::reach(self, from, role);
        }
        if role == Role::Pawn {
            return self.pawn_reach(from);
        }
        attacks::piece(role, from, self.occupied()) & !(self.color(self.turn()) | self.role(Role::King))
    }

    fn pawn_reach(&self, from: Square) -> u64 {
        let (us, empty) = (self.turn(), !self.occupied());
        let takes = attacks::pawn(us, from) & self.color(us.other()) & !self.role(Role::King);
        let (step, leap) = match us {
            Color::White => {
                let step = from.bit() << 8 & empty;
                (step, (step & 0xff_0000) << 8 & empty)
            }
            Color::Black => {
                let step = from.bit() >> 8 & empty;
                (step, (step & 0xff00_0000_0000) >> 8 & empty)
            }
        };
        takes | step | leap
    }

    /// The squares to which the piece on `from`, of the side to move, may legally go, without castling and en passant.
    #[inline]
    pub(crate) fn targets(&self, from: Square, role: Role) -> u64 {
        let reach = self.reach(from, role);
        if self.is_free(from) {
            return reach;
        }
        Squares(reach).filter(|to| self.is_safe_for_king(from, *to)).fold(0, |targets, to| targets | to.bit())
    }

    /// Calls `found` with each legal move until it returns `false`. There are none if a rule has ended the game.
    pub fn each_legal(&self, found: impl FnMut(Move) -> bool) {
        if !self.is_over() {
            self.each_move(found);
        }
    }

    /// The same as if no rule had ended the game: play may continue after that.
    pub(crate) fn each_move(&self, mut found: impl FnMut(Move) -> bool) {
        if self.is_careful() {
            return generate::each(self, &mut found);
        }
        let us = self.turn();
        for from in Squares(self.color(us)) {
            let Some(piece) = self.piece_at(from) else { continue };
            for to in Squares(self.reach(from, piece.role)) {
                if !self.is_safe(from, to) {
                    continue;
                }
                if piece.role == Role::Pawn && to.bit() & LAST_RANKS != 0 {
                    for role in Role::PROMOTIONS {
                        if !found(Move { promotion: Some(role), ..Move::plain(from, to) }) {
                            return;
                        }
                    }
                } else if !found(Move::plain(from, to)) {
                    return;
                }
            }
        }
        let (pawns, to) = self.en_passant_candidates();
        for mv in Squares(pawns).filter_map(|from| self.en_passant(from, to)) {
            if !found(mv) {
                return;
            }
        }
        for mv in [Wing::King, Wing::Queen].into_iter().filter_map(|wing| self.castle(wing)) {
            if !found(mv) {
                return;
            }
        }
        if !self.hand.is_empty() {
            generate::each_drop(self, &mut found);
        }
    }

    /// Every legal move; none when a rule has ended the game.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.is_over() { Vec::new() } else { self.moves() }
    }

    /// The same as if no rule had ended the game.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(48);
        self.each_move(|mv| {
            moves.push(mv);
            true
        });
        moves
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        !self.is_over() && self.has_move()
    }

    /// The same as if no rule had ended the game.
    #[inline]
    pub(crate) fn has_move(&self) -> bool {
        if self.state.slow & RULES != 0 { generate::has_move(self) } else { self.has_plain_move() }
    }

    /// The same by the rules of chess, without drops and other ends.
    pub(super) fn has_plain_move(&self) -> bool {
        match self.king(self.turn()) {
            Some(king) if self.is_check() => self.can_parry(king),
            _ => self.has_free_step() || self.has_free_knight() || self.has_any_move(),
        }
    }

    /// The same for a knight: often the next best.
    fn has_free_knight(&self) -> bool {
        let us = self.turn();
        let barred = self.color(us) | self.role(Role::King);
        !self.is_check()
            && Squares(self.of(us, Role::Knight) & !self.pinnable()).any(|from| attacks::knight(from) & !barred != 0)
    }

    pub(super) fn has_any_move(&self) -> bool {
        let mut any = false;
        self.each_move(|_| {
            any = true;
            false
        });
        any
    }

    /// Whether the king, which is in check, can step out of it, or another piece capture what gives check or move between.
    fn can_parry(&self, king: Square) -> bool {
        let (us, occupied) = (self.turn(), self.occupied());
        let escapes = attacks::king(king) & !(self.color(us) | self.role(Role::King));
        if Squares(escapes).any(|to| self.is_safe(king, to)) {
            return true;
        }
        let checkers = self.attackers(king, us.other(), occupied);
        if !checkers.is_power_of_two() {
            return false;
        }
        let checker = Square::masked(checkers.trailing_zeros() as u8);
        let between = attacks::between(king, checker);
        let parries = |from: Square| {
            let role = self.piece_at(from).map_or(Role::Pawn, |piece| piece.role);
            Squares(self.reach(from, role) & (between | checkers)).any(|to| self.is_safe(from, to))
        };
        let (pawns, passed) = self.en_passant_candidates();
        Squares(self.color(us) & !king.bit()).any(parries)
            || Squares(pawns).any(|from| self.is_safe_en_passant(from, passed))
    }

    /// Whether a pawn that is surely not pinned can step forward out of check: mostly one can.
    #[inline]
    pub(crate) fn has_free_step(&self) -> bool {
        let free = self.of(self.turn(), Role::Pawn) & !self.pinnable();
        let ahead = if self.turn() == Color::White { free << 8 } else { free >> 8 };
        self.state.alarm == 0 && ahead & !self.occupied() != 0
    }

    /// Whether this move is legal, as if no rule had ended the game. A null move is, unless in check. If pieces in hand
    /// come from another board, any piece except a king may be dropped.
    pub fn is_legal(&self, mv: Move) -> bool {
        match mv.kind {
            MoveKind::Drop => generate::may_drop(self, mv),
            MoveKind::Null => !self.is_check(),
            MoveKind::Castle => [Wing::King, Wing::Queen].into_iter().any(|wing| self.castle(wing) == Some(mv)),
            MoveKind::EnPassant => mv.promotion.is_none() && self.en_passant(mv.from, mv.to).is_some(),
            MoveKind::Plain => self.is_legal_plain(mv),
        }
    }

    /// Whether this move is illegal only because it leaves its own king in check.
    pub(crate) fn is_legal_but_for_check(&self, mv: Move) -> bool {
        let goes = match mv.kind {
            MoveKind::Plain => self.goes_plainly(mv),
            MoveKind::EnPassant => self.passed() == Some(mv.to),
            MoveKind::Castle | MoveKind::Null | MoveKind::Drop => false,
        };
        goes && !self.is_legal(mv)
    }

    fn is_legal_plain(&self, mv: Move) -> bool {
        if self.is_careful() {
            return self.goes_plainly(mv) && generate::allows(self, mv);
        }
        self.goes_plainly(mv) && self.is_safe(mv.from, mv.to)
    }

    /// Whether a plain move is one of its piece, check left out.
    #[inline]
    fn goes_plainly(&self, mv: Move) -> bool {
        let Some(piece) = self.piece_at(mv.from).filter(|piece| piece.color == self.turn()) else { return false };
        let promotes = piece.role == Role::Pawn && mv.to.bit() & LAST_RANKS != 0;
        let promotion_fits = match mv.promotion {
            Some(role) => promotes && self.rules.may_become(role),
            None => !promotes,
        };
        promotion_fits && self.reach(mv.from, piece.role) & mv.to.bit() != 0
    }

    /// The legal move from `from` to `to`. Castling is found by the rook's square and by the king's destination, the latter
    /// only if no plain move goes there.
    pub fn find(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let plain = Move { promotion, ..Move::plain(from, to) };
        if self.is_legal(plain) {
            return Some(plain);
        }
        if promotion.is_some() {
            return None;
        }
        self.en_passant(from, to).or_else(|| {
            let castlings = [Wing::King, Wing::Queen].into_iter().filter_map(|wing| self.castle(wing));
            castlings.into_iter().find(|mv| mv.from == from && (mv.to == to || mv.destination() == to))
        })
    }

    /// The null move: nothing moves, the turn passes.
    pub fn null_move(&self) -> Move {
        let at = self.king(self.turn()).unwrap_or(Square::masked(0));
        Move { from: at, to: at, promotion: None, kind: MoveKind::Null }
    }

    /// Whether the side to move is in check and has no legal move, in a game that no other rule has ended.
    pub fn is_mate(&self) -> bool {
        !self.is_over() && self.is_check() && !self.has_move()
    }

    /// Whether the side to move is not in check and has no legal move, in a game that no other rule has ended.
    pub fn is_stalemate(&self) -> bool {
        !self.is_over() && !self.is_check() && !self.has_move()
    }

    /// The squares that the piece on `square` attacks; none for an empty square. Pins do not matter, and a pawn attacks the
    /// squares on which it captures.
    #[inline]
    pub fn attacks(&self, square: Square) -> u64 {
        sight::attacks(self, square)
    }

    /// The pieces that give check to the side to move. None if a side has no king or several.
    #[inline]
    pub fn checkers(&self) -> u64 {
        sight::checkers(self)
    }

    /// The pieces of `color` that are pinned to their king. None if a side has no king or several.
    pub fn pinned(&self, color: Color) -> u64 {
        sight::pinned(self, color)
    }

    /// The squares to which a pin restricts the piece on `square`: those between its king and the pinning piece, and the
    /// square of the pinning piece. `None` if the piece is not pinned.
    pub fn pin_line(&self, square: Square) -> Option<u64> {
        sight::pin_line(self, square)
    }

    /// The other pieces that this move removes if it captures: none, except under rules with explosions.
    #[inline]
    pub fn explosion(&self, mv: Move) -> Explosion {
        if self.rules.has(EXPLOSIONS) { effects::explosion(self, mv) } else { Explosion::none() }
    }

    /// Whether a legal move captures, en passant included.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        sight::is_capture(self, mv)
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        sight::gives_check(self, mv)
    }

    /// The same position for the other side: the board is turned upside down, and all colours are swapped, those of the
    /// side to move and the castling rights included.
    #[must_use]
    pub fn mirror(&self) -> Position {
        symmetry::mirror(self)
    }

    /// The board with its left and right sides swapped. Castling is not symmetric, so castling rights are dropped.
    #[must_use]
    pub fn flip(&self) -> Position {
        symmetry::flip(self)
    }

    /// The position with this piece, or none, on a square. Castling rights and the square of a double step are dropped if
    /// they no longer fit the board. The result may be a position that no game can reach.
    #[must_use]
    pub fn with_piece(&self, square: Square, piece: Option<Piece>) -> Position {
        symmetry::with_piece(self, square, piece)
    }

    /// Whether another position differs from this one in its counters at most.
    pub fn is_same(&self, other: &Position) -> bool {
        symmetry::is_same(self, other)
    }

    /// For each piece its squares: White's pawns to kings, then Black's.
    pub fn bitboards(&self) -> [u64; 12] {
        planes::bitboards(self)
    }

    /// The letters of the pieces as in FEN, with `.` for an empty square; a1 first, b1 second.
    pub fn letters(&self) -> [u8; 64] {
        planes::letters(self)
    }

    /// Writes the planes to `out`, whose bytes must be 0. What does not fit is left out.
    pub fn fill_planes(&self, planes: Planes, out: &mut [u8]) {
        planes::fill_planes(self, planes, out)
    }

    /// The pieces as text, each side from king to pawn, White first: `KRPPvKRP`.
    pub fn material(&self) -> String {
        material::material(self)
    }

    /// The phase of the game, from [`material::FULL_PHASE`] (all pieces are on the board) to 0 (only kings and pawns are left): 1 for
    /// each knight and bishop, 2 for each rook, 4 for each queen.
    pub fn phase(&self) -> u32 {
        material::phase(self)
    }

    /// Only kings; one minor piece alone; or only bishops, all on squares of one colour.
    pub fn is_insufficient_material(&self) -> bool {
        material::is_insufficient_material(self)
    }

    /// Whether the players made enough moves without a capture or a pawn's move that a draw can be claimed.
    #[inline]
    pub fn may_claim_fifty_moves(&self) -> bool {
        outcome::may_claim_fifty_moves(self)
    }
}

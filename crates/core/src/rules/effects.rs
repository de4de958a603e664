//! What moves do under rules that chess does not know: captured pieces go to a hand, captures explode, checks are counted.
//!
//! Nothing here runs for a move of chess or Chess960.

use super::attacks::{self, Squares};
use super::outcome;
use super::position::{
    Aside, CAREFUL, CHECK, EXPOSED, LATE, NONE, OVER, PAST, PROMOTED, Position, PositionParts, Undo,
};
use super::types::{Color, Move, MoveKind, Piece, Role, Square};
use super::variant::{self, Rules};

/// Plays a move under slow rules, legal or not, and writes what it changes to `undo`, which knows already what moves.
pub(super) fn play(position: &mut Position, mv: Move, undo: &mut Undo) {
    let is_simple = mv.kind == MoveKind::Plain
        && mv.promotion.is_none()
        && undo.moved != 0
        && position.state.alarm & (CAREFUL | OVER) == 0
        && position.state.slow & EXPOSED == 0;
    if is_simple {
        return play_simple(position, mv, undo);
    }
    position.state.alarm &= !LATE;
    change(position, mv, undo);
    position.pass_turn();
    position.look();
    if count_check(position) {
        position.look_for_end();
    }
    if undo.before.ended != 0 && undo.before.ended & PAST == 0 {
        position.state.alarm |= LATE;
        position.state.ended |= PAST;
    }
}

/// Plays a plain move of a game that continues, by rules under which pieces move as in chess: most moves of most games.
#[inline(never)]
fn play_simple(position: &mut Position, mv: Move, undo: &mut Undo) {
    let (moved, captured) = (undo.moved, position.board[mv.to.index()]);
    if position.rules().has_drops() && (captured != 0 || position.promoted() != 0) {
        change(position, mv, undo);
    } else {
        undo.aside = Aside::of(position);
        undo.captured = captured;
        position.shift(mv, moved, captured);
        position.remember(mv, moved, captured);
    }
    position.pass_turn();
    // Only the mover and the squares it attacks need be examined.
    position.look_after(mv, moved);
    let is_on_hill = moved & 7 == Role::King as u8 && mv.to.bit() & outcome::HILL != 0;
    if count_check(position) || is_on_hill {
        position.look_for_end();
    }
}

/// Plays a move whose legality is known, without asking who is in check, unless checks are counted.
pub(super) fn replay(position: &mut Position, mv: Move, undo: &mut Undo) {
    change(position, mv, undo);
    position.pass_turn();
    if position.rules().counts_checks() {
        position.look();
        count_check(position);
    }
}

/// Counts the check that a plain move of chess has given.
#[inline(always)]
pub(super) fn see_check(position: &mut Position, undo: &Undo) {
    if position.is_checked_by(undo.mv, undo.moved) {
        spend_check(position);
    }
}

/// Changes the board, the hand and the marks of a move, and what is remembered of it; the turn stays.
pub(super) fn change(position: &mut Position, mv: Move, undo: &mut Undo) {
    let rules = position.rules();
    undo.aside = Aside::of(position);
    if mv.kind == MoveKind::Plain && mv.promotion.is_none() && undo.moved != 0 && rules.changes_as_chess() {
        undo.captured = position.board[mv.to.index()];
        position.shift(mv, undo.moved, undo.captured);
        position.remember(mv, undo.moved, undo.captured);
        return;
    }
    position.state.passed = NONE;
    if mv.is_drop() {
        undo.moved = dropped_code(position, mv);
        if let Some(piece) = Piece::from_code(undo.moved) {
            position.hand.remove(piece);
        }
    }
    let captured = position.change_board(mv, undo.moved);
    undo.captured = captured;
    if mv.kind == MoveKind::Plain {
        position.state.passed = passed(position, mv, undo.moved);
    }
    let takes = captured & 15 != 0 && matches!(mv.kind, MoveKind::Plain | MoveKind::EnPassant);
    if rules.has_drops() {
        mark(position, mv, undo);
        if takes {
            let taken_on =
                if mv.kind == MoveKind::EnPassant { Square::at(mv.to.file(), mv.from.rank()) } else { mv.to };
            take(position, captured & 15, undo.aside.promoted & taken_on.bit() != 0);
        }
    }
    if takes && rules.has(variant::EXPLOSIONS) {
        explode(position, mv.to, undo);
    }
    if undo.is_odd() {
        position.count_kings();
    }
}

/// How the mailbox stores what a drop puts on the board.
pub(super) fn dropped_code(position: &Position, mv: Move) -> u8 {
    mv.promotion.map_or(0, |role| Piece { color: position.turn(), role }.code())
}

/// The square that a double step passed over, if it can be taken there.
fn passed(position: &Position, mv: Move, moved: u8) -> u8 {
    let (rules, us) = (position.rules(), position.turn());
    let steps_twice = moved == us.pawn() && mv.from.number().abs_diff(mv.to.number()) == 16;
    // From its first rank a pawn of a horde steps twice, too, but cannot be taken for it.
    let counts = mv.from.rank() == us.back_rank().abs_diff(1) || rules.has(variant::LONG_STEPS);
    let may_be_taken = steps_twice && counts && rules.has(variant::EN_PASSANT);
    if may_be_taken { mv.from.number().midpoint(mv.to.number()) } else { NONE }
}

/// Moves the marks of promoted pieces with them.
fn mark(position: &mut Position, mv: Move, undo: &Undo) {
    let was = undo.aside.promoted;
    let mut marks = was;
    match mv.kind {
        MoveKind::Null => {}
        MoveKind::Drop => marks &= !mv.to.bit(),
        MoveKind::Plain => {
            let stays = mv.promotion.is_some() || was & mv.from.bit() != 0;
            marks &= !(mv.from.bit() | mv.to.bit());
            marks |= if stays && undo.moved != 0 { mv.to.bit() } else { 0 };
        }
        // Pawns, kings and their rooks have none; any other piece is gone or where it was.
        MoveKind::Castle | MoveKind::EnPassant => marks &= !(mv.from.bit() | mv.to.bit()),
    }
    position.roles[PROMOTED] = marks & position.occupied();
}

/// Gives a captured piece to the other side, as a pawn if it had been one.
fn take(position: &mut Position, code: u8, was_promoted: bool) {
    let Some(piece) = Piece::from_code(code).filter(|_| !position.rules().drops_from_elsewhere()) else { return };
    let role = if was_promoted { Role::Pawn } else { piece.role };
    position.hand.add(Piece { color: piece.color.other(), role });
}

/// Removes the capturing piece, and everything except pawns around it.
fn explode(position: &mut Position, center: Square, undo: &mut Undo) {
    let drops = position.rules().has_drops();
    let around = attacks::king(center);
    let capturer = remove(position, center, drops);
    debug_assert!(capturer != 0 || undo.moved == 0);
    let mut exploded = 0;
    for (index, square) in Squares(around).enumerate() {
        if position.role(Role::Pawn) & square.bit() == 0 {
            exploded |= u32::from(remove(position, square, drops)) << (4 * index);
        }
    }
    undo.aside.exploded = exploded;
    position.state.castling &= !(around | center.bit());
    for color in [Color::White, Color::Black] {
        if position.of(color, Role::King) == 0 {
            position.state.castling &= !position.back_rank(color);
        }
    }
}

/// The pieces that an explosion removes besides the capturing and the captured one.
#[derive(Clone, Copy, Debug)]
pub struct Explosion {
    center: Square,
    /// As [`Aside::exploded`].
    codes: u32,
}

impl Explosion {
    /// Nothing.
    #[inline]
    pub(super) fn none() -> Explosion {
        Explosion { center: Square::masked(0), codes: 0 }
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.codes == 0
    }

    /// The pieces, in the order of their squares.
    pub fn pieces(self) -> impl Iterator<Item = (Square, Piece)> {
        let around = Squares(attacks::king(self.center)).enumerate();
        around.filter_map(move |(index, square)| {
            Piece::from_code((self.codes >> (4 * index) & 15) as u8).map(|piece| (square, piece))
        })
    }
}

/// What is going to explode when this move is played, if captures explode.
pub(super) fn explosion(before: &Position, mv: Move) -> Explosion {
    let takes = match mv.kind {
        MoveKind::Plain => before.occupied() & mv.to.bit() != 0,
        MoveKind::EnPassant => true,
        MoveKind::Castle | MoveKind::Null | MoveKind::Drop => false,
    };
    let mut codes = 0;
    if takes {
        let spared = before.role(Role::Pawn) | mv.from.bit();
        for (index, square) in Squares(attacks::king(mv.to)).enumerate() {
            if spared & square.bit() == 0 {
                codes |= u32::from(before.codes()[square.index()]) << (4 * index);
            }
        }
    }
    Explosion { center: mv.to, codes }
}

/// What exploded by a move that was played by these rules.
#[inline]
pub(super) fn exploded_by(undo: &Undo, rules: Rules) -> Explosion {
    let codes = if rules.has(variant::EXPLOSIONS) { undo.aside.exploded } else { 0 };
    Explosion { center: undo.mv.to, codes }
}

/// Empties a square for an explosion; returns the code of the piece there.
fn remove(position: &mut Position, square: Square, drops: bool) -> u8 {
    let was_promoted = position.promoted() & square.bit() != 0;
    let code = position.lift(square);
    if drops {
        position.roles[PROMOTED] &= !square.bit();
        take(position, code, was_promoted);
    }
    code
}

/// Counts a check that was just given; returns whether one was.
fn count_check(position: &mut Position) -> bool {
    let counts = position.state.alarm & CHECK != 0 && position.rules().counts_checks();
    if counts {
        spend_check(position);
    }
    counts
}

/// Takes one of the checks that the side which has moved may still give.
fn spend_check(position: &mut Position) {
    let left = &mut position.state.checks[position.state.turn.other() as usize];
    *left = left.saturating_sub(1);
}

/// Takes back what the moves of chess do not change, after the rest was taken back.
pub(super) fn take_back(position: &mut Position, undo: &Undo) {
    let mut exploded = undo.aside.exploded;
    if exploded != 0 {
        for square in Squares(attacks::king(undo.mv.to)) {
            position.place(square, (exploded & 15) as u8);
            exploded >>= 4;
        }
    }
    position.hand = undo.aside.hand;
    position.roles[PROMOTED] = undo.aside.promoted;
    if undo.is_odd() {
        position.count_kings();
    }
}

/// The start of rules whose board is not that of chess.
pub(super) fn own_start(rules: Rules) -> Option<PositionParts> {
    let rows: [&[u8; 8]; 8] = if rules.has(variant::RACE) {
        [b"qrbnNBRQ", b"krbnNBRK", b"        ", b"        ", b"        ", b"        ", b"        ", b"        "]
    } else if rules.has(variant::HORDE) {
        [b"PPPPPPPP", b"PPPPPPPP", b"PPPPPPPP", b"PPPPPPPP", b" PP  PP ", b"        ", b"pppppppp", b"rnbqkbnr"]
    } else {
        return None;
    };
    let mut parts = PositionParts { castling: 0x8100_0000_0000_0081, ..PositionParts::empty(rules) };
    for (square, letter) in rows.into_iter().flatten().enumerate() {
        parts.pieces[square] = Piece::from_letter(*letter);
    }
    Some(parts)
}

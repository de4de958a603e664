//! From the content of a text to a position: what is assumed for missing parts, and whether a game can start there.

use super::error::{PositionError, error};
use super::fields::{PositionFields, passed_square};
use super::position_notation::Read;
use super::rights;
use crate::error::Code;
use crate::notation::Validation;
use crate::rules::attacks::Squares;
use crate::rules::variant::{DOUBLE_STEP, EN_PASSANT, EXPLOSIONS, HORDE, NO_CHECKS, OTHER_BOARD, RACE};
use crate::rules::{self, Color, Hand, Piece, Position, PositionParts, Role, Rules, Square};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// What it means that a text is silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unsaid {
    /// Its notation has a place for all parts of a position, so there are no castling rights that it does not name, and
    /// a hand or counts of checks were forgotten.
    Forgotten,
    /// Its notation knows little more than the board, so kings and rooks on their usual squares may castle.
    Unknown,
}

/// The position of a board and its fields. `rules`: those that are known to be played; `None` if they are not known,
/// and then the fields may show them: castling rights that only Chess960 explains select it.
pub(super) fn position<'t>(
    fields: PositionFields<'t>,
    unsaid: Unsaid,
    rules: Option<Rules>,
    validation: Validation,
) -> Result<Read<'t>, PositionError> {
    let mut notes = fields.notes.clone();
    let shown = if rules.is_none() { shown_by(&fields) } else { None };
    if shown.is_some() {
        notes.push(Code::RulesAssumed);
    }
    let rules = rules.or(shown);
    let mut parts = PositionParts {
        pieces: fields.pieces,
        turn: fields.turn.unwrap_or(Color::White),
        castling: 0,
        passed: fields.en_passant.and_then(passed_square),
        halfmove: fields.halfmove.unwrap_or(0),
        fullmove: fields.fullmove.unwrap_or(1).max(1),
        ..PositionParts::empty(rules.unwrap_or(Rules::STANDARD))
    };
    take_reserve(&fields, unsaid, &mut parts, &mut notes)?;
    if fields.turn.is_none() && !fields.claim.fits_check(false) && is_black_in_check(&Position::assemble(&parts)) {
        parts.turn = Color::Black;
    }
    let bare = Position::assemble(&parts);
    let defect = board_defect(&bare);
    let is_sound = defect.is_none();
    if let Some((code, message)) = defect.filter(|_| validation == Validation::Full) {
        return Err(error(code, 0, message));
    }
    match (fields.castling, unsaid) {
        (Some(letters), _) => {
            let read = rights::read(letters, &bare, rules);
            parts.castling = read.rooks;
            if read.free && !parts.rules.free_castling() {
                parts.rules = parts.rules.with_free_castling();
                // Apart from the name of other rules, nothing else can show this.
                if rules.is_none() {
                    notes.push(Code::Chess960Assumed);
                }
            }
            if read.dropped {
                notes.push(Code::FenCastling);
            }
        }
        (None, Unsaid::Unknown) => parts.castling = rights::of_home_squares(&bare),
        (None, Unsaid::Forgotten) => {}
    }
    if parts.passed.is_some_and(|square| !double_step_possible(&bare, square)) {
        parts.passed = None;
        notes.push(Code::FenEnPassant);
    }
    let position = Position::assemble(&parts);
    let may_be_taken = is_exposed(&position);
    if may_be_taken && validation == Validation::Full {
        let message = format!("{} to move could capture the king", side(position.turn()));
        return Err(error(Code::FenOpponentInCheck, 0, message));
    }
    if may_be_taken || !is_sound {
        notes.push(Code::PositionIllegal);
    }
    Ok(Read { position, notes, fields })
}

/// The rules that a text shows by what only they know.
fn shown_by(fields: &PositionFields<'_>) -> Option<Rules> {
    let king = |color| fields.pieces.iter().filter(|piece| **piece == Some(Piece { color, role: Role::King })).count();
    let pawn = Some(Piece { color: Color::White, role: Role::Pawn });
    if fields.hand.is_some() {
        rules::find("crazyhouse")
    } else if fields.checks.is_some() {
        rules::find("threecheck")
    } else if fields.pieces[..8].contains(&pawn) && king(Color::White) == 0 && king(Color::Black) == 1 {
        rules::find("horde")
    } else if fields.pieces[8] == Some(Piece { color: Color::Black, role: Role::King }) {
        // Few other boards have a black king there, so few are compared.
        let is_start =
            |rules: &Rules| fields.turn == Some(Color::White) && fields.stand_as_in(&Position::start_of(*rules));
        rules::find("racingkings").filter(is_start)
    } else {
        None
    }
}

/// Takes what is in hand, the marks of promoted pieces and the counts of checks, as far as the rules know them.
fn take_reserve(
    fields: &PositionFields<'_>,
    unsaid: Unsaid,
    parts: &mut PositionParts,
    notes: &mut Vec<Code>,
) -> Result<(), PositionError> {
    let mut note = |code| {
        if !notes.contains(&code) {
            notes.push(code);
        }
    };
    let (drops, counts) = (parts.rules.has_drops(), parts.rules.counts_checks());
    match fields.hand {
        Some(hand) if !drops && !hand.is_empty() => {
            return Err(error(Code::FenHand, 0, "pieces are in hand, but the rules know no drops".into()));
        }
        Some(_) if !drops => note(Code::FenHandForm),
        None if drops && unsaid == Unsaid::Forgotten => note(Code::FenHandForm),
        hand => parts.hand = hand.unwrap_or_default(),
    }
    let may_have = |role| role != Role::Pawn && (role != Role::King || parts.rules.has_common_kings());
    let is_right = |square: &Square| drops && fields.pieces[square.index()].is_some_and(|piece| may_have(piece.role));
    parts.promoted = Squares(fields.promoted).filter(is_right).fold(0, |set, square| set | square.bit());
    if parts.promoted != fields.promoted {
        note(Code::FenPromoted);
    }
    match fields.checks {
        Some(_) if !counts => {
            let message = "checks are counted, but the rules do not count them".into();
            return Err(error(Code::FenSyntax, 0, message));
        }
        None if counts && unsaid == Unsaid::Forgotten => note(Code::FenChecksForm),
        checks => parts.checks = checks.unwrap_or(PositionParts::ALL_CHECKS),
    }
    Ok(())
}

/// Whether Black is in check, and White is not: the side to move if marks mean check and nothing else gives the side.
fn is_black_in_check(board: &Position) -> bool {
    let checked = |color| board.of(color, Role::King).is_power_of_two() && board.king_attacked(color);
    checked(Color::Black) && !checked(Color::White)
}

fn side(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

/// Whether a game can start from a position: the condition of [`Validation::Full`].
pub fn may_start(position: &Position) -> bool {
    board_defect(position).is_none() && !is_exposed(position)
}

/// Whether the side that is not to move is in check. A side that exploded the other king may leave its own attacked.
fn is_exposed(position: &Position) -> bool {
    let (turn, moved) = (position.turn(), position.turn().other());
    let has_won = position.rules().has(EXPLOSIONS) && position.of(turn, Role::King) == 0;
    !has_won && position.of(moved, Role::King).is_power_of_two() && position.king_attacked(moved)
}

/// Why no game can start from a board, whether or not its king can be taken.
fn board_defect(position: &Position) -> Option<(Code, String)> {
    let rules = position.rules();
    for color in [Color::White, Color::Black] {
        let kings = position.of(color, Role::King).count_ones();
        if !may_have_kings(position, color, kings) {
            return Some((Code::FenKings, format!("{} has {kings} kings", side(color))));
        }
        let (pawns, all) = (position.of(color, Role::Pawn).count_ones(), position.color(color).count_ones());
        let is_horde = rules.has(HORDE) && color == Color::White;
        let fits = if is_horde { all <= 36 } else { all <= 16 && pawns <= 8 };
        if !fits && !rules.has_drops() {
            let message = format!("{} has {all} pieces, {pawns} of them pawns", side(color));
            return Some((Code::FenTooMany, message));
        }
    }
    if rules.has_drops() && !rules.has(OTHER_BOARD) && has_too_many_to_drop(position) {
        return Some((Code::FenTooMany, "there are more than 32 pieces or 16 pawns on the board and in hand".into()));
    }
    if position.role(Role::Pawn) & 0xff00_0000_0000_00ff & !homes_of_horde(position) != 0 {
        return Some((Code::FenPawnRank, "a pawn is on the first or last rank".into()));
    }
    if rules.has_common_kings() && position.occupied() == 0 {
        return Some((Code::FenEmpty, "there is no piece on the board".into()));
    }
    if rules.has(RACE) && position.role(Role::Pawn) != 0 {
        return Some((Code::FenRace, "there is a pawn on the board".into()));
    }
    if rules.has(NO_CHECKS) && position.is_check() {
        return Some((Code::FenRace, format!("{} to move is in check", side(position.turn()))));
    }
    None
}

/// Whether the rules let a side have this many kings.
fn may_have_kings(position: &Position, color: Color, kings: u32) -> bool {
    let rules = position.rules();
    if rules.has_common_kings() {
        true
    } else if rules.has(HORDE) && color == Color::White {
        kings == 0
    } else {
        // A king that the last move exploded is gone.
        kings == 1 || kings == 0 && rules.has(EXPLOSIONS) && color == position.turn()
    }
}

/// Whether more pieces or pawns are there than a game can begin with, none of which ever goes: promoted pieces are pawns.
fn has_too_many_to_drop(position: &Position) -> bool {
    let hand = position.hand();
    let held = |role| [Color::White, Color::Black].map(|color| hand.count(Piece { color, role })).iter().sum::<u32>();
    let all = position.occupied().count_ones() + Hand::ROLES.map(held).iter().sum::<u32>();
    let pawns = (position.role(Role::Pawn) | position.promoted()).count_ones() + held(Role::Pawn);
    all > 32 || pawns > 16
}

/// The pawns that may be on the first rank.
fn homes_of_horde(position: &Position) -> u64 {
    if position.rules().has(HORDE) { position.color(Color::White) & 0xff } else { 0 }
}

/// Whether the side that is not to move can just have passed over `square`: its pawn is beyond it, and the square and
/// the one the pawn came from are empty.
fn double_step_possible(board: &Position, square: Square) -> bool {
    let rules = board.rules();
    let from = if board.turn() == Color::White { Some(square.rank() + 1) } else { square.rank().checked_sub(1) };
    let is_empty = |rank| board.occupied() & Square::at(square.file(), rank).bit() == 0;
    rules.has(DOUBLE_STEP)
        && rules.has(EN_PASSANT)
        && board.can_be_passed(square)
        && from.filter(|rank| *rank < 8).is_some_and(is_empty)
}

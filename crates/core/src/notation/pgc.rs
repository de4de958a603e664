//! PGC's ordinals: a move in one byte, its place among the SANs of all legal moves in the order of ASCII. At the start `0` is Na3.
//!
//! No SAN is written and no list sorted to find it. Moves are counted by their first letter, and those that share it as
//! sets of squares: a quiet move's SAN continues with the target's file, a capture's with `x`, which comes after. Only
//! moves that need more than their target are examined individually. Check signs change no order.
//!
//! Drops and promotions to king, which PGC does not know, have no place. Under rules other than those of chess the moves are listed.

use super::move_notation::NOT_HEX;
use super::{
    Field, Last, MoveError, MoveNotation, NoText, NotationSpec, ParsedMove, TextFields, Validation, WordUse, loss_of,
    san,
};
use crate::base64;
use crate::loss::LossKind;
use crate::rules::attacks::{self, Squares};
use crate::rules::{Move, MoveKind, Position, Role, Square, Wing};
use crate::text;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The notation.
pub struct PgcNotation;

static SPEC: NotationSpec = NotationSpec {
    id: "pgc",
    title: "PGC move ordinal",
    source: "PGN standard (1994), section 20",
    example: "2",
    version: "1994",
    pattern: "(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])",
    binary: true,
    words: WordUse::NOWHERE,
    losses: &[LossKind::IllegalMove, LossKind::KingCapture, LossKind::NullMove, LossKind::Drop],
    limits: None,
};

impl MoveNotation for PgcNotation {
    fn spec(&self) -> &'static NotationSpec {
        &SPEC
    }

    fn write(&self, before: &Position, mv: Move, _last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        out.push(ordinal_of(before, mv)?);
        Ok(())
    }

    fn read(&self, before: &Position, text: &[u8], _validation: Validation) -> Result<ParsedMove, MoveError> {
        let place = ordinal(text)?.into();
        move_at(before, place).map(ParsedMove::plainly).ok_or_else(|| MoveError::Ordinal(placed(before)))
    }

    fn fields(&self, text: &[u8]) -> Option<Result<TextFields, MoveError>> {
        Some(ordinal(text).map(|ordinal| Vec::from([("ordinal", Field::Number(ordinal.into()))])))
    }

    fn shown(&self, text: &[u8]) -> String {
        text.first().map_or(String::new(), u8::to_string)
    }

    fn bytes(&self, shown: &str) -> Result<Vec<u8>, MoveError> {
        if shown.starts_with(base64::PREFIX) {
            return text::from_hex(shown).ok_or(NOT_HEX);
        }
        let plain = shown.bytes().all(|byte| byte.is_ascii_digit()) && (shown.len() == 1 || !shown.starts_with('0'));
        let ordinal = shown.parse::<u8>().ok().filter(|_| plain);
        ordinal
            .map(|ordinal| Vec::from([ordinal]))
            .ok_or(MoveError::Syntax { at: 0, expected: "a number, `0` to `255`" })
    }
}

/// The ordinal of a move.
///
/// # Errors
/// The move is not legal, or one of more than 256 that are, which happens only on boards that no game has.
pub(crate) fn ordinal_of(before: &Position, mv: Move) -> Result<u8, NoText> {
    let place = place(before, mv).and_then(|place| u8::try_from(place).ok());
    place.ok_or_else(|| NoText(loss_of(&SPEC, before, mv, true).unwrap_or(LossKind::IllegalMove)))
}

fn ordinal(text: &[u8]) -> Result<u8, MoveError> {
    match text {
        [ordinal] => Ok(*ordinal),
        _ => Err(MoveError::Syntax { at: text.len().min(1), expected: "one byte" }),
    }
}

/// What the first letters of SANs mean, in the order of ASCII: `B K N O Q R`, then the files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letter {
    Piece(Role),
    Castle,
    File(u8),
}

#[rustfmt::skip]
const LETTERS: [Letter; 14] = [
    Letter::Piece(Role::Bishop), Letter::Piece(Role::King), Letter::Piece(Role::Knight), Letter::Castle,
    Letter::Piece(Role::Queen), Letter::Piece(Role::Rook),
    Letter::File(0), Letter::File(1), Letter::File(2), Letter::File(3),
    Letter::File(4), Letter::File(5), Letter::File(6), Letter::File(7),
];

impl Letter {
    /// The letter of a move, which need not be legal.
    fn of(before: &Position, mv: Move) -> Option<Letter> {
        match (mv.kind, before.piece_at(mv.from)?.role) {
            (MoveKind::Castle, _) => Some(Letter::Castle),
            (MoveKind::Null | MoveKind::Drop, _) => None,
            (_, Role::Pawn) => Some(Letter::File(mv.from.file())),
            (_, role) => Some(Letter::Piece(role)),
        }
    }

    /// How many legal moves start with it.
    fn count(self, before: &Position) -> usize {
        match self {
            Letter::Piece(role) => pieces(before, role).map(|(_, targets)| targets.count_ones() as usize).sum(),
            Letter::Castle => [Wing::King, Wing::Queen].into_iter().filter_map(|wing| before.castle(wing)).count(),
            Letter::File(file) => {
                let (steps, takes) = pawns(before, file);
                weight(steps) + weight(takes)
            }
        }
    }

    /// How many legal moves that start with it come before `mv`; `None` if that is not legal.
    fn place(self, before: &Position, mv: Move) -> Option<usize> {
        match self {
            Letter::Piece(role) => piece_place(before, role, mv),
            Letter::Castle => {
                let mut castlings = [Wing::King, Wing::Queen].into_iter().filter_map(|wing| before.castle(wing));
                castlings.position(|castling| castling == mv)
            }
            Letter::File(file) => pawn_place(before, file, mv),
        }
    }

    /// The legal move in this place among those that start with it.
    fn move_at(self, before: &Position, place: usize) -> Option<Move> {
        match self {
            Letter::Piece(role) => piece_at(before, role, place),
            Letter::Castle => [Wing::King, Wing::Queen].into_iter().filter_map(|wing| before.castle(wing)).nth(place),
            Letter::File(file) => pawn_at(before, file, place),
        }
    }
}

/// The number of legal moves that have a place.
fn placed(before: &Position) -> usize {
    before.moves().iter().filter(|mv| has_place(mv)).count()
}

fn has_place(mv: &Move) -> bool {
    !mv.is_drop() && mv.promotion != Some(Role::King)
}

/// The legal moves that have a place, in the order of their SANs.
fn listed(before: &Position) -> Vec<(Vec<u8>, Move)> {
    let mut moves = before.moves();
    moves.retain(has_place);
    let mut listed: Vec<(Vec<u8>, Move)> = Vec::with_capacity(moves.len());
    for mv in moves {
        let mut text = Vec::new();
        san::write_body(before, mv, &mut text);
        listed.push((text, mv));
    }
    listed.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    listed
}

/// The place of a move among all; `None` if it is not legal.
fn place(before: &Position, mv: Move) -> Option<usize> {
    if before.is_careful() {
        return listed(before).iter().position(|(_, other)| *other == mv);
    }
    let letter = Letter::of(before, mv)?;
    let own = letter.place(before, mv)?;
    let lower = LETTERS.into_iter().take_while(|other| *other != letter);
    Some(own + lower.map(|other| other.count(before)).sum::<usize>())
}

/// The move in this place.
fn move_at(before: &Position, mut place: usize) -> Option<Move> {
    if before.is_careful() {
        return listed(before).get(place).map(|(_, mv)| *mv);
    }
    for letter in LETTERS {
        let count = letter.count(before);
        if place < count {
            return letter.move_at(before, place);
        }
        place -= count;
    }
    None
}

/// The pieces of one role and where each may legally go.
fn pieces(before: &Position, role: Role) -> impl Iterator<Item = (Square, u64)> {
    Squares(before.of(before.turn(), role)).map(move |from| (from, before.targets(from, role)))
}

/// Squares that one piece of a role reaches, and those that several reach.
fn reached(before: &Position, role: Role) -> (u64, u64) {
    let (any, several) =
        pieces(before, role).fold((0, 0), |(any, several), (_, targets)| (any | targets, several | any & targets));
    (any & !several, several)
}

/// The squares of the files before this one, and of this file the ranks below: those whose names come before.
fn names_before(square: Square) -> u64 {
    let files = FILE_A * ((1 << square.file()) - 1);
    files | FILE_A << square.file() & ((1 << (8 * square.rank())) - 1)
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The square whose name is in this place.
fn square_at(squares: u64, mut place: usize) -> Option<Square> {
    for file in 0..8 {
        let column = squares & FILE_A << file;
        let count = column.count_ones() as usize;
        if place < count {
            return Squares(column).nth(place);
        }
        place -= count;
    }
    None
}

fn piece_place(before: &Position, role: Role, mv: Move) -> Option<usize> {
    let is_legal =
        mv.kind == MoveKind::Plain && mv.promotion.is_none() && before.targets(mv.from, role) & mv.to.bit() != 0;
    if !is_legal || before.color(before.turn()) & mv.from.bit() == 0 {
        return None;
    }
    let (single, several) = reached(before, role);
    let (quiet, takes) = (single & !before.occupied(), single & before.occupied());
    let count = |squares: u64| squares.count_ones() as usize;
    if several & mv.to.bit() == 0 {
        let key = long_key(Disambiguation::Nothing, mv.from, mv.to, takes & mv.to.bit() != 0);
        let lower = match takes & mv.to.bit() {
            0 => count(quiet & names_before(mv.to)),
            _ => count(quiet) + count(takes & names_before(mv.to)),
        };
        return Some(lower + long_before(before, role, several, key));
    }
    let told = disambiguation(before, role, mv);
    let lower = match told {
        Disambiguation::Nothing | Disambiguation::Rank => 0,
        // `Nb3` comes before `Nbd2`.
        Disambiguation::File => quiet & (names_before(mv.from) | FILE_A << mv.from.file()),
        Disambiguation::Square => quiet & (names_before(mv.from) | mv.from.bit()),
    };
    let key = long_key(told, mv.from, mv.to, before.occupied() & mv.to.bit() != 0);
    Some(count(lower) + long_before(before, role, several, key))
}

fn piece_at(before: &Position, role: Role, place: usize) -> Option<Move> {
    let (single, several) = reached(before, role);
    if several != 0 {
        let mut keyed: Vec<(u64, Move)> = long_moves(before, role, several).collect();
        for (from, targets) in pieces(before, role) {
            let takes = |to: Square| before.occupied() & to.bit() != 0;
            let keyed_by_target = |to| (long_key(Disambiguation::Nothing, from, to, takes(to)), Move::plain(from, to));
            keyed.extend(Squares(targets & single).map(keyed_by_target));
        }
        keyed.sort_unstable_by_key(|(key, _)| *key);
        return keyed.get(place).map(|(_, mv)| *mv);
    }
    let quiet = single & !before.occupied();
    let count = quiet.count_ones() as usize;
    let to = match place.checked_sub(count) {
        None => square_at(quiet, place)?,
        Some(place) => square_at(single & before.occupied(), place)?,
    };
    let from = pieces(before, role).find(|(_, targets)| targets & to.bit() != 0)?.0;
    Some(Move::plain(from, to))
}

/// What a SAN contains of the origin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Disambiguation {
    Nothing,
    File,
    Rank,
    Square,
}

/// What the text of a move must state if several pieces reach its target.
fn disambiguation(before: &Position, role: Role, mv: Move) -> Disambiguation {
    let (mut same_file, mut same_rank) = (false, false);
    let near = attacks::piece(role, mv.to, before.occupied()) & before.of(before.turn(), role) & !mv.from.bit();
    for twin in Squares(near).filter(|twin| before.is_safe(*twin, mv.to)) {
        same_file |= twin.file() == mv.from.file();
        same_rank |= twin.rank() == mv.from.rank();
    }
    match (same_file, same_rank) {
        (false, _) => Disambiguation::File,
        (true, false) => Disambiguation::Rank,
        (true, true) => Disambiguation::Square,
    }
}

/// The moves to squares that several pieces reach, with their keys.
fn long_moves(before: &Position, role: Role, several: u64) -> impl Iterator<Item = (u64, Move)> {
    pieces(before, role).flat_map(move |(from, targets)| {
        Squares(targets & several).map(move |to| {
            let mv = Move::plain(from, to);
            (long_key(disambiguation(before, role, mv), from, to, before.occupied() & to.bit() != 0), mv)
        })
    })
}

/// How many of these come before a key.
fn long_before(before: &Position, role: Role, several: u64, key: u64) -> usize {
    if several == 0 { 0 } else { long_moves(before, role, several).filter(|(other, _)| *other < key).count() }
}

/// A piece's SAN after its letter as a number: the first byte is the highest.
fn long_key(told: Disambiguation, from: Square, to: Square, takes: bool) -> u64 {
    let (mut key, mut length) = (0, 0);
    let mut push = |byte: u8| {
        key = key << 8 | u64::from(byte);
        length += 1;
    };
    let [file, rank] = from.name();
    if matches!(told, Disambiguation::File | Disambiguation::Square) {
        push(file);
    }
    if matches!(told, Disambiguation::Rank | Disambiguation::Square) {
        push(rank);
    }
    if takes {
        push(b'x');
    }
    to.name().into_iter().for_each(push);
    key << (8 * (8 - length))
}

/// Where the pawns of a file may legally step, and what they may take. No two of them go to one square.
fn pawns(before: &Position, file: u8) -> (u64, u64) {
    let column = FILE_A << file;
    let own = before.of(before.turn(), Role::Pawn) & column;
    let targets = Squares(own).fold(0, |targets, from| targets | before.targets(from, Role::Pawn));
    let passed = before.passed().filter(|to| Squares(own).any(|from| before.en_passant(from, *to).is_some()));
    (targets & column, targets & !column | passed.map_or(0, Square::bit))
}

const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;

/// How many moves go to these squares: a pawn that arrives may become four things.
fn weight(squares: u64) -> usize {
    (squares.count_ones() + 3 * (squares & LAST_RANKS).count_ones()) as usize
}

/// What a pawn becomes, in the order of ASCII.
const PROMOTIONS: [Role; 4] = [Role::Bishop, Role::Knight, Role::Queen, Role::Rook];

fn pawn_place(before: &Position, file: u8, mv: Move) -> Option<usize> {
    if !before.is_legal(mv) {
        return None;
    }
    let (steps, takes) = pawns(before, file);
    let becomes = mv.promotion.and_then(|role| PROMOTIONS.iter().position(|other| *other == role)).unwrap_or(0);
    let lower = names_before(mv.to);
    let own = if mv.to.file() == file { weight(steps & lower) } else { weight(steps) + weight(takes & lower) };
    Some(own + becomes)
}

fn pawn_at(before: &Position, file: u8, mut place: usize) -> Option<Move> {
    let (steps, takes) = pawns(before, file);
    for to in in_order(steps).chain(in_order(takes)) {
        let count = weight(to.bit());
        if place < count {
            let promotion = if count == 1 { None } else { PROMOTIONS.get(place).copied() };
            let own = Squares(before.of(before.turn(), Role::Pawn) & FILE_A << file);
            let plain = |from| Move { promotion, ..Move::plain(from, to) };
            return own
                .filter_map(|from| before.en_passant(from, to).or(Some(plain(from))))
                .find(|mv| before.is_legal(*mv));
        }
        place -= count;
    }
    None
}

/// Squares in the order of their names.
fn in_order(squares: u64) -> impl Iterator<Item = Square> {
    (0..8).flat_map(move |file| Squares(squares & FILE_A << file))
}

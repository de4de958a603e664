//! PGC's ordinals: a move in one byte, its place among the SANs of all legal moves in the order of ASCII. At the start `0` is Na3.
//!
//! No SAN is written to find it: the first letter sorts most moves, and those that share it are compared as numbers whose bytes
//! are those of the SAN. Check signs change no order.

use super::{Field, Fields, Last, MoveError, MoveNotation, NOT_HEX, Named, NoText, Spec, Validation, refuse};
use crate::loss::LossKind;
use crate::rules::{Kind, Move, Position, Role};
use crate::text;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The notation.
pub struct Pgc;

static SPEC: Spec = Spec {
    id: "pgc",
    title: "PGC move ordinal",
    source: "PGN standard (1994), section 20",
    example: "2",
    version: "1994",
    pattern: r"^(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])\Z",
    binary: true,
    losses: &[LossKind::IllegalMove, LossKind::KingCapture, LossKind::NullMove],
    limits: None,
};

impl MoveNotation for Pgc {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn write(&self, before: &Position, mv: Move, _last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        refuse(&SPEC, before, mv)?;
        out.push(ordinal_of(before, mv, &mut Vec::with_capacity(24))?);
        Ok(())
    }

    fn read(&self, before: &Position, text: &[u8], _validation: Validation) -> Result<Named, MoveError> {
        let place = usize::from(ordinal(text)?);
        let moves = before.legal_moves();
        let mut classes = [0; CLASSES];
        for mv in &moves {
            classes[class(before, *mv)] += 1;
        }
        let mut left = place;
        for (at, count) in classes.into_iter().enumerate() {
            if left >= count {
                left -= count;
                continue;
            }
            let same: Vec<Move> = moves.iter().copied().filter(|mv| class(before, *mv) == at).collect();
            let mut keyed: Vec<(u64, Move)> = same.iter().map(|mv| (key(before, *mv, &same), *mv)).collect();
            keyed.sort_unstable_by_key(|(key, _)| *key);
            return keyed.get(left).map(|(_, mv)| Named::plainly(*mv)).ok_or(MoveError::Ordinal);
        }
        Err(MoveError::Ordinal)
    }

    fn fields(&self, text: &[u8]) -> Option<Result<Fields, MoveError>> {
        Some(ordinal(text).map(|ordinal| Vec::from([("ordinal", Field::Number(ordinal.into()))])))
    }

    fn shown(&self, text: &[u8]) -> String {
        text.first().map_or(String::new(), u8::to_string)
    }

    fn bytes(&self, shown: &str) -> Result<Vec<u8>, MoveError> {
        if shown.starts_with(text::BASE64) {
            return text::from_hex(shown).ok_or(NOT_HEX);
        }
        let plain = shown.bytes().all(|byte| byte.is_ascii_digit()) && (shown.len() == 1 || !shown.starts_with('0'));
        let ordinal = shown.parse::<u8>().ok().filter(|_| plain);
        ordinal
            .map(|ordinal| Vec::from([ordinal]))
            .ok_or(MoveError::Syntax { at: 0, expected: "a number, `0` to `255`" })
    }
}

/// The ordinal of a legal move. `same` is only used while it is found, so that many can be found without allocating.
///
/// # Errors
/// More than 256 moves are legal, which happens only on boards that no game has.
pub fn ordinal_of(before: &Position, mv: Move, same: &mut Vec<Move>) -> Result<u8, NoText> {
    let class = class(before, mv);
    let mut lower = 0;
    same.clear();
    before.each_legal(|other| {
        match self::class(before, other) {
            other if other < class => lower += 1,
            other_class if other_class == class => same.push(other),
            _ => {}
        }
        true
    });
    let key = key(before, mv, same);
    let place = lower + same.iter().filter(|other| self::key(before, **other, same) < key).count();
    u8::try_from(place).map_err(|_| NoText(LossKind::IllegalMove))
}

fn ordinal(text: &[u8]) -> Result<u8, MoveError> {
    match text {
        [ordinal] => Ok(*ordinal),
        _ => Err(MoveError::Syntax { at: text.len().min(1), expected: "one byte" }),
    }
}

/// The first letters of SANs in the order of ASCII: `B K N O Q R`, then the files.
const CLASSES: usize = 14;

/// The place of a SAN's first letter.
fn class(before: &Position, mv: Move) -> usize {
    if mv.kind == Kind::Castle {
        return 3;
    }
    match before.piece_at(mv.from).map_or(Role::Pawn, |piece| piece.role) {
        Role::Bishop => 0,
        Role::King => 1,
        Role::Knight => 2,
        Role::Queen => 4,
        Role::Rook => 5,
        Role::Pawn => 6 + usize::from(mv.from.file()),
    }
}

/// The SAN behind its first letter as a number, without its mark: the first byte is the highest. `same` are the legal moves of
/// the same first letter.
fn key(before: &Position, mv: Move, same: &[Move]) -> u64 {
    let mut key = 0;
    let mut length = 0;
    let mut push = |byte: u8| {
        key = key << 8 | u64::from(byte);
        length += 1;
    };
    let [file, rank] = mv.from.name();
    let takes = mv.kind == Kind::EnPassant || before.occupied() & mv.to.bit() != 0;
    if mv.kind == Kind::Castle {
        // The longer one comes second.
        push(u8::from(mv.to < mv.from));
        return key;
    }
    let is_pawn = before.of(before.turn(), Role::Pawn) & mv.from.bit() != 0;
    let [to_file, to_rank] = mv.to.name();
    if is_pawn {
        if takes {
            push(b'x');
            push(to_file);
        }
        push(to_rank);
        if let Some(role) = mv.promotion {
            push(role.letter());
        }
    } else {
        let twins = || same.iter().filter(|twin| twin.to == mv.to && twin.from != mv.from);
        let on_file = twins().any(|twin| twin.from.file() == mv.from.file());
        let on_rank = twins().any(|twin| twin.from.rank() == mv.from.rank());
        let any = twins().next().is_some();
        if any && (!on_file || on_rank) {
            push(file);
        }
        if on_file {
            push(rank);
        }
        if takes {
            push(b'x');
        }
        push(to_file);
        push(to_rank);
    }
    key << (8 * (8 - length))
}

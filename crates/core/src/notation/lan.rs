//! Long algebraic notation: origin, hyphen or `x`, target. `Ng1-f3`, `e4xd5`, `e7-e8=Q+`, `O-O`; drops as in SAN.

use super::spec::refuse;
use super::{
    Claim, Last, MoveError, MoveNotation, NoText, NotationSpec, ParsedMove, Validation, WordUse, lenient, san, san_mark,
};
use crate::error::Code;
use crate::loss::LossKind;
use crate::rules::{Move, MoveKind, Position, Role, Square, Wing};
use alloc::vec::Vec;

/// The notation.
pub struct Lan;

static SPEC: NotationSpec = NotationSpec {
    id: "lan",
    title: "Long algebraic",
    source: "FIDE Laws of Chess, appendix C.13",
    example: "Ng1-f3",
    version: "",
    pattern: concat!(
        r"(?:(?:O-O(?:-O)?|[KQRBN][a-h][1-8][\-x][a-h][1-8]|[a-h][2-7][\-x][a-h](?:[2-7]|[18]=[QRBNK])",
        // From the first rank pawns of a horde move.
        r"|a1(?:-a[23]|xb2)|b1(?:-b[23]|x[ac]2)|c1(?:-c[23]|x[bd]2)|d1(?:-d[23]|x[ce]2)",
        r"|e1(?:-e[23]|x[df]2)|f1(?:-f[23]|x[eg]2)|g1(?:-g[23]|x[fh]2)|h1(?:-h[23]|xg2)",
        r"|[PNBRQ]@[a-h][1-8])[+#]?|--)",
    ),
    binary: false,
    words: WordUse::ANYWHERE,
    losses: &[LossKind::IllegalMove, LossKind::KingCapture],
    limits: None,
};

impl MoveNotation for Lan {
    fn spec(&self) -> &'static NotationSpec {
        &SPEC
    }

    fn write(&self, before: &Position, mv: Move, _last: Last, out: &mut Vec<u8>) -> Result<(), NoText> {
        refuse(&SPEC, before, mv)?;
        if matches!(mv.kind, MoveKind::Castle | MoveKind::Null | MoveKind::Drop) {
            san::write(before, mv, out);
            return Ok(());
        }
        let role = before.piece_at(mv.from).map_or(Role::Pawn, |piece| piece.role);
        if role != Role::Pawn {
            out.push(role.letter());
        }
        let takes = mv.kind == MoveKind::EnPassant || before.occupied() & mv.to.bit() != 0;
        out.extend_from_slice(&mv.from.name());
        out.push(if takes { b'x' } else { b'-' });
        out.extend_from_slice(&mv.to.name());
        if let Some(role) = mv.promotion {
            out.extend_from_slice(&[b'=', role.letter()]);
        }
        out.extend_from_slice(san_mark(&before.after(mv)));
        Ok(())
    }

    fn read(&self, before: &Position, text: &[u8], _validation: Validation) -> Result<ParsedMove, MoveError> {
        let found = strict(before, text).or_else(|| san::strict_drop(before, text));
        found.map_or_else(|| read_otherwise(before, text), Ok)
    }
}

/// The move of a text that is not written as here: without its hyphen, or without the letter of its piece.
fn read_otherwise(before: &Position, text: &[u8]) -> Result<ParsedMove, MoveError> {
    let mut named = lenient::read_long(before, text)?;
    if named.notes.is_empty() {
        named.notes.add(Code::LongForm);
    }
    Ok(named)
}

/// The move of a text that is written as here, which nearly all are; `None` if it is written otherwise, or no move.
fn strict(before: &Position, text: &[u8]) -> Option<ParsedMove> {
    let (text, claim) = match text {
        [text @ .., b'+'] => (text, Claim::Check),
        [text @ .., b'#'] => (text, Claim::Mate),
        _ => (text, Claim::Quiet),
    };
    let named = |mv| ParsedMove { claim, ..ParsedMove::plainly(mv) };
    let (role, squares) = match text {
        b"O-O" => return before.castle(Wing::King).map(named),
        b"O-O-O" => return before.castle(Wing::Queen).map(named),
        [b'a'..=b'h', ..] => (Role::Pawn, text),
        [letter, squares @ ..] => (Role::from_letter(*letter).filter(|role| *role != Role::Pawn)?, squares),
        [] => return None,
    };
    let (&[a, b, sign, c, d], promotion) = squares.split_first_chunk()?;
    let promotion = match promotion {
        [] => None,
        [b'=', letter] => Some(Role::from_letter(*letter)?),
        _ => return None,
    };
    let (from, to) = (Square::parse(a, b)?, Square::parse(c, d)?);
    let mv = before.find(from, to, promotion)?;
    let takes = mv.kind == MoveKind::EnPassant || before.occupied() & to.bit() != 0;
    let proper = matches!(mv.kind, MoveKind::Plain | MoveKind::EnPassant)
        && before.piece_at(from).is_some_and(|piece| piece.role == role)
        && sign == if takes { b'x' } else { b'-' };
    proper.then(|| named(mv))
}

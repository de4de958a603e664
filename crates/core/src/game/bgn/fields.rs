//! The fields of a move, in the order of its object.

use super::commands::is_form;
use super::problems::{Problems, flag, set, text_of};
use super::source::Source;
use crate::error::Code;
use crate::json::{JsonFlaw, Member, Members, ValueKind, kind, unescape, value};
use crate::notation::explicit::ExplicitMove;
use crate::rules::{Piece, Role, Square, Wing};
use crate::swar::first;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The known fields, each with the bit that marks its presence.
macro_rules! fields {
    ($($name:ident $index:literal $key:literal;)*) => {
        $(pub(super) const $name: usize = $index;)*

        /// The place in the list of the field with this key.
        #[inline(always)]
        fn index(key: &[u8]) -> Option<usize> {
            $(if key == $key { return Some($index); })*
            None
        }

        /// Their keys.
        pub(super) const KEYS: &[&[u8]] = &[$($key),*];
    };
}

fields! {
    P 0 b"p";
    F 1 b"f";
    T 2 b"t";
    X 3 b"x";
    C 4 b"c";
    ET 5 b"et";
    A 6 b"a";
    PROPERTIES 7 b"properties";
    EP 8 b"ep";
    CASTLE 9 b"castle";
    PROMOTE 10 b"promote";
    MATE 11 b"mate";
    STALEMATE 12 b"stalemate";
    DROP 13 b"drop";
    ILLEGAL 14 b"illegal";
    NULL 15 b"null";
    COMMANDS 16 b"commands";
    UNPLAYED 17 b"unplayed";
    GONE 18 b"gone";
}

/// The fields that most moves have, and those that are emitted separately from the move.
pub(super) const USUAL_FIELDS: u32 = 1 << P | 1 << F | 1 << T | 1 << X | 1 << C;
pub(super) const TOLD_FIELDS: u32 = 1 << A | 1 << PROPERTIES | 1 << ET | 1 << COMMANDS | 1 << UNPLAYED;

/// How deep properties may nest.
const DEEPEST_PROPERTIES: u64 = 32;

/// A letter that means no piece.
const NO_LETTER: u8 = b'?';

/// The content of the object of a move.
#[derive(Debug, Default)]
pub(super) struct MoveFields {
    /// Where the object starts.
    pub(super) start: usize,
    /// Which fields there are, one bit each; and where the value of each starts.
    seen: u32,
    places: [usize; KEYS.len()],
    pub(super) from: Option<Square>,
    pub(super) to: Option<Square>,
    /// The letters that the fields give: 0 if they give none.
    pub(super) piece: u8,
    pub(super) captured: u8,
    pub(super) promotion: u8,
    pub(super) castle: u8,
    /// Which check of its side the move gives.
    pub(super) check: u64,
    pub(super) notes: Option<Range<usize>>,
    /// The values of `properties`, `et` and `unplayed` from key to end.
    pub(super) properties: Option<Range<usize>>,
    pub(super) elapsed: Option<Range<usize>>,
    pub(super) unplayed: Option<Range<usize>>,
    /// The form of the commands that are properties.
    pub(super) commands: Option<String>,
    /// Whether there are fields that are not known.
    pub(super) others: bool,
}

impl MoveFields {
    /// Whether this field is there with a value that it can have.
    #[inline(always)]
    pub(super) fn has(&self, field: usize) -> bool {
        self.seen >> field & 1 == 1
    }

    /// Whether nothing is there but these fields, one bit each.
    #[inline(always)]
    pub(super) fn has_only(&self, fields: u32) -> bool {
        self.seen & !fields == 0
    }

    /// Where the value of a field starts.
    pub(super) fn place(&self, field: usize) -> usize {
        self.places[field]
    }

    /// What they contain of the move.
    #[inline(always)]
    pub(super) fn told(&self) -> ExplicitMove {
        let drops = self.has(DROP);
        ExplicitMove {
            // What is dropped comes from no square.
            from: self.from.filter(|_| !drops),
            to: self.to,
            promotion: Role::from_letter(self.promotion),
            castling: match self.castle {
                b'K' => Some(Wing::King),
                b'Q' => Some(Wing::Queen),
                _ => None,
            },
            null: self.has(NULL),
            illegal: self.has(ILLEGAL),
            drop: if drops { Role::from_letter(self.piece) } else { None },
        }
    }

    /// Reads the object of a move that starts at `start`; returns where it ends. Faults of single fields go to
    /// `problems`, and these fields are as if they were not there.
    ///
    /// # Errors
    /// If it is not JSON.
    #[inline(always)]
    pub(super) fn read(
        &mut self,
        source: &Source<'_>,
        start: usize,
        ends: &dyn Fn(usize) -> Option<usize>,
        problems: &mut Problems,
    ) -> Result<usize, JsonFlaw> {
        let text = source.bytes();
        self.clear(start);
        let mut members = Members::of(start);
        if let Some(at) = self.read_usual(text) {
            if text.get(at) == Some(&b'}') {
                return Ok(at + 1);
            }
            members.begun_at(at);
        }
        self.read_members(text, members, ends, problems)
    }

    /// Forgets all of it; the places of fields that are not there mean nothing.
    #[inline(always)]
    fn clear(&mut self, start: usize) {
        (self.start, self.seen, self.others) = (start, 0, false);
        (self.from, self.to) = (None, None);
        (self.piece, self.captured, self.promotion, self.castle, self.check) = (0, 0, 0, 0, 0);
        (self.notes, self.properties, self.elapsed) = (None, None, None);
        (self.unplayed, self.commands) = (None, None);
    }

    /// Reads `{"p":"P","f":"e2","t":"e4"` by a few comparisons: nearly every move starts like this. Returns where that
    /// ends.
    #[inline(always)]
    fn read_usual(&mut self, text: &[u8]) -> Option<usize> {
        let (piece, from, to) = usual_words(text.get(self.start + 1..)?)?;
        (self.from, self.to, self.piece) = (Some(from), Some(to), piece);
        self.seen = 1 << P | 1 << F | 1 << T;
        (self.places[P], self.places[F], self.places[T]) = (self.start + 5, self.start + 13, self.start + 22);
        let end = self.start + 1 + USUAL;
        let Some((letter, behind)) = capture_at(text, end) else { return Some(end) };
        (self.captured, self.places[X]) = (letter, end + 5);
        self.seen |= 1 << X;
        Some(behind)
    }

    fn read_members(
        &mut self,
        text: &[u8],
        mut members: Members,
        ends: &dyn Fn(usize) -> Option<usize>,
        problems: &mut Problems,
    ) -> Result<usize, JsonFlaw> {
        // Which keys occurred, regardless of their values.
        let mut met = self.seen;
        while let Some(Member { key, value: at }) = members.next(text)? {
            let name = &text[key.inside.clone()];
            let known = if key.escaped { unescape(name).ok().and_then(|name| index(&name)) } else { index(name) };
            let Some(field) = known else {
                self.others = true;
                let end = value(text, at, problems.deepest)?.span.end;
                problems.add_other(key.inside.start - 1..end);
                members.go_on(end);
                continue;
            };
            let whole = key.inside.start - 1;
            if met >> field & 1 == 1 {
                // The first one counts.
                problems.add(whole..key.inside.end + 1, Code::JsonDuplicate);
                members.go_on(value(text, at, u64::MAX)?.span.end);
                continue;
            }
            met |= 1 << field;
            self.places[field] = at;
            let (end, right) = self.read_field(text, field, (whole, at), ends)?;
            match right {
                Ok(()) => self.seen |= 1 << field,
                Err(code) => problems.add(at..end, code),
            }
            members.go_on(end);
        }
        Ok(members.end())
    }

    /// Reads the value of a field: where it ends, and whether it is one that the field can have.
    fn read_field(
        &mut self,
        text: &[u8],
        field: usize,
        (key, at): (usize, usize),
        ends: &dyn Fn(usize) -> Option<usize>,
    ) -> Result<(usize, Result<(), Code>), JsonFlaw> {
        let kind = kind(text, at)?;
        if field == A && kind == ValueKind::Array {
            let end = ends(at).ok_or(JsonFlaw::syntax(text.len()))?;
            self.notes = Some(at..end);
            return Ok((end, Ok(())));
        }
        if field == GONE && kind == ValueKind::Object {
            let end = value(text, at, u64::MAX)?.span.end;
            return Ok((end, gone(text, at).map(|_| ()).ok_or(Code::FieldValue)));
        }
        if field == PROPERTIES && kind == ValueKind::Object {
            return match value(text, at, DEEPEST_PROPERTIES) {
                Ok(value) => {
                    self.properties = Some(key..value.span.end);
                    Ok((value.span.end, Ok(())))
                }
                Err(flaw) if flaw.code == Code::LimitDepth => {
                    let end = ends(at).ok_or(JsonFlaw::syntax(text.len()))?;
                    Ok((end, Err(Code::LimitDepth)))
                }
                Err(flaw) => Err(flaw),
            };
        }
        let found = value(text, at, u64::MAX)?;
        let end = found.span.end;
        let word = text_of(text, &found);
        let wrong = Err(Code::FieldValue);
        let right = match (field, word.as_deref()) {
            (P, Some(word)) => set(&mut self.piece, letter(word)),
            (X, Some(word)) => set(&mut self.captured, letter(word)),
            (PROMOTE, Some(word)) => set(&mut self.promotion, letter(word)),
            (CASTLE, Some(word)) => set(&mut self.castle, letter(word)),
            (F, Some(word)) => square(word).map(|square| self.from = Some(square)),
            (T, Some(word)) => square(word).map(|square| self.to = Some(square)),
            (C, None) if kind == ValueKind::Number => count(&text[at..end]).map(|count| self.check = count),
            (COMMANDS, Some(word)) => {
                let form = core::str::from_utf8(word).ok().filter(|form| is_form(form));
                form.map(|form| self.commands = Some(form.into())).ok_or(Code::FieldValue)
            }
            (UNPLAYED, None) if kind == ValueKind::Array => set(&mut self.unplayed, Some(key..end)),
            (ET, None) if kind == ValueKind::Number => set(&mut self.elapsed, Some(key..end)),
            (EP | MATE | STALEMATE | DROP | ILLEGAL | NULL, None) => flag(kind),
            _ => wrong,
        };
        Ok((end, right))
    }
}

/// How many bytes `"p":"P","f":"e2","t":"e4"` has.
pub(super) const USUAL: usize = 25;

/// The letter of `,"x":"P"`, which follows most often, and where that ends.
#[inline(always)]
pub(super) fn capture_at(text: &[u8], at: usize) -> Option<(u8, usize)> {
    const CAPTURE: u64 = u64::from_le_bytes(*b",\"x\":\"\0\"");
    let eight = *text.get(at..)?.first_chunk::<8>()?;
    let is_capture = (u64::from_le_bytes(eight) ^ CAPTURE) & !(0xff << 48) == 0 && eight[6].is_ascii_uppercase();
    is_capture.then_some((eight[6], at + 8))
}

/// How many bytes of a text, which follows a brace, are the beginning of nearly every move; 0 if it starts otherwise.
#[inline(always)]
pub(super) fn usual_length(text: &[u8]) -> usize {
    // No other text between the quotes is free of quotes and escapes for certain.
    if usual_words(text).is_some() { USUAL } else { 0 }
}

/// The letter of the piece and the two squares of this beginning.
#[inline(always)]
pub(super) fn usual_words(text: &[u8]) -> Option<(u8, Square, Square)> {
    const OPEN: u64 = u64::from_le_bytes(*b"\"p\":\"\0\",");
    const FROM: u64 = u64::from_le_bytes(*b"\"f\":\"\0\0\"");
    const TO: u64 = u64::from_le_bytes(*b",\"t\":\"\0\0");
    let bytes = text.first_chunk::<USUAL>()?;
    let [open, from, to] = [0, 8, 16].map(|at| first(&bytes[at..]));
    let differs = (open ^ OPEN) & !(0xff << 40) | (from ^ FROM) & !(0xffff << 40) | (to ^ TO) & !(0xffff << 48);
    if differs != 0 || bytes[24] != b'"' || !bytes[5].is_ascii_alphanumeric() {
        return None;
    }
    Some((bytes[5], Square::parse(bytes[13], bytes[14])?, Square::parse(bytes[22], bytes[23])?))
}

/// The letter of a piece; another character for anything else.
fn letter(word: &[u8]) -> u8 {
    if let [letter] = word { *letter } else { NO_LETTER }
}

/// The pieces that exploded, by their squares, each at most once; `None` if the value is something else.
pub(super) fn gone(text: &[u8], at: usize) -> Option<Vec<(Square, Piece)>> {
    let (mut pieces, mut members) = (Vec::new(), Members::of(at));
    while let Some(Member { key, value: at }) = members.next(text).ok()? {
        let found = value(text, at, u64::MAX).ok()?;
        let (name, word) = (unescape(&text[key.inside]).ok()?, text_of(text, &found)?);
        let [letter] = *word else { return None };
        pieces.push((square(&name).ok()?, Piece::from_letter(letter)?));
        members.go_on(found.span.end);
    }
    pieces.sort_unstable_by_key(|(square, _)| *square);
    let is_once = pieces.windows(2).all(|pair| pair[0].0 != pair[1].0);
    (is_once && !pieces.is_empty()).then_some(pieces)
}

/// As a member of an object: `{"d5":"n","e6":"B"}`.
pub(super) fn push_gone(pieces: impl Iterator<Item = (Square, Piece)>, out: &mut Vec<u8>) {
    for (at, (square, piece)) in pieces.enumerate() {
        let [file, rank] = square.name();
        out.extend_from_slice(&[if at == 0 { b'{' } else { b',' }, b'"', file, rank, b'"', b':', b'"']);
        out.extend_from_slice(&[piece.letter(), b'"']);
    }
    out.push(b'}');
}

fn square(word: &[u8]) -> Result<Square, Code> {
    match word {
        [file, rank] => Square::parse(*file, *rank).ok_or(Code::FieldValue),
        _ => Err(Code::FieldValue),
    }
}

/// A whole number from 1 on.
fn count(number: &[u8]) -> Result<u64, Code> {
    let count = core::str::from_utf8(number).ok().and_then(|number| number.parse().ok());
    count.filter(|count| *count > 0).ok_or(Code::FieldValue)
}

/// Whether an array of annotations holds one that precedes its move, as far as a quick look shows.
pub(super) fn may_stand_before(notes: &[u8]) -> bool {
    const KEY: &[u8] = b"\"before\"";
    // A key may be written with escapes.
    notes.windows(KEY.len()).any(|bytes| bytes == KEY || bytes.starts_with(b"\\u"))
}

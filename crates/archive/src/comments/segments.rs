//! The parts of a comment: templates, with the numbers and the moves that were taken out of them.

use crate::comments::CommentPlace;
use crate::comments::number_format::FormattedNumber;
use scoresheet_core::notation::language::ENGLISH;
use scoresheet_core::notation::{san, san_mark};
use scoresheet_core::rules::{Move, Position, Role, Square};
use std::ops::Range;

/// Replaces a number in a template.
pub(super) const NUMBER: u8 = 1;
/// Replaces a clock in a template.
pub(super) const CLOCK: u8 = 2;
/// Replaces moves in SAN in a template.
pub(super) const MOVES: u8 = 3;
/// Replaces moves by their squares, `e2e4 e7e8q`, in a template.
pub(super) const SQUARES: u8 = 4;

/// Whether a byte of a template is a placeholder.
pub(super) fn is_field(byte: u8) -> bool {
    matches!(byte, NUMBER | CLOCK | MOVES | SQUARES)
}

/// Templates are at most this long.
pub(super) const LONGEST: usize = 160;
/// A template has at most this many fields.
pub(super) const MOST_FIELDS: usize = 24;
/// A line has at most this many moves.
pub(super) const MOST_MOVES: usize = 1024;

/// What was taken out of a template.
#[derive(Clone, Debug)]
pub(super) enum Field {
    Number(FormattedNumber),
    /// Moves from one of the positions of a place, by their range in [`Parsed::moves`].
    Moves(u8, Range<usize>),
}

/// A part of a comment.
#[derive(Clone, Debug)]
pub(super) struct CommentSegment {
    /// Its text in the comment.
    pub(super) text: Range<usize>,
    /// Its template in [`Parsed::templates`].
    pub(super) template: Range<usize>,
    /// Its fields in [`Parsed::fields`].
    pub(super) fields: Range<usize>,
    /// Whether it can be a template.
    pub(super) regular: bool,
}

/// A comment, taken apart. The lists are used again for the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct Parsed {
    pub(super) templates: Vec<u8>,
    pub(super) fields: Vec<Field>,
    pub(super) moves: Vec<Move>,
    pub(super) segments: Vec<CommentSegment>,
}

impl Parsed {
    /// Takes a comment apart.
    pub(super) fn read(&mut self, text: &str, place: &CommentPlace<'_>, earlier: Option<&Position>) {
        self.templates.clear();
        self.fields.clear();
        self.moves.clear();
        self.segments.clear();
        let starts = [Some(place.before), Some(place.position), earlier];
        let (bytes, mut at) = (text.as_bytes(), 0);
        while at < bytes.len() {
            at = self.segment(bytes, at, starts);
        }
    }

    /// Takes a segment, and returns its end.
    fn segment(&mut self, text: &[u8], start: usize, starts: [Option<&Position>; 3]) -> usize {
        let (template, fields) = (self.templates.len(), self.fields.len());
        let (mut at, mut regular) = (start, true);
        while let Some(&byte) = text.get(at) {
            let inner = at.checked_sub(1).and_then(|last| text.get(last)).copied().unwrap_or(b' ');
            if let Some((sign, field, length)) = self.field(text, at, inner, starts) {
                self.templates.push(sign);
                self.fields.push(field);
                at += length;
                continue;
            }
            regular &= !is_field(byte);
            self.templates.push(byte);
            at += 1;
            if matches!(byte, b',' | b']' | b';') {
                let blanks = text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                self.templates.extend_from_slice(&text[at..at + blanks]);
                at += blanks;
                break;
            }
        }
        let (template, fields) = (template..self.templates.len(), fields..self.fields.len());
        regular &= template.len() <= LONGEST && fields.len() <= MOST_FIELDS;
        self.segments.push(CommentSegment { text: start..at, template, fields, regular });
        at
    }

    /// The field that starts here, if any, and its length.
    fn field(
        &mut self,
        text: &[u8],
        at: usize,
        last: u8,
        starts: [Option<&Position>; 3],
    ) -> Option<(u8, Field, usize)> {
        let mate = |sign: u8| sign == b'M' && (at < 2 || !text[at - 2].is_ascii_alphanumeric());
        match text[at] {
            b'0'..=b'9' if last.is_ascii_alphabetic() && !mate(last) => None,
            b'0'..=b'9' | b'+' | b'-' => {
                let (spelled, length) = FormattedNumber::read(&text[at..])?;
                let sign = if spelled.is_clock() { CLOCK } else { NUMBER };
                Some((sign, Field::Number(spelled), length))
            }
            b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' | b'a'..=b'h' if !last.is_ascii_alphanumeric() => {
                let sign = if is_squares(word(&text[at..])) { SQUARES } else { MOVES };
                let (start, moves, length) = self.line(sign, &text[at..], starts)?;
                Some((sign, Field::Moves(start, moves), length))
            }
            _ => None,
        }
    }

    /// The longest line of moves that a text starts with, from one of several positions.
    fn line(&mut self, sign: u8, text: &[u8], starts: [Option<&Position>; 3]) -> Option<(u8, Range<usize>, usize)> {
        // Most words are not moves.
        if !word(text).iter().any(|byte| matches!(byte, b'1'..=b'8' | b'-')) {
            return None;
        }
        let mut best: Option<(u8, Range<usize>, usize)> = None;
        for (number, start) in (0..).zip(starts) {
            let Some(start) = start else { continue };
            let from = self.moves.len();
            let length = self.play(sign, text, start);
            if length > best.as_ref().map_or(0, |best| best.2) {
                best = Some((number, from..self.moves.len(), length));
            }
        }
        best
    }

    /// Plays the words of a text as long as they are moves in their usual spelling; returns their length.
    fn play(&mut self, sign: u8, text: &[u8], start: &Position) -> usize {
        let (mut position, mut at, mut end) = (start.clone(), 0, 0);
        for _ in 0..MOST_MOVES {
            let word = word(&text[at..]);
            let found = if sign == SQUARES { by_squares(&position, word) } else { proper(&position, word) };
            let Some(mv) = found else { break };
            self.moves.push(mv);
            position.play_unchecked(mv);
            end = at + word.len();
            if text.get(end) != Some(&b' ') {
                break;
            }
            at = end + 1;
        }
        end
    }
}

/// The bytes before the next sign that ends a move.
fn word(text: &[u8]) -> &[u8] {
    let ends = |byte: &u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'=' | b'+' | b'#'));
    &text[..text.iter().take(9).position(ends).unwrap_or(text.len().min(9))]
}

/// The move that a word names, if it is spelled as the writer spells it.
fn proper(position: &Position, word: &[u8]) -> Option<Move> {
    let found = san::strict_short(position, san::Short::new(word)?, &ENGLISH);
    let mv = found.is_some().then(|| found.named().mv)?;
    let mut spelled = Vec::with_capacity(16);
    san::write(position, mv, &mut spelled);
    (spelled == word).then_some(mv)
}

/// Whether a word looks like a move by its squares.
fn is_squares(word: &[u8]) -> bool {
    matches!(word, [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..] if word.len() <= 5)
}

/// The move that two squares name, if it is spelled as [`write_squares`] spells it.
fn by_squares(position: &Position, word: &[u8]) -> Option<Move> {
    let [a, b, c, d, rest @ ..] = word else { return None };
    let promotion = match rest {
        [] => None,
        [letter] => Some(Role::from_letter(letter.to_ascii_uppercase())?),
        _ => return None,
    };
    let mv = position.find(Square::parse(*a, *b)?, Square::parse(*c, *d)?, promotion)?;
    let mut spelled = Vec::with_capacity(8);
    write_squares(mv, &mut spelled);
    (spelled == word && position.is_legal(mv)).then_some(mv)
}

/// Appends a move by its squares; when castling, by those of the king.
pub(super) fn write_squares(mv: Move, out: &mut Vec<u8>) {
    out.extend_from_slice(&mv.from.name());
    out.extend_from_slice(&mv.destination().name());
    out.extend(mv.promotion.map(|role| role.letter().to_ascii_lowercase()));
}

/// Appends moves with blanks between them.
pub(super) fn write_line(position: &mut Position, moves: &[Move], out: &mut Vec<u8>) {
    for (number, mv) in moves.iter().enumerate() {
        if number > 0 {
            out.push(b' ');
        }
        san::write_body(position, *mv, out);
        position.play_unchecked(*mv);
        out.extend_from_slice(san_mark(position));
    }
}

/// Appends moves by their squares with blanks between them.
pub(super) fn write_all_squares(moves: &[Move], out: &mut Vec<u8>) {
    for (number, mv) in moves.iter().enumerate() {
        if number > 0 {
            out.push(b' ');
        }
        write_squares(*mv, out);
    }
}

//! FEN: six fields, the board first. `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`.
//!
//! Castling rights are read as FEN, X-FEN and Shredder-FEN write them.

use super::error::{error, shown};
use super::fields::passed_square;
use super::from_fields::{self, Unsaid};
use super::{PositionError, PositionFields, PositionNotation, Read, board, reserve, rights};
use crate::error::Code;
use crate::loss::LossKind;
use crate::notation::{Claim, NotationSpec, Validation, WordUse};
use crate::position::fields::FirstWords;
use crate::rules::{Color, Hand, Position, PositionParts, Rules, Square};
use crate::text::push_number;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

pub use super::rights::Castling;

/// The notation, with X-FEN castling and the en passant square only if a capture is legal.
pub struct Fen;

pub(crate) static SPEC: NotationSpec = NotationSpec {
    id: "fen",
    title: "Forsyth-Edwards Notation",
    source: "PGN standard (1994), section 16.1; X-FEN for castling",
    example: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    version: "1994",
    pattern: r"(?:(?:[KQRBNPkqrbnp]~?|[1-8]){1,8}/){7}(?:[KQRBNPkqrbnp]~?|[1-8]){1,8}(?:\[[QRBNPqrbnp]*\])? [wb] (?:-|[A-HKQ]{1,2}[a-hkq]{0,2}|[a-hkq]{1,2}) (?:-|[a-h][1-8])(?: [0-3]\+[0-3])? [0-9]{1,10} [0-9]{1,10}",
    binary: false,
    words: WordUse::NOWHERE,
    losses: &[LossKind::Result],
    limits: Some("the en passant square is written only if an en passant capture is legal"),
};

/// Counters above this are refused.
pub(super) const MOST_MOVES: u32 = 99_999;

impl PositionNotation for Fen {
    fn spec(&self) -> &'static NotationSpec {
        &SPEC
    }

    fn usual_validation(&self) -> Validation {
        Validation::Full
    }

    fn write(&self, position: &Position, _claim: Claim, out: &mut Vec<u8>) {
        append(position, Style::default(), out);
    }

    fn read<'t>(
        &self,
        text: &'t [u8],
        rules: Option<Rules>,
        validation: Validation,
    ) -> Result<Read<'t>, PositionError> {
        from_fields::position(self.fields(text)?, Unsaid::Forgotten, rules, validation)
    }

    fn fields<'t>(&self, text: &'t [u8]) -> Result<PositionFields<'t>, PositionError> {
        let words = FirstWords::of(text);
        let mut fields = read_four(&words, text.len(), Code::FenSyntax)?;
        read_rest(words.get(4..).unwrap_or_default(), &mut fields)?;
        if fields.halfmove.is_none() || fields.fullmove.is_none() {
            fields.notes.push(Code::FenCounters);
        }
        Ok(fields)
    }
}

/// When the en passant square is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EnPassant {
    /// Where a capture is legal.
    #[default]
    Legal,
    /// After every double step.
    Always,
}

/// How pieces in hand and counts of checks are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReserveForm {
    /// `[QPn]` after the board, and the checks that remain before the counters, `3+3`.
    #[default]
    Usual,
    /// As Lichess has it: `/PQn` as a ninth part of the board, and the checks that were given last, `+0+0`.
    Lichess,
}

/// The choices in writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// When the en passant square is written.
    pub en_passant: EnPassant,
    /// How castling rights are written.
    pub castling: Castling,
    /// How pieces in hand and counts of checks are written.
    pub reserve: ReserveForm,
}

impl Style {
    /// Writes everything that a position knows.
    pub const EXACT: Style =
        Style { en_passant: EnPassant::Always, castling: Castling::XFen, reserve: ReserveForm::Usual };
}

/// The FEN of a position.
pub fn write(position: &Position, style: Style) -> String {
    let mut out = Vec::with_capacity(80);
    append(position, style, &mut out);
    // All of it is ASCII.
    String::from_utf8(out).unwrap_or_default()
}

/// A position is shown as its FEN, which the rules do not know.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", write(self, Style::default()))
    }
}

/// Appends the FEN of a position.
pub fn append(position: &Position, style: Style, out: &mut Vec<u8>) {
    append_four(position, style, out);
    out.push(b' ');
    push_number(position.halfmove(), out);
    out.push(b' ');
    push_number(position.fullmove(), out);
    if style.reserve == ReserveForm::Lichess
        && let Some(checks) = position.checks_remaining()
    {
        out.push(b' ');
        reserve::write_checks(checks, style.reserve, out);
    }
}

/// Appends the fields that FEN and EPD share: four, and the remaining checks if they are counted.
pub(super) fn append_four(position: &Position, style: Style, out: &mut Vec<u8>) {
    if position.rules().has_drops() {
        board::write_marked(position, out);
        reserve::write_hand(position.hand(), style.reserve, out);
    } else {
        board::write_position(position, out);
    }
    out.extend_from_slice(if position.turn() == Color::White { b" w " } else { b" b " });
    rights::write(position, style.castling, out);
    out.push(b' ');
    let shown = position.passed().filter(|_| style.en_passant == EnPassant::Always || position.has_legal_en_passant());
    match shown {
        Some(square) => out.extend_from_slice(&square.name()),
        None => out.push(b'-'),
    }
    if style.reserve == ReserveForm::Usual
        && let Some(checks) = position.checks_remaining()
    {
        out.push(b' ');
        reserve::write_checks(checks, style.reserve, out);
    }
}

/// Reads a FEN of an ordinary game, for tests and constants: leniencies are not reported.
pub fn parse(text: &str) -> Result<Position, PositionError> {
    read(text.as_bytes(), None).map(|(position, _)| position)
}

/// Reads a FEN that a game can start from. `rules`: those of the Variant tag; `None` if they are not known, and then
/// castling rights that only Chess960 explains select it. The codes are the leniencies taken.
///
/// # Errors
/// If no game can be played from it: see the `fen-` codes.
pub fn read(text: &[u8], rules: Option<Rules>) -> Result<(Position, Vec<Code>), PositionError> {
    Fen.read(text, rules, Validation::Full).map(|read| (read.position, read.notes))
}

/// Reads a FEN's board, turn, en passant square and counters without checking whether a game can be played from there,
/// as tests of any board need. Castling rights are kept if there is a rook of that side.
///
/// # Errors
/// `fen-syntax` and `fen-counter` only.
pub fn read_any(text: &[u8], rules: Rules) -> Result<Position, PositionError> {
    let fields = Fen.fields(text)?;
    let mut parts = PositionParts {
        pieces: fields.pieces,
        turn: fields.turn.unwrap_or(Color::White),
        castling: 0,
        passed: fields.en_passant.and_then(passed_square),
        halfmove: fields.halfmove.unwrap_or(0),
        fullmove: fields.fullmove.unwrap_or(1).max(1),
        hand: fields.hand.unwrap_or_default(),
        promoted: fields.promoted,
        checks: fields.checks.unwrap_or(PositionParts::ALL_CHECKS),
        ..PositionParts::empty(rules)
    };
    let bare = Position::assemble(&parts);
    let letters = fields.castling.unwrap_or_default();
    parts.castling =
        letters.iter().filter_map(|&letter| rights::rook(&bare, letter)).fold(0, |set, rook| set | rook.bit());
    Ok(Position::assemble(&parts))
}

/// Reads what follows the four fields of a FEN: counters, counts of checks before or after them, and a hand that was
/// written after the rest.
fn read_rest(words: &[(usize, &[u8])], fields: &mut PositionFields<'_>) -> Result<(), PositionError> {
    let mut counters = 0;
    for &(at, word) in words {
        if read_checks((at, word), counters > 0, fields)? {
            continue;
        }
        let (word, bracketed) = reserve::split_brackets((at, word), Code::FenSyntax)?;
        let is_hand = |letter: &u8| Hand::ROLES.iter().any(|role| role.letter() == letter.to_ascii_uppercase());
        if let Some(hand) = bracketed {
            read_late_hand(hand, fields)?;
        } else if counters == 2 && (word == b"-" || word.iter().all(is_hand)) {
            read_late_hand((at, word), fields)?;
            continue;
        }
        if word.is_empty() {
            continue;
        }
        let (field, name) = match counters {
            0 => (&mut fields.halfmove, "halfmove clock"),
            1 => (&mut fields.fullmove, "move number"),
            _ => return Err(error(Code::FenSyntax, at, "more than six fields".into())),
        };
        if word != b"?" {
            *field = Some(read_counter(word, at, name)?);
        }
        counters += 1;
    }
    Ok(())
}

/// Reads pieces in hand that do not follow the board.
fn read_late_hand(hand: (usize, &[u8]), fields: &mut PositionFields<'_>) -> Result<(), PositionError> {
    if fields.hand.is_some() {
        return Err(reserve::two_hands(hand.0, Code::FenSyntax));
    }
    fields.hand = Some(reserve::hand(hand)?);
    fields.notes.push(Code::FenHandForm);
    Ok(())
}

/// Reads a word of counts of checks, after the counters or before them; returns whether it is one.
pub(super) fn read_checks(
    (at, word): (usize, &[u8]),
    behind: bool,
    fields: &mut PositionFields<'_>,
) -> Result<bool, PositionError> {
    let Some(read) = reserve::checks((at, word))? else { return Ok(false) };
    if fields.checks.replace(read.remaining).is_some() {
        return Err(error(Code::FenChecks, at, "checks are counted twice".into()));
    }
    if behind && !read.given {
        fields.notes.push(Code::FenChecksForm);
    }
    Ok(true)
}

/// Reads the four fields that FEN and EPD share; `end` is the place of a missing one.
pub(super) fn read_four<'t>(
    words: &[(usize, &'t [u8])],
    end: usize,
    code: Code,
) -> Result<PositionFields<'t>, PositionError> {
    let field = |index: usize| words.get(index).copied();
    let wrong = |at, message| Err(error(code, at, message));
    let Some((at, first)) = field(0) else { return wrong(0, "an empty FEN".into()) };
    // Nearly always there is only the board.
    let alone = if first.ends_with(b"]") { None } else { board::read(first, at, code).ok() };
    let (read, hand) = match alone {
        Some(read) => (read, None),
        None => {
            let (board, hand) = reserve::split_board((at, first), code)?;
            (board::read(board, at, code)?, hand)
        }
    };
    let mut fields = PositionFields::of(read.pieces);
    fields.promoted = read.promoted;
    fields.hand = hand.map(reserve::hand).transpose()?;
    fields.turn = match field(1) {
        Some((_, b"w" | b"W")) => Some(Color::White),
        Some((_, b"b" | b"B")) => Some(Color::Black),
        Some((at, word)) => return wrong(at, format!("`{}` is not a side to move, `w` or `b`", shown(word))),
        None => return wrong(end, "the side to move is missing".into()),
    };
    if let Some((at, word)) = field(2) {
        let is_right = |letter: &u8| matches!(letter.to_ascii_lowercase(), b'k' | b'q' | b'a'..=b'h');
        if word != b"-"
            && let Some(letter) = word.iter().position(|letter| !is_right(letter))
        {
            let odd = shown(&word[letter..]).chars().next().unwrap_or_default();
            return wrong(
                at,
                format!("`{}` are not castling rights: `{odd}` is neither one of `KQkq` nor a file", shown(word)),
            );
        }
        fields.castling = Some(word);
    }
    if let Some((at, word)) = field(3) {
        let is_square = matches!(word, [file, rank] if Square::parse(*file, *rank).is_some());
        if word != b"-" && !is_square {
            return wrong(at, format!("`{}` is not an en passant square", shown(word)));
        }
        fields.en_passant = Some(word);
    }
    Ok(fields)
}

/// Reads a counter; a dash is 0.
fn read_counter(word: &[u8], at: usize, field: &str) -> Result<u32, PositionError> {
    if word == b"-" {
        return Ok(0);
    }
    if word.is_empty() || !word.iter().all(u8::is_ascii_digit) {
        return Err(error(Code::FenSyntax, at, format!("the {field} `{}` is not a number", shown(word))));
    }
    let value = word.iter().try_fold(0u32, |value, digit| value.checked_mul(10)?.checked_add(u32::from(digit - b'0')));
    match value {
        Some(value) if value <= MOST_MOVES => Ok(value),
        _ => Err(error(Code::FenCounter, at, format!("the {field} `{}` is above {MOST_MOVES}", shown(word)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_is_written_as_everybody_writes_it() {
        assert_eq!(write(&Position::start(), Style::default()), SPEC.example);
        assert_eq!(parse(SPEC.example), Ok(Position::start()));
    }

    #[test]
    fn shredder_letters_and_inner_rooks() {
        let fen = "nrkr1b1r/pppppppp/8/8/8/8/PPPPPPPP/NRKR1B1R w KDQkdq - 0 1";
        let (position, notes) = read(fen.as_bytes(), None).expect("is right");
        assert_eq!(notes, [Code::Chess960Assumed]);
        assert_eq!(write(&position, Style::default()), fen);
        let shredder = Style { castling: Castling::Shredder, ..Style::default() };
        assert!(write(&position, shredder).contains(" HDBhdb "));
    }
}

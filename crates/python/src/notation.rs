//! Moves as text: reading, writing, and converting between notations.

use crate::boards::{self, from_fen, rules_of};
use crate::call::call;
use crate::failure::Failure;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use scoresheet_core::error::{Code, Fault, TEXT_SHOWN};
use scoresheet_core::location::Location;
use scoresheet_core::loss::LossKind;
use scoresheet_core::notation::{
    self, Last, MoveError, MoveNotation, NotationSpec, ParsedMove, Validation, language, san,
};
use scoresheet_core::position::{self, PositionNotation, fen};
use scoresheet_core::rules::{Move, MoveKind, PackedMove, Piece, Position, Role};
use scoresheet_jobs::lookup;

/// Converts the text of a move to another notation; both texts are in printable form.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
#[pyo3(signature = (text, from_, to, fen=None, language=None, validation="full", variant=None))]
pub(crate) fn convert_move(
    py: Python<'_>,
    text: &str,
    from_: &str,
    to: &str,
    fen: Option<&str>,
    language: Option<&str>,
    validation: &str,
    variant: Option<&str>,
) -> PyResult<String> {
    call(py, || {
        let how = MoveReading { language, ..MoveReading::new(from_, validation)? };
        let before = board(fen, variant, how.validation)?;
        let mv = read(&before, &MoveText::Shown(text), &how)?;
        let (text, notation) = write(&before, mv, to, Last::No)?;
        Ok(notation.shown(&text))
    })
}

/// The text of a move as it was passed.
pub(crate) enum MoveText<'a> {
    /// In printable form: for binary notations hex, base64 after its prefix, or a number.
    Shown(&'a str),
    /// In the form of files.
    Bytes(Vec<u8>),
}

impl<'a> MoveText<'a> {
    /// A `str` or `bytes`.
    pub(crate) fn of(text: &'a Bound<'_, PyAny>) -> PyResult<MoveText<'a>> {
        match text.cast::<PyBytes>() {
            Ok(bytes) => Ok(MoveText::Bytes(bytes.as_bytes().to_vec())),
            Err(_) => text.extract().map(MoveText::Shown),
        }
    }

    pub(crate) fn bytes(&self, notation: &dyn MoveNotation) -> Result<Vec<u8>, MoveError> {
        match self {
            MoveText::Shown(shown) => notation.bytes(shown),
            MoveText::Bytes(bytes) => Ok(bytes.clone()),
        }
    }

    pub(crate) fn shown(&self, notation: &dyn MoveNotation) -> String {
        match self {
            MoveText::Shown(shown) => (*shown).to_owned(),
            MoveText::Bytes(bytes) => notation.shown(bytes),
        }
    }
}

/// How to read a move.
pub(crate) struct MoveReading<'a> {
    /// The notation's id.
    pub(crate) notation: &'a str,
    /// The language of the letters in SAN.
    pub(crate) language: Option<&'a str>,
    /// Which checks are made against the board.
    pub(crate) validation: Validation,
    /// Whether leniencies are rejected.
    pub(crate) strict: bool,
}

impl<'a> MoveReading<'a> {
    /// In this notation, at the level of this name.
    pub(crate) fn new(notation: &'a str, validation: &str) -> Result<MoveReading<'a>, Failure> {
        Ok(MoveReading { notation, language: None, validation: lookup::validation(validation)?, strict: false })
    }
}

/// The position of a FEN, which, at the less strict levels, may be one that no game can be played from.
fn board(fen: Option<&str>, variant: Option<&str>, validation: Validation) -> Result<Position, Failure> {
    match fen {
        Some(fen) if validation != Validation::Full => {
            let read = fen::Fen.read(fen.as_bytes(), rules_of(variant)?, validation);
            read.map(|read| read.position).map_err(|error| boards::refused(fen, &error))
        }
        fen => from_fen(fen, variant),
    }
}

/// The move for a text.
pub(crate) fn read(before: &Position, text: &MoveText<'_>, how: &MoveReading<'_>) -> Result<Move, Failure> {
    named(before, text, how).map(|named| named.mv)
}

/// The same, with other facts about it.
pub(crate) fn named(before: &Position, text: &MoveText<'_>, how: &MoveReading<'_>) -> Result<ParsedMove, Failure> {
    let notation = of(how.notation)?;
    let letters = how.language.map_or(Ok(&language::ENGLISH), lookup::letters)?;
    let read = text.bytes(notation).and_then(|bytes| match how.language {
        // Only SAN has letters that depend on a language.
        Some(_) if notation.spec().id == "san" => san::read(before, &bytes, letters),
        _ => notation.read(before, &bytes, how.validation),
    });
    let named = read.map_err(|error| move_refused(Some(before), &text.shown(notation), error, letters))?;
    match leniency(before, named) {
        Some(code) if how.strict => {
            let shown = cut(&text.shown(notation));
            let message = format!("`{shown}`: {}", code.spec().doc);
            Err(Failure::bare(Fault::new(code, Location::default(), message, shown)))
        }
        _ => Ok(named),
    }
}

/// The first leniency of a text, including marks that contradict the board.
fn leniency(before: &Position, named: ParsedMove) -> Option<Code> {
    let after = before.after(named.mv);
    let marked = named.claim.fits_mark(&after) && named.claim.fits_board(&after);
    named.notes.iter().next().or((!marked).then_some(Code::CheckSign))
}

/// The text of a move, if it is legal or the notation can express illegal moves.
pub(crate) fn write(
    before: &Position,
    mv: Move,
    id: &str,
    last: Last,
) -> Result<(Vec<u8>, &'static dyn MoveNotation), Failure> {
    let notation = of(id)?;
    let mv = match legal(before, mv) {
        // Files hold moves after the end of a game.
        Err(_) if before.is_over() && may_be_made(before, mv) => mv,
        Err(refused) if notation.spec().losses.contains(&LossKind::IllegalMove) => return Err(refused),
        Err(_) => playable(before, mv)?,
        Ok(mv) => mv,
    };
    let mut text = Vec::new();
    match notation.write(before, mv, last, &mut text) {
        Ok(()) => Ok((text, notation)),
        Err(none) => {
            let mut named = Vec::new();
            scoresheet_core::notation::uci::write(before, mv, &mut named);
            let named = String::from_utf8_lossy(&named);
            Err(Failure::Loss(format!("`{id}` cannot express `{named}`: {none}")))
        }
    }
}

/// Whether a move is the last one of its game, by name; `None` means that it is not.
pub(crate) fn last(name: Option<&str>) -> Result<Last, Failure> {
    match name {
        None => Ok(Last::No),
        Some("open") => Ok(Last::Open),
        Some("won") => Ok(Last::Won),
        Some("drawn") => Ok(Last::Drawn),
        Some(other) => {
            Err(Failure::usage(format!("`last={other}` is not a valid value"), "use `open`, `won` or `drawn`"))
        }
    }
}

/// Whether a move is legal.
pub(crate) fn is_legal(before: &Position, mv: Move) -> bool {
    !before.is_over() && may_be_made(before, mv)
}

/// The same as if no rule had ended the game.
fn may_be_made(before: &Position, mv: Move) -> bool {
    let names_king = mv.kind != MoveKind::Null || Some(mv.from) == before.king(before.turn());
    names_king && before.is_legal(mv)
}

/// The move, if it is legal.
pub(crate) fn legal(before: &Position, mv: Move) -> Result<Move, Failure> {
    if is_legal(before, mv) { Ok(mv) } else { Err(impossible(before, mv, MoveError::Illegal)) }
}

/// The legal move that 16 bits encode.
pub(crate) fn unpacked(before: &Position, packed: PackedMove) -> Result<Move, Failure> {
    let found = packed.unpack(before).filter(|mv| is_legal(before, *mv));
    found.ok_or_else(|| move_refused(Some(before), &packed.0.to_string(), MoveError::Illegal, &language::ENGLISH))
}

/// The move, if there is a piece that can make it.
pub(crate) fn playable(before: &Position, mv: Move) -> Result<Move, Failure> {
    let stands = before.piece_at(mv.from);
    let fits = match mv.kind {
        MoveKind::Null => true,
        MoveKind::Drop => stands.is_none() && mv.promotion.is_some_and(|role| role != Role::King),
        MoveKind::Plain => mv.from != mv.to && stands.is_some(),
        MoveKind::EnPassant => stands.is_some_and(|piece| piece.role == Role::Pawn) && mv.from.file() != mv.to.file(),
        MoveKind::Castle => stands.is_some_and(|king| {
            let rook = before.piece_at(mv.to);
            king.role == Role::King && rook == Some(Piece { role: Role::Rook, ..king })
        }),
    };
    if fits { Ok(mv) } else { Err(impossible(before, mv, MoveError::Forbidden("no piece can make this move"))) }
}

fn impossible(before: &Position, mv: Move, error: MoveError) -> Failure {
    let mut text = Vec::new();
    notation::uci::write(before, mv, &mut text);
    move_refused(Some(before), &String::from_utf8_lossy(&text), error, &language::ENGLISH)
}

/// The error for a move text that was rejected, with the legal alternatives.
pub(crate) fn move_refused(
    before: Option<&Position>,
    text: &str,
    error: MoveError,
    letters: &language::Letters,
) -> Failure {
    let shown = cut(text);
    let start = Position::start();
    let message = san::explain(before.unwrap_or(&start), &shown, error, letters);
    let fault = Fault::new(error.code(), Location::default(), message, shown);
    Failure::bare(match before {
        Some(before) => fault.in_position(fen::write(before, fen::Style::default())),
        None => fault,
    })
}

pub(crate) fn cut(text: &str) -> String {
    text.chars().take(TEXT_SHOWN).collect()
}

/// The move notation of this id.
pub(crate) fn of(id: &str) -> Result<&'static dyn MoveNotation, Failure> {
    notation::find(id).ok_or_else(|| unknown("move notation", id, notation::ALL.iter().map(|n| n.spec())))
}

/// The position notation of this id.
pub(crate) fn position(id: &str) -> Result<&'static dyn PositionNotation, Failure> {
    position::find(id).ok_or_else(|| unknown("position notation", id, position::ALL.iter().map(|n| n.spec())))
}

fn unknown(what: &str, id: &str, known: impl Iterator<Item = &'static NotationSpec>) -> Failure {
    let known: Vec<_> = known.map(|spec| format!("`{}`", spec.id)).collect();
    Failure::usage(format!("there is no {what} `{id}`"), format!("use one of {}", known.join(", ")))
}

//! The parts of texts of moves and boards, without a board to compare with.

use crate::binary;
use crate::boards::{noted, refused};
use crate::call::call;
use crate::failure::{Failure, IntoException};
use crate::notation::{MoveText, move_refused, position};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use scoresheet_core::notation::{self, Claim, Field, MoveNotation, TextFields, Validation, language};
use scoresheet_core::position::PositionNotation;
use scoresheet_core::position::epd::{EPD, Epd, Operand};
use scoresheet_core::rules::Color;
use scoresheet_core::text::{self, Encoding};

/// The parts of a text, without a board, by name.
#[pyfunction]
#[pyo3(signature = (text, notation, strict=false))]
pub(crate) fn fields<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    notation: &str,
    strict: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let Some(found) = notation::find(notation) else {
        let notation = position(notation).map_err(|failure| failure.into_exception(py))?;
        return position_fields(py, notation, &binary::given(text, notation.spec())?, strict);
    };
    let text = MoveText::of(text)?;
    let dict = PyDict::new(py);
    for (name, field) in call(py, || move_fields(found, &text))? {
        add_field(&dict, name, field)?;
    }
    Ok(dict)
}

/// Adds one part of a text to the dict.
fn add_field(dict: &Bound<'_, PyDict>, name: &str, field: Field) -> PyResult<()> {
    match field {
        Field::Nothing => dict.set_item(name, dict.py().None()),
        Field::Truth(truth) => dict.set_item(name, truth),
        Field::Number(number) => dict.set_item(name, number),
        Field::Text(text) => dict.set_item(name, text),
    }
}

fn move_fields(notation: &dyn MoveNotation, text: &MoveText<'_>) -> Result<TextFields, Failure> {
    let read = text.bytes(notation).and_then(|bytes| notation.fields(&bytes).transpose());
    let id = notation.spec().id;
    read.map_err(|error| move_refused(None, &text.shown(notation), error, &language::ENGLISH))?.ok_or_else(|| {
        Failure::usage(format!("a text in `{id}` has no meaning without a board"), "`Position.parse` reads it")
    })
}

/// The parts of a board's text; None for parts that it leaves out.
fn position_fields<'py>(
    py: Python<'py>,
    notation: &'static dyn PositionNotation,
    text: &[u8],
    strict: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let spec = notation.spec();
    let said = call(py, || {
        let said = notation.fields(text).map_err(|error| refused(&binary::shown(text, spec), &error))?;
        match said.notes.first().filter(|_| strict) {
            Some(&code) => Err(noted(code, &binary::shown(text, spec))),
            None => Ok(said),
        }
    })?;
    let dict = PyDict::new(py);
    dict.set_item("board", said.board())?;
    if spec.binary {
        let unused = said.unused.iter().map(|(square, state)| {
            let entry = PyDict::new(py);
            entry.set_item("square", square.to_string())?;
            entry.set_item("state", state)?;
            Ok(entry)
        });
        dict.set_item("unusedStates", unused.collect::<PyResult<Vec<_>>>()?)?;
        return Ok(dict);
    }
    let word = |word: &[u8]| text::decode(word, Encoding::of(word)).into_owned();
    dict.set_item("turn", said.turn.map(|turn| if turn == Color::White { "w" } else { "b" }))?;
    dict.set_item("castling", said.castling.map(word))?;
    dict.set_item("enPassant", said.en_passant.map(|square| word(square).to_ascii_lowercase()))?;
    if said.claim == Claim::Any {
        dict.set_item("halfmove", said.halfmove)?;
        dict.set_item("fullmove", said.fullmove)?;
    } else {
        said.claim.fields().into_iter().try_for_each(|(name, field)| add_field(&dict, name, field))?;
    }
    if spec.id == EPD.spec().id {
        let read = call(py, || Epd::read(text, None, Validation::Off).map_err(|error| refused("", &error)))?;
        dict.set_item("operations", operations(py, &read.0)?)?;
    }
    Ok(dict)
}

/// The operations of an EPD by opcode: moves in SAN, numbers, and texts.
pub(crate) fn operations<'py>(py: Python<'py>, epd: &Epd) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for operation in &epd.operations {
        let operands = PyList::empty(py);
        for (operand, text) in operation.operands.iter().zip(epd.texts(operation)) {
            match operand {
                Operand::Number(number) => operands.append(number)?,
                _ => operands.append(text::decode(&text, Encoding::of(&text)))?,
            }
        }
        dict.set_item(text::decode(&operation.opcode, Encoding::of(&operation.opcode)), operands)?;
    }
    Ok(dict)
}

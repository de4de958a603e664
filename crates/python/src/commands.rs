//! Commands in comments for Python: their names, values and meanings.

use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList, PyString};
use scoresheet_core::command::{self, Arrow, Command, CommandValue, Evaluation, SquareMark};

/// The name, the value and the meaning of a command.
type CommandRow<'py> = (String, String, Bound<'py, PyAny>);

/// The text of a comment without its commands, and the commands in order.
#[pyfunction]
pub(crate) fn commands<'py>(text: &Bound<'py, PyString>) -> PyResult<(String, Vec<CommandRow<'py>>)> {
    let (py, comment) = (text.py(), text.to_str()?);
    let said = command::commands(comment.as_bytes())
        .map(|command| Ok((command.name.to_owned(), command.value.to_owned(), meaning(py, &command)?)));
    Ok((command::text(comment).into_owned(), said.collect::<PyResult<_>>()?))
}

pub(crate) fn seconds(ms: i64) -> f64 {
    ms as f64 / 1000.0
}

/// The meaning of a command; None if the command is malformed.
pub(crate) fn meaning<'py>(py: Python<'py>, command: &Command<'_>) -> PyResult<Bound<'py, PyAny>> {
    Ok(match command.meaning() {
        None => py.None().into_bound(py),
        Some(CommandValue::Clock(ms) | CommandValue::Spent(ms)) => PyFloat::new(py, seconds(ms)).into_any(),
        Some(CommandValue::Evaluation(value, depth)) => evaluation(py, value, depth)?,
        Some(CommandValue::Squares(marks)) => {
            PyList::new(py, marks.into_iter().map(|mark| shown_mark(py, mark)).collect::<PyResult<Vec<_>>>()?)?
                .into_any()
        }
        Some(CommandValue::Arrows(arrows)) => {
            PyList::new(py, arrows.into_iter().map(|arrow| shown_arrow(py, arrow)).collect::<PyResult<Vec<_>>>()?)?
                .into_any()
        }
        Some(CommandValue::Fields(fields)) => PyList::new(py, fields)?.into_any(),
    })
}

pub(crate) fn evaluation(py: Python<'_>, value: Evaluation, depth: Option<u32>) -> PyResult<Bound<'_, PyAny>> {
    let (cp, mate) = match value {
        Evaluation::Centipawns(cp) => (Some(cp), None),
        Evaluation::Mate(moves) => (None, Some(moves)),
    };
    py.import("scoresheet.game")?.getattr("Evaluation")?.call1((cp, mate, depth))
}

pub(crate) fn shown_arrow(py: Python<'_>, Arrow { color, from, to }: Arrow) -> PyResult<Bound<'_, PyAny>> {
    let class = py.import("scoresheet.drawing.marks")?.getattr("Arrow")?;
    class.call1((from.number(), to.number(), char::from(color.to_ascii_uppercase())))
}

pub(crate) fn shown_mark(py: Python<'_>, SquareMark { color, square }: SquareMark) -> PyResult<Bound<'_, PyAny>> {
    let class = py.import("scoresheet.drawing.marks")?.getattr("Mark")?;
    class.call1((square.number(), char::from(color.to_ascii_uppercase())))
}

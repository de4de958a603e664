//! The faults of a game: as exceptions, and in pickles.

use crate::failure::{Failure, IntoException};
use crate::fault::find;
use pyo3::prelude::*;
use scoresheet_core::error::Fault;
use scoresheet_core::location::Location;

/// A fault in a pickle: its code; byte, game, line and column; ply and number; message, text and position.
pub(super) type PickledFault =
    (String, (u64, Option<u64>, u64, u64, u64), (Option<u32>, Option<(u32, bool)>), (String, String, Option<String>));

/// Faults as exceptions that are not raised.
pub(super) fn exceptions(py: Python<'_>, faults: &[Fault], severity: &str) -> PyResult<Vec<Py<PyAny>>> {
    let exception = |fault: &Fault| {
        let error = Failure::bare(fault.clone()).into_exception(py).into_value(py).into_any();
        error.setattr(py, "severity", severity)?;
        Ok(error)
    };
    faults.iter().map(exception).collect()
}

/// The form of a fault in pickles.
pub(super) fn pickled(fault: &Fault) -> PickledFault {
    let at = &fault.at;
    let words = (fault.message.clone(), fault.text.clone(), fault.fen.clone());
    (fault.code.id().to_owned(), (at.byte, at.bit, at.game, at.line, at.column), (at.ply, at.number), words)
}

/// The fault from a pickle.
///
/// # Errors
/// If its code is not known.
pub(super) fn unpickled((code, place, mv, words): PickledFault) -> Result<Fault, Failure> {
    let ((byte, bit, game, line, column), (ply, number), (message, text, fen)) = (place, mv, words);
    let fault = Fault::new(find(&code)?, Location { byte, bit, game, line, column, ply, number }, message, text);
    Ok(match fen {
        Some(fen) => fault.in_position(fen),
        None => fault,
    })
}

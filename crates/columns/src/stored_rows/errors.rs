//! The errors that games had when they were stored.

use super::arrays::{TextArrays, at, numbers};
use crate::column::{self, Column, errors};
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Int32Array, Int64Array, RecordBatch};
use scoresheet_core::error::{self, Fault};
use scoresheet_core::location::Location;

/// The columns about the first error of each game, as far as they are there.
pub(super) struct StoredErrors<'b> {
    codes: Option<TextArrays<'b>>,
    texts: Option<TextArrays<'b>>,
    plies: Option<&'b Int32Array>,
    bytes: Option<&'b Int64Array>,
}

/// The names of these columns.
pub fn columns() -> Vec<&'static str> {
    column::of_family("errors").map(|column| column.spec().name).collect()
}

/// The errors that the games of a batch had when they were stored, each with its row: as far as the columns show. Where
/// in a text they were is left out, because the text is not available.
/// ```
/// use scoresheet_columns::{Batcher, column, stored_rows};
/// use scoresheet_core::{location::{Location, Base}, error::{Code, Fault}, read::Record};
///
/// let fault = Fault::new(Code::MoveIllegal, Location { ply: Some(3), byte: 70, ..Location::default() }, String::new(), String::new());
/// let mut batcher = Batcher::new(&column::resolve(&["errors"])?);
/// batcher.append(&Record::new());
/// batcher.append(&Record { first_error: Some(fault), ..Record::new() });
/// let faults = stored_rows::faults(&batcher.finish(&Base::default(), "games.pgn"));
/// assert_eq!(faults.iter().map(|(row, fault)| (*row, fault.code, fault.at.ply, fault.at.byte)).collect::<Vec<_>>(),
///     [(1, Code::MoveIllegal, Some(3), 0)]);
/// # Ok::<(), column::UnknownColumn>(())
/// ```
pub fn faults(batch: &RecordBatch) -> Vec<(usize, Fault)> {
    let errors = StoredErrors::of(batch);
    let placed = |row: usize| {
        let fault = errors.get(row)?;
        let at = Location { ply: fault.at.ply, ..Location::default() };
        Some((row, Fault::new(fault.code, at, fault.message.clone(), String::new())))
    };
    (0..batch.num_rows()).filter_map(placed).collect()
}

impl<'b> StoredErrors<'b> {
    pub(super) fn of(batch: &'b RecordBatch) -> StoredErrors<'b> {
        StoredErrors {
            codes: TextArrays::of(batch, errors::ERROR_CODE.spec().name),
            texts: TextArrays::of(batch, errors::ERROR.spec().name),
            plies: numbers::<Int32Type>(batch, errors::ERROR_PLY.spec().name),
            bytes: numbers::<Int64Type>(batch, errors::ERROR_BYTE.spec().name),
        }
    }

    /// The error of the game in a row, at a place counted from the game's own start. The byte is that in the text that the
    /// game was read from first, which is not available.
    pub(super) fn get(&self, row: usize) -> Option<Fault> {
        let id = self.codes.and_then(|codes| codes.get(row))?;
        let spec = error::ALL.iter().find(|spec| spec.id == id)?;
        let ply = at(self.plies, row).and_then(|ply| u32::try_from(ply).ok());
        let byte = at(self.bytes, row).and_then(|byte| u64::try_from(byte).ok()).unwrap_or(0);
        let said = self.texts.and_then(|texts| texts.get(row)).unwrap_or(spec.doc);
        Some(Fault::new(
            spec.code,
            Location { game: 1, ply, byte, ..Location::default() },
            said.to_owned(),
            String::new(),
        ))
    }
}

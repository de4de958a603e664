//! The positions of games in bulk: a stream of rows, and batches of numbers for machine learning.

use crate::call::call;
use crate::capsule::schema;
use crate::detached_batches::{self, DetachedBatches};
use crate::failure::{Failure, IntoException};
use crate::number::Number;
use crate::position_values;
use crate::shared::Shared;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt8Type, UInt16Type, UInt64Type};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::SchemaRef;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};
use scoresheet_columns::positions::{self, PositionColumn};
use scoresheet_core::rules::Planes;
use scoresheet_jobs::batches::Batches;
use scoresheet_jobs::plan::Plan;
use std::sync::Arc;

/// What `packed_move` is in a batch of numbers if a position has no next move: no move has this code.
const NO_MOVE: u16 = u16::MAX;
/// How many rows a batch of numbers may have.
const MOST_ROWS: u32 = 1 << 20;

/// The columns with these names; all except lists if there are no names.
pub(crate) fn columns(names: &[String]) -> Result<Arc<[PositionColumn]>, Failure> {
    let all = PositionColumn::ALL.into_iter();
    if names.is_empty() {
        return Ok(all.filter(|column| column.list_size().is_none()).collect());
    }
    let known = || all.clone().map(|column| format!("`{}`", column.name())).collect::<Vec<_>>().join(", ");
    let find = |(index, name): (usize, &String)| {
        let column = PositionColumn::find(name).ok_or_else(|| {
            Failure::usage(format!("positions have no column `{name}`"), format!("use some of {}", known()))
        })?;
        if names[..index].contains(name) {
            return Err(Failure::usage(format!("the column `{name}` is named twice"), "name each column once"));
        }
        Ok(column)
    };
    names.iter().enumerate().map(find).collect()
}

/// The columns that batches of numbers can have besides, and the type of their arrays in NumPy's words. Those with NULLs are
/// floating-point numbers, with NaN for NULL.
const NUMBERS: [(PositionColumn, &str); 6] = [
    (PositionColumn::Game, "<i8"),
    (PositionColumn::Ply, "<i4"),
    (PositionColumn::Hash, "<u8"),
    (PositionColumn::ClockMs, "<f8"),
    (PositionColumn::EvalCp, "<f4"),
    (PositionColumn::EvalMate, "<f4"),
];

/// The columns of numbers with these names.
fn numbers(names: &[String]) -> Result<Vec<(PositionColumn, &'static str)>, Failure> {
    let find = |(index, name): (usize, &String)| {
        let number = NUMBERS.into_iter().find(|(column, _)| column.name() == name).ok_or_else(|| {
            let known: Vec<_> = NUMBERS.iter().map(|(column, _)| format!("`{}`", column.name())).collect();
            Failure::usage(format!("there is no array of `{name}`"), format!("use some of {}", known.join(", ")))
        })?;
        if names[..index].contains(name) {
            return Err(Failure::usage(format!("the column `{name}` is named twice"), "name each column once"));
        }
        Ok(number)
    };
    names.iter().enumerate().map(find).collect()
}

/// The positions of games as rows that can be read repeatedly.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct Positions {
    plan: Arc<Plan>,
    columns: Arc<[PositionColumn]>,
}

impl Positions {
    /// The positions of the games of a plan.
    pub(crate) fn of(plan: &Arc<Plan>, columns: Arc<[PositionColumn]>) -> Positions {
        Positions { plan: Arc::clone(plan), columns }
    }
}

#[pymethods]
impl Positions {
    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|column| column.name()).collect()
    }

    /// A new stream of batches. The schema that a consumer requests is ignored, as the protocol allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        detached_batches::stream(py, &self.plan, self.schema(), || Batches::of_positions(&self.plan, &self.columns))
    }

    /// The schema, without reading anything.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema(py, &self.schema())
    }
}

impl Positions {
    fn schema(&self) -> SchemaRef {
        positions::schema(&self.columns)
    }
}

/// Batches of planes, moves, results and further columns, each with the same number of rows except the last one.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct TensorStream(Shared<Tensors>);

struct Tensors {
    batches: Option<DetachedBatches>,
    held: TensorRows,
    rows: usize,
    planes: Planes,
}

/// Rows that were pulled and not yet given.
struct TensorRows {
    planes: Vec<u8>,
    moves: Vec<u8>,
    results: Vec<u8>,
    numbers: Vec<NumberArray>,
}

impl TensorRows {
    /// Adds the rows of a batch.
    fn add(&mut self, batch: &RecordBatch) {
        let [planes, moves, results, numbers @ ..] = batch.columns() else { return };
        let planes = planes.as_fixed_size_list().values().as_primitive::<UInt8Type>();
        self.planes.extend_from_slice(planes.values());
        for packed in moves.as_primitive::<UInt16Type>() {
            self.moves.extend_from_slice(&packed.unwrap_or(NO_MOVE).to_le_bytes());
        }
        for result in results.as_string::<i32>().iter() {
            let score: f32 = match result {
                Some("1-0") => 1.0,
                Some("0-1") => 0.0,
                Some("1/2-1/2") => 0.5,
                _ => f32::NAN,
            };
            self.results.extend_from_slice(&score.to_le_bytes());
        }
        for (array, column) in self.numbers.iter_mut().zip(numbers) {
            array.add(column);
        }
    }

    /// Takes the first rows out.
    fn take(&mut self, rows: usize, planes: Planes) -> TensorRows {
        TensorRows {
            planes: take_first(&mut self.planes, rows * planes.bytes()),
            moves: take_first(&mut self.moves, rows * 2),
            results: take_first(&mut self.results, rows * 4),
            numbers: self.numbers.iter_mut().map(|array| array.take(rows)).collect(),
        }
    }

    fn rows(&self) -> usize {
        self.results.len() / 4
    }
}

/// Takes out at most this many of the first bytes.
fn take_first(bytes: &mut Vec<u8>, count: usize) -> Vec<u8> {
    let rest = bytes.split_off(bytes.len().min(count));
    std::mem::replace(bytes, rest)
}

/// The values of a column of numbers, which become an array of one type.
struct NumberArray {
    kind: &'static str,
    bytes: Vec<u8>,
}

impl NumberArray {
    fn of(kind: &'static str) -> NumberArray {
        NumberArray { kind, bytes: Vec::new() }
    }

    /// Adds the values of a column.
    fn add(&mut self, column: &ArrayRef) {
        let bytes = &mut self.bytes;
        match self.kind {
            "<i8" => bytes.extend(column.as_primitive::<Int64Type>().values().iter().flat_map(|n| n.to_le_bytes())),
            "<i4" => bytes.extend(column.as_primitive::<Int32Type>().values().iter().flat_map(|n| n.to_le_bytes())),
            "<u8" => bytes.extend(column.as_primitive::<UInt64Type>().values().iter().flat_map(|n| n.to_le_bytes())),
            "<f8" => bytes.extend(column.as_primitive::<Int64Type>().iter().flat_map(|n| {
                let number: f64 = n.map_or(f64::NAN, |n| n as f64);
                number.to_le_bytes()
            })),
            _ => bytes.extend(column.as_primitive::<Int32Type>().iter().flat_map(|n| {
                let number: f32 = n.map_or(f32::NAN, |n| n as f32);
                number.to_le_bytes()
            })),
        }
    }

    /// Takes the first values out.
    fn take(&mut self, rows: usize) -> NumberArray {
        let width = if self.kind.ends_with('8') { 8 } else { 4 };
        NumberArray { kind: self.kind, bytes: take_first(&mut self.bytes, rows * width) }
    }
}

impl Tensors {
    /// The next rows; none at the end.
    fn next(&mut self) -> Result<Option<TensorRows>, Failure> {
        while self.held.rows() < self.rows {
            match self.batches.as_mut().and_then(DetachedBatches::pull) {
                Some(batch) => self.held.add(&batch?),
                None => {
                    self.batches = None;
                    break;
                }
            }
        }
        let rows = self.held.rows().min(self.rows);
        Ok((rows > 0).then(|| self.held.take(rows, self.planes)))
    }
}

impl TensorStream {
    /// The positions of the games of a plan in batches of this many rows and with this many planes, and the columns with these
    /// names.
    pub(crate) fn of(
        py: Python<'_>,
        plan: &Arc<Plan>,
        (batch, planes): (&Number, &Number),
        names: &[String],
    ) -> PyResult<TensorStream> {
        let numbers = numbers(names).map_err(|failure| failure.into_exception(py))?;
        let planes = position_values::planes(py, planes)?;
        let rows = batch.get().filter(|rows| (1..=MOST_ROWS).contains(rows)).ok_or_else(|| {
            let failure = Failure::usage(format!("a batch cannot have {batch} rows"), format!("use 1 to {MOST_ROWS}"));
            failure.into_exception(py)
        })?;
        let of_planes = PositionColumn::ALL.into_iter().find(|column| column.planes() == Some(planes));
        let columns: Arc<[_]> = (of_planes.into_iter().chain([PositionColumn::PackedMove, PositionColumn::Result]))
            .chain(numbers.iter().map(|(column, _)| *column))
            .collect();
        let batches = call(py, || Batches::of_positions(plan, &columns))?;
        let batches = DetachedBatches::of(batches, positions::schema(&columns));
        let held = TensorRows {
            planes: Vec::new(),
            moves: Vec::new(),
            results: Vec::new(),
            numbers: numbers.into_iter().map(|(_, kind)| NumberArray::of(kind)).collect(),
        };
        let tensors = Tensors { batches: Some(batches), held, rows: rows as usize, planes };
        Ok(TensorStream(Shared::new(tensors)))
    }
}

/// The bytes of planes, moves and results, and those of each further column with the type of its array.
type TensorRow<'py> =
    (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>, Vec<(&'static str, Bound<'py, PyBytes>)>);

#[pymethods]
impl TensorStream {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<TensorRow<'py>>> {
        let held = self.0.with(py, |tensors| call(py, || tensors.next()))?;
        Ok(held.map(|held| {
            let bytes = |bytes: &[u8]| PyBytes::new(py, bytes);
            let numbers = held.numbers.iter().map(|array| (array.kind, bytes(&array.bytes))).collect();
            (bytes(&held.planes), bytes(&held.moves), bytes(&held.results), numbers)
        }))
    }
}

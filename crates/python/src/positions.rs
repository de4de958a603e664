//! The positions of games in bulk: a stream of rows, and batches of numbers for machine learning.

use crate::call::call;
use crate::capsule::schema;
use crate::detached_batches::{self, DetachedBatches};
use crate::failure::{Failure, IntoException};
use crate::number::Number;
use crate::position_values;
use crate::shared::Shared;
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt16Type};
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

/// The columns with these names; all but those of lists if there are none.
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

/// Batches of planes, moves and results, each with the same number of rows except the last one.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct TensorStream(Shared<Tensors>);

struct Tensors {
    batches: Option<DetachedBatches>,
    held: TensorRows,
    rows: usize,
    planes: Planes,
}

/// Rows that were pulled and not yet given.
#[derive(Default)]
struct TensorRows {
    planes: Vec<u8>,
    moves: Vec<u8>,
    results: Vec<u8>,
}

impl TensorRows {
    /// Adds the rows of a batch.
    fn add(&mut self, batch: &RecordBatch) {
        let [planes, moves, results] = batch.columns() else { return };
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
    }

    /// Takes the first rows out.
    fn take(&mut self, rows: usize, planes: Planes) -> TensorRows {
        let first = |bytes: &mut Vec<u8>, width: usize| {
            let rest = bytes.split_off(bytes.len().min(rows * width));
            std::mem::replace(bytes, rest)
        };
        TensorRows {
            planes: first(&mut self.planes, planes.bytes()),
            moves: first(&mut self.moves, 2),
            results: first(&mut self.results, 4),
        }
    }

    fn rows(&self) -> usize {
        self.results.len() / 4
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
    /// The positions of the games of a plan in batches of so many rows.
    pub(crate) fn of(py: Python<'_>, plan: &Arc<Plan>, batch: &Number, planes: &Number) -> PyResult<TensorStream> {
        let planes = position_values::planes(py, planes)?;
        let rows = batch.get().filter(|rows| (1..=MOST_ROWS).contains(rows)).ok_or_else(|| {
            let failure = Failure::usage(format!("a batch cannot have {batch} rows"), format!("use 1 to {MOST_ROWS}"));
            failure.into_exception(py)
        })?;
        let of_planes = PositionColumn::ALL.into_iter().find(|column| column.planes() == Some(planes));
        let columns: Arc<[_]> =
            of_planes.into_iter().chain([PositionColumn::PackedMove, PositionColumn::Result]).collect();
        let batches = call(py, || Batches::of_positions(plan, &columns))?;
        let batches = DetachedBatches::of(batches, positions::schema(&columns));
        let tensors = Tensors { batches: Some(batches), held: TensorRows::default(), rows: rows as usize, planes };
        Ok(TensorStream(Shared::new(tensors)))
    }
}

/// The bytes of planes, moves and results.
type TensorRow<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

#[pymethods]
impl TensorStream {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<TensorRow<'py>>> {
        let held = self.0.with(py, |tensors| call(py, || tensors.next()))?;
        Ok(held.map(|held| {
            let bytes = |bytes: &[u8]| PyBytes::new(py, bytes);
            (bytes(&held.planes), bytes(&held.moves), bytes(&held.results))
        }))
    }
}

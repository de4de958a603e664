//! `Games`: how to open games, and which columns to take of them. Every stream starts afresh.

use crate::call::call;
use crate::failure::Failure;
use crate::game::GameStream;
use crate::inputs;
use crate::report::Report;
use crate::settings::Settings;
use crate::stream::Reader;
use arrow_array::RecordBatchReader;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::SchemaRef;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use scoresheet_columns::column::{self, Column};
use scoresheet_columns::schema;
use scoresheet_core::record::Depth;
use scoresheet_files::Input;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

/// What streams of the same games share.
pub(crate) struct Plan {
    pub(crate) inputs: Vec<Input>,
    pub(crate) settings: Settings,
    pub(crate) columns: Vec<&'static dyn Column>,
    /// Whether an input that can be read once has been; shared by all that were narrowed from the same games.
    pub(crate) consumed: Arc<AtomicBool>,
    /// What the last pass that came to its end counted.
    pub(crate) report: Mutex<Option<Report>>,
    /// How far the latest pass is.
    pub(crate) done: Done,
}

/// Bytes and games read so far: somebody may look while another thread pulls.
#[derive(Default)]
pub(crate) struct Done {
    pub(crate) bytes: AtomicU64,
    pub(crate) games: AtomicU64,
}

impl Plan {
    /// How deep the games must be read for the columns.
    pub(crate) fn depth(&self) -> Depth {
        column::depth(&self.columns)
    }

    pub(crate) fn schema(&self) -> SchemaRef {
        schema::of(&self.columns, self.depth())
    }

    /// The first input that can be read only once: standard input, or a pipe with a name.
    pub(crate) fn pipe(&self) -> Option<&Input> {
        self.inputs.iter().find(|input| {
            input.name() == "-" || input.path().and_then(|path| Path::metadata(path).ok()).is_some_and(|m| !m.is_file())
        })
    }
}

impl Plan {
    /// Takes note that everything is being read now.
    ///
    /// # Errors
    /// When an input that can be read once has been read.
    pub(crate) fn consume(&self) -> Result<(), Failure> {
        match self.pipe() {
            Some(pipe) if self.consumed.swap(true, Relaxed) => Err(Failure::Consumed(pipe.name().to_owned())),
            _ => Ok(()),
        }
    }
}

/// Games that can be read again and again.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct Games(Arc<Plan>);

#[pymethods]
impl Games {
    #[new]
    fn new(py: Python<'_>, paths: Vec<String>, options: &Bound<'_, PyDict>) -> PyResult<Games> {
        let settings = Settings::of(options)?;
        call(py, || {
            let inputs = inputs::expand(&paths)?;
            let columns = inputs::columns(&inputs, &settings)?;
            let consumed = Arc::new(AtomicBool::new(false));
            let (report, done) = (Mutex::new(None), Done::default());
            Ok(Games(Arc::new(Plan { inputs, settings, columns, consumed, report, done })))
        })
    }

    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<&'static str> {
        self.0.columns.iter().map(|column| column.spec().name).collect()
    }

    /// The same games with these columns.
    fn narrow(&self, py: Python<'_>, names: Vec<String>) -> PyResult<Games> {
        call(py, || {
            let plan = &self.0;
            Ok(Games(Arc::new(Plan {
                inputs: plan.inputs.clone(),
                settings: plan.settings.clone(),
                columns: inputs::resolve(&names)?,
                consumed: Arc::clone(&plan.consumed),
                report: Mutex::new(None),
                done: Done::default(),
            })))
        })
    }

    /// What the last pass that came to its end counted, None before there was one.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let report = self.0.report.lock().unwrap_or_else(PoisonError::into_inner);
        report.as_ref().map(|report| report.to_dict(py)).transpose()
    }

    /// How many bytes and games the latest pass has read so far.
    fn done(&self) -> (u64, u64) {
        let Done { bytes, games } = &self.0.done;
        (bytes.load(Relaxed), games.load(Relaxed))
    }

    /// The games one after another, as trees.
    fn __iter__(&self) -> GameStream {
        GameStream::of(&self.0)
    }

    /// A fresh stream of batches. What the consumer asks of the schema is left to the consumer, as the protocol allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let reader = Reader::of(&self.0).map_err(|failure| failure.into_exception(py))?;
        let reader: Box<dyn RecordBatchReader + Send> = Box::new(reader);
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), c"arrow_array_stream")
    }

    /// The schema, without reading anything.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.0.schema().as_ref())
            .map_err(|error| Failure::Internal(error.to_string()).into_exception(py))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}

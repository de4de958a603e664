//! Databases, whose drivers are in Python. They are imported only when a database is named.

use crate::call::with_python;
use crate::failure::Failure;
use crate::interpreter::attached;
use crate::rows::Rows;
use crate::table::Table;
use arrow_array::RecordBatch;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use scoresheet_columns::schema::SCHEMA;
use scoresheet_core::error::{self, Code};
use scoresheet_core::game;
use scoresheet_files::{FileError, Input, Kind};
use scoresheet_jobs::formats::store_drivers::{
    Begun, Load, Loading, Refused, StoreAddress, StoreContent, StoreDocuments, Stores,
};
use scoresheet_jobs::inputs::caller_table;
use std::io::{self, Read};
use std::sync::Arc;

/// The Python module that does the work.
const MODULE: &str = "scoresheet.stores.jobs";

/// The drivers of databases.
pub(crate) struct Drivers;

impl Stores for Drivers {
    fn read(&self, address: &StoreAddress<'_>) -> Result<StoreContent, Failure> {
        let name = address.name.clone();
        let opened = with_python(|py| {
            let games = module(py)?.call_method1("stored_games", (address_of(py, address)?,))?;
            let (rendering, games): (Option<String>, Bound<'_, PyAny>) = games.extract()?;
            Ok(match rendering {
                Some(rendering) => Opened::Documents(rendering, games.try_iter()?.into_any().unbind()),
                None => Opened::Table(caller_table::input(&name, Arc::new(Table::of(&games)?))),
            })
        });
        match opened.map_err(|failure| unreadable(failure, &name))? {
            Opened::Documents(rendering, pieces) => {
                let format = game::find(&rendering)
                    .ok_or_else(|| Failure::Internal(format!("documents cannot be read as `{rendering}`")))?;
                let bytes = Box::new(DocumentBytes { pieces, piece: Vec::new(), at: 0, name });
                Ok(StoreContent::Documents(StoreDocuments { format, bytes }))
            }
            Opened::Table(table) => Ok(StoreContent::Table(table)),
        }
    }

    fn load(&self, loading: &Loading<'_>) -> Result<Box<dyn Load>, Failure> {
        with_python(|py| {
            let about = PyDict::new(py);
            let columns: Vec<_> = loading.columns.iter().map(|column| column.spec().name).collect();
            about.set_item("sources", loading.sources.to_vec())?;
            about.set_item("columns", columns)?;
            about.set_item("options", loading.options.clone())?;
            about.set_item("schema_number", SCHEMA)?;
            about.set_item("force", loading.force)?;
            let loader = module(py)?.call_method("loader", (address_of(py, &loading.address)?,), Some(&about))?;
            Ok(Box::new(Loader(loader.unbind())) as Box<dyn Load>)
        })
    }
}

/// The games of a database as Python gives them.
enum Opened {
    /// The name of their format, and an iterator over pieces of documents.
    Documents(String, Py<PyAny>),
    Table(Input),
}

fn module(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import(MODULE)
}

/// An address as a Python object.
fn address_of<'py>(py: Python<'py>, address: &StoreAddress<'_>) -> PyResult<Bound<'py, PyAny>> {
    let choices = PyDict::new(py);
    address.choices.iter().try_for_each(|(name, value)| choices.set_item(name, value))?;
    module(py)?.call_method1("address", (address.format.spec.id, address.location, &address.name, choices))
}

/// Treats an input that its driver cannot read like any other input that cannot be read.
fn unreadable(failure: Failure, name: &str) -> Failure {
    let Failure::Interrupted(Some(error)) = failure else { return failure };
    match error.downcast::<PyErr>() {
        Ok(error) => match attached(|py| said_of_file(py, &error)).flatten() {
            Some(message) => FileError::new(Kind::Unreadable, name, message).into(),
            None => Failure::Interrupted(Some(error)),
        },
        Err(error) => Failure::Interrupted(Some(error)),
    }
}

/// The message of an exception, if it is that of a file that cannot be read.
fn said_of_file(py: Python<'_>, error: &PyErr) -> Option<String> {
    let class = py.import("scoresheet.errors").ok()?.getattr("FileError").ok()?;
    let message = error.matches(py, class).ok()?.then(|| error.value(py).getattr("message")).transpose().ok()?;
    message?.extract().ok()
}

/// The documents of a database as one stream of bytes.
struct DocumentBytes {
    pieces: Py<PyAny>,
    piece: Vec<u8>,
    at: usize,
    name: String,
}

impl DocumentBytes {
    /// The next piece, which is empty at the end.
    fn next(&self) -> Result<Vec<u8>, Failure> {
        with_python(|py| {
            loop {
                let Some(piece) = self.pieces.bind(py).try_iter()?.next() else { return Ok(Vec::new()) };
                let piece = piece?.cast_into::<PyBytes>()?.as_bytes().to_vec();
                if !piece.is_empty() {
                    return Ok(piece);
                }
            }
        })
    }
}

impl Read for DocumentBytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.piece.len() {
            self.piece = self.next().map_err(|failure| as_io(unreadable(failure, &self.name), &self.name))?;
            self.at = 0;
        }
        let rest = self.piece.get(self.at..).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        buffer.iter_mut().zip(rest).for_each(|(place, byte)| *place = *byte);
        self.at += count;
        Ok(count)
    }
}

/// A failure as an error of reading, the only kind that `Read` allows.
fn as_io(failure: Failure, name: &str) -> io::Error {
    match failure {
        Failure::File(error) => error.into(),
        other => FileError::new(Kind::Internal, name, format!("cannot read `{name}`: {other}")).into(),
    }
}

/// The Python object that takes games.
struct Loader(Py<PyAny>);

impl Load for Loader {
    fn begin(&mut self, source: &str, resume: bool) -> Result<Begun, Failure> {
        let (there, replaced) = with_python(|py| self.0.bind(py).call_method1("begin", (source, resume))?.extract())?;
        Ok(Begun { there, replaced })
    }

    fn put(&mut self, source: &str, rows: RecordBatch, last: u64) -> Result<Vec<Refused>, Failure> {
        let refused: Vec<(u64, String, String)> =
            with_python(|py| self.0.bind(py).call_method1("put", (source, Rows(vec![rows]), last))?.extract())?;
        let known = |id: &str| error::ALL.iter().position(|spec| spec.id == id).map(|at| error::ALL[at].code);
        let refused = refused.into_iter().map(|(game, id, message)| Refused {
            game,
            code: known(&id).unwrap_or(Code::StoreRefused),
            message,
        });
        Ok(refused.collect())
    }

    fn end(&mut self, source: &str, games: Option<u64>) -> Result<(), Failure> {
        with_python(|py| self.0.bind(py).call_method1("end", (source, games)).map(drop))
    }

    fn complete(&mut self, reads_nothing: bool) -> Result<(), Failure> {
        with_python(|py| self.0.bind(py).call_method1("complete", (reads_nothing,)).map(drop))
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        // Whatever ended the job has been reported already.
        let _ = with_python(|py| self.0.bind(py).call_method0("close").map(drop));
    }
}

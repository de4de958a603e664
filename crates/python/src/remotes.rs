//! Files at URLs, whose clients are in Python. They are imported only when such a URL is named.

use crate::call::with_python;
use crate::failure::Failure;
use crate::interpreter::attached;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use scoresheet_files::{FileError, Kind, Remote, Stamp};
use scoresheet_jobs::formats::remotes::{RemoteFile, Remotes};
use scoresheet_jobs::formats::shown_name;
use scoresheet_parallel::Lock;
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// The Python module that does the work.
const MODULE: &str = "scoresheet._remote";

/// The clients.
pub(crate) struct Clients;

/// A file: its URL, size and version.
type FileListing = (String, u64, Option<String>);

impl Remotes for Clients {
    fn find(&self, url: &str) -> Result<RemoteFile, Failure> {
        let found = with_python(|py| {
            let found = py.import(MODULE)?.call_method1("find", (url,));
            found.map_or_else(
                |error| io_error(py, error).map(Err),
                |found| found.extract::<(bool, Vec<FileListing>)>().map(Ok),
            )
        })?;
        let (is_folder, rows) = found.map_err(|error| {
            let failure = FileError::reading(&shown_name(url), &error);
            if failure.kind == Kind::Missing { FileError { hint: "check the URL", ..failure } } else { failure }
        })?;
        let files = rows.into_iter().map(|(url, size, version)| (url, Stamp { size, version })).collect();
        Ok(RemoteFile { is_folder, files })
    }

    fn file(&self, url: &str) -> Arc<dyn Remote> {
        Arc::new(FsspecFile { url: url.to_owned(), opened: Lock::new(None) })
    }
}

/// The exception of a system or server as an error of reading. Other exceptions are passed on.
fn io_error(py: Python<'_>, error: PyErr) -> PyResult<io::Error> {
    if !error.is_instance_of::<PyOSError>(py) {
        return Err(error);
    }
    let message = error.value(py).to_string();
    Ok(io::Error::new(io::Error::from(error).kind(), message))
}

/// A file at a URL.
#[derive(Debug)]
struct FsspecFile {
    url: String,
    /// The Python object that reads it, once that is needed.
    opened: Lock<Option<Py<PyAny>>>,
}

impl FsspecFile {
    /// Calls a method of the Python object.
    fn call<T>(&self, work: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> io::Result<T> {
        let done = attached(|py| {
            let done = self.object(py).and_then(|object| work(object.bind(py)));
            done.map_err(|error| io_error(py, error).unwrap_or_else(io::Error::other))
        });
        done.unwrap_or_else(|| Err(io::Error::other("Python has ended")))
    }

    fn object(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let opened = || self.opened.lock();
        if let Some(object) = &*opened() {
            return Ok(object.clone_ref(py));
        }
        // The lock is not held while Python works, which may wait for another thread that wants the lock.
        let object = py.import(MODULE)?.getattr("RemoteFile")?.call1((&self.url,))?.unbind();
        Ok(opened().get_or_insert(object).clone_ref(py))
    }
}

impl Remote for FsspecFile {
    fn stamp(&self) -> io::Result<Stamp> {
        let (size, version) = self.call(|object| object.call_method0("stamp")?.extract())?;
        Ok(Stamp { size, version })
    }

    fn fetch(&self, range: Range<u64>) -> io::Result<Vec<u8>> {
        self.call(|object| {
            let bytes = object.call_method1("fetch", (range.start, range.end))?.extract::<PyBackedBytes>()?;
            Ok(bytes.to_vec())
        })
    }
}

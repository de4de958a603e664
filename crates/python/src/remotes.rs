//! Files at URLs, whose clients are in Python. They are imported only when such a URL is named.

use crate::call::with_python;
use crate::failure::Failure;
use crate::interpreter::attached;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use scoresheet_files::{CallerInput, FileError, Kind, Refusal, Remote, Stamp};
use scoresheet_jobs::formats::remotes::{RemoteData, RemoteFile, Remotes};
use scoresheet_jobs::formats::shown_name;
use scoresheet_parallel::Lock;
use std::fmt;
use std::io::{self, Cursor, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The Python module that does the work.
const MODULE: &str = "scoresheet._remote";

/// How many bytes of a response to request at once.
const AT_ONCE: usize = 1 << 20;

/// The clients.
pub(crate) struct Clients;

/// A file: its URL, its size and version if it is read by ranges, and what reads it if that is there already.
type FileListing = (String, Option<u64>, Option<String>, Option<Py<PyAny>>);

/// Headers, as a list of pairs.
type Headers<'h> = &'h [(String, String)];

impl Remotes for Clients {
    fn find(&self, url: &str, headers: Headers<'_>) -> Result<RemoteFile, Failure> {
        let found = with_python(|py| {
            let found = py.import(MODULE)?.call_method1("find", (url, headers.to_vec()));
            found.map_or_else(
                |error| io_error(py, error).map(Err),
                |found| found.extract::<(bool, Vec<FileListing>)>().map(Ok),
            )
        })?;
        let (is_folder, rows) = found.map_err(|error| {
            let failure = FileError::reading(&shown_name(url), &error);
            if failure.kind == Kind::Missing { FileError { hint: "check the URL", ..failure } } else { failure }
        })?;
        let data = |(url, size, version, opened): FileListing| {
            let data = match (size, opened) {
                (None, Some(answer)) => RemoteData::Streamed(Arc::new(Answer(Arc::new(Once::of(answer))))),
                (size, opened) => {
                    let file = FetchedFile { opened: Lock::new(opened), ..FetchedFile::new(&url, headers) };
                    RemoteData::Ranged(Arc::new(file), Stamp { size: size.unwrap_or_default(), version })
                }
            };
            (url, data)
        };
        Ok(RemoteFile { is_folder, files: rows.into_iter().map(data).collect() })
    }

    fn file(&self, url: &str, headers: Headers<'_>) -> Arc<dyn Remote> {
        Arc::new(FetchedFile::new(url, headers))
    }
}

/// The exception of a system or server as an error of reading. Other exceptions are passed on.
fn io_error(py: Python<'_>, error: PyErr) -> PyResult<io::Error> {
    if !error.is_instance_of::<PyOSError>(py) {
        return Err(error);
    }
    let message = error.value(py).to_string();
    if let Ok(status) = error.value(py).getattr("status").and_then(|status| status.extract()) {
        return Ok(Refusal { status, message }.into());
    }
    Ok(io::Error::new(io::Error::from(error).kind(), message))
}

/// A file at a URL, which is read by ranges.
struct FetchedFile {
    url: String,
    headers: Vec<(String, String)>,
    /// The Python object that reads it, once that is needed.
    opened: Lock<Option<Py<PyAny>>>,
}

/// What can be shown: headers may be secret.
impl fmt::Debug for FetchedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown_name(&self.url))
    }
}

impl FetchedFile {
    /// The file at a URL. Nothing is requested yet.
    fn new(url: &str, headers: Headers<'_>) -> FetchedFile {
        FetchedFile { url: url.to_owned(), headers: headers.to_vec(), opened: Lock::new(None) }
    }

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
        let object = py.import(MODULE)?.call_method1("file_at", (&self.url, self.headers.clone()))?.unbind();
        Ok(opened().get_or_insert(object).clone_ref(py))
    }
}

impl Remote for FetchedFile {
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

/// The response of a server that sends no ranges.
#[derive(Debug)]
struct Answer(Arc<Once>);

/// The same response, as its readers share it.
#[derive(Debug)]
struct Once {
    /// The Python object that reads it.
    object: Py<PyAny>,
    spent: AtomicBool,
}

impl Once {
    fn of(object: Py<PyAny>) -> Once {
        Once { object, spent: AtomicBool::new(false) }
    }
}

impl CallerInput for Answer {
    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        if self.0.spent.swap(true, Relaxed) {
            return Err(io::Error::other("it has already been read, and its server sends it only as a whole"));
        }
        Ok(Box::new(AnswerReader { answer: Arc::clone(&self.0), bytes: Cursor::default() }))
    }

    fn size(&self) -> Option<u64> {
        None
    }

    fn is_once(&self) -> bool {
        true
    }

    fn is_spent(&self) -> bool {
        self.0.spent.load(Relaxed)
    }
}

/// Reads a response while it is sent.
struct AnswerReader {
    answer: Arc<Once>,
    bytes: Cursor<Vec<u8>>,
}

impl Read for AnswerReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        let object = &self.answer.object;
        let read = attached(|py| {
            let read =
                object.bind(py).call_method1("read", (AT_ONCE,)).and_then(|read| Ok(read.extract::<PyBackedBytes>()?));
            read.map_or_else(
                |error| Err(io_error(py, error).unwrap_or_else(io::Error::other)),
                |read| Ok(read.to_vec()),
            )
        });
        self.bytes = Cursor::new(read.unwrap_or_else(|| Err(io::Error::other("Python has ended")))?);
        self.bytes.read(buffer)
    }
}

//! Sources that Python holds and that are read here: bytes, objects with a `read` method, and tables.

use crate::failure::line_of;
use crate::interpreter::attached;
use crate::table::Table;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyString};
use scoresheet_files::{self as files, Input};
use scoresheet_jobs::inputs::arguments::Argument;
use scoresheet_jobs::inputs::caller_table;
use scoresheet_parallel::Lock;
use std::collections::HashMap;
use std::fmt;
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// How many bytes or characters to request from an object at once.
const AT_ONCE: usize = 1 << 20;

/// What `pickle` restores an object from: a function with the bytes and the name.
type PickledInput<'g, 'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>, &'g str));

/// A source without a path. Made by `Games.caller_input`.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct CallerInput {
    input: Input,
    /// The bytes, if they are in memory.
    bytes: Option<Memory>,
}

impl CallerInput {
    /// Bytes, or an object with a `read` method.
    pub(crate) fn new(content: &Bound<'_, PyAny>, name: &str) -> PyResult<CallerInput> {
        if let Ok(bytes) = content.extract::<PyBackedBytes>() {
            let bytes = Memory(Arc::new(bytes));
            return Ok(CallerInput {
                input: Input::from_caller(name, Arc::new(files::CallerBytes(bytes.clone()))),
                bytes: Some(bytes),
            });
        }
        let stream = Object { stream: Arc::new(Stream::of(content)?) };
        Ok(CallerInput { input: Input::from_caller(name, Arc::new(stream)), bytes: None })
    }

    /// An input that was found before.
    pub(crate) fn of(input: Input) -> CallerInput {
        CallerInput { input, bytes: None }
    }

    /// A table, as [`Table`] describes it.
    pub(crate) fn table(table: &Bound<'_, PyAny>, name: &str) -> PyResult<CallerInput> {
        Ok(CallerInput::of(caller_table::input(name, Arc::new(Table::of(table)?))))
    }
}

#[pymethods]
impl CallerInput {
    /// The name for users.
    #[getter]
    fn name(&self) -> &str {
        self.input.name()
    }

    /// Whether it can be read only once.
    #[getter]
    fn once(&self) -> bool {
        self.input.is_once()
    }

    /// What `pickle` restores it from. Only bytes can be pickled, because an open file is not the same elsewhere.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<PickledInput<'_, 'py>> {
        let Some(Memory(bytes)) = &self.bytes else {
            return Err(PyTypeError::new_err("games that are read from an open file or a table cannot be pickled"));
        };
        let caller_input = py.import("scoresheet._sources")?.getattr("caller_input")?;
        Ok((caller_input, (PyBytes::new(py, bytes), self.input.name())))
    }
}

/// An argument of a job: a path, or something that Python holds.
pub(crate) struct JobArgument(pub(crate) Argument);

impl<'py> FromPyObject<'_, 'py> for JobArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<JobArgument> {
        Ok(JobArgument(match object.cast::<CallerInput>() {
            Ok(given) => Argument::Given(given.get().input.clone()),
            Err(_) => Argument::Named(object.extract()?),
        }))
    }
}

/// The arguments of a job.
pub(crate) fn arguments(asked: Vec<JobArgument>) -> Vec<Argument> {
    asked.into_iter().map(|JobArgument(argument)| argument).collect()
}

/// Bytes that Python holds.
#[derive(Clone)]
struct Memory(Arc<PyBackedBytes>);

impl AsRef<[u8]> for Memory {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

/// An object with a `read` method.
#[derive(Debug)]
struct Object {
    stream: Arc<Stream>,
}

/// The same object, as its readers share it.
#[derive(Debug)]
struct Stream {
    object: Py<PyAny>,
    /// The method that returns the next bytes: `read1` if waiting for all of them could take forever.
    read: Py<PyAny>,
    /// Its position when it was passed in; none if it cannot be rewound.
    start: Option<Py<PyAny>>,
    size: Option<u64>,
    spent: AtomicBool,
    turns: Lock<ReaderTurns>,
    readers: AtomicU64,
}

/// The reader that read last, and the positions of the other readers.
#[derive(Debug, Default)]
struct ReaderTurns {
    last: u64,
    stood: HashMap<u64, Py<PyAny>>,
}

impl Stream {
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Stream> {
        let start = place(object);
        let part = object.getattr("read1").ok().filter(|_| start.is_none());
        let read = part.map_or_else(|| object.getattr("read"), Ok)?.unbind();
        let size = start.as_ref().and_then(|start| size(object, start));
        Ok(Stream {
            object: object.clone().unbind(),
            read,
            start: start.map(Bound::unbind),
            size,
            spent: AtomicBool::new(false),
            turns: Lock::default(),
            readers: AtomicU64::new(0),
        })
    }

    /// The next bytes for a reader; none at the end. The thread must not hold the interpreter, which other readers may
    /// need during their turn.
    fn next(&self, reader: u64) -> io::Result<Vec<u8>> {
        let mut turns = self.turns.lock();
        let read = attached(|py| {
            let mut next = || {
                self.turn_to(py, reader, &mut turns)?;
                bytes_of(&self.read.bind(py).call1((AT_ONCE,))?)
            };
            next().map_err(|error| io::Error::other(line_of(py, &error)))
        });
        read.unwrap_or_else(|| Err(io::Error::other("Python has ended")))
    }

    /// Moves the object to the position of this reader.
    fn turn_to(&self, py: Python<'_>, reader: u64, turns: &mut ReaderTurns) -> PyResult<()> {
        let Some(start) = self.start.as_ref().filter(|_| turns.last != reader) else { return Ok(()) };
        let object = self.object.bind(py);
        if turns.last != 0 {
            turns.stood.insert(turns.last, object.call_method0("tell")?.unbind());
        }
        let stood = turns.stood.remove(&reader);
        object.call_method1("seek", (stood.as_ref().unwrap_or(start).bind(py),))?;
        turns.last = reader;
        Ok(())
    }

    /// Ends a reader: the object returns to its initial position, so that it can be passed in again.
    fn forget(&self, reader: u64) {
        let mut turns = self.turns.lock();
        turns.stood.remove(&reader);
        if turns.last != reader {
            return;
        }
        turns.last = 0;
        if let Some(start) = &self.start {
            // It may be closed by now, and no one would receive the error.
            let _ = attached(|py| self.object.call_method1(py, "seek", (start.bind(py),)).map(drop));
        }
    }
}

/// The position of an object that can be rewound.
fn place<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let seekable = object.call_method0("seekable").and_then(|told| told.is_truthy());
    if !seekable.unwrap_or_else(|_| object.hasattr("seek").unwrap_or(false)) {
        return None;
    }
    object.call_method0("tell").ok()
}

/// How many bytes follow a position. Positions in text are not numbers of bytes.
fn size(object: &Bound<'_, PyAny>, start: &Bound<'_, PyAny>) -> Option<u64> {
    let is_text = object.py().import("io").and_then(|io| object.is_instance(&io.getattr("TextIOBase")?));
    if is_text.unwrap_or(true) {
        return None;
    }
    let from = start.extract::<u64>().ok()?;
    let end = object.call_method1("seek", (0, 2)).and_then(|_| object.call_method0("tell"));
    let back = object.call_method1("seek", (start,));
    back.and(end).ok()?.extract::<u64>().ok()?.checked_sub(from)
}

/// The bytes that `read` returned; text as UTF-8.
fn bytes_of(read: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(text) = read.cast::<PyString>() {
        if let Ok(text) = text.extract::<PyBackedStr>() {
            return Ok(text.as_bytes().to_vec());
        }
        // Bytes that were not text when the file was read are restored.
        return text.call_method1("encode", ("utf-8", "surrogateescape"))?.extract();
    }
    if let Ok(bytes) = read.extract::<PyBackedBytes>() {
        return Ok(bytes.to_vec());
    }
    if read.is_none() {
        return Err(PyTypeError::new_err("`read` returned no data yet: the object is in non-blocking mode"));
    }
    Err(PyTypeError::new_err(format!("`read` returned `{}`, not bytes or text", read.get_type().name()?)))
}

impl files::CallerInput for Object {
    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        let stream = &self.stream;
        if stream.start.is_none() && stream.spent.swap(true, Relaxed) {
            return Err(io::Error::other("it has already been read and cannot be rewound"));
        }
        let reader = stream.readers.fetch_add(1, Relaxed) + 1;
        Ok(Box::new(Reader { stream: Arc::clone(stream), reader, bytes: Cursor::default() }))
    }

    fn size(&self) -> Option<u64> {
        self.stream.size
    }

    fn is_once(&self) -> bool {
        self.stream.start.is_none()
    }

    fn is_spent(&self) -> bool {
        self.stream.spent.load(Relaxed)
    }
}

/// Reads an object from its initial position.
struct Reader {
    stream: Arc<Stream>,
    reader: u64,
    bytes: Cursor<Vec<u8>>,
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        self.bytes = Cursor::new(self.stream.next(self.reader)?);
        self.bytes.read(buffer)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.stream.forget(self.reader);
    }
}

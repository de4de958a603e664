//! The capsules of the Arrow PyCapsule interface, by which columns go to other libraries and come from them without being
//! copied.

use crate::failure::{Failure, IntoException};
use arrow_array::RecordBatchReader;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, Schema};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::CStr;

/// The name of the capsule of a stream.
const STREAM: &CStr = c"arrow_array_stream";

/// Batches as a stream that their consumer pulls.
pub(crate) fn stream<'py>(
    py: Python<'py>,
    batches: impl RecordBatchReader + Send + 'static,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), STREAM)
}

/// A schema without any rows.
pub(crate) fn schema<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    let schema =
        FFI_ArrowSchema::try_from(schema).map_err(|error| Failure::Internal(error.to_string()).into_exception(py))?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// The batches of a stream, whose capsule is empty afterwards. Pulling them may need the interpreter.
///
/// # Errors
/// If it holds none, or its schema cannot be read.
pub(crate) fn batches(capsule: &Bound<'_, PyCapsule>) -> PyResult<RecordBatchStreamReader> {
    let stream = moved_out(capsule)?;
    let failed = |error: ArrowError| Failure::Internal(error.to_string()).into_exception(capsule.py());
    RecordBatchStreamReader::try_new(stream).map_err(failed)
}

/// The stream in a capsule, which is empty afterwards.
#[expect(unsafe_code, reason = "a C struct of another library is taken over, as the Arrow PyCapsule interface says")]
fn moved_out(capsule: &Bound<'_, PyCapsule>) -> PyResult<FFI_ArrowArrayStream> {
    let stream = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name points to an `ArrowArrayStream` that lives as long as the capsule, and is aligned as
    // its allocator made it. While the interpreter is held, no other code uses it. `from_raw` leaves an empty struct,
    // so the capsule does not release the stream a second time; an empty one is refused by its reader.
    Ok(unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) })
}

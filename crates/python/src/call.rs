//! The one door from Python into the core.

use crate::failure::Failure;
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Frees the interpreter, works, names the error. A panic becomes an exception like any other.
pub(crate) fn call<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Failure> + Send) -> PyResult<T> {
    py.detach(|| guarded(work)).map_err(|failure| failure.into_exception(py))
}

/// Works, and turns a panic into a failure: for threads and callbacks that must not unwind.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    // What `work` has touched when it panics is dropped with it; nothing half-changed is seen again.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(Failure::Internal(words(&*panic))))
}

/// What a panic says.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it panicked").to_owned()
}

//! Whether what a command was asked for is there, so that a signal that comes now ends nothing any more.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

static COMPLETE: AtomicBool = AtomicBool::new(false);

/// Whether the output of the last job is complete.
#[pyfunction]
pub(crate) fn is_complete() -> bool {
    COMPLETE.load(SeqCst)
}

/// Tells whether the output of a job is complete.
#[pyfunction]
pub(crate) fn set_complete(complete: bool) {
    COMPLETE.store(complete, SeqCst);
}

//! Folders for temporary files of the Python part, by the same rules as those of the core.

use crate::interpreter::detached;
use pyo3::prelude::*;
use scoresheet_files::ScratchFolder;
use scoresheet_parallel::Lock;
use std::path::PathBuf;

/// A folder for temporary files, beside the file `target` or among the system's temporary files. It is removed with its
/// contents when it is closed or this object is destroyed. If the process is killed, the next process that works in the
/// same place removes it.
#[pyclass(frozen, module = "scoresheet._core")]
pub(crate) struct Scratch {
    folder: Lock<Option<ScratchFolder>>,
    path: PathBuf,
}

#[pymethods]
impl Scratch {
    #[new]
    #[pyo3(signature = (target=None))]
    fn new(py: Python<'_>, target: Option<PathBuf>) -> PyResult<Scratch> {
        let folder = detached(py, || ScratchFolder::create(target.as_deref()))?;
        let path = folder.path().to_owned();
        Ok(Scratch { folder: Lock::new(Some(folder)), path })
    }

    /// Its path.
    #[getter]
    fn path(&self) -> &PathBuf {
        &self.path
    }

    /// Removes it. Closing it again has no effect.
    fn close(&self, py: Python<'_>) {
        let folder = self.folder.lock().take();
        detached(py, || drop(folder));
    }
}

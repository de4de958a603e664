//! Parts of files: planned in one process, read in others.

use crate::call::call;
use crate::caller_input::{CallerInput, JobArgument, arguments};
use crate::failure::Failure;
use crate::settings::settings_of;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use scoresheet_core::location::Base;
use scoresheet_files::{Edges, FilePart, Framing, Input, Stamp};
use scoresheet_jobs::formats;
use scoresheet_jobs::inputs::part_sizes::Sizes;
use scoresheet_jobs::inputs::parts;
use scoresheet_jobs::options::Taker;

/// The counts of everything before a part: games, bytes, lines and columns.
pub(crate) type PartExtent = (u64, u64, u64, u64);

/// The parts of inputs, as dicts with `path`, `name`, `kind` and, for a part of a file, `start`, `end`, `framing`, `size`,
/// `version` and `before`.
pub(crate) fn planned<'py>(
    py: Python<'py>,
    paths: Vec<JobArgument>,
    sizes: Sizes,
    numbers: bool,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyList>> {
    let settings = settings_of(options, Taker::Read)?;
    let paths = arguments(paths);
    let planned = call(py, || parts::plan(&paths, &settings, sizes, numbers))?;
    let list = PyList::empty(py);
    for each in planned {
        let row = PyDict::new(py);
        let name = if each.part.is_some() { each.input.name() } else { &each.path };
        row.set_item("path", &each.path)?;
        row.set_item("name", name)?;
        row.set_item("kind", each.kind)?;
        if let Some(part) = &each.part {
            let Base { bytes, games, lines, columns } = part.before;
            row.set_item("start", part.start)?;
            row.set_item("end", part.end)?;
            row.set_item("framing", part.framing.id())?;
            row.set_item("size", part.stamp.size)?;
            row.set_item("version", &part.stamp.version)?;
            row.set_item("before", (games, bytes, lines, columns))?;
        }
        list.append(row)?;
    }
    Ok(list)
}

/// A part of a file, to be read, from a dict of [`planned`].
pub(crate) fn restored(py: Python<'_>, row: &Bound<'_, PyDict>) -> PyResult<CallerInput> {
    input(py, row).map(CallerInput::of)
}

/// How many games, bytes, lines and characters after these a part of a file has.
pub(crate) fn extent(py: Python<'_>, row: &Bound<'_, PyDict>, options: &Bound<'_, PyDict>) -> PyResult<PartExtent> {
    let settings = settings_of(options, Taker::Read)?;
    let part = input(py, row)?;
    let Base { bytes, games, lines, columns } = call(py, || parts::extent(&part, &settings))?;
    Ok((games, bytes, lines, columns))
}

fn input(py: Python<'_>, row: &Bound<'_, PyDict>) -> PyResult<Input> {
    fn member<'py, T: FromPyObjectOwned<'py>>(row: &Bound<'py, PyDict>, name: &str) -> PyResult<T> {
        let value = row.get_item(name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        value.extract().map_err(Into::into)
    }
    let (path, name): (String, String) = (member(row, "path")?, member(row, "name")?);
    let (kind, framing): (String, String) = (member(row, "kind")?, member(row, "framing")?);
    let (start, end, size) = (member(row, "start")?, member(row, "end")?, member(row, "size")?);
    let (games, bytes, lines, columns): PartExtent = member(row, "before")?;
    let version: Option<String> = member(row, "version")?;
    let settings = settings_of(&PyDict::new(py), Taker::Read)?;
    call(py, || {
        let unknown = |what: &str| Failure::usage(format!("`{what}` divides no files"), "");
        let framing = Framing::find(&framing).ok_or_else(|| unknown(&framing))?;
        let format = formats::find(&kind)?.id();
        let before = Base { bytes, games, lines, columns };
        let stamp = Stamp { size, version };
        let part = FilePart { start, end, framing, stamp, before, edges: Edges::NONE, format };
        parts::restore(&path, &name, part, &settings)
    })
}

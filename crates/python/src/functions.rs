//! Functions of the core that Python calls as they are.

use crate::call::call;
use crate::failure::{Failure, IntoException};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use scoresheet_core::error::Fault;
use scoresheet_core::game::bgn;
use scoresheet_core::game::cpgn::{Layout, rows};
use scoresheet_core::location::Location;
use scoresheet_core::names::NameKind;
use scoresheet_core::names::propose::{Proposal, others, people};
use scoresheet_jobs::write_whole;
use std::collections::HashMap;

/// The parts of a file of this layout in order: the number of bits before each, its own bits as digits, and its
/// meaning. A file with an error raises the exception that names the bit.
#[pyfunction]
pub(crate) fn cpgn_rows(py: Python<'_>, data: PyBackedBytes, layout: &str) -> PyResult<Vec<(usize, String, String)>> {
    let Some(layout) = Layout::find(layout) else {
        return Err(PyValueError::new_err(format!("the layout is `draft` or `v0`, not `{layout}`")));
    };
    let rows = call(py, || Ok(rows(&data, layout)))?;
    let rows = rows.map_err(|(bit, code)| {
        let at = Location { byte: bit as u64 / 8, bit: Some(bit as u64), ..Location::default() };
        let fault = Fault::new(code, at, code.spec().doc.to_owned(), String::new());
        Failure::Input { file: None, fault, report: None }.into_exception(py)
    })?;
    Ok(rows.into_iter().map(|row| (row.bit, row.bits, row.says)).collect())
}

/// A proposal: the name that was found, its replacement, how often it was found, the reason, and how certain it is.
type ProposedName = (String, String, u64, &'static str, &'static str);

/// Proposes replacements for the names of a kind, each given with the number of times it was found.
#[pyfunction]
pub(crate) fn propose_names(py: Python<'_>, kind: &str, names: Vec<(String, u64)>) -> PyResult<Vec<ProposedName>> {
    call(py, || {
        let known = NameKind::ALL.into_iter().find(|known| known.id() == kind);
        let kind = known.ok_or_else(|| {
            let hint = format!("use one of {}", NameKind::ALL.map(|kind| format!("`{}`", kind.id())).join(", "));
            Failure::usage(format!("there is no kind of names `{kind}`"), hint)
        })?;
        let proposals = if kind == NameKind::Player { people(names) } else { others(names) };
        let proposed = |Proposal { found, wanted, count, why, sure }| (found, wanted, count, why, sure);
        Ok(proposals.into_iter().map(proposed).collect())
    })
}

/// Writes a complete output; without a path, or to `-`, to standard output.
#[pyfunction]
#[pyo3(signature = (path, data, force=false))]
pub(crate) fn write_output(py: Python<'_>, path: Option<&str>, data: &[u8], force: bool) -> PyResult<()> {
    call(py, || write_whole(path, data, force))
}

/// The keys of tags with these names, which are in their order, repeated ones included.
#[pyfunction]
pub(crate) fn tag_keys(names: Vec<String>) -> Vec<String> {
    let mut counts: HashMap<&str, u32> = HashMap::new();
    let mut nth = |name| {
        let count = counts.entry(name).or_default();
        *count += 1;
        *count
    };
    names.iter().map(|name| bgn::key(name, nth(name)).into_owned()).collect()
}

//! Spellings of names that probably mean the same.

use crate::call::call;
use pyo3::prelude::*;
use scoresheet_core::names::NameKind;
use scoresheet_core::names::propose::{Proposal, others, people};
use scoresheet_jobs::failure::Failure;

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

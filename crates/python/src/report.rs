//! The report of a job as a dict.

use crate::failure::fill;
use crate::failure::hint_or_none;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyList};
use scoresheet_columns::book::BookCounts;
use scoresheet_columns::game_tree::TreeCounts;
use scoresheet_jobs::Report;
use scoresheet_jobs::compression_report::{Compared, Gain};
use scoresheet_jobs::report::CodeReport;

/// What Python gets of a report.
pub(crate) fn to_dict<'py>(report: &Report, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("games", report.games())?;
    dict.set_item("read", report.games())?;
    dict.set_item("written", report.written())?;
    dict.set_item("skipped", report.skipped())?;
    dict.set_item("unread", report.unread())?;
    dict.set_item("plies", report.plies())?;
    dict.set_item("errors", codes(py, report.codes().filter(|code| code.is_error))?)?;
    dict.set_item("notes", codes(py, report.codes().filter(|code| !code.is_error))?)?;
    dict.set_item("losses", losses(report, py)?)?;
    dict.set_item("trailing", report.trailing())?;
    dict.set_item("seconds", report.elapsed().as_secs_f64())?;
    dict.set_item("inputs", inputs(report, py)?)?;
    dict.set_item("depth", report.depth().id())?;
    dict.set_item("faulty", report.faulty())?;
    dict.set_item("mates", report.mates())?;
    dict.set_item("stalemates", report.stalemates())?;
    dict.set_item("results", results(report, py)?)?;
    let rules = report.rules();
    dict.set_item("rules", rules.iter().map(|(rules, games)| (rules.id(), games)).into_py_dict(py)?)?;
    dict.set_item("changes", report.changes().into_py_dict(py)?)?;
    dict.set_item("files", report.files())?;
    dict.set_item("renamed", report.renamed())?;
    dict.set_item("set_aside", report.set_aside())?;
    dict.set_item("repaired", report.repaired())?;
    if let Some(found) = report.gain() {
        dict.set_item("gain", gain(found, py)?)?;
    }
    if let Some(found) = report.book() {
        dict.set_item("book", book(found, py)?)?;
    }
    if let Some(found) = report.tree() {
        dict.set_item("tree", tree(found, py)?)?;
    }
    Ok(dict)
}

fn book<'py>(counts: &BookCounts, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let counts = [
        ("positions", counts.positions),
        ("records", counts.records),
        ("rare", counts.rare),
        ("low", counts.low),
        ("weightless", counts.weightless),
        ("later_plies", counts.later_plies),
    ];
    counts.into_py_dict(py)
}

fn tree<'py>(counts: &TreeCounts, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let counts = [
        ("games", counts.games),
        ("moves", counts.moves),
        ("transpositions", counts.transpositions),
        ("min_games", counts.min_games),
        ("rare", counts.rare),
        ("beyond_top", counts.beyond_top),
        ("later_plies", counts.later_plies),
        ("broken", counts.broken),
        ("other_starts", counts.other_starts),
        ("other_rules", counts.other_rules),
        ("other_players", counts.other_players),
    ];
    counts.into_py_dict(py)
}

fn gain<'py>(gain: &Gain, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("plies", gain.plies)?;
    dict.set_item("bits", gain.bits.iter().map(|(name, bits)| (name, bits)).into_py_dict(py)?)?;
    dict.set_item("bytes_out", gain.bytes)?;
    dict.set_item("bytes_in", gain.compared.as_ref().map(|compared| compared.bytes))?;
    let packed = |compared: &Compared| compared.packed.iter().map(|size| (size.by, size.bytes)).into_py_dict(py);
    dict.set_item("compressed", gain.compared.as_ref().map(packed).transpose()?)?;
    Ok(dict)
}

fn codes<'r, 'py>(py: Python<'py>, codes: impl Iterator<Item = CodeReport<'r>>) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for code in codes {
        let row = PyDict::new(py);
        row.set_item("code", code.code.id())?;
        row.set_item("severity", code.severity())?;
        row.set_item("count", code.count)?;
        row.set_item("first", first(py, &code)?)?;
        list.append(row)?;
    }
    Ok(list)
}

fn first<'py>(py: Python<'py>, code: &CodeReport<'_>) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    if let (Some(file), Some(report)) = (code.file, code.report) {
        let hint = hint_or_none(py, code.hint)?.map_or(String::new(), |hint| format!("\n\nhint: {hint}"));
        row.set_item("file", file)?;
        row.set_item("report", format!("{report}{hint}"))?;
    }
    if let Some(fault) = code.fault {
        row.set_item("message", &fault.message)?;
        fill(&row, fault)?;
    }
    Ok(row)
}

fn losses<'py>(report: &Report, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for (kind, loss) in report.losses() {
        let row = PyDict::new(py);
        row.set_item("kind", kind)?;
        row.set_item("count", loss.count)?;
        row.set_item("first", &loss.first)?;
        list.append(row)?;
    }
    Ok(list)
}

fn inputs<'py>(report: &Report, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for input in report.inputs() {
        let row = PyDict::new(py);
        row.set_item("name", &input.name)?;
        row.set_item("kind", input.kind)?;
        row.set_item("games", input.games)?;
        row.set_item("bytes", input.bytes)?;
        list.append(row)?;
    }
    Ok(list)
}

fn results<'py>(report: &Report, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    report.results().try_for_each(|(result, count)| dict.set_item(result, count))?;
    Ok(dict)
}

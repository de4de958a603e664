//! Conversion of BGN documents between JSON and BSON, a batch at a time, for the store that keeps BSON.

use crate::call::call;
use crate::failure::{Failure, IntoException};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyList};
use scoresheet_core::bson::{self, JsonFlaw};
use scoresheet_core::error::Fault;
use scoresheet_core::location::Location;

/// Converts JSON documents to BSON with these `_id`s. A document that cannot be converted becomes an exception with the
/// reason and the byte of the JSON. It is not raised, so that the other documents are converted.
#[pyfunction]
#[pyo3(signature = (documents, ids=None))]
pub(crate) fn to_bson(
    py: Python<'_>,
    documents: Vec<PyBackedBytes>,
    ids: Option<Vec<String>>,
) -> PyResult<Bound<'_, PyList>> {
    if ids.as_ref().is_some_and(|ids| ids.len() != documents.len()) {
        return Err(PyValueError::new_err("there must be as many ids as documents"));
    }
    let encoded = call(py, || {
        let id = |at| ids.as_ref().and_then(|ids: &Vec<String>| ids.get(at)).map(String::as_str);
        let encoded = documents.iter().enumerate().map(|(at, document)| {
            let mut out = Vec::with_capacity(document.len());
            bson::encode(document, id(at), &mut out).map(|()| out)
        });
        Ok(encoded.collect::<Vec<_>>())
    })?;
    let list = PyList::empty(py);
    for encoded in encoded {
        match encoded {
            Ok(bytes) => list.append(PyBytes::new(py, &bytes))?,
            Err(flaw) => list.append(exception(py, flaw))?,
        }
    }
    Ok(list)
}

/// A document as JSON, and its losses.
type DecodedDocument<'py> = (Bound<'py, PyBytes>, Vec<Bound<'py, PyAny>>);

/// Converts BSON documents to JSON without their `_id`s, each with its losses: exceptions with the reason and the byte
/// of the BSON. The JSON is always well-formed.
#[pyfunction]
pub(crate) fn from_bson(py: Python<'_>, documents: Vec<PyBackedBytes>) -> PyResult<Vec<DecodedDocument<'_>>> {
    let decoded = call(py, || {
        let decoded = documents.iter().map(|document| bson::decode(document, bson::DEEPEST, |_, _| {}));
        Ok(decoded.collect::<Vec<_>>())
    })?;
    let told = decoded.into_iter().map(|decoded| {
        let flaws = decoded.flaws.into_iter().chain(decoded.broken);
        (PyBytes::new(py, &decoded.json), flaws.map(|flaw| exception(py, flaw)).collect())
    });
    Ok(told.collect())
}

/// The exception for a flaw at a place of a document.
fn exception(py: Python<'_>, flaw: JsonFlaw) -> Bound<'_, PyAny> {
    let at = Location { byte: flaw.at as u64, ..Location::default() };
    let fault = Fault::new(flaw.code, at, flaw.code.spec().doc.to_owned(), String::new());
    Failure::Input { file: None, fault, report: None }.into_exception(py).into_value(py).into_bound(py).into_any()
}

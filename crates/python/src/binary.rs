//! Texts of binary notations: Python uses `bytes`, people use hex.

use crate::failure::{Failure, IntoException};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use scoresheet_core::base64;
use scoresheet_core::notation::NotationSpec;
use scoresheet_core::text::from_hex;

/// The bytes of a text given as `str` or `bytes`. For a binary notation, `str` is hex, or base64 after `base64:`.
pub(crate) fn given(text: &Bound<'_, PyAny>, spec: &NotationSpec) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = text.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    let (py, text) = (text.py(), text.extract::<String>()?);
    if !spec.binary {
        return Ok(text.into_bytes());
    }
    from_hex(&text).ok_or_else(|| {
        let message =
            format!("`{}` is neither hex nor `{}…`", text.chars().take(80).collect::<String>(), base64::PREFIX);
        Failure::usage(message, format!("`{}` is binary: its texts are `bytes`, or hex as `str`", spec.id))
            .into_exception(py)
    })
}

/// A text as Python receives it: `bytes` for a binary notation, otherwise `str`.
pub(crate) fn told<'py>(py: Python<'py>, text: &[u8], spec: &NotationSpec) -> Bound<'py, PyAny> {
    if spec.binary {
        return PyBytes::new(py, text).into_any();
    }
    PyString::new(py, &String::from_utf8_lossy(text)).into_any()
}

/// A text as messages show it.
pub(crate) fn shown(text: &[u8], spec: &NotationSpec) -> String {
    let shown = if spec.binary {
        text.iter().map(|byte| format!("{byte:02x}")).collect()
    } else {
        String::from_utf8_lossy(text).into_owned()
    };
    shown.chars().take(scoresheet_core::error::TEXT_SHOWN).collect()
}

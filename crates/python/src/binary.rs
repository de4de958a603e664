//! Texts of notations that are bytes: Python gives and takes `bytes`, people hex.

use crate::failure::Failure;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use scoresheet_core::notation::Spec;

/// What stands before a text in base64.
const BASE64: &str = "base64:";

/// The bytes of a text that was given as `str` or `bytes`: of a binary notation, a `str` is hex, or base64 behind `base64:`.
pub(crate) fn given(text: &Bound<'_, PyAny>, spec: &Spec) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = text.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    let (py, text) = (text.py(), text.extract::<String>()?);
    if !spec.binary {
        return Ok(text.into_bytes());
    }
    read(&text).ok_or_else(|| {
        let message = format!("`{}` is neither hex nor `{BASE64}…`", text.chars().take(80).collect::<String>());
        Failure::usage(message, format!("`{}` is binary: its texts are `bytes`, or hex as `str`", spec.id))
            .into_exception(py)
    })
}

/// A text as Python is given it: `bytes` of a binary notation, `str` of another.
pub(crate) fn told<'py>(py: Python<'py>, text: &[u8], spec: &Spec) -> Bound<'py, PyAny> {
    if spec.binary {
        return PyBytes::new(py, text).into_any();
    }
    PyString::new(py, &String::from_utf8_lossy(text)).into_any()
}

/// A text as messages show it.
pub(crate) fn shown(text: &[u8], spec: &Spec) -> String {
    let shown = if spec.binary {
        text.iter().map(|byte| format!("{byte:02x}")).collect()
    } else {
        String::from_utf8_lossy(text).into_owned()
    };
    shown.chars().take(scoresheet_core::error::TEXT_SHOWN).collect()
}

/// The bytes that hex, or base64 behind its mark, stand for.
fn read(text: &str) -> Option<Vec<u8>> {
    match text.strip_prefix(BASE64) {
        Some(rest) => from_base64(rest.as_bytes()),
        None => from_hex(text.as_bytes()),
    }
}

fn from_hex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |letter: u8| (letter as char).to_digit(16).map(|digit| digit as u8);
    let byte = |pair: &[u8]| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    };
    text.chunks(2).map(byte).collect()
}

fn from_base64(text: &[u8]) -> Option<Vec<u8>> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let padding = text.iter().rev().take_while(|letter| **letter == b'=').count();
    let (letters, mut out) = (&text[..text.len() - padding], Vec::new());
    if padding > 2 || !text.len().is_multiple_of(4) && padding > 0 || letters.len() % 4 == 1 {
        return None;
    }
    for group in letters.chunks(4) {
        let mut bits = 0u32;
        for letter in group {
            bits = bits << 6 | LETTERS.iter().position(|known| known == letter)? as u32;
        }
        let bytes = (bits << (6 * (4 - group.len()))).to_be_bytes();
        out.extend_from_slice(&bytes[1..group.len()]);
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_and_base64_are_read() {
        for text in ["00ff10", "00FF10", "base64:AP8Q"] {
            assert_eq!(read(text), Some(vec![0, 255, 16]), "{text}");
        }
        for (text, bytes) in [("base64:AA==", vec![0]), ("base64:AP8=", vec![0, 255]), ("base64:AP8", vec![0, 255])] {
            assert_eq!(read(text), Some(bytes), "{text}");
        }
        for none in ["0", "0g", "base64:A", "base64:A===", "base64:A?==", "base64:AP8=="] {
            assert_eq!(read(none), None, "{none}");
        }
    }
}

//! Why a text is not a position.

use crate::error::Code;
use alloc::string::String;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    /// The kind of defect.
    pub code: Code,
    /// The byte in the text of the fault.
    pub at: usize,
    /// The fault, in words.
    pub message: String,
}

impl core::fmt::Display for PositionError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for PositionError {}

pub(super) fn error(code: Code, at: usize, message: String) -> PositionError {
    PositionError { code, at, message }
}

/// A word of a text as messages show it.
pub(super) fn shown(word: &[u8]) -> String {
    String::from_utf8_lossy(word).chars().take(crate::error::TEXT_SHOWN).collect()
}

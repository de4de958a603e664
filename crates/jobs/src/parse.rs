//! One game from text or bytes.

use crate::common::failure::Failure;
use crate::containers;
pub use crate::containers::ParsedGame;
use crate::formats::{base64_text, detect};
use crate::pipeline::foreign::Foreign;
use crate::settings::Settings;
use scoresheet_core::error::Code;
use scoresheet_files::{FileError, Kind, TextEncoding};

/// The only game in a text.
///
/// # Errors
/// If there is none or more than one, an option does not fit, or the job is to stop at an error.
pub fn parse(bytes: &[u8], settings: &Settings, foreign: &dyn Foreign) -> Result<ParsedGame, Failure> {
    let bytes = &*base64_text::decoded(settings.read.from, bytes)?;
    let format = settings.read.from.unwrap_or_else(|| detect::of_file("", bytes));
    match settings.read.encoding.filter(|_| format.spec().text) {
        Some(encoding) => containers::of(&format).parse(decoded(bytes, encoding)?.as_bytes(), settings, foreign),
        None => containers::of(&format).parse(bytes, settings, foreign),
    }
}

/// A text in UTF-8.
fn decoded(bytes: &[u8], encoding: TextEncoding) -> Result<String, FileError> {
    let (text, invalid) = encoding.decode(bytes);
    if invalid == 0 {
        return Ok(text);
    }
    let message = format!("the text is not {}", encoding.name());
    Err(FileError { code: Code::EncodingInvalid, ..FileError::new(Kind::Unreadable, "<text>", message) })
}

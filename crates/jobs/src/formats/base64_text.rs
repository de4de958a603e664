//! Files of bytes that are written as text: a prefix, and base64.

use crate::formats::{Format, detect};
use scoresheet_core::base64::{PREFIX, decode};
use scoresheet_core::game::BASE64;
use scoresheet_files::{CallerBytes, FileError, Input};
use std::borrow::Cow;
use std::sync::Arc;

/// How many characters of such a text are shown.
const SHOWN: usize = 24;

/// Whether these first bytes are those of such a text.
pub(crate) fn starts(head: &[u8]) -> bool {
    head.starts_with(PREFIX.as_bytes())
}

/// Whether an input may be one: its format is named, and is written so, or nothing names it.
pub(crate) fn is_expected(from: Option<Format>, name: &str) -> bool {
    from.or_else(|| detect::of_name(name)).is_none_or(|format| format.option(BASE64.id, false).is_some())
}

/// The shortened text, if it is the name of an input.
pub(crate) fn shown(text: &str) -> String {
    let text = text.trim_end();
    match text.char_indices().nth(PREFIX.len() + SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The bytes of a game that may be such a text.
///
/// # Errors
/// If it is not base64 after the prefix.
pub(crate) fn decoded(from: Option<Format>, bytes: &[u8]) -> Result<Cow<'_, [u8]>, FileError> {
    match bytes.strip_prefix(PREFIX.as_bytes()).filter(|_| is_expected(from, "")) {
        Some(text) => decode(text).map(Cow::Owned).map_err(|error| FileError::base64("<text>", error)),
        None => Ok(Cow::Borrowed(bytes)),
    }
}

/// The input that an argument is itself, rather than the name of a file.
pub(crate) fn argument(text: &str) -> Option<Input> {
    starts(text.as_bytes())
        .then(|| Input::from_caller(&shown(text), Arc::new(CallerBytes(Arc::<[u8]>::from(text.as_bytes())))))
}

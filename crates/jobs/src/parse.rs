//! One game from text or bytes.

use crate::common::failure::Failure;
use crate::containers;
pub use crate::containers::ParsedGame;
use crate::formats::detect;
use crate::pipeline::foreign::Foreign;
use crate::settings::Settings;

/// The only game in a text.
///
/// # Errors
/// If there is none or more than one, an option does not fit, or everything is to stop at an error.
pub fn parse(bytes: &[u8], settings: &Settings, foreign: &dyn Foreign) -> Result<ParsedGame, Failure> {
    let format = settings.read.from.unwrap_or_else(|| detect::of_file("", bytes));
    containers::of(&format).parse(bytes, settings, foreign)
}

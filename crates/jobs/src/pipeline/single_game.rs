//! A text of a foreign format, whole: such formats have one game a file.

use crate::common::failure::Failure;
use crate::formats::Format;
use crate::formats::foreign::ForeignFormat;
use crate::pipeline::foreign::{Foreign, ForeignRead, ForeignText, reading_choices};
use crate::settings::Settings;

/// All of an input.
pub(crate) struct Whole {
    pub(crate) bytes: Vec<u8>,
    /// Whether there is more of it than a game may have.
    pub(crate) too_long: bool,
    pub(crate) name: String,
    pub(crate) format: &'static ForeignFormat,
    /// What is written of it, if known.
    pub(crate) to: Option<Format>,
    /// How many bytes it has as it is on the disk.
    pub(crate) size: u64,
}

impl Whole {
    /// The game that it holds.
    ///
    /// # Errors
    /// If the call fails.
    pub(crate) fn read(&self, foreign: &dyn Foreign, settings: &Settings) -> Result<ForeignRead, Failure> {
        foreign.read(&ForeignText {
            bytes: &self.bytes,
            name: &self.name,
            format: self.format,
            strict: settings.read.strict,
            limits: &settings.read.limits,
            choices: reading_choices(self.format, settings, self.to),
            all_faults: settings.run.wants_all_faults(),
            too_long: self.too_long,
        })
    }
}

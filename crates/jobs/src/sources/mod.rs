//! The inputs of a job, each read in the way that its format asks for.

pub(crate) mod columns;
pub(crate) mod filled;
pub(crate) mod no_columns;
pub(crate) mod stored;
pub(crate) mod text;
pub(crate) mod trees;
pub(crate) mod whole;

use crate::failure::Failure;
use crate::formats::Format;
use crate::formats::foreign::ForeignFormat;
use crate::formats::tables::TableFormat;
use crate::pass::Pass;
use scoresheet_core::at::Base;
use scoresheet_core::game::GameFormat;
use scoresheet_files::{Input, Source};

/// The input that is being read.
pub(crate) struct Current<'i, F> {
    /// Its place among the others.
    pub(crate) index: usize,
    pub(crate) input: &'i Input,
    /// What it gives, from its start.
    pub(crate) source: Source,
    pub(crate) format: F,
}

/// Where the games of a block stand.
pub(crate) struct At<'b> {
    /// The input, as it was named.
    pub(crate) source: &'b str,
    /// What stands before the block.
    pub(crate) base: Base,
}

/// An input that holds games as text.
pub(crate) type TextInput<'i> = Current<'i, &'static dyn GameFormat>;
/// An input that the caller reads.
pub(crate) type ForeignInput<'i> = Current<'i, &'static ForeignFormat>;
/// An input that holds games as columns.
pub(crate) type TableInput<'i> = Current<'i, &'static TableFormat>;

/// What a job does with an input, by what that holds.
pub(crate) trait Job {
    /// Takes an input of text.
    fn text(&mut self, pass: &mut Pass<'_>, current: TextInput<'_>) -> Result<(), Failure>;
    /// Takes an input that the caller reads.
    fn foreign(&mut self, pass: &mut Pass<'_>, current: ForeignInput<'_>) -> Result<(), Failure>;
    /// Takes an input of columns.
    fn columns(&mut self, pass: &mut Pass<'_>, current: TableInput<'_>) -> Result<(), Failure>;
}

/// Does a job with the inputs, one after another.
///
/// # Errors
/// When the job is to stop, or fails for a reason that is not an input's.
pub(crate) fn each(pass: &mut Pass<'_>, inputs: &[Input], job: &mut impl Job) -> Result<(), Failure> {
    pass.each(inputs, |pass, index, input, opened| {
        let source = opened.source;
        match opened.format {
            Format::Text(format) => job.text(pass, Current { index, input, source, format }),
            Format::Foreign(format) => job.foreign(pass, Current { index, input, source, format }),
            Format::Columns(format) => job.columns(pass, Current { index, input, source, format }),
        }
    })
}

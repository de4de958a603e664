//! The games of a job: every input gives them, in the way that its format asks for, to any output.

pub(crate) mod archive;
pub(crate) mod archive_blocks;
pub(crate) mod book;
pub(crate) mod column_check;
pub(crate) mod columns;
mod foreign;
pub(crate) mod objects;
mod prefilter;
pub(crate) mod store;
pub(crate) mod stored_games;
pub(crate) mod text;
pub(crate) mod tree_replay;

use crate::common::failure::Failure;
use crate::formats::Format;
use crate::formats::archives::ArchiveFormat;
use crate::formats::books::BookFormat;
use crate::formats::foreign::ForeignFormat;
use crate::formats::stores::StoreFormat;
use crate::formats::tables::TableFormat;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{Complete, EndOfInput, GameSink};
use column_check::refuse_columns;
use scoresheet_core::game::GameFormat;
use scoresheet_files::{Input, Source};

/// The input that is being read.
pub(crate) struct Current<'i, F> {
    /// Its place among the others.
    index: usize,
    input: &'i Input,
    /// What it gives, from its start.
    source: Source,
    format: F,
}

/// An input that holds games as text.
pub(crate) type TextInput<'i> = Current<'i, &'static dyn GameFormat>;
/// An input that the caller reads.
pub(crate) type ForeignInput<'i> = Current<'i, &'static ForeignFormat>;
/// An input that holds games as columns.
pub(crate) type TableInput<'i> = Current<'i, &'static TableFormat>;
/// An input that is an opening book.
pub(crate) type BookInput<'i> = Current<'i, &'static BookFormat>;
/// An input that is an archive.
pub(crate) type ArchiveInput<'i> = Current<'i, &'static ArchiveFormat>;
/// An input that is a database.
pub(crate) type StoreInput<'i> = Current<'i, &'static StoreFormat>;

/// Takes the games of all inputs, one input after another, to an output. Its file is complete then, and may appear.
///
/// # Errors
/// If the job is to stop, or fails for a reason that is not an input's.
pub(crate) fn take_all<'s>(
    inputs: &[Input],
    mut sink: Box<dyn GameSink<'s> + 's>,
    pass: &mut Pass<'_>,
) -> Result<Complete, Failure> {
    let takes_foreign = sink.needs().foreign.is_any();
    pass.each(inputs, |pass, index, input, opened| {
        let source = opened.source;
        let (games, failures) = (pass.report.games(), pass.failures());
        pass.check_aside(opened.format, source.name())?;
        if !matches!(opened.format, Format::Text(_)) {
            // Others pack text only, and all of the games or none.
            pass.comparing = None;
        }
        sink.begin_input(source.name(), opened.format)?;
        match opened.format {
            Format::Text(format) => text::take(pass, Current { index, input, source, format }, &mut *sink),
            Format::Foreign(format) if takes_foreign => {
                foreign::take(pass, Current { index, input, source, format }, &mut *sink)
            }
            Format::Foreign(_) => refuse_columns(pass, inputs, input),
            Format::Columns(format) => columns::take(pass, Current { index, input, source, format }, &mut *sink),
            Format::Book(format) => book::take(pass, Current { index, input, source, format }, &mut *sink),
            Format::Archive(format) => archive::take(pass, Current { index, input, source, format }, &mut *sink),
            Format::Store(format) => store::take(pass, Current { index, input, source, format }, &mut *sink),
        }?;
        let end = EndOfInput { games: pass.report.games() - games, whole: pass.failures() == failures };
        sink.end_input(pass, index, end)
    })?;
    sink.finish(pass)
}

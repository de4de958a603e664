//! The games of a job: every input gives them, in the way that its format asks for, to any output.

mod arranged;
pub(crate) mod at;
pub(crate) mod columns;
pub(crate) mod given;
pub(crate) mod no_columns;
pub(crate) mod objects;
pub(crate) mod store;
pub(crate) mod stored;
pub(crate) mod text;
pub(crate) mod whole;

use crate::failure::Failure;
use crate::formats::Format;
use crate::formats::foreign::ForeignFormat;
use crate::formats::stores::StoreFormat;
use crate::formats::tables::TableFormat;
use crate::outputs::edited::Edited;
use crate::outputs::{Complete, EndOfInput, Make, Output};
use crate::pass::Pass;
use crate::transforms::planning::{self, Planned, Selected};
pub(crate) use arranged::Arranged;
use no_columns::refuse_columns;
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

/// An input that holds games as text.
pub(crate) type TextInput<'i> = Current<'i, &'static dyn GameFormat>;
/// An input that the caller reads.
pub(crate) type ForeignInput<'i> = Current<'i, &'static ForeignFormat>;
/// An input that holds games as columns.
pub(crate) type TableInput<'i> = Current<'i, &'static TableFormat>;
/// An input that is a database.
pub(crate) type StoreInput<'i> = Current<'i, &'static StoreFormat>;

/// Takes the games of all inputs to an output, and changes them on their way as the settings say.
///
/// # Errors
/// When the job is to stop, or fails for a reason that is not an input's.
pub(crate) fn take_transformed<O: Output>(inputs: &[Input], out: O, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
    let planned = planning::plan(inputs, out.make().block(), pass)?;
    take_from(inputs, out, planned, pass)
}

/// Takes the games that were selected to an output, and edits them on their way.
///
/// # Errors
/// When the job is to stop, or fails for a reason that is not an input's.
pub(crate) fn take_from<O: Output>(
    inputs: &[Input],
    out: O,
    planned: Planned,
    pass: &mut Pass<'_>,
) -> Result<Complete, Failure> {
    let Planned { games, edits } = planned;
    if edits.is_empty() {
        take_selected(inputs, out, games, pass)
    } else {
        take_selected(inputs, Edited::new(out, edits), games, pass)
    }
}

fn take_selected<O: Output>(
    inputs: &[Input],
    mut out: O,
    games: Selected,
    pass: &mut Pass<'_>,
) -> Result<Complete, Failure> {
    match games {
        Selected::All => {}
        Selected::First(most) => pass.select_first(most),
        Selected::These(games) => pass.select(games),
        Selected::Arranged(_) if matches!(out.format(), Some(Format::Store(_))) => {
            let message = "games in a database cannot be sorted";
            return Err(Failure::usage(message, "sort the rows in your query, or write to a file"));
        }
        Selected::Arranged(arranged) => {
            arranged::take(inputs, arranged, &mut out, pass)?;
            return out.complete(pass);
        }
    }
    take_all(inputs, out, pass)
}

/// Takes the games of all inputs, one input after another, to an output. Its file is complete then, and may appear.
///
/// # Errors
/// When the job is to stop, or fails for a reason that is not an input's.
pub(crate) fn take_all<O: Output>(inputs: &[Input], mut out: O, pass: &mut Pass<'_>) -> Result<Complete, Failure> {
    pass.each(inputs, |pass, index, input, opened| {
        let source = opened.source;
        let (games, failures) = (pass.report.games(), pass.failures());
        if !matches!(opened.format, Format::Text(_)) {
            // Others pack text only, and all of the games or none.
            pass.comparing = None;
        }
        match opened.format {
            Format::Text(format) => text::take(pass, Current { index, input, source, format }, &mut out),
            Format::Foreign(format) if out.takes_boards() => {
                whole::take(pass, Current { index, input, source, format }, &mut out)
            }
            Format::Foreign(_) => refuse_columns(pass, inputs, input),
            Format::Columns(format) => columns::take(pass, Current { index, input, source, format }, &mut out),
            Format::Store(format) => store::take(pass, Current { index, input, source, format }, &mut out),
        }?;
        let end = EndOfInput { games: pass.report.games() - games, whole: pass.failures() == failures };
        out.end_input(pass, index, end)
    })?;
    out.complete(pass)
}

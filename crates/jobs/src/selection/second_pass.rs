//! The games that were selected, and edited on their way.

use super::copy_source::{self, Arranged};
use crate::common::failure::Failure;
use crate::common::number_set::Selection;
use crate::containers::take_all;
use crate::formats::Format;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{Complete, GameSink};
use crate::selection::edit_sink::Edited;
use scoresheet_core::edit::Edits;
use scoresheet_files::Input;
use std::sync::Arc;

/// What is done to the games on their way to the output.
pub(crate) struct SecondPass {
    pub(crate) games: Selected,
    /// The edits that are still to be made.
    pub(crate) edits: Arc<[Arc<Edits>]>,
}

/// The games that are chosen.
pub(crate) enum Selected {
    /// All of them.
    All,
    /// The first ones, up to this number.
    First(u64),
    /// Those of these numbers, input by input.
    These(Arc<[Selection]>),
    /// Copies of them, in another order.
    Arranged(Arranged),
}

/// Takes the games that were selected to an output, and edits them on their way.
///
/// # Errors
/// If the job is to stop, or fails for a reason that is not an input's.
pub(crate) fn take_from<'s>(
    inputs: &[Input],
    sink: Box<dyn GameSink<'s> + 's>,
    planned: SecondPass,
    pass: &mut Pass<'_>,
) -> Result<Complete, Failure> {
    let SecondPass { games, edits } = planned;
    if edits.is_empty() {
        take_selected(inputs, sink, games, pass)
    } else {
        take_selected(inputs, Box::new(Edited::new(sink, edits)), games, pass)
    }
}

fn take_selected<'s>(
    inputs: &[Input],
    mut sink: Box<dyn GameSink<'s> + 's>,
    games: Selected,
    pass: &mut Pass<'_>,
) -> Result<Complete, Failure> {
    match games {
        Selected::All => {}
        Selected::First(most) => pass.select_first(most),
        Selected::These(games) => pass.select(games),
        Selected::Arranged(_) if sink.format().is_some_and(Format::is_database) => {
            let message = "games that are sorted, or chosen from a pipe, cannot be loaded into a database";
            return Err(Failure::usage(message, "write them to a file and load that"));
        }
        Selected::Arranged(arranged) => {
            copy_source::take(inputs, arranged, &mut *sink, pass)?;
            return sink.finish(pass);
        }
    }
    take_all(inputs, sink, pass)
}

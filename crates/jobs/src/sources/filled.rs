//! Inputs of text as batches of columns.

use crate::failure::Failure;
use crate::pass::Pass;
use crate::settings::OnError;
use crate::sources::TextInput;
use crate::sources::text::{Blocks, TextReading, Worked};
use arrow_array::RecordBatch;
use scoresheet_columns::Batcher;
use scoresheet_columns::column::{self, Column};
use scoresheet_core::reading;
use scoresheet_core::record::Record;
use scoresheet_files::Block;

/// How large blocks are: some thousand games.
const BLOCK: usize = 4 << 20;

/// Reads one input of text into batches. `each` says how many rows of a batch it has taken.
///
/// # Errors
/// When the job is to stop, or `each` fails.
pub(crate) fn batches(
    pass: &mut Pass<'_>,
    mut current: TextInput<'_>,
    columns: &[&'static dyn Column],
    mut each: impl FnMut(&mut Pass<'_>, RecordBatch) -> Result<u64, Failure>,
) -> Result<(), Failure> {
    let how = TextReading::of(&mut current, pass.settings)?;
    let reading = reading::Settings {
        depth: column::depth(columns),
        keep_plies: true,
        keep_comments: column::wants_comments(columns),
        ..how.reading
    };
    let how = TextReading { reading, ..how };
    let work = |block: &Block, most: u64| fill(&how, block, most, columns);
    pass.text(current, &Blocks { size: BLOCK, work }, |pass, filled, at| {
        let Filled { mut batcher, skipped } = filled;
        pass.report.skipped += skipped;
        if !batcher.is_empty() {
            let written = each(pass, batcher.finish(&at.base, at.source))?;
            pass.report.written += written;
        }
        Ok(())
    })
}

/// The games of a block as columns.
struct Filled {
    batcher: Batcher,
    skipped: u64,
}

fn fill(how: &TextReading<'_>, block: &Block, most: u64, columns: &[&'static dyn Column]) -> Worked<Filled> {
    let mut games = how.games(block);
    let mut record = Record::new();
    let mut filled = Filled { batcher: Batcher::new(columns), skipped: 0 };
    let mut first_error = None;
    while games.tally().games < most && games.next(&mut record, &mut ()) {
        if first_error.is_none() {
            first_error.clone_from(&record.first_error);
        }
        if how.settings.on_error == OnError::Skip && record.first_error.is_some() {
            filled.skipped += 1;
        } else {
            filled.batcher.append(&record);
        }
    }
    Worked::of(games, first_error, filled)
}

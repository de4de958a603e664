//! Columns that a table lacks, made from its games.

use crate::common::failure::Failure;
use crate::formats;
use crate::settings::{OnError, Settings};
use crate::sinks::batches::BatchFactory;
use crate::sources::prefilter;
use crate::sources::stored_games::rebuilt;
use crate::sources::text::replaying;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{FieldRef, Schema};
use arrow_select::concat::concat_batches;
use scoresheet_columns::column::Column;
use scoresheet_columns::stored_rows::{self, Stored};
use scoresheet_core::location::Base;
use scoresheet_core::read::{self, Depth, Recorder};
use scoresheet_files::{FileError, Input, Kind};
use scoresheet_parallel::map_chunks;
use std::sync::Arc;

/// The families of columns that follow from the moves of a game.
const FAMILIES: [&str; 4] = ["summary", "moves", "packed", "openings"];

/// The columns that are made.
pub(crate) struct MadeColumns {
    factory: BatchFactory,
    settings: Settings,
    reading: read::Settings,
    threads: usize,
}

impl MadeColumns {
    /// Those of the wanted columns that follow from the moves, and that a table with columns of these names lacks. `None` if
    /// there are none, or the table has no moves.
    pub(crate) fn of(names: &[String], wanted: &[&'static dyn Column], settings: &Settings) -> Option<MadeColumns> {
        let is_missing = |column: &&'static dyn Column| {
            FAMILIES.contains(&column.spec().family) && names.iter().all(|name| name != column.spec().name)
        };
        let missing: Arc<[_]> = wanted.iter().copied().filter(is_missing).collect();
        if missing.is_empty() || !stored_rows::have_moves(names) {
            return None;
        }
        let mut settings = settings.clone();
        // Every row has values, also that of a game that is left out later.
        settings.read.on_error = OnError::Keep;
        let factory = BatchFactory::pulled(missing);
        let reading = factory.reading(replaying(&settings), formats::usual());
        let reading = read::Settings { depth: Depth::Positions, ..reading };
        let threads = settings.run.threads();
        Some(MadeColumns { factory, settings, reading, threads })
    }

    /// A batch of rows with these columns. It is unchanged if it does not have all that games are restored from.
    ///
    /// # Errors
    /// A row has the text of several games.
    pub(crate) fn add_to(&self, batch: RecordBatch, input: &Input) -> Result<RecordBatch, Failure> {
        let Ok(games) = Stored::of(&batch) else { return Ok(batch) };
        let rows: Vec<usize> = (0..batch.num_rows()).collect();
        let chunks = map_chunks(&rows, self.threads, prefilter::WORTH, |rows| {
            let mut local = self.factory.start(None);
            rebuilt(&games, rows, (&self.settings, &self.reading), Some(Recorder::new()), &mut local);
            local.into_batch().batcher.finish(&Base::default(), input.name())
        });
        let internal = |error: arrow_schema::ArrowError| Failure::Internal(error.to_string());
        let made = concat_batches(chunks[0].schema_ref(), &chunks).map_err(internal)?;
        if made.num_rows() != batch.num_rows() {
            let message = format!("cannot read `{}`: a row has the text of several games", input.name());
            return Err(FileError::new(Kind::Damaged, input.name(), message).into());
        }
        let fields: Vec<FieldRef> =
            batch.schema_ref().fields().iter().chain(made.schema_ref().fields()).cloned().collect();
        let columns: Vec<ArrayRef> = batch.columns().iter().chain(made.columns()).cloned().collect();
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), columns, &options).map_err(internal)
    }
}

//! Columns that a table lacks, made from its games.

use crate::common::failure::Failure;
use crate::pipeline::foreign::Lost;
use crate::pipeline::sink::{GameEnd, LocalSink, Piece, Receiver, StepSink};
use crate::settings::{OnError, Settings};
use crate::sources::prefilter;
use crate::sources::stored_games::rebuilt;
use crate::sources::text::replaying;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{FieldRef, Schema};
use arrow_select::concat::concat_batches;
use scoresheet_columns::Batcher;
use scoresheet_columns::column::Column;
use scoresheet_columns::stored_rows::{self, Stored};
use scoresheet_core::location::Base;
use scoresheet_core::read::{self, Recorder};
use scoresheet_files::{FileError, Input, Kind};
use scoresheet_parallel::map_chunks;
use std::sync::Arc;

/// The families of columns that follow from the moves of a game.
const FAMILIES: [&str; 4] = ["summary", "moves", "packed", "openings"];

/// The columns that are made.
pub(crate) struct MadeColumns {
    columns: Vec<&'static dyn Column>,
    settings: Settings,
    reading: read::Settings,
}

impl MadeColumns {
    /// Those of the wanted columns that follow from the moves, and that a table with columns of these names lacks. `None` if
    /// there are none, or the table has no moves.
    pub(crate) fn of(names: &[String], wanted: &[&'static dyn Column], settings: &Settings) -> Option<MadeColumns> {
        let is_missing = |column: &&'static dyn Column| {
            FAMILIES.contains(&column.spec().family) && names.iter().all(|name| name != column.spec().name)
        };
        let missing: Vec<_> = wanted.iter().copied().filter(is_missing).collect();
        if missing.is_empty() || !stored_rows::have_moves(names) {
            return None;
        }
        let reading = read::Settings { keep_plies: true, ..replaying(settings) };
        let mut settings = settings.clone();
        // Errors are found in the columns about them.
        settings.read.on_error = OnError::Keep;
        Some(MadeColumns { columns: missing, settings, reading })
    }

    /// A batch of rows with these columns. It is unchanged if it does not have all that games are restored from.
    ///
    /// # Errors
    /// A row has the text of several games.
    pub(crate) fn add_to(&self, batch: RecordBatch, input: &Input) -> Result<RecordBatch, Failure> {
        let Ok(games) = Stored::of(&batch) else { return Ok(batch) };
        let rows: Vec<usize> = (0..batch.num_rows()).collect();
        let chunks = map_chunks(&rows, self.settings.run.threads(), prefilter::WORTH, |rows| {
            let mut made = MadeRows { batcher: Batcher::new(&self.columns), steps: () };
            rebuilt(&games, rows, (&self.settings, &self.reading), Some(Recorder::new()), &mut made);
            made.batcher.finish(&Base::default(), input.name())
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

/// Fills the columns of games, also of those that are left out later.
struct MadeRows {
    batcher: Batcher,
    steps: (),
}

impl LocalSink for MadeRows {
    fn steps(&mut self) -> StepSink<'_> {
        Receiver::Nothing(&mut self.steps).into()
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        self.batcher.append(game.record);
    }

    fn leave_out(&mut self, _number: u64, _lost: Vec<Lost>) {}

    fn finish(self: Box<Self>) -> Piece {
        self
    }
}

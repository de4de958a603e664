//! Inputs of columns, read in batches.

use crate::failure::Failure;
use crate::pass::Pass;
use crate::report::InputCount;
use crate::sources::{Current, TableInput};
use crate::tables::{open, unreadable};
use arrow_array::RecordBatch;
use scoresheet_columns::Error;
use scoresheet_columns::file::Batches;
use scoresheet_files::Input;

impl Pass<'_> {
    /// Reads one input of columns: those of these names or, where that is `None`, all of them. `each` gets its batches, in
    /// order, with no more rows than it takes to reach the limit.
    ///
    /// # Errors
    /// When the job is to stop, or `each` fails.
    pub(crate) fn rows(
        &mut self,
        current: TableInput<'_>,
        columns: Option<&[&str]>,
        mut each: impl FnMut(&mut Self, RecordBatch) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Current { input, source, format, .. } = current;
        let before = self.report.games();
        let failed = match open(input, source, format, columns) {
            Ok(batches) => self.drain(batches, input, &mut each)?.map(|error| unreadable(input, &error)),
            Err(error) => Some(error),
        };
        let (games, bytes) = (self.report.games() - before, input.size().unwrap_or(0));
        self.done(InputCount { name: input.name().to_owned(), kind: format.spec().id, games, bytes });
        failed.map_or(Ok(()), |error| self.file_error(error))
    }

    /// Gives the batches to `each` until there are no more, or no more are wanted, or one cannot be read: then says why.
    fn drain(
        &mut self,
        batches: Batches,
        input: &Input,
        each: &mut impl FnMut(&mut Self, RecordBatch) -> Result<(), Failure>,
    ) -> Result<Option<Error>, Failure> {
        for batch in batches {
            let batch = match batch {
                Ok(batch) => batch,
                Err(error) => return Ok(Some(error)),
            };
            let rows = self.rows_to_read(&batch, input)?;
            each(self, batch.slice(0, rows))?;
            if self.is_done() {
                break;
            }
            self.tick_when_due()?;
        }
        Ok(None)
    }
}

//! Counts the places where a pattern holds.

use crate::common::failure::Failure;
use crate::pipeline::host::Host;
use crate::plan::Plan;
use crate::selection::first_pass::take_transformed;
use crate::sinks::matches::{MatchRows, MatchSearch};
use crate::sources::column_check::refuse_foreign;
use arrow_array::RecordBatch;
use scoresheet_core::find::Pattern;
use scoresheet_core::read::Depth;
use std::sync::Arc;

impl Plan {
    /// How many places there are where a pattern holds: at most one in each game, or all of them.
    ///
    /// # Errors
    /// If an input cannot be read, or was read already and cannot be read again.
    pub fn count_matches(&self, pattern: &Arc<Pattern>, all: bool, host: &mut dyn Host) -> Result<u64, Failure> {
        refuse_foreign(&self.inputs, &self.settings.read)?;
        self.consume()?;
        let (search, mut places, mut games) = (MatchSearch { pattern: Arc::clone(pattern), all, counts: true }, 0, 0);
        let put = |rows: RecordBatch| {
            places += rows.num_rows() as u64;
            Ok(())
        };
        self.pass(Depth::Positions, host, |pass| {
            take_transformed(&self.inputs, Box::new(MatchRows { search: &search, put }), pass)?;
            games = pass.report.written;
            Ok(())
        })?;
        // Games that are only counted have no rows.
        Ok(if all { places } else { games })
    }
}

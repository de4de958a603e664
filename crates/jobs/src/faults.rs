//! The errors and notes of games, which are checked in the background while a consumer pulls them.

use crate::check::replay;
use crate::common::failure::{Failure, forked, guarded};
use crate::options::validation;
use crate::pipeline::fault_file::FaultFile;
use crate::pipeline::fault_rows::{self, FaultRows};
use crate::pipeline::host::Host;
use crate::plan::go_on;
use crate::settings::Settings;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use scoresheet_files::Input;
use scoresheet_parallel::{Sender, Stream};
use std::sync::Arc;

/// How many batches may wait to be pulled.
const AHEAD: usize = 2;

/// The inputs whose faults are wanted.
pub struct FaultPlan {
    inputs: Vec<Input>,
    settings: Settings,
}

impl FaultPlan {
    /// The faults of these inputs.
    ///
    /// # Errors
    /// If an option does not fit.
    pub fn new(inputs: Vec<Input>, mut settings: Settings) -> Result<FaultPlan, Failure> {
        validation::check(&settings, &inputs, None)?;
        settings.run.passes_faults = true;
        Ok(FaultPlan { inputs, settings })
    }

    /// The columns of the rows.
    pub fn schema() -> SchemaRef {
        fault_rows::schema()
    }
}

/// A source of batches, one row per error or note, in the order of the inputs. It opens nothing before the first batch is
/// requested.
pub struct FaultBatches {
    plan: Arc<FaultPlan>,
    stream: Option<Stream<RecordBatch, Failure>>,
}

impl FaultBatches {
    /// A stream over the faults of a plan.
    pub fn of(plan: &Arc<FaultPlan>) -> FaultBatches {
        FaultBatches { plan: Arc::clone(plan), stream: None }
    }

    /// The next batch.
    pub fn pull(&mut self) -> Option<Result<RecordBatch, Failure>> {
        let plan = &self.plan;
        let stream = self.stream.get_or_insert_with(|| {
            let plan = Arc::clone(plan);
            Stream::spawn(AHEAD, move |sender| guarded(|| run(&plan, sender)))
        });
        if stream.is_inherited() { Some(Err(forked())) } else { stream.next() }
    }
}

/// The check in the background.
fn run(plan: &FaultPlan, sender: &Sender<RecordBatch>) -> Result<(), Failure> {
    let FaultPlan { inputs, settings } = plan;
    let rows = FaultFile::rows(FaultRows::new(sender.clone()), settings);
    replay(inputs, settings, (&mut Watched(sender), None), Some(rows)).map(|_| ())
}

/// The consumer, as the check sees it.
struct Watched<'o>(&'o Sender<RecordBatch>);

impl Host for Watched<'_> {
    fn tick(&mut self, _bytes: u64, _games: u64) -> Result<(), Failure> {
        go_on(self.0.tick())
    }
}

//! `read_games_errors`: the errors and notes in files of games, one per row.

use super::{ArgumentValue, NamedArgument, Rows, Table, TableFunction, parameters};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use scoresheet_jobs::failure::Failure;
use scoresheet_jobs::faults::{FaultBatches, FaultPlan};
use scoresheet_jobs::options::Taker;
use std::sync::Arc;

pub(super) static READ_GAMES_ERRORS: TableFunction = TableFunction {
    name: "read_games_errors",
    doc: "the errors and notes in files of games, one per row, with their places and hints",
    example: "read_games_errors('examples/*.pgn')",
    options_of: Taker::Check,
    // `errors` and `force` are about files that are written, SQL has a LIMIT, and nothing here reads from web servers.
    lacks: &["errors", "force", "limit", "headers"],
    open,
};

/// Files that were not checked yet.
struct Faults(Arc<FaultPlan>);

fn open(function: &TableFunction, paths: &ArgumentValue, options: &[NamedArgument]) -> Result<Box<dyn Table>, Failure> {
    let settings = function.settings(options)?;
    let plan = FaultPlan::new(parameters::inputs(paths, &settings)?, settings)?;
    Ok(Box::new(Faults(Arc::new(plan))))
}

impl Table for Faults {
    fn schema(&self) -> SchemaRef {
        FaultPlan::schema()
    }

    fn threads(&self) -> usize {
        1
    }

    fn read(&self, _columns: &[&str]) -> Result<Box<dyn Rows>, Failure> {
        Ok(Box::new(FaultBatches::of(&self.0)))
    }
}

impl Rows for FaultBatches {
    fn pull(&mut self) -> Option<Result<RecordBatch, Failure>> {
        FaultBatches::pull(self)
    }
}

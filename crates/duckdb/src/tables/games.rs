//! `read_games`: the games of files, one per row.

use super::{ArgumentValue, NamedArgument, Rows, Table, TableFunction, parameters};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use scoresheet_columns::column;
use scoresheet_jobs::batches::Batches;
use scoresheet_jobs::failure::Failure;
use scoresheet_jobs::options::Taker;
use scoresheet_jobs::plan::Plan;
use std::sync::Arc;

pub(crate) static READ_GAMES: TableFunction = TableFunction {
    name: "read_games",
    doc: "the games of files, one per row, with the columns that the query uses",
    example: "read_games('examples/*.pgn', on_error := 'skip')",
    options_of: Taker::Read,
    // Spellings are in no column, SQL has a LIMIT, and nothing here reads from web servers.
    lacks: &["keep_spelling", "limit", "headers"],
    open,
};

/// Games that were not read yet.
struct GameFiles {
    plan: Plan,
    /// Whether games can be missing because of an error in their moves.
    leaves_out: bool,
}

fn open(function: &TableFunction, paths: &ArgumentValue, options: &[NamedArgument]) -> Result<Box<dyn Table>, Failure> {
    let settings = function.settings(options)?;
    let plan = Plan::offering(parameters::inputs(paths, &settings)?, settings)?;
    let leaves_out = |(name, value): &NamedArgument| {
        name == "on_error" && *value != ArgumentValue::Nothing && *value != ArgumentValue::Text("keep".to_owned())
    };
    Ok(Box::new(GameFiles { plan, leaves_out: options.iter().any(leaves_out) }))
}

impl GameFiles {
    /// The columns to read, if the query uses these. At least one is needed, and the first one is the cheapest. Only playing
    /// the moves shows the errors in them, so that rows do not depend on the columns of a query.
    fn needed(&self, columns: &[&str]) -> Result<Vec<String>, Failure> {
        let mut needed: Vec<&str> = columns.to_vec();
        if needed.is_empty() {
            needed.extend(self.plan.names().first());
        }
        let is_error = |name: &&str| column::of_family("errors").any(|column| column.spec().name == *name);
        if self.leaves_out || needed.iter().any(is_error) {
            needed.extend(self.plan.replayed_column()?);
        }
        Ok(needed.into_iter().map(str::to_owned).collect())
    }
}

impl Table for GameFiles {
    fn schema(&self) -> SchemaRef {
        self.plan.schema()
    }

    fn rows(&self) -> Option<u64> {
        self.plan.known_games()
    }

    fn threads(&self) -> usize {
        self.plan.threads()
    }

    fn read(&self, columns: &[&str]) -> Result<Box<dyn Rows>, Failure> {
        let plan = Arc::new(self.plan.narrow(&self.needed(columns)?)?);
        Ok(Box::new(Batches::of(&plan)?))
    }
}

impl Rows for Batches {
    fn pull(&mut self) -> Option<Result<RecordBatch, Failure>> {
        Batches::pull(self)
    }
}

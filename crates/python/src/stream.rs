//! Batches made in the background while a consumer pulls them: no Python here, as it runs on threads of others.

use crate::call::guarded;
use crate::failure::Failure;
use crate::formats::Format;
use crate::games::{Done, Plan};
use crate::host::Host;
use crate::inputs::Opened;
use crate::no_columns::{refuse_columns, refuse_foreign};
use crate::pass::{self, Pass, Worked};
use crate::settings::{OnError, Settings};
use crate::tables;
use crate::to_columns::plies;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::concat::concat_batches;
use scoresheet_columns::Batcher;
use scoresheet_columns::column::{self, Column};
use scoresheet_core::game::GameFormat;
use scoresheet_core::reading;
use scoresheet_core::record::Record;
use scoresheet_files::{Block, Outlet, Stream};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, PoisonError};

/// How large blocks are: some thousand games.
pub(crate) const BLOCK: usize = 4 << 20;
/// Batches that wait to be pulled.
const AHEAD: usize = 2;
/// Batches smaller than this wait for the next ones, which may come from other inputs.
const FEW: usize = 2048;

/// What a consumer pulls batches from. Nothing is opened before the first one is asked for, as consumers open streams to
/// look at the schema alone.
pub(crate) struct Reader {
    plan: Arc<Plan>,
    schema: SchemaRef,
    batches: Option<Stream<RecordBatch, Failure>>,
}

impl Reader {
    /// A stream over all games of the plan.
    ///
    /// # Errors
    /// When an input that can be read once has been read, and when no input has columns.
    pub(crate) fn of(plan: &Arc<Plan>) -> Result<Reader, Failure> {
        refuse_foreign(&plan.inputs, &plan.settings)?;
        match plan.pipe() {
            Some(pipe) if plan.consumed.load(Relaxed) => Err(Failure::Consumed(pipe.name().to_owned())),
            _ => Ok(Reader { plan: Arc::clone(plan), schema: plan.schema(), batches: None }),
        }
    }

    fn start(&self) -> Result<Stream<RecordBatch, Failure>, Failure> {
        self.plan.consume()?;
        let plan = Arc::clone(&self.plan);
        Ok(Stream::spawn(AHEAD, move |outlet| guarded(|| run(&plan, outlet))))
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.batches.is_none() {
            match self.start() {
                Ok(batches) => self.batches = Some(batches),
                Err(failure) => return Some(Err(text(&failure))),
            }
        }
        self.batches.as_mut()?.next().map(|batch| batch.map_err(|failure| text(&failure)))
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }
}

/// A failure as text: an exception cannot cross a stream.
fn text(failure: &Failure) -> ArrowError {
    ArrowError::ExternalError(failure.to_string().into())
}

/// Whoever pulls, as the job sees them.
struct Puller<'o> {
    outlet: &'o Outlet<RecordBatch>,
    done: &'o Done,
}

impl Host for Puller<'_> {
    fn tick(&mut self, bytes: u64, games: u64) -> Result<(), Failure> {
        self.done.bytes.store(bytes, Relaxed);
        self.done.games.store(games, Relaxed);
        wanted(self.outlet.tick())
    }
}

/// Nobody hears of a failure after they have gone.
fn wanted(flow: ControlFlow<()>) -> Result<(), Failure> {
    if flow.is_break() { Err(Failure::Interrupted(None)) } else { Ok(()) }
}

/// The job in the background.
fn run(plan: &Plan, outlet: &Outlet<RecordBatch>) -> Result<(), Failure> {
    let mut host = Puller { outlet, done: &plan.done };
    let mut pass = Pass::new(&plan.settings, plan.depth(), &mut host);
    let mut few = Few { rows: 0, batches: Vec::new(), outlet };
    let schema = plan.schema();
    let names: Vec<&str> = plan.columns.iter().map(|column| column.spec().name).collect();
    pass.each(&plan.inputs, |pass, _, input, opened| match opened.format {
        Format::Games(format) => text_input(pass, opened, format, &plan.columns, |_, batch| few.send(batch)),
        Format::Foreign(_) => refuse_columns(pass, &plan.inputs, input),
        Format::Columns(table) => pass.rows(input, opened, table, Some(&names), |pass, batch| {
            let batch = tables::conform(&batch, &plan.columns, &schema, input)?;
            pass.report.add_rows(batch.num_rows() as u64, plies(&batch));
            few.send(batch).map(drop)
        }),
    })?;
    let report = pass.report.finish();
    few.flush()?;
    *plan.report.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
    Ok(())
}

/// Reads one input of text into batches. `each` says how many rows of a batch it has taken.
pub(crate) fn text_input(
    pass: &mut Pass<'_>,
    mut opened: Opened,
    format: &'static dyn GameFormat,
    columns: &[&'static dyn Column],
    mut each: impl FnMut(&mut Pass<'_>, RecordBatch) -> Result<u64, Failure>,
) -> Result<(), Failure> {
    let settings = pass.settings;
    let letters = opened.letters(settings)?;
    let reading = reading::Settings {
        depth: column::depth(columns),
        keep_plies: true,
        keep_comments: column::wants_comments(columns),
        ..pass::replaying(settings, letters)
    };
    let work = |block: &Block, most: u64| fill((format, block), most, &reading, settings, columns);
    pass.text(opened, (format, BLOCK), work, |pass, filled, at| {
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

fn fill(
    (format, block): (&'static dyn GameFormat, &Block),
    most: u64,
    reading: &reading::Settings,
    settings: &Settings,
    columns: &[&'static dyn Column],
) -> Worked<Filled> {
    let mut games = pass::games(format, block, reading, settings);
    let mut record = Record::new();
    let mut filled = Filled { batcher: Batcher::new(columns), skipped: 0 };
    let mut first_error = None;
    while games.tally().games < most && games.next(&mut record, &mut ()) {
        if first_error.is_none() {
            first_error.clone_from(&record.first_error);
        }
        if settings.on_error == OnError::Skip && record.first_error.is_some() {
            filled.skipped += 1;
        } else {
            filled.batcher.append(&record);
        }
    }
    Worked::of(games, first_error, filled)
}

/// Joins batches of few rows: a folder of small files would give a batch for each.
struct Few<'o> {
    rows: usize,
    batches: Vec<RecordBatch>,
    outlet: &'o Outlet<RecordBatch>,
}

impl Few<'_> {
    fn send(&mut self, batch: RecordBatch) -> Result<u64, Failure> {
        let rows = batch.num_rows();
        self.rows += rows;
        self.batches.push(batch);
        if self.rows >= FEW {
            self.flush()?;
        }
        Ok(rows as u64)
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.rows = 0;
        let batches = std::mem::take(&mut self.batches);
        let batch = match batches.as_slice() {
            [] => return Ok(()),
            [one] => one.clone(),
            [first, ..] => concat_batches(&first.schema(), &batches).map_err(|e| Failure::Internal(e.to_string()))?,
        };
        wanted(self.outlet.send(batch))
    }
}

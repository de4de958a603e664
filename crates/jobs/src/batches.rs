//! Builds batches of columns in the background while a consumer pulls them.

use crate::common::failure::{Failure, forked, guarded};
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{Complete, GameSink, Needs, Piece, SinkFactory, content};
use crate::pipeline::wanted_rows;
use crate::plan::{Plan, Puller, go_on};
use crate::selection::first_pass::take_transformed;
use crate::settings::WantedGames;
use crate::sinks::batches::{BatchFactory, Filled};
use crate::sinks::matches::{self, MatchRows, MatchSearch};
use crate::sinks::positions::{BlockPositions, PositionFactory};
use crate::sources::column_check::refuse_foreign;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::concat::concat_batches;
use scoresheet_columns::Column;
use scoresheet_columns::positions::{self, PositionColumn};
use scoresheet_core::find::Pattern;
use scoresheet_core::read::Depth;
use scoresheet_parallel::{Sender, Stream};
use std::sync::Arc;

/// How many batches may wait to be pulled.
const AHEAD: usize = 2;
/// Batches smaller than this wait for the next ones, which may come from other inputs.
const FEW: usize = 2048;
/// The number of bytes from which small batches do not wait either, because games may be long.
const MUCH: usize = 64 << 20;

/// A source of batches for a consumer. It opens nothing before the first batch is requested, because consumers also
/// open streams to look only at the schema.
pub struct Batches {
    plan: Arc<Plan>,
    rows: RowKind,
    schema: SchemaRef,
    stream: Option<Stream<RecordBatch, Failure>>,
}

/// What the rows are.
#[derive(Clone)]
enum RowKind {
    /// Games, with the columns of the plan.
    Games,
    /// The positions of the games, with these columns.
    Positions(Arc<[PositionColumn]>),
    /// The places in the games where a pattern holds.
    Matches(MatchSearch),
}

impl Batches {
    /// A stream over all games of the plan.
    ///
    /// # Errors
    /// If an input that can be read once has been read, and when no input has columns.
    pub fn of(plan: &Arc<Plan>) -> Result<Batches, Failure> {
        Batches::of_rows(plan, RowKind::Games, plan.schema())
    }

    /// A stream over the positions of all games of the plan.
    ///
    /// # Errors
    /// As [`Batches::of`].
    pub fn of_positions(plan: &Arc<Plan>, columns: &Arc<[PositionColumn]>) -> Result<Batches, Failure> {
        Batches::of_rows(plan, RowKind::Positions(Arc::clone(columns)), positions::schema(columns))
    }

    /// A stream over the places in the games of the plan where a pattern holds: the first one of each game, or all of them.
    ///
    /// # Errors
    /// As [`Batches::of`].
    pub fn of_matches(plan: &Arc<Plan>, pattern: &Arc<Pattern>, all: bool) -> Result<Batches, Failure> {
        let search = MatchSearch { pattern: Arc::clone(pattern), all, counts: false };
        Batches::of_rows(plan, RowKind::Matches(search), matches::schema())
    }

    /// The columns of the places where a pattern holds.
    pub fn schema_of_matches() -> SchemaRef {
        matches::schema()
    }

    fn of_rows(plan: &Arc<Plan>, rows: RowKind, schema: SchemaRef) -> Result<Batches, Failure> {
        refuse_foreign(&plan.inputs, &plan.settings.read)?;
        plan.check_unread()?;
        Ok(Batches { plan: Arc::clone(plan), rows, schema, stream: None })
    }

    fn start(&self) -> Result<Stream<RecordBatch, Failure>, Failure> {
        self.plan.consume()?;
        let (plan, rows) = (Arc::clone(&self.plan), self.rows.clone());
        Ok(Stream::spawn(AHEAD, move |sender| guarded(|| run(&plan, &rows, sender))))
    }
}

impl Batches {
    /// The next batch.
    pub fn pull(&mut self) -> Option<Result<RecordBatch, Failure>> {
        if self.stream.is_none() {
            match self.start() {
                Ok(stream) => self.stream = Some(stream),
                Err(failure) => return Some(Err(failure)),
            }
        }
        let stream = self.stream.as_mut()?;
        if stream.is_inherited() { Some(Err(forked())) } else { stream.next() }
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.pull().map(|batch| batch.map_err(|failure| as_text(&failure)))
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }
}

/// A failure as text, the only form that can cross an Arrow stream.
fn as_text(failure: &Failure) -> ArrowError {
    ArrowError::ExternalError(failure.to_string().into())
}

/// The job in the background.
fn run(plan: &Plan, rows: &RowKind, sender: &Sender<RecordBatch>) -> Result<(), Failure> {
    let mut host = Puller { sender, plan };
    let depth = match rows {
        RowKind::Games => plan.depth(),
        RowKind::Positions(_) | RowKind::Matches(_) => Depth::Positions,
    };
    let mut few = Few { rows: 0, bytes: 0, batches: Vec::new(), sender };
    plan.pass(depth, &mut host, |pass| {
        match rows {
            RowKind::Games => {
                let sink = PulledBatches { columns: plan.columns.clone().into(), few };
                take_transformed(&plan.inputs, Box::new(sink), pass)?;
            }
            RowKind::Positions(columns) => {
                take_transformed(&plan.inputs, Box::new(PulledPositions { columns: Arc::clone(columns), few }), pass)?;
            }
            RowKind::Matches(search) => {
                take_transformed(&plan.inputs, Box::new(MatchRows { search, put: |rows| few.send(rows) }), pass)?;
                few.flush()?;
            }
        }
        Ok(())
    })
}

/// Batches on their way to code that pulls them.
struct PulledBatches<'p> {
    columns: Arc<[&'static dyn Column]>,
    few: Few<'p>,
}

impl PulledBatches<'_> {
    fn batches(&self) -> BatchFactory {
        BatchFactory::pulled(Arc::clone(&self.columns))
    }
}

impl<'p> GameSink<'p> for PulledBatches<'p> {
    fn needs(&self) -> Needs<'p> {
        Needs { columns: Some(Arc::clone(&self.columns)), ..self.batches().needs() }
    }

    fn factory(&self) -> Box<dyn SinkFactory<'p> + 'p> {
        Box::new(self.batches())
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        let rows = content::<Filled>(piece)?.rows(pass, at, at.source, wanted)?;
        if rows.num_rows() == 0 {
            return Ok(());
        }
        pass.report.written += rows.num_rows() as u64;
        self.few.send(rows)
    }

    fn append_rows(&mut self, pass: &mut Pass<'_>, rows: RecordBatch, _input: usize) -> Result<(), Failure> {
        pass.report.written += rows.num_rows() as u64;
        self.few.send(rows)
    }

    fn finish(mut self: Box<Self>, _pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        self.few.flush().map(|()| Complete::Nothing)
    }
}

/// Positions on their way to the caller that pulls them.
struct PulledPositions<'p> {
    columns: Arc<[PositionColumn]>,
    few: Few<'p>,
}

impl PulledPositions<'_> {
    fn rows(&self) -> PositionFactory {
        PositionFactory { columns: Arc::clone(&self.columns) }
    }
}

impl<'p> GameSink<'p> for PulledPositions<'p> {
    fn needs(&self) -> Needs<'p> {
        self.rows().needs()
    }

    fn factory(&self) -> Box<dyn SinkFactory<'p> + 'p> {
        Box::new(self.rows())
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        let BlockPositions { rows: made, skipped } = content(piece)?;
        let base = at.base.games;
        pass.report.skipped += skipped;
        pass.report.written += made.count_games(|number| wanted.has(base + number));
        let numbers: Vec<u64> = if wanted.are_all() { Vec::new() } else { made.game_numbers(base).collect() };
        let rows = made.into_batch(base).map_err(|error| Failure::Internal(error.to_string()))?;
        let rows = wanted_rows::of_source(rows, &numbers, wanted)?;
        if rows.num_rows() == 0 { Ok(()) } else { self.few.send(rows) }
    }

    fn finish(mut self: Box<Self>, _pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        self.few.flush().map(|()| Complete::Nothing)
    }
}

/// Joins batches of few rows, because a folder of small files would otherwise yield a batch for each.
struct Few<'o> {
    rows: usize,
    bytes: usize,
    batches: Vec<RecordBatch>,
    sender: &'o Sender<RecordBatch>,
}

impl Few<'_> {
    fn send(&mut self, batch: RecordBatch) -> Result<(), Failure> {
        let bytes = batch.get_array_memory_size();
        // When joined, none may exceed the maximum size of an array.
        if self.bytes > 0 && self.bytes.saturating_add(bytes) > MUCH {
            self.flush()?;
        }
        self.rows += batch.num_rows();
        self.bytes += bytes;
        self.batches.push(batch);
        if self.rows >= FEW { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        (self.rows, self.bytes) = (0, 0);
        let batches = std::mem::take(&mut self.batches);
        let batch = match batches.as_slice() {
            [] => return Ok(()),
            [one] => one.clone(),
            [first, ..] => concat_batches(&first.schema(), &batches).map_err(|e| Failure::Internal(e.to_string()))?,
        };
        go_on(self.sender.send(batch))
    }
}

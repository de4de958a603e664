//! The places where a pattern holds, as rows for consumers that pull them.

use crate::common::failure::Failure;
use crate::pipeline::foreign::Lost;
use crate::pipeline::location::BlockLocation;
use crate::pipeline::pass::Pass;
use crate::pipeline::sink::{
    Complete, ForeignSupport, GameEnd, GameSink, LocalSink, Needs, Piece, SinkFactory, StepSink, content,
};
use crate::settings::WantedGames;
use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use scoresheet_core::edit::Change;
use scoresheet_core::find::{Follower, Pattern};
use scoresheet_core::game::GameFormat;
use scoresheet_core::position::fen;
use scoresheet_core::read;
use scoresheet_core::rules::Position;
use scoresheet_core::step::{Sink, Step};
use std::sync::Arc;

/// The size of blocks.
const BLOCK: usize = 1 << 20;
/// How many rows make a piece if games come one at a time.
const ROWS: usize = 1 << 14;

/// What to find.
#[derive(Clone)]
pub(crate) struct MatchSearch {
    pub(crate) pattern: Arc<Pattern>,
    /// Whether each ply has a row at which the pattern holds, rather than the first one of each game.
    pub(crate) all: bool,
    /// Whether the rows are only counted, so that their positions can be left empty.
    pub(crate) counts: bool,
}

/// The columns of the rows.
pub(crate) fn schema() -> SchemaRef {
    let field = |name, kind| Field::new(name, kind, false);
    Arc::new(Schema::new(vec![
        field("source", DataType::Utf8),
        field("game", DataType::Int64),
        field("ply", DataType::Int32),
        field("fen", DataType::Utf8),
    ]))
}

impl<'s> SinkFactory<'s> for MatchSearch {
    fn reading(&self, reading: read::Settings, _from: &dyn GameFormat) -> read::Settings {
        read::Settings { keep_plies: false, ..reading }
    }

    fn local(&self, _from: Option<&dyn GameFormat>) -> Box<dyn LocalSink + 's> {
        let follower = Follower::new(Arc::clone(&self.pattern));
        let sink = Searching { follower, all: self.all, counts: self.counts, rows: Vec::new(), start: 0 };
        Box::new(LocalMatches { sink, made: Matches::default() })
    }
}

/// The places where a pattern holds, given to `put` in batches of rows.
pub(crate) struct MatchRows<'s, P> {
    pub(crate) search: &'s MatchSearch,
    pub(crate) put: P,
}

impl<'s, P: FnMut(RecordBatch) -> Result<(), Failure>> GameSink<'s> for MatchRows<'_, P> {
    fn needs(&self) -> Needs<'s> {
        Needs {
            pattern: Some(Arc::clone(&self.search.pattern)),
            only_counts: self.search.counts && !self.search.all,
            only_moves: true,
            ..Needs::steps(BLOCK, ForeignSupport::Refused)
        }
    }

    fn factory(&self) -> Box<dyn SinkFactory<'s> + 's> {
        Box::new(self.search.clone())
    }

    fn combine(
        &mut self,
        pass: &mut Pass<'_>,
        piece: Piece,
        at: &BlockLocation<'_>,
        wanted: WantedGames<'_>,
    ) -> Result<(), Failure> {
        let made: Matches = content(piece)?;
        pass.report.skipped += made.skipped;
        pass.report.changes.count(Change::Unmatched, made.unmatched);
        let batch = made.into_batch(at.source, at.base.games, |number| wanted.has(number));
        let (rows, games) = batch.map_err(|error| Failure::Internal(error.to_string()))?;
        pass.report.written += games;
        if rows.num_rows() == 0 { Ok(()) } else { (self.put)(rows) }
    }

    fn finish(self: Box<Self>, _pass: &mut Pass<'_>) -> Result<Complete, Failure> {
        Ok(Complete::Nothing)
    }
}

/// Looks for a pattern in the steps of games.
pub(crate) struct Searching {
    follower: Follower,
    all: bool,
    counts: bool,
    /// Plies and positions.
    rows: Vec<(u32, String)>,
    /// Where the rows of the current game start.
    start: usize,
}

impl Searching {
    fn add(&mut self, position: &Position) {
        let fen = if self.counts { String::new() } else { fen::write(position, fen::Style::default()) };
        self.rows.push((self.follower.ply(), fen));
    }
}

impl Sink for Searching {
    #[inline]
    fn take(&mut self, step: Step<'_>) {
        if let Step::Head(_) | Step::End(Some(_)) = step {
            // If a head comes again before the end, the same game starts again. The start of a game that could not be
            // played at all is not known.
            self.rows.truncate(self.start);
        } else if !self.all && self.rows.len() > self.start {
            return;
        }
        if self.follower.holds(&step) {
            match step {
                Step::Head(head) => self.add(head.start),
                Step::Played(after) => self.add(after),
                _ => self.add(&self.follower.position()),
            }
        }
    }
}

/// Makes the rows of a block.
struct LocalMatches {
    sink: Searching,
    made: Matches,
}

/// The rows of a block, and how many of its games are left out.
#[derive(Default)]
pub(crate) struct Matches {
    /// The number of each game, and the end of its rows.
    games: Vec<(u64, usize)>,
    rows: Vec<(u32, String)>,
    skipped: u64,
    /// How many games lack the pattern.
    unmatched: u64,
}

impl LocalSink for LocalMatches {
    fn steps(&mut self) -> StepSink<'_> {
        StepSink::of(&mut self.sink)
    }

    fn end(&mut self, game: GameEnd<'_, '_>) {
        let sink = &mut self.sink;
        if game.skip {
            sink.rows.truncate(sink.start);
            self.made.skipped += 1;
        } else if sink.rows.len() == sink.start {
            self.made.skipped += 1;
            self.made.unmatched += 1;
        } else {
            self.made.games.push((game.record.number, sink.rows.len()));
        }
        sink.start = sink.rows.len();
    }

    fn leave_out(&mut self, _number: u64, _lost: Vec<Lost>) {
        let sink = &mut self.sink;
        sink.rows.truncate(sink.start);
        self.made.skipped += 1;
    }

    fn is_full(&self) -> bool {
        self.sink.rows.len() >= ROWS
    }

    fn finish(self: Box<Self>) -> Piece {
        Box::new(Matches { rows: self.sink.rows, ..self.made })
    }
}

impl Matches {
    /// The rows of the wanted games as a batch, and how many games these are. `base` is the number of the last game before
    /// them.
    ///
    /// # Errors
    /// If the rows do not fit in a batch.
    pub(crate) fn into_batch(
        self,
        source: &str,
        base: u64,
        wanted: impl Fn(u64) -> bool,
    ) -> Result<(RecordBatch, u64), ArrowError> {
        let (mut numbers, mut plies, mut fens) = (Vec::new(), Vec::new(), Vec::new());
        let (mut start, mut games) = (0, 0);
        for (number, end) in &self.games {
            let rows = self.rows.get(start..*end).unwrap_or_default();
            start = *end;
            let number = base + number;
            if wanted(number) {
                games += 1;
                numbers.extend(rows.iter().map(|_| i64::try_from(number).unwrap_or(i64::MAX)));
                plies.extend(rows.iter().map(|(ply, _)| i32::try_from(*ply).unwrap_or(i32::MAX)));
                fens.extend(rows.iter().map(|(_, fen)| fen.as_str()));
            }
        }
        let sources = StringArray::from_iter_values(fens.iter().map(|_| source));
        let columns: Vec<ArrayRef> = vec![
            Arc::new(sources),
            Arc::new(Int64Array::from(numbers)),
            Arc::new(Int32Array::from(plies)),
            Arc::new(StringArray::from_iter_values(fens)),
        ];
        Ok((RecordBatch::try_new(schema(), columns)?, games))
    }
}

//! Collects games into Arrow batches.

use crate::column::{self, BatchPlace, Column, ColumnBuilder};
use crate::game::Game;
use crate::game_notes::GameNotes;
use crate::game_tags::GameTags;
use crate::schema;
use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::SchemaRef;
use scoresheet_core::location::Base;
use scoresheet_core::read::Record;
use std::cell::OnceCell;

/// Collects games into columns. A worker fills one for each block; the code that puts the blocks in order finishes it.
///
/// Blocks have a few megabytes; Arrow's lists and texts cannot hold a batch with more than 2 GiB in one column.
pub struct Batcher {
    schema: SchemaRef,
    builders: Vec<Box<dyn ColumnBuilder>>,
    games: usize,
    plies: u64,
    wants: Wants,
    tags: GameTags,
    notes: GameNotes,
}

/// The texts of a game to store.
#[derive(Clone, Copy)]
pub struct GameTexts<'t> {
    /// The value of the column `game_text`.
    pub text: &'t [u8],
    /// The value of the column `doc`.
    pub doc: &'t [u8],
    /// The document as JSON, a part of which becomes the column `annotations`.
    pub annotated: &'t [u8],
}

/// What must be computed before the builders receive a game.
#[derive(Clone, Copy)]
struct Wants {
    tags: bool,
    notes: bool,
}

impl Batcher {
    /// An empty batch of these columns.
    pub fn new(columns: &[&'static dyn Column]) -> Batcher {
        Batcher {
            schema: schema::of(columns, column::depth(columns)),
            builders: columns.iter().map(|column| column.builder()).collect(),
            games: 0,
            plies: 0,
            wants: Wants { tags: column::wants_tags(columns), notes: column::wants_comments(columns) },
            tags: GameTags::default(),
            notes: GameNotes::default(),
        }
    }

    /// Adds one game, which was read at least to the [`column::depth`] of the columns.
    pub fn append(&mut self, record: &Record<'_>) {
        self.append_with(record, GameTexts { text: record.text, doc: b"", annotated: b"" });
    }

    /// The same, with texts that a record lacks: the document, and another text to store instead of the original one.
    pub fn append_with(&mut self, record: &Record<'_>, texts: GameTexts<'_>) {
        if self.wants.tags {
            self.tags.read(record);
        }
        if self.wants.notes {
            let document = str::from_utf8(texts.annotated).unwrap_or_default();
            self.notes.read(record, self.tags.time_control, document);
        }
        let GameTexts { text, doc, annotated } = texts;
        let (tags, notes) = (&self.tags, &self.notes);
        let (summary, opening) = (&OnceCell::new(), &OnceCell::new());
        let game = Game { record, tags, summary, opening, notes, text, doc, annotated };
        for builder in &mut self.builders {
            builder.append(&game);
        }
        self.games += 1;
        self.plies += record.plies.len() as u64;
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The total number of plies in the games.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// The schema of the batch.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Returns the games and starts again. `base` is the text before the block in `source`, from which game numbers and
    /// places of errors are counted.
    pub fn finish(&mut self, base: &Base, source: &str) -> RecordBatch {
        let place = BatchPlace { base, source, games: self.games };
        let columns: Vec<_> = self.builders.iter_mut().map(|builder| builder.finish(&place)).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.games));
        (self.games, self.plies) = (0, 0);
        RecordBatch::try_new_with_options(self.schema.clone(), columns, &options)
            .expect("every builder makes what its spec says: one value a game, of its type")
    }
}

//! Tables of other programs, such as data sets: each row becomes the text of a game.

mod cells;

use crate::Error;
use crate::column::text::GAME_ROW;
use crate::column::{Column, documents, moves, packed::PACKED_MOVES, text};
use arrow_array::builder::BinaryBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use cells::CellTexts;
use scoresheet_core::game::{RowForm, RowTexts, TableReading};
use std::sync::Arc;

/// The size in bytes from which on the texts of a batch are split: cells may share bytes, and texts do not. Texts that stay in
/// the caches of processors are read faster.
const ENOUGH: usize = 4 << 20;

/// How many rows are read at once, for the same reason.
pub(crate) const ROWS: usize = 4096;

/// The columns of a table of another program, and what they hold.
#[derive(Clone, Debug)]
pub(crate) struct DataSet {
    rows: RowTexts,
    /// Where in its schema the columns are.
    columns: Vec<usize>,
    schema: SchemaRef,
}

impl DataSet {
    /// The data set in tables with this schema; `None` if it is one of ours, or none of its columns holds moves.
    pub(crate) fn of(schema: &Schema, reading: &TableReading) -> Option<DataSet> {
        let names = schema.fields().iter().map(|field| field.name().as_str());
        if has_games(names, |name| is_bytes(schema, name)) {
            return None;
        }
        let fields = schema.fields().iter().enumerate();
        let columns: Vec<usize> =
            fields.filter(|(_, field)| cells::has_texts(field.data_type())).map(|(at, _)| at).collect();
        let names: Vec<&str> = columns.iter().map(|at| schema.field(*at).name().as_str()).collect();
        let rows = RowTexts::new(reading, &names)?;
        let texts = [text::GAME_TEXT.spec().name, GAME_ROW];
        let schema = Schema::new(texts.map(|name| Field::new(name, DataType::Binary, true)).to_vec());
        Some(DataSet { rows, columns, schema: Arc::new(schema) })
    }

    /// The columns to read, as places in the schema.
    pub(crate) fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// The schema of batches of texts.
    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Batches with the texts of the games of a batch, which has the columns to read only.
    pub(crate) fn texts(
        self: &Arc<DataSet>,
        batch: RecordBatch,
    ) -> impl Iterator<Item = Result<RecordBatch, Error>> + use<> {
        let (set, mut row) = (Arc::clone(self), 0);
        std::iter::from_fn(move || {
            (row < batch.num_rows()).then(|| {
                let (texts, next) = set.some_texts(&batch, row)?;
                row = next;
                Ok(texts)
            })
        })
    }

    /// The texts of the games from a row on, and the row that follows them.
    fn some_texts(&self, batch: &RecordBatch, start: usize) -> Result<(RecordBatch, usize), Error> {
        let named = self.rows.headings().iter().map(|heading| &*heading.name);
        let cells: Vec<CellTexts<'_>> =
            batch.columns().iter().zip(named).map(|(array, name)| CellTexts::of(array, name)).collect();
        let mut texts = BinaryBuilder::with_capacity(ROWS, ENOUGH);
        let mut rows = BinaryBuilder::new();
        let (mut out, mut size, mut row) = (Vec::new(), 0, start);
        while row < batch.num_rows() && size < ENOUGH {
            out.clear();
            let form = self.rows.append(|column| cells.get(column)?.text(row), &mut out);
            let (text, none) = match form {
                RowForm::Pgn => (&mut texts, &mut rows),
                RowForm::Csv => (&mut rows, &mut texts),
            };
            text.append_value(&out);
            none.append_null();
            size += out.len();
            row += 1;
        }
        let arrays: Vec<ArrayRef> = vec![Arc::new(texts.finish()), Arc::new(rows.finish())];
        Ok((RecordBatch::try_new(Arc::clone(&self.schema), arrays)?, row))
    }
}

/// Whether a table with these columns is one of another program, with moves.
pub fn is_data_set(names: &[&str], reading: &TableReading) -> bool {
    !has_games(names.iter().copied(), |_| true) && RowTexts::new(reading, names).is_some()
}

/// Whether games are stored in these columns as we store them; `is_bytes` returns whether the column of a name has
/// bytes.
fn has_games<'n>(names: impl Iterator<Item = &'n str> + Clone, is_bytes: impl Fn(&str) -> bool) -> bool {
    let has = |name: &str| names.clone().any(|known| known == name);
    let [text, packed] = [&text::GAME_TEXT, &PACKED_MOVES].map(|column| column.spec().name);
    let has_bytes = [text, packed].into_iter().any(|name| has(name) && is_bytes(name));
    has_bytes || has(documents::DOC.spec().name) || moves::LISTS.iter().all(|name| has(name))
}

fn is_bytes(schema: &Schema, name: &str) -> bool {
    let kind = schema.field_with_name(name).map(Field::data_type);
    matches!(kind, Ok(DataType::Binary | DataType::LargeBinary | DataType::BinaryView))
}

//! Family `notes`: clocks and evaluations from the commands in the comments of the mainline, and what else is said about it.

use super::fill::{Ends, TextColumn};
use super::{BatchPlace, Column, ColumnBuilder, ColumnSpec, Type};
use crate::game::Game;
use crate::game_notes::GameNotes;
use arrow_array::builder::PrimitiveBuilder;
use arrow_array::types::{ArrowPrimitiveType, Int32Type, Int64Type};
use arrow_array::{ArrayRef, ListArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{DataType, Field};
use scoresheet_core::game::bgn::annotations;
use scoresheet_core::read::Depth;
use std::borrow::Cow;
use std::sync::Arc;

const fn spec(name: &'static str, kind: Type, doc: &'static str) -> ColumnSpec {
    let spec = ColumnSpec::new("notes", Depth::Positions, name, kind, doc).or_null();
    ColumnSpec { comments: true, ..spec }
}

/// Clocks.
pub static CLOCK_MS: NoteLists<Int64Type> = NoteLists {
    spec: spec(
        "clock_ms",
        Type::ListInt64OrNull,
        "the mover's clock after each ply (`[%clk]`); NULL if there are none",
    )
    .in_unit("milliseconds"),
    of: |notes| &notes.clocks,
};

/// Evaluations.
pub static EVAL_CP: NoteLists<Int32Type> = NoteLists {
    spec: spec(
        "eval_cp",
        Type::ListInt32OrNull,
        "the evaluation after each ply (`[%eval]`) from White's side; NULL if there are none",
    )
    .in_unit("hundredths of a pawn"),
    of: |notes| &notes.evals,
};

/// Moves to mate.
pub static EVAL_MATE: NoteLists<Int32Type> = NoteLists {
    spec: spec(
        "eval_mate",
        Type::ListInt32OrNull,
        "the moves to mate after each ply, negative if Black mates; NULL if there are none",
    )
    .in_unit("moves"),
    of: |notes| &notes.mates,
};

/// Depths of evaluations.
pub static EVAL_DEPTH: NoteLists<Int32Type> = NoteLists {
    spec: spec(
        "eval_depth",
        Type::ListInt32OrNull,
        "the depth of the search behind each evaluation (`[%eval 0.31,20]`, or properties); NULL if it is unknown",
    )
    .in_unit("plies"),
    of: |notes| &notes.depths,
};

/// Best moves.
pub static BEST: NoteLists<Int32Type> = NoteLists {
    spec: spec(
        "best",
        Type::ListInt32OrNull,
        "the best reply to each ply in 16 bits, as in `packed_moves`, by the first engine that names one; NULL if none does",
    ),
    of: |notes| &notes.best,
};

/// Time since the start.
pub static ELAPSED_MS: NoteLists<Int64Type> = NoteLists {
    spec: spec(
        "elapsed_ms",
        Type::ListInt64OrNull,
        "the time since the start after each ply, from TimeControl and the clocks, else the sum of `[%emt]`; NULL if there is none",
    )
    .in_unit("milliseconds"),
    of: |notes| &notes.elapsed,
};

/// Annotations.
pub static ANNOTATIONS: TextColumn = TextColumn {
    spec: spec(
        "annotations",
        Type::Text,
        "annotations, properties and fields that BGN does not define, by ply, as JSON; NULL if there are none",
    ),
    of: |game| annotations(std::str::from_utf8(game.annotated).ok()?).map(Cow::from),
};

/// Whether any of these columns is filled from the document of a game.
pub fn read_document(columns: &[&'static dyn Column]) -> bool {
    let from_documents = [&ANNOTATIONS.spec, EVAL_DEPTH.spec(), BEST.spec()];
    from_documents.iter().any(|spec| super::has(columns, spec.name))
}

/// A column of lists whose elements may be NULL.
pub struct NoteLists<T: ArrowPrimitiveType> {
    spec: ColumnSpec,
    of: fn(&GameNotes) -> &[Option<T::Native>],
}

impl<T: ArrowPrimitiveType> Column for NoteLists<T> {
    fn spec(&self) -> &ColumnSpec {
        &self.spec
    }
    fn builder(&self) -> Box<dyn ColumnBuilder> {
        Box::new(NoteFill::<T> {
            of: self.of,
            values: PrimitiveBuilder::new(),
            elements: 0,
            ends: Ends::default(),
            there: NullBufferBuilder::new(0),
        })
    }
}

struct NoteFill<T: ArrowPrimitiveType> {
    of: fn(&GameNotes) -> &[Option<T::Native>],
    values: PrimitiveBuilder<T>,
    elements: usize,
    ends: Ends,
    there: NullBufferBuilder,
}

impl<T: ArrowPrimitiveType> ColumnBuilder for NoteFill<T> {
    fn append(&mut self, game: &Game<'_, '_>) {
        let list = (self.of)(game.notes);
        list.iter().for_each(|value| self.values.append_option(*value));
        self.elements += list.len();
        self.ends.push(self.elements);
        self.there.append(!list.is_empty());
    }

    fn finish(&mut self, _: &BatchPlace<'_>) -> ArrayRef {
        self.elements = 0;
        let item: DataType = T::DATA_TYPE;
        let item = Arc::new(Field::new("item", item, true));
        Arc::new(ListArray::new(item, self.ends.finish(), Arc::new(self.values.finish()), self.there.finish()))
    }
}

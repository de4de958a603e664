//! Family `notes`: clocks and evaluations from the commands in the mainline's comments.

use super::fill::{Ends, Text};
use super::{Column, ColumnBuilder, ColumnSpec, Place, Type};
use crate::game::Game;
use crate::time_control::TimeControl;
use arrow_array::builder::PrimitiveBuilder;
use arrow_array::types::{ArrowPrimitiveType, Int16Type, Int64Type};
use arrow_array::{ArrayRef, ListArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{DataType, Field};
use scoresheet_core::command::{Evaluation, commands, duration_ms, evaluation};
use scoresheet_core::read::{Depth, Record};
use scoresheet_core::rules::Color;
use std::sync::Arc;

/// What the comments of one mainline say, an element a ply. A list without a value in it is empty.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// The mover's clock after the ply, in milliseconds.
    pub clocks: Vec<Option<i64>>,
    /// The evaluation after the ply from White's side, in hundredths of a pawn.
    pub evals: Vec<Option<i16>>,
    /// The moves to mate after the ply; below 0 where Black mates.
    pub mates: Vec<Option<i16>>,
    /// Milliseconds since the start of the game.
    pub elapsed: Vec<Option<i64>>,
    spent: Vec<Option<i64>>,
}

impl Notes {
    /// Takes the comments of the next game.
    pub fn read(&mut self, record: &Record<'_>, control: Option<TimeControl>) {
        let plies = record.plies.len();
        restart(&mut self.clocks, plies);
        restart(&mut self.evals, plies);
        restart(&mut self.mates, plies);
        restart(&mut self.spent, plies);
        for (after, comment) in &record.comments {
            if let Some(ply) = (*after as usize).checked_sub(1).filter(|ply| *ply < plies) {
                for command in commands(comment) {
                    self.take(ply, command.name, command.value);
                }
            }
        }
        self.elapsed.clear();
        if self.clocks.iter().any(Option::is_some) {
            if let Some(control) = control {
                let turn = if record.usual_start { Color::White } else { record.start.turn() };
                self.elapse_by_clock(turn, control);
            }
        } else {
            self.elapse_by_move();
        }
        empty_if_none(&mut self.clocks);
        empty_if_none(&mut self.evals);
        empty_if_none(&mut self.mates);
        empty_if_none(&mut self.elapsed);
    }

    /// Keeps the value of a command after a ply. Of several with one name the first counts.
    fn take(&mut self, ply: usize, name: &str, value: &str) {
        match name {
            "clk" => keep(&mut self.clocks[ply], duration_ms(value)),
            "emt" => keep(&mut self.spent[ply], duration_ms(value)),
            "eval" if self.evals[ply].is_none() && self.mates[ply].is_none() => match evaluation(value) {
                Some(Evaluation::Centipawns(value)) => self.evals[ply] = Some(value),
                Some(Evaluation::Mate(value)) => self.mates[ply] = Some(value),
                None => {}
            },
            _ => {}
        }
    }

    /// What both sides have used, by their clocks. A side's first clock that is not above the base had no increment yet.
    fn elapse_by_clock(&mut self, first: Color, control: TimeControl) {
        let (base, increment) = (i64::from(control.base) * 1000, i64::from(control.increment) * 1000);
        // What each side used by its last move, and whether its first clock is below the base already.
        let mut used = [Some(0); 2];
        let mut free = [None; 2];
        for (ply, clock) in self.clocks.iter().enumerate() {
            let side = (ply & 1) ^ (first as usize);
            let turns = ply as i64 / 2 + 1;
            let before = used[side];
            used[side] = clock.map(|clock| {
                let free = *free[side].get_or_insert(i64::from(clock <= base));
                base + increment * (turns - free) - clock
            });
            if used[side].is_some_and(|now| now < before.unwrap_or(0)) {
                return self.elapsed.clear();
            }
            self.elapsed.push(used[0].zip(used[1]).map(|(white, black)| white + black));
        }
    }

    /// The sum of the time each ply took, up to the first that does not say.
    fn elapse_by_move(&mut self) {
        let mut sum = Some(0_i64);
        for spent in &self.spent {
            sum = sum.zip(*spent).and_then(|(sum, spent)| sum.checked_add(spent));
            self.elapsed.push(sum);
        }
    }
}

fn restart<T: Clone>(list: &mut Vec<Option<T>>, plies: usize) {
    list.clear();
    list.resize(plies, None);
}

fn empty_if_none<T>(list: &mut Vec<Option<T>>) {
    if list.iter().all(Option::is_none) {
        list.clear();
    }
}

fn keep<T>(place: &mut Option<T>, value: Option<T>) {
    if place.is_none() {
        *place = value;
    }
}

const fn spec(name: &'static str, kind: Type, doc: &'static str) -> ColumnSpec {
    let spec = ColumnSpec::new("notes", Depth::Positions, name, kind, doc).or_null();
    ColumnSpec { comments: true, ..spec }
}

/// Clocks.
pub static CLOCK_MS: NoteLists<Int64Type> = NoteLists {
    spec: spec("clock_ms", Type::ListInt64OrNull, "the mover's clock after each ply (`[%clk]`); NULL without any")
        .in_unit("milliseconds"),
    of: |notes| &notes.clocks,
};

/// Evaluations.
pub static EVAL_CP: NoteLists<Int16Type> = NoteLists {
    spec: spec(
        "eval_cp",
        Type::ListInt16OrNull,
        "the evaluation after each ply (`[%eval]`) from White's side; NULL without any",
    )
    .in_unit("hundredths of a pawn"),
    of: |notes| &notes.evals,
};

/// Mates ahead.
pub static EVAL_MATE: NoteLists<Int16Type> = NoteLists {
    spec: spec(
        "eval_mate",
        Type::ListInt16OrNull,
        "the moves to mate after each ply, below 0 where Black mates; NULL without any",
    )
    .in_unit("moves"),
    of: |notes| &notes.mates,
};

/// Time since the start.
pub static ELAPSED_MS: NoteLists<Int64Type> = NoteLists {
    spec: spec(
        "elapsed_ms",
        Type::ListInt64OrNull,
        "the time since the start after each ply, by TimeControl and the clocks, else the sum of `[%emt]`; NULL without any",
    )
    .in_unit("milliseconds"),
    of: |notes| &notes.elapsed,
};

/// Annotations.
pub static ANNOTATIONS: Text = Text {
    spec: spec(
        "annotations",
        Type::Text,
        "annotations and properties by ply as JSON; always NULL so far: `game_text` has them",
    ),
    of: |_| None,
};

/// A column of lists whose elements may be NULL.
pub struct NoteLists<T: ArrowPrimitiveType> {
    spec: ColumnSpec,
    of: fn(&Notes) -> &[Option<T::Native>],
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
    of: fn(&Notes) -> &[Option<T::Native>],
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

    fn finish(&mut self, _: &Place<'_>) -> ArrayRef {
        self.elements = 0;
        let item: DataType = T::DATA_TYPE;
        let item = Arc::new(Field::new("item", item, true));
        Arc::new(ListArray::new(item, self.ends.finish(), Arc::new(self.values.finish()), self.there.finish()))
    }
}

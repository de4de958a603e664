//! Family `notes`: clocks and evaluations from the commands in the mainline's comments.

use super::fill::{Ends, Text};
use super::{Column, ColumnBuilder, ColumnSpec, Place, Type};
use crate::date::{decimal, number};
use crate::game::Game;
use crate::time_control::TimeControl;
use arrow_array::builder::PrimitiveBuilder;
use arrow_array::types::{ArrowPrimitiveType, Int16Type, Int64Type};
use arrow_array::{ArrayRef, ListArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{DataType, Field};
use scoresheet_core::record::{Depth, Record};
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
                each_command(comment, |name, value| self.take(ply, name, value));
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

/// Calls `found` with the name and the value of each `[%name value]`.
fn each_command(comment: &[u8], mut found: impl FnMut(&str, &str)) {
    let mut rest = comment;
    while let Some(start) = rest.windows(2).position(|two| two == b"[%") {
        rest = &rest[start + 2..];
        let Some(end) = rest.iter().position(|byte| *byte == b']') else { return };
        if let Ok(command) = std::str::from_utf8(&rest[..end]) {
            let (name, value) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
            found(name, value.trim());
        }
        rest = &rest[end..];
    }
}

/// Milliseconds of `1:02:03.5`, `2:03` or `3.5`. Digits beyond a millisecond are dropped.
fn duration_ms(text: &str) -> Option<i64> {
    let (whole, fraction) =
        text.split_once('.').map_or((text, 0), |(whole, digits)| (whole, decimal(digits, 3).unwrap_or(-1)));
    let mut seconds = 0_i64;
    for (at, field) in whole.split(':').enumerate() {
        // Ten digits of hours are thousands of centuries and still fit.
        let value = number(field).filter(|_| at < 3 && field.len() <= 10)?;
        seconds = seconds * 60 + value;
    }
    (fraction >= 0).then_some(seconds * 1000 + fraction)
}

enum Evaluation {
    Centipawns(i16),
    Mate(i16),
}

/// Reads `0.35`, `-1.2,22`, `#-3`. What stands after a comma is the depth.
fn evaluation(text: &str) -> Option<Evaluation> {
    let value = text.split(',').next().unwrap_or(text).trim();
    match value.strip_prefix('#') {
        Some(moves) => signed(moves, |digits| number(digits).or_else(|| beyond(digits))).map(Evaluation::Mate),
        None => signed(value, hundredths).map(Evaluation::Centipawns),
    }
}

/// A number with or without a sign, clamped.
fn signed(text: &str, read: impl Fn(&str) -> Option<i64>) -> Option<i16> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = read(digits)?.min(i64::from(i16::MAX));
    i16::try_from(sign * value).ok()
}

/// Digits that are too many for a number count as a large one.
fn beyond(digits: &str) -> Option<i64> {
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(i64::MAX)
}

/// `0.355` as 36: hundredths, rounded half away from 0.
fn hundredths(text: &str) -> Option<i64> {
    let (whole, digits) = text.split_once('.').unwrap_or((text, "0"));
    let whole = if whole.is_empty() && whole != text { 0 } else { number(whole).or_else(|| beyond(whole))? };
    let thousandths = decimal(digits, 3)?;
    Some(whole.saturating_mul(100).saturating_add((thousandths + 5) / 10))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn commands(comment: &str) -> Vec<(String, String)> {
        let mut all = Vec::new();
        each_command(comment.as_bytes(), |name, value| all.push((name.to_owned(), value.to_owned())));
        all
    }

    #[test]
    fn commands_in_a_comment() {
        let two = [("eval".to_owned(), "0.17".to_owned()), ("clk".to_owned(), "0:00:30".to_owned())];
        assert_eq!(commands("good [%eval 0.17] [%clk 0:00:30] move"), two);
        assert_eq!(commands("[%csl]"), [("csl".to_owned(), String::new())]);
        assert_eq!(commands("[%eval 0.17"), []);
        assert_eq!(commands("[%"), []);
    }

    #[test]
    fn durations() {
        for (text, value) in [
            ("0:03:00", Some(180_000)),
            ("1:02:03.5", Some(3_723_500)),
            ("0:00:00.0419", Some(41)),
            ("120:00:00", Some(432_000_000)),
            ("2:03", Some(123_000)),
            ("3.5", Some(3500)),
            ("", None),
            ("0:03:0x", None),
            ("0:03:00.", None),
            ("1:0:0:0", None),
            ("-0:03:00", None),
            ("99999999999:00:00", None),
        ] {
            assert_eq!(duration_ms(text), value, "{text}");
        }
    }

    #[test]
    fn evaluations() {
        let read = |text| match evaluation(text) {
            Some(Evaluation::Centipawns(value)) => Some((value, 0)),
            Some(Evaluation::Mate(value)) => Some((0, value)),
            None => None,
        };
        for (text, value) in [
            ("0.35", Some((35, 0))),
            ("-1.2", Some((-120, 0))),
            ("+0.3,22", Some((30, 0))),
            ("0.355", Some((36, 0))),
            ("-0.355", Some((-36, 0))),
            ("3", Some((300, 0))),
            (".5", Some((50, 0))),
            ("400.0", Some((32767, 0))),
            ("-999999999999999999999999.0", Some((-32767, 0))),
            ("#3", Some((0, 3))),
            ("#-3", Some((0, -3))),
            ("#-99999", Some((0, -32767))),
            ("#", None),
            ("", None),
            ("good", None),
            ("1.2.3", None),
        ] {
            assert_eq!(read(text), value, "{text}");
        }
    }
}

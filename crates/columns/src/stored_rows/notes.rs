//! Comments of clocks and evaluations from their columns.

use super::arrays::ListArrays;
use arrow_array::types::{ArrowPrimitiveType, Int16Type, Int32Type, Int64Type};
use arrow_array::{Array, PrimitiveArray, RecordBatch};
use std::fmt::Write;

/// The columns of notes of a batch.
pub(super) struct StoredNotes<'b> {
    clocks: Option<StoredValues<'b, Int64Type>>,
    evals: Option<StoredEvaluations<'b>>,
    mates: Option<StoredEvaluations<'b>>,
    depths: Option<StoredValues<'b, Int32Type>>,
}

/// Evaluations, which earlier versions stored in 16 bits.
enum StoredEvaluations<'b> {
    Wide(StoredValues<'b, Int32Type>),
    Narrow(StoredValues<'b, Int16Type>),
}

impl<'b> StoredEvaluations<'b> {
    fn of(batch: &'b RecordBatch, name: &str) -> Option<StoredEvaluations<'b>> {
        let wide = StoredValues::of(batch, name).map(StoredEvaluations::Wide);
        wide.or_else(|| StoredValues::of(batch, name).map(StoredEvaluations::Narrow))
    }

    fn get(&self, row: usize, ply: usize) -> Option<i32> {
        match self {
            StoredEvaluations::Wide(values) => values.get(row, ply),
            StoredEvaluations::Narrow(values) => values.get(row, ply).map(i32::from),
        }
    }
}

struct StoredValues<'b, T: ArrowPrimitiveType> {
    lists: ListArrays<'b>,
    values: &'b PrimitiveArray<T>,
}

impl<'b, T: ArrowPrimitiveType> StoredValues<'b, T> {
    fn of(batch: &'b RecordBatch, name: &str) -> Option<StoredValues<'b, T>> {
        let lists = ListArrays::of(batch, name)?;
        Some(StoredValues { lists, values: lists.numbers()? })
    }

    fn get(&self, row: usize, ply: usize) -> Option<T::Native> {
        let at = self.lists.range(row).nth(ply).filter(|at| *at < self.values.len())?;
        self.values.is_valid(at).then(|| self.values.value(at))
    }
}

impl<'b> StoredNotes<'b> {
    pub(super) fn of(batch: &'b RecordBatch) -> StoredNotes<'b> {
        StoredNotes {
            clocks: StoredValues::of(batch, "clock_ms"),
            evals: StoredEvaluations::of(batch, "eval_cp"),
            mates: StoredEvaluations::of(batch, "eval_mate"),
            depths: StoredValues::of(batch, "eval_depth"),
        }
    }

    /// Whether there are columns of evaluations.
    pub(super) fn have_evals(&self) -> bool {
        self.evals.is_some() || self.mates.is_some()
    }

    /// The comments of a row, each with the plies before it: `[%eval 0.35,20] [%clk 0:03:00]`.
    pub(super) fn comments(&self, row: usize, plies: usize) -> Vec<(u32, String)> {
        let mut comments = Vec::new();
        for (ply, after) in (0..plies).zip(1..) {
            let mut text = String::new();
            let mate = self.mates.as_ref().and_then(|mates| mates.get(row, ply)).map(|mate| format!("#{mate}"));
            let eval = || self.evals.as_ref().and_then(|evals| evals.get(row, ply)).map(pawns);
            if let Some(eval) = mate.or_else(eval) {
                let depth = self.depths.as_ref().and_then(|depths| depths.get(row, ply));
                let depth = depth.map_or(String::new(), |depth| format!(",{depth}"));
                let _ = write!(text, "[%eval {eval}{depth}]");
            }
            if let Some(clock) = self.clocks.as_ref().and_then(|clocks| clocks.get(row, ply)) {
                let blank = if text.is_empty() { "" } else { " " };
                let _ = write!(text, "{blank}[%clk {}]", clock_text(clock));
            }
            if !text.is_empty() {
                comments.push((after, text));
            }
        }
        comments
    }
}

/// Hundredths of a pawn as `0.35`, `-1.2`, `3.0`.
fn pawns(eval: i32) -> String {
    let (sign, value) = (if eval < 0 { "-" } else { "" }, eval.unsigned_abs());
    let (whole, hundredths) = (value / 100, value % 100);
    if hundredths % 10 == 0 {
        format!("{sign}{whole}.{}", hundredths / 10)
    } else {
        format!("{sign}{whole}.{hundredths:02}")
    }
}

/// Milliseconds as `1:02:03` or `1:02:03.5`.
fn clock_text(clock: i64) -> String {
    let (sign, clock) = (if clock < 0 { "-" } else { "" }, clock.unsigned_abs());
    let (seconds, thousandths) = (clock / 1000, clock % 1000);
    let mut text = format!("{sign}{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if thousandths > 0 {
        text.push_str(format!(".{thousandths:03}").trim_end_matches('0'));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_commands_write_them() {
        let pairs = [(35, "0.35"), (-120, "-1.2"), (300, "3.0"), (5, "0.05"), (0, "0.0"), (-70000, "-700.0")];
        for (eval, text) in pairs {
            assert_eq!(pawns(eval), text);
        }
        for (clock, text) in [(180_000, "0:03:00"), (3_723_500, "1:02:03.5"), (41, "0:00:00.041"), (-1000, "-0:00:01")]
        {
            assert_eq!(clock_text(clock), text);
        }
    }
}

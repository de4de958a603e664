//! Gathers rows of several batches in a given order, one column at a time.

use crate::Error;
use arrow_array::cast::AsArray;
use arrow_array::types::Int8Type;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_buffer::NullBuffer;
use arrow_schema::ArrowError;
use arrow_select::interleave::interleave;
use scoresheet_parallel::Cancel;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// Rows of `batches` in an order. Each column is gathered separately, so that threads can share the work.
pub struct GatheredRows<'a> {
    batches: &'a [RecordBatch],
    order: Order,
    len: usize,
    is_last: bool,
    cancel: Cancel,
}

/// The order of the rows in their batches.
enum Order {
    /// Long stretches, each passed on without copying.
    Stretches(Vec<Stretch>),
    /// Single rows: batch and row.
    Rows(Vec<(usize, usize)>),
}

/// Rows that are also consecutive in a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    batch: usize,
    row: usize,
    len: usize,
}

/// The number of rows to gather at a time: few enough to stay in the cache until they are encoded.
const AT_A_TIME: usize = 8192;

/// A stretch with fewer rows than this is cheaper to copy than to pass on as an array of its own.
const LONG: usize = 64;

/// Batches with fewer rows than this are not passed on, because reading a file of many small ones is slow.
const FEW: usize = 1024;

impl<'a> GatheredRows<'a> {
    /// The rows of all batches in their order.
    pub fn whole(batches: &'a [RecordBatch]) -> GatheredRows<'a> {
        let stretch = |(batch, rows): (usize, &RecordBatch)| Stretch { batch, row: 0, len: rows.num_rows() };
        let stretches: Vec<_> = batches.iter().enumerate().map(stretch).filter(|stretch| stretch.len > 0).collect();
        let len = stretches.iter().map(|stretch| stretch.len).sum();
        GatheredRows { batches, order: Order::Stretches(stretches), len, is_last: false, cancel: Cancel::default() }
    }

    /// These rows, each given as a batch and a row of it.
    pub fn rows(batches: &'a [RecordBatch], rows: Vec<(usize, usize)>) -> GatheredRows<'a> {
        let len = rows.len();
        let order = match stretches(&rows) {
            Some(stretches) => Order::Stretches(stretches),
            None => Order::Rows(rows),
        };
        GatheredRows { batches, order, len, is_last: false, cancel: Cancel::default() }
    }

    /// The same rows, until `stop` is set.
    pub(crate) fn until(self, cancel: &Cancel) -> GatheredRows<'a> {
        GatheredRows { cancel: cancel.clone(), ..self }
    }

    /// A range of the rows.
    pub fn range(&self, range: Range<usize>) -> GatheredRows<'a> {
        let order = match &self.order {
            Order::Rows(rows) => Order::Rows(rows[range.clone()].to_vec()),
            Order::Stretches(all) => Order::Stretches(parts(all, range.clone())),
        };
        let is_last = self.is_last && range.end == self.len;
        GatheredRows { batches: self.batches, order, len: range.len(), is_last, cancel: self.cancel.clone() }
    }

    /// The same rows, which are the last ones.
    pub fn last(self) -> GatheredRows<'a> {
        GatheredRows { is_last: true, ..self }
    }

    /// Whether it is known that no rows follow.
    pub(crate) fn is_last(&self) -> bool {
        self.is_last
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Calls `found` with the arrays that make up a range of one column.
    pub(crate) fn each_array(
        &self,
        column: usize,
        range: Range<usize>,
        mut found: impl FnMut(&ArrayRef) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut found = |array: &ArrayRef| {
            self.cancel.check()?;
            found(array)
        };
        match &self.order {
            Order::Stretches(all) => {
                within(all, range, |part| found(&self.batches[part.batch].column(column).slice(part.row, part.len)))
            }
            Order::Rows(rows) => {
                let arrays: Vec<&dyn Array> = self.batches.iter().map(|batch| batch.column(column).as_ref()).collect();
                let gather = |rows: &[(usize, usize)]| interleave(&arrays, rows);
                rows[range].chunks(AT_A_TIME).try_for_each(|rows| in_parts(rows, gather, &mut found))
            }
        }
    }

    /// Calls `found` with each list of a range of one column of lists of small numbers, or with none for NULL. They are borrowed in place,
    /// because gathering them would copy most of a table of games again.
    pub(crate) fn each_list(
        &self,
        column: usize,
        range: Range<usize>,
        mut found: impl FnMut(Option<&[i8]>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let lists: Vec<_> =
            self.batches.iter().map(|batch| ListSlices::of(batch.column(column))).collect::<Result<_, _>>()?;
        match &self.order {
            Order::Stretches(all) => within(all, range, |part| {
                self.cancel.check()?;
                (part.row..part.row + part.len).try_for_each(|row| found(lists[part.batch].get(row)))
            }),
            Order::Rows(rows) => rows[range].chunks(AT_A_TIME).try_for_each(|rows| {
                self.cancel.check()?;
                rows.iter().try_for_each(|&(batch, row)| found(lists[batch].get(row)))
            }),
        }
    }

    /// The first `columns` columns of all rows as batches.
    pub(crate) fn each_batch(
        &self,
        columns: usize,
        mut found: impl FnMut(&RecordBatch) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut found = |batch: &RecordBatch| {
            self.cancel.check()?;
            found(batch)
        };
        let kept: Vec<usize> = (0..columns).collect();
        match &self.order {
            Order::Stretches(all) if self.len >= all.len() * FEW => within(all, 0..self.len, |part| {
                found(&self.batches[part.batch].project(&kept)?.slice(part.row, part.len))
            }),
            _ => self.each_gathered(AT_A_TIME, |batch| found(&batch.project(&kept)?)),
        }
    }

    /// All rows as batches of `rows` each, the last one smaller.
    pub(crate) fn each_gathered(
        &self,
        rows: usize,
        mut found: impl FnMut(&RecordBatch) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut found = |batch: &RecordBatch| {
            self.cancel.check()?;
            found(batch)
        };
        let Some(first) = self.batches.first() else { return Ok(()) };
        let order = match &self.order {
            Order::Stretches(all) => Cow::Owned(all.iter().flat_map(Stretch::rows).collect::<Vec<_>>()),
            Order::Rows(rows) => Cow::Borrowed(rows),
        };
        let gather_all = |rows: &[(usize, usize)]| {
            let (used, rows) = used(rows);
            let gather = |column: usize| {
                let arrays: Vec<_> = used.iter().map(|&batch| self.batches[batch].column(column).as_ref()).collect();
                interleave(&arrays, &rows)
            };
            let columns = (0..first.num_columns()).map(gather).collect::<Result<Vec<_>, _>>()?;
            let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
            RecordBatch::try_new_with_options(first.schema(), columns, &options)
        };
        order.chunks(rows.max(1)).try_for_each(|rows| in_parts(rows, gather_all, &mut found))
    }
}

/// The batches that some rows are in, and the rows with the indexes of their batches among these. Gathering a few rows
/// takes time for every batch that is examined, and there may be thousands.
fn used(rows: &[(usize, usize)]) -> (Vec<usize>, Vec<(usize, usize)>) {
    let (mut used, mut places) = (Vec::new(), HashMap::new());
    let mut place = |batch: usize| {
        *places.entry(batch).or_insert_with(|| {
            used.push(batch);
            used.len() - 1
        })
    };
    let rows = rows.iter().map(|&(batch, row)| (place(batch), row)).collect();
    (used, rows)
}

/// Batches, and rows in them: the index of the batch and the number of the row in it.
type RowsOfBatches = (Vec<RecordBatch>, Vec<(usize, usize)>);

/// The batches that some rows are in, and the rows in these, if the rows are fewer than the batches.
pub(crate) fn compacted(batches: &[RecordBatch], rows: &[(usize, usize)]) -> Option<RowsOfBatches> {
    (rows.len() < batches.len()).then(|| {
        let (used, rows) = used(rows);
        (used.into_iter().map(|batch| batches[batch].clone()).collect(), rows)
    })
}

/// The lists of one column of a batch.
struct ListSlices<'a> {
    values: &'a [i8],
    ends: &'a [i32],
    nulls: Option<&'a NullBuffer>,
}

impl<'a> ListSlices<'a> {
    fn of(array: &'a ArrayRef) -> Result<ListSlices<'a>, Error> {
        let lists = array.as_list_opt::<i32>();
        let values = lists.and_then(|lists| lists.values().as_primitive_opt::<Int8Type>());
        match (lists, values) {
            (Some(lists), Some(values)) => {
                Ok(ListSlices { values: values.values(), ends: lists.value_offsets(), nulls: lists.nulls() })
            }
            _ => Err(ArrowError::SchemaError("the values of a column do not match its schema".to_owned()).into()),
        }
    }

    #[inline]
    fn get(&self, row: usize) -> Option<&'a [i8]> {
        let is_there = self.nulls.is_none_or(|nulls| nulls.is_valid(row));
        is_there.then(|| &self.values[self.ends[row] as usize..self.ends[row + 1] as usize])
    }
}

/// Passes on the result of `gather` for the rows; in halves if they exceed the size of one array, as texts of games of
/// megabytes do.
fn in_parts<T>(
    rows: &[(usize, usize)],
    gather: impl Fn(&[(usize, usize)]) -> Result<T, ArrowError>,
    found: &mut impl FnMut(&T) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut parts = vec![rows];
    while let Some(rows) = parts.pop() {
        match gather(rows) {
            Err(ArrowError::OffsetOverflowError(_)) if rows.len() > 1 => {
                let (first, second) = rows.split_at(rows.len() / 2);
                parts.extend([second, first]);
            }
            gathered => found(&gathered?)?,
        }
    }
    Ok(())
}

impl Stretch {
    fn rows(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let batch = self.batch;
        (self.row..self.row + self.len).map(move |row| (batch, row))
    }
}

/// The parts of stretches within a range of their rows.
fn within(all: &[Stretch], range: Range<usize>, found: impl FnMut(Stretch) -> Result<(), Error>) -> Result<(), Error> {
    parts(all, range).into_iter().try_for_each(found)
}

/// The same parts as stretches of their own.
fn parts(all: &[Stretch], range: Range<usize>) -> Vec<Stretch> {
    let mut start = 0;
    let part = |stretch: &Stretch| {
        let (from, to) = (range.start.max(start), range.end.min(start + stretch.len));
        let part = Stretch { row: stretch.row + from.saturating_sub(start), len: to.saturating_sub(from), ..*stretch };
        start += stretch.len;
        part
    };
    all.iter().map(part).filter(|part| part.len > 0).collect()
}

/// The rows as stretches if these are long on average, as they are for sorted input.
fn stretches(rows: &[(usize, usize)]) -> Option<Vec<Stretch>> {
    let most = rows.len() / LONG + 1;
    let mut all: Vec<Stretch> = Vec::new();
    for &(batch, row) in rows {
        match all.last_mut() {
            Some(last) if last.batch == batch && last.row + last.len == row => last.len += 1,
            _ => all.push(Stretch { batch, row, len: 1 }),
        }
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::types::Int32Type;
    use arrow_array::{Int32Array, ListArray, RecordBatch};
    use std::sync::Arc;

    fn batch(values: Range<i32>) -> RecordBatch {
        RecordBatch::try_from_iter([("n", Arc::new(Int32Array::from_iter_values(values)) as ArrayRef)]).unwrap()
    }

    fn numbers(gathered: &GatheredRows<'_>, range: Range<usize>) -> Vec<i32> {
        let mut all = Vec::new();
        let add = |array: &ArrayRef| {
            all.extend_from_slice(array.as_primitive::<Int32Type>().values());
            Ok(())
        };
        gathered.each_array(0, range, add).unwrap();
        all
    }

    #[test]
    fn ranges_cut_stretches_and_rows_in_the_same_way() {
        let batches = [batch(0..100), batch(100..200)];
        let order = |from: usize, to: usize| (from..to).map(|n| (n / 100, n % 100)).collect::<Vec<_>>();
        let sorted = GatheredRows::rows(&batches, order(0, 200));
        assert!(matches!(&sorted.order, Order::Stretches(all) if all.len() == 2));
        assert_eq!(numbers(&sorted, 90..110), (90..110).collect::<Vec<_>>());
        assert_eq!(numbers(&GatheredRows::whole(&batches), 0..200), (0..200).collect::<Vec<_>>());
        let backwards = GatheredRows::rows(&batches, order(0, 200).into_iter().rev().collect());
        assert!(matches!(backwards.order, Order::Rows(_)));
        assert_eq!(numbers(&backwards, 10..13), [189, 188, 187]);
        for gathered in [sorted, backwards] {
            let range = gathered.range(90..110);
            assert_eq!((range.len(), numbers(&range, 5..15)), (20, numbers(&gathered, 95..105)));
        }
    }

    #[test]
    fn only_the_batches_that_rows_are_in_are_looked_at() {
        assert_eq!(used(&[(7, 1), (2, 0), (7, 3)]), (vec![7, 2], vec![(0, 1), (1, 0), (0, 3)]));
        assert_eq!(used(&[]), (vec![], vec![]));
    }

    #[test]
    fn lists_come_in_the_order_of_the_rows() {
        let batch = |from: i8| {
            let list = |n: i8| (n != 3).then(|| (0..n % 3).map(move |_| Some(n)).collect::<Vec<_>>());
            let lists = (from..from + 100).map(list);
            let lists = Arc::new(ListArray::from_iter_primitive::<Int8Type, _, _>(lists)) as ArrayRef;
            RecordBatch::try_from_iter([("n", lists)]).unwrap()
        };
        let batches = [batch(0), batch(-100)];
        let lists = |rows: GatheredRows<'_>| {
            let mut found = Vec::new();
            let add = |list: Option<&[i8]>| {
                found.push(list.map(<[i8]>::to_vec));
                Ok(())
            };
            rows.each_list(0, 1..5, add).map(|()| found)
        };
        let rows = vec![(1, 0), (0, 1), (1, 5), (0, 2), (0, 3), (0, 0)];
        assert_eq!(
            lists(GatheredRows::rows(&batches, rows)).unwrap(),
            [Some(vec![1]), Some(vec![]), Some(vec![2, 2]), None]
        );
        assert_eq!(
            lists(GatheredRows::whole(&batches)).unwrap(),
            [Some(vec![1]), Some(vec![2, 2]), None, Some(vec![4])]
        );
        let numbers =
            [RecordBatch::try_from_iter([("n", Arc::new(Int32Array::from(vec![1; 9])) as ArrayRef)]).unwrap()];
        assert!(lists(GatheredRows::whole(&numbers)).is_err());
    }

    #[test]
    fn rows_that_no_array_can_hold_come_in_halves() {
        let rows: Vec<(usize, usize)> = (0..10).map(|row| (0, row)).collect();
        let few = |rows: &[(usize, usize)]| {
            if rows.len() > 3 { Err(ArrowError::OffsetOverflowError(0)) } else { Ok(rows.to_vec()) }
        };
        let mut found = Vec::new();
        let mut add = |part: &Vec<(usize, usize)>| {
            found.extend_from_slice(part);
            Ok(())
        };
        in_parts(&rows, few, &mut add).unwrap();
        assert_eq!(found, rows);
        let never = |_: &[(usize, usize)]| Err::<(), _>(ArrowError::OffsetOverflowError(0));
        assert!(in_parts(&rows, never, &mut |_| Ok(())).is_err());
    }
}

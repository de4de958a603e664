//! Merges several sorted runs into one order.

use super::key::{Key, Keys};
use super::run::Run;
use crate::Error;
use crate::interleave::GatheredRows;
use arrow_array::RecordBatch;
use arrow_ipc::reader::StreamReader;
use scoresheet_parallel::Cancel;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::BufReader;

/// How to merge runs.
pub(super) struct Merging<'m> {
    pub(super) keys: &'m Keys,
    /// The maximum number of rows passed on at a time.
    pub(super) most: usize,
    /// The number of consumed batches that are kept until their rows are passed on.
    pub(super) spent: usize,
    pub(super) pieces: Pieces,
    pub(super) cancel: &'m Cancel,
}

/// What the rows of a piece have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pieces {
    Any,
    /// Their group.
    OfGroups,
}

/// Passes on the rows of all runs in order, in pieces, with the group of their first row. Rows of earlier runs come first if
/// keys are equal.
pub(super) fn merge(
    runs: &[Run],
    merging: &Merging<'_>,
    found: &mut dyn FnMut(u32, &GatheredRows<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let Merging { keys, most, spent, pieces, cancel } = *merging;
    let mut merge = Merge { cursors: Vec::new(), batches: Vec::new(), heap: BinaryHeap::new() };
    for run in runs {
        cancel.check()?;
        merge.open(run, keys)?;
    }
    let (mut order, mut group) = (Vec::new(), 0);
    while let Some(Reverse((key, at))) = merge.heap.pop() {
        cancel.check()?;
        if pieces == Pieces::OfGroups && key.group != group && !order.is_empty() {
            found(group, &merge.gathered(std::mem::take(&mut order), cancel).last())?;
        }
        if order.is_empty() {
            group = key.group;
        }
        merge.take(at, merging, &mut order)?;
        if order.len() >= most || merge.batches.len() > merge.cursors.len() + spent {
            found(group, &merge.gathered(std::mem::take(&mut order), cancel))?;
            merge.forget();
        }
    }
    if order.is_empty() { Ok(()) } else { found(group, &merge.gathered(order, cancel).last()) }
}

/// Runs that are being read.
struct Merge {
    cursors: Vec<Cursor>,
    /// The batches with rows that have not been passed on yet.
    batches: Vec<RecordBatch>,
    /// The next key of each run that has one.
    heap: BinaryHeap<Reverse<(Key, usize)>>,
}

/// The state of one run.
struct Cursor {
    reader: StreamReader<BufReader<File>>,
    batch: usize,
    keys: Vec<Key>,
    row: usize,
}

impl Merge {
    fn open(&mut self, run: &Run, keys: &Keys) -> Result<(), Error> {
        let reader = StreamReader::try_new(BufReader::new(run.file.try_clone()?), None)?;
        self.cursors.push(Cursor { reader, batch: usize::MAX, keys: Vec::new(), row: 0 });
        self.advance(self.cursors.len() - 1, keys)
    }

    /// The rows in this order.
    fn gathered(&self, order: Vec<(usize, usize)>, cancel: &Cancel) -> GatheredRows<'_> {
        GatheredRows::rows(&self.batches, order).until(cancel)
    }

    /// Takes rows of one run as long as no other run precedes them and they belong to one piece.
    fn take(&mut self, at: usize, merging: &Merging<'_>, order: &mut Vec<(usize, usize)>) -> Result<(), Error> {
        let next = self.heap.peek().map(|Reverse(next)| *next);
        let cursor = &mut self.cursors[at];
        let group = cursor.keys.get(cursor.row).map_or(0, |key| key.group);
        while order.len() < merging.most
            && let Some(key) = cursor.keys.get(cursor.row)
            && next.is_none_or(|next| (*key, at) < next)
            && (merging.pieces == Pieces::Any || key.group == group)
        {
            order.push((cursor.batch, cursor.row));
            cursor.row += 1;
        }
        self.advance(at, merging.keys)
    }

    /// Puts the next key of a run on the heap, from its next batch if this one is consumed.
    fn advance(&mut self, at: usize, keys: &Keys) -> Result<(), Error> {
        let cursor = &mut self.cursors[at];
        while cursor.row == cursor.keys.len() {
            let Some(batch) = cursor.reader.next().transpose()? else { return Ok(()) };
            cursor.keys = keys.read(&batch).collect();
            (cursor.batch, cursor.row) = (self.batches.len(), 0);
            self.batches.push(batch);
        }
        self.heap.push(Reverse((cursor.keys[cursor.row], at)));
        Ok(())
    }

    /// Drops the batches that no run uses any more.
    fn forget(&mut self) {
        let mut kept = Vec::with_capacity(self.cursors.len());
        for cursor in self.cursors.iter_mut().filter(|cursor| cursor.row < cursor.keys.len()) {
            kept.push(self.batches[cursor.batch].clone());
            cursor.batch = kept.len() - 1;
        }
        self.batches = kept;
    }
}

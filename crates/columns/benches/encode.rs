//! How long games take to become columns, and columns to become Parquet, column by column:
//! `cargo bench -p scoresheet-columns -- FILE.pgn`. Plain PGN only.

use arrow_array::RecordBatch;
use scoresheet_columns::file::Written;
use scoresheet_columns::file::{Kind, Table, WriteOptions};
use scoresheet_columns::schema::RunCounts;
use scoresheet_columns::{Batcher, Column, column};
use scoresheet_core::game::AnyGames;
use scoresheet_core::game::pgn::frame;
use scoresheet_core::limits::Limits;
use scoresheet_core::location::Base;
use scoresheet_core::read::Settings;
use scoresheet_core::read::{Depth, Record};
use scoresheet_parallel::Cancel;
use std::time::Instant;

/// How often each thing is measured; the least time is shown.
const TIMES: usize = 5;

fn main() {
    let Some(path) = std::env::args().skip(1).find(|argument| !argument.starts_with("--")) else {
        return println!("name a PGN file");
    };
    let text = std::fs::read(path).expect("the file can be read");
    let blocks = cut(&text);
    let columns = column::default_columns();
    let (batches, read) = least(|| fill(&blocks, &columns));
    let (_, replayed) = least(|| fill(&blocks, &[]));
    let games: usize = batches.iter().map(RecordBatch::num_rows).sum();
    let bytes: usize = batches.iter().map(RecordBatch::get_array_memory_size).sum();
    println!("{games} games, {bytes} bytes of columns: {read:.3} s, of which reading {replayed:.3} s");
    for threads in [1, 2] {
        for sort in [false, true] {
            let (size, time) = least(|| write(&batches, &columns, threads, sort));
            println!("{threads} threads, sorted {sort}: {size} bytes in {time:.3} s");
        }
    }
    for (at, column) in columns.iter().enumerate() {
        let one: Vec<RecordBatch> = batches.iter().map(|batch| batch.project(&[at]).expect("it is there")).collect();
        let (size, time) = least(|| write(&one, &[*column], 1, false));
        println!("{:>24} {size:>9} bytes {:>7.2} ms", column.spec().name, time * 1000.0);
    }
}

/// Blocks of about a megabyte, each of whole games.
fn cut(text: &[u8]) -> Vec<&[u8]> {
    let (mut blocks, mut start) = (Vec::new(), 0);
    while start < text.len() {
        let end = text.len().min(start + (1 << 20));
        let last = end == text.len();
        let len = frame::cut(&text[start..end], last, &Limits::default()).expect("games are shorter than a block");
        blocks.push(&text[start..start + len]);
        start += len;
    }
    blocks
}

fn fill(blocks: &[&[u8]], columns: &[&'static dyn Column]) -> Vec<RecordBatch> {
    let settings = Settings { depth: Depth::Positions, ..Settings::default() };
    let mut base = Base::default();
    let mut batches = Vec::new();
    for block in blocks {
        let mut batcher = Batcher::new(columns);
        let mut games = AnyGames::new(block, &settings);
        let mut record = Record::new();
        while games.next(&mut record, &mut ()) {
            batcher.append(&record);
        }
        let count = batcher.len() as u64;
        batches.push(batcher.finish(&base, "games.pgn"));
        base.advance(block, count);
    }
    batches
}

fn write(batches: &[RecordBatch], columns: &[&'static dyn Column], threads: usize, sort: bool) -> usize {
    let sort = sort.then(Default::default);
    let (kind, depth, cancel, written) = (Kind::Parquet, Depth::Positions, Cancel::default(), Written::default());
    let options = WriteOptions { kind, threads, depth, sort, cancel, written };
    let mut table = Table::create(Vec::new(), columns, options).expect("memory is there");
    batches.iter().for_each(|batch| table.push(batch.clone(), 0).expect("memory is there"));
    table.finish(&RunCounts::default()).expect("memory is there").len()
}

fn least<T>(mut work: impl FnMut() -> T) -> (T, f64) {
    let mut timed = || {
        let start = Instant::now();
        let made = work();
        (made, start.elapsed().as_secs_f64())
    };
    let mut best = timed();
    for _ in 1..TIMES {
        let next = timed();
        if next.1 < best.1 {
            best = next;
        }
    }
    best
}

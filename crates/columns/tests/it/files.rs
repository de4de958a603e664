//! Files: what is written is read back, sorted, with any amount of memory.

use crate::hand::{Dice, batch, random_game, tagged};
use crate::temporary::Created;
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int64Type};
use arrow_select::concat::concat_batches;
use scoresheet_columns::file::Written;
use scoresheet_columns::file::{self, Kind, ReadOptions, Table, WriteOptions, open_arrow, open_parquet};
use scoresheet_columns::schema::{KEY_COUNTS, KEY_DEPTH, KEY_SCHEMA, KEY_VERSION, RunCounts};
use scoresheet_columns::sort::SortOptions;
use scoresheet_columns::{Batcher, column};
use scoresheet_core::error::Code;
use scoresheet_core::location::Base;
use scoresheet_core::read::{Depth, Ply, Record};
use scoresheet_parallel::Cancel;
use std::fs::File;
use std::io::Cursor;
use std::sync::atomic::{AtomicU32, Ordering};

/// Dates as sources have them: in order, out of order, unknown, none.
const DATES: [&str; 8] =
    ["1960.01.02", "1999.12.31", "????.??.??", "1851.06.21", "2013.??.??", "1960.01.02", "1992.11.04", ""];

/// `games` games, each with its place as its Round.
fn games(games: usize, seed: u64) -> Vec<Record<'static>> {
    let mut dice = Dice(seed);
    let names = ["Anderssen, A", "Kieseritzky, L", "Morphy, P", "Duke of Brunswick", "Ca\u{f1}o, \\\"X\\\""];
    (0..games)
        .map(|at| {
            let plies = dice.roll(90);
            let name = names[dice.roll(5) as usize];
            let date = DATES[dice.roll(8) as usize];
            let mut record =
                tagged(random_game(&mut dice, plies), &[("White", name), ("Date", date), ("WhiteElo", "2400?")]);
            record.number = at as u64 + 1;
            record
        })
        .collect()
}

fn write(kind: Kind, sort: Option<SortOptions>, columns: &[&str], parts: &[Vec<Record<'_>>]) -> Vec<u8> {
    let columns = column::resolve(columns).unwrap();
    let options = WriteOptions {
        kind,
        threads: 2,
        depth: Depth::Positions,
        sort,
        cancel: Cancel::default(),
        written: Written::default(),
    };
    let mut table = Table::create(Vec::new(), &columns, options).unwrap();
    for (source, records) in parts.iter().enumerate() {
        let mut batcher = Batcher::new(table.wanted());
        for (block, records) in records.chunks(70).enumerate() {
            let first = records[0].number - 1;
            for record in records {
                let mut record = record.clone();
                record.number -= first;
                batcher.append(&record);
            }
            let base = Base { games: first, bytes: block as u64 * 1000, ..Base::default() };
            table.push(batcher.finish(&base, &format!("{source}.pgn")), source as u32).unwrap();
        }
    }
    let errors = vec![(Code::MoveIllegal, 2)];
    table.finish(&RunCounts { games: 1, plies: 2, errors }).unwrap()
}

fn read(kind: Kind, bytes: Vec<u8>, columns: Option<&[&str]>) -> RecordBatch {
    let batches = match kind {
        Kind::Parquet => {
            open_parquet(on_disk(&bytes), &ReadOptions { columns, rows: 100, ..ReadOptions::default() }).unwrap()
        }
        _ => open_arrow(Cursor::new(bytes), &ReadOptions { columns, ..ReadOptions::default() }).unwrap(),
    };
    let schema = batches.schema().clone();
    let all: Vec<RecordBatch> = batches.map(Result::unwrap).collect();
    concat_batches(&schema, &all).unwrap()
}

/// A file with these bytes that is gone when it is closed.
fn on_disk(bytes: &[u8]) -> File {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = format!("scoresheet-columns-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, bytes).unwrap();
    let file = File::open(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    file
}

const ALL: [&str; 10] =
    ["tags", "summary", "moves", "openings", "packed", "notes", "text", "documents", "errors", "final_fen"];

#[test]
fn what_is_written_is_read_back() {
    let records = games(300, 1);
    let expected = {
        let mut batcher = Batcher::new(&column::resolve(&ALL).unwrap());
        records.iter().for_each(|record| batcher.append(record));
        batcher.finish(&Base::default(), "0.pgn")
    };
    for kind in [Kind::Parquet, Kind::Arrow { compressed: false }, Kind::Arrow { compressed: true }, Kind::ArrowStream]
    {
        let bytes = write(kind, None, &ALL, std::slice::from_ref(&records));
        let found = read(kind, bytes, None);
        assert_eq!(found.columns(), expected.columns(), "{kind:?}");
        for (found, expected) in found.schema().fields().iter().zip(expected.schema().fields()) {
            assert_eq!(
                (found.name(), found.data_type(), found.is_nullable()),
                (expected.name(), expected.data_type(), expected.is_nullable())
            );
        }
    }
}

#[test]
fn files_record_what_made_them_and_the_counts() {
    let records = games(3, 2);
    for kind in [Kind::Parquet, Kind::Arrow { compressed: true }] {
        for parts in [vec![records.clone()], vec![]] {
            let bytes = write(kind, Some(SortOptions::default()), &["tags"], &parts);
            let batches = match kind {
                Kind::Parquet => {
                    open_parquet(on_disk(&bytes), &ReadOptions { rows: 10, ..ReadOptions::default() }).unwrap()
                }
                _ => open_arrow(Cursor::new(bytes), &ReadOptions::default()).unwrap(),
            };
            let said = |key: &str| batches.metadata().get(key).map(String::as_str);
            assert_eq!(said(KEY_VERSION), Some(env!("CARGO_PKG_VERSION")));
            assert_eq!((said(KEY_SCHEMA), said(KEY_DEPTH)), (Some("2"), Some("positions")));
            assert_eq!(said(KEY_COUNTS), Some(r#"{"games":1,"plies":2,"errors":{"move-illegal":2}}"#));
        }
    }
}

/// A stream starts with the program that made it. The counts are not known there, and a stream has no footer for them.
#[test]
fn streams_record_what_made_them() {
    let bytes = write(Kind::ArrowStream, None, &["tags"], &[games(3, 2)]);
    let batches = open_arrow(Cursor::new(bytes), &ReadOptions::default()).unwrap();
    let said = |key: &str| batches.metadata().get(key).map(String::as_str);
    assert_eq!(said(KEY_VERSION), Some(env!("CARGO_PKG_VERSION")));
    assert_eq!((said(KEY_SCHEMA), said(KEY_DEPTH), said(KEY_COUNTS)), (Some("2"), Some("positions"), None));
}

#[test]
fn a_stream_that_is_cut_or_changed_anywhere_is_an_error_or_rows() {
    let whole = write(Kind::ArrowStream, None, &["tags", "moves"], &[games(20, 4)]);
    let rows = |bytes: Vec<u8>| -> Result<usize, scoresheet_columns::Error> {
        let batches = open_arrow(Cursor::new(bytes), &ReadOptions::default())?;
        batches.map(|batch| batch.map(|batch| batch.num_rows())).sum()
    };
    assert_eq!(rows(whole.clone()).unwrap(), 20);
    for end in (0..whole.len()).step_by(7) {
        assert!(rows(whole[..end].to_vec()).is_err(), "cut at {end}");
    }
    let mut errors = 0;
    for at in (0..whole.len()).step_by(5) {
        for value in [0, 1, 0x7f, 0xff] {
            let mut changed = whole.clone();
            changed[at] = value;
            errors += usize::from(rows(changed).is_err());
        }
    }
    assert!(errors > 100, "{errors}");
}

#[test]
fn only_requested_columns_are_read() {
    let bytes = write(Kind::Parquet, None, &["tags"], &[games(5, 3)]);
    let found = read(Kind::Parquet, bytes, Some(&["white", "nobody", "date"]));
    let names: Vec<_> = found.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, ["white", "date"]);
}

#[test]
fn rows_are_sorted_by_date_source_and_game() {
    let parts = [games(200, 4), games(150, 5)];
    let bytes = write(Kind::Parquet, Some(SortOptions::default()), &["date", "source", "game"], &parts);
    let found = read(Kind::Parquet, bytes, None);
    let (dates, sources) = (found.column(0).as_primitive::<Date32Type>(), found.column(1).as_string::<i32>());
    let numbers = found.column(2).as_primitive::<Int64Type>();
    let key = |row: usize| {
        let date = Some(row).filter(|row| arrow_array::Array::is_valid(dates, *row)).map(|row| dates.value(row));
        (date.is_none(), date, sources.value(row), numbers.value(row))
    };
    assert_eq!(found.num_rows(), 350);
    assert!((1..350).all(|row| key(row - 1) < key(row)));
    assert!(key(349).0 && !key(0).0);
}

#[test]
fn a_tiny_budget_gives_the_same_file() {
    let parts = [games(2000, 6), games(5000, 7)];
    for columns in [&["tags", "moves", "text"][..], &["white"], &["round", "packed_moves", "date"]] {
        let read_sorted = |memory, spills| {
            let created = Created::default();
            let sort = Some(SortOptions { memory, files: Some(created.files()) });
            let file = write(Kind::Arrow { compressed: false }, sort, columns, &parts);
            assert_eq!(created.count() > 0, spills);
            read(Kind::Arrow { compressed: false }, file, None)
        };
        assert_eq!(read_sorted(1, true), read_sorted(1 << 30, false), "{columns:?}");
    }
}

#[test]
fn rows_stay_in_memory_without_a_place_for_files() {
    let sort = Some(SortOptions { memory: 1, files: None });
    let written = Written::default();
    let columns = column::resolve(&["tags"]).unwrap();
    let (kind, depth, cancel) = (Kind::Parquet, Depth::Tags, Cancel::default());
    let options = WriteOptions { kind, threads: 1, depth, sort, cancel, written: written.clone() };
    let mut table = Table::create(Vec::new(), &columns, options).unwrap();
    for source in 0..2 {
        table.push(batch(&["tags"], &games(50, 8)), source).unwrap();
        assert!(!table.is_full());
    }
    assert_eq!(written.rows(), 0);
    table.finish(&RunCounts::default()).unwrap();
    assert_eq!(written.rows(), 100);
}

#[test]
fn an_output_without_room_fails_while_rows_are_on_disk() {
    let created = Created::default();
    let columns = column::resolve(&["tags"]).unwrap();
    let sort = Some(SortOptions { memory: 1, files: Some(created.files()) });
    let options = WriteOptions {
        kind: Kind::Parquet,
        threads: 1,
        depth: Depth::Tags,
        sort,
        cancel: Cancel::default(),
        written: Written::default(),
    };
    let mut table = Table::create(Full, &columns, options).unwrap();
    for source in 0..2 {
        table.push(batch(&["tags"], &games(50, 8)), source).unwrap();
    }
    assert!(table.is_full());
    assert_eq!(created.count(), 1);
    let error = table.finish(&RunCounts::default()).err().unwrap();
    assert!(
        matches!(&error, scoresheet_columns::Error::Io(io) if io.kind() == std::io::ErrorKind::StorageFull),
        "{error}"
    );
}

#[test]
fn a_stopped_writing_ends_early() {
    let columns = column::resolve(&["tags"]).unwrap();
    let filled = batch(&["tags"], &games(50, 8));
    let sorts = [1, 1 << 30].map(|memory| Some(SortOptions { memory, files: Some(Created::default().files()) }));
    for sort in [sorts[0].clone(), sorts[1].clone(), None] {
        let cancel = Cancel::default();
        let options = WriteOptions {
            kind: Kind::Parquet,
            threads: 2,
            depth: Depth::Tags,
            sort,
            cancel: cancel.clone(),
            written: Written::default(),
        };
        let mut written = Vec::new();
        let mut table = Table::create(&mut written, &columns, options).unwrap();
        for source in 0..3 {
            table.push(filled.clone(), source).unwrap();
        }
        cancel.cancel();
        assert!(table.finish(&RunCounts::default()).is_err());
        assert!(!written.ends_with(b"PAR1") || written.len() == 4, "the file is complete");
    }
}

/// An output without room.
struct Full;

impl std::io::Write for Full {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::StorageFull.into())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn row_groups_match_the_page() {
    let record = games(1, 9).remove(0);
    let records = vec![record; 130_000];
    let columns = column::resolve(&["white", "ply_count"]).unwrap();
    let options = WriteOptions {
        kind: Kind::Parquet,
        threads: 2,
        depth: Depth::Positions,
        sort: None,
        cancel: Cancel::default(),
        written: Written::default(),
    };
    let mut table = Table::create(Vec::new(), &columns, options).unwrap();
    let mut batcher = Batcher::new(table.wanted());
    for records in records.chunks(30_000) {
        records.iter().for_each(|record| batcher.append(record));
        table.push(batcher.finish(&Base::default(), "0.pgn"), 0).unwrap();
    }
    let file = on_disk(&table.finish(&RunCounts::default()).unwrap());
    let reader = parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let rows: Vec<i64> = reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(rows, [file::ROW_GROUP as i64, 130_000 - file::ROW_GROUP as i64]);
}

/// Lists have pages of our own making: every value, lists of every length, more than one page.
#[test]
fn lists_of_all_values_and_lengths_come_back() {
    let mut dice = Dice(12);
    for values in [1, 2, 5, 16, 17, 256] {
        let mut records = Vec::new();
        for length in [0, 0, 1, 7, 8, 9, 300_000, 0, 70_000, 64, 65, 200_000, 0] {
            let mut record = random_game(&mut dice, 0);
            let mut byte = || dice.roll(values) as u8;
            record.plies = (0..length)
                .map(|_| Ply {
                    from: byte(),
                    to: 255 - byte(),
                    piece: byte(),
                    captured: byte(),
                    promotion: byte(),
                    flags: byte(),
                })
                .collect();
            records.push(record);
        }
        for records in [&records[..], &records[..2], &records[6..7]] {
            let bytes = write(Kind::Parquet, None, &["moves"], &[records.to_vec()]);
            assert_eq!(
                read(Kind::Parquet, bytes, None).columns(),
                batch(&["moves"], records).columns(),
                "{values} values"
            );
        }
    }
}

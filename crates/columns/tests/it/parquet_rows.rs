//! Rows of Parquet files in any order, also of files by other programs.

use crate::hand::Dice;
use crate::temporary::on_disk;
use arrow_array::types::Int64Type;
use arrow_array::{ArrayRef, Int32Array, ListArray, RecordBatch, StringArray, StructArray};
use arrow_select::concat::concat_batches;
use parquet::arrow::ArrowWriter;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use scoresheet_columns::file::{ParquetRows, PositionedFile, ReadOptions};
use std::sync::Arc;

/// Rows with texts, lists, structures and NULL.
fn table(rows: usize) -> RecordBatch {
    let number = Arc::new((0..rows as i32).map(Some).collect::<Int32Array>()) as ArrayRef;
    let text = |row: usize| (!row.is_multiple_of(7)).then(|| format!("game {}", "x".repeat(row % 50)));
    let texts = Arc::new((0..rows).map(text).collect::<StringArray>()) as ArrayRef;
    let list = |row: usize| (!row.is_multiple_of(5)).then(|| (0..row % 4).map(move |at| Some((row * at) as i64)));
    let lists = Arc::new(ListArray::from_iter_primitive::<Int64Type, _, _>((0..rows).map(list))) as ArrayRef;
    let nested = StructArray::try_from(vec![("text", Arc::clone(&texts)), ("list", Arc::clone(&lists))]).unwrap();
    RecordBatch::try_from_iter_with_nullable([
        ("number", number, true),
        ("text", texts, true),
        ("list", lists, true),
        ("nested", Arc::new(nested) as ArrayRef, true),
    ])
    .unwrap()
}

/// The file of a table in row groups of these sizes, with small pages.
fn parquet(table: &RecordBatch, groups: &[usize], version: WriterVersion, has_index: bool) -> Vec<u8> {
    let statistics = if has_index { EnabledStatistics::Page } else { EnabledStatistics::None };
    let properties = WriterProperties::builder()
        .set_writer_version(version)
        .set_statistics_enabled(statistics)
        .set_offset_index_disabled(!has_index)
        .set_data_page_row_count_limit(16)
        .set_write_batch_size(16)
        .build();
    let mut writer = ArrowWriter::try_new(Vec::new(), table.schema(), Some(properties)).unwrap();
    let mut start = 0;
    for group in groups {
        writer.write(&table.slice(start, *group)).unwrap();
        writer.flush().unwrap();
        start += group;
    }
    writer.into_inner().unwrap()
}

fn opened(bytes: &[u8], columns: Option<&[&str]>) -> ParquetRows {
    let file = PositionedFile::new(on_disk(bytes)).unwrap();
    ParquetRows::open(file, &ReadOptions { columns, ..ReadOptions::default() }).unwrap()
}

#[test]
fn rows_are_those_of_the_table() {
    let groups = [1, 100, 16, 0, 83];
    let table = table(200);
    let mut dice = Dice(9);
    for version in [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0] {
        for has_index in [false, true] {
            let bytes = parquet(&table, &groups, version, has_index);
            let (all, two) = (opened(&bytes, None), opened(&bytes, Some(&["nested", "unknown", "number"])));
            assert_eq!((all.rows(), all.names().len(), two.schema().fields().len()), (200, 4, 2));
            for _ in 0..40 {
                let start = dice.roll(200);
                let end = start + dice.roll(201 - start);
                let expected = table.slice(start as usize, (end - start) as usize);
                assert_eq!(all.some(start..end).unwrap(), expected, "{start}..{end}");
                assert_eq!(two.some(start..end).unwrap(), expected.project(&[0, 3]).unwrap(), "{start}..{end}");
            }
            assert!(all.some(199..201).is_err());
        }
    }
}

#[test]
fn ranges_have_all_rows_in_order() {
    let table = table(50_000);
    let bytes = parquet(&table, &[45_000, 0, 5_000], WriterVersion::PARQUET_2_0, false);
    let rows = opened(&bytes, Some(&["number"]));
    let (mut found, mut end) = (Vec::new(), 0);
    for range in rows.ranges() {
        assert_eq!(range.first(), end);
        rows.read(&range, |batch| {
            found.push(batch);
            Ok(())
        })
        .unwrap();
        end = range.end();
    }
    assert_eq!(end, 50_000);
    let number = table.project(&[0]).unwrap();
    assert_eq!(concat_batches(&number.schema(), &found).unwrap(), number);
}

/// Damage is an error, or in places that no reader looks at.
#[test]
fn damage_is_an_error() {
    let table = table(60);
    let bytes = parquet(&table, &[20, 40], WriterVersion::PARQUET_2_0, false);
    let attempt = |bytes: &[u8]| {
        let rows = ParquetRows::open(PositionedFile::new(on_disk(bytes)).unwrap(), &ReadOptions::default())?;
        rows.ranges().try_for_each(|range| rows.read(&range, |_| Ok(())))?;
        rows.some(0..rows.rows().min(60))
    };
    assert_eq!(attempt(&bytes).unwrap(), table);
    for at in (0..bytes.len()).step_by(3) {
        assert!(attempt(&bytes[..at]).is_err(), "{at} bytes");
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        // The checksums of Parquet are optional. What matters is that this ends.
        let _ = attempt(&damaged);
    }
}

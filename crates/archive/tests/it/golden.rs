//! The same games give the same file, on every processor and in every build. After a change of the format, run with
//! `BLESS=1`; `make test-long` also runs this for a newer processor than usual.

use crate::hostile::texts;
use crate::shared::{collected, written};
use scoresheet_archive::Settings;
use std::fmt::Write;
use std::path::Path;
use twox_hash::XxHash3_64;

#[test]
fn files_of_each_table_have_the_bytes_that_they_always_had() {
    let mut rows = String::from("games\ttable\tblock\tbytes\tXXH3\n");
    for sample in texts::samples() {
        let text = sample.texts.join("\n\n");
        for table in [&[1], &[2], &[3], &[4], &[5], &[6]] {
            for block in [2, 256] {
                let settings = Settings { block, tables: table, threads: 1, explains: false };
                let file = written(collected(sample.format, &text), settings);
                let hash = XxHash3_64::oneshot(&file);
                let (name, table, length) = (sample.name, table[0], file.len());
                writeln!(rows, "{name}\t{table}\t{block}\t{length}\t{hash:016x}").expect("a text");
            }
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/archive/files.tsv");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &rows).expect("it can be written");
    }
    assert_eq!(rows, std::fs::read_to_string(&path).expect("the hashes"));
}

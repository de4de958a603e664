//! The example games from every kind of source to every kind of output: whichever way they go, the same is counted.

use crate::common;
use crate::common::{Counting, Plies, checked, converted, examples, folder, settings};
use scoresheet_jobs::batches::Batches;
use scoresheet_jobs::host::Caller;
use scoresheet_jobs::objects::{Object, ObjectWriter};
use scoresheet_jobs::options::{OptionValue, Taker};
use scoresheet_jobs::plan::Plan;
use scoresheet_jobs::trees::{IteratedGames, PulledTrees, Trees};
use scoresheet_jobs::{ReadTree, Report, inputs::arguments};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is counted of the examples.
const COUNTS: (u64, u64, u64, u64) = (282, 28_968, 77, 2);
const RESULTS: [(&str, u64); 3] = [("1-0", 111), ("0-1", 131), ("1/2-1/2", 40)];

/// The outputs that are files or folders, by their names.
const FILES: [&str; 10] =
    ["a.pgn", "a.vgn", "a.uci", "a.san", "a.pgc", "a.parquet", "a.arrow", "a.bin", "a.sqlite", "icn/"];

/// Checks the counts of a report, and what it lists as written.
fn assert_counts(report: &Report, written: u64, way: &str) {
    let counts = (report.games(), report.plies(), report.mates(), report.stalemates());
    assert_eq!(counts, COUNTS, "{way}");
    assert_eq!(report.results().collect::<Vec<_>>(), RESULTS, "{way}");
    assert_eq!((report.written(), report.skipped(), report.faulty()), (written, 0, 0), "{way}");
}

/// The example games in every kind of source.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let columns =
        |names: &[&str]| [("columns", OptionValue::List(names.iter().map(|name| (*name).to_owned()).collect()))];
    let kinds: [(&str, &[&str]); 11] = [
        ("all.pgn", &[]),
        ("all.vgn", &[]),
        ("all.uci", &[]),
        ("all.lan", &[]),
        ("all.pgc", &[]),
        ("lists.parquet", &["tags", "summary", "moves"]),
        ("packed.parquet", &["tags", "summary", "packed"]),
        ("texts.parquet", &["tags", "summary", "text"]),
        ("documents.parquet", &["tags", "summary", "documents"]),
        // This one reads nothing but documents.
        ("all.sqlite", &["tags", "summary", "documents"]),
        ("all.arrow", &["tags", "summary", "moves", "packed", "notes"]),
    ];
    let made = kinds.map(|(name, names)| {
        let path = folder.join(name);
        let options = if names.is_empty() { Vec::new() } else { columns(names).to_vec() };
        assert_counts(&converted(&examples(), &path, &options).unwrap(), 282, name);
        path
    });
    made.into_iter().chain([PathBuf::from(examples())]).collect()
}

fn plan(path: &str) -> Arc<Plan> {
    let settings = settings(Taker::Read, &[]).unwrap();
    Arc::new(Plan::new(arguments::expand(&[path.to_owned().into()], &settings).unwrap(), settings).unwrap())
}

/// Every game of a source, as the code that iterates over them gets it.
fn trees(path: &str) -> (Vec<ReadTree>, Arc<Plan>) {
    let plan = plan(path);
    let (stream, mut all) = (Trees::of(&plan), Vec::new());
    loop {
        match stream.pull().unwrap() {
            PulledTrees::Nothing => {}
            PulledTrees::End => return (all, plan),
            PulledTrees::Games(IteratedGames::Trees(given)) => all.extend(given),
            PulledTrees::Games(IteratedGames::Unread(_)) => panic!("the examples hold foreign games"),
        }
    }
}

#[test]
fn every_way_counts_the_same() {
    let folder = folder("every_way_counts_the_same");
    for (place, source) in sources(&folder).iter().enumerate() {
        let source = source.to_str().unwrap();
        assert_counts(&checked(source, &[]).unwrap(), 0, &format!("check {source}"));
        for name in FILES {
            let out = folder.join(format!("{place}-{name}"));
            if name == "icn/" {
                std::fs::create_dir(&out).unwrap();
            }
            let to: &[_] = if name == "icn/" { &[("to", common::text("icn"))] } else { &[] };
            assert_counts(&converted(source, &out, to).unwrap(), 282, &format!("{source} to {name}"));
        }

        let (games, through) = trees(source);
        assert_counts(through.report().as_ref().unwrap(), 282, &format!("{source} to trees"));
        for name in FILES {
            let out = folder.join(format!("{place}-objects-{name}"));
            if name == "icn/" {
                std::fs::create_dir(&out).unwrap();
            }
            let to: &[_] = if name == "icn/" { &[("to", common::text("icn"))] } else { &[] };
            let (write, mut host) = (settings(Taker::Write, to).unwrap(), Counting::default());
            let caller = Caller { host: &mut host, foreign: &Plies };
            let mut writer = ObjectWriter::create(out.to_str().unwrap(), &write, caller).unwrap();
            games.iter().for_each(|read| writer.write(Object::Tree(&read.tree)).unwrap());
            let report = writer.finish().unwrap().commit().unwrap();
            assert_counts(&report, 282, &format!("{source} by objects to {name}"));
        }

        let pulled = plan(source);
        let rows: usize = Batches::of(&pulled).unwrap().map(|batch| batch.unwrap().num_rows()).sum();
        assert_eq!(rows, 282, "{source}");
        assert_counts(pulled.report().as_ref().unwrap(), 282, &format!("{source} to batches"));
    }
}

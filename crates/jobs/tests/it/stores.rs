//! Databases as outputs and inputs of jobs: which calls the caller receives, and in which order.

use crate::common;
use crate::common::stores::Memory;
use crate::common::{Counting, Plies, folder, settings, text};
use scoresheet_core::error::Code;
use scoresheet_jobs::host::Caller;
use scoresheet_jobs::options::{OptionValue, Taker};
use scoresheet_jobs::{Failure, Report, convert, inputs::arguments};
use std::fs;
use std::path::Path;
use std::sync::Arc;

const THREE: &str = "[White \"A\"]\n\n1. e4 *\n\n1. Ke3 *\n\n1. c4 *\n";

/// Loads files into a database, and returns the calls that it received.
fn loaded(
    store: Memory,
    from: &[&Path],
    to: &str,
    options: &[(&str, OptionValue)],
) -> (Result<Report, Failure>, Vec<String>) {
    let said = Arc::clone(&store.said);
    let mut settings = settings(Taker::Convert, options).unwrap();
    settings.open_stores_by(Arc::new(store));
    let paths: Vec<_> = from.iter().map(|path| path.to_str().unwrap().to_owned().into()).collect();
    let inputs = arguments::expand(&paths, &settings).unwrap();
    let caller = Caller { host: &mut Counting::default(), foreign: &Plies };
    let report = convert(&inputs, Some(to), &settings, caller);
    let said = said.lock().unwrap().clone();
    (report, said)
}

fn three(name: &str) -> (std::path::PathBuf, std::path::PathBuf) {
    let folder = folder(name);
    let games = folder.join("three.pgn");
    fs::write(&games, THREE).unwrap();
    (games, folder)
}

#[test]
fn sources_are_begun_put_and_ended_one_after_another() {
    let (games, folder) = three("sources_are_begun");
    let (empty, other) = (folder.join("empty.pgn"), folder.join("other.pgn"));
    fs::write(&empty, "").unwrap();
    fs::write(&other, "1. d4 *\n").unwrap();
    let (report, said) =
        loaded(Memory::default(), &[&games, &empty, &other], &to(&folder), &[("on_error", text("skip"))]);
    assert_eq!((report.as_ref().unwrap().written(), report.unwrap().skipped()), (3, 1));
    assert_eq!(
        said,
        [
            "open x.sqlite table=games [three.pgn,empty.pgn,other.pgn] on_error=skip force=false",
            "begin three.pgn true",
            "put three.pgn Some(1)-Some(3) of 3",
            "end three.pgn Some(3)",
            "begin empty.pgn true",
            "end empty.pgn Some(0)",
            "begin other.pgn true",
            "put other.pgn Some(1)-Some(1) of 1",
            "end other.pgn Some(1)",
            "complete",
        ]
    );
}

fn to(folder: &Path) -> String {
    folder.join("x.sqlite").to_str().unwrap().to_owned()
}

#[test]
fn games_that_are_there_are_not_given_again() {
    let (games, folder) = three("games_that_are_there");
    let there = |there| Memory { there, ..Memory::default() };
    let (report, said) = loaded(there(1), &[&games], &to(&folder), &[]);
    assert_eq!((report.as_ref().unwrap().games(), report.unwrap().written()), (3, 2));
    assert_eq!(said[2], "put three.pgn Some(2)-Some(3) of 3");
    let (report, said) = loaded(there(3), &[&games], &to(&folder), &[]);
    assert_eq!(report.unwrap().written(), 0);
    assert_eq!(said[2..], ["end three.pgn Some(3)", "complete"]);
}

#[test]
fn options_that_decide_rows_are_stored_and_those_of_the_run_are_not() {
    let (games, folder) = three("what_an_option_decides");
    let options = [
        ("threads", OptionValue::Number(1)),
        ("limit", OptionValue::Number(2)),
        ("force", OptionValue::Flag(true)),
        ("choices", OptionValue::Pairs(vec![("table".into(), "mine".into())])),
    ];
    let (_, said) = loaded(Memory::default(), &[&games], &to(&folder), &options);
    assert_eq!(said[0], "open x.sqlite table=mine [three.pgn] limit=2 force=true");
    assert_eq!(said[2..4], ["put three.pgn Some(1)-Some(2) of 2", "end three.pgn Some(2)"]);
}

#[test]
fn a_url_is_shown_without_its_password() {
    let (games, _) = three("a_url_is_shown");
    let (_, said) = loaded(Memory::default(), &[&games], "POSTGRES://me:hidden@host/db", &[]);
    assert_eq!(said[0], "open POSTGRES://me@host/db table=games,doc=json [three.pgn]  force=false");
}

#[test]
fn a_database_that_goes_away_ends_the_job() {
    let (games, folder) = three("a_database_that_goes_away");
    let store = Memory { fails_at: Some(0), ..Memory::default() };
    let (report, said) = loaded(store, &[&games], &to(&folder), &[]);
    assert!(matches!(report, Err(Failure::Interrupted(Some(_)))));
    assert_eq!(said.last().unwrap(), "begin three.pgn true");
}

#[test]
fn two_inputs_of_one_name_are_distinguished_by_their_paths() {
    let (games, folder) = three("two_inputs_of_one_name");
    let other = folder.join("b");
    fs::create_dir(&other).unwrap();
    let other = other.join("three.pgn");
    fs::write(&other, THREE).unwrap();
    let (_, said) = loaded(Memory::default(), &[&games, &other], &to(&folder), &[]);
    assert!(said[0].contains(&format!("[{},{}]", games.display(), other.display())), "{}", said[0]);
    let (report, _) = loaded(Memory::default(), &[&games, &games], &to(&folder), &[]);
    assert!(report.unwrap_err().to_string().contains("is given twice"));
}

#[test]
fn a_packed_database_is_not_read() {
    let (games, folder) = three("a_packed_database");
    let columns = OptionValue::List(vec!["tags".to_owned(), "documents".to_owned()]);
    loaded(Memory::default(), &[&games], &to(&folder), &[("columns", columns)]).0.unwrap();
    let packed = folder.join("x.sqlite.gz");
    let plain = fs::read(to(&folder)).unwrap();
    let mut out = scoresheet_files::Output::create(packed.to_str().unwrap(), false).unwrap();
    std::io::Write::write_all(&mut out, &plain).unwrap();
    out.commit().unwrap();
    let report = common::checked(packed.to_str().unwrap(), &[]).unwrap();
    let codes: Vec<_> = report.codes().map(|code| code.code.id()).collect();
    assert_eq!(codes, ["file-kind"]);
    assert_eq!(common::checked(&to(&folder), &[]).unwrap().games(), 3);
}

#[test]
fn a_game_that_a_database_refuses_is_an_error_and_the_others_are_written() {
    let (games, folder) = three("a_game_that_a_database_refuses");
    let store = || Memory { refuses: Some(3), ..Memory::default() };
    let report = loaded(store(), &[&games], &to(&folder), &[]).0.unwrap();
    assert_eq!((report.games(), report.written(), report.faulty()), (3, 2, 2));
    let refused = report.codes().find(|code| code.code == Code::StoreRefused).unwrap();
    assert_eq!((refused.count, refused.fault.map(|fault| fault.at.game)), (1, Some(3)));
    let failed = loaded(store(), &[&games], &to(&folder), &[("on_error", text("raise"))]).0;
    assert!(failed.is_err());
}

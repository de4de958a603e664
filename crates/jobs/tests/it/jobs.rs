//! Jobs from one end to the other, without Python: the example games through every public function.

use crate::common::{
    Counting, GAMES, MATES, PLIES, Plies, checked, converted, examples, folder, of_first_input, settings, text,
};
use scoresheet_jobs::batches::Batches;
use scoresheet_jobs::foreign::ForeignGame;
use scoresheet_jobs::host::Caller;
use scoresheet_jobs::objects::{Object, ObjectWriter, OneAtATime, alone};
use scoresheet_jobs::options::{OptionValue, Taker, list};
use scoresheet_jobs::parse::{ParsedGame, parse};
use scoresheet_jobs::plan::Plan;
use scoresheet_jobs::trees::{IteratedGames, PulledTrees, Trees};
use scoresheet_jobs::{Failure, ReadTree, Report, Settings, check, convert, formats, inputs::arguments};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// A file with one good game, one with an illegal move, and another good one.
fn three_games(folder: &Path) -> String {
    let path = folder.join("three.pgn");
    fs::write(&path, "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"C\"]\n\n1. d4 d5 *\n")
        .unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn check_counts_the_examples() {
    let report = checked(&examples(), &[]).unwrap();
    assert_eq!((report.games(), report.plies(), report.mates()), (GAMES, PLIES, MATES));
    assert_eq!(report.results().map(|(_, count)| count).sum::<u64>(), GAMES);
    assert_eq!(report.inputs().iter().map(|input| input.games).sum::<u64>(), GAMES);
    assert_eq!(report.written(), 0);
}

#[test]
fn text_survives_columns() {
    let folder = folder("text_survives_columns");
    let (first, columns, second) = (folder.join("1.pgn"), folder.join("2.parquet"), folder.join("3.pgn"));
    let every = [("columns", OptionValue::List(vec!["tags".into(), "summary".into(), "moves".into(), "text".into()]))];
    assert_eq!(converted(&examples(), &first, &[]).unwrap().written(), GAMES);
    assert_eq!(converted(first.to_str().unwrap(), &columns, &every).unwrap().written(), GAMES);
    let report = converted(columns.to_str().unwrap(), &second, &[]).unwrap();
    assert_eq!((report.written(), report.plies(), report.mates()), (GAMES, PLIES, MATES));
    let again = checked(columns.to_str().unwrap(), &[]).unwrap();
    assert_eq!((again.games(), again.plies(), again.mates()), (GAMES, PLIES, MATES));
    assert_eq!(checked(second.to_str().unwrap(), &[]).unwrap().plies(), PLIES);
}

#[test]
fn columns_are_split_and_added_to_a_folder() {
    let folder = folder("columns_are_split_and_added_to_a_folder");
    let (place, flag) = (folder.join("set"), || OptionValue::Flag(true));
    let output = place.join("result={result}").join("{part}.parquet");
    let parts = [("part_games", OptionValue::Number(50)), ("threads", OptionValue::Number(2))];
    let report = converted(&examples(), &output, &parts).unwrap();
    assert_eq!((report.written(), report.renamed()), (GAMES, 0));
    let again = checked(place.to_str().unwrap(), &[]).unwrap();
    assert_eq!((again.games(), again.plies(), again.mates()), (GAMES, PLIES, MATES));
    assert_eq!(again.inputs().len() as u64, report.files());
    assert!(again.inputs().iter().all(|input| input.games <= 50));
    // All of what is added to a group is one part more.
    let added = converted(&examples(), &output, &[("append", flag())]).unwrap();
    assert_eq!(added.files(), fs::read_dir(&place).unwrap().count() as u64);
    assert_eq!(checked(place.to_str().unwrap(), &[]).unwrap().games(), 2 * GAMES);
    let other = [("append", flag()), ("columns", OptionValue::List(vec!["tags".into()]))];
    assert!(matches!(converted(&examples(), &output, &other), Err(Failure::File(_))));
    assert_eq!(checked(place.to_str().unwrap(), &[]).unwrap().games(), 2 * GAMES);
}

#[test]
fn an_output_that_exists_is_kept() {
    let folder = folder("an_output_that_exists_is_kept");
    let (input, output) = (three_games(&folder), folder.join("out.pgn"));
    fs::write(&output, "mine").unwrap();
    assert!(matches!(converted(&input, &output, &[]), Err(Failure::File(_))));
    assert_eq!(fs::read(&output).unwrap(), b"mine");
    converted(&input, &output, &[("force", OptionValue::Flag(true))]).unwrap();
    assert_ne!(fs::read(&output).unwrap(), b"mine");
}

#[test]
fn a_limit_counts_all_inputs_together() {
    let folder = folder("a_limit_counts_all_inputs_together");
    for limit in [0, 1, 50, 100, GAMES + 1] {
        let limited = [("limit", OptionValue::Number(limit))];
        assert_eq!(checked(&examples(), &limited).unwrap().games(), limit.min(GAMES));
        let output = folder.join(format!("{limit}.pgn"));
        assert_eq!(converted(&examples(), &output, &limited).unwrap().written(), limit.min(GAMES));
    }
}

#[test]
fn chosen_games_are_taken() {
    let folder = folder("chosen_games_are_taken");
    let input = three_games(&folder);
    let games = OptionValue::Games(of_first_input(&[1, 3]));
    let report = converted(&input, &folder.join("out.pgn"), &[("chosen", games)]).unwrap();
    assert_eq!((report.games(), report.written()), (3, 2));
}

#[test]
fn bad_games_are_kept_skipped_or_raised() {
    let folder = folder("bad_games");
    let input = three_games(&folder);
    let done =
        |on_error: &str| converted(&input, &folder.join(format!("{on_error}.pgn")), &[("on_error", text(on_error))]);
    let kept = done("keep").unwrap();
    assert_eq!((kept.written(), kept.skipped(), kept.faulty()), (3, 0, 1));
    let codes: Vec<_> = kept.codes().map(|code| (code.code.id(), code.count, code.severity())).collect();
    assert_eq!(codes, [("move-illegal", 1, "error")]);
    let skipped = done("skip").unwrap();
    assert_eq!((skipped.written(), skipped.skipped()), (2, 1));
    let Err(Failure::Input { file, fault, report }) = done("raise") else { panic!("nothing was raised") };
    assert_eq!((file.as_deref(), fault.code.id(), fault.at.game), (Some(input.as_str()), "move-illegal", 2));
    assert!(report.unwrap().contains("three.pgn:7:13 (game 2 \"B\", move 2., byte"));
    assert!(!folder.join("raise.pgn").exists());
}

#[test]
fn a_host_ends_a_job() {
    let folder = folder("a_host_ends_a_job");
    let settings = settings(Taker::Convert, &[]).unwrap();
    let named = arguments::expand(&[examples().into()], &settings).unwrap();
    let output = folder.join("out.pgn");
    let mut all = Counting::default();
    check(&named, &settings, Caller { host: &mut all, foreign: &Plies }).unwrap();
    assert_eq!(all.last.1, GAMES);
    let mut once = Counting { most: Some(0), ..Counting::default() };
    let stopped = convert(&named, output.to_str(), &settings, Caller { host: &mut once, foreign: &Plies });
    let Err(Failure::Interrupted(Some(error))) = stopped else { panic!("nothing has stopped it") };
    assert_eq!((error.to_string().as_str(), once.ticks), ("enough", 1));
    assert!(!output.exists());
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let refused =
        |taker: Taker, name: &str, value: OptionValue| settings(taker, &[(name, value)]).err().unwrap().to_string();
    assert_eq!(refused(Taker::Check, "colour", text("red")), "usage: there is no option `colour`");
    assert_eq!(refused(Taker::Check, "sort_tags", OptionValue::Flag(true)), "usage: `check` has no option `sort_tags`");
    assert_eq!(refused(Taker::Check, "limit", text("many")), "usage: `limit` must be a number");
    assert_eq!(refused(Taker::Check, "on_error", text("weep")), "usage: `on_error=weep` is not a valid value");
    assert_eq!(refused(Taker::Check, "threads", OptionValue::Number(0)), "usage: `threads=0` is out of range");
    let choice = |name: &str, value: &str| [("choices", OptionValue::Pairs(vec![(name.to_owned(), value.to_owned())]))];
    let misplaced = |name, value| checked(&examples(), &choice(name, value)).err().unwrap().to_string();
    assert_eq!(misplaced("colour", "red"), "usage: no format has an option `colour`");
    assert_eq!(misplaced("ply", "20"), "usage: no input has an option `ply`");
}

#[test]
fn options_have_unique_names_and_descriptions() {
    for (place, option) in list::all().enumerate() {
        assert!(list::all().take(place).all(|other| other.name != option.name), "{}", option.name);
        assert!(!option.docstring.is_empty(), "{}", option.name);
        assert_eq!(option.is_public(), !option.help().is_empty(), "{}", option.name);
    }
}

#[test]
fn names_tell_formats_and_contents_tell_more() {
    let named = |name: &str, head: &[u8]| formats::detect::of_file(name, head).id();
    assert_eq!(named("a.vgn.zst", b""), "vgn");
    assert_eq!(named("a.icn.json", b""), "icn-json");
    assert_eq!(named("a", b"PAR1"), "parquet");
    assert_eq!(named("a.parquet", b"[White \"A\"]"), "pgn");
    assert_eq!(named("a", b"w 0/100 K5,1+|k5,8+"), "icn");
}

#[test]
fn a_file_taken_for_pgn_may_hold_vgn() {
    let folder = folder("a_file_taken_for_pgn_may_hold_vgn");
    let path = folder.join("mixed.pgn");
    let games =
        "[White \"A\"]\n\n1. e4 e5 *\n\n[GameFormat \"VGN\"]\n[MoveFormat \"SAN\"]\n[White \"B\"]\n\n1. d4 d5 *\n";
    fs::write(&path, games).unwrap();
    let report = checked(path.to_str().unwrap(), &[]).unwrap();
    assert_eq!((report.games(), report.plies(), report.faulty()), (2, 4, 0));
    // An option of VGN fits, as games of it may occur there.
    let choices = OptionValue::Pairs(vec![("validation".to_owned(), "off".to_owned())]);
    assert_eq!(checked(path.to_str().unwrap(), &[("choices", choices)]).unwrap().games(), 2);
}

#[test]
fn games_come_in_the_background() {
    let settings = settings(Taker::Read, &[]).unwrap();
    let plan = Arc::new(Plan::new(arguments::expand(&[examples().into()], &settings).unwrap(), settings).unwrap());
    let rows: usize = Batches::of(&plan).unwrap().map(|batch| batch.unwrap().num_rows()).sum();
    assert_eq!(rows as u64, GAMES);
    assert_eq!(plan.report().as_ref().map(Report::plies), Some(PLIES));
    let trees = Trees::of(&plan);
    let (mut games, mut plies) = (0, 0);
    loop {
        match trees.pull().unwrap() {
            PulledTrees::Nothing => {}
            PulledTrees::End => break,
            PulledTrees::Games(IteratedGames::Unread(_)) => panic!("the examples hold foreign games"),
            PulledTrees::Games(IteratedGames::Trees(given)) => {
                for ReadTree { tree, .. } in given {
                    (games, plies) = (games + 1, plies + tree.mainline().count() as u64);
                }
            }
        }
    }
    assert_eq!((games, plies), (GAMES, PLIES));
}

#[test]
fn foreign_games_go_through_whoever_knows_them() {
    let folder = folder("foreign_games");
    let (input, output) = (folder.join("a.icn"), folder.join("b.icn"));
    fs::write(&input, "K5,1|k5,8").unwrap();
    let profile = |name: &str| (name.to_owned(), OptionValue::Pairs(vec![("profile".to_owned(), "modern".to_owned())]));
    let (choices, read_choices) = (profile("choices"), profile("read_choices"));
    let checked = checked(input.to_str().unwrap(), &[(&choices.0, choices.1.clone())]).unwrap();
    assert_eq!((checked.games(), checked.plies()), (1, 9));
    // What the format that is written takes for itself was not given for reading.
    let reading = [(&*choices.0, choices.1.clone()), (&*read_choices.0, read_choices.1)];
    assert_eq!(converted(input.to_str().unwrap(), &output, &reading).unwrap().written(), 1);
    assert_eq!(fs::read(&output).unwrap(), b"9");
    let pgn = converted(input.to_str().unwrap(), &folder.join("c.pgn"), &[(&choices.0, choices.1)]).unwrap();
    assert_eq!((pgn.written(), pgn.plies()), (1, 9));
}

#[test]
fn objects_are_written_one_by_one() {
    let folder = folder("objects_are_written");
    let read = settings(Taker::Parse, &[]).unwrap();
    let ParsedGame::Tree(read) = parse(b"1. e4 e5 {good} *", &read, &Plies).unwrap() else { panic!("no tree") };
    assert!(read.found.errors.is_empty() && read.found.notes.is_empty());
    let tree = read.tree;
    let to = OneAtATime::of(formats::find("uci").unwrap()).unwrap();
    let written = alone(&tree, to, &Settings::default(), &Plies).unwrap();
    assert_eq!(written.text.as_deref(), Some(&b"e2e4 e7e5 *\n"[..]));
    assert!(!written.losses.is_empty() && written.check_losses(to, false).is_ok());
    assert!(matches!(written.check_losses(to, true), Err(Failure::Loss(_))));

    let (path, mut host) = (folder.join("two.pgn"), Counting::default());
    let write = settings(Taker::Write, &[]).unwrap();
    let caller = Caller { host: &mut host, foreign: &Plies };
    let mut writer = ObjectWriter::create(path.to_str().unwrap(), &write, caller).unwrap();
    writer.write(Object::Tree(&tree)).unwrap();
    writer.write(Object::Foreign(&ForeignGame::new(3_u32))).unwrap();
    let finished = writer.finish().unwrap();
    assert!(!path.exists());
    let report = finished.commit().unwrap();
    assert_eq!((report.games(), report.written(), report.plies()), (2, 2, 5));
    assert_eq!(checked(path.to_str().unwrap(), &[]).unwrap().games(), 2);
}

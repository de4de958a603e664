//! The reported bits of an output, and the sizes of the same games with other compressors.

use crate::common::{Counting, Plies, converted, folder, of_first_input, settings, text};
use scoresheet_core::write::Shares;
use scoresheet_jobs::compression_report::Gain;
use scoresheet_jobs::host::Caller;
use scoresheet_jobs::objects::{Object, ObjectWriter};
use scoresheet_jobs::options::{OptionValue, Taker};
use scoresheet_jobs::parse::{ParsedGame, parse};
use scoresheet_jobs::{Failure, Report};
use std::fs;
use std::path::Path;

/// Six moves of 9 bits, as no second piece could go there, and one of 5: in v0, castling takes 4 and one for the side.
const BARE: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *\n";
const MOVES: u64 = 6 * 9 + 5;

/// The block, the end, and two bits that fill the last byte; and the byte of the version.
const AROUND: u64 = 4 + 7 + 2;
const VERSION: u64 = 8;

fn explained(games: &str, folder: &Path, options: &[(&str, OptionValue)]) -> Report {
    let input = folder.join("in.pgn");
    fs::write(&input, games).unwrap();
    let options = [&[("explain", OptionValue::Flag(true)), ("force", OptionValue::Flag(true))], options].concat();
    converted(input.to_str().unwrap(), &folder.join("out.cpgn"), &options).unwrap()
}

/// The use of the bits of a file whose format counts four kinds.
fn shares(gain: &Gain) -> Shares {
    let of = |wanted: &str| gain.bits.iter().find(|(name, _)| name == wanted).unwrap().1;
    Shares { tags: of("tags"), moves: of("moves"), comments: of("comments"), other: of("other"), plies: gain.plies }
}

fn gain(games: &str, folder: &Path, options: &[(&str, OptionValue)]) -> Gain {
    explained(games, folder, options).gain().expect("it was asked").clone()
}

#[test]
fn the_bits_of_a_game_match_its_codes() {
    let folder = folder("the_bits_of_a_game");
    let found = gain(BARE, &folder, &[]);
    let expected = Shares { tags: 8, moves: MOVES, comments: 0, other: VERSION + AROUND, plies: 7 };
    assert_eq!((shares(&found), found.bytes), (expected, 11));
    assert_eq!(shares(&found).bits(), 8 * fs::metadata(folder.join("out.cpgn")).unwrap().len());
}

#[test]
fn tags_comments_and_variations_have_shares_of_their_own() {
    let folder = folder("shares_of_their_own");
    // White, A and three zeros; five bits, three letters and a zero; twice six bits and a block.
    let game = "[White \"A\"]\n\n1. e4 {abc} (1. d4) 1... e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *\n";
    let found = gain(game, &folder, &[]);
    let inside = 6 + 4 + 6;
    let bits = 8 * 9 + MOVES + 9 + 37 + inside + 4 + 7;
    let expected = Shares {
        tags: 8 * 9,
        moves: MOVES + 9,
        comments: 37,
        other: VERSION + inside + 11 + bits.next_multiple_of(8) - bits,
        plies: 8,
    };
    assert_eq!(shares(&found), expected);
}

#[test]
fn only_games_that_are_written_count() {
    let folder = folder("only_games_that_are_written");
    let one = gain(BARE, &folder, &[]);
    let bad = format!("[White \"A\"]\n\n1. e4 e4 *\n\n{BARE}");
    let skipped = gain(&bad, &folder, &[("on_error", text("skip"))]);
    assert_eq!((shares(&skipped), skipped.bytes), (shares(&one), one.bytes));
    let chosen = gain(&bad, &folder, &[("chosen", OptionValue::Games(of_first_input(&[2])))]);
    assert_eq!((shares(&chosen), chosen.bytes), (shares(&one), one.bytes));
    assert!(chosen.compared.is_none(), "others would pack all games");
}

#[test]
fn a_draft_that_leaves_out_the_last_result_adds_up() {
    let folder = folder("a_draft_adds_up");
    let layout = OptionValue::Pairs(vec![("layout".to_owned(), "draft".to_owned())]);
    let found = gain(&BARE.repeat(2), &folder, &[("choices", layout)]);
    assert_eq!(8 * fs::metadata(folder.join("out.cpgn")).unwrap().len(), shares(&found).bits());
    assert_eq!((shares(&found).tags, shares(&found).plies), (16, 14));
}

#[test]
fn the_same_bytes_are_packed_by_others() {
    let folder = folder("the_same_bytes");
    let games = BARE.repeat(3);
    let found = gain(&games, &folder, &[]).compared.unwrap();
    assert_eq!(found.bytes, games.len() as u64);
    let names: Vec<_> = found.packed.iter().map(|size| size.by).collect();
    assert_eq!(names, ["gzip -9", "xz -9e", "zstd -19"]);
    assert!(found.packed.iter().all(|size| (20..2 * BARE.len() as u64 + 40).contains(&size.bytes)));
}

#[test]
fn games_after_the_limit_are_not_compared() {
    let folder = folder("games_behind_the_limit");
    let games = format!("{BARE}\n").repeat(3);
    let found = gain(&games, &folder, &[("limit", OptionValue::Number(2))]);
    assert_eq!(shares(&found).plies, 14);
    let bytes = found.compared.unwrap().bytes;
    assert!((2 * BARE.len() as u64..=2 * BARE.len() as u64 + 2).contains(&bytes), "{bytes}");
}

#[test]
fn games_in_columns_are_not_compared() {
    let folder = folder("games_in_columns");
    let (input, columns) = (folder.join("in.pgn"), folder.join("in.parquet"));
    fs::write(&input, BARE).unwrap();
    converted(input.to_str().unwrap(), &columns, &[]).unwrap();
    let explain = [("explain", OptionValue::Flag(true))];
    let report = converted(columns.to_str().unwrap(), &folder.join("out.cpgn"), &explain).unwrap();
    let gain = report.gain().unwrap();
    assert_eq!(shares(gain).moves, MOVES);
    assert!(gain.compared.is_none());
}

#[test]
fn objects_have_shares_but_no_comparison() {
    let folder = folder("objects_have_shares");
    let ParsedGame::Tree(read) = parse(BARE.as_bytes(), &settings(Taker::Parse, &[]).unwrap(), &Plies).unwrap() else {
        panic!("no tree")
    };
    let (path, mut host) = (folder.join("out.cpgn"), Counting::default());
    let write = settings(Taker::Write, &[("explain", OptionValue::Flag(true))]).unwrap();
    let caller = Caller { host: &mut host, foreign: &Plies };
    let mut writer = ObjectWriter::create(path.to_str().unwrap(), &write, caller).unwrap();
    writer.write(Object::Tree(&read.tree)).unwrap();
    let report = writer.finish().unwrap().commit().unwrap();
    let gain = report.gain().unwrap();
    assert_eq!((shares(gain).moves, gain.compared.is_none()), (MOVES, true));
}

#[test]
fn nothing_is_reported_without_a_request() {
    let folder = folder("nothing_is_told");
    assert!(explained(BARE, &folder, &[("explain", OptionValue::Flag(false))]).gain().is_none());
}

#[test]
fn a_format_that_does_not_count_its_bits_is_refused() {
    let folder = folder("a_format_is_refused");
    let input = folder.join("in.pgn");
    fs::write(&input, BARE).unwrap();
    let explain = [("explain", OptionValue::Flag(true))];
    let refused = |name: &str| converted(input.to_str().unwrap(), &folder.join(name), &explain);
    for name in ["out.pgn", "out.parquet"] {
        let Err(Failure::Usage { message, hint }) = refused(name) else { panic!("it is not refused") };
        assert!(message.ends_with("does not count how its bits are used"), "{message}");
        assert!(hint.starts_with("`{explain}` works with cpgn"), "{hint}");
        assert!(!folder.join(name).exists());
    }
}

#[test]
fn archives_report_the_size_of_each_kind_of_content() {
    let folder = folder("archives_say");
    let games = "[White \"A\"]\n\n1. e4 {[%clk 0:01:00]} e5 2. Nf3 1-0\n\n".repeat(40);
    fs::write(folder.join("in.pgn"), games).unwrap();
    let (input, output) = (folder.join("in.pgn"), folder.join("out.scz"));
    let options = [("explain", OptionValue::Flag(true)), ("force", OptionValue::Flag(true))];
    let report = converted(input.to_str().unwrap(), &output, &options).unwrap();
    let gain = report.gain().expect("it was asked");
    let whole: u64 = gain.bits.iter().filter(|(name, _)| !name.starts_with("tags: ")).map(|(_, bits)| bits).sum();
    assert_eq!(whole, 8 * fs::metadata(&output).unwrap().len());
    assert_eq!((gain.bytes * 8, gain.plies), (whole, 120));
    assert!(gain.bits.iter().any(|(name, _)| name == "tags: White"));
}

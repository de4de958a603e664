//! PGC files, and bare streams of BCCF and BCFEN: hostile bytes, places of faults, what is kept.

use crate::seed::Seed;
use scoresheet_core::error::Code;
use scoresheet_core::game::AnyGames;
use scoresheet_core::game::{self, GameFormat, WriteOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::position::fen;
use scoresheet_core::read::Settings;
use scoresheet_core::read::{Depth, Record};
use scoresheet_core::rules::Position;
use scoresheet_core::step::Termination;
use scoresheet_core::write::Filter;

const FORMATS: [&str; 3] = ["pgc", "bccf", "bcfen"];

fn format(id: &str) -> &'static dyn GameFormat {
    game::ALL.iter().copied().find(|format| format.spec().id == id).expect("a format")
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let value = |digit: u8| (digit as char).to_digit(16).expect("a digit") as u8;
    digits.chunks(2).map(|pair| value(pair[0]) << 4 | value(pair[1])).collect()
}

/// The games as PGN, and the codes with their first bytes.
fn read_from(from: &str, data: &[u8], start: Option<&Position>) -> (String, Vec<(&'static str, u64)>) {
    let settings = Settings::default();
    let mut games = AnyGames::of(format(from), data, &settings);
    if let Some(start) = start {
        games = games.starting(start);
    }
    let mut filter = Filter::new(format("pgn").writer(&WriteOptions::default()), false);
    let mut record = Record::new();
    while games.next(&mut record, &mut filter) {}
    let text = String::from_utf8(std::mem::take(filter.bytes())).expect("text");
    let codes = games
        .into_tally()
        .codes()
        .map(|(code, count)| (code.id(), count.first.as_ref().map_or(0, |fault| fault.at.byte)))
        .collect();
    (text, codes)
}

fn read(from: &str, hex: &str) -> (String, Vec<(&'static str, u64)>) {
    read_from(from, &bytes(hex), None)
}

fn written(pgn: &str, to: &str) -> (Vec<u8>, Vec<(&'static str, u64)>) {
    let settings = Settings::default();
    let mut games = AnyGames::new(pgn.as_bytes(), &settings);
    let mut filter = Filter::new(format(to).writer(&WriteOptions::default()), false);
    let (mut record, mut losses) = (Record::new(), Vec::new());
    while games.next(&mut record, &mut filter) {
        losses.extend(filter.losses_of_game().into_iter().map(|(kind, count)| (kind.spec().id, count)));
    }
    (std::mem::take(filter.bytes()), losses)
}

#[test]
fn a_file_of_pgc_holds_games_of_both_kinds() {
    let reduced = "01 013f 013f 0a3f3f3f3f2e3f3f2e3f3f 013f 0141 0142 03312d30 0700 0d0c0207130b1c";
    let many = "05 02 05 5768697465 07 4dfc6c6c65722e 03 02 0d0c 07 06 08 03 01 0b 09 03 01 09 06";
    let (text, codes) = read("pgc", &format!("00 {reduced} 00 {many} 0506"));
    assert_eq!(codes, []);
    let games: Vec<&str> = text.split("\n\n").collect();
    assert!(games[0].starts_with("[Event \"?\"]\n") && games[0].contains("[White \"A\"]"), "{text}");
    assert_eq!(games[1], "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0");
    assert_eq!(games[2..], ["[White \"Müller.\"]", "1. e4 e5 $6 (1... d6) 2. Nf3 *", "*", ""]);
}

#[test]
fn tags_may_follow_moves_and_comments_in_escapes() {
    let (text, codes) = read(
        "pgc",
        "05 03 01 0d 0a 05 00 7b 61 20 62 7d 0a 02 00 7879 02 03 466f6f 03 626172 02 06 526573756c74 03 312d30 06",
    );
    assert_eq!((text.as_str(), codes), ("[Foo \"bar\"]\n[Result \"1-0\"]\n\n1. e4 {a b}\n%xy\n1-0\n\n", vec![]));
}

#[test]
fn a_game_with_a_bad_record_fails_alone() {
    for (hex, code, byte) in [
        ("05 05 03 01 0d 06", "record-nesting", 1),
        ("05 07 01 03 01 0d 06", "record-nesting", 1),
        ("05 03 01 0d 09 06", "record-nesting", 4),
        ("05 03 01 0d 08 06", "record-nesting", 5),
        ("05 03 02 0d 14 06", "move-ordinal", 4),
        ("03 01 0d 06", "record-nesting", 0),
    ] {
        let (text, codes) = read("pgc", &format!("{hex} 05 03 01 13 06"));
        assert_eq!(codes, [(code, byte)], "{hex}");
        assert!(text.contains("1. e4") && text.ends_with("1. h4 *\n\n"), "{hex}: {text}");
    }
}

#[test]
fn a_broken_frame_ends_the_file() {
    let (text, codes) = read("pgc", "05 03 01 0d 06 05 03 01 0d 0b 05 03 01 13 06");
    assert_eq!((text.as_str(), codes), ("1. e4 *\n\n1. e4 *\n\n", vec![("record-marker", 9), ("unframed", 10)]));
    let (_, codes) = read("pgc", "05 02 06 52 65");
    assert_eq!(codes.iter().map(|code| code.0).collect::<Vec<_>>(), ["data-truncated", "unframed"]);
    assert_eq!(read("pgc", "05 03 01 0d").1, [("terminator-missing", 4)]);
}

#[test]
fn every_cut_of_a_file_is_an_error_or_a_game_less() {
    let file = bytes(
        "0502055768697465074dfc6c6c65722e03020d0c0706080301 0b 09 0a 03 00 787978 0301 09 06 01 013f013f013f013f013f013f012a 01000d",
    );
    let whole = read_from("pgc", &file, None);
    assert_eq!(whole.1, []);
    for end in 0..file.len() {
        let (text, codes) = read_from("pgc", &file[..end], None);
        let between = end == 0 || format("pgc").cut(&file[..end], false, &Limits::default()) == Some(end);
        assert_eq!(codes.is_empty(), between, "{end}: {codes:?} {text}");
    }
}

#[test]
fn texts_of_255_bytes_are_read_whole_and_cut_short_are_not() {
    let long = "A".repeat(255);
    let mut file = bytes("05 02 05 5768697465 ff");
    file.extend_from_slice(long.as_bytes());
    file.push(6);
    let (text, codes) = read_from("pgc", &file, None);
    assert_eq!((text, codes), (format!("[White \"{long}\"]\n\n*\n\n"), vec![]));
    for end in 9..file.len() - 1 {
        assert_eq!(read_from("pgc", &file[..end], None).1[0].0, "data-truncated", "{end}");
    }
}

#[test]
fn every_ordinal_out_of_range_is_reported() {
    for ordinal in 0..=255u8 {
        let (_, codes) = read_from("pgc", &[5, 3, 1, ordinal, 6], None);
        assert_eq!(codes.is_empty(), ordinal < 20, "{ordinal}");
        assert!(codes.iter().all(|code| *code == ("move-ordinal", 3)), "{codes:?}");
    }
}

#[test]
fn a_file_may_be_cut_between_its_games_only() {
    let file = bytes("05 03 01 0d 06 00 01 00 00 00 00 00 00 00 01 00 0d 05 06");
    let cuts: Vec<Option<usize>> =
        (0..=file.len()).map(|end| format("pgc").cut(&file[..end], false, &Limits::default())).collect();
    let ends: std::collections::BTreeSet<_> = cuts.into_iter().flatten().collect();
    assert_eq!(ends.into_iter().collect::<Vec<_>>(), [5, 17, 19]);
    assert_eq!(format("pgc").cut(&file[..3], true, &Limits::default()), Some(3));
    for id in ["bccf", "bcfen"] {
        assert_eq!(format(id).cut(&[0, 1, 2], false, &Limits::default()), None);
        assert_eq!(format(id).cut(&[0, 1, 2], true, &Limits::default()), Some(3));
    }
}

#[test]
fn words_are_separate() {
    // e2e4, then e7e5 as the last one of a game that is over.
    assert_eq!(read("bccf", "8630 9a40"), ("1. e4 e5 *\n\n".into(), vec![]));
    assert_eq!(read("bccf", "8630 9a41"), ("1. e4 e5 *\n\n".into(), vec![]));
    assert_eq!(read("bccf", "8631 9a40").1, [("stray", 2)]);
    assert_eq!(read("bccf", "8630 99").1, [("data-truncated", 2)]);
    assert_eq!(read("bccf", "0001"), ("*\n\n".into(), vec![]));
    assert_eq!(read("bccf", "0001 8630").1, [("stray", 2)]);
    assert_eq!(read("bccf", ""), ("*\n\n".into(), vec![]));
    assert_eq!(read("bccf", "8630 0001").1.len(), 1);
    let start = fen::parse("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").expect("a position");
    let (text, codes) = read_from("bccf", &bytes("8301"), Some(&start));
    assert_eq!(
        (text.as_str(), codes),
        ("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. O-O *\n\n", vec![])
    );
}

#[test]
fn streams_are_written_and_read_back() {
    for (pgn, words) in [
        ("1. e4 e5 *\n\n", Some("86309a40")),
        ("1. f3 e5 2. g4 Qh4# 0-1\n\n", None),
        ("*\n\n", Some("0001")),
        ("1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=Q *\n\n", None),
    ] {
        for to in ["bccf", "bcfen"] {
            let (data, losses) = written(pgn, to);
            if let (Some(words), "bccf") = (words, to) {
                assert_eq!(data, bytes(words));
            }
            let lost = if pgn.contains("0-1") { vec![("result", 1)] } else { vec![] };
            assert_eq!(losses, lost, "{to}");
            assert_eq!(read_from(to, &data, None), (pgn.to_owned(), vec![]), "{to}");
        }
    }
    let (data, losses) =
        written("[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. O-O {c} (1. Ra2) 1-0\n\n", "bccf");
    assert_eq!(data, bytes("8301"));
    assert_eq!(losses, [("tag", 1), ("start", 1), ("comment", 1), ("variation", 1), ("result", 1)]);
    assert_eq!(written("1-0", "bccf").0, bytes("0001"));
    assert_eq!(written("1-0", "bcfen").0, bytes("88"));
    // The end of a board's game.
    let mut boards = written("1. e4 *", "bcfen").0;
    boards.extend_from_slice(&[0x88, 0x00]);
    assert_eq!(read_from("bcfen", &boards, None).1, [("stray", 33)]);
    assert_eq!(read_from("bcfen", &boards[..31], None).1, [("data-truncated", 0)]);
}

#[test]
fn any_bytes_are_read() {
    let mut seed = Seed(1);
    for round in 0..2000 {
        let length = round % 90;
        let data: Vec<u8> = (0..length)
            .map(|_| {
                // Mostly what means something.
                if seed.below(4) > 0 { seed.below(12) as u8 } else { seed.byte() }
            })
            .collect();
        for from in FORMATS {
            for depth in [Depth::Frame, Depth::Tags, Depth::Moves, Depth::Positions] {
                let settings = Settings { depth, ..Settings::default() };
                let mut games = AnyGames::of(format(from), &data, &settings);
                let (mut record, mut end, mut count) = (Record::new(), 0, 0);
                while games.next(&mut record, &mut ()) {
                    assert!(record.byte >= end || count == 0, "{from}: {data:?}");
                    end = record.byte + record.text.len() as u64;
                    count += 1;
                    assert!(end <= data.len() as u64 && count <= data.len() + 1);
                }
            }
        }
    }
}

#[test]
fn limits_hold() {
    let settings = Settings { limits: Limits { game: 10, ..Limits::default() }, ..Settings::default() };
    for from in FORMATS {
        let mut data = if from == "pgc" { vec![5u8] } else { bytes("8630 9a40 8630 9a40 8630 9a40") };
        data.extend(std::iter::repeat_n([3, 1, 13], 30).flatten());
        data.push(6);
        let mut games = AnyGames::of(format(from), &data, &settings);
        let mut record = Record::new();
        assert!(games.next(&mut record, &mut ()));
        let tally = games.into_tally();
        assert_eq!(tally.count(Code::LimitGame), 1, "{from}");
    }
}

#[test]
fn pgc_is_detected_by_its_first_record() {
    let pgc = format("pgc");
    assert!(pgc.detects(&bytes("05 02 05 5768697465 01 41 06")));
    assert!(pgc.detects(&bytes("01 013f013f013f013f013f013f012a 01000d")));
    for other in ["", "05", "0503010d06", "0102", "5b", "0502 00 00"] {
        assert!(!pgc.detects(&bytes(other)), "{other}");
    }
}

#[test]
fn a_result_comes_from_its_tag_or_the_board() {
    let settings = Settings::default();
    for (hex, expected) in [
        ("05 02 06 526573756c74 03 312d30 03 01 0d 06", Termination::WhiteWins),
        ("05 03 04 0e0c100e 06", Termination::BlackWins),
        ("05 03 01 0d 06", Termination::Unknown),
    ] {
        let data = bytes(hex);
        let mut games = AnyGames::of(format("pgc"), &data, &settings);
        let mut record = Record::new();
        assert!(games.next(&mut record, &mut ()));
        assert_eq!(record.termination, Some(expected), "{hex}");
    }
}

fn rewritten(from: &dyn GameFormat, data: &[u8]) -> Vec<u8> {
    let settings = Settings::default();
    let mut games = AnyGames::of(from, data, &settings);
    let mut filter = Filter::new(from.writer(&WriteOptions::default()), false);
    let mut record = Record::new();
    while games.next(&mut record, &mut filter) {}
    std::mem::take(filter.bytes())
}

#[test]
fn damaged_files_are_read_the_same_however_they_are_cut_and_written() {
    let seeds: Vec<(&str, Vec<u8>)> = ["uci", "san", "lan", "fen", "epd", "pgc", "bccf", "bcfen"]
        .into_iter()
        .flat_map(|id| {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/game").join(id);
            ["good", "bad"].into_iter().flat_map(move |kind| {
                let files = std::fs::read_dir(folder.join(kind))
                    .expect("a folder of vectors")
                    .map(|file| file.expect("a file").path());
                let files = files.filter(move |file| file.extension().is_some_and(|extension| extension == id));
                files.map(move |file| (id, std::fs::read(file).expect("a file"))).collect::<Vec<_>>()
            })
        })
        .collect();
    assert!(seeds.len() > 40);
    let read = |format: &dyn GameFormat, data: &[u8], base: usize, depth: Depth| {
        let settings = Settings { depth, ..Settings::default() };
        let mut games = AnyGames::of(format, data, &settings);
        let (mut record, mut found) = (Record::new(), Vec::new());
        while games.next(&mut record, &mut ()) {
            found.push((base as u64 + record.byte, record.text.len(), record.plies.clone()));
        }
        found
    };
    let mut numbers = Seed(7);
    for round in 0..6000 {
        let (id, seed) = &seeds[round % seeds.len()];
        let mut data = seed.clone();
        data.extend_from_slice(&seeds[numbers.below(seeds.len())].1);
        for _ in 0..numbers.below(4) {
            let at = numbers.below(data.len().max(1));
            match numbers.below(3) {
                0 => drop(data.splice(at..at, [numbers.byte()])),
                1 => data.truncate(at),
                _ if at < data.len() => data[at] = numbers.byte(),
                _ => {}
            }
        }
        let format = format(id);
        let whole = read(format, &data, 0, Depth::Positions);
        for depth in [Depth::Frame, Depth::Tags, Depth::Moves] {
            let less: Vec<_> =
                read(format, &data, 0, depth).into_iter().map(|(byte, length, _)| (byte, length)).collect();
            assert_eq!(
                less,
                whole.iter().map(|(byte, length, _)| (*byte, *length)).collect::<Vec<_>>(),
                "{id} {depth:?} {data:?}"
            );
        }
        let known = data.len() * 2 / 3;
        if let Some(cut) = format.cut(&data[..known], false, &Limits::default()) {
            let mut parts = read(format, &data[..cut], 0, Depth::Positions);
            parts.extend(read(format, &data[cut..], cut, Depth::Positions));
            assert_eq!(parts, whole, "{id}: cut at {cut}: {data:?}");
        }
        if !format.spec().single {
            let written = rewritten(format, &data);
            let again = rewritten(format, &written);
            assert_eq!(String::from_utf8_lossy(&again), String::from_utf8_lossy(&written), "{id}: {data:?}");
        }
    }
}

//! BGN as BSON: what was written is read back, cuts change nothing, and damaged files are read as far as they go.

use crate::conversion::{Converted, convert};
use crate::seed::Seed;
use scoresheet_core::bson::{DEEPEST, decode, encode};
use scoresheet_core::game::{AnyGames, Block, FormatOptions, ReadOptions, find};
use scoresheet_core::limits::Limits;
use scoresheet_core::read::{Depth, Record, Settings};

const WORKED: &[u8] = include_bytes!("../../../../vectors/bgn/worked.bgnl");
const BLACK_FIRST: &[u8] = include_bytes!("../../../../vectors/bgn/black-first.bgnl");

/// What was wrong with what was read: code, byte, text.
fn told(read: &Converted) -> Vec<(&'static str, usize, &str)> {
    let at = |byte: u64| usize::try_from(byte).expect("it is a place");
    read.faults.iter().map(|fault| (fault.code.id(), at(fault.at.byte), &*fault.text)).collect()
}

/// A document given as JSON.
fn bson(json: &str) -> Vec<u8> {
    let mut out = Vec::new();
    encode(json.as_bytes(), None, &mut out).unwrap_or_else(|flaw| panic!("{json}: {flaw:?}"));
    out
}

/// Some documents, one after another, and where each starts.
fn several() -> (Vec<u8>, Vec<usize>) {
    let (mut all, mut starts) = (Vec::new(), Vec::new());
    for document in [WORKED, BLACK_FIRST, b"{\"moves\":[]}", WORKED] {
        starts.push(all.len());
        encode(document, Some("a#1"), &mut all).expect("it is right");
    }
    (all, starts)
}

#[test]
fn the_vectors_are_written_as_they_stand() {
    for (line, expected) in [
        (WORKED, &include_bytes!("../../../../vectors/bgn/worked.bson")[..]),
        (BLACK_FIRST, include_bytes!("../../../../vectors/bgn/black-first.bson")),
        (
            include_bytes!("../../../../vectors/bgn/crazyhouse.bgnl"),
            include_bytes!("../../../../vectors/bgn/crazyhouse.bson"),
        ),
        (include_bytes!("../../../../vectors/bgn/atomic.bgnl"), include_bytes!("../../../../vectors/bgn/atomic.bson")),
    ] {
        let written = convert(line, "bgnl", "bson");
        assert_eq!((written.faults, written.losses), (vec![], vec![]));
        assert!(written.bytes == expected);
        let read = convert(expected, "bson", "bgnl");
        assert_eq!((read.faults, &*read.bytes), (vec![], line));
        assert!(convert(expected, "bson", "bson").bytes == expected);
    }
}

#[test]
fn games_of_pgn_come_back() {
    let pgn = "[Event \"a.b\"]\n[UTCDate \"2020.01.31\"]\n[UTCTime \"18:30:00.25\"]\n[TimeControl \"60+1\"]\n\n\
        1. e4 { [%clk 0:01:00] x } e5 $1 (1... c5 $14 { y } (1... d5) 2. c3) 2. Qh5 Ke7 3. Qxe5# 1-0\n\n\
        [SetUp \"1\"]\n[FEN \"4k2r/8/8/8/8/8/8/4K3 b k - 0 1\"]\n\n1... O-O *\n";
    let line = convert(pgn.as_bytes(), "pgn", "bgnl").bytes;
    let written = convert(pgn.as_bytes(), "pgn", "bson").bytes;
    let read = convert(&written, "bson", "bgnl");
    assert_eq!((read.faults, String::from_utf8(read.bytes)), (vec![], Ok(String::from_utf8(line).expect("text"))));
}

#[test]
fn numbers_of_properties_may_be_spelled_otherwise() {
    let line = |numbers: &str| {
        format!(
            "{{\"bgn\":{{}},\"moves\":[{{\"p\":\"P\",\"f\":\"e2\",\"t\":\"e4\",\"properties\":{{\"n\":{{\"v\":[{numbers}]}}}}}}]}}\n"
        )
    };
    let there_and_back = |numbers: &str| {
        let bson = convert(line(numbers).as_bytes(), "bgnl", "bson").bytes;
        String::from_utf8(convert(&bson, "bson", "bgnl").bytes).expect("it is text")
    };
    let usual =
        |numbers: &str| String::from_utf8(convert(line(numbers).as_bytes(), "bgnl", "bgnl").bytes).expect("it is text");
    let kept = "0,-1,9223372036854775807,0.5,1.0,12345678901234567890,0.1234567890123456789,1e22,1E+400,-2.5e-7";
    assert_eq!(there_and_back(kept), usual(kept));
    let (given, spelled) = ("0.50,1e3,1E22,-0,1e400,100000000000000000000", "0.5,1000.0,1e22,-0.0,1E+400,1e20");
    assert_eq!(there_and_back(given), usual(spelled));
}

#[test]
fn what_bson_cannot_hold_is_a_loss() {
    let number = "{\"moves\":[{\"f\":\"e2\",\"t\":\"e4\",\"properties\":{\"n\":{\"v\":[1,1e9999]}}}]}";
    let written = convert(number.as_bytes(), "bgnl", "bson");
    assert_eq!(written.losses, [("bson-number", 1)]);
    assert!(String::from_utf8_lossy(&convert(&written.bytes, "bson", "bgnl").bytes).contains("[1,null]"));
    let large =
        format!("{{\"bgn\":{{\"a\":[{{\"id\":\"x\",\"comment\":\"{}\"}}]}},\"moves\":[]}}", "x".repeat(16 << 20));
    let written = convert([large.as_bytes(), b"\n", BLACK_FIRST].concat().as_slice(), "bgnl", "bson");
    assert_eq!(written.losses, [("bson-size", 1)]);
    assert_eq!(convert(&written.bytes, "bson", "bgnl").bytes, BLACK_FIRST);
}

#[test]
fn faults_are_at_their_bytes() {
    let document = bson(
        "{\"pgn\":{\"event\":5,\"date\":\"1972.01.01\"},\"bgn\":{\"eventDate\":\"1973-01-01\"},\
         \"moves\":[{\"f\":\"e2\",\"t\":\"e4\",\"x\":\"N\"},{\"f\":\"e7\",\"t\":\"zz\"}]}",
    );
    let place = |text: &[u8]| document.windows(text.len()).position(|found| found == text).expect("it is there");
    let both = [&bson("{\"moves\":[]}")[..], &document].concat();
    let base = both.len() - document.len();
    let read = convert(&both, "bson", "bgnl");
    let faults = told(&read);
    let expected = [
        ("field-value", place(b"\x10event\0") + 7, ""),
        ("bgn-differs", place(b"\x09eventDate\0") + 11, ""),
        ("field-differs", place(b"\x02\0\0\0N\0") + 4, "\"N\""),
        ("field-value", place(b"\x03\0\0\0zz\0") + 4, "zz"),
    ];
    for (code, at, text) in expected {
        let found = (code, base + at, text);
        assert!(faults.contains(&found), "{found:?} among {faults:?}");
    }
}

#[test]
fn one_bad_date_harms_nothing_else() {
    let mut document = bson("{\"bgn\":{\"eventDate\":\"1972-01-01\"},\"moves\":[{\"f\":\"e2\",\"t\":\"e4\"}]}");
    let at = document.windows(10).position(|found| found == b"eventDate\0").expect("it is there") + 10;
    document[at..at + 8].copy_from_slice(&i64::MAX.to_le_bytes());
    let read = convert(&[&document, &bson("{\"bgn\":{},\"moves\":[]}")[..]].concat(), "bson", "bgnl");
    assert_eq!(told(&read), [("field-value", at, "")]);
    assert_eq!(
        String::from_utf8(read.bytes).expect("it is text"),
        "{\"pgn\":{},\"bgn\":{},\"moves\":[{\"p\":\"P\",\"f\":\"e2\",\"t\":\"e4\"}]}\n{\"pgn\":{},\"bgn\":{},\"moves\":[]}\n"
    );
}

#[test]
fn lines_nest_as_deep_as_the_limit_allows() {
    let nested = |levels: usize| {
        let open = "{\"moves\":[{\"f\":\"e2\",\"t\":\"e4\",\"a\":[{\"id\":\"x\",\"alt\":";
        let document = format!("{}{{\"moves\":[]}}{}", open.repeat(levels), "}]}]}".repeat(levels));
        let mut out = Vec::new();
        // What is written nests no deeper than this; what is read may.
        encode(document.as_bytes(), None, &mut out).map(|()| out)
    };
    let deep = nested(9_999).expect("it is right");
    let read = convert(&deep, "bson", "bgnl");
    assert!(read.faults.iter().all(|fault| fault.code.id() == "source-unknown"), "{:?}", &read.faults[..3]);
    let deeper = convert(&nested(12_000).expect("it is right"), "bson", "bgnl");
    assert!(deeper.faults.iter().any(|fault| fault.code.id() == "limit-nesting"));
    assert!(nested(100_000).is_err());
}

#[test]
fn a_cut_changes_nothing() {
    let (all, starts) = several();
    let format = find("bson").expect("it is listed");
    let whole = convert(&all, "bson", "bgnl").bytes;
    for end in 0..all.len() {
        let cut = format.cut(&all[..end], false, &Limits::default());
        assert_eq!(cut, starts.iter().copied().rfind(|start| *start <= end).filter(|start| *start > 0), "{end}");
    }
    for cut in starts {
        let parts = [&all[..cut], &all[cut..]].map(|part| convert(part, "bson", "bgnl").bytes);
        assert!(parts.concat() == whole);
    }
}

#[test]
fn a_file_cut_short_keeps_its_games() {
    let (all, starts) = several();
    // After a line, which may have the moves as its only member, what ends there is a document of its own.
    let lines: Vec<_> = (0..all.len() - 9).filter(|&at| all[at..].starts_with(b"\x03alt\0")).map(|at| at + 5).collect();
    let length = |at: usize| u32::from_le_bytes(*all[at..].first_chunk().expect("a length")) as usize;
    let behind_lines: Vec<_> = lines.iter().map(|&at| at + length(at)).collect();
    for end in (1..all.len()).filter(|end| !behind_lines.contains(end)) {
        let read = convert(&all[..end], "bson", "bgnl");
        let whole = starts.iter().filter(|start| **start < end).count();
        assert_eq!(read.games, whole as u64, "{end}");
        let truncated: Vec<_> = read.faults.iter().filter(|fault| fault.code.id() == "data-truncated").collect();
        assert_eq!(truncated.len(), usize::from(!starts.contains(&end)), "{end}: {:?}", read.faults);
    }
}

#[test]
fn a_broken_length_harms_no_other_document() {
    let (mut all, starts) = several();
    for length in [0, 4, 5, -1, i32::MAX, 1 << 20] {
        all[starts[1]..starts[1] + 4].copy_from_slice(&i32::to_le_bytes(length));
        let read = convert(&all, "bson", "bgnl");
        let lines: Vec<_> = read.bytes.split_inclusive(|byte| *byte == b'\n').collect();
        assert!(lines.first() == Some(&WORKED) && lines.last() == Some(&WORKED), "{length}");
        assert!(!read.faults.is_empty());
    }
}

#[test]
fn damaged_files_are_read_somehow() {
    let (all, _) = several();
    let format = find("bson").expect("it is listed");
    let mut seed = Seed(0x2545_f491_4f6c_dd1d);
    for _ in 0..2_000 {
        let mut damaged = all.clone();
        for _ in 0..=seed.below(6) {
            let at = seed.below(damaged.len());
            damaged[at] = seed.byte();
        }
        let whole = convert(&damaged, "bson", "bgnl");
        // Blocks change nothing, less work finds the same games, and what was written is read back without a fault of form.
        if let Some(cut) = format.cut(&damaged[..damaged.len() / 2], false, &Limits::default()) {
            let parts = [&damaged[..cut], &damaged[cut..]].map(|part| convert(part, "bson", "bgnl"));
            assert!(parts.map(|part| part.bytes).concat() == whole.bytes);
        }
        let settings = Settings { depth: Depth::Frame, ..Settings::default() };
        let options = ReadOptions { limits: &settings.limits, own: FormatOptions::NONE };
        let mut games = AnyGames::of_block(format, Block::whole(&damaged), &options, &settings);
        while games.next(&mut Record::new(), &mut ()) {}
        assert_eq!(games.tally().games, whole.games);
        let written = convert(&damaged, "bson", "bson").bytes;
        assert!(convert(&written, "bson", "bson").bytes == written);
    }
}

#[test]
fn files_are_found_by_what_they_hold() {
    let (all, starts) = several();
    let detecting = |head: &[u8]| -> Vec<_> {
        let all = scoresheet_core::game::ALL.iter();
        all.filter(|format| format.detects(head)).map(|format| format.spec().id).collect()
    };
    assert_eq!(detecting(&all), ["bson"]);
    assert_eq!(detecting(&bson("{\"pgn\":{},\"moves\":[]}")), ["bson"]);
    assert_eq!(detecting(&bson("{\"moves\":[]}")), ["bson"]);
    assert_eq!(detecting(&bson("{\"event\":\"x\"}")), Vec::<&str>::new());
    assert!(decode(&all[starts[3]..], DEEPEST, |_, _| {}).json == WORKED.trim_ascii_end());
}

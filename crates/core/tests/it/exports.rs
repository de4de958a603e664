//! Exports of sites: hostile and truncated JSON, places of faults, what is kept, and blocks that are cut anywhere.

use crate::conversion::convert;
use crate::seed::Seed;
use scoresheet_core::error::Code;
use scoresheet_core::game::{self, AnyGames, Block, FormatOptions, ReadOptions};
use scoresheet_core::limits::Limits;
use scoresheet_core::read::{Depth, Record, Settings};

const LICHESS: &str = include_str!("../../../../vectors/game/lichess/pairs/full.ndjson");
const KINDS: &str = include_str!("../../../../vectors/game/lichess/pairs/kinds.ndjson");
const TEXT: &str = include_str!("../../../../vectors/game/lichess/pairs/text.ndjson");
const MONTH: &str = include_str!("../../../../vectors/game/chesscom/pairs/month.json");

/// The codes of what is wrong, each with the text from its place on.
fn faults(text: &str, from: &str) -> Vec<(Code, String)> {
    let rest = |byte: u64| {
        let at = usize::try_from(byte).expect("it is a place");
        String::from_utf8_lossy(&text.as_bytes()[at..text.len().min(at + 8)]).into_owned()
    };
    convert(text.as_bytes(), from, "bgnl").faults.iter().map(|fault| (fault.code, rest(fault.at.byte))).collect()
}

fn documents(text: &str, from: &str) -> String {
    convert(text.as_bytes(), from, "bgnl").text()
}

/// The games of a block: place, length, plies and the first error.
type Found = Vec<(u64, usize, usize, Option<Code>)>;

fn found(id: &str, block: Block<'_>, base: usize, depth: Depth) -> Found {
    let settings = Settings { depth, ..Settings::default() };
    let options = ReadOptions { limits: &settings.limits, own: FormatOptions::NONE };
    let mut games = AnyGames::of_block(game::find(id).expect("it is listed"), block, &options, &settings);
    let (mut record, mut all) = (Record::new(), Vec::new());
    while games.next(&mut record, &mut ()) {
        let error = record.first_error.as_ref().map(|fault| fault.code);
        all.push((base as u64 + record.byte, record.text.len(), record.plies.len(), error));
    }
    all
}

#[test]
fn the_examples_have_no_faults() {
    for (text, from) in [(LICHESS, "lichess"), (KINDS, "lichess"), (TEXT, "lichess"), (MONTH, "chesscom")] {
        assert_eq!(faults(text, from), [], "{from}");
    }
}

#[test]
fn what_no_tag_expresses_is_kept_in_the_namespace_of_the_site() {
    let kept = |text: &str, from: &str, key: &str| {
        let document = documents(text, from);
        let start = document.find(&format!("\"{key}\":{{")).unwrap_or_else(|| panic!("{document}"));
        document[start..].split_inclusive('}').next().expect("a part").to_owned()
    };
    let game =
        r#"{"id":"a","moves":"e4","players":{"white":{"user":{"name":"A","id":"other"},"mood":[1, 2]}},"new":null}"#;
    assert_eq!(kept(game, "lichess", "lichess"), r#""lichess":{"players":{"white":{"user":{"id":"other"}"#);
    assert!(documents(game, "lichess").contains(r#","mood":[1,2]}},"new":null}"#), "{}", documents(game, "lichess"));
    // Nothing is left of an object whose members are all tags, and no field of a game without others.
    let plain = r#"{"id":"a","moves":"e4","players":{"white":{"user":{"name":"A","id":"a"}}},"opening":{"eco":"B00"}}"#;
    assert!(!documents(plain, "lichess").contains("\"lichess\""), "{}", documents(plain, "lichess"));
    // The text of PGN counts, and what contradicts it is kept.
    let other = r#"{"url":"u","pgn":"[White \"A\"]\n\n1. e4 *","white":{"username":"B","rating":9}}"#;
    assert_eq!(kept(other, "chesscom", "chesscom"), r#""chesscom":{"white":{"username":"B"}"#);
    // A move that is named otherwise, and lists that are longer than the game.
    let moves = r#"{"id":"a","moves":"d4","pgn":"1. e4 *"}"#;
    assert_eq!(kept(moves, "lichess", "lichess"), r#""lichess":{"moves":"d4"}"#);
    let lists = r#"{"id":"a","moves":"e4","clocks":[100,200,300],"analysis":[{"eval":1,"best":"e2e4"},{"mate":2}]}"#;
    let document = documents(lists, "lichess");
    assert!(document.contains(r#""lichess":{"clocks":[200,300],"analysis":[{"mate":2}]}"#), "{document}");
    assert!(document.contains(r#""lichess":{"best":"e2e4"}"#), "{document}");
}

#[test]
fn faults_are_reported_in_their_place() {
    for (from, text, expected) in [
        ("lichess", r#"{"id":5,"moves":"e4"}"#, vec![(Code::FieldValue, "5,\"moves")]),
        ("lichess", r#"{"id":"a","id":"b","moves":"e4"}"#, vec![(Code::JsonDuplicate, "\"id\":\"b\"")]),
        ("lichess", r#"{"id":"a"}"#, vec![(Code::FieldMissing, "{\"id\":\"a")]),
        ("lichess", r#"{"id":"a","moves":"e4 Ke3"}"#, vec![(Code::MoveIllegal, "Ke3\"}")]),
        ("lichess", r#"{"id":"a","moves":"e4","winner":"red"}"#, vec![(Code::FieldValue, "\"red\"}")]),
        ("lichess", r#"{"id":"a","moves":"e4","analysis":[5]}"#, vec![(Code::FieldValue, "5]}")]),
        ("lichess", r#"{"id":"a","moves":"e4","clocks":[-1]}"#, vec![(Code::FieldValue, "-1]}")]),
        ("lichess", r#"{"id":"a","moves":"e4","analysis":[{"eval":"x"}]}"#, vec![(Code::FieldValue, "\"x\"}]}")]),
        (
            "lichess",
            r#"{"id":"a","moves":"e4","analysis":[{"eval":1,"eval":2}]}"#,
            vec![(Code::JsonDuplicate, "\"eval\":2")],
        ),
        (
            "lichess",
            r#"{"id":"a","moves":"e4","analysis":[{"variation":"Ke3"}]}"#,
            vec![(Code::MoveIllegal, "Ke3\"}]}")],
        ),
        ("lichess", r#"{"id":"a","moves":"e4" "rated"}"#, vec![(Code::JsonSyntax, "\"rated\"}")]),
        ("lichess", r#"{"id":"a","moves":"e4""#, vec![(Code::DataTruncated, "")]),
        ("lichess", r#"[{"id":"a","moves":"e4"}"#, vec![(Code::DataTruncated, "")]),
        ("chesscom", r#"{"games":[{"url":"u","pgn":"1. e4 *"}]"#, vec![]),
        ("chesscom", r#"{"games":[{"url":"u","pgn":"1. e4 *"}"#, vec![(Code::DataTruncated, "")]),
        ("chesscom", r#"{"games":[{"url":"u"}]}"#, vec![(Code::FieldMissing, "{\"url\":\"")]),
        ("chesscom", r#"{"games":[{"url":"u","pgn":""}]}"#, vec![(Code::FieldMissing, "{\"url\":\"")]),
        ("lichess", r#"{"id":"a","x":{"b":[{"\q":1}]},"moves":"e4"}"#, vec![(Code::JsonSyntax, "\\q\":1}]}")]),
        ("lichess", r#"[{"id":"a","moves":"e4"},null,{"id":"b","moves":"e4"}]"#, vec![(Code::JsonSyntax, "null,{\"i")]),
        ("chesscom", r#"{"url":"u","pgn":"1. e4\n\nKe3 *"}"#, vec![(Code::MoveIllegal, "Ke3 *\"}")]),
        ("chesscom", r#"{"url":"u","pgn":"1. e4 *\n\n[White \"B\"]\n\n1. d4 *"}"#, vec![(Code::Stray, "[White \\")]),
        (
            "chesscom",
            r#"{"url":"u","pgn":"1. e4 *","rules":"oddschess"}"#,
            vec![(Code::VariantUnsupported, "\"oddsche")],
        ),
    ] {
        let found = faults(text, from);
        let expected: Vec<_> = expected.into_iter().map(|(code, rest)| (code, rest.to_owned())).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn values_may_nest_as_deep_as_the_limit() {
    let deep = |depth: usize| format!(r#"{{"id":"a","moves":"e4","x":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
    assert_eq!(faults(&deep(64), "lichess"), []);
    assert_eq!(faults(&deep(65), "lichess").first().map(|fault| fault.0), Some(Code::LimitDepth));
    assert_eq!(faults(&deep(200_000), "lichess").len(), 1);
}

#[test]
fn a_bad_game_never_harms_the_next() {
    let good = "{\"id\":\"b\",\"moves\":\"d4 d5\"}\n";
    for end in 1..LICHESS.trim_end().len() {
        let Some(part) = LICHESS.get(..end) else { continue };
        // After a colon, an object is a part of another one.
        if part.trim_end().ends_with(':') {
            continue;
        }
        let text = format!("{part}\n{good}");
        let games = found("lichess", Block::whole(text.as_bytes()), 0, Depth::Positions);
        assert_eq!(games.len(), 2, "{text}");
        assert!(games[0].3.is_some(), "{text}");
        assert_eq!((games[1].2, games[1].3), (2, None), "{text}");
    }
}

#[test]
fn a_source_that_ends_too_early_is_reported() {
    for (text, from) in [(LICHESS, "lichess"), (MONTH, "chesscom")] {
        let text = text.trim_end();
        for end in (1..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let games = found(from, Block::whole(&text.as_bytes()[..end]), 0, Depth::Positions);
            // A month that lacks only its last brace has all its games.
            let is_whole = from == "chesscom" && end == text.len() - 1;
            let opens = from == "chesscom" && end < "{\"games\":[{".len();
            assert!(is_whole || opens || games.iter().any(|game| game.3.is_some()), "{}", &text[..end]);
        }
    }
}

#[test]
fn damaged_exports_are_read_the_same_however_they_are_cut() {
    const SIGNS: &[u8] = b"{}[]\",:\\\n e41x\xff\x05";
    let mut seed = Seed(0x51_7c_c1_b7_27_22_0a_95);
    for (text, id) in [(LICHESS, "lichess"), (KINDS, "lichess"), (TEXT, "lichess"), (MONTH, "chesscom")] {
        let format = game::find(id).expect("it is listed");
        for _ in 0..400 {
            let mut data = text.as_bytes().to_vec();
            for _ in 0..seed.below(6) {
                let at = seed.below(data.len());
                match seed.below(3) {
                    0 => data[at] = SIGNS[seed.below(SIGNS.len())],
                    1 => drop(data.drain(at..(at + seed.below(40)).min(data.len()))),
                    _ => data.insert(at, SIGNS[seed.below(SIGNS.len())]),
                }
                if data.is_empty() {
                    data.push(b'{');
                }
            }
            let whole = found(id, Block::whole(&data), 0, Depth::Positions);
            let places = |games: &Found| games.iter().map(|game| (game.0, game.1)).collect::<Vec<_>>();
            for depth in [Depth::Frame, Depth::Tags, Depth::Moves] {
                assert_eq!(places(&found(id, Block::whole(&data), 0, depth)), places(&whole), "{depth:?}");
            }
            let known = data.len() * 2 / 3;
            let options = ReadOptions { limits: &Limits::default(), own: FormatOptions::NONE };
            let Some(opening) = format.opening(&data[..known], false, &options) else { continue };
            if let Some(cut) = format.cut(&data[..known], false, &Limits::default()) {
                let first = Block { bytes: &data[..cut], opening: None, last: false };
                let mut parts = found(id, first, 0, Depth::Positions);
                let rest = Block { bytes: &data[cut..], opening: Some(&data[..opening]), last: true };
                parts.extend(found(id, rest, cut, Depth::Positions));
                assert_eq!(parts, whole, "{id}: cut at {cut}: {}", String::from_utf8_lossy(&data));
            }
        }
    }
}

#[test]
fn sources_are_detected_by_their_members() {
    let told = |head: &str| {
        let told = game::ALL.iter().filter(|format| format.detects(head.as_bytes()));
        told.map(|format| format.spec().id).collect::<Vec<_>>()
    };
    for head in [LICHESS, KINDS, TEXT, &LICHESS[..200], &format!("[\n  {LICHESS}"), &format!("\u{feff}{LICHESS}")] {
        assert_eq!(told(head), ["lichess"], "{head}");
    }
    for head in [
        MONTH,
        &MONTH[..100],
        "{\"games\":[]}",
        "{ \"games\" : [ ] }\n",
        "{\"url\":\"u\",\"pgn\":\"1. e4 *\"}",
        "{\"pgn\":\"1. e4 *\",\"rules\":\"chess\"}\n",
        "[{\"url\":\"u\",\"pgn\":\"1. e4 *\"}]",
    ] {
        assert_eq!(told(head), ["chesscom"], "{head}");
    }
    for head in [
        "{\"id\":\"x\"}",
        "{\"fen\":\"8/8/8/8/8/8/8/8 w - -\",\"evals\":[]}",
        "{\"games\":{}}",
        "{\"games\":[5]}",
        "{\"pgn\":\"1. e4\"}",
        "[]",
        "{}",
        "",
    ] {
        assert_eq!(told(head), Vec::<&str>::new(), "{head}");
    }
}

//! Documents of BGN that are read, written, and read again: nothing changes any more, and nothing new is wrong.

use crate::conversion::convert;
use scoresheet_core::game::AnyGames;
use scoresheet_core::read::{Record, Settings};

/// A document as it is written once it was read. That is read to the same, with no error that the first reading did not have.
fn settled(document: &str) -> String {
    let read = convert(document.as_bytes(), "bgnl", "bgnl");
    let codes: Vec<_> = read.faults.iter().map(|fault| fault.code.id()).collect();
    let once = read.text();
    let again = convert(once.as_bytes(), "bgnl", "bgnl");
    for fault in &again.faults {
        assert!(codes.contains(&fault.code.id()), "{document}\n{once}\n{fault}");
    }
    assert_eq!(again.text(), once, "{document}");
    once
}

fn games(pgn: &[u8]) -> usize {
    let (mut games, mut record) = (AnyGames::new(pgn, &Settings::default()), Record::new());
    let mut count = 0;
    while games.next(&mut record, &mut ()) {
        count += 1;
    }
    count
}

#[test]
fn the_moves_of_a_game_that_is_not_played_are_neither_tags_nor_another_game() {
    for (tail, kept) in [
        ("c4 (d4", ";c4 (d4"),
        ("c4 (d4 1-0", "c4 (d4 1-0"),
        ("{never closed", ";{never closed"),
        ("c4 ; to the end", "c4 ; to the end"),
        ("% escaped", "% escaped"),
        ("c4 0-1", ";c4 0-1"),
        ("*", ";*"),
        (r#"[Event \"other\"]\n\n1. e4 *"#, r#";[Event \"other\"]\n;\n;1. e4 *"#),
        (r#"1-0\n\n[Event \"other\"]\n\n1. e4 *"#, r#";1-0\n;\n;[Event \"other\"]\n;\n;1. e4 *"#),
        (r#"> [White \"x\"]\n[FEN \"y\"]"#, r#";> [White \"x\"]\n;[FEN \"y\"]"#),
        (r#"c4\n\n\n  {a}"#, r#"c4\n\n\n  {a}"#),
    ] {
        let start = r#"{"pgn":{"white":"W","Variant":"None"},"bgn":{"white":{"nick":"W"},"termination":"1-0","tail":""#;
        let document = format!("{start}{tail}\"}},\"moves\":[]}}\n");
        assert_eq!(settled(&document), format!("{start}{kept}\"}},\"moves\":[]}}\n"));
        let pgn = convert(document.as_bytes(), "bgnl", "pgn").text();
        assert!(pgn.starts_with("[White \"W\"]\n[Variant \"None\"]\n\n"), "{pgn}");
        assert_eq!(games(pgn.as_bytes()), 1, "{pgn}");
    }
}

#[test]
fn tags_that_pgn_cannot_have_are_left_out_of_the_text_of_a_game() {
    for name in ["a b", "", r#"x \"y\"]\n\n1. e4 *\n\n[Event"#, "é\u{a0}"] {
        let document = format!(
            r#"{{"pgn":{{"Variant":"None","{name}":"z"}},"bgn":{{"termination":"1-0","tail":"c4"}},"moves":[]}}"#
        );
        let kept = "{\"pgn\":{\"Variant\":\"None\"},\"bgn\":{\"termination\":\"1-0\",\"tail\":\"c4\"},\"moves\":[]}\n";
        assert_eq!(settled(&document), kept);
        assert_eq!(convert(document.as_bytes(), "bgnl", "pgn").text(), "[Variant \"None\"]\n\nc4 1-0\n\n");
    }
}

#[test]
fn properties_that_are_not_commands_are_beside_the_commands_of_comments() {
    for (comment, property) in [
        ("a [%eval 0.3]", r#"{"x":"0.3"}"#),
        ("a [%eval 0.3]", "[]"),
        ("a [%eval 0.3]", r#""]""#),
        ("[%eval 0.3] a", "[]"),
        ("[%clk 0:01:00] [%eval 0.3]", "1"),
        ("[%eval 0.3]", r#""]""#),
    ] {
        let document = format!(
            r#"{{"pgn":{{}},"bgn":{{"sources":[{{"id":"pgn"}}]}},"moves":[{{"p":"P","f":"e2","t":"e4","a":[{{"id":"pgn","comment":"{comment}"}}],"properties":{{"pgn":{{"eval":{property}}}}}}}]}}"#
        );
        let kept = settled(&document);
        assert!(kept.contains(&format!("\"comment\":\"{comment}\"")), "{kept}");
        assert!(kept.contains(&format!("\"eval\":{property}}}")), "{kept}");
        assert_eq!(kept.matches("\"eval\"").count(), 1, "{kept}");
    }
}

#[test]
fn sources_are_the_same_however_they_are_escaped() {
    let kept = settled(concat!(
        r#"{"pgn":{},"bgn":{"sources":[{"id":"\u00e9\/","q":1},{"id":"b"}]},"moves":"#,
        r#"[{"p":"P","f":"e2","t":"e4","a":[{"id":"\u00E9/","nag":1},{"id":"é/","nag":2},{"id":"\u0062","nag":3}]}]}"#
    ));
    assert!(kept.contains(r#""sources":[{"id":"é/","q":1},{"id":"b"}]"#), "{kept}");
    let named =
        settled(r#"{"pgn":{},"moves":[{"p":"P","f":"e2","t":"e4","a":[{"id":"\u00e9","nag":1},{"id":"é","nag":2}]}]}"#);
    assert!(named.contains(r#""sources":[{"id":"é"}]"#), "{named}");
}

#[test]
fn what_precedes_a_break_in_the_tags_applies_to_the_commands() {
    let kept = settled(concat!(
        r#"{"pgn":{"site":"https://lichess.org/x","white"x"y"},"moves":[{"p":"P","f":"e2","t":"e4","#,
        r#""properties":{"lichess":{"z":"1","clk":"0:01:00"}}}]}"#
    ));
    assert!(kept.contains(r#""properties":{"lichess":{"clk":"0:01:00","z":"1"}}"#), "{kept}");
}

#[test]
fn commands_that_are_not_utf8_are_commands() {
    let document = concat!(
        r#"{"pgn":{"site":"https://lichess.org/~"},"moves":[{"p":"P","f":"e2","t":"e4","#,
        r#""properties":{"lichess":{"z":"~","clk":"0:01:00"}}}]}"#
    );
    let document: Vec<u8> = document.bytes().map(|byte| if byte == b'~' { 0xf6 } else { byte }).collect();
    let once = convert(&document, "bgnl", "bgnl").text();
    assert!(once.contains(r#""properties":{"lichess":{"clk":"0:01:00","z":"ö"}}"#), "{once}");
    assert_eq!(settled(&once), once);
}

#[test]
fn blanks_between_the_fields_of_a_fen_do_not_contradict_it() {
    settled(r#"{"pgn":{"setUp":"1","fen":" 4k3/8/8/8/8/8/8/4K2R  w   K - 0 1"},"moves":[]}"#);
}

#[test]
fn an_invalid_move_is_the_same_error_when_it_was_kept() {
    for part in ["\"x\":\"a\nb\"", "\"x\":\"a\u{1}b\"", "\"x\":\"a b\u{1}\""] {
        settled(&format!(r#"{{"pgn":{{}},"moves":[{{"p":"P","f":"e2","t":"zz",{part}}}]}}"#));
    }
}

#[test]
fn keys_are_the_same_however_they_are_escaped() {
    let plain = concat!(
        r#"{"pgn":{"white":"W"},"bgn":{"white":{"nick":"W","title":"GM"},"sources":[{"id":"A","q":1},{"id":"pgn"}],"#,
        r#""setup":{"fen":"4k3/8/8/8/8/8/P7/4K2R w K - 0 1"},"x":1},"moves":["#,
        r#"{"p":"P","f":"a2","t":"a4","a":[{"id":"A","before":true,"date":"2020-01-02","nag":1,"comment":"c","q":2,"y":3},"#,
        r#"{"id":"A","alt":{"name":"n","comment":"c","z":1,"moves":[{"p":"K","f":"e1","t":"g1","castle":"K"}]}}],"#,
        r#""properties":{"pgn":{"clk":"0:01:00","b":[]},"mine":{"k":1}},"u":1}]}"#
    );
    let kept = settled(plain);
    let mut at = 0;
    while let Some(found) = plain[at..].find("\"") {
        let first = at + found + 1;
        let end = first + plain[first..].find('"').expect("strings end");
        at = end + 1;
        if plain[at..].starts_with(':') && end > first {
            let letter = plain.as_bytes()[first];
            let escaped = format!("{}\\u{letter:04x}{}", &plain[..first], &plain[first + 1..]);
            assert_eq!(settled(&escaped), kept, "{escaped}");
        }
    }
}

/// What is wrong with a source, each with its place.
fn faults(text: &str, from: &str) -> Vec<(&'static str, u64)> {
    convert(text.as_bytes(), from, "pgn").faults.iter().map(|fault| (fault.code.id(), fault.at.byte)).collect()
}

#[test]
fn an_array_or_a_root_that_does_not_end_is_reported_once() {
    let game = r#"{"moves":[{"f":"e2","t":"e4"}]}"#;
    let element = "<game><moves><move><f>e2</f><t>e4</t></move></moves></game>";
    for (format, open, game, between, close) in [
        ("bgn", "[", game, ",", "]"),
        ("bgn", " [\n", game, ",\n", "\n]\n"),
        ("bgnl", "[", game, "\n,", "]"),
        ("bgnx", "<?xml version=\"1.0\"?>\n<games>\n", element, "\n", "\n</games>\n"),
        ("bgnx", "<!-- <game> --><games >", element, "<!-- </games> -->", "</games >"),
    ] {
        let both = [open, game, between, game].concat();
        assert_eq!(faults(&(both.clone() + close), format), []);
        for end in ["", "\n", between] {
            let text = both.clone() + end;
            let place = text.trim_end().len() as u64;
            assert_eq!(faults(&text, format), [("data-truncated", place)], "{text}");
            assert_eq!(convert(text.as_bytes(), format, "pgn").games, 2);
        }
        // Without the start of an array there is nothing to be ended.
        assert_eq!(faults(&[game, between, game, between].concat(), format), []);
        assert_eq!(faults(&[game, between, game, close].concat(), format), []);
        // A cut within a game is reported for it.
        let cut = &both[..both.len() - 3];
        assert_eq!(faults(cut, format).len(), 1, "{cut}");
    }
}

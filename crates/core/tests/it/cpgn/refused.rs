//! What is refused, with which code and at which bit: errors, and texts that would read as something else.

use super::tools::{LAYOUTS, bits, faults_of, read, v0};
use scoresheet_core::game::cpgn::Layout;

/// The bit of the first code of a file of [`v0`].
const CODES: u64 = 20;
const E4: &str = "101 100 011";

#[track_caller]
fn refused(codes: &str, code: &'static str, bit: u64) {
    assert_eq!(faults_of(&v0(codes), Layout::V0), [(code, Some(bit))], "{codes}");
}

#[test]
fn each_error_has_the_bit_of_the_code_at_fault() {
    // The version, and the text before the codes.
    assert_eq!(faults_of(&bits("00000001 '' 0000 |"), Layout::V0), [("cpgn-version", Some(0))]);
    assert_eq!(faults_of(b"\0Event\0A", Layout::V0), [("cpgn-truncated", Some(8))]);
    assert_eq!(faults_of(b"\0Even", Layout::V0), [("cpgn-truncated", Some(8))]);
    assert_eq!(faults_of(b"\0A\0B\0C\0", Layout::V0), [("cpgn-truncated", Some(40))]);
    assert_eq!(faults_of(b"\0A\0B\0C\"\0D\0\0\0", Layout::V0), [("cpgn-tag", Some(40))]);
    // The block, the last bits of which are missing.
    assert_eq!(faults_of(&bits("00000000 '' 1111 1111"), Layout::V0), [("cpgn-truncated", Some(16))]);
    // Codes.
    refused(&format!("{E4} 101"), "cpgn-truncated", CODES + 9);
    refused(&format!("{E4} 101 100 011 11111 11 |"), "cpgn-move", CODES + 9);
    refused(&format!("{E4} 1100 0 11111 11 |"), "cpgn-move", CODES + 9);
    refused(&format!("{E4} 1101 00 11111 11 |"), "cpgn-move", CODES + 9);
    refused("101 110 000 11111 11 |", "cpgn-reserved", CODES);
    refused("101 111 000 11111 11 |", "cpgn-reserved", CODES);
    refused("101 110 111 11111 11 |", "cpgn-reserved", CODES);
    refused("101 111 111 11111 11 |", "cpgn-reserved", CODES);
    refused("111011 0000 11111 11 |", "cpgn-variation", CODES);
    refused("111010 11111 11 |", "cpgn-variation", CODES);
    refused(&format!("{E4} 111011 0000 101 011 011 11111 11 |"), "cpgn-variation", CODES + 28);
    refused(&format!("{E4} 11111 11 1 |"), "cpgn-fill", CODES + 16);
    // A comment without its zero byte.
    refused(&format!("{E4} 11100 01101110 01101110"), "cpgn-truncated", CODES + 9);
}

#[test]
fn the_draft_has_the_same_errors() {
    let draft = |codes: &str| faults_of(&bits(&format!("0000 '' {codes}")), Layout::Draft);
    assert_eq!(draft("101 100 |"), [("cpgn-truncated", Some(12))]);
    assert_eq!(draft("101 100 011 101 100 011 |"), [("cpgn-move", Some(21))]);
    assert_eq!(draft("111110000 |"), [("cpgn-variation", Some(12))]);
    assert_eq!(draft("101 100 011 11110 11 11"), [("cpgn-fill", Some(28))]);
    assert_eq!(draft("101 110 000 |"), [("cpgn-reserved", Some(12))]);
    assert_eq!(draft("101 000 000 'e4' |"), [("cpgn-reserved", Some(12))]);
}

#[test]
fn the_games_before_an_error_are_read_and_nothing_after_it() {
    let games = format!("'' 0000 {E4} 11111 00 | '' 0000 {E4} {E4} 11111 00 | '' 0000 {E4} 11111 00 |");
    let back = read(&bits(&format!("00000000 {games}")), "v0");
    assert_eq!((back.games, back.text()), (2, "1. e4 1-0\n\n1. e4 *\n\n"));
    assert_eq!(back.faults, [("cpgn-move", Some(8 + 32 + 12 + 9))]);
}

/// Codes that may only follow some others.
#[test]
fn codes_out_of_order_are_refused() {
    let (spell, glyph, comment, nag) = ("101 000 000 'e4'", "101 000 111", "11100 'c'", "11110 00000001");
    for (before, wrong) in [
        ("", spell),
        ("", glyph),
        ("101 100 011 101 000 111", spell),
        ("101 100 011 101 000 000 'e4'", spell),
        ("101 100 011 11100 'c'", spell),
        ("101 100 011 11100 'c'", glyph),
        ("101 100 011 11110 00000001", glyph),
        ("101 100 011 111011 0000", glyph),
        ("101 100 011 111011 0000 101 011 011 111010", glyph),
        ("101 100 011 101 001 000 ';c'", glyph),
        // The text before the tags is the first code, and once.
        ("101 100 011", "101 100 000 '{c}'"),
        ("101 100 000 '{c}'", "101 100 000 '{c}'"),
        ("11100 'c'", "101 100 000 '{c}'"),
        // After the rest of a line, and the text after the marker, only the end comes.
        ("101 100 011 101 011 000 <Ke3>", "101 100 100"),
        ("101 100 011 101 011 000 <Ke3>", comment),
        ("101 100 011 101 011 000 <Ke3>", nag),
        ("101 100 011 101 011 000 <Ke3>", "111011 0000"),
        ("101 100 011 101 011 000 <Ke3>", "101 011 000 <Ke3>"),
        ("101 100 011 101 101 000 '{c}'", "101 100 100"),
        ("101 100 011 101 101 000 '{c}'", comment),
        ("101 100 011 101 101 000 '{c}'", "101 101 000 '{c}'"),
        ("101 100 011 111011 0000 101 011 011", "101 101 000 '{c}'"),
    ] {
        let file = v0(&format!("{before} {wrong} 11111 11 |"));
        // How many bits precede the wrong one: more of them are not a whole byte.
        let bit = CODES + bits_in(before);
        assert_eq!(faults_of(&file, Layout::V0).last(), Some(&("cpgn-reserved", Some(bit))), "{before} {wrong}");
    }
}

/// How many bits these parts are.
fn bits_in(parts: &str) -> u64 {
    let ones = bits(&format!("{parts} 1 |"));
    let last = ones.iter().rposition(|byte| *byte != 0).expect("a one");
    8 * last as u64 + 7 - u64::from(ones[last].trailing_zeros())
}

/// Texts that would be read as something else than their code means.
#[test]
fn forgeries_are_refused() {
    for tag in ["a\"b", "\"", "a\\", "a\"]\n[White \"b"] {
        let file = bits(&format!("00000000 'Event' '{tag}' '' 0000 11111 11 |"));
        assert_eq!(faults_of(&file, Layout::V0), [("cpgn-tag", Some(8))], "{tag}");
    }
    // A spelling is one token that names the move.
    for spelled in ["", "d4", "e4 e5", "e4!", "e4 {c}", "1-0", "{c}", "e4)", "(", "1.", "e4\ne5", " e4", "e4 "] {
        let file = v0(&format!("{E4} 101 000 000 '{spelled}' 11111 11 |"));
        assert_eq!(faults_of(&file, Layout::V0), [("cpgn-text", Some(CODES + 9))], "{spelled:?}");
    }
    // A separate token is one that no other code expresses.
    for raw in ["", "e5", "{c}", "1-0", "*", "(", "[A \"b\"]", ";c\n1-0", "%x\n1-0", "; c\n; d", "$300 e5", " $300"] {
        let file = v0(&format!("{E4} 101 001 000 '{raw}' 11111 11 |"));
        assert_eq!(faults_of(&file, Layout::V0), [("cpgn-text", Some(CODES + 9))], "{raw:?}");
    }
    // Only comments can be before the tags and after the marker.
    for around in ["e4", "[A \"b\"]", "1-0", "{a} e4", "{a} [A \"b\"]", "$1", "{a", ")"] {
        let file = v0(&format!("101 100 000 '{around}' {E4} 11111 11 |"));
        assert_eq!(faults_of(&file, Layout::V0), [("cpgn-text", Some(CODES))], "{around:?}");
        let file = v0(&format!("{E4} 101 101 000 '{around}' 11111 11 |"));
        assert_eq!(faults_of(&file, Layout::V0), [("cpgn-text", Some(CODES + 9))], "{around:?}");
    }
    // The rest of a line neither ends the game nor starts one.
    for rest in ["Ke3 1-0", "Ke3 *", "Ke3 1-0 1. d4", "Ke3\n\n[A \"b\"]\n\n1. d4", "1-0", "Ke3 ) 1-0"] {
        let file = v0(&format!("{E4} 101 011 000 <{rest}> 11111 11 |"));
        assert_eq!(faults_of(&file, Layout::V0), [("cpgn-text", Some(CODES + 9))], "{rest:?}");
    }
    // In a variation it does not end that either, and a marker is skipped there.
    let inner =
        |rest: &str| faults_of(&v0(&format!("{E4} 111011 0000 101 011 000 <{rest}> 111010 11111 11 |")), Layout::V0);
    assert_eq!(inner("Ke3) 1... e5 (1... d5"), [("cpgn-text", Some(CODES + 19))]);
    assert_eq!(inner("Ke3\n[A \"b\"]\n"), [("cpgn-text", Some(CODES + 19))]);
}

#[test]
fn what_is_read_is_written_as_it_was_meant() {
    // The text of a comment is a comment, with any content.
    for text in ["1-0", "[A \"b\"]", "(", "%", ";", "a\nb"] {
        let back = read(&v0(&format!("{E4} 11100 '{text}' 11111 00 |")), "v0");
        assert_eq!(back.text(), format!("1. e4 {{{text}}} 1-0\n\n"));
        assert_eq!(back.games, 1);
    }
    for layout in LAYOUTS {
        assert!(read(&[0xff; 64], layout.id()).faults[0].0.starts_with("cpgn-"));
    }
}

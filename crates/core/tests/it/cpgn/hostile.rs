//! Damaged files and files made to hurt: an error with its bit, or games; never a panic, and no more memory than the file has.

use super::tools::{LAYOUTS, Way, bits, faults_of, format, read, steps, v0, vectors, written};
use crate::seed::Seed;
use scoresheet_core::error;
use scoresheet_core::game::cpgn::{Layout, rows};

/// Reads a file in a layout, and checks that each fault is reported with one of its bits.
fn read_any(file: &[u8], layout: &str) {
    let back = Way::new("cpgn", "pgn", layout).convert(file);
    for (code, bit) in &back.faults {
        assert!(bit.is_some_and(|bit| bit <= 8 * file.len() as u64), "{code} at {bit:?} of {file:02x?} as {layout}");
    }
    let is_error = |code: &str| error::ALL.iter().any(|spec| spec.id == code && !spec.code.is_note());
    if back.faults.iter().any(|(code, _)| is_error(code)) {
        return;
    }
    // What is read without an error is written like this that it reads as the same.
    for to in LAYOUTS {
        let again = Way {
            from: "cpgn",
            reading: format("cpgn").read_options(&[("layout".to_owned(), layout.to_owned())]),
            ..Way::new("pgn", "cpgn", to.id())
        }
        .convert(file);
        // A name that cannot be in PGN is left out and counted.
        if again.losses.iter().any(|loss| loss.0 == "tag") {
            continue;
        }
        assert_eq!(again.losses, [], "{file:02x?} as {layout}");
        assert_eq!(
            steps("cpgn", &again.bytes, to.id()),
            steps("cpgn", file, layout),
            "{file:02x?} as {layout} to {to:?}"
        );
    }
}

#[test]
fn every_prefix_of_every_vector_is_games_or_an_error_with_its_bit() {
    let files = vectors();
    assert_eq!(files.len(), 229);
    for (layout, file) in files {
        for end in 0..file.len() {
            let prefix = &file[..end];
            read_any(prefix, layout.id());
            read_any(prefix, "auto");
            // A file that is taken apart has the same error.
            if let Err((bit, code)) = rows(prefix, layout) {
                let faults = faults_of(prefix, layout);
                assert!(faults.contains(&(code.id(), Some(bit as u64))), "{} at {bit}, {faults:?}", code.id());
            }
        }
    }
}

#[test]
fn a_hundred_thousand_flipped_bits_are_games_or_errors_with_their_bits() {
    let (files, mut seed) = (vectors(), Seed(1));
    for round in 0..100_000 {
        let (layout, file) = seed.pick(&files);
        let mut file = file.clone();
        for _ in 0..1 + round % 3 {
            let bit = seed.below(8 * file.len());
            file[bit / 8] ^= 0x80 >> (bit % 8);
        }
        read_any(&file, if round % 5 == 0 { "auto" } else { layout.id() });
    }
}

#[test]
fn bytes_at_random_are_games_or_errors_with_their_bits() {
    let mut seed = Seed(2);
    for round in 0..20_000 {
        let mut file: Vec<u8> = (0..seed.below(60)).map(|_| seed.byte()).collect();
        // Most start as a game does.
        let start: &[u8] = [&b"\0\0\0"[..], b"\0\0\x0b\x1d", b"\0A\0b\0\0\x05", b""][round % 4];
        file.splice(0..0, start.iter().copied());
        for layout in ["auto", "draft", "v0"] {
            read_any(&file, layout);
        }
    }
}

#[test]
fn variations_nest_as_deep_as_the_limit_allows() {
    let deep = 9_000;
    let mut pgn = String::from("1. e4");
    for level in 0..deep {
        pgn.push_str(if level % 2 == 0 { " (1. d4" } else { " (1. e4" });
    }
    pgn.push_str(&")".repeat(deep));
    pgn.push_str(" *\n\n");
    for layout in LAYOUTS {
        let file = written(&pgn, layout);
        assert_eq!((&file.faults, &file.losses), (&vec![], &vec![]));
        assert_eq!(read(&file.bytes, layout.id()).sound().split_whitespace().count(), pgn.split_whitespace().count());
        assert!(rows(&file.bytes, layout).is_ok());
    }
}

#[test]
fn deeper_variations_are_refused() {
    let mut codes = String::from("101 100 011");
    for level in 0..100_000 {
        codes.push_str(if level % 2 == 0 { "111011 0000 101 011 011" } else { "111011 0000 101 100 011" });
    }
    assert_eq!(faults_of(&v0(&codes), Layout::V0), [("limit-nesting", Some(20 + 9 + 10_000 * 19))]);
    let stored = "(1. d4 ".repeat(100_000);
    let file = v0(&format!("101 100 011 101 011 000 <Ke3 {stored}> 11111 11 |"));
    assert!(faults_of(&file, Layout::V0).iter().all(|(_, bit)| bit.is_some()));
}

#[test]
fn lengths_beyond_the_file_are_refused() {
    for extension in ["010", "011"] {
        for length in ["1".repeat(32), format!("{:032b}", 1 << 31), format!("{:032b}", 2)] {
            let file = v0(&format!("101 100 011 101 {extension} 000 {length} 01100001"));
            assert_eq!(faults_of(&file, Layout::V0), [("cpgn-truncated", Some(29))], "{extension} {length}");
        }
        // The length itself is cut off.
        assert_eq!(
            faults_of(&v0(&format!("101 100 011 101 {extension} 000 1111")), Layout::V0),
            [("cpgn-truncated", Some(29))]
        );
    }
}

#[test]
fn limits_hold() {
    let long = |length: usize| "x".repeat(length);
    let tags: String = (0..10_001).map(|number| format!("'T{number}' 'x' ")).collect();
    let last = tags.find("'T10000'").map_or(0, |at| bits(&tags[..at]).len());
    let file = bits(&format!("00000000 {tags} '' 0000 11111 11 |"));
    assert_eq!(faults_of(&file, Layout::V0), [("limit-tags", Some(8 + 8 * last as u64))]);
    let file = bits(&format!("00000000 'A' 'x' 'Event' '{}' '' 0000 11111 11 |", long(1 << 20)));
    assert_eq!(faults_of(&file, Layout::V0), [("limit-tag", Some(8 * 5))]);
    let e4 = "101 100 011";
    for (codes, code) in [
        (format!("101 000 000 '{}'", long(65 << 10)), "limit-token"),
        (format!("11100 '{}'", long((16 << 20) + 1)), "limit-comment"),
        (format!("101 001 000 ';{}'", long((16 << 20) + 1)), "limit-comment"),
        (format!("101 010 000 <{}>", long((16 << 20) + 1)), "limit-comment"),
    ] {
        assert_eq!(faults_of(&v0(&format!("{e4} {codes} 11111 11 |")), Layout::V0), [(code, Some(29))]);
    }
}

#[test]
fn long_texts_of_many_tokens_take_no_longer_than_their_length() {
    for piece in ["(", ")", "{", "$", "1.", "e4 ", ";", "%", "\n", "\\", "[", "*", "\0", "é"] {
        let text = piece.repeat(50_000);
        let text = text.as_str();
        for codes in [format!("101 011 000 <{text}>"), format!("101 010 000 <{text}>")] {
            let file = v0(&format!("101 100 011 {codes} 11111 11 |"));
            assert!(faults_of(&file, Layout::V0).iter().all(|(_, bit)| bit.is_some()));
        }
    }
}

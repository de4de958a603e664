//! What the amendments decide about tokens that no original code expresses, by their numbers: which are stored, in what
//! order, and how.

use super::tools::{LAYOUTS, format, from, read, survives, told, v0, written};
use scoresheet_core::game::WriteOptions;
use scoresheet_core::game::cpgn::Layout;
use scoresheet_core::location::Location;
use scoresheet_core::notation;
use scoresheet_core::rules::Position;
use scoresheet_core::step::{CommentForm, Dialect, Head, Sink, Step};
use scoresheet_core::write::Filter;

#[test]
fn a2_a_line_is_stored_from_the_first_byte_that_cannot_be_coded() {
    for (pgn, stored) in [
        ("1. e4 e5 2. Ke3   Ke6 1-0\n", "Ke3   Ke6 "),
        // Without a marker, up to what is not a blank.
        ("1. e4 Ke3 e5  \n\n", "Ke3 e5"),
        // In a variation, the rest of that, and the line around continues.
        ("1. e4 (1. Ke3 e5 {c}) 1... e5 *\n", "Ke3 e5 {c}"),
        ("1. e4 (1. d4 (1. Ke3) e4) 1... e5 *\n", "Ke3"),
    ] {
        for layout in LAYOUTS {
            let rows = told(pgn, layout);
            let place = rows.iter().position(|row| row.1.starts_with("rest of the line")).expect(pgn);
            assert_eq!(rows[place].1, format!("rest of the line `{stored}`"), "{pgn}");
            let next = rows[place + 1].1.as_str();
            assert!(next.starts_with("end of "), "{next}");
            assert!(!pgn.contains("e5 *") || rows.iter().any(|row| row.1 == "move e5"), "{pgn}");
        }
    }
    // It makes the end mandatory.
    assert_eq!(told("1. e4 Ke3 *", Layout::Draft).iter().filter(|row| row.1 == "end of the game: *").count(), 1);
    survives("1. e4 e5 2. Nf3 (2. Ke3 Ke6) 2... Nc6 *\n\n");
}

#[test]
fn a3_tokens_that_are_passed_over_are_kept_as_they_stand() {
    for (pgn, raw) in [
        ("1. e4 ; to the end\n1... e5 *", "; to the end"),
        ("1. e4\n% a line\n1... e5 *", "% a line"),
        ("1. e4 $300 e5 *", "$300"),
        ("1. e4 $01 e5 *", "$01"),
        ("1. e4 < e5 *", "<"),
        ("1. e4 > e5 *", ">"),
        ("1. e4 ) e5 *", ")"),
        ("1. e4 e5 (1... c5 1-0) *", "1-0"),
        ("1. e4 ± e5 *", "±"),
    ] {
        for layout in LAYOUTS {
            let file = written(pgn, layout);
            assert_eq!(file.losses, [], "{pgn}");
            let rows = told(pgn, layout);
            assert!(rows.iter().any(|row| row.1 == format!("token `{raw}`")), "{pgn}: {rows:?}");
            let back = read(&file.bytes, layout.id());
            let again = written(back.text(), layout);
            assert_eq!(again.bytes, file.bytes, "{pgn}: {}", back.text());
            assert!(back.text().contains(raw), "{}", back.text());
        }
    }
    // Both to the end of the line are on one of their own.
    let back = read(&written("1. e4 ;x\ne5\n%y\n2. Nf3 *", Layout::V0).bytes, "v0");
    assert!(back.text().contains(";x\n") && back.text().contains("\n%y\n"), "{}", back.text());
}

#[test]
fn a3_what_no_token_can_be_is_stored() {
    for (pgn, stored) in [
        ("1. e4 ;a\0b\n1... e5 *", ";a"),
        ("1. e4\n%a\0b\n1... e5 *", "%a"),
        ("[Variant \"Makruk\"]\n\n{c} 1. e4 e5 *", "{c} 1. e4 e5 "),
    ] {
        let rows = told(pgn, Layout::V0);
        let says = format!("rest of the line `{stored}");
        assert!(rows.iter().any(|row| row.1.starts_with(&says)), "{pgn:?}: {rows:?}");
    }
    // The text before the tags is refused like a tag.
    let file = written(";a\0b\n[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. d4 *\n\n", Layout::V0);
    assert_eq!(file.losses, [("cpgn-nul", 1)]);
    assert_eq!(read(&file.bytes, "v0").games, 1);
}

#[test]
fn a4_a_spelling_is_between_the_move_and_its_signs() {
    let file = v0("101 100 011 101 000 000 'e2e4' 101 000 111 101 001 111 11111 11 |");
    let back = read(&file, "v0");
    assert_eq!((back.text(), &back.losses), ("1. e2e4! ? *\n\n", &vec![]));
}

#[test]
fn a4_the_flag_means_only_the_usual_suffix() {
    let game = |word: &str| format!("1. e4 a6 2. e5 d5 3. {word} *");
    for (word, block, spelled) in [
        ("exd6", "00010", false),
        ("exd6 e.p.", "00011", false),
        ("exd6    e.p.", "00011", false),
        ("exd6\ne.p.", "00011", false),
        ("exd6e.p.", "00010", true),
        ("exd6 ep", "00010", true),
        ("e5xd6 e.p.", "00010", true),
        ("exd6+ e.p.", "00010", true),
    ] {
        let rows = told(&game(word), Layout::V0);
        assert_eq!(rows[2].0, block, "{word}");
        assert_eq!(rows.iter().any(|row| row.1.contains("spelled")), spelled, "{word}: {rows:?}");
    }
}

#[test]
fn a4_other_words_for_castling_and_for_no_move_are_spellings() {
    let castling = from("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1. WORD *");
    for word in ["OO", "o-o", "0-0", "Kg1", "e1g1"] {
        let rows = told(&castling.replace("WORD", word), Layout::V0);
        assert!(rows.iter().any(|row| row.1 == format!("move O-O, spelled `{word}`")), "{word}: {rows:?}");
    }
    for word in ["Z0", "@@@@", "null", "pass"] {
        let pgn = format!("1. e4 {word} *\n\n");
        assert!(told(&pgn, Layout::V0).iter().any(|row| row.1 == format!("move --, spelled `{word}`")), "{word}");
        survives(&pgn);
    }
}

#[test]
fn a3_a_zero_byte_is_never_in_a_token() {
    let (start, options) = (Position::start(), WriteOptions::default());
    let head = Head {
        place: Location::default(),
        dialect: Dialect::Pgn,
        notation: notation::ALL[0].spec(),
        tags: &[],
        section: None,
        odd_tags: &[],
        start: &start,
        standard_start: true,
    };
    // No PGN has such a comment, but a game that was made in another way may.
    let mut filter = Filter::new(format("cpgn").writer(&options), true);
    filter.take(Step::Head(&head));
    filter.take(Step::Comment { text: "a\0b", form: CommentForm::Line });
    filter.take(Step::End(None));
    let file = [format("cpgn").header(&options), filter.bytes().clone()].concat();
    assert_eq!(file, v0("101 010 000 <a\0b> 11111 11 |"));
}

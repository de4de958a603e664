//! Moves with comments, NAGs and variations in rows of tables and lists, and text that could not be played on.

use crate::conversion::convert;
use scoresheet_core::error::Code;

/// What is not words alone in a row is movetext, as in PGN.
#[test]
fn rows_hold_movetext() {
    for (from, text, pgn) in [
        (
            "csv",
            "White,moves,Date\nfinn,\"1. c4 { [%clk 0:03:00] } 1... e5?! (1... c5 {so}) 2. Nc3 $14 1/2-1/2\",2020.01.01\n",
            "[White \"finn\"]\n[Date \"2020.01.01\"]\n\n\
             1. c4 { [%clk 0:03:00] } 1... e5 $6 (1... c5 {so}) 2. Nc3 $14 1/2-1/2\n\n",
        ),
        ("csv", "Result,moves\n0-1,\"c4 {\"\"so\"\"} e5\"\n", "[Result \"0-1\"]\n\n1. c4 {\"so\"} 1... e5 0-1\n\n"),
        ("csv", "moves\nc4 e5 ($1 d5) Nc3!\n", "1. c4 e5 ($1 1... d5) 2. Nc3 $1 *\n\n"),
        (
            "san",
            "c4! e5 {book} Nc3\n1. c4 e5?! $6 (1... c5) 2. g3 1-0\n",
            "1. c4 $1 e5 {book} 2. Nc3 *\n\n1. c4 e5 $6 $6 (1... c5) 2. g3 1-0\n\n",
        ),
        ("uci", "c2c4! e7e5 {a} b1c3\n", "1. c4 $1 e5 {a} 2. Nc3 *\n\n"),
        ("lan", "c2-c4 e7-e5 {a} Nb1-c3!\n", "1. c4 e5 {a} 2. Nc3 $1 *\n\n"),
    ] {
        let read = convert(text.as_bytes(), from, "pgn");
        assert_eq!(read.text(), pgn);
        assert!(read.faults.iter().all(|fault| fault.code == Code::RowMovetext), "{:?}", read.faults);
    }
    // A row has one game, and no tags: what looks like another one is kept.
    for text in ["c4 {a} e5 1-0 1. d4 d5", "c4 {a} [Event \"x\"] e5", "c4 {a} e5 (c5", "c4 {a} e5 ) Nc3"] {
        let read = convert(format!("{text}\n").as_bytes(), "san", "pgn");
        assert_eq!(read.games, 1, "{text}");
        assert!(read.faults.iter().any(|fault| fault.code != Code::RowMovetext), "{text}");
        let words = |text: &str| text.matches(|c: char| c.is_ascii_alphabetic()).collect::<String>();
        assert!(words(text).chars().all(|letter| read.text().contains(letter)), "{}", read.text());
    }
}

/// What follows a move that cannot be played is kept unchanged.
#[test]
fn text_that_cannot_be_read_is_kept_byte_for_byte() {
    for (from, text, tail) in [
        ("pgn", "1. c4 Ke4 {eval 0.25} 0.5 12.5  2. Nf3 $5 (x) *\n", "Ke4 {eval 0.25} 0.5 12.5  2. Nf3 $5 (x)"),
        (
            "csv",
            "White,moves,Black\na,\"1. c4 Ke4 { [%eval 0.04] } 1... e5 12.5\",b\n",
            "Ke4 { [%eval 0.04] } 1... e5 12.5",
        ),
        ("csv", "moves\n\"1. c4 Ke4 {\"\"Live\"\"} 0.5\"\n", "Ke4 {\\\"Live\\\"} 0.5"),
        ("san", "c4 Ke4 7 e5\n", "Ke4 7 e5"),
    ] {
        let bgn = convert(text.as_bytes(), from, "bgnl").text();
        assert!(bgn.contains(&format!("\"tail\":\"{tail}\"")), "{bgn}");
    }
    assert_eq!(convert(b"1. c4 Ke4 7 12 e5 *\n", "pgn", "pgn").text(), "1. c4 {Ke4 7 12 e5} *\n\n");
}

/// The result of a row is spelled as anywhere.
#[test]
fn results_of_rows_in_every_spelling() {
    for (spelled, result) in [
        ("1:0", "1-0"),
        ("1 : 0", "1-0"),
        ("1\u{a0}–\u{a0}0", "1-0"),
        ("O-1", "0-1"),
        ("0 -1", "0-1"),
        ("1/2", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("+:-", "1-0"),
    ] {
        for (from, moves) in [("san", "c4 e5"), ("san", "1. c4 e5"), ("uci", "c2c4 e7e5"), ("lan", "c2-c4 e7-e5")] {
            let read = convert(format!("{moves} {spelled}\n").as_bytes(), from, "pgn");
            assert_eq!(read.text(), format!("1. c4 e5 {result}\n\n"), "{from}: {spelled}");
            assert!(read.faults.iter().any(|fault| fault.code == Code::TerminationSpelling), "{from}: {spelled}");
        }
        let read = convert(format!("White,moves\nfinn,c4 e5 {spelled}\n").as_bytes(), "csv", "pgn");
        assert_eq!(read.text(), format!("[White \"finn\"]\n\n1. c4 e5 {result}\n\n"), "{spelled}");
    }
}

/// Numbers in rows are moves of correspondence chess, or kept unchanged.
#[test]
fn numbers_in_rows() {
    for (text, pgn, codes) in [
        ("3234 5755 2133\n1.3234 5755\n", "1. c4 e5 2. Nc3 *\n\n1. c4 e5 *\n\n", "san-numeric"),
        ("c4 0.25 e5\n", "1. c4 {0.25} 1... e5 *\n\n", "stray"),
        ("c4 12.5 e5\n", "1. c4 {12.5} 1... e5 *\n\n", "stray"),
        ("c4 1908 e5\n", "1. c4 {1908} 1... e5 *\n\n", "stray"),
        ("c4 ... e5\n", "1. c4 e5 *\n\n", "row-movetext move-number"),
    ] {
        let read = convert(text.as_bytes(), "san", "pgn");
        assert_eq!(read.text(), pgn);
        let mut found: Vec<_> = read.faults.iter().map(|fault| fault.code.id()).collect();
        found.dedup();
        assert_eq!(found.join(" "), codes, "{text}");
    }
    // Quotes that the table doubles are single ones again.
    let read = convert(b"moves\n\"c4 {a \"\"good\"\" move} e5\"\n", "csv", "pgn");
    assert_eq!(read.text(), "1. c4 {a \"good\" move} 1... e5 *\n\n");
    // So they are around the moves of a list.
    for list in ["\"[\"\"c4\"\",\"\"e5\"\"]\"", "\"['c4', 'e5']\"", "['c4' 'e5']"] {
        let read = convert(format!("moves\n{list}\n").as_bytes(), "csv", "pgn");
        assert_eq!(read.text(), "1. c4 e5 *\n\n", "{list}");
        assert!(read.faults.is_empty(), "{list}");
    }
}

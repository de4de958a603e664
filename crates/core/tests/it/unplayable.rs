//! Games that cannot be played, in documents and back.

use crate::conversion::convert;
use scoresheet_core::error::Code;

const GAMES: &str = "[White \"a \\\"b\\\" \\\\\"]\n[Result \"1-0\"]\n[FEN \"4k3/8 w\"]\n\n1. e4 {said} e5 (1... c5 $1) 1-0\n\n\
    [White \"c\"]\n[Variant \"Nobody's Chess\"]\n\n1. e4 e5 *\n\n\
    [White \"d\"]\n[FEN \"x\"]\n\n*\n\n\
    [White \"e\"]\n[Variant \"Xx\"]\n\n1. e4 Qq9 0-1\n\n";

#[test]
fn games_that_cannot_be_played_survive_documents() {
    let read = convert(GAMES.as_bytes(), "pgn", "pgn");
    let codes = |read: &crate::conversion::Converted| read.faults.iter().map(|fault| fault.code).collect::<Vec<_>>();
    let expected = [Code::FenSyntax, Code::VariantUnsupported, Code::FenSyntax, Code::VariantUnsupported];
    assert_eq!((read.text().as_str(), codes(&read)), (GAMES, expected.to_vec()));
    for format in ["bgn", "bgnl", "bgnx", "bson"] {
        let document = convert(GAMES.as_bytes(), "pgn", format);
        assert_eq!(document.losses, [], "{format}");
        let back = convert(&document.bytes, format, "pgn");
        assert_eq!((back.text().as_str(), codes(&back)), (GAMES, expected.to_vec()), "{format}");
        let again = convert(&document.bytes, format, format);
        assert_eq!(String::from_utf8_lossy(&again.bytes), String::from_utf8_lossy(&document.bytes));
    }
}

/// What a document has no place for is counted.
#[test]
fn games_with_text_around_them_are_left_out_of_documents() {
    for text in ["{before}\n[FEN \"x\"]\n\n1. e4 *\n", "[FEN \"x\"]\n\n1. e4 * {behind}\n"] {
        let read = convert(text.as_bytes(), "pgn", "bgnl");
        assert_eq!((read.text().as_str(), read.losses), ("", vec![("unplayed-game", 1)]), "{text}");
    }
}

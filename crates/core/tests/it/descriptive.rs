//! English descriptive notation: known texts, every legal move of games at random, and games of PGN written in it.

use crate::seed::Seed;
use scoresheet_core::notation::{self, Last, MoveError, MoveNotation, Validation, language::ENGLISH, san};
use scoresheet_core::position::fen;
use scoresheet_core::rules::{Move, Position};

fn at(text: &str) -> Position {
    fen::parse(text).expect("a test's FEN is right")
}

fn descriptive() -> &'static dyn MoveNotation {
    notation::find("descriptive").expect("it is listed")
}

fn read(before: &Position, text: &str) -> Result<String, MoveError> {
    descriptive().read(before, text.as_bytes(), Validation::Full).map(|named| uci(named.mv))
}

fn uci(mv: Move) -> String {
    format!("{}{}", mv.from, mv.destination())
}

fn written(before: &Position, mv: Move) -> String {
    let mut out = Vec::new();
    descriptive().write(before, mv, Last::No, &mut out).expect("a legal move has a text");
    String::from_utf8(out).expect("it is ASCII")
}

#[test]
fn texts_of_books() {
    let start = Position::start();
    for (fen, text, mv) in [
        ("", "P-K4", Ok("e2e4")),
        ("", "P-QB4", Ok("c2c4")),
        ("", "KP-K4", Ok("e2e4")),
        ("", "N-KB3", Ok("g1f3")),
        ("", "Kt-KB3", Ok("g1f3")),
        ("", "N-B3", Err(MoveError::Ambiguous)),
        ("", "KN-B3", Ok("g1f3")),
        ("", "QN-B3", Ok("b1c3")),
        ("", "P-B4", Err(MoveError::Ambiguous)),
        ("", "P-K5", Err(MoveError::Illegal)),
        // Ranks are counted by the side that moves.
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "P-K4", Ok("e7e5")),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "N-QB3", Ok("b8c6")),
        // Captures, of pieces and of pawns by their file.
        ("4k3/8/8/2pnp3/3P1P2/8/8/4K3 w - - 0 1", "PxP", Err(MoveError::Ambiguous)),
        ("4k3/8/8/2pnp3/3P1P2/8/8/4K3 w - - 0 1", "PxBP", Ok("d4c5")),
        ("4k3/8/8/2pnp3/3P1P2/8/8/4K3 w - - 0 1", "BPxP", Ok("f4e5")),
        ("4k3/8/8/2pnp3/3P1P2/8/8/4K3 w - - 0 1", "QPxKP", Ok("d4e5")),
        ("4k3/8/8/2pnp3/3P1P2/8/8/4K3 w - - 0 1", "PxP/B5", Ok("d4c5")),
        ("4k3/8/8/2pnp3/3P1P2/8/8/4K3 w - - 0 1", "PxP(QB5)", Ok("d4c5")),
        ("4k3/8/8/2ppP3/8/8/8/4K3 w - d6 0 1", "PxPe.p.", Ok("e5d6")),
        // Rooks and bishops by their side of the board.
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "QR-Q1", Ok("a1d1")),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "KR-KN1", Ok("h1g1")),
        ("4k3/8/8/8/8/2B2B2/8/4K3 w - - 0 1", "KB-K4", Ok("f3e4")),
        ("4k3/8/8/8/8/2B2B2/8/4K3 w - - 0 1", "QB-K5", Ok("c3e5")),
        ("4k3/8/2b2b2/8/8/8/8/4K3 b - - 0 1", "KB-K4", Ok("f6e5")),
        ("4k3/8/8/8/8/R7/8/R3K3 w - - 0 1", "R/3-R2", Ok("a3a2")),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "P-R8=N", Ok("a7a8")),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "P-QR8(Q)", Ok("a7a8")),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "P-R8", Err(MoveError::Ambiguous)),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", Ok("e1c1")),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "R-R8ch", Err(MoveError::Ambiguous)),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "R-QR8ch", Ok("a1a8")),
    ] {
        let before = if fen.is_empty() { start.clone() } else { at(fen) };
        assert_eq!(read(&before, text), mv.map(String::from), "{text} in {fen}");
    }
    assert!(matches!(read(&start, "e4"), Err(MoveError::Syntax { .. })));
}

#[test]
fn moves_are_written_shortly_and_read_back() {
    for (fen, mv, text) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "P-K4"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "N-KB3"),
        ("4k3/8/8/2pnp3/3P1P2/8/8/4K3 w - - 0 1", "f4e5", "BPxP"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "R-Q1"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "a1a8", "R-QR8+"),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "P-R8=Q"),
    ] {
        let before = at(fen);
        let found = before.legal_moves().into_iter().filter(|found| uci(*found) == mv);
        assert!(found.map(|found| written(&before, found)).any(|found| found == text), "{mv} in {fen}");
    }
    let (mut seed, mut tried) = (Seed(0x9e37_79b9), 0);
    for _ in 0..60 {
        let mut position = Position::start();
        for _ in 0..80 {
            let moves = position.legal_moves();
            for mv in &moves {
                let text = written(&position, *mv);
                let named = descriptive().read(&position, text.as_bytes(), Validation::Full);
                assert_eq!(named.map(|named| (named.mv, named.notes.is_empty())), Ok((*mv, true)), "{text}");
                // A reader of SAN finds the same move, even if the text could mean something else.
                let named = san::read(&position, text.as_bytes(), &ENGLISH).map(|named| named.mv);
                assert_eq!(named, Ok(*mv), "{text} in {}", fen::write(&position, fen::Style::default()));
                tried += 1;
            }
            let Some(next) = moves.get(seed.below(moves.len().max(1))) else { break };
            position = position.after(*next);
        }
    }
    assert!(tried > 50_000, "{tried}");
}

//! Which notations of moves a format accepts as an option, and that each of them can be written and read back.

use crate::common::{converted, folder, text};
use scoresheet_core::dialect::vgn::codes;
use scoresheet_core::notation::{self, WordUse};
use scoresheet_jobs::Failure;
use scoresheet_jobs::formats::{self, Format};
use std::collections::BTreeSet;
use std::fs;

/// A game with captures, castling, a promotion and check; every piece moves.
const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 d5 2. exd5 c6 3. Nf3 Nf6 4. dxc6 Bg4 5. cxb7 Qd6 \
                    6. Bb5+ Nbd7 7. bxa8=Q+ Qb8 8. O-O e6 9. Kh1 Be7 10. Re1 O-O 11. Qxa7 Rd8 1-0\n";

/// Every id that is a notation of moves somewhere.
fn ids() -> BTreeSet<&'static str> {
    let listed = notation::ALL.iter().map(|notation| notation.spec().id);
    listed.chain(codes::MOVE_FORMATS.iter().map(|format| format.notation)).collect()
}

/// Whether a format is to offer a notation, according to the notation itself.
fn is_due(format: Format, id: &str) -> bool {
    let words = notation::find(id).map_or(WordUse::NOWHERE, |notation| notation.spec().words);
    match format.id() {
        "pgn" => words.in_pgn,
        "csv" | "tsv" => words.in_lines,
        "vgn" => codes::MOVE_FORMATS.iter().any(|format| format.notation == id && !format.unended),
        _ => false,
    }
}

#[test]
fn notations_that_fit_a_format_are_offered() {
    for format in formats::all() {
        let offered = (format.spec().moves)();
        let once: BTreeSet<_> = offered.iter().copied().collect();
        assert_eq!(once.len(), offered.len(), "{} offers one of {offered:?} twice", format.id());
        assert!(once.is_subset(&ids()), "{} offers more than there is: {offered:?}", format.id());
        for id in ids() {
            assert_eq!(once.contains(id), is_due(format, id), "{id} in {}", format.id());
        }
    }
}

#[test]
fn what_is_offered_is_written_and_read_back() {
    let folder = folder("what_is_offered_is_written_and_read_back");
    let (input, back) = (folder.join("game.pgn"), folder.join("back.uci"));
    fs::write(&input, GAME).unwrap();
    let force = ("force", scoresheet_jobs::options::OptionValue::Flag(true));
    converted(input.to_str().unwrap(), &back, std::slice::from_ref(&force)).unwrap();
    let moves = fs::read(&back).unwrap();
    assert!(moves.starts_with(b"e2e4 d7d5 e4d5"));
    for format in formats::all().filter(|format| !(format.spec().moves)().is_empty()) {
        for id in ids() {
            let output = folder.join(format!("{id}.{}", format.spec().extensions[0]));
            let report = converted(input.to_str().unwrap(), &output, &[("moves", text(id))]);
            if !is_due(format, id) {
                assert!(matches!(report, Err(Failure::Usage { .. })), "{id} in {} is refused", format.id());
                continue;
            }
            assert_eq!(report.unwrap().written(), 1, "{id} in {}", format.id());
            converted(output.to_str().unwrap(), &back, std::slice::from_ref(&force)).unwrap();
            assert_eq!(fs::read(&back).unwrap(), moves, "{id} in {}", format.id());
        }
    }
}

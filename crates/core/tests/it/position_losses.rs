//! What position notations lose: each kind that they count is declared, and each that is declared is counted somewhere.

use scoresheet_core::notation::Claim;
use scoresheet_core::position::{self, fen};

const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "4k3/8/8/8/8/8/8/R3K2R b KQ - 13 40",
    // White castles with the inner of two rooks.
    "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",
    // White may drop a pawn.
    "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
];

const CLAIMS: [Claim; 11] = [
    Claim::Quiet,
    Claim::Check,
    Claim::Open,
    Claim::OpenCheck,
    Claim::Won,
    Claim::WonCheck,
    Claim::Drawn,
    Claim::DrawnCheck,
    Claim::Stalemate,
    Claim::Mate,
    Claim::Any,
];

#[test]
fn what_is_counted_is_declared() {
    for notation in position::ALL {
        let mut counted = Vec::new();
        for position in POSITIONS.map(|text| fen::parse(text).expect("a position")) {
            counted.extend(notation.losses(&position));
            counted.extend(CLAIMS.into_iter().filter_map(|claim| notation.loss_of_claim(claim)));
        }
        counted.sort_by_key(|kind| *kind as usize);
        counted.dedup();
        let mut declared = notation.spec().losses.to_vec();
        declared.sort_by_key(|kind| *kind as usize);
        assert_eq!(counted, declared, "{}", notation.spec().id);
    }
}

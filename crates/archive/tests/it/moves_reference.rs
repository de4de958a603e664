//! The frequencies of moves equal those of a slow model that is written from the description of the format, square by square,
//! with the legal moves of the core.

use crate::seed::Seed;
use scoresheet_archive::moves::{MoveLine, TABLES, Tables};
use scoresheet_core::position::fen;
use scoresheet_core::rules::{Move, Position};

use crate::reference::{Reference, Weights};

const STARTS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 2",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "2QQ3Q/Q4Q2/3Q4/1Q4Q1/4Q3/Q1Q4Q/pp3Q2/knQQ2K1 w - - 0 1",
    "qrnbnkbr/pppppppp/8/8/8/8/PPPPPPPP/QRNBNKBR w KQkq - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "rk5r/8/8/8/8/8/8/RK5R w AHah - 0 1",
    "8/PPPPPPPP/8/8/4k3/8/pppppppp/K7 w - - 0 1",
];

#[test]
fn frequencies_equal_the_slow_model() {
    let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
    for tables in &TABLES {
        let weights = Weights::of(tables);
        let mut compared = 0;
        for _ in 0..4 {
            for start in STARTS.iter().filter_map(|text| fen::parse(text).ok()) {
                compared += compare(tables, &weights, &start, &mut seed);
            }
        }
        assert!(compared > 2_000, "{compared}");
    }
}

/// Walks from a start, mostly along likely moves, and compares each position.
fn compare(tables: &Tables, weights: &Weights, start: &Position, seed: &mut Seed) -> usize {
    let model = tables.model().expect("a table");
    let Some(mut line) = MoveLine::new(start) else { return 0 };
    let (mut reference, mut compared) = (Reference::new(start), 0);
    for _ in 0..70 {
        let fast = line.frequencies(model);
        assert_eq!(fast, reference.frequencies(weights), "{:?}", reference.position);
        compared += 1;
        let total: u32 = fast.iter().map(|(_, frequency)| frequency).sum();
        let Some((mv, _)) = (match seed.below(3) {
            0 => fast.get(seed.below(fast.len().max(1))),
            _ => pick(&fast, seed.below(total.max(1) as usize) as u32),
        }) else {
            break;
        };
        line.push(*mv);
        reference.push(*mv);
    }
    compared
}

fn pick(moves: &[(Move, u32)], mut place: u32) -> Option<&(Move, u32)> {
    moves.iter().find(|(_, frequency)| {
        let found = place < *frequency;
        place = place.saturating_sub(*frequency);
        found
    })
}

#[test]
fn some_start_has_more_moves_than_any_legal_game_allows() {
    let starts = STARTS.iter().filter_map(|text| fen::parse(text).ok()).filter(|start| MoveLine::new(start).is_some());
    assert!(starts.map(|start| start.legal_moves().len()).max().is_some_and(|most| most > 218));
}

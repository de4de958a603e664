//! Moves that are written are read, from any start, and any bytes are legal moves.

use crate::seed::Seed;
use scoresheet_archive::coder::{Decoder, Encoder};
use scoresheet_archive::moves::{MoveLine, MoveModel, TABLES};
use scoresheet_core::position::fen;
use scoresheet_core::rules::{Move, MoveKind, Position};
use twox_hash::XxHash3_64;

/// Starts of all kinds: usual, Chess960, in check, with en passant captures, promotions, and with very many moves.
const STARTS: [&str; 15] = [
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
    "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "rk5r/8/8/8/8/8/8/RK5R w AHah - 0 1",
    "8/PPPPPPPP/8/8/4k3/8/pppppppp/K7 w - - 0 1",
    "k7/8/8/8/8/8/8/K6R b - - 0 1",
];

fn starts() -> impl Iterator<Item = Position> {
    STARTS.iter().filter_map(|text| fen::parse(text).ok())
}

fn models() -> impl Iterator<Item = &'static MoveModel> {
    TABLES.iter().filter_map(|tables| tables.model())
}

fn random_game(start: &Position, seed: &mut Seed, most: usize) -> Vec<Move> {
    let (mut position, mut moves) = (start.clone(), Vec::new());
    while moves.len() < most {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[seed.below(legal.len())];
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

#[test]
fn every_table_can_be_read() {
    assert!(!TABLES.is_empty());
    for tables in &TABLES {
        assert!(tables.model().is_some(), "{}", tables.name);
        let hash = XxHash3_64::oneshot(&[tables.table, tables.book].concat());
        assert_eq!(hash, tables.hash, "{} {hash:016x}", tables.name);
    }
}

#[test]
fn random_games_come_back() {
    let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
    for model in models() {
        for start in starts() {
            let Some(line) = MoveLine::new(&start) else { continue };
            let games: Vec<Vec<Move>> = (0..20).map(|_| random_game(&start, &mut seed, 150)).collect();
            let mut encoder = Encoder::new();
            for game in &games {
                let mut line = line.clone();
                for mv in game {
                    assert!(line.encode(model, *mv, &mut encoder), "{start:?} {mv:?}");
                }
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for game in &games {
                let mut line = line.clone();
                for mv in game {
                    assert_eq!(line.decode(model, &mut decoder), Some(*mv), "{start:?}");
                }
            }
            assert!(!decoder.is_exhausted());
        }
    }
}

/// Each legal move can be written, and no other: compared with the rules of the core.
#[test]
fn the_moves_of_a_line_are_the_legal_ones() {
    let mut seed = Seed(0x0123_4567_89ab_cdef);
    let model = models().next().expect("a table");
    for start in starts() {
        let Some(mut line) = MoveLine::new(&start) else { continue };
        let mut position = start.clone();
        for _ in 0..60 {
            let legal = position.legal_moves();
            assert_eq!(line.has_moves(), !legal.is_empty());
            let mut encoder = Encoder::new();
            for mv in &legal {
                assert!(line.clone().encode(model, *mv, &mut encoder), "{position:?} {mv:?}");
            }
            for _ in 0..20 {
                let other = Move::plain(
                    scoresheet_core::rules::Square::masked(seed.below(64) as u8),
                    scoresheet_core::rules::Square::masked(seed.below(64) as u8),
                );
                assert_eq!(line.clone().encode(model, other, &mut encoder), legal.contains(&other), "{other:?}");
            }
            assert!(!line.clone().encode(model, position.null_move(), &mut encoder));
            if legal.is_empty() {
                break;
            }
            let mv = legal[seed.below(legal.len())];
            position.play_unchecked(mv);
            line.push(mv);
        }
    }
}

#[test]
fn any_bytes_are_legal_moves() {
    let mut seed = Seed(0x2545_f491_4f6c_dd1d);
    for model in models() {
        for start in starts() {
            let Some(mut line) = MoveLine::new(&start) else { continue };
            let bytes: Vec<u8> = (0..seed.below(60)).map(|_| seed.below(256) as u8).collect();
            let (mut decoder, mut position) = (Decoder::new(&bytes), start.clone());
            for _ in 0..100 {
                let Some(mv) = line.decode(model, &mut decoder) else { break };
                assert!(position.is_legal(mv) && mv.kind != MoveKind::Null, "{position:?} {mv:?}");
                position.play_unchecked(mv);
            }
        }
    }
}

#[test]
fn a_forced_move_costs_nothing() {
    let start = fen::parse("7k/8/8/8/8/8/1q6/K7 w - - 0 1").expect("a test's FEN is right");
    let [only] = start.legal_moves()[..] else { panic!("one legal move") };
    for model in models() {
        let mut encoder = Encoder::new();
        assert!(MoveLine::new(&start).expect("it can be coded").encode(model, only, &mut encoder));
        assert_eq!(encoder.finish(), Encoder::new().finish());
    }
}

#[test]
fn positions_without_two_kings_are_not_coded() {
    for text in ["8/8/8/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/8/K6R w - - 0 1 ", "kk6/8/8/8/8/8/8/K7 w - - 0 1"] {
        let Ok(start) = fen::parse(text) else { continue };
        assert_eq!(
            MoveLine::new(&start).is_none(),
            !start.has_two_kings() || start.king_attacked(start.turn().other())
        );
    }
}

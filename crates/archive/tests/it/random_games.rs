//! Games of random moves, and other games that no person plays, come back from blocks of any size, and the number of threads
//! does not change a byte.

use crate::seed::Seed;
use crate::shared::{collected, found, straight, written};
use scoresheet_archive::Settings;
use scoresheet_core::notation::san;
use scoresheet_core::position::fen;
use scoresheet_core::rules::{Position, Rules};
use std::fmt::Write;

const STARTS: [&str; 6] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "2QQ3Q/Q4Q2/3Q4/1Q4Q1/4Q3/Q1Q4Q/pp3Q2/knQQ2K1 w - - 0 1",
    "8/PPPPPPPP/8/8/4k3/8/pppppppp/K7 w - - 0 1",
    "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 2",
];

const CHESS960: [&str; 3] = [
    "qrnbnkbr/pppppppp/8/8/8/8/PPPPPPPP/QRNBNKBR w KQkq - 0 1",
    "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// Tags of a game from a start of one kind, and its position.
fn start(seeded: &mut Seed) -> (String, Position) {
    match seeded.below(4) {
        0 => {
            let text = STARTS[seeded.below(STARTS.len())];
            (format!("[SetUp \"1\"]\n[FEN \"{text}\"]\n"), fen::parse(text).expect("a board"))
        }
        1 => {
            let text = CHESS960[seeded.below(CHESS960.len())];
            let position = fen::read_any(text.as_bytes(), Rules::CHESS960).expect("a board");
            (format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{text}\"]\n"), position)
        }
        _ => (String::new(), Position::start()),
    }
}

/// A game of random legal moves, with a comment here and there in some.
fn game(seeded: &mut Seed) -> String {
    let (mut out, mut position) = start(seeded);
    let (most, comments) = ([0, 1, 10, 80, 300][seeded.below(5)], seeded.below(3) == 0);
    out.push('\n');
    for ply in 0..most {
        let legal = position.legal_moves();
        let Some(mv) = legal.get(seeded.below(legal.len().max(1))) else { break };
        let mut word = Vec::new();
        san::write_body(&position, *mv, &mut word);
        out.push_str(std::str::from_utf8(&word).expect("a move"));
        out.push(if ply % 12 == 11 { '\n' } else { ' ' });
        if comments && seeded.below(4) == 0 {
            let _ = write!(out, "{{[%clk 0:0{}:{:02}]}} ", seeded.below(10), seeded.below(60));
        }
        position.play_unchecked(*mv);
    }
    out.push_str(["1-0\n\n", "0-1\n\n", "1/2-1/2\n\n", "*\n\n"][seeded.below(4)]);
    out
}

fn games(seed: u64, count: usize) -> String {
    let mut seeded = Seed(seed);
    (0..count).map(|_| game(&mut seeded)).collect()
}

/// Checks that games come back.
fn check(text: &str, settings: Settings) -> Vec<u8> {
    let file = written(collected("pgn", text), settings);
    let read = found(&file).expect("an archive");
    let all: Vec<u8> = read.blocks.into_iter().flat_map(|(_, games)| games.expect("a block")).collect();
    assert!(read.is_whole && all == straight("pgn", text), "{settings:?}");
    file
}

fn settings(block: usize, threads: usize) -> Settings {
    Settings { block, tables: &[1], threads, explains: false }
}

#[test]
fn random_games_come_back_from_blocks_of_any_size() {
    let text = games(0x9e37_79b9_7f4a_7c15, 150);
    assert!(!straight("pgn", &text).is_empty());
    for block in [1, 2, 31, 32, 33, 100, 4096] {
        let file = check(&text, settings(block, 1));
        for threads in [2, 3, 7] {
            assert!(written(collected("pgn", &text), settings(block, threads)) == file, "{block}, {threads} threads");
        }
    }
}

#[test]
fn blocks_of_the_most_games_come_back() {
    let text: String = (0..4_100).map(|number| ["1. e4 *\n\n", "*\n\n", "1. d4 d5 1-0\n\n"][number % 3]).collect();
    let file = check(&text, settings(4096, 1));
    assert_eq!(found(&file).expect("an archive").blocks.len(), 2);
}

#[test]
fn every_table_keeps_random_games() {
    let text = games(0x0123_4567_89ab_cdef, 30);
    for table in &scoresheet_archive::moves::TABLES {
        let tables: &'static [u32] = std::slice::from_ref(&table.number);
        check(&text, Settings { tables, ..settings(256, 1) });
    }
}

#[test]
fn some_start_has_more_moves_than_a_byte_counts() {
    let most = STARTS.iter().map(|text| fen::parse(text).expect("a board").legal_moves().len()).max();
    assert!(most > Some(218), "{most:?}");
    let text: String = STARTS.iter().map(|text| format!("[SetUp \"1\"]\n[FEN \"{text}\"]\n\n*\n\n")).collect();
    check(&text, settings(256, 1));
}

#[test]
fn variations_ten_thousand_deep_come_back() {
    for depth in [1, 9_999, 10_000] {
        let mut text = "1. e4 ".to_owned();
        (0..depth).for_each(|level| text.push_str(["(1. d4 ", "(1. c4 "][level % 2]));
        text.push_str(&")".repeat(depth));
        text.push_str(" *\n\n1. e4 e5 *\n");
        assert!(straight("pgn", &text).windows(7).any(|bytes| bytes == b"1. e4 e"));
        check(&text, settings(256, 1));
    }
}

#[test]
fn empty_games_come_back() {
    for text in ["", "*\n", "[Event \"?\"]\n\n*\n", "*\n\n*\n\n*\n", "{only a comment} *\n\n[White \"A\"]\n\n1-0\n"] {
        check(text, settings(1, 1));
        check(text, settings(256, 2));
    }
}

//! Counts the moves that were played in the positions of games.

use crate::games::Game;
use scoresheet_archive::moves::{MOST_COUNTED, MoveLine};
use std::collections::BTreeMap;

/// By the key of a position, how often the move with each index was played.
type Counts = BTreeMap<u32, BTreeMap<usize, u64>>;

/// Counts the moves of positions before this ply that were met at least so often, and packs them as a book stores them.
pub(crate) fn pack(games: &[Game], plies: usize, least: u64) -> Vec<u8> {
    let mut counts = count(games, plies);
    counts.retain(|_, moves| moves.values().sum::<u64>() >= least);
    let (mut keys, mut lengths, mut indexes, mut numbers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut before = 0;
    for (key, moves) in &counts {
        put(&mut keys, u64::from(key - before));
        before = *key;
        put(&mut lengths, moves.len() as u64);
        let total: u64 = moves.values().sum();
        for (index, count) in moves {
            put(&mut indexes, *index as u64);
            put(&mut numbers, scaled(*count, total, moves.len() as u64));
        }
    }
    let mut book = Vec::new();
    put(&mut book, counts.len() as u64);
    [keys, lengths, indexes, numbers].iter().for_each(|column| book.extend(column));
    book
}

fn count(games: &[Game], plies: usize) -> Counts {
    let mut counts = Counts::new();
    for game in games {
        let Some(mut line) = MoveLine::new(&game.start) else { continue };
        for mv in game.moves.iter().take(plies) {
            let Some((key, index)) = line.place(*mv) else { break };
            *counts.entry(key).or_default().entry(index).or_default() += 1;
            line.push(*mv);
        }
    }
    counts
}

/// A count, so that all counts of the position stay within the limit, and none becomes 0.
fn scaled(count: u64, total: u64, moves: u64) -> u64 {
    let most = u64::from(MOST_COUNTED);
    if total <= most { count } else { (count * (most - moves) / total).max(1) }
}

/// Writes a number as LEB128.
fn put(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

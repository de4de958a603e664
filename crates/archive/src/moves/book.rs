//! Counts of the moves that were played in known positions, mixed with the model's frequencies.

use super::board::Board;
use crate::divisor::Divisor;

/// Positions from this ply on are not looked up.
pub(super) const PLIES: u32 = 40;

/// How much the model weighs, in moves that were counted.
const MODEL: u32 = 15;

/// The counts of a position are scaled so that their sum is at most this.
pub(super) const MOST_COUNTED: u32 = 4000;

/// What one counted move adds to a frequency. The largest total is (15 + 4000) * 2^10, and one for each move.
const COUNTED: u32 = 1 << 10;

/// A number for each value of the highest bits of a key: where the keys with these bits start.
const BUCKET_BITS: u32 = 12;

/// Positions, and how often each move was played in them.
#[derive(Debug)]
pub(super) struct Book {
    /// Ascending.
    keys: Vec<u32>,
    buckets: Vec<u32>,
    /// Where the entries of each position start, and where the last ones end.
    starts: Vec<u32>,
    /// The index of a move in the order of the legal moves, and its count.
    entries: Vec<(u8, u16)>,
}

impl Book {
    /// Reads four columns of LEB128 numbers after the number of positions: the differences of the keys, the numbers of
    /// entries, the indexes of moves, and their counts.
    pub(super) fn parse(mut bytes: &[u8]) -> Option<Book> {
        let count = usize::try_from(number(&mut bytes)?).ok().filter(|count| *count <= bytes.len())?;
        let mut keys = Vec::with_capacity(count);
        for _ in 0..count {
            keys.push(number(&mut bytes)?.checked_add(keys.last().copied().unwrap_or(0))?);
        }
        let mut starts = vec![0_u32];
        for _ in 0..count {
            starts.push(number(&mut bytes)?.checked_add(*starts.last()?)?);
        }
        let total = usize::try_from(*starts.last()?).ok().filter(|total| *total <= bytes.len())?;
        let indexes: Option<Vec<u8>> = (0..total).map(|_| u8::try_from(number(&mut bytes)?).ok()).collect();
        let counts: Option<Vec<u16>> = (0..total).map(|_| u16::try_from(number(&mut bytes)?).ok()).collect();
        let buckets = (0..=1 << BUCKET_BITS)
            .map(|bucket: u64| keys.partition_point(|key| u64::from(*key) < bucket << (32 - BUCKET_BITS)) as u32)
            .collect();
        let entries: Vec<(u8, u16)> = indexes?.into_iter().zip(counts?).collect();
        let is_within = starts.windows(2).all(|pair| match entries.get(pair[0] as usize..pair[1] as usize) {
            Some(entries) => entries.iter().map(|(_, count)| u32::from(*count)).sum::<u32>() <= MOST_COUNTED,
            None => false,
        });
        is_within.then_some(Book { keys, buckets, starts, entries })
    }

    /// The indexes and counts of the moves that were played in a position; none if it is not known.
    #[inline(always)]
    fn find(&self, key: u32) -> &[(u8, u16)] {
        let bucket = (key >> (32 - BUCKET_BITS)) as usize;
        let (Some(start), Some(end)) = (self.buckets.get(bucket), self.buckets.get(bucket + 1)) else { return &[] };
        let Some(keys) = self.keys.get(*start as usize..*end as usize) else { return &[] };
        let Some(place) = keys.iter().position(|known| *known == key) else { return &[] };
        match self.starts.get(*start as usize + place..) {
            Some([start, end, ..]) => self.entries.get(*start as usize..*end as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// Mixes the frequencies of a position's moves with what the book knows of it; returns the new total.
    ///
    /// The model's frequencies are brought to a total of 15 * 2^10, each rounded down but at least 1, and each counted move
    /// adds 2^10. Entries of moves that do not exist are skipped.
    #[inline(always)]
    pub(super) fn mix(&self, board: &Board, frequencies: &mut [i32], total: u32) -> u32 {
        let entries = self.find(key(board));
        if entries.is_empty() {
            return total;
        }
        let total = Divisor::new(total);
        for frequency in frequencies.iter_mut() {
            *frequency = total.divide(*frequency as u32 * (MODEL * COUNTED)).max(1) as i32;
        }
        for (index, count) in entries {
            if let Some(frequency) = frequencies.get_mut(usize::from(*index)) {
                *frequency += i32::from(*count) * COUNTED as i32;
            }
        }
        frequencies.iter().sum::<i32>() as u32
    }
}

/// The number by which a position is found, as the side to move sees it.
///
/// A hash that starts at 2^64 divided by the golden ratio takes the squares of pawns, knights, bishops, rooks, queens, kings,
/// the mover's pieces, the rooks that may castle, and the passed square: it is XORed with the set, multiplied by
/// 0xFF51AFD7ED558CCD, and XORed with itself shifted right by 32. Its highest 32 bits are the key.
#[inline(always)]
pub(super) fn key(board: &Board) -> u32 {
    let [pawns, knights, bishops, rooks, queens, kings, ..] = board.roles;
    let sets = [pawns, knights, bishops, rooks, queens, kings, board.ours, board.castling, board.passed];
    let hash = sets.into_iter().fold(0x9E37_79B9_7F4A_7C15_u64, |hash, set| {
        let hash = (hash ^ set).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        hash ^ hash >> 32
    });
    (hash >> 32) as u32
}

/// Takes a LEB128 number off the front.
fn number(bytes: &mut &[u8]) -> Option<u32> {
    let mut value = 0_u32;
    for shift in [0, 7, 14, 21, 28] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

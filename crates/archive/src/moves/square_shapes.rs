//! The shapes of squares: numbers for what is on a square and on those round it.
//!
//! A square counts as the role on it, and 8 more if it is theirs; 6 if it is empty, 7 if it is not on the board. The squares of
//! a rank are added up with factors, and then the ranks, modulo 2^16.

use super::board::Board;
use super::features::SPREAD;

/// The factors of the files on the left and on the right, and of the ranks below and above.
const LEFT: u16 = 0x9E37;
const RIGHT: u16 = 0x79B9;
const BELOW: u16 = 0x7F4B;
const ABOVE: u16 = 0xE6A9;

/// A square that is not on the board.
const OUTSIDE: u8 = 7;

/// The width of a board with a border, and the number of its squares, rounded up so that processors can take eight at once.
const WIDE: usize = 10;
const PLACES: usize = 104;

/// By square, its shape.
#[inline(always)]
pub(super) fn of(board: &Board) -> [u16; 64] {
    let all = upward(&across(&codes(board)));
    let mut shapes = [0; 64];
    let (ranks, _) = shapes.as_chunks_mut::<8>();
    for (rank, row) in ranks.iter_mut().enumerate() {
        let start = rank * WIDE + 1;
        row.copy_from_slice(&all[start..start + 8]);
    }
    shapes
}

/// What squares count as, with a border, after one more square.
#[inline(always)]
fn codes(board: &Board) -> [u8; PLACES + 2] {
    let mut codes = [OUTSIDE; PLACES + 2];
    let (ranks, _) = board.on.as_chunks::<8>();
    for (rank, on) in ranks.iter().enumerate() {
        let theirs = SPREAD[usize::from((board.theirs >> (8 * rank)) as u8)];
        let row = u64::from_le_bytes(*on) | theirs << 3;
        let start = (rank + 1) * WIDE + 2;
        codes[start..start + 8].copy_from_slice(&row.to_le_bytes());
    }
    codes
}

/// The sums of neighbours on a rank.
///
/// A compiler that sees this and its callers as one function takes the squares one at a time.
#[inline(never)]
fn across(codes: &[u8; PLACES + 2]) -> [u16; PLACES] {
    std::array::from_fn(|place| {
        let [left, middle, right] = [codes[place], codes[place + 1], codes[place + 2]].map(u16::from);
        left.wrapping_mul(LEFT).wrapping_add(middle).wrapping_add(right.wrapping_mul(RIGHT))
    })
}

/// The sums of these on neighbouring ranks.
#[inline(never)]
fn upward(across: &[u16; PLACES]) -> [u16; PLACES - 2 * WIDE] {
    std::array::from_fn(|place| {
        let (below, above) = (across[place].wrapping_mul(BELOW), across[place + 2 * WIDE].wrapping_mul(ABOVE));
        below.wrapping_add(across[place + WIDE]).wrapping_add(above)
    })
}

//! The key by which a position is found in the table.

use crate::rules::{Color, Position, Role};

/// Random numbers that keep boards, which are mostly zeros, from multiplying to zero.
const MASKS: [u64; 9] = [
    0x9e37_79b9_7f4a_7c15,
    0xbf58_476d_1ce4_e5b9,
    0x94d0_49bb_1331_11eb,
    0xd6e8_feb8_6659_fd93,
    0xa076_1d64_78bd_642f,
    0xe703_7ed1_a0b4_28db,
    0x8ebc_6af0_9c88_c6e3,
    0x5899_65cc_7537_4cc3,
    0x1d8e_4e27_c47d_124f,
];

/// A number for what makes a position the same: pieces, side to move, castling rights, and the square of a legal capture in
/// passing. Counters do not matter.
///
/// No two positions of the table have the same key. A position outside the table has one of its keys with a probability of
/// 2 in 10^16 (the table's size divided by 2^64), so a key is all that is compared.
///
/// The sets of squares are hashed as a whole. That takes a few multiplications, whereas Polyglot's key needs a number for
/// each piece, or the last move to be kept up to date.
pub fn key(position: &Position) -> u64 {
    let sides = [position.color(Color::White), position.color(Color::Black)];
    let [pawns, knights, bishops, rooks, queens] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(|role| position.role(role));
    let mixed = fold(sides[0] ^ MASKS[0], sides[1] ^ MASKS[1])
        ^ fold(pawns ^ MASKS[2], knights ^ MASKS[3])
        ^ fold(bishops ^ MASKS[4], rooks ^ MASKS[5])
        ^ fold(queens ^ MASKS[6], state(position) ^ MASKS[7]);
    fold(mixed, MASKS[8])
}

/// The rights, the side to move and the en passant capture. The rooks that may castle are on the first and the last
/// rank, so the bits between are free.
fn state(position: &Position) -> u64 {
    let passed = position.passed().filter(|_| position.has_legal_en_passant());
    position.castling() | (position.turn() as u64) << 8 | passed.map_or(0, |square| square.bit())
}

/// Both halves of a product, mixed.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

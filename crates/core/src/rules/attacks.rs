//! Which squares a piece attacks: tables made at compile time, sliders by hyperbola quintessence.
//!
//! A set of squares is a `u64`, bit 0 = a1, bit 63 = h8.

use super::types::{Color, Role, Square};

/// The lines through a square, the square itself left out.
#[derive(Clone, Copy)]
struct Lines {
    file: u64,
    rank: u64,
    diagonal: u64,
    antidiagonal: u64,
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const RANK_1: u64 = 0xff;

/// Steps from `square`, those that leave the board left out.
const fn steps(square: usize, by: &[(i32, i32)]) -> u64 {
    let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
    let (mut set, mut i) = (0, 0);
    while i < by.len() {
        let (f, r) = (file + by[i].0, rank + by[i].1);
        if f >= 0 && f < 8 && r >= 0 && r < 8 {
            set |= 1 << (r * 8 + f);
        }
        i += 1;
    }
    set
}

const fn step_table(by: &[(i32, i32)]) -> [u64; 64] {
    let (mut table, mut square) = ([0; 64], 0);
    while square < 64 {
        table[square] = steps(square, by);
        square += 1;
    }
    table
}

const KNIGHT: [u64; 64] = step_table(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
const KING: [u64; 64] = step_table(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[u64; 64]; 2] = [step_table(&[(-1, 1), (1, 1)]), step_table(&[(-1, -1), (1, -1)])];
static LINES: [Lines; 64] = line_table();
static RANK: [[u8; 64]; 8] = rank_table();
/// By role: the squares a knight or king reaches; none for the others.
static LEAPS: [[u64; 64]; 8] = [[0; 64], [0; 64], KNIGHT, [0; 64], [0; 64], [0; 64], KING, [0; 64]];

const fn line_table() -> [Lines; 64] {
    let mut table = [Lines { file: 0, rank: 0, diagonal: 0, antidiagonal: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let (mut diagonal, mut antidiagonal, mut other) = (0u64, 0u64, 0);
        while other < 64 {
            let (f, r) = (other % 8, other / 8);
            if other != square && f + rank == r + file {
                diagonal |= 1 << other;
            }
            if other != square && f + r == file + rank {
                antidiagonal |= 1 << other;
            }
            other += 1;
        }
        let own = 1u64 << square;
        table[square] = Lines {
            file: (FILE_A << file) & !own,
            rank: (RANK_1 << (rank * 8)) & !own,
            diagonal,
            antidiagonal,
        };
        square += 1;
    }
    table
}

/// For each file and each occupancy of the six inner files: the attacks along a rank.
const fn rank_table() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = inner << 1;
            let (mut set, mut f) = (0u8, file + 1);
            while f < 8 {
                set |= 1 << f;
                if occupied >> f & 1 == 1 {
                    break;
                }
                f += 1;
            }
            let mut f = file;
            while f > 0 {
                f -= 1;
                set |= 1 << f;
                if occupied >> f & 1 == 1 {
                    break;
                }
            }
            table[file][inner] = set;
            inner += 1;
        }
        file += 1;
    }
    table
}

/// Attacks along a line that is not a rank: subtracting the slider's bit flips everything up to the first blocker, once
/// from below and, with the bytes turned round, once from above.
#[inline]
fn along(line: u64, bit: u64, occupied: u64) -> u64 {
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(bit);
    let down = blockers.swap_bytes().wrapping_sub(bit.swap_bytes()).swap_bytes();
    (up ^ down) & line
}

/// Squares a bishop on `square` attacks.
#[inline]
pub fn bishop(square: Square, occupied: u64) -> u64 {
    let (lines, bit) = (&LINES[square.index()], square.bit());
    along(lines.diagonal, bit, occupied) | along(lines.antidiagonal, bit, occupied)
}

/// Squares a rook on `square` attacks.
#[inline]
pub fn rook(square: Square, occupied: u64) -> u64 {
    let shift = square.number() & 56;
    let inner = (occupied >> (shift + 1)) & 63;
    let rank = u64::from(RANK[usize::from(square.file())][inner as usize]) << shift;
    rank | along(LINES[square.index()].file, square.bit(), occupied)
}

/// Squares a queen on `square` attacks.
#[inline]
pub fn queen(square: Square, occupied: u64) -> u64 {
    bishop(square, occupied) | rook(square, occupied)
}

/// Squares a knight on `square` attacks.
#[inline]
pub fn knight(square: Square) -> u64 {
    LEAPS[Role::Knight as usize][square.index()]
}

/// Squares a king on `square` attacks.
#[inline]
pub fn king(square: Square) -> u64 {
    LEAPS[Role::King as usize][square.index()]
}

/// Squares a pawn of `color` on `square` attacks.
#[inline]
pub fn pawn(color: Color, square: Square) -> u64 {
    PAWN[color as usize][square.index()]
}

/// Squares a piece attacks; a pawn needs its colour, so it is [`pawn`]'s. No branch depends on which piece it is: in the
/// moves of a game that is hard to foretell.
#[inline]
pub fn piece(role: Role, square: Square, occupied: u64) -> u64 {
    let leaps = LEAPS[role as usize & 7][square.index()];
    if matches!(role, Role::Pawn | Role::Knight | Role::King) {
        return leaps;
    }
    let slanted = 0u64.wrapping_sub(u64::from(role != Role::Rook));
    let straight = 0u64.wrapping_sub(u64::from(role != Role::Bishop));
    bishop(square, occupied) & slanted | rook(square, occupied) & straight
}

/// The file and rank through `square`.
#[inline]
pub fn orthogonals(square: Square) -> u64 {
    let lines = &LINES[square.index()];
    lines.file | lines.rank
}

/// The two diagonals through `square`.
#[inline]
pub fn diagonals(square: Square) -> u64 {
    let lines = &LINES[square.index()];
    lines.diagonal | lines.antidiagonal
}

/// The squares strictly between two squares of one rank, or none.
#[inline]
pub fn between_on_rank(a: Square, b: Square) -> u64 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    (high.bit() - 1) & !(low.bit() | (low.bit() - 1))
}

/// The squares of a set, in order.
#[derive(Clone, Copy, Debug)]
pub struct Squares(pub u64);

impl Iterator for Squares {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::masked(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks square by square: slow and plain.
    fn walk(square: Square, occupied: u64, by: &[(i32, i32)]) -> u64 {
        let mut set = 0;
        for (df, dr) in by {
            let (mut f, mut r) = (i32::from(square.file()) + df, i32::from(square.rank()) + dr);
            while (0..8).contains(&f) && (0..8).contains(&r) {
                let bit = 1u64 << (r * 8 + f);
                set |= bit;
                if occupied & bit != 0 {
                    break;
                }
                (f, r) = (f + df, r + dr);
            }
        }
        set
    }

    #[test]
    fn sliders_equal_a_plain_walk() {
        let mut seed = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..2_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let occupied = seed & seed.rotate_left(21);
            for square in Squares(u64::MAX) {
                assert_eq!(bishop(square, occupied), walk(square, occupied, &[(1, 1), (1, -1), (-1, 1), (-1, -1)]));
                assert_eq!(rook(square, occupied), walk(square, occupied, &[(1, 0), (-1, 0), (0, 1), (0, -1)]));
            }
        }
    }
}

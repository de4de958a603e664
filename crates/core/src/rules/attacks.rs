//! Which squares a piece attacks: tables made at compile time. A slider's line is gathered into six bits by one
//! multiplication ("kindergarten bitboards"), which needs 8 KB of tables and no dependency.
//!
//! A set of squares is a `u64`, bit 0 = a1, bit 63 = h8.

use super::types::{Color, Piece, Role, Square};
use core::hint::select_unpredictable;

/// The lines through a square, the square itself left out.
#[derive(Clone, Copy)]
struct SquareLines {
    straight: u64,
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
const PAWN: [[u64; 64]; 2] = [step_table(&[(-1, 1), (1, 1)]), step_table(&[(-1, -1), (1, -1)])];
static LINES: [SquareLines; 64] = line_table();
/// By role: the squares a knight or king reaches; none for the others.
static LEAPS: [[u64; 64]; 8] = [[0; 64], [0; 64], KNIGHT, [0; 64], [0; 64], [0; 64], KING, [0; 64]];
/// By the code of a piece, as the mailbox stores it: the squares that it attacks on an empty board.
static REACH: [[u64; 64]; 16] = reach_table();
/// The squares to which a pawn of each colour steps ahead on an empty board, one or two ranks.
static STEPS: [[u64; 64]; 2] = step_ahead_table();
/// For each two squares the line through both without the first of them; empty if they share none. A game uses few
/// of the 64 rows, those of its kings, so the size of the table does not matter.
static LINE: [[u64; 64]; 64] = pair_table(LinePart::All);
/// For each two squares the part of that line beyond the second one, as seen from the first.
static BEYOND: [[u64; 64]; 64] = pair_table(LinePart::Beyond);
/// For each two squares those strictly between them on a line; empty if they share none.
static BETWEEN: [[u64; 64]; 64] = pair_table(LinePart::Between);
/// For each file and each occupancy of the six inner files: the attacks along a rank, on all eight ranks at once.
static ALONG_RANK: [[u64; 64]; 8] = fill_table(FILE_A);
/// For each rank and each occupancy of the six inner ranks, the lowest rank highest: the attacks along the a-file.
static ALONG_FILE: [[u64; 64]; 8] = file_table();

const fn line_table() -> [SquareLines; 64] {
    let mut table = [SquareLines { straight: 0, rank: 0, diagonal: 0, antidiagonal: 0 }; 64];
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
        table[square] = SquareLines {
            straight: (RANK_1 << (rank * 8) | FILE_A << file) & !own,
            rank: (RANK_1 << (rank * 8)) & !own,
            diagonal,
            antidiagonal,
        };
        square += 1;
    }
    table
}

const fn reach_table() -> [[u64; 64]; 16] {
    let mut table = [[0; 64]; 16];
    let mut square = 0;
    while square < 64 {
        let lines = line_table()[square];
        let slanted = lines.diagonal | lines.antidiagonal;
        let mut color = 0;
        while color < 2 {
            let code = color << 3;
            table[code | Role::Pawn as usize][square] = PAWN[color][square];
            table[code | Role::Knight as usize][square] = KNIGHT[square];
            table[code | Role::Bishop as usize][square] = slanted;
            table[code | Role::Rook as usize][square] = lines.straight;
            table[code | Role::Queen as usize][square] = lines.straight | slanted;
            table[code | Role::King as usize][square] = KING[square];
            color += 1;
        }
        square += 1;
    }
    table
}

const fn step_ahead_table() -> [[u64; 64]; 2] {
    let (mut table, mut square) = ([[0; 64]; 2], 0);
    while square < 64 {
        let own = 1u64 << square;
        table[0][square] = own << 8 | (own & RANK_1 << 8) << 16;
        table[1][square] = own >> 8 | (own & RANK_1 << 48) >> 16;
        square += 1;
    }
    table
}

/// A part of the line through two squares.
#[derive(Clone, Copy)]
enum LinePart {
    All,
    Between,
    Beyond,
}

const fn pair_table(part: LinePart) -> [[u64; 64]; 64] {
    let lines = line_table();
    let mut table = [[0; 64]; 64];
    let (mut a, mut b) = (0, 0);
    while a < 64 {
        while b < 64 {
            let span = match part {
                LinePart::All => u64::MAX,
                LinePart::Between => ((u64::MAX << a) ^ (u64::MAX << b)) & !(1 << b),
                LinePart::Beyond if b > a => (u64::MAX << b) & !(1 << b),
                LinePart::Beyond => !(u64::MAX << b),
            };
            table[a][b] = lines[a].towards(b) & span;
            b += 1;
        }
        (a, b) = (a + 1, 0);
    }
    table
}

impl SquareLines {
    /// The one of these lines on which a square lies; empty if it lies on none.
    const fn towards(self, square: usize) -> u64 {
        let candidates = [self.rank, self.straight & !self.rank, self.diagonal, self.antidiagonal];
        let mut index = 0;
        while index < candidates.len() {
            if candidates[index] >> square & 1 == 1 {
                return candidates[index];
            }
            index += 1;
        }
        0
    }
}

/// Attacks along a line of eight from `place`, with the six inner places occupied so.
const fn along(place: usize, inner: usize) -> u8 {
    let occupied = inner << 1;
    let (mut set, mut at) = (0u8, place + 1);
    while at < 8 {
        set |= 1 << at;
        if occupied >> at & 1 == 1 {
            break;
        }
        at += 1;
    }
    let mut at = place;
    while at > 0 {
        at -= 1;
        set |= 1 << at;
        if occupied >> at & 1 == 1 {
            break;
        }
    }
    set
}

/// [`along`] for each place and occupancy, each bit spread by `spread`.
const fn fill_table(spread: u64) -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut place = 0;
    while place < 8 {
        let mut inner = 0;
        while inner < 64 {
            table[place][inner] = along(place, inner) as u64 * spread;
            inner += 1;
        }
        place += 1;
    }
    table
}

const fn file_table() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut rank = 0;
    while rank < 8 {
        let mut inner = 0;
        while inner < 64 {
            // The multiplication in `rook` turns the ranks round.
            let turned = (inner as u8).reverse_bits() as usize >> 2;
            let (set, mut bit) = (along(rank, turned), 0);
            while bit < 8 {
                if set >> bit & 1 == 1 {
                    table[rank][inner] |= 1 << (8 * bit);
                }
                bit += 1;
            }
            inner += 1;
        }
        rank += 1;
    }
    table
}

/// The inner six places of a diagonal, gathered by one multiplication, determine how far a slider sees along it.
#[inline(always)]
fn along_diagonal(line: u64, file: usize, occupied: u64) -> u64 {
    const FILE_B: u64 = FILE_A << 1;
    ALONG_RANK[file][((occupied & line).wrapping_mul(FILE_B) >> 58) as usize] & line
}

/// Squares a bishop on `square` attacks.
#[inline]
pub fn bishop(square: Square, occupied: u64) -> u64 {
    let (lines, file) = (&LINES[square.index()], usize::from(square.file()));
    along_diagonal(lines.diagonal, file, occupied) | along_diagonal(lines.antidiagonal, file, occupied)
}

/// Squares a rook on `square` attacks.
#[inline]
pub fn rook(square: Square, occupied: u64) -> u64 {
    /// Gathers the inner ranks of the a-file in the topmost six bits.
    const GATHER: u64 = 0x0080_4020_1008_0400;
    let (lines, file) = (&LINES[square.index()], square.file());
    let inner = (occupied >> ((square.number() & 56) + 1) & 63) as usize;
    let rank = ALONG_RANK[usize::from(file)][inner] & lines.rank;
    let inner = ((occupied >> file & FILE_A).wrapping_mul(GATHER) >> 58) as usize;
    rank | ALONG_FILE[usize::from(square.rank())][inner] << file
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
    reach_of_code(Piece { color, role: Role::Pawn }.code(), square)
}

/// Squares that pawns of `color` on a set of squares attack.
#[inline]
pub(super) fn pawns(color: Color, squares: u64) -> u64 {
    let (west, east) = (squares & !FILE_A, squares & !(FILE_A << 7));
    if color == Color::White { west << 7 | east << 9 } else { west >> 9 | east >> 7 }
}

/// Squares a piece attacks; a pawn needs its colour, so it is [`pawn`]'s. No branch depends on which piece it is: in the
/// moves of a game, that is unpredictable.
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

/// The squares that a piece attacks on an empty board. `code` is how the mailbox stores the piece.
#[inline(always)]
pub(super) fn reach_of_code(code: u8, square: Square) -> u64 {
    REACH[usize::from(code & 15)][square.index()]
}

/// The squares to which a piece may move on an empty board: those that it attacks, or for a pawn that `steps` ahead those one
/// rank or, from its home, two ranks away.
#[inline(always)]
pub(super) fn reach_of_move(code: u8, square: Square, steps: bool) -> u64 {
    let (attacks, ahead) = (&REACH[usize::from(code & 15)], &STEPS[usize::from(code >> 3 & 1)]);
    select_unpredictable(steps, ahead, attacks)[square.index()]
}

/// The squares that a piece of this role attacks on an empty board, a pawn as one of White's.
#[inline(always)]
pub fn reach(role: Role, square: Square) -> u64 {
    reach_of_code(role as u8, square)
}

/// The squares strictly between two squares of one rank, file or diagonal; none for other squares.
#[inline(always)]
pub fn between(a: Square, b: Square) -> u64 {
    BETWEEN[a.index()][b.index()]
}

/// The rank, file or diagonal through two squares without the first of them; none if they share none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> u64 {
    LINE[a.index()][b.index()]
}

/// The squares of the same line beyond the second square, as seen from the first; none if they share no line.
#[inline(always)]
pub(super) fn beyond(a: Square, b: Square) -> u64 {
    BEYOND[a.index()][b.index()]
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
    use crate::seed::Seed;
    use alloc::vec::Vec;

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
    fn what_two_squares_share_equals_a_plain_walk() {
        for a in Squares(u64::MAX) {
            for b in Squares(u64::MAX) {
                let shared: Vec<u64> = [[(1, 0), (-1, 0)], [(0, 1), (0, -1)], [(1, 1), (-1, -1)], [(1, -1), (-1, 1)]]
                    .iter()
                    .map(|both_ways| walk(a, 0, both_ways))
                    .filter(|line| line & b.bit() != 0)
                    .collect();
                assert_eq!(line(a, b), shared.first().copied().unwrap_or(0), "{a} {b}");
                let towards_b = |occupied| {
                    let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];
                    let rays = steps.iter().map(|step| walk(a, occupied, &[*step]));
                    rays.filter(|ray| ray & b.bit() != 0).fold(0, |_, ray| ray)
                };
                assert_eq!(between(a, b), towards_b(b.bit()) & !b.bit(), "{a} {b}");
                assert_eq!(beyond(a, b), towards_b(0) & !towards_b(b.bit()), "{a} {b}");
            }
        }
    }

    #[test]
    fn sliders_equal_a_plain_walk() {
        let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
        for _ in 0..2_000 {
            let occupied = seed.bits() & seed.bits();
            for square in Squares(u64::MAX) {
                assert_eq!(bishop(square, occupied), walk(square, occupied, &[(1, 1), (1, -1), (-1, 1), (-1, -1)]));
                assert_eq!(rook(square, occupied), walk(square, occupied, &[(1, 0), (-1, 0), (0, 1), (0, -1)]));
            }
        }
    }
}

//! The piece on each square and what attacks what, found by walking over the board.

use scoresheet_core::rules::{Color, Position, Square};

pub(crate) const NOTHING: usize = 6;

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const SLANTED: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// A board with the mover as White: by square, whether the piece is the mover's, and its role.
pub(crate) struct Sights {
    pub(crate) board: [Option<(bool, usize)>; 64],
}

fn step(square: usize, by: (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + by.0, square as i32 / 8 + by.1);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

impl Sights {
    pub(crate) fn of(turned: &Position) -> Sights {
        let mut board = [None; 64];
        for (at, square) in board.iter_mut().enumerate() {
            let piece = turned.piece_at(Square::masked(at as u8));
            *square = piece.map(|piece| (piece.color == Color::White, piece.role as usize - 1));
        }
        Sights { board }
    }

    pub(crate) fn king(&self, ours: bool) -> usize {
        (0..64).find(|at| self.board[*at] == Some((ours, 5))).expect("a king")
    }

    /// The squares that a piece attacks from a square; sliders see through the square `through`.
    fn attacked(&self, (ours, role): (bool, usize), from: usize, through: Option<usize>) -> Vec<usize> {
        let (steps, slides): (Vec<(i32, i32)>, bool) = match role {
            0 if ours => (vec![(-1, 1), (1, 1)], false),
            0 => (vec![(-1, -1), (1, -1)], false),
            1 => (LEAPS.to_vec(), false),
            2 => (SLANTED.to_vec(), true),
            3 => (STRAIGHT.to_vec(), true),
            role => ([STRAIGHT, SLANTED].concat(), role == 4),
        };
        let mut squares = Vec::new();
        for by in steps {
            let mut at = from;
            while let Some(next) = step(at, by) {
                squares.push(next);
                at = next;
                if !slides || self.board[at].is_some() && Some(at) != through {
                    break;
                }
            }
        }
        squares
    }

    /// The pieces of a side that attack a square, as squares. The opponent sees through the mover's king.
    pub(crate) fn attackers(&self, ours: bool, square: usize) -> Vec<usize> {
        let through = (!ours).then(|| self.king(true));
        (0..64)
            .filter(|at| match self.board[*at] {
                Some(piece) if piece.0 == ours => self.attacked(piece, *at, through).contains(&square),
                _ => false,
            })
            .collect()
    }

    /// The least piece of theirs that attacks a square.
    pub(crate) fn guard(&self, square: usize) -> usize {
        let roles = self.attackers(false, square).into_iter().filter_map(|at| self.board[at]);
        roles.map(|(_, role)| [1, 2, 2, 3, 4, 5][role]).min().unwrap_or(0)
    }

    pub(crate) fn checkers(&self) -> Vec<usize> {
        self.attackers(false, self.king(true))
    }

    /// Whether a piece of ours with this role would attack `target` from a square on this board.
    pub(crate) fn could_attack(&self, role: usize, from: usize, target: usize) -> bool {
        self.attacked((true, role), from, None).contains(&target)
    }

    pub(crate) fn would_attack_king(&self, role: usize, from: usize) -> bool {
        role != 5 && self.could_attack(role, from, self.king(false))
    }

    /// Whether the piece on a square sees another square; a pawn as one of theirs would if it is theirs.
    pub(crate) fn sees(&self, from: usize, to: usize) -> bool {
        self.board[from].is_some_and(|piece| self.attacked(piece, from, None).contains(&to))
    }

    /// Whether a piece of ours leaves the line between a slider of ours and their king, on which it is the only piece.
    pub(crate) fn discovers(&self, from: usize, to: usize) -> bool {
        let king = self.king(false);
        for by in [STRAIGHT, SLANTED].concat() {
            let (mut at, mut line, mut met) = (king, Vec::new(), Vec::new());
            while let Some(next) = step(at, by) {
                at = next;
                line.push(at);
                if self.board[at].is_some() {
                    met.push(at);
                }
            }
            let slides = if by.0 == 0 || by.1 == 0 { [3, 4] } else { [2, 4] };
            let mut opposite = king;
            while let Some(next) = step(opposite, (-by.0, -by.1)) {
                opposite = next;
                line.push(opposite);
            }
            let [first, second, ..] = met[..] else { continue };
            let opens = self.board[second].is_some_and(|(ours, role)| ours && slides.contains(&role));
            if first == from && self.board[from].is_some_and(|(ours, _)| ours) && opens && !line.contains(&to) {
                return true;
            }
        }
        false
    }

    /// Our most valuable piece that is attacked by a lesser one, or attacked and not defended, and the squares of such pieces.
    pub(crate) fn hanging(&self) -> (usize, Vec<usize>) {
        for role in [4, 3, 2, 1, 0] {
            let squares: Vec<usize> = (0..64)
                .filter(|at| self.board[*at] == Some((true, role)))
                .filter(|at| {
                    let attackers = self.attackers(false, *at);
                    let value = |role: usize| [1, 3, 3, 5, 9, 100][role];
                    let is_lesser = |by: &usize| self.board[*by].is_some_and(|(_, other)| value(other) < value(role));
                    attackers.iter().any(is_lesser) || !attackers.is_empty() && self.attackers(true, *at).is_empty()
                })
                .collect();
            if !squares.is_empty() {
                return (role, squares);
            }
        }
        (NOTHING, Vec::new())
    }

    /// Whether no pawn of theirs is ahead on the same or a neighbouring file.
    pub(crate) fn is_passed(&self, pawn: usize) -> bool {
        !(0..64).any(|at| self.board[at] == Some((false, 0)) && at / 8 > pawn / 8 && (at % 8).abs_diff(pawn % 8) <= 1)
    }

    /// The eight squares round a square: 0 for none, 1 to 6 for ours, 7 to 12 for theirs, 13 beyond the board.
    pub(crate) fn around(&self, square: usize) -> u64 {
        let steps = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        let code = |by| match step(square, by).map(|at| self.board[at]) {
            None => 13,
            Some(None) => 0,
            Some(Some((ours, role))) => role as u64 + if ours { 1 } else { 7 },
        };
        steps.iter().enumerate().map(|(place, by)| code(*by) << (4 * place)).sum()
    }

    /// The square and the eight round it: each number of a square times the factors of its file and of its rank.
    pub(crate) fn shape(&self, square: usize) -> usize {
        let (files, ranks) = ([0x9E37, 1, 0x79B9], [0x7F4B, 1, 0xE6A9]);
        let mut sum = 0;
        for (rank, by_rank) in (-1..).zip(ranks) {
            for (file, by_file) in (-1..).zip(files) {
                let number = match step(square, (file, rank)).map(|at| self.board[at]) {
                    None => 7,
                    Some(None) => 6,
                    Some(Some((ours, role))) => role + if ours { 0 } else { 8 },
                };
                sum += number * by_file * by_rank;
            }
        }
        sum % (1 << 16)
    }
}

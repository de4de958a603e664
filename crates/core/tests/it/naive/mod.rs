//! The rules again, square by square and as slowly as they read: what the fast ones are compared with.
//!
//! Here are the moves of pieces and what chess makes of them; a [`Chessboard`] knows the other rules, too.

mod chessboard;
mod end;
mod legal;

pub(crate) use chessboard::Chessboard;
pub(crate) use end::End;

use scoresheet_core::rules::{Color, Move, Piece, Position, Role, Square};

type Board = [Option<Piece>; 64];

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

pub(crate) fn board(position: &Position) -> Board {
    std::array::from_fn(|number| Square::new(number as u8).and_then(|square| position.piece_at(square)))
}

fn step(from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let (file, rank) = (from.file() as i8 + files, from.rank() as i8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| Square::at(file as u8, rank as u8))
}

/// The squares that the piece on `from` attacks.
fn attacked_from(board: &Board, from: Square, piece: Piece) -> Vec<Square> {
    let forward = if piece.color == Color::White { 1 } else { -1 };
    let (steps, far): (Vec<(i8, i8)>, bool) = match piece.role {
        Role::Pawn => (vec![(-1, forward), (1, forward)], false),
        Role::Knight => (LEAPS.to_vec(), false),
        Role::Bishop => (SLANTED.to_vec(), true),
        Role::Rook => (STRAIGHT.to_vec(), true),
        Role::Queen => ([STRAIGHT, SLANTED].concat(), true),
        Role::King => ([STRAIGHT, SLANTED].concat(), false),
    };
    let mut squares = Vec::new();
    for way in steps {
        let mut at = step(from, way);
        while let Some(square) = at {
            squares.push(square);
            at = if far && board[square.index()].is_none() { step(square, way) } else { None };
        }
    }
    squares
}

fn pieces(board: &Board, color: Color) -> impl Iterator<Item = (Square, Piece)> {
    let all = board.iter().enumerate().filter_map(|(number, piece)| Some((Square::new(number as u8)?, (*piece)?)));
    all.filter(move |(_, piece)| piece.color == color)
}

/// Whether a king of `color` is attacked.
pub(crate) fn in_check(board: &Board, color: Color) -> bool {
    pieces(board, color.other()).any(|(from, piece)| {
        let king = Some(Piece { color, role: Role::King });
        attacked_from(board, from, piece).into_iter().any(|square| board[square.index()] == king)
    })
}

/// Every legal move but castling and en passant captures.
pub(crate) fn plain_moves(position: &Position) -> Vec<Move> {
    let (board, us) = (board(position), position.turn());
    let mut moves = Vec::new();
    for (from, piece) in pieces(&board, us) {
        for to in targets(&board, from, piece) {
            let mut after = board;
            after[to.index()] = after[from.index()].take();
            if in_check(&after, us) {
                continue;
            }
            let promotes = piece.role == Role::Pawn && matches!(to.rank(), 0 | 7);
            let roles: Vec<Option<Role>> = if promotes { Role::PROMOTIONS.map(Some).to_vec() } else { vec![None] };
            moves.extend(roles.into_iter().map(|promotion| Move { promotion, ..Move::plain(from, to) }));
        }
    }
    moves
}

fn targets(board: &Board, from: Square, piece: Piece) -> Vec<Square> {
    let mut squares = attacked_from(board, from, piece);
    squares.retain(|to| match board[to.index()] {
        Some(there) => there.color != piece.color,
        None => piece.role != Role::Pawn,
    });
    if piece.role == Role::Pawn {
        let (forward, home) = if piece.color == Color::White { (1, 1) } else { (-1, 6) };
        let empty = |square: &Square| board[square.index()].is_none();
        let one = step(from, (0, forward)).filter(empty);
        let two = one.filter(|_| from.rank() == home).and_then(|one| step(one, (0, forward))).filter(empty);
        squares.extend(one.into_iter().chain(two));
    }
    squares
}

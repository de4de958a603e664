//! What a pattern asks about one ply.

use super::facts::Facts;
use super::material::{Material, has_opposite_bishops};
use super::moved::Moved;
use super::squares::{ANY_BLACK, ANY_WHITE, Choice, Squares, only, swapped};
use crate::rules::attacks;
use crate::rules::{Color, Piece, Position, Role, Square, Undo};
use core::ops::RangeInclusive;

/// One ply of a game.
pub(super) struct Ply<'p> {
    /// How many plies were played.
    pub(super) number: u32,
    /// The board after it; what it says about checks is out of date.
    pub(super) board: &'p Position,
    /// What the move changed; `None` at the start.
    pub(super) undo: Option<&'p Undo>,
    /// What is known about the whole game.
    pub(super) facts: &'p Facts,
}

/// A test of one ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// A position: its pieces, and what else is given.
    Exact(Exact),
    Board(Squares),
    Material(Material),
    OppositeBishops,
    Turn(Color),
    /// How many plies were played.
    Plies(RangeInclusive<u32>),
    /// The number of the move that led here, as it is written in a score.
    Moves(RangeInclusive<u32>),
    Check,
    Mate,
    Stalemate,
    Moved(Moved),
    Attack(Choice, Target),
}

/// A position without its counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exact {
    pub(super) squares: Squares,
    pub(super) turn: Option<Color>,
    /// The rooks that may castle.
    pub(super) castling: Option<u64>,
    /// The square on which a capture in passing is legal.
    pub(super) passed: Option<Option<Square>>,
}

/// What is attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Pieces(Choice),
    Square(Square),
}

impl Test {
    pub(super) fn fit(&self, ply: &Ply<'_>) -> bool {
        let board = ply.board;
        match self {
            Test::Exact(exact) => exact.fit(board),
            Test::Board(squares) => squares.fit(board),
            Test::Material(material) => material.fit(board),
            Test::OppositeBishops => has_opposite_bishops(board),
            Test::Turn(color) => board.turn() == *color,
            Test::Plies(plies) => plies.contains(&ply.number),
            Test::Moves(moves) => ply.undo.is_some() && moves.contains(&played(board)),
            Test::Check => board.king_attacked(board.turn()),
            Test::Mate => board.king_attacked(board.turn()) && settled(board).is_mate(),
            Test::Stalemate => settled(board).is_stalemate(),
            Test::Moved(moved) => ply.undo.is_some_and(|undo| moved.fit(undo, board)),
            Test::Attack(from, to) => attacks_any(board, *from, to),
        }
    }

    /// The same with files exchanged, a with h.
    pub(super) fn mirrored(&self) -> Test {
        match self {
            // Castling has no mirror image.
            Test::Exact(exact) => Test::Exact(Exact {
                squares: exact.squares.mirrored(),
                castling: exact.castling.map(|_| 0),
                passed: exact.passed.map(|passed| passed.map(|square| Square::masked(square.number() ^ 7))),
                turn: exact.turn,
            }),
            Test::Board(squares) => Test::Board(squares.mirrored()),
            Test::Moved(moved) => Test::Moved(moved.mirrored()),
            Test::Attack(from, Target::Square(square)) => {
                Test::Attack(*from, Target::Square(Square::masked(square.number() ^ 7)))
            }
            other => other.clone(),
        }
    }

    /// The same with sides exchanged.
    pub(super) fn swapped(&self) -> Test {
        match self {
            Test::Exact(exact) => Test::Exact(Exact {
                squares: exact.squares.swapped(),
                castling: exact.castling.map(u64::swap_bytes),
                passed: exact.passed.map(|passed| passed.map(|square| Square::masked(square.number() ^ 56))),
                turn: exact.turn.map(Color::other),
            }),
            Test::Board(squares) => Test::Board(squares.swapped()),
            Test::Material(material) => Test::Material(material.swapped()),
            Test::Turn(color) => Test::Turn(color.other()),
            Test::Moved(moved) => Test::Moved(moved.swapped()),
            Test::Attack(from, to) => {
                let to = match to {
                    Target::Pieces(choice) => Target::Pieces(swapped(*choice)),
                    Target::Square(square) => Target::Square(Square::masked(square.number() ^ 56)),
                };
                Test::Attack(swapped(*from), to)
            }
            other => other.clone(),
        }
    }
}

impl Exact {
    fn fit(&self, board: &Position) -> bool {
        self.turn.is_none_or(|turn| board.turn() == turn)
            && self.castling.is_none_or(|rooks| board.castling() == rooks)
            && self.squares.fit(board)
            && self.passed.is_none_or(|passed| takeable(board) == passed)
    }
}

/// The square on which a capture in passing is legal.
fn takeable(board: &Position) -> Option<Square> {
    board.passed().filter(|_| settled(board).has_legal_en_passant())
}

/// The position with everything known about checks.
fn settled(board: &Position) -> Position {
    crate::rules::Replay::new(board).position()
}

/// The number of the move that led to a board.
fn played(board: &Position) -> u32 {
    if board.turn() == Color::White { board.fullmove().saturating_sub(1) } else { board.fullmove() }
}

/// Whether a piece of the first choice attacks a target.
fn attacks_any(board: &Position, from: Choice, to: &Target) -> bool {
    let attackers = pieces(board, from);
    let targets = match to {
        Target::Pieces(choice) => pieces(board, *choice),
        Target::Square(square) => square.bit(),
    };
    attacks::Squares(targets).any(|square| {
        [Color::White, Color::Black].into_iter().any(|color| {
            attackers & board.color(color) != 0 && board.attackers(square, color, board.occupied()) & attackers != 0
        })
    })
}

/// The squares of the pieces of a choice.
fn pieces(board: &Position, choice: Choice) -> u64 {
    let mut squares = 0;
    for (color, any) in [(Color::White, ANY_WHITE), (Color::Black, ANY_BLACK)] {
        if choice & any == any {
            squares |= board.color(color);
            continue;
        }
        for role in (1..=6).filter_map(Role::from_number) {
            if choice & only(Piece { color, role }) != 0 {
                squares |= board.of(color, role);
            }
        }
    }
    squares
}

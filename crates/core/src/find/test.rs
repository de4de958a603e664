//! The conditions of a pattern on one ply.

use crate::find::last_move::Moved;
use crate::find::material::{Material, has_opposite_bishops};
use crate::find::notes::{EvalTest, PlyNotes, swapped_nag};
use crate::find::region::mirrored;
use crate::find::sight::{Target, attacks_any, has_fork, is_pinned, pieces};
use crate::find::span::{self, Rated, Span};
use crate::find::squares::{Choice, SquareTest, swapped};
use crate::find::structure::{Files, Openness, Pawns};
use crate::rules::{Color, Hand, Position, Square, Undo};
use crate::step::Termination;
use core::ops::RangeInclusive;

/// One ply of a game.
pub(super) struct PatternPly<'p> {
    /// How many plies were played.
    pub(super) number: u32,
    /// The board after it; its data about checks is out of date.
    pub(super) board: &'p Position,
    /// What the move changed; `None` at the start.
    pub(super) undo: Option<&'p Undo>,
    /// What is known about the whole game.
    pub(super) facts: &'p PatternFacts,
    /// White's material minus Black's after each ply, in pawns; empty unless the pattern needs it.
    pub(super) balances: &'p [i32],
    /// The annotation of this ply, and the evaluation before it; empty unless the pattern needs it.
    pub(super) notes: &'p PlyNotes,
    pub(super) eval_before: Option<i32>,
}

/// A test of one ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Test {
    /// Every ply.
    Any,
    /// A position: its pieces, and what else is given.
    Exact(Exact),
    Board(SquareTest),
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
    /// A piece is on one of the squares.
    On(Choice, u64),
    /// How many pieces are on the squares.
    Count(Choice, u64, Span),
    /// The material of White less that of Black, in pawns.
    Imbalance(Span),
    /// The pieces that White has more than Black, and Black more than White.
    Difference(Material),
    Pawns(Pawns),
    Files(Files),
    Pin(Choice),
    Fork(Choice),
    Gives(Sacrifice),
    Result(Termination),
    Elo(Rated, Span),
    Eval(EvalTest),
    /// The last move has this NAG.
    Nag(u8),
}

/// Material that a side has given and not got back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sacrifice {
    pub(super) color: Color,
    /// In pawns.
    pub(super) worth: i32,
    /// For how many plies.
    pub(super) plies: u32,
}

/// A position without its counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exact {
    pub(super) squares: SquareTest,
    pub(super) turn: Option<Color>,
    /// The rooks that may castle.
    pub(super) castling: Option<u64>,
    /// The square on which an en passant capture is legal.
    pub(super) passed: Option<Option<Square>>,
    /// What is in hand, and where promoted pieces are.
    pub(super) hand: Option<(Hand, u64)>,
    /// The checks that remain.
    pub(super) checks: Option<[u8; 2]>,
}

impl Test {
    pub(super) fn fit(&self, ply: &PatternPly<'_>) -> bool {
        let board = ply.board;
        match self {
            Test::Any => true,
            Test::Exact(exact) => exact.fit(board),
            Test::Board(squares) => squares.fit(board),
            Test::Material(material) => material.fit(board),
            Test::OppositeBishops => has_opposite_bishops(board),
            Test::Turn(color) => board.turn() == *color,
            Test::Plies(plies) => plies.contains(&ply.number),
            Test::Moves(moves) => ply.undo.is_some() && moves.contains(&played(board)),
            Test::Check => is_check(board),
            Test::Mate => is_check(board) && settled(board).is_mate(),
            Test::Stalemate => settled(board).is_stalemate(),
            Test::Moved(moved) => ply.undo.is_some_and(|undo| moved.fit(undo, board)),
            Test::Attack(from, to) => attacks_any(board, *from, to),
            Test::On(choice, squares) => pieces(board, *choice) & squares != 0,
            Test::Count(choice, squares, span) => span.contains((pieces(board, *choice) & squares).count_ones() as i32),
            Test::Imbalance(span) => span.contains(super::sight::balance(board)),
            Test::Difference(material) => material.is_difference(board),
            Test::Pawns(pawns) => pawns.fit(board),
            Test::Files(files) => files.fit(board),
            Test::Pin(choice) => is_pinned(board, *choice),
            Test::Fork(choice) => has_fork(board, *choice),
            Test::Gives(given) => given.fit(ply),
            Test::Result(result) => ply.facts.result == Some(*result),
            Test::Elo(rated, span) => rated.fit(ply.facts, *span),
            Test::Eval(test) => test.fit(ply.notes, ply.eval_before, board.turn().other()),
            Test::Nag(nag) => ply.notes.has_nag(*nag),
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
                hand: exact.hand.map(|(hand, promoted)| (hand, mirrored(promoted))),
                ..*exact
            }),
            Test::Board(squares) => Test::Board(squares.mirrored()),
            Test::Moved(moved) => Test::Moved(moved.mirrored()),
            Test::Attack(from, Target::Square(square)) => {
                Test::Attack(*from, Target::Square(Square::masked(square.number() ^ 7)))
            }
            Test::On(choice, squares) => Test::On(*choice, mirrored(*squares)),
            Test::Count(choice, squares, span) => Test::Count(*choice, mirrored(*squares), *span),
            Test::Pawns(pawns) => Test::Pawns(Pawns { squares: mirrored(pawns.squares), ..*pawns }),
            Test::Files(files) => Test::Files(Files { squares: mirrored(files.squares), ..*files }),
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
                hand: exact.hand.map(|(hand, promoted)| (hand.swapped(), promoted.swap_bytes())),
                checks: exact.checks.map(|[white, black]| [black, white]),
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
            Test::On(choice, squares) => Test::On(swapped(*choice), squares.swap_bytes()),
            Test::Count(choice, squares, span) => Test::Count(swapped(*choice), squares.swap_bytes(), *span),
            Test::Imbalance(span) => Test::Imbalance(span.negated()),
            Test::Difference(material) => Test::Difference(material.swapped()),
            Test::Pawns(pawns) => {
                let (choice, squares) = (swapped(pawns.choice), pawns.squares.swap_bytes());
                Test::Pawns(Pawns { choice, squares, ..*pawns })
            }
            Test::Files(Files { squares, openness: Openness::Half(Some(color)) }) => {
                Test::Files(Files { squares: *squares, openness: Openness::Half(Some(color.other())) })
            }
            Test::Pin(choice) => Test::Pin(swapped(*choice)),
            Test::Fork(choice) => Test::Fork(swapped(*choice)),
            Test::Gives(given) => Test::Gives(Sacrifice { color: given.color.other(), ..*given }),
            Test::Result(result) => Test::Result(span::swapped(*result)),
            Test::Elo(rated, span) => Test::Elo(rated.swapped(), *span),
            Test::Eval(test) => Test::Eval(test.swapped()),
            Test::Nag(nag) => Test::Nag(swapped_nag(*nag)),
            other => other.clone(),
        }
    }
}

impl Sacrifice {
    /// Whether the side has been down by so much after each of the last plies, compared with the two plies before them. Two,
    /// so that the side that captures first in an exchange gives nothing when the other captures back.
    fn fit(&self, ply: &PatternPly<'_>) -> bool {
        let (number, plies) = (ply.number as usize, self.plies as usize);
        let Some(first) = number.checked_sub(plies) else { return false };
        let sign = if self.color == Color::White { 1 } else { -1 };
        let before = ply.balances.get(first.saturating_sub(1)..=first).unwrap_or_default();
        let after = ply.balances.get(first + 1..=number).unwrap_or_default();
        let Some(least) = before.iter().map(|balance| sign * balance).min() else { return false };
        after.iter().all(|balance| sign * balance <= least - self.worth)
    }
}

impl Exact {
    fn fit(&self, board: &Position) -> bool {
        self.turn.is_none_or(|turn| board.turn() == turn)
            && self.castling.is_none_or(|rooks| board.castling() == rooks)
            && self.squares.fit(board)
            && self.passed.is_none_or(|passed| takeable(board) == passed)
            && self.hand.is_none_or(|hand| (board.hand(), board.promoted()) == hand)
            && self.checks.is_none_or(|checks| board.checks_remaining() == Some(checks))
    }
}

/// The square on which an en passant capture is legal.
fn takeable(board: &Position) -> Option<Square> {
    board.passed().filter(|_| settled(board).has_legal_en_passant())
}

/// Whether the side to move is in check.
pub(super) fn is_check(board: &Position) -> bool {
    if board.rules().plays_as_chess() { board.king_attacked(board.turn()) } else { settled(board).is_check() }
}

/// The position with everything known about checks.
fn settled(board: &Position) -> Position {
    crate::rules::PackedReplay::new(board).position()
}

/// The number of the move that led to a board.
fn played(board: &Position) -> u32 {
    if board.turn() == Color::White { board.fullmove().saturating_sub(1) } else { board.fullmove() }
}

/// What a pattern can test about a whole game, in addition to its moves. The default is a game about which nothing is
/// known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatternFacts {
    /// The result, if the game has one.
    pub result: Option<Termination>,
    /// The rating of White.
    pub white_elo: Option<u16>,
    /// The rating of Black.
    pub black_elo: Option<u16>,
}

impl PatternFacts {
    /// What the text of the tag `Result` and the ratings of White and Black state.
    ///
    /// ```
    /// use scoresheet_core::find::PatternFacts;
    /// use scoresheet_core::step::Termination;
    /// assert_eq!(PatternFacts::of(Some("1-0"), [None, None]).result, Some(Termination::WhiteWins));
    /// assert_eq!(PatternFacts::of(Some("*"), [None, None]), PatternFacts::default());
    /// ```
    pub fn of(result: Option<&str>, [white_elo, black_elo]: [Option<u16>; 2]) -> PatternFacts {
        let result = result.and_then(Termination::find).filter(|result| *result != Termination::Unknown);
        PatternFacts { result, white_elo, black_elo }
    }
}

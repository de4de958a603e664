//! `Move`: one move as a small frozen value.

use crate::failure::{Failure, IntoException};
use crate::number::Number;
use pyo3::prelude::*;
use pyo3::types::PyType;
use scoresheet_core::rules::{self, Kind, Role, Square};

/// A move: from where to where, and what is special about it.
///
/// A move says nothing of whether it is legal; `Position.play` does. Squares count from 0 (a1) over 1 (b1) to 63 (h8),
/// roles from 1 (pawn) to 6 (king), as in the columns. Castling is the king's move to where it ends; `rook_square` says
/// with which rook. A null move has the king's square twice.
///
/// Raises `UsageError` for a square or a role that is none.
///
/// >>> from scoresheet import Position
/// >>> move = Position().parse("Nf3")
/// >>> move.uci(), move.from_square, move.to_square
/// ('g1f3', 6, 21)
#[pyclass(frozen, module = "scoresheet", eq, hash)]
#[derive(PartialEq, Eq, Hash, Clone, Copy)]
pub(crate) struct Move(pub(crate) rules::Move);

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None, rook_square=None, en_passant=false))]
    fn new(
        py: Python<'_>,
        from_square: Number,
        to_square: Number,
        promotion: Option<Number>,
        rook_square: Option<Number>,
        en_passant: bool,
    ) -> PyResult<Move> {
        build(&Given { from: from_square, to: to_square, promotion, rook: rook_square, en_passant })
            .map(Move)
            .map_err(|failure| failure.into_exception(py))
    }

    /// Where the piece stands, 0 to 63.
    #[getter(from_square)]
    fn origin(&self) -> u8 {
        self.0.from.number()
    }

    /// Where it goes, 0 to 63; castling: where the king ends.
    #[getter(to_square)]
    fn destination(&self) -> u8 {
        self.0.destination().number()
    }

    /// What a pawn becomes: 2 knight, 3 bishop, 4 rook, 5 queen; None for any other move.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        self.0.promotion.map(|role| role as u8)
    }

    /// The square of the rook that castles, None for any other move.
    #[getter]
    fn rook_square(&self) -> Option<u8> {
        (self.0.kind == Kind::Castle).then(|| self.0.to.number())
    }

    /// Whether a pawn takes in passing.
    #[getter]
    fn en_passant(&self) -> bool {
        self.0.kind == Kind::EnPassant
    }

    /// `"K"` for castling on the king's side, `"Q"` on the queen's, None for any other move.
    #[getter]
    fn castle(&self) -> Option<&'static str> {
        (self.0.kind == Kind::Castle).then_some(if self.0.to > self.0.from { "K" } else { "Q" })
    }

    /// Whether nothing moves.
    #[getter]
    fn null(&self) -> bool {
        self.0.kind == Kind::Null
    }

    /// The move as UCI writes it; with `chess960`, castling is king takes own rook.
    ///
    /// >>> from scoresheet import Move
    /// >>> Move(4, 6, rook_square=7).uci(), Move(4, 6, rook_square=7).uci(chess960=True)
    /// ('e1g1', 'e1h1')
    #[pyo3(signature = (*, chess960=false))]
    fn uci(&self, chess960: bool) -> String {
        if self.0.kind == Kind::Null {
            return "0000".to_owned();
        }
        let to = if chess960 { self.0.to } else { self.0.destination() };
        let promotion = self.0.promotion.map(|role| char::from(role.letter().to_ascii_lowercase()));
        format!("{}{to}{}", self.0.from, promotion.map_or(String::new(), String::from))
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.uci(false))
    }

    /// What `pickle` builds the move from.
    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, Parts) {
        let parts = (self.origin(), self.destination(), self.promotion(), self.rook_square(), self.en_passant());
        (py.get_type::<Move>(), parts)
    }
}

/// A move's arguments as `pickle` keeps them.
type Parts = (u8, u8, Option<u8>, Option<u8>, bool);

/// A move's arguments as a caller gives them.
struct Given {
    from: Number,
    to: Number,
    promotion: Option<Number>,
    rook: Option<Number>,
    en_passant: bool,
}

/// The move with these parts, whether or not any position allows it.
fn build(Given { from, to, promotion, rook, en_passant }: &Given) -> Result<rules::Move, Failure> {
    let (from, to) = (square(from)?, square(to)?);
    let promotion = promotion.as_ref().map(promoted).transpose()?;
    let kind = match rook {
        Some(_) => Kind::Castle,
        None if *en_passant => Kind::EnPassant,
        None if from == to => Kind::Null,
        None => Kind::Plain,
    };
    let mv = rules::Move { from, to: rook.as_ref().map_or(Ok(to), square)?, promotion, kind };
    if mv.destination() != to {
        let message = format!("castling from `{from}` with the rook on `{}` does not end on `{to}`", mv.to);
        return Err(Failure::usage(
            message,
            "the king ends two files from where it stood, towards the rook, or as in Chess960",
        ));
    }
    Ok(mv)
}

fn square(number: &Number) -> Result<Square, Failure> {
    let square = number.get().and_then(|number| Square::new(u8::try_from(number).ok()?));
    square.ok_or_else(|| Failure::usage(format!("there is no square {number}"), "squares are 0 to 63"))
}

fn promoted(number: &Number) -> Result<Role, Failure> {
    let role = number.get().and_then(|number| Role::from_number(u8::try_from(number).ok()?));
    role.filter(|role| Role::PROMOTIONS.contains(role)).ok_or_else(|| {
        Failure::usage(format!("a pawn does not become {number}"), "2 knight, 3 bishop, 4 rook, 5 queen")
    })
}

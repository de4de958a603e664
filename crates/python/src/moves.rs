//! `Move`: one move as a small frozen value.

use crate::failure::expected;
use crate::failure::{Failure, IntoException};
use crate::number::Number;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use scoresheet_core::error::{Fault, TEXT_SHOWN};
use scoresheet_core::location::Location;
use scoresheet_core::notation::{MoveError, uci};
use scoresheet_core::rules::{self, MoveKind, Role, Square};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A move: its squares, and what is special about it.
///
/// Squares are names, or numbers from 0 (a1) and 1 (b1) to 63 (h8). A promotion is the letter of the piece or its
/// number: 2 knight, 3 bishop, 4 rook, 5 queen, as in the columns. Castling is the king's move to its final square;
/// `rook_square` is the square of the rook. A null move has the king's square twice. `str` returns the move in UCI.
///
/// A position decides whether a move is legal; the move itself does not know. Likewise, `Position.play`, `is_legal` and
/// `write`, and `Game.add` find out whether a move made from two squares castles or captures en passant. Only moves
/// that come from a position (`parse`, `legal_moves`) have `rook_square` and `en_passant`, and compare equal to each
/// other.
///
/// Raises `UsageError` for a square or promotion that does not exist, and `TypeError` for values other than text and
/// numbers.
///
/// >>> from scoresheet import Move, Position
/// >>> move = Position().parse("Nf3")
/// >>> str(move), move.from_square, move.to_square
/// ('g1f3', 6, 21)
/// >>> Move("g1", "f3") == move, str(Move("e7", "e8", "q"))
/// (True, 'e7e8q')
#[pyclass(frozen, module = "scoresheet", eq, hash)]
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) mv: rules::Move,
    /// Whether it was created from two squares, so that a position must determine whether it castles or captures en
    /// passant. A move from a position includes that: notations that distinguish castling from a king's step use it to
    /// recognize illegal moves.
    is_bare: bool,
}

const SQUARES: u16 = 64;

/// The objects of plain moves, by their squares.
static SHARED: [PyOnceLock<Py<Move>>; SQUARES as usize * SQUARES as usize] = [const { PyOnceLock::new() }; _];

/// Two moves are equal regardless of how they were created.
impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        self.mv == other.mv
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.mv.hash(state);
    }
}

impl Move {
    /// A move from a position.
    pub(crate) fn of(mv: rules::Move) -> Move {
        Move { mv, is_bare: false }
    }

    /// The object of a move from a position. Plain moves have one object each, made when it is first needed: walking through
    /// games would otherwise spend most of its time on making the same few thousand again.
    pub(crate) fn object(py: Python<'_>, mv: rules::Move) -> PyResult<Py<Move>> {
        match Move::shared_place(mv) {
            Some(place) => Ok(Move::shared(py, place)?.clone_ref(py)),
            None => Py::new(py, Move::of(mv)),
        }
    }

    /// The place of a move among the objects that are shared; `None` if it is not a plain one.
    #[inline]
    pub(crate) fn shared_place(mv: rules::Move) -> Option<u16> {
        let is_plain = mv.kind == MoveKind::Plain && mv.promotion.is_none();
        is_plain.then(|| u16::from(mv.from.number()) * SQUARES + u16::from(mv.to.number()))
    }

    /// The object in this place.
    #[inline]
    pub(crate) fn shared(py: Python<'_>, place: u16) -> PyResult<&'static Py<Move>> {
        let shared = &SHARED[usize::from(place) % SHARED.len()];
        match shared.get(py) {
            Some(object) => Ok(object),
            None => Move::share(py, place, shared),
        }
    }

    #[cold]
    fn share<'s>(py: Python<'_>, place: u16, shared: &'s PyOnceLock<Py<Move>>) -> PyResult<&'s Py<Move>> {
        let [from, to] = [place / SQUARES, place % SQUARES].map(|square| Square::masked(square as u8));
        shared.get_or_try_init(py, || Py::new(py, Move::of(rules::Move::plain(from, to))))
    }

    /// A move of two squares.
    pub(crate) fn bare(mv: rules::Move) -> Move {
        Move { mv, is_bare: mv.kind == MoveKind::Plain }
    }

    /// The corresponding move in a position.
    pub(crate) fn within(&self, before: &rules::Position) -> rules::Move {
        let rules::Move { from, to, promotion, .. } = self.mv;
        if self.is_bare { before.find(from, to, promotion).unwrap_or(self.mv) } else { self.mv }
    }
}

#[pymethods]
impl Move {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None, rook_square=None, en_passant=false, *, drop=None))]
    fn new(
        py: Python<'_>,
        from_square: SquareArgument,
        to_square: SquareArgument,
        promotion: Option<SquareArgument>,
        rook_square: Option<SquareArgument>,
        en_passant: bool,
        drop: Option<SquareArgument>,
    ) -> PyResult<Move> {
        build(&MoveArguments { from: from_square, to: to_square, promotion, rook: rook_square, en_passant, drop })
            .map(Move::bare)
            .map_err(|failure| failure.into_exception(py))
    }

    /// The move for a text in UCI, without a position: two squares, and the letter of a promotion.
    ///
    /// Use `Position.parse` to find the legal move for a text, and for all other notations.
    ///
    /// Raises `MoveError` for a text that is not a move, and `UsageError` for the null move `0000`, which needs a
    /// position.
    ///
    /// >>> from scoresheet import Move, Position
    /// >>> Move.from_uci("e2e4") == Position().parse("e4")
    /// True
    /// >>> board = Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    /// >>> board.write(Move.from_uci("e1g1"))
    /// 'O-O'
    #[classmethod]
    fn from_uci(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str) -> PyResult<Move> {
        squares_of(text).map(Move::bare).map_err(|failure| failure.into_exception(py))
    }

    /// The square that the piece starts from, 0 to 63.
    #[getter(from_square)]
    fn origin(&self) -> u8 {
        self.mv.from.number()
    }

    /// The square that the piece goes to, 0 to 63; for castling, the king's final square.
    #[getter(to_square)]
    fn destination(&self) -> u8 {
        self.mv.destination().number()
    }

    /// The piece that a pawn becomes: 2 knight, 3 bishop, 4 rook, 5 queen; None for any other move.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        self.mv.promotion.filter(|_| !self.mv.is_drop()).map(|role| role as u8)
    }

    /// The piece that is put on the board from the hand: 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen; None for any other
    /// move. `from_square` is then the same as `to_square`.
    ///
    /// >>> from scoresheet import Move
    /// >>> Move("f3", "f3", drop="N").uci(), Move.from_uci("N@f3").drop
    /// ('N@f3', 2)
    #[getter]
    fn drop(&self) -> Option<u8> {
        self.mv.promotion.filter(|_| self.mv.is_drop()).map(|role| role as u8)
    }

    /// The square of the rook in castling; None for any other move.
    #[getter]
    fn rook_square(&self) -> Option<u8> {
        (self.mv.kind == MoveKind::Castle).then(|| self.mv.to.number())
    }

    /// Whether a pawn captures en passant.
    #[getter]
    fn en_passant(&self) -> bool {
        self.mv.kind == MoveKind::EnPassant
    }

    /// `"K"` for kingside castling, `"Q"` for queenside castling, None for any other move.
    #[getter]
    fn castle(&self) -> Option<&'static str> {
        (self.mv.kind == MoveKind::Castle).then_some(if self.mv.to > self.mv.from { "K" } else { "Q" })
    }

    /// Whether it is a null move.
    #[getter]
    fn null(&self) -> bool {
        self.mv.kind == MoveKind::Null
    }

    /// The move in UCI; with `chess960`, castling is written as the king capturing its own rook.
    ///
    /// >>> from scoresheet import Move
    /// >>> Move(4, 6, rook_square=7).uci(), Move(4, 6, rook_square=7).uci(chess960=True)
    /// ('e1g1', 'e1h1')
    #[pyo3(signature = (*, chess960=false))]
    fn uci(&self, chess960: bool) -> String {
        if self.mv.kind == MoveKind::Null {
            return "0000".to_owned();
        }
        if let Some(role) = self.mv.promotion.filter(|_| self.mv.is_drop()) {
            return format!("{}@{}", char::from(role.letter()), self.mv.to);
        }
        let to = if chess960 { self.mv.to } else { self.mv.destination() };
        let promotion = self.mv.promotion.map(|role| char::from(role.letter().to_ascii_lowercase()));
        format!("{}{to}{}", self.mv.from, promotion.map_or(String::new(), String::from))
    }

    fn __str__(&self) -> String {
        self.uci(false)
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.uci(false))
    }

    /// The parts for `pickle`.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let parts =
            (self.origin(), self.destination(), self.promotion(), self.rook_square(), self.en_passant(), self.drop());
        let class = py.get_type::<Move>();
        // A drop is the same with and without a position, and the constructor takes it by name only.
        let is_bare = self.is_bare && !self.mv.is_drop();
        let plain = (parts.0, parts.1, parts.2, parts.3, parts.4);
        Ok(if is_bare {
            (class.into_any(), plain.into_pyobject(py)?)
        } else {
            (class.getattr("_restored")?, parts.into_pyobject(py)?)
        })
    }

    /// A move from a position.
    #[staticmethod]
    #[pyo3(signature = (from_square, to_square, promotion, rook_square, en_passant, drop=None))]
    fn _restored(
        py: Python<'_>,
        from_square: SquareArgument,
        to_square: SquareArgument,
        promotion: Option<SquareArgument>,
        rook_square: Option<SquareArgument>,
        en_passant: bool,
        drop: Option<SquareArgument>,
    ) -> PyResult<Move> {
        let built =
            build(&MoveArguments { from: from_square, to: to_square, promotion, rook: rook_square, en_passant, drop });
        built.map(Move::of).map_err(|failure| failure.into_exception(py))
    }
}

/// The arguments of a move from a caller.
struct MoveArguments {
    from: SquareArgument,
    to: SquareArgument,
    promotion: Option<SquareArgument>,
    rook: Option<SquareArgument>,
    en_passant: bool,
    drop: Option<SquareArgument>,
}

/// A square or a piece as a caller names it.
pub(crate) enum SquareArgument {
    Number(Number),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for SquareArgument {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<SquareArgument> {
        match given.extract() {
            Ok(text) => Ok(SquareArgument::Text(text)),
            Err(_) => given.extract().map(SquareArgument::Number).map_err(|_| expected("a text or a number", &given)),
        }
    }
}

impl fmt::Display for SquareArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SquareArgument::Number(number) => number.fmt(f),
            SquareArgument::Text(text) => write!(f, "`{}`", text.chars().take(TEXT_SHOWN).collect::<String>()),
        }
    }
}

/// The move for a text in UCI without a position.
fn squares_of(text: &str) -> Result<rules::Move, Failure> {
    if text == "0000" {
        let hint = "`Position.parse('0000')` makes it for the king of that position";
        return Err(Failure::usage("a null move names the square of the king, which only a position knows", hint));
    }
    uci::squares(text.as_bytes()).map_err(|error| {
        let shown: String = text.chars().take(TEXT_SHOWN).collect();
        let why = match error {
            MoveError::Syntax { at, expected } => match text.get(..at).filter(|start| !start.is_empty()) {
                Some(start) => format!("expected {expected} after `{start}`"),
                None => format!("expected {expected}"),
            },
            _ => "no piece moves like this".to_owned(),
        };
        let message = format!("`{shown}` is not a UCI move: {why}");
        Failure::bare(Fault::new(error.code(), Location::default(), message, shown))
    })
}

/// The move with these parts, regardless of positions.
fn build(arguments: &MoveArguments) -> Result<rules::Move, Failure> {
    let MoveArguments { from, to, promotion, rook, en_passant, drop } = arguments;
    let (from, to) = (square(from)?, square(to)?);
    if let Some(dropped) = drop {
        let role = role_of(dropped).filter(|role| *role != Role::King).ok_or_else(|| {
            let hint = "use `p` or 1 (pawn), `n` or 2 (knight), `b` or 3 (bishop), `r` or 4 (rook), `q` or 5 (queen)";
            Failure::usage(format!("{dropped} cannot be dropped"), hint)
        })?;
        let is_alone = from == to && promotion.is_none() && rook.is_none() && !en_passant;
        let hint = "give its square twice, and no other argument";
        let odd = || Failure::usage("a drop has one square, and neither promotes nor captures", hint);
        return if is_alone { Ok(rules::Move::drop(role, to)) } else { Err(odd()) };
    }
    let promotion = promotion.as_ref().map(promoted).transpose()?;
    let kind = match rook {
        Some(_) => MoveKind::Castle,
        None if *en_passant => MoveKind::EnPassant,
        None if from == to => MoveKind::Null,
        None => MoveKind::Plain,
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

/// The square that a caller names.
pub(crate) fn square(named: &SquareArgument) -> Result<Square, Failure> {
    let square = match named {
        SquareArgument::Number(number) => number.get().and_then(|number| Square::new(u8::try_from(number).ok()?)),
        SquareArgument::Text(name) => match name.as_bytes() {
            [file, rank] => Square::parse(*file, *rank),
            _ => None,
        },
    };
    square.ok_or_else(|| Failure::usage(format!("there is no square {named}"), "squares are `a1` to `h8`, or 0 to 63"))
}

/// The role that a caller names.
fn role_of(named: &SquareArgument) -> Option<Role> {
    match named {
        SquareArgument::Number(number) => number.get().and_then(|number| Role::from_number(u8::try_from(number).ok()?)),
        SquareArgument::Text(letter) => match letter.as_bytes() {
            [letter] => Role::from_letter(letter.to_ascii_uppercase()),
            _ => None,
        },
    }
}

fn promoted(named: &SquareArgument) -> Result<Role, Failure> {
    // What may be promoted to depends on the rules, which a move without a position does not know; no rules have pawns.
    role_of(named).filter(|role| *role != Role::Pawn).ok_or_else(|| {
        let hint = "use `n` or 2 (knight), `b` or 3 (bishop), `r` or 4 (rook), `q` or 5 (queen), or `k` or 6 (king)";
        Failure::usage(format!("a pawn cannot be promoted to {named}"), hint)
    })
}

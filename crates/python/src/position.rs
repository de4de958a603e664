//! `Position`: a board as a small frozen value.

use crate::binary;
use crate::boards::{from_fen, noted, refused, rules_of};
use crate::call::call;
use crate::failure::{Failure, IntoException};
use crate::move_argument::move_argument;
use crate::moves::{self, Move, SquareArgument};
use crate::notation;
use crate::number::Number;
use crate::opening;
use crate::position_values::{self, outcome};
use crate::undo::{EarlierArguments, MovesArgument, start_of};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use scoresheet_core::notation::{Claim, Validation};
use scoresheet_core::openings;
use scoresheet_core::position::{PositionNotation, fen};
use scoresheet_core::rules::attacks::Squares;
use scoresheet_core::rules::{self, Color, Hand, MoveKind, PackedMove, Piece, Planes, Rules, Square, zobrist};
use scoresheet_jobs::lookup;
use std::borrow::Cow;

/// A position: the pieces, the side to move, and what the rules remember. Immutable; `play` returns the next one.
///
/// `fen` is a FEN, X-FEN or Shredder-FEN; None is the standard start. `variant` is the name of the rules (`scoresheet list
/// rules`) or their code, such as `N+11,12`; None is the standard rules, or those that the FEN shows: Chess960 by castling rights
/// that only it explains, Crazyhouse by pieces in hand, Three-check by counts of checks.
///
/// Raises `FenError` for a FEN that no game can be played from, and `UsageError` for unknown rules.
///
/// >>> from scoresheet import Position
/// >>> board = Position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
/// >>> board.play("e4").fen()
/// '4k3/8/8/8/4P3/8/8/4K3 b - - 0 1'
/// >>> print(board)
/// . . . . k . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . P . . .
/// . . . . K . . .
#[pyclass(frozen, module = "scoresheet", eq)]
#[derive(Clone)]
pub(crate) struct Position(pub(crate) rules::Position, Claim);

/// The arguments to restore a position: its FEN, its rules and its marks.
type PickledPosition = (String, String, String);

/// Marks do not affect equality, because they are not part of the board.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.0 == other.0
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen=None, variant=None))]
    fn new(py: Python<'_>, fen: Option<&str>, variant: Option<&str>) -> PyResult<Position> {
        call(py, || from_fen(fen, variant)).map(Position::of)
    }

    /// The position for a text in a position notation (`scoresheet list positions`).
    ///
    /// `text` is `str` or `bytes`; for a binary notation, `str` is hex, or base64 after `base64:`. `validation="full"`
    /// refuses boards that no game can start from, `"basic"` and `"off"` accept any board; None is `"full"` for `fen`
    /// and `epd`, and `"basic"` for the others. With `strict`, leniencies are refused. `variant` is as in `Position`.
    ///
    /// Raises `FenError` for an invalid text, and `UsageError` for an unknown notation, validation or rules.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position.read("8/8/8/8/8/8/8/K1k5 b - - 12 80", "fen").turn
    /// 'black'
    /// >>> Position.read("4k3/8/8/8/8/8/8/R3K3", "sfen").fen()
    /// '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1'
    #[classmethod]
    #[pyo3(signature = (text, notation="fen", validation=None, *, strict=false, variant=None))]
    fn read(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        text: &Bound<'_, PyAny>,
        notation: &str,
        validation: Option<&str>,
        strict: bool,
        variant: Option<&str>,
    ) -> PyResult<Position> {
        let notation = notation::position(notation).map_err(|failure| failure.into_exception(py))?;
        let (spec, text) = (notation.spec(), binary::given(text, notation.spec())?);
        call(py, || {
            let validation = validation.map_or(Ok(notation.usual_validation()), lookup::validation)?;
            let refused = |error| refused(&binary::shown(&text, spec), &error);
            let read = notation.read(&text, rules_of(variant)?, validation).map_err(refused)?;
            match read.notes.first().filter(|_| strict) {
                Some(&code) => Err(noted(code, &binary::shown(&text, spec))),
                None => Ok(Position(read.position, read.fields.claim)),
            }
        })
    }

    /// The text of the position in a position notation; `bytes` for a binary one. `marks` are the end marks of the move
    /// that led to it, such as `"+#"`, for notations that have them; None keeps those that the position was read with.
    ///
    /// Raises `UsageError` for an unknown notation and for invalid marks.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().to("fen")
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    /// >>> Position("4R1k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").to("sfen", "+#")
    /// '4R1k1/5ppp/8/8/8/8/8/4K3 b - +#'
    #[pyo3(signature = (notation="fen", marks=None))]
    fn to<'py>(&self, py: Python<'py>, notation: &str, marks: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let (text, spec) = call(py, || {
            let notation = notation::position(notation)?;
            let mut text = Vec::new();
            notation.write(&self.0, marks.map_or(Ok(self.1), claim)?, &mut text);
            Ok((text, notation.spec()))
        })?;
        Ok(binary::told(py, &text, spec))
    }

    /// What a position notation cannot express of this position, by kind. Writing leaves it out.
    ///
    /// Raises `UsageError` for an unknown notation.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position("4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1").losses("sfen")
    /// ['castling-rook']
    fn losses(&self, py: Python<'_>, notation: &str) -> PyResult<Vec<&'static str>> {
        call(py, || {
            let notation = notation::position(notation)?;
            let lost = notation.losses(&self.0).into_iter().chain(notation.loss_of_claim(self.1));
            Ok(lost.map(|kind| kind.spec().id).collect())
        })
    }

    /// The end marks that the position was read with, such as `"+#"`; empty if there were none.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position.read("4k3/8/8/8/8/8/8/4K2R b - ##", "sfen").marks
    /// '##'
    #[getter]
    fn marks(&self) -> String {
        String::from_utf8_lossy(self.1.marks()).into_owned()
    }

    /// The FEN. `en_passant` is `"legal"` (the square only if a capture there is legal) or `"always"` (after every
    /// double step). With `shredder`, castling rights are written as the files of the rooks. `style` is how pieces in hand and
    /// checks are written: `"usual"` (`[QPn]` after the board, and the checks that remain) or `"lichess"` (`/PQn` as a ninth
    /// part of it, and the checks that were given, last).
    ///
    /// Raises `UsageError` for any other `en_passant` and `style`.
    ///
    /// >>> from scoresheet import Position
    /// >>> start = Position()
    /// >>> start.play("e4").fen(en_passant="always")
    /// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
    #[pyo3(signature = (en_passant="legal", *, shredder=false, style="usual"))]
    fn fen(&self, py: Python<'_>, en_passant: &str, shredder: bool, style: &str) -> PyResult<String> {
        call(py, || Ok(fen::write(&self.0, fen_style(en_passant, shredder, style)?)))
    }

    /// The side to move: `"white"` or `"black"`.
    #[getter]
    fn turn(&self) -> &'static str {
        match self.0.turn() {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// The rules by name, such as `"standard"`, `"chess960"` or `"crazyhouse"`; rules without a name are given as in `rules`.
    #[getter]
    fn variant(&self) -> Cow<'static, str> {
        self.0.rules().id()
    }

    /// The rules as a code: what is taken from normal chess and what is added to it, by the numbers of VGN's Rules tag.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position(variant="crazyhouse").rules, Position(variant="N+11,12").variant
    /// ('N-L,M+16', 'N+11,12')
    #[getter]
    fn rules(&self) -> String {
        self.0.rules().code()
    }

    /// The pieces that a side, `"white"` or `"black"`, may drop: how many of each, by letter, from `Q` to `P`. Empty under rules
    /// without drops.
    ///
    /// >>> from scoresheet import Position
    /// >>> board = Position("4k3/8/8/8/8/8/8/4K3[QPPn] w - - 0 1", "crazyhouse")
    /// >>> board.hand("white"), board.hand("black"), board.play("P@e7").hand("white")
    /// ({'Q': 1, 'P': 2}, {'N': 1}, {'Q': 1, 'P': 1})
    fn hand<'py>(&self, py: Python<'py>, color: &str) -> PyResult<Bound<'py, PyDict>> {
        let color = position_values::color(py, color)?;
        let held = PyDict::new(py);
        for role in Hand::ROLES.into_iter().rev() {
            let count = self.0.hand().count(Piece { color, role });
            if count > 0 {
                held.set_item(char::from(role.letter()), count)?;
            }
        }
        Ok(held)
    }

    /// The squares of promoted pieces, which are captured as pawns. Empty under rules without drops.
    #[getter]
    fn promoted<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        position_values::set_of(py, self.0.promoted())
    }

    /// How many checks White and Black may still give until they win, as in `(3, 2)`; None under rules that do not count them.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position("4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", "threecheck").play("Ra8+").checks_remaining
    /// (2, 3)
    #[getter]
    fn checks_remaining(&self) -> Option<(u8, u8)> {
        self.0.checks_remaining().map(|[white, black]| (white, black))
    }

    /// Whether a rule of a variant has ended the game: an explosion, a king in the centre, a third check, a race won, and so
    /// on. No move is legal then.
    ///
    /// >>> from scoresheet import Position
    /// >>> board = Position("8/8/2k5/8/8/4K3/8/8 w - - 0 1", "kingofthehill").play("Ke4#")
    /// >>> board.is_variant_end, len(board.legal_moves)
    /// (True, 0)
    #[getter]
    fn is_variant_end(&self) -> bool {
        self.0.is_over()
    }

    /// How the game has ended on this board; None if it continues. Claims and repetitions belong to games: see
    /// `Game.outcome`.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().outcome()
    /// >>> Position("8/8/2k5/8/8/4K3/8/8 w - - 0 1", "kingofthehill").play("Ke4#").outcome()
    /// Outcome(result='1-0', reason='hill', claimable=False)
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.0.end() {
            Some(_) => outcome(py, &self.0, 1),
            None => Ok(None),
        }
    }

    /// The legal moves: a sequence that also finds moves by piece and by square (`LegalMoves`).
    ///
    /// >>> from scoresheet import Position
    /// >>> legal = Position().legal_moves
    /// >>> len(legal), [str(move) for move in legal.of("g1")], [str(move) for move in legal.to("e4")]
    /// (20, ['g1f3', 'g1h3'], ['e2e4'])
    #[getter]
    fn legal_moves<'py>(slf: &Bound<'py, Position>) -> PyResult<Bound<'py, PyAny>> {
        let moves: Vec<_> = slf.get().0.legal_moves().into_iter().map(Move::of).collect();
        slf.py().import("scoresheet.legal")?.getattr("LegalMoves")?.call1((slf, moves))
    }

    /// The move for a text in a move notation (`scoresheet list notations`).
    ///
    /// `text` is `str` or `bytes`; for a binary notation, `str` is hex, or base64 after `base64:`, and a PGC ordinal is
    /// a number. `validation="full"` requires a legal move; `"basic"` and `"off"` also find illegal moves if the
    /// notation can express them; check those with `is_legal`. With `strict`, leniencies are refused.
    ///
    /// Raises `MoveError` for a text that matches no move or several, and `UsageError` for an unknown notation or
    /// validation.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().parse("Nf3").uci(), Position().parse("g1f3", "uci").uci()
    /// ('g1f3', 'g1f3')
    /// >>> Position().parse(b"\x86\x30", "bccf").uci(), Position().parse("a1a3", "mcn", "basic").uci()
    /// ('e2e4', 'a1a3')
    #[pyo3(signature = (text, notation="san", validation="full", *, strict=false))]
    fn parse(
        &self,
        py: Python<'_>,
        text: &Bound<'_, PyAny>,
        notation: &str,
        validation: &str,
        strict: bool,
    ) -> PyResult<Move> {
        let text = notation::MoveText::of(text)?;
        call(py, || {
            let how = notation::MoveReading { strict, ..notation::MoveReading::new(notation, validation)? };
            notation::read(&self.0, &text, &how)
        })
        .map(Move::of)
    }

    /// The legal move that a number of 16 bits means, as the columns `packed_moves` and `packed_move` have it: bits 0
    /// to 5 are the square that it leaves, 6 to 11 its destination, 12 to 14 the piece that a pawn is promoted to, and
    /// bit 15 is set for castling.
    ///
    /// Raises `MoveError` if there is no such legal move here.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().unpack(12 | 28 << 6).uci()
    /// 'e2e4'
    fn unpack(&self, py: Python<'_>, packed: u16) -> PyResult<Move> {
        call(py, || notation::unpacked(&self.0, PackedMove(packed))).map(Move::of)
    }

    /// A legal move as a number of 16 bits, from which `unpack` returns it.
    ///
    /// Raises `MoveError` for a move that is not legal here.
    ///
    /// >>> from scoresheet import Position
    /// >>> board = Position()
    /// >>> board.pack(board.parse("e4")) == 12 | 28 << 6
    /// True
    #[pyo3(signature = (r#move, /))]
    fn pack(&self, py: Python<'_>, r#move: &Move) -> PyResult<u16> {
        let packed = PackedMove::of(r#move.within(&self.0));
        call(py, || notation::unpacked(&self.0, packed)).map(|_| packed.0)
    }

    /// The text of a move in a move notation; `bytes` for a binary one.
    ///
    /// `last` means that the game ends with the move, which some notations mark: `"open"` without a result, `"won"`, or
    /// `"drawn"`.
    ///
    /// Raises `MoveError` for a move that is not legal here, unless the notation can express illegal moves; `LossError`
    /// for any other move that it cannot express; and `UsageError` for an unknown notation or `last`.
    ///
    /// >>> from scoresheet import Position
    /// >>> board = Position("6nk/5P1p/7N/8/8/8/8/K7 w - - 0 1")
    /// >>> board.write(board.parse("f7g8q"), "san")
    /// 'fxg8=Q#'
    /// >>> board.write(board.parse("f7g8q"), "bccf")
    /// b'\xbb~'
    /// >>> Position().write(Position().parse("e4"), "fcn", last="won")
    /// 'Pe2-e4#+'
    #[pyo3(signature = (r#move, notation="san", last=None))]
    fn write<'py>(
        &self,
        py: Python<'py>,
        r#move: &Move,
        notation: &str,
        last: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (text, notation) =
            call(py, || notation::write(&self.0, r#move.within(&self.0), notation, notation::last(last)?))?;
        Ok(binary::told(py, &text, notation.spec()))
    }

    /// The text of a move in SAN, from a `Move` or from its text in SAN or UCI: the same as `write` of the move in SAN.
    ///
    /// Raises `MoveError` for a move that is not legal here, or for a text that matches no legal move or several.
    ///
    /// >>> from scoresheet import Position
    /// >>> board = Position()
    /// >>> board.san("g1f3"), board.san(board.parse("e4")), [board.san(move) for move in board.legal_moves][:3]
    /// ('Nf3', 'e4', ['a3', 'b3', 'c3'])
    #[pyo3(signature = (r#move, /))]
    fn san(&self, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        let mv = self.legal(r#move)?;
        let (text, _) = call(r#move.py(), || notation::write(&self.0, mv, "san", notation::last(None)?))?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Whether a move is legal here.
    ///
    /// >>> from scoresheet import Move, Position
    /// >>> Position().is_legal(Move(12, 28)), Position().is_legal(Move(0, 16))
    /// (True, False)
    fn is_legal(&self, r#move: &Move) -> bool {
        notation::is_legal(&self.0, r#move.within(&self.0))
    }

    /// Whether a legal move captures, en passant included. The move is a `Move`, or its text in SAN or UCI.
    ///
    /// Raises `MoveError` for a move that is not legal here. The same holds for `gives_check`, `is_castling` and
    /// `is_en_passant`.
    ///
    /// >>> from scoresheet import Position
    /// >>> board = Position("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2")
    /// >>> board.is_capture("exd6"), board.is_en_passant("exd6"), board.is_capture("e6")
    /// (True, True, False)
    /// >>> board.gives_check("Rh8"), board.is_castling("O-O")
    /// (True, True)
    fn is_capture(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.is_capture(self.legal(r#move)?))
    }

    /// Whether a legal move gives check; see `is_capture` for the argument.
    fn gives_check(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.gives_check(self.legal(r#move)?))
    }

    /// Whether a legal move castles; see `is_capture` for the argument.
    fn is_castling(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.legal(r#move)?.kind == MoveKind::Castle)
    }

    /// Whether a legal move captures en passant; see `is_capture` for the argument.
    fn is_en_passant(&self, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.legal(r#move)?.kind == MoveKind::EnPassant)
    }

    /// The position after a move: a `Move`, or its text in SAN or UCI. With `illegal`, any piece may move anywhere: a
    /// piece on the target square is removed, and the turn passes.
    ///
    /// Raises `MoveError` for a move that is not legal here or, with `illegal`, that no piece could make, and
    /// `TypeError` for an argument that is neither a move nor text.
    ///
    /// >>> from scoresheet import Move, Position
    /// >>> Position().play("e4").play("c7c5").play(Move("g1", "f3")).turn
    /// 'black'
    /// >>> Position().play("a1a3", illegal=True).fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/R7/PPPPPPPP/1NBQKBNR b Kkq - 1 1'
    #[pyo3(signature = (r#move, *, illegal=false))]
    fn play(&self, r#move: &Bound<'_, PyAny>, illegal: bool) -> PyResult<Position> {
        let found = move_argument(r#move, "san", illegal)?.play(&self.0);
        let (mv, _) = found.map_err(|failure| failure.into_exception(r#move.py()))?;
        Ok(Position::of(self.0.after(mv)))
    }

    /// The position before the moves that led here, from their texts alone: FCN states which piece moved, where from,
    /// and what it captured. The notation is `"fcn"` or `"fcn2"`; the texts of others do not have enough information.
    ///
    /// `moves` is the text of one move, or of several in the order played, with or without move numbers, or a list of
    /// such texts. `validation="full"` requires that the moves were legal, `"basic"` and `"off"` also take back others.
    ///
    /// The texts do not contain everything. The castling rights are those of this position and those that castling
    /// used, the en passant square is that of a capture en passant, and the clock for the fifty moves rule is one less
    /// for each move. `castling` (letters of FEN), `en_passant` (a square) and `halfmove_clock` set other values for
    /// the position before the moves. `pieces` maps squares to the letters of what was on them, or None, if the text
    /// does not show it: an own piece that was captured, or king and rook before castling in Chess960.
    ///
    /// Raises `MoveError` for a text that is not a move or cannot have led here, and `UsageError` for a notation whose
    /// moves cannot be taken back, and for unknown squares and pieces.
    ///
    /// >>> from scoresheet import Position
    /// >>> board = Position("R3k3/8/8/8/8/8/8/4K3 b - - 0 9")
    /// >>> board.undo("Ra1-a8xQ+", "fcn").fen()
    /// 'q3k3/8/8/8/8/8/8/R3K3 w - - 0 9'
    /// >>> board.undo("Ra1-a8xQ+", castling="Q", halfmove_clock=3).fen()
    /// 'q3k3/8/8/8/8/8/8/R3K3 w Q - 3 9'
    /// >>> Position().play("e4").play("e5").undo("1. Pe2-e4 Pe7-e5") == Position()
    /// True
    #[pyo3(signature = (
        moves, notation="fcn", validation="full", *, castling=None, en_passant=None, halfmove_clock=None, pieces=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
    fn undo(
        &self,
        py: Python<'_>,
        moves: &Bound<'_, PyAny>,
        notation: &str,
        validation: &str,
        castling: Option<String>,
        en_passant: Option<SquareArgument>,
        halfmove_clock: Option<Number>,
        pieces: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Position> {
        let moves = MovesArgument::of(moves)?.moves;
        let earlier = EarlierArguments::of(py, castling, en_passant.as_ref(), halfmove_clock.as_ref(), pieces)?;
        call(py, || start_of(&self.0, &moves, notation, lookup::validation(validation)?, &earlier)).map(Position::of)
    }

    /// The letter of the piece on a square, as in FEN: upper case for White, None for an empty square. The square is a
    /// name or a number.
    ///
    /// Raises `UsageError` for a square that does not exist.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().piece_at("e1"), Position().piece_at("d8"), Position().piece_at(28)
    /// ('K', 'q', None)
    fn piece_at(&self, py: Python<'_>, square: SquareArgument) -> PyResult<Option<char>> {
        let square = moves::square(&square).map_err(|failure| failure.into_exception(py))?;
        Ok(self.0.piece_at(square).map(|piece| char::from(piece.letter())))
    }

    /// The letters of all pieces by the names of their squares, in the order a1, b1 to h8.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").pieces
    /// {'e1': 'K', 'h1': 'R', 'e8': 'k'}
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for square in (0..64).map(Square::masked) {
            if let Some(piece) = self.0.piece_at(square) {
                pieces.set_item(square.to_string(), char::from(piece.letter()))?;
            }
        }
        Ok(pieces)
    }

    /// The square of a side's king, None if it has no king. `color` is `"white"` or `"black"`.
    ///
    /// Raises `UsageError` for any other colour.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().king("white"), Position().king("black")
    /// ('e1', 'e8')
    fn king(&self, py: Python<'_>, color: &str) -> PyResult<Option<String>> {
        Ok(self.0.king(position_values::color(py, color)?).map(|king| king.to_string()))
    }

    /// The squares of all pieces with these letters, as in FEN: `"N"` for White's knights, `"Pp"` for all pawns.
    ///
    /// Raises `UsageError` for a letter that is not a piece.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().squares("Nn")
    /// SquareSet('b1 g1 b8 g8')
    fn squares<'py>(&self, py: Python<'py>, pieces: &str) -> PyResult<Bound<'py, PyAny>> {
        let mut found = 0;
        for letter in pieces.chars() {
            let piece = position_values::piece(py, letter.encode_utf8(&mut [0; 4]))?;
            found |= self.0.of(piece.color, piece.role);
        }
        position_values::set_of(py, found)
    }

    /// The pieces of a side that attack a square, as a set of their squares. `color` is `"white"` or `"black"`.
    ///
    /// Pinned pieces attack too. A pawn attacks the squares on which it captures; captures en passant do not count.
    ///
    /// Raises `UsageError` for a square or colour that does not exist.
    ///
    /// >>> from scoresheet import Position
    /// >>> board = Position().play("e4").play("e5").play("Nf3").play("Nc6")
    /// >>> board.attackers("e5", "white"), board.attackers("e5", "black")
    /// (SquareSet('f3'), SquareSet('c6'))
    fn attackers<'py>(&self, py: Python<'py>, square: SquareArgument, color: &str) -> PyResult<Bound<'py, PyAny>> {
        position_values::set_of(py, self.attacking(py, &square, color)?)
    }

    /// Whether a piece of a side attacks a square; see `attackers`.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().is_attacked("f3", "white"), Position().is_attacked("f3", "black")
    /// (True, False)
    fn is_attacked(&self, py: Python<'_>, square: SquareArgument, color: &str) -> PyResult<bool> {
        Ok(self.attacking(py, &square, color)? != 0)
    }

    /// The squares that the piece on a square attacks; none for an empty square. Pinned pieces attack too.
    ///
    /// Raises `UsageError` for a square that does not exist.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().attacks("g1"), Position().attacks("e2"), Position().attacks("e4")
    /// (SquareSet('e2 f3 h3'), SquareSet('d3 f3'), SquareSet())
    fn attacks<'py>(&self, py: Python<'py>, square: SquareArgument) -> PyResult<Bound<'py, PyAny>> {
        let square = moves::square(&square).map_err(|failure| failure.into_exception(py))?;
        position_values::set_of(py, self.0.attacks(square))
    }

    /// The pieces that give check, as a set of their squares. Empty if a side does not have exactly one king.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position("4k3/8/3N4/8/8/8/8/4RK2 b - - 0 1").checkers
    /// SquareSet('e1 d6')
    #[getter]
    fn checkers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        position_values::set_of(py, self.0.checkers())
    }

    /// The pieces of both sides that are pinned to their king: their squares, each with the squares to which the pin
    /// restricts the piece, the square of the pinning piece included. Empty if a side does not have exactly one king.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1").pins
    /// {'c3': SquareSet('d2 c3 b4')}
    #[getter]
    fn pins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pins = PyDict::new(py);
        for square in Squares(self.0.pinned(Color::White) | self.0.pinned(Color::Black)) {
            if let Some(line) = self.0.pin_line(square) {
                pins.set_item(square.to_string(), position_values::set_of(py, line)?)?;
            }
        }
        Ok(pins)
    }

    /// The castling rights as FEN writes them: `"KQkq"`, or `""` if there are none. In Chess960, the right of a rook that is
    /// not the outermost is the letter of its file.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().castling, Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").castling
    /// ('KQkq', '')
    #[getter]
    fn castling(&self) -> String {
        let fen = fen::write(&self.0, fen::Style::default());
        fen.split(' ').nth(2).filter(|rights| *rights != "-").unwrap_or_default().to_owned()
    }

    /// The square on which a pawn can legally be captured en passant; None if there is none.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").en_passant, Position().play("e4").en_passant
    /// ('d6', None)
    #[getter]
    fn en_passant(&self) -> Option<String> {
        self.0.takeable().map(|square| square.to_string())
    }

    /// The pieces as text, each side from king to pawn, White first, like the column `final_material`.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position("4k1r1/6p1/8/8/8/8/PP6/R3K3 w - - 0 1").material
    /// 'KRPPvKRP'
    #[getter]
    fn material(&self) -> String {
        self.0.material()
    }

    /// The material of both sides in points, White's first: 1 for a pawn, 3 for a knight or bishop, 5 for a rook, 9 for a
    /// queen.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position("4k1r1/6p1/8/8/8/8/PP6/R3K3 w - - 0 1").points
    /// (7, 6)
    #[getter]
    fn points(&self) -> (u32, u32) {
        (position_values::points(&self.0, Color::White), position_values::points(&self.0, Color::Black))
    }

    /// The phase of the game, from 24 (all pieces are on the board) to 0 (only kings and pawns are left): 1 for each knight
    /// and bishop, 2 for each rook, 4 for each queen, at most 24.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().phase, Position("4k1r1/6p1/8/8/8/8/PP6/R3K3 w - - 0 1").phase
    /// (24, 4)
    #[getter]
    fn phase(&self) -> u32 {
        self.0.phase()
    }

    /// The squares of each piece as a 64-bit number, bit 0 for a1, bit 1 for b1: 12 numbers, White's pawns, knights,
    /// bishops, rooks, queens and king, then Black's.
    ///
    /// >>> from scoresheet import Position
    /// >>> [hex(board) for board in Position().bitboards[:2]]
    /// ['0xff00', '0x42']
    #[getter]
    fn bitboards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.bitboards())
    }

    /// The position as planes of bytes for machine learning, one byte for each square, 0 or 1.
    ///
    /// `numpy.frombuffer(planes, "u1").reshape(12, 8, 8)` is indexed by plane, rank and file, starting with the first
    /// rank and the a-file. The 12 planes are the pieces in the order of `bitboards`. With `planes=18`, six follow: White's
    /// right to castle kingside and queenside, Black's, whether White is to move, and the square of `en_passant`; the first
    /// five are all 0 or all 1.
    ///
    /// Raises `UsageError` for any other number of planes, and for 18 of a position with pieces that can be dropped, which
    /// they have no place for.
    ///
    /// >>> from scoresheet import Position
    /// >>> planes = Position().to_planes()
    /// >>> len(planes) == 12 * 8 * 8, planes[1 * 64 + 6]  # plane 1, g1: a white knight
    /// (True, 1)
    /// >>> len(Position().to_planes(18)) == 18 * 8 * 8
    /// True
    #[pyo3(signature = (planes=Number::Fits(12)), text_signature = "($self, planes=12)")]
    fn to_planes<'py>(&self, py: Python<'py>, planes: Number) -> PyResult<Bound<'py, PyBytes>> {
        let planes = position_values::planes(py, &planes)?;
        if planes == Planes::State && self.0.rules().has_drops() {
            let failure = Failure::usage(
                "18 planes have no place for pieces in hand".to_owned(),
                "use `to_planes(12)`, and `hand` for the pieces in hand",
            );
            return Err(failure.into_exception(py));
        }
        PyBytes::new_with(py, planes.bytes(), |bytes| {
            self.0.fill_planes(planes, bytes);
            Ok(())
        })
    }

    /// The same position for the other side: the board is turned upside down, and all colours are swapped, those of the
    /// side to move and of the castling rights included.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().play("e4").mirror().fen()
    /// 'rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    fn mirror(&self) -> Position {
        Position::of(self.0.mirror())
    }

    /// The board with its left and right sides swapped. Castling is not symmetric, so castling rights are dropped.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").flip().fen()
    /// '3k4/8/8/8/8/8/8/R2K4 w - - 0 1'
    fn flip(&self) -> Position {
        Position::of(self.0.flip())
    }

    /// The position without the piece on a square. Castling rights and the square of `en_passant` are dropped if they no
    /// longer fit. The result may be a board that no game can start from.
    ///
    /// Raises `UsageError` for a square that does not exist.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().without("h1").fen()
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1'
    fn without(&self, py: Python<'_>, square: SquareArgument) -> PyResult<Position> {
        let square = moves::square(&square).map_err(|failure| failure.into_exception(py))?;
        Ok(Position::of(self.0.with_piece(square, None)))
    }

    /// The position with a piece put on a square, given by its letter in FEN; see `without`.
    ///
    /// Raises `UsageError` for a square or piece that does not exist.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").with_piece("d4", "q").fen()
    /// '4k3/8/8/8/3q4/8/8/4K3 w - - 0 1'
    fn with_piece(&self, py: Python<'_>, square: SquareArgument, piece: &str) -> PyResult<Position> {
        let square = moves::square(&square).map_err(|failure| failure.into_exception(py))?;
        Ok(Position::of(self.0.with_piece(square, Some(position_values::piece(py, piece)?))))
    }

    /// Whether another position differs from this one in its move counters at most. `==` compares them too.
    ///
    /// >>> from scoresheet import Position
    /// >>> back = Position().play("Nf3").play("Nf6").play("Ng1").play("Ng8")
    /// >>> back == Position(), back.is_same(Position())
    /// (False, True)
    fn is_same(&self, other: &Position) -> bool {
        self.0.is_same(&other.0)
    }

    /// The number of sequences of legal moves of this length: the leaves of the tree of moves.
    ///
    /// Raises `UsageError` for a depth above 64.
    ///
    /// >>> from scoresheet import Position
    /// >>> [Position().perft(depth) for depth in range(4)]
    /// [1, 20, 400, 8902]
    fn perft(&self, py: Python<'_>, depth: Number) -> PyResult<u64> {
        position_values::perft(py, &self.0, &depth)
    }

    /// Half-moves since the last capture or pawn move. A draw may be claimed from 100 on.
    #[getter]
    fn halfmove(&self) -> u32 {
        self.0.halfmove()
    }

    /// The same as `halfmove`.
    #[getter]
    fn halfmove_clock(&self) -> u32 {
        self.0.halfmove()
    }

    /// The number of the next move, 1 at the start.
    #[getter]
    fn fullmove(&self) -> u32 {
        self.0.fullmove()
    }

    /// The same as `fullmove`.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.0.fullmove()
    }

    /// Whether the side to move is in check.
    #[getter]
    fn is_check(&self) -> bool {
        self.0.is_check()
    }

    /// Whether the side to move is checkmated.
    #[getter]
    fn is_mate(&self) -> bool {
        self.0.is_mate()
    }

    /// The same as `is_mate`.
    #[getter]
    fn is_checkmate(&self) -> bool {
        self.0.is_mate()
    }

    /// Whether the side to move has no legal move and is not in check.
    #[getter]
    fn is_stalemate(&self) -> bool {
        self.0.is_stalemate()
    }

    /// Whether neither side can ever give mate: only kings, one minor piece, or bishops all on squares of one colour.
    #[getter]
    fn is_insufficient(&self) -> bool {
        self.0.is_insufficient_material()
    }

    /// The same as `is_insufficient`.
    #[getter]
    fn is_insufficient_material(&self) -> bool {
        self.0.is_insufficient_material()
    }

    /// The opening that this position belongs to, None if it belongs to none. Only the standard rules have openings.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").opening.name
    /// 'Sicilian Defense'
    /// >>> Position().opening is None
    /// True
    #[getter]
    fn opening<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        opening::opening_or_none(py, openings::find(&self.0), None)
    }

    /// The 64-bit Polyglot key.
    ///
    /// >>> from scoresheet import Position
    /// >>> f"{Position().hash:016x}"
    /// '463b96181691fc9c'
    #[getter]
    fn hash(&self) -> u64 {
        zobrist::Key::of(&self.0).polyglot()
    }

    /// The board as 64 characters in the order a1, b1 to h8: the letters of FEN, and `.` for an empty square.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().board[:16], Position().board[4]
    /// ('RNBQKBNRPPPPPPPP', 'K')
    #[getter]
    fn board(&self) -> String {
        self.0.letters().map(char::from).iter().collect()
    }

    /// The board as eight texts of eight letters, `board` divided into ranks: `ranks[0]` is the first rank, and `ranks[0][4]`
    /// the piece on e1. `str` of a position draws the same letters, with the eighth rank at the top.
    ///
    /// `numpy.array([list(rank) for rank in position.ranks])` has the shape (8, 8), indexed by rank and file as the planes of
    /// `to_planes`; `numpy.flipud` puts the eighth rank at the top.
    ///
    /// >>> from scoresheet import Position
    /// >>> ranks = Position().ranks
    /// >>> ranks[0], ranks[7][4]
    /// ('RNBQKBNR', 'k')
    #[getter]
    fn ranks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, (0..8).map(|rank| self.rank(rank).collect::<String>()))
    }

    /// The board as eight lines of chess figures, starting with the eighth rank.
    ///
    /// >>> from scoresheet import Position
    /// >>> print(Position().figures)
    /// ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜
    /// ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟
    /// · · · · · · · ·
    /// · · · · · · · ·
    /// · · · · · · · ·
    /// · · · · · · · ·
    /// ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙
    /// ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖
    #[getter]
    fn figures(&self) -> String {
        let row = |rank| (0..8).map(|file| self.figure(Square::at(file, rank))).collect::<Vec<_>>().join(" ");
        (0..8).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    /// The board as standalone SVG text.
    ///
    /// `size` is the width and height of the board in pixels, and pieces in hand make the picture higher; `flipped` puts Black
    /// at the bottom. `arrows` and `squares` take the texts of `[%cal]` and `[%csl]`, with the colours G, R, Y and B, or
    /// tuples: `"Ge2e4,Rd1h5"`, `[("e2", "e4", "green")]`; `"Rd5"`, `["e4", ("d5", "red")]`. `last_move` is a `Move`, its UCI
    /// or two squares. `theme` is `"brown"`, `"green"`, `"blue"`, `"grey"` or `"contrast"`; `colors` changes parts of
    /// it: `{"light": "#fff", "dark": "#888"}`. `pieces` is `"classic"` or `"modern"`. A king in check glows.
    ///
    /// Raises `UsageError` for an invalid argument.
    ///
    /// >>> from scoresheet import Position
    /// >>> board = Position()
    /// >>> text = board.svg(size=200, last_move=board.parse("e4"), arrows="Ge2e4", flipped=True)
    /// >>> text[:4], text.count("<use ")
    /// ('<svg', 32)
    #[pyo3(
        signature = (**options),
        text_signature = "($self, *, size=360, flipped=False, arrows=(), squares=(), last_move=None, coordinates=True, theme='brown', pieces='classic', colors=None)"
    )]
    fn svg<'py>(slf: &Bound<'py, Position>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        // Imported here: who draws nothing pays nothing for it.
        slf.py().import("scoresheet.drawing")?.getattr("board_svg")?.call((slf,), options)
    }

    /// The board as a PNG picture, in bytes. This needs `scoresheet[png]`.
    ///
    /// The arguments are those of `svg`; `size` is twice as large by default.
    ///
    /// Raises `UsageError` for an invalid argument, or if `scoresheet[png]` is not installed.
    ///
    /// >>> from scoresheet import Position
    /// >>> Position().png(size=200)[1:4]
    /// b'PNG'
    #[pyo3(
        signature = (**options),
        text_signature = "($self, *, size=720, flipped=False, arrows=(), squares=(), last_move=None, coordinates=True, theme='brown', pieces='classic', colors=None)"
    )]
    fn png<'py>(slf: &Bound<'py, Position>, options: Option<&Bound<'py, PyDict>>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("scoresheet.drawing")?.getattr("board_png")?.call((slf,), options)
    }

    /// The position in the forms that notebooks display: a board to play on, if anywidget is installed.
    #[pyo3(signature = (**options))]
    fn _repr_mimebundle_<'py>(
        slf: &Bound<'py, Position>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("scoresheet.viewer.notebook")?.getattr("mimebundle")?.call((slf,), options)
    }

    /// The board as notebooks display it.
    fn _repr_svg_<'py>(slf: &Bound<'py, Position>) -> PyResult<Bound<'py, PyAny>> {
        Position::svg(slf, None)
    }

    /// The board as eight lines of letters, starting with the eighth rank: those of FEN, and `.` for an empty square.
    fn __str__(&self) -> String {
        let line = |rank| self.rank(rank).map(String::from).collect::<Vec<_>>().join(" ");
        (0..8).rev().map(line).collect::<Vec<_>>().join("\n")
    }

    fn __repr__(&self) -> String {
        let fen = fen::write(&self.0, fen::Style::default());
        if self.0.rules() == Rules::STANDARD {
            return format!("Position('{fen}')");
        }
        format!("Position('{fen}', '{}')", self.variant())
    }

    /// Of the key alone: positions that differ in counters only are rare, and equality tells them apart. The key of
    /// repetition, as equality knows a pawn that passed only if it can be taken.
    fn __hash__(&self) -> u64 {
        zobrist::Key::of(&self.0).repetition(&self.0)
    }

    /// What `pickle` builds the position from: not the constructor, which refuses what no game can start from.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, PickledPosition)> {
        Ok((
            py.get_type::<Position>().getattr("_restored")?,
            (fen::write(&self.0, fen::Style::EXACT), self.variant().into_owned(), self.marks()),
        ))
    }

    #[classmethod]
    #[pyo3(signature = (fen, variant, marks=""))]
    fn _restored(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        fen: &str,
        variant: &str,
        marks: &str,
    ) -> PyResult<Position> {
        call(py, || {
            let read = fen::Fen.read(fen.as_bytes(), rules_of(Some(variant))?, Validation::Off);
            let read = read.map_err(|error| refused(fen, &error))?;
            Ok(Position(read.position, claim(marks)?))
        })
    }
}

impl Position {
    /// A position that was not read with any end marks.
    pub(crate) fn of(position: rules::Position) -> Position {
        Position(position, Claim::Any)
    }

    /// The legal move for a `Move` or its text.
    fn legal(&self, given: &Bound<'_, PyAny>) -> PyResult<rules::Move> {
        let found = move_argument(given, "san", false)?.play(&self.0);
        found.map(|(mv, _)| mv).map_err(|failure| failure.into_exception(given.py()))
    }

    /// The pieces of a side that attack a square.
    fn attacking(&self, py: Python<'_>, square: &SquareArgument, color: &str) -> PyResult<u64> {
        let square = moves::square(square).map_err(|failure| failure.into_exception(py))?;
        Ok(self.0.attackers(square, position_values::color(py, color)?, self.0.occupied()))
    }

    /// The letters of a rank, from the a-file.
    fn rank(&self, rank: usize) -> impl Iterator<Item = char> {
        self.0.letters().into_iter().skip(8 * rank).take(8).map(char::from)
    }

    fn figure(&self, square: Square) -> &'static str {
        const FIGURES: [[&str; 6]; 2] = [["♙", "♘", "♗", "♖", "♕", "♔"], ["♟", "♞", "♝", "♜", "♛", "♚"]];
        self.0.piece_at(square).map_or("·", |piece| FIGURES[piece.color as usize][piece.role as usize - 1])
    }
}

/// What end marks mean; `None` means no mark.
fn claim(marks: &str) -> Result<Claim, Failure> {
    if marks.is_empty() {
        return Ok(Claim::Any);
    }
    Claim::of_marks(marks.as_bytes()).ok_or_else(|| {
        let hint =
            "use `+` for check, `+#` for mate, `#` for stalemate, `#+` for another win and `##` for another draw";
        Failure::usage(format!("`{marks}` are not end marks"), hint)
    })
}

fn fen_style(en_passant: &str, shredder: bool, style: &str) -> Result<fen::Style, Failure> {
    let en_passant = match en_passant {
        "legal" => fen::EnPassant::Legal,
        "always" => fen::EnPassant::Always,
        other => {
            return Err(Failure::usage(
                format!("`en_passant={other}` is not a valid value"),
                "use `legal` or `always`",
            ));
        }
    };
    let castling = if shredder { fen::Castling::Shredder } else { fen::Castling::XFen };
    let reserve = match style {
        "usual" => fen::ReserveForm::Usual,
        "lichess" => fen::ReserveForm::Lichess,
        other => {
            return Err(Failure::usage(format!("`style={other}` is not a valid value"), "use `usual` or `lichess`"));
        }
    };
    Ok(fen::Style { en_passant, castling, reserve })
}

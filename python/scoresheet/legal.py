"""`LegalMoves`: the legal moves of a position as a sequence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from scoresheet.errors import MoveError, UsageError

if TYPE_CHECKING:
    from scoresheet._core import Move, Position
    from scoresheet.squares import SquareSet

__all__ = ["LegalMoves"]

_PIECES = "PNBRQK"


class LegalMoves(Sequence["Move"]):
    """The legal moves of a position, in no particular order. Returned by `Position.legal_moves`.

    `in` takes a `Move` or its text in SAN or UCI. A move made from two squares is found even if it castles or captures
    en passant.

    >>> from scoresheet import Move, Position
    >>> legal = Position().legal_moves
    >>> len(legal), Move("e2", "e4") in legal, "Nf3" in legal, "Ke2" in legal
    (20, True, True, False)
    >>> legal
    <LegalMoves: a3 a4 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 g3 g4 h3 h4 Na3 Nc3 Nf3 Nh3>
    """

    __slots__ = ("_moves", "_position")

    def __init__(self, position: Position, moves: list[Move]) -> None:
        self._position = position
        self._moves = moves

    def of(self, piece: str) -> list[Move]:
        """The moves of one piece, given by its square, or of all pieces of a kind, given by its English letter.

        Castling is a move of the king, and a drop one of the kind of piece that is dropped. The letter can be in upper
        or lower case.

        Raises:
            UsageError: it is neither a square nor a letter of a piece.

        >>> from scoresheet import Position
        >>> legal = Position().legal_moves
        >>> [str(move) for move in legal.of("b1")], len(legal.of("N")), len(legal.of("P"))
        (['b1a3', 'b1c3'], 4, 16)
        """
        if len(piece) == 1 and piece.upper() in _PIECES:
            color = str.upper if self._position.turn == "white" else str.lower
            squares = self._position.squares(color(piece))
        else:
            squares = _square(piece, "use a square such as `e4`, or one of the letters `PNBRQK`")
        numbers = squares.numbers
        # A drop starts on no square.
        return [
            move
            for move in self._moves
            if (move.from_square in numbers if move.drop is None else move.drop == _PIECES.find(piece.upper()) + 1)
        ]

    def to(self, square: str) -> list[Move]:
        """The moves to a square: for castling, the final square of the king.

        Raises:
            UsageError: the square does not exist.

        >>> from scoresheet import Position
        >>> sorted(str(move) for move in Position().legal_moves.to("f3"))
        ['f2f3', 'g1f3']
        """
        numbers = _square(square, "squares are `a1` to `h8`").numbers
        return [move for move in self._moves if move.to_square in numbers]

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        return self._moves[index]

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = self._position.parse(move)
            except MoveError:
                return False
        from scoresheet._core import Move  # here: the native part makes these sequences

        # A null move may be played in analysis, but is not a move of the rules.
        return isinstance(move, Move) and not move.null and self._position.is_legal(move)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (LegalMoves, list, tuple)):
            return self._moves == list(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment] # it is equal to lists, which have no hash

    def __reduce__(self) -> tuple[Any, tuple[Position, list[Move]]]:
        return LegalMoves, (self._position, self._moves)

    def __repr__(self) -> str:
        moves = sorted((self._position.write(move) for move in self._moves), key=lambda san: (san[0].isupper(), san))
        return f"<LegalMoves: {' '.join(moves)}>" if moves else "<LegalMoves: none>"


def _square(name: str, hint: str) -> SquareSet:
    """The set that holds one square."""
    from scoresheet.squares import SquareSet  # here: few callers search

    try:
        return SquareSet([name])
    except UsageError as error:
        raise UsageError(str(error), hint=hint) from None

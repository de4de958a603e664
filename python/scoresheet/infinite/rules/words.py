"""Squares and moves in messages: as ICN writes them, with numbers of very many digits shortened."""

from __future__ import annotations

from scoresheet.infinite.document import Square
from scoresheet.infinite.move import Move

__all__ = ["move_told", "number_told", "square_told"]

_SHOWN = 60
"""Digits."""

_WRITTEN = 13_000
"""Bits of a number that Python still writes down: about 3,900 digits."""


def number_told(number: int) -> str:
    """A number; of one with very many digits the first and the last.

    >>> number_told(-12), number_told(10**5000), number_told(7**100)
    ('-12', '(more than 3,900 digits)', '32344765096247579913…6928060001')
    """
    if number.bit_length() > _WRITTEN:
        return "(more than 3,900 digits)"
    text = str(number)
    return text if len(text) <= _SHOWN else f"{text[:20]}…{text[-10:]}"


def square_told(square: Square) -> str:
    """A square, in backquotes.

    >>> square_told((-4, 12))
    '`-4,12`'
    """
    return f"`{number_told(square[0])},{number_told(square[1])}`"


def move_told(move: Move) -> str:
    """A move, in backquotes.

    >>> from scoresheet.infinite import Piece
    >>> move_told(Move((2, 7), (1, 8), Piece.of("Q")))
    '`2,7>1,8Q`'
    """
    return f"{square_told(move.start)[:-1]}>{square_told(move.end)[1:-1]}{move.promotion or ''}`"

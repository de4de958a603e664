"""Squares and moves in messages: as in ICN, with very long numbers shortened."""

from __future__ import annotations

from scoresheet.infinite.document import Square
from scoresheet.infinite.move import Move

__all__ = ["shown_move", "shown_number", "shown_square"]

_SHOWN = 60
"""Digits."""

_WRITTEN = 13_000
"""The number of bits up to which Python prints a number: about 3,900 digits."""


def shown_number(number: int) -> str:
    """A number; for very long ones, the first and the last digits.

    >>> shown_number(-12), shown_number(10**5000), shown_number(7**100)
    ('-12', '(more than 3,900 digits)', '32344765096247579913…6928060001')
    """
    if number.bit_length() > _WRITTEN:
        return "(more than 3,900 digits)"
    text = str(number)
    return text if len(text) <= _SHOWN else f"{text[:20]}…{text[-10:]}"


def shown_square(square: Square) -> str:
    """A square, in backquotes.

    >>> shown_square((-4, 12))
    '`-4,12`'
    """
    return f"`{shown_number(square[0])},{shown_number(square[1])}`"


def shown_move(move: Move) -> str:
    """A move, in backquotes.

    >>> from scoresheet.infinite import Piece
    >>> shown_move(Move((2, 7), (1, 8), Piece.of("Q")))
    '`2,7>1,8Q`'
    """
    return f"{shown_square(move.start)[:-1]}>{shown_square(move.end)[1:-1]}{move.promotion or ''}`"

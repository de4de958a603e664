"""A move on an unbounded board."""

from __future__ import annotations

from typing import NamedTuple

from scoresheet.infinite.document import Square, promotion_text, square_text
from scoresheet.infinite.pieces import Piece

__all__ = ["Move"]


class Move(NamedTuple):
    """From where, to where, and what a pawn becomes.

    Castling is the king's move alone, and en passant the pawn's.

    >>> from scoresheet.infinite import Move
    >>> str(Move((1, 2), (10**30, 2)))
    '1,2>1000000000000000000000000000000,2'
    """

    start: Square
    end: Square
    promotion: Piece | None = None

    def __str__(self) -> str:
        return f"{square_text(self.start)}>{square_text(self.end)}{promotion_text(self.promotion)}"

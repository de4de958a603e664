"""A move on an infinite board."""

from __future__ import annotations

from typing import NamedTuple

from scoresheet.infinite.document import Square, promotion_text, square_text
from scoresheet.infinite.pieces import Piece

__all__ = ["Move"]


class Move(NamedTuple):
    """The start and target squares of a move, and its promotion.

    Castling is the king's move alone, and en passant the pawn's.

    >>> from scoresheet.infinite import Move
    >>> str(Move((1, 2), (10**30, 2)))
    '1,2>1000000000000000000000000000000,2'
    >>> Move((1, 2), (3, 4)).to_square
    (3, 4)
    """

    start: Square
    end: Square
    promotion: Piece | None = None

    @property
    def from_square(self) -> Square:
        """The square that the piece starts from, under the name that `scoresheet.Move` uses."""
        return self.start

    @property
    def to_square(self) -> Square:
        """The square that the piece goes to, under the name that `scoresheet.Move` uses."""
        return self.end

    @property
    def null(self) -> bool:
        """Whether it is a null move: always false, because infinite chess has none."""
        return False

    def __str__(self) -> str:
        return f"{square_text(self.start)}>{square_text(self.end)}{promotion_text(self.promotion)}"

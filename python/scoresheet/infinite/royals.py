"""The royal pieces in check on an infinite board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoresheet.infinite.faults import Refused
from scoresheet.infinite.rules.attacks import is_attacked
from scoresheet.infinite.rules.board import Board
from scoresheet.infinite.rules.playable import opponent

if TYPE_CHECKING:
    from scoresheet.infinite.document import Square
    from scoresheet.infinite.position import Position

__all__ = ["checked_royals"]


def checked_royals(position: Position) -> tuple[Square, ...]:
    """The royal pieces of the player to move that are attacked; none if the rules of the position are not supported.

    >>> from scoresheet.infinite import Piece, Position
    >>> pieces = {(0, 0): Piece.of("K"), (10**30, 0): Piece.of("r"), (5, 5): Piece.of("k")}
    >>> checked_royals(Position(pieces))
    ((0, 0),)
    """
    try:
        board = Board(position)
    except Refused:
        return ()
    by = opponent(board.mover)
    return tuple(sorted(square for square in board.royals(board.mover) if is_attacked(board, square, by)))

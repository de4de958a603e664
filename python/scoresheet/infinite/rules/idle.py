"""Special rights that have become unusable: those of kings without a partner, and of partners without a king."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from scoresheet.infinite.document import Square
from scoresheet.infinite.pieces import Piece

__all__ = ["idle_rights"]

# A closer partner would be on the squares that the king or the partner itself moves to.
_NEAREST = 3


def idle_rights(piece_on: Callable[[Square], Piece | None], rights: Iterable[Square]) -> list[Square]:
    """The rights of kings without a partner on their row, three squares away or more, and of partners without a king.

    >>> pieces = {(0, 0): Piece.of("K"), (5, 0): Piece.of("R"), (1, 0): Piece.of("R"), (9, 9): Piece.of("R")}
    >>> idle_rights(pieces.get, pieces)
    [(1, 0), (9, 9)]
    """
    found: list[tuple[Square, Piece]] = []
    columns: dict[tuple[int, int, bool], list[int]] = {}
    for square in rights:
        piece = piece_on(square)
        if piece is not None and piece.kind.special != "pawn":
            found.append((square, piece))
            columns.setdefault((square[1], piece.owner, piece.kind.castles), []).append(square[0])
    ends = {row: (min(of_row), max(of_row)) for row, of_row in columns.items()}

    def is_idle(square: Square, piece: Piece) -> bool:
        others = ends.get((square[1], piece.owner, not piece.kind.castles), ())
        # The one that is farthest away is at one of the ends.
        return all(abs(square[0] - x) < _NEAREST for x in others)

    return [square for square, piece in found if is_idle(square, piece)]

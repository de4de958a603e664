"""Special rights derived from rules: which pawns may step twice, and which pieces castle."""

from __future__ import annotations

from collections.abc import Mapping

from scoresheet.infinite.document import Square
from scoresheet.infinite.pieces import Kind, Piece

__all__ = ["rights_from_rules"]

# A closer partner would be on the squares that the king or the partner itself moves to.
_NEAREST = 3


def rights_from_rules(pieces: Mapping[Square, Piece], *, pawns: bool, partner: Kind | None) -> list[Square]:
    """The squares with a right, in the order of the pieces.

    Args:
        pieces: the pieces by their squares.
        pawns: whether all pawns may step twice.
        partner: the kind that kings and royal centaurs castle with, if a friendly one is at least three squares
            away on their row; None if there is no castling.

    >>> from scoresheet.infinite.pieces import BY_CODE
    >>> pieces = {(0, 0): Piece.of("K"), (3, 0): Piece.of("R"), (-2, 0): Piece.of("R"), (0, 1): Piece.of("P")}
    >>> rights_from_rules(pieces, pawns=False, partner=BY_CODE["r"])
    [(0, 0), (3, 0)]
    """
    kings: dict[tuple[int, int], list[int]] = {}
    for (x, y), piece in pieces.items():
        if piece.kind.castles:
            kings.setdefault((piece.owner, y), []).append(x)
    ends = {row: (min(columns), max(columns)) for row, columns in kings.items()}

    def has_right(square: Square, piece: Piece) -> bool:
        if piece.kind.special == "pawn":
            return pawns
        if partner is None:
            return False
        if piece.kind.castles:
            return True
        row = ends.get((piece.owner, square[1]))
        # The king that is farthest away is at one of the ends.
        return piece.kind is partner and row is not None and max(abs(square[0] - x) for x in row) >= _NEAREST

    return [square for square, piece in pieces.items() if has_right(square, piece)]

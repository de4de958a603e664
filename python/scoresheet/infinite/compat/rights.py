"""Special rights from rules: which pawns may step twice, and who castles with whom."""

from __future__ import annotations

from collections.abc import Mapping

from scoresheet.infinite.document import Square
from scoresheet.infinite.pieces import Kind, Piece

__all__ = ["rights_from_rules"]

# Nearer, a partner would stand where the king goes or where it goes itself.
_NEAREST = 3


def rights_from_rules(pieces: Mapping[Square, Piece], *, pawns: bool, partner: Kind | None) -> list[Square]:
    """The squares that have a right, in the order of the pieces.

    Args:
        pieces: the pieces by their squares.
        pawns: whether all pawns may step twice.
        partner: what kings and royal centaurs castle with, when an own one stands three squares away or more on their row; None where
            nobody castles.

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
        # The king that stands farthest away stands at one of the ends.
        return piece.kind is partner and row is not None and max(abs(square[0] - x) for x in row) >= _NEAREST

    return [square for square, piece in pieces.items() if has_right(square, piece)]

"""Checks that callers pass the values that the rules need, so that a wrong one is reported at once, by its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoresheet.infinite.document import Promotion
from scoresheet.infinite.move import Move
from scoresheet.infinite.pieces import Kind, Piece

__all__ = ["check_move", "check_position"]


def _is_square(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], int) and isinstance(value[1], int)


def check_move(move: object) -> None:
    """Raises `TypeError` for anything except a move of two squares.

    >>> check_move(Move((0, 0), (0, 10**30), Piece.of("Q")))
    >>> check_move("0,0>0,1")
    Traceback (most recent call last):
    TypeError: a move is a `Move` of two squares, not str
    """
    if not isinstance(move, Move):
        raise TypeError(f"a move is a `Move` of two squares, not {type(move).__name__}")
    if not (_is_square(move.start) and _is_square(move.end)):
        raise TypeError("a square is a pair of integers")
    if not (move.promotion is None or isinstance(move.promotion, Piece)):
        raise TypeError(f"a promotion is a `Piece`, not {type(move.promotion).__name__}")


def check_position(values: Mapping[str, Any]) -> None:
    """Raises `TypeError` for attributes of a position with wrong types.

    >>> check_position({"pieces": {(0, 0): Piece.of("K")}, "en_passant": None})
    >>> check_position({"pieces": {(0, 0.5): Piece.of("K")}})
    Traceback (most recent call last):
    TypeError: `pieces` of a position is not a mapping of squares, which are pairs of integers, to pieces
    """
    for name, value in values.items():
        check = _CHECKS.get(name)
        if check is not None and not check[1](value):
            raise TypeError(f"`{name}` of a position is not {check[0]}")


def _are_pieces(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(piece, Piece) and _is_square(square) for square, piece in value.items()
    )


def _are_promotions(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(said, Promotion)
        and all(isinstance(rank, int) for rank in said.ranks)
        and all(isinstance(kind, Kind) for kind in said.kinds or ())
        for said in value.values()
    )


def _are_wins(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(names, (tuple, list)) and all(isinstance(name, str) for name in names) for names in value.values()
    )


def _is_border(value: object) -> bool:
    return value is None or (
        isinstance(value, tuple) and len(value) == 4 and all(side is None or isinstance(side, int) for side in value)
    )


def _is_turn_order(value: object) -> bool:
    return isinstance(value, (tuple, list)) and bool(value) and all(isinstance(player, int) for player in value)


_CHECKS = {
    "pieces": ("a mapping of squares, which are pairs of integers, to pieces", _are_pieces),
    "turn_order": ("a tuple of the numbers of players", _is_turn_order),
    "en_passant": ("a square, which is a pair of integers", lambda value: value is None or _is_square(value)),
    "move_rule": ("a pair of integers", lambda value: value is None or _is_square(value)),
    "fullmove": ("an integer", lambda value: isinstance(value, int)),
    "promotions": ("a mapping of players to `Promotion`", _are_promotions),
    "wins": ("a mapping of players to tuples of names", _are_wins),
    "border": ("a `Border`", _is_border),
    "extras": ("a mapping", lambda value: isinstance(value, Mapping)),
}

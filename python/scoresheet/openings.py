"""Openings: the name of a position on the board, and the table of all positions with names."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from scoresheet._registry import registry

__all__ = ["NamedPosition", "Opening", "named_positions"]


class Opening(NamedTuple):
    """The opening that a position belongs to, as Lichess names it.

    `eco` is the code of the Encyclopaedia of Chess Openings. `name` is the whole name; `family` is its part before the
    colon, and `variation` the part after it, None if there is none. For a game, `ply` is the number of half-moves after
    which the last named position occurred; it is None for a single position.

    >>> import scoresheet
    >>> scoresheet.Position().play("e4").play("c5").opening.name
    'Sicilian Defense'
    >>> scoresheet.parse("1. Nf3 c5 2. e4 h5 *").opening
    Opening(eco='B27', name='Sicilian Defense', family='Sicilian Defense', variation=None, ply=3)
    """

    eco: str
    name: str
    family: str
    variation: str | None = None
    ply: int | None = None


class NamedPosition(NamedTuple):
    """A position with the name of an opening, and moves that lead to it.

    Each position has one row. An opening with several positions has several rows.
    """

    eco: str
    """The code of the Encyclopaedia of Chess Openings."""
    name: str
    """The whole name, as in `Opening.name`."""
    moves: str
    """Moves from the standard starting position, in numbered SAN."""
    fen: str
    """The position after these moves."""
    hash: int
    """The Polyglot hash of the position, as `Position.hash` and the SQL function `hash_at` compute it."""
    ply: int
    """The number of half-moves."""


@cache
def named_positions() -> tuple[NamedPosition, ...]:
    """All positions with names, in the order of their codes and names. Names are those that Lichess uses.

    >>> positions = named_positions()
    >>> next(row.moves for row in positions if row.name == "Sicilian Defense")
    '1. e4 c5'
    """
    return tuple(
        NamedPosition(row["eco"], row["name"], row["moves"], row["fen"], int(row["hash"], 16), row["ply"])
        for row in registry("openings")
    )

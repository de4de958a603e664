"""`Opening`: the name of an opening, found by the position on the board."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Opening"]


class Opening(NamedTuple):
    """The opening that a position belongs to, as Lichess names it.

    `eco` is the code of the Encyclopaedia of Chess Openings. `name` is the whole name; `family` is its part before the
    colon, and `variation` the part after it, None if there is none. For a game, `ply` says after how many half-moves
    the last named position stood; it is None for a single position.

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

"""The routes of a rose: knight's steps that turn by 45 degrees the same way after each."""

from __future__ import annotations

from scoresheet.infinite.pieces import Step

__all__ = ["LONGEST", "REACH", "ROUTES"]

_CIRCLE: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

LONGEST = 7
"""After eight steps it is back."""


def _route(first: int, turn: int) -> tuple[Step, ...]:
    """The squares of a route, from where it starts."""
    x = y = 0
    route = []
    for count in range(LONGEST):
        dx, dy = _CIRCLE[(first + turn * count) % len(_CIRCLE)]
        x, y = x + dx, y + dy
        route.append((x, y))
    return tuple(route)


ROUTES: tuple[tuple[Step, ...], ...] = tuple(_route(first, turn) for first in range(len(_CIRCLE)) for turn in (1, -1))
"""All sixteen. A route taken backwards is one of them too, so that what a rose reaches reaches the rose."""

REACH = max(abs(place) for route in ROUTES for square in route for place in square)
"""No square of a route is farther away than so many files or rows."""

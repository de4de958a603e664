"""The routes of a rose: knight's steps, each turned by 45 degrees in the same direction."""

from __future__ import annotations

from scoresheet.infinite.pieces import Step

__all__ = ["LONGEST", "REACH", "ROUTES"]

_CIRCLE: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

LONGEST = 7
"""The number of steps of a route. One more would lead back to its start."""


def _route(first: int, turn: int) -> tuple[Step, ...]:
    """The squares of a route, relative to its start."""
    x = y = 0
    route = []
    for count in range(LONGEST):
        dx, dy = _CIRCLE[(first + turn * count) % len(_CIRCLE)]
        x, y = x + dx, y + dy
        route.append((x, y))
    return tuple(route)


ROUTES: tuple[tuple[Step, ...], ...] = tuple(_route(first, turn) for first in range(len(_CIRCLE)) for turn in (1, -1))
"""All sixteen routes. The reverse of a route is also one, so a rose is reached from every square that it reaches."""

REACH = max(abs(place) for route in ROUTES for square in route for place in square)
"""No square of a route is more files or rows away."""

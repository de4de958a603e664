"""How the kinds of an army attack, grouped so that each direction is searched once for all of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from scoresheet.infinite.pieces import BY_CODE, Kind, Step
from scoresheet.infinite.rules.lines import axis_of

__all__ = ["HUYGENS", "PAWN", "ROSE", "Arms", "arms_of"]

PAWN, HUYGENS, ROSE = BY_CODE["p"], BY_CODE["hu"], BY_CODE["ro"]


class Arms(NamedTuple):
    """The ways in which an army attacks."""

    leaps: tuple[tuple[int, int, frozenset[Kind]], ...]
    """Steps, and the kinds that leap them."""
    slides: tuple[tuple[Step, frozenset[Kind]], ...]
    """Directions, one for each and its opposite, and the kinds that slide along them, without huygens."""
    pawns: bool
    huygens: bool
    roses: bool


def arms_of(kinds: Iterable[Kind]) -> Arms:
    """How some kinds attack.

    >>> arms_of([BY_CODE["r"], BY_CODE["p"]]).slides[0][0], arms_of([PAWN]).pawns
    ((0, 1), True)
    """
    return _arms_of(frozenset(kinds))


@lru_cache(maxsize=1024)
def _arms_of(kinds: frozenset[Kind]) -> Arms:
    leaps: dict[Step, set[Kind]] = {}
    slides: dict[Step, set[Kind]] = {}
    for kind in kinds:
        for step in kind.leaps:
            leaps.setdefault(step, set()).add(kind)
        if kind is not HUYGENS:
            for step in kind.slides:
                slides.setdefault(axis_of(step), set()).add(kind)
    return Arms(
        tuple((dx, dy, frozenset(who)) for (dx, dy), who in sorted(leaps.items())),
        tuple((step, frozenset(who)) for step, who in sorted(slides.items())),
        PAWN in kinds,
        HUYGENS in kinds,
        ROSE in kinds,
    )

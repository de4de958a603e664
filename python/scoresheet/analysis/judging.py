"""Which moves are inaccuracies, mistakes and blunders, by the rules of Lichess.

The formulas are those that Lichess publishes (https://lichess.org/page/accuracy).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from scoresheet.game import Evaluation

if TYPE_CHECKING:
    from typing import TypeAlias

__all__ = ["JUDGES", "NAGS", "Mark", "chance_lost", "win_chance"]

Mark: TypeAlias = "Literal['inaccuracy', 'mistake', 'blunder']"
"""How bad a move is."""

NAGS: dict[Mark, int] = {"inaccuracy": 6, "mistake": 2, "blunder": 4}
"""The NAGs of the marks: `?!`, `?` and `??`."""

CAPPED_CP = 1000
"""Beyond this, evaluations in hundredths of a pawn do not count as better, where a rule caps them."""

_CHANCE_PER_CP = 0.00368208

# From these drops on, the worst first.
_BY_CHANCE: tuple[tuple[float, Mark], ...] = ((0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy"))
_BY_CP: tuple[tuple[int, Mark], ...] = ((300, "blunder"), (100, "mistake"), (50, "inaccuracy"))

# The chance is certain from here on, and numbers that are much larger cannot be computed with.
_CERTAIN_CP = 100_000

# If a side was lost or is winning without the mate, allowing or missing it counts for less.
_HOPELESS_CP, _BAD_CP = 999, 700


def win_chance(evaluation: Evaluation) -> float:
    """The chance of White to win, from -1 to 1. A mate counts as certain.

    >>> round(win_chance(Evaluation(cp=100)), 3), win_chance(Evaluation(mate=-3))
    (0.182, -1.0)
    """
    if evaluation.mate is not None:
        return 1.0 if evaluation.mate > 0 else -1.0
    cp = max(-_CERTAIN_CP, min(evaluation.cp or 0, _CERTAIN_CP))
    return 2 / (1 + math.exp(-_CHANCE_PER_CP * cp)) - 1


def chance_lost(before: Evaluation, after: Evaluation, *, white: bool) -> float:
    """How much of its chance to win a side has lost with its move, from 0 to 2.

    >>> round(chance_lost(Evaluation(cp=100), Evaluation(cp=-100), white=True), 3)
    0.364
    """
    lost = win_chance(before) - win_chance(after)
    return max(0.0, lost if white else -lost)


def _by_site(before: Evaluation, after: Evaluation) -> Mark | None:
    """The mark of a move by the rule of the site. Evaluations are from the side that has moved."""
    was, now = before.mate, after.mate
    if was is None and now is None:
        lost = win_chance(before) - win_chance(after)
        return next((mark for least, mark in _BY_CHANCE if lost >= least), None)
    if was is None and now is not None and now < 0:
        return _by_hopelessness(-(before.cp or 0))
    if was is not None and was > 0 and (now is None or now < 0):
        return _by_hopelessness(after.cp or 0)
    return None


def _by_hopelessness(cp: int) -> Mark:
    return "inaccuracy" if cp > _HOPELESS_CP else "mistake" if cp > _BAD_CP else "blunder"


def _by_dump(before: Evaluation, after: Evaluation) -> Mark | None:
    """The mark of a move in the files that the site publishes: without mates, its kind depends on pawns."""
    mark = _by_site(before, after)
    if mark is None or before.mate is not None or after.mate is not None:
        return mark
    lost = capped(before) - capped(after)
    return next((mark for least, mark in _BY_CP if lost >= least), None)


def capped(evaluation: Evaluation) -> int:
    """An evaluation in hundredths of a pawn, at most ten pawns; that of a mate is ten pawns.

    >>> capped(Evaluation(cp=-2500)), capped(Evaluation(mate=4)), capped(Evaluation(cp=31))
    (-1000, 1000, 31)
    """
    if evaluation.mate is not None:
        return CAPPED_CP if evaluation.mate > 0 else -CAPPED_CP
    return max(-CAPPED_CP, min(CAPPED_CP, evaluation.cp or 0))


def _for_mover(judge: Callable[[Evaluation, Evaluation], Mark | None]) -> Judge:
    def judged(before: Evaluation, after: Evaluation, *, white: bool) -> Mark | None:
        if white:
            return judge(before, after)
        return judge(_reversed(before), _reversed(after))

    return judged


def _reversed(evaluation: Evaluation) -> Evaluation:
    cp, mate = (None if value is None else -value for value in (evaluation.cp, evaluation.mate))
    return Evaluation(cp, mate)


Judge = Callable[..., "Mark | None"]
"""A rule: the evaluations before and after a move, and whether White has moved, give its mark."""

JUDGES: dict[str, Judge] = {
    "lichess": _for_mover(_by_site),
    "dump": _for_mover(_by_dump),
    "none": lambda _before, _after, *, white: None,
}
"""The rules by their names. The best move never gets a mark, which the caller has to know."""

"""How often each side gives check, by time control."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import (
    PLIES,
    Expression,
    Stage,
    element,
    mapped,
    or_else,
    share,
    total,
    when,
)
from scoresheet.questions.mongo.games import BOUNDS, PLAYED, bounds

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = (*BOUNDS, "top")
"""The parameters that the pipeline uses."""


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each of the most common time controls.

    >>> pipeline({"top": 5})[-2]
    {'$limit': 5}
    """
    both = {"$add": ["$white_checks", "$black_checks"]}
    return [
        PLAYED,
        *bounds(values),
        {
            "$project": {
                "control": or_else("$pgn.timeControl", None),
                "plies": PLIES,
                "checks": mapped("$moves", "move", when({"$gt": [or_else("$$move.c", 0), 0]})),
            }
        },
        {
            "$group": {
                "_id": "$control",
                "games": {"$sum": 1},
                "white_checks": {"$sum": _of_side(0)},
                "black_checks": {"$sum": _of_side(1)},
                "plies": {"$sum": "$plies"},
            }
        },
        {"$addFields": {"unknown": when({"$eq": ["$_id", None]})}},
        {"$sort": {"games": -1, "unknown": 1, "_id": 1}},
        {"$limit": values["top"]},
        {
            "$project": {
                "_id": 0,
                "time_control": "$_id",
                "games": "$games",
                "white_checks": "$white_checks",
                "black_checks": "$black_checks",
                "checks_a_game": share(both, "$games", 2, times=1),
                "percent_of_plies": share(both, "$plies", 2),
            }
        },
    ]


def _of_side(start: int) -> Expression:
    """The checks of a side. White's moves are in even places."""
    places = {"$range": [start, {"$size": "$checks"}, 2]}
    return total(mapped(places, "at", element("$checks", "$$at")))

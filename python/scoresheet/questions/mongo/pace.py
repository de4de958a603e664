"""How long moves take."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import (
    BLACK_BEGINS,
    Expression,
    Stage,
    element,
    listed,
    mapped,
    or_else,
    share,
    total,
    when,
)
from scoresheet.questions.mongo.games import BOUNDS, bounds

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = BOUNDS
"""The parameters that the pipeline uses."""

_SECONDS = ("t < 1", "1 <= t < 10", "10 <= t <= 120", "t > 120", "unknown")
_ELAPSED: Expression = {"$floor": {"$add": [{"$multiply": ["$$move.et", 1000]}, 0.5]}}
# The time of a move is its `et` minus that of the previous move.
_SPENT: Expression = {
    "$subtract": [
        element("$elapsed", "$$at"),
        when({"$eq": ["$$at", "$begins"]}, 0, element("$elapsed", {"$subtract": ["$$at", 1]})),
    ]
}


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each range of times.

    >>> list(pipeline({})[-1]["$project"])
    ['_id', 'seconds', 'moves', 'percent']
    """
    counts = mapped(list(range(len(_SECONDS))), "place", _moves_at("$$place"))
    rows = [{"seconds": seconds, "moves": element("$counts", place)} for place, seconds in enumerate(_SECONDS)]
    return [
        *bounds(values),
        {"$project": {"begins": BLACK_BEGINS, "elapsed": mapped("$moves", "move", or_else(_ELAPSED, None))}},
        {"$project": {"spent": mapped({"$range": ["$begins", {"$size": "$elapsed"}]}, "at", or_else(_SPENT, None))}},
        {"$unwind": "$spent"},
        listed([{"$group": {"_id": _place("$spent"), "moves": {"$sum": 1}}}]),
        {"$project": {"counts": counts}},
        {"$project": {"all": total("$counts"), "row": rows}},
        {"$unwind": "$row"},
        {
            "$project": {
                "_id": 0,
                "seconds": "$row.seconds",
                "moves": "$row.moves",
                "percent": share("$row.moves", "$all"),
            }
        },
    ]


def _place(ms: str) -> Expression:
    """The place of a time in `_SECONDS`."""
    long = when({"$lt": [ms, 10_000]}, 1, when({"$lte": [ms, 120_000]}, 2, 3))
    return when({"$eq": [ms, None]}, 4, when({"$lt": [ms, 1000]}, 0, long))


def _moves_at(place: str) -> Expression:
    found = {"$filter": {"input": "$found", "as": "each", "cond": {"$eq": ["$$each._id", place]}}}
    return total(mapped(found, "each", "$$each.moves"))

"""How long moves take in each phase of the game."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.clocks import CLOCK_MS, CLOCK_TEXT
from scoresheet.questions.mongo.expressions import (
    BLACK_BEGINS,
    Expression,
    Stage,
    element,
    mapped,
    median,
    or_else,
    share,
    when,
)
from scoresheet.questions.mongo.games import BOUNDS, bounds, milliseconds, time_controls

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = (*BOUNDS, "opening", "middlegame")
"""The parameters that the pipeline uses."""

_SPENT: Expression = {
    "$add": [
        {"$subtract": [element("$clocks", {"$subtract": ["$$at", 2]}), element("$clocks", "$$at")]},
        "$increment",
    ]
}


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each phase.

    The first move of each side has no clock before it. The time of moves is unknown if the increment is, and where a
    clock gained more than that.

    >>> list(pipeline({"opening": 20, "middlegame": 60})[-1]["$project"])[:3]
    ['_id', 'phase', 'moves']
    """
    later = when({"$lte": ["$spent.ply", values["middlegame"]]}, "middlegame", "endgame")
    phase = when({"$lte": ["$spent.ply", values["opening"]]}, "opening", later)
    plies = {"$range": [{"$add": ["$begins", 2]}, {"$size": "$clocks"}]}
    return [
        *bounds(values),
        *time_controls(),
        {
            "$project": {
                "begins": BLACK_BEGINS,
                "increment": milliseconds("$increment"),
                "texts": mapped("$moves", "move", CLOCK_TEXT),
            }
        },
        # The column of increments has whole seconds.
        {"$match": {"increment": {"$mod": [1000, 0]}}},
        {"$project": {"begins": 1, "increment": 1, "clocks": mapped("$texts", "text", CLOCK_MS)}},
        {
            "$project": {
                "spent": mapped(
                    plies, "at", {"ply": {"$subtract": [{"$add": ["$$at", 1]}, "$begins"]}, "ms": or_else(_SPENT, None)}
                )
            }
        },
        {"$unwind": "$spent"},
        {"$match": {"spent.ms": {"$gte": 0}}},
        {
            "$group": {
                "_id": {"phase": phase, "ms": "$spent.ms"},
                "times": {"$sum": 1},
                "first": {"$min": "$spent.ply"},
            }
        },
        {"$sort": {"_id.ms": 1}},
        {
            "$group": {
                "_id": "$_id.phase",
                "moves": {"$sum": "$times"},
                "ms": {"$sum": {"$multiply": ["$_id.ms", "$times"]}},
                "longest": {"$max": "$_id.ms"},
                "first": {"$min": "$first"},
                "counts": {"$push": {"value": "$_id.ms", "times": "$times"}},
            }
        },
        {
            "$project": {
                "moves": 1,
                "ms": 1,
                "longest": 1,
                "first": 1,
                "median": median("$counts", "$moves"),
            }
        },
        {"$group": {"_id": None, "all": {"$sum": "$ms"}, "phase": {"$push": "$$ROOT"}}},
        {"$unwind": "$phase"},
        {"$sort": {"phase.first": 1}},
        {
            "$project": {
                "_id": 0,
                "phase": "$phase._id",
                "moves": "$phase.moves",
                "mean_seconds": share("$phase.ms", {"$multiply": ["$phase.moves", 1000]}, times=1),
                "median_seconds": share("$phase.median", 1000, times=1),
                "longest_seconds": share("$phase.longest", 1000, times=1),
                "percent_of_time": share("$phase.ms", "$all"),
            }
        },
    ]

"""In how many games the queens were traded."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import (
    BLACK_BEGINS,
    Expression,
    Stage,
    element,
    first,
    listed,
    mapped,
    median,
    or_else,
    share,
    total,
    when,
)
from scoresheet.questions.mongo.games import BOUNDS, CHESS, PLAYED, bounds
from scoresheet.questions.mongo.sides import counted, ended, kept, score

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = (*BOUNDS, "plies")
"""The parameters that the pipeline uses."""

_TAKEN_TWICE: Expression = {
    "$and": [
        {"$eq": [element("$taken", "$$at"), "Q"]},
        {"$eq": [element("$taken", {"$subtract": ["$$at", 1]}), "Q"]},
    ]
}
_TRADES: Expression = {"$filter": {"input": {"$range": [1, {"$size": "$taken"}]}, "as": "at", "cond": _TAKEN_TWICE}}


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """One document.

    Games are counted by the ply of the trade first, so that the median needs no list of all of them.

    >>> list(pipeline({"plies": 20})[-1]["$project"])
    ['_id', 'games', 'traded', 'percent', 'median_ply', 'drawn']
    """
    last = values.get("plies")
    counts: dict[str, Expression] = {"drawn": {"$sum": when({"$eq": ["$ended", "1/2-1/2"]})}}
    if values.get("player") is not None:
        counts = counted(values)
    traded = {"$ne": ["$ply", None]} if last is None else {"$and": [{"$ne": ["$ply", None]}, {"$lte": ["$ply", last]}]}
    return [
        CHESS,
        PLAYED,
        *bounds(values),
        *ended(values),
        {
            "$project": {
                **kept(values),
                "begins": BLACK_BEGINS,
                "taken": mapped("$moves", "move", or_else("$$move.x", None)),
            }
        },
        {"$project": {**kept(values), "begins": 1, "trade": first(_TRADES)}},
        {"$project": {**kept(values), "ply": or_else({"$subtract": [{"$add": ["$trade", 1]}, "$begins"]}, None)}},
        {"$project": {**kept(values), "ply": when(traded, "$ply", None)}},
        listed(
            [
                {
                    "$group": {
                        "_id": "$ply",
                        "games": {"$sum": 1},
                        **counts,
                    }
                },
                {"$sort": {"_id": 1}},
            ]
        ),
        {
            "$project": {
                "games": total("$found.games"),
                "trades": {"$filter": {"input": "$found", "as": "each", "cond": {"$ne": ["$$each._id", None]}}},
            }
        },
        {
            "$project": {
                "games": 1,
                "counts": mapped("$trades", "each", {"value": "$$each._id", "times": "$$each.games"}),
                "traded": total("$trades.games"),
                **{name: total(f"$trades.{name}") for name in counts},
            }
        },
        {
            "$project": {
                "_id": 0,
                "games": "$games",
                "traded": "$traded",
                "percent": share("$traded", "$games"),
                "median_ply": median("$counts", "$traded"),
                **{name: f"${name}" for name in counts},
                **({} if values.get("player") is None else {"score": score()}),
            }
        },
    ]

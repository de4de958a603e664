"""How games end: each result, its share, and the length of such games."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import PLIES, Stage, date_or_null, element, or_else, share, when
from scoresheet.questions.mongo.games import BOUNDS, PLAYED, bounds
from scoresheet.questions.mongo.sides import ended

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = (*BOUNDS, "by")
"""The parameters that the pipeline uses."""

_KEYS = {
    None: {"$literal": None},
    "year": or_else({"$year": date_or_null("$bgn.eventDate")}, None),
    "ended_by": or_else("$pgn.termination", None),
}

_OUTCOME = when("$won", "won", when("$drawn", "drawn", when("$lost", "lost", "unknown")))
"""How a game ended for a player."""


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each result, or for each year or reason and result.

    >>> list(pipeline({"by": "year"})[-1]["$project"])[:3]
    ['_id', 'year', 'result']
    """
    by = values["by"]
    return [
        PLAYED,
        *bounds(values),
        *ended(values),
        {
            "$project": {
                "key": _KEYS[by],
                "ended": "$ended" if values.get("player") is None else _OUTCOME,
                "plies": PLIES,
                "last": element("$moves", -1),
            }
        },
        {
            "$group": {
                "_id": {"key": "$key", "ended": "$ended"},
                "games": {"$sum": 1},
                "plies": {"$sum": "$plies"},
                "mates": {"$sum": when({"$eq": ["$last.mate", True]})},
            }
        },
        {"$group": {"_id": "$_id.key", "all": {"$sum": "$games"}, "row": {"$push": "$$ROOT"}}},
        {"$unwind": "$row"},
        {"$addFields": {"unknown": when({"$eq": ["$_id", None]})}},
        {"$sort": {"unknown": 1, "_id": 1, "row.games": -1, "row._id.ended": 1}},
        {
            "$project": {
                "_id": 0,
                **({by: "$_id"} if by else {}),
                "result" if values.get("player") is None else "outcome": "$row._id.ended",
                "games": "$row.games",
                "percent": share("$row.games", "$all"),
                "average_plies": share("$row.plies", "$row.games", times=1),
                "mates": "$row.mates",
            }
        },
    ]

"""First moves, and how they score, by rating band."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import PLIES, Stage, mapped, or_else, share, when
from scoresheet.questions.mongo.games import BOUNDS, CHESS, bounds
from scoresheet.questions.mongo.sides import counted, ended, kept, shown_counts

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = (*BOUNDS, "plies", "band", "top")
"""The parameters that the pipeline uses."""


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each of the most common first moves of each band, with the moves in UCI.

    >>> list(pipeline({"plies": 1, "band": 200, "top": 5})[-1]["$project"])[:3]
    ['_id', 'rating', 'first_moves']
    """
    band = values["band"]
    mean = {"$floor": {"$divide": [{"$add": ["$bgn.white.rating", "$bgn.black.rating"]}, 2]}}
    word = {"$concat": ["$$move.f", "$$move.t", {"$toLower": or_else("$$move.promote", "")}]}
    uci = mapped(
        {"$slice": ["$moves", 0, values["plies"]]}, "move", when({"$eq": ["$$move.f", "$$move.t"]}, "0000", word)
    )
    joined = {"$concat": ["$$value", when({"$eq": ["$$value", ""]}, "", " "), "$$this"]}
    return [
        CHESS,
        *bounds(values),
        # Games with another starting position have no comparable first move.
        {"$match": {"bgn.setup": None}},
        {"$addFields": {"plies": PLIES}},
        {"$match": {"plies": {"$gte": values["plies"]}}},
        *ended(values),
        {
            "$project": {
                **kept(values),
                "rating": or_else({"$multiply": [{"$floor": {"$divide": [mean, band]}}, band]}, None),
                "first_moves": {"$reduce": {"input": uci, "initialValue": "", "in": joined}},
            }
        },
        {
            "$group": {
                "_id": {"rating": "$rating", "first_moves": "$first_moves"},
                "games": {"$sum": 1},
                **counted(values),
            }
        },
        {"$sort": {"games": -1, "_id.first_moves": 1}},
        {"$group": {"_id": "$_id.rating", "all": {"$sum": "$games"}, "lines": {"$push": "$$ROOT"}}},
        {
            "$project": {
                "unknown": when({"$eq": ["$_id", None]}),
                "all": 1,
                "line": {"$slice": ["$lines", 0, values["top"]]},
            }
        },
        {"$unwind": "$line"},
        {"$sort": {"unknown": 1, "_id": 1, "line.games": -1, "line._id.first_moves": 1}},
        {
            "$project": {
                "_id": 0,
                "rating": {"$convert": {"input": "$_id", "to": "int", "onError": None, "onNull": None}},
                "first_moves": "$line._id.first_moves",
                "games": "$line.games",
                "percent": share("$line.games", "$all"),
                **shown_counts(values, "$line."),
            }
        },
    ]

"""Material at a ply, White minus Black, and how such games end."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import BLACK_BEGINS, PLIES, Stage, total, when
from scoresheet.questions.mongo.games import BOUNDS, CHANGES, CHESS, ENDED, START_BALANCE, bounds

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = (*BOUNDS, "ply")
"""The parameters that the pipeline uses."""


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each imbalance.

    >>> list(pipeline({"ply": 40})[-1]["$project"])
    ['_id', 'imbalance', 'games', 'white_wins', 'draws', 'black_wins']
    """
    ply = values["ply"]
    return [
        CHESS,
        *bounds(values),
        {"$addFields": {"plies": PLIES}},
        {"$match": {"plies": {"$gte": ply}}},
        *ENDED,
        *CHANGES,
        {
            "$project": {
                "ended": 1,
                "imbalance": {
                    "$add": [START_BALANCE, total({"$slice": ["$changes", 0, {"$add": [BLACK_BEGINS, ply]}]})]
                },
            }
        },
        {
            "$group": {
                # As in the column, which has a byte.
                "_id": {"$max": [-127, {"$min": [127, "$imbalance"]}]},
                "games": {"$sum": 1},
                "white_wins": {"$sum": when({"$eq": ["$ended", "1-0"]})},
                "draws": {"$sum": when({"$eq": ["$ended", "1/2-1/2"]})},
                "black_wins": {"$sum": when({"$eq": ["$ended", "0-1"]})},
            }
        },
        {"$sort": {"_id": 1}},
        {
            "$project": {
                "_id": 0,
                "imbalance": "$_id",
                "games": "$games",
                "white_wins": "$white_wins",
                "draws": "$draws",
                "black_wins": "$black_wins",
            }
        },
    ]

"""Material at a ply, White minus Black, and how such games end."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import BLACK_BEGINS, PLIES, Stage, total, when
from scoresheet.questions.mongo.games import BOUNDS, CHANGES, CHESS, START_BALANCE, bounds
from scoresheet.questions.mongo.sides import counted, ended, kept, shown_counts

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = (*BOUNDS, "ply")
"""The parameters that the pipeline uses."""


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each imbalance.

    >>> list(pipeline({"ply": 40})[-1]["$project"])
    ['_id', 'imbalance', 'games', 'white_wins', 'draws', 'black_wins']
    """
    ply = values["ply"]
    balance = {"$add": [START_BALANCE, total({"$slice": ["$changes", 0, {"$add": [BLACK_BEGINS, ply]}]})]}
    is_black = {"$eq": ["$side.color", "black"]}
    own = balance if values.get("player") is None else {"$multiply": [balance, when(is_black, -1, 1)]}
    return [
        CHESS,
        *bounds(values),
        {"$addFields": {"plies": PLIES}},
        {"$match": {"plies": {"$gte": ply}}},
        *ended(values),
        *CHANGES,
        {"$project": {**kept(values), "imbalance": own}},
        {
            "$group": {
                # As in the column, which has a byte.
                "_id": {"$max": [-127, {"$min": [127, "$imbalance"]}]},
                "games": {"$sum": 1},
                **counted(values),
            }
        },
        {"$sort": {"_id": 1}},
        {
            "$project": {
                "_id": 0,
                "imbalance": "$_id",
                "games": "$games",
                **shown_counts(values),
            }
        },
    ]

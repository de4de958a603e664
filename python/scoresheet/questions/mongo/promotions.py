"""What pawns promote to."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import (
    Expression,
    Stage,
    first,
    listed,
    mapped,
    or_else,
    share,
    when,
)
from scoresheet.questions.mongo.games import BOUNDS, CHESS, bounds

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = BOUNDS
"""The parameters that the pipeline uses."""

_PIECES = "QRBN"


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each piece.

    >>> list(pipeline({})[-1]["$project"])
    ['_id', 'piece', 'promotions', 'games', 'percent']
    """
    counted = [_sum(f"promotions{piece}") for piece in _PIECES]
    return [
        CHESS,
        *bounds(values),
        {"$project": {"made": mapped("$moves", "move", or_else("$$move.promote", None))}},
        {"$project": {piece: _count(piece) for piece in _PIECES}},
        listed(
            [
                {
                    "$group": {
                        "_id": None,
                        **{f"promotions{piece}": {"$sum": f"${piece}"} for piece in _PIECES},
                        **{f"games{piece}": {"$sum": when({"$gt": [f"${piece}", 0]})} for piece in _PIECES},
                    }
                }
            ]
        ),
        {"$project": {"found": first("$found")}},
        {
            "$project": {
                "all": {"$add": counted},
                "row": [
                    {"piece": piece, "promotions": _sum(f"promotions{piece}"), "games": _sum(f"games{piece}")}
                    for piece in _PIECES
                ],
            }
        },
        {"$unwind": "$row"},
        {
            "$project": {
                "_id": 0,
                "piece": "$row.piece",
                "promotions": "$row.promotions",
                "games": "$row.games",
                "percent": share("$row.promotions", "$all"),
            }
        },
    ]


def _count(piece: str) -> Expression:
    return {"$size": {"$filter": {"input": "$made", "as": "piece", "cond": {"$eq": ["$$piece", piece]}}}}


def _sum(name: str) -> Expression:
    return or_else(f"$found.{name}", 0)

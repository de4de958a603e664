"""How many games had castling by a given ply or move."""

from __future__ import annotations

from typing import Any

from scoresheet.questions import LARGEST

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = ("since", "until", "plies")
"""The parameters that the pipeline uses."""


def pipeline(values: dict[str, Any]) -> list[dict[str, Any]]:
    """One document with `games`, `castled` and `undated`. No document for an empty collection means 0, 0 and 0.

    Games without a date pass the bounds because they are counted, but they are not among the games asked about.

    >>> pipeline({"since": None, "until": None, "plies": 7})[1]["$group"]["games"]
    {'$sum': '$asked'}
    """
    bounds = {sign: values[name] for sign, name in (("$gte", "since"), ("$lt", "until")) if values[name] is not None}
    undated = {"$eq": [{"$ifNull": ["$bgn.eventDate", None]}, None]}
    inside = [{"$match": {"$or": [{"bgn.eventDate": bounds}, {"bgn.eventDate": None}]}}] if bounds else []
    return [
        *inside,
        {
            "$project": {
                "undated": {"$cond": [undated, 1, 0]},
                "asked": {"$cond": [undated, 0, 1]} if bounds else {"$literal": 1},
                "castled": {
                    "$reduce": {
                        "input": _first_plies(values["plies"]),
                        "initialValue": [],
                        "in": {"$concatArrays": ["$$value", {"$cond": [_CASTLES, ["$$this.castle"], []]}]},
                    }
                },
            }
        },
        {
            "$group": {
                "_id": None,
                "games": {"$sum": "$asked"},
                "castled": {"$sum": {"$cond": [{"$ne": [{"$size": "$castled"}, 0]}, "$asked", 0]}},
                "undated": {"$sum": "$undated"},
            }
        },
    ]


_CASTLES = {"$ne": [{"$ifNull": ["$$this.castle", None]}, None]}


def _first_plies(plies: int) -> object:
    """The moves up to a ply. If Black moves first, the list starts with `null`, which is not a ply."""
    if plies == 0:
        return []  # `$slice` refuses a length of 0
    black_begins = {"$eq": [{"$arrayElemAt": ["$moves", 0]}, None]}
    # A server may add the start of the slice to its length, in 32 bits.
    return {"$slice": ["$moves", {"$cond": [black_begins, 1, 0]}, min(plies, LARGEST - 1)]}

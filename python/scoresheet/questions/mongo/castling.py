"""How many games had castling by a given ply or move."""

from __future__ import annotations

from typing import Any

from scoresheet.questions import LARGEST
from scoresheet.questions.mongo.expressions import BLACK_BEGINS, Expression, Stage, element, mapped, or_else, when
from scoresheet.questions.mongo.games import BOUNDS, CHESS, PLAYED, filters

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = (*BOUNDS, "plies", "by")
"""The parameters that the pipeline uses."""


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """One document with `games`, `castled` and `undated`. No document for an empty collection means 0, 0 and 0.

    With `by`, one document for each colour or each side of castling.

    >>> pipeline({"since": None, "until": None, "plies": 7, "by": None})[-1]["$group"]["games"]
    {'$sum': '$asked'}
    """
    by = values["by"]
    counted = _castled(values) if by is None else _castled_by(by, values)
    return [CHESS, PLAYED, *_inside(values), *filters(values), *counted]


def _castled(values: dict[str, Any]) -> list[Stage]:
    """Games without a date pass the bounds because they are counted, but they are not among the selected games."""
    return [
        {
            "$project": {
                **_asked(values),
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


def _castled_by(by: str, values: dict[str, Any]) -> list[Stage]:
    rows = [{"key": name, "castled": {"$gt": [{"$size": castlings}, 0]}} for name, castlings in _ROWS[by].items()]
    return [
        {
            "$project": {
                **_asked(values),
                "begins": BLACK_BEGINS,
                "castles": mapped(_first_plies(values["plies"]), "move", or_else("$$move.castle", None)),
            }
        },
        {"$project": {"undated": 1, "asked": 1, "row": rows}},
        {"$unwind": "$row"},
        {
            "$group": {
                "_id": "$row.key",
                "games": {"$sum": "$asked"},
                "castled": {"$sum": when("$row.castled", "$asked", 0)},
                "undated": {"$sum": "$undated"},
            }
        },
        {"$sort": {"_id": -1 if by == "color" else 1}},
        {"$project": {"_id": 0, by: "$_id", "games": "$games", "castled": "$castled", "undated": "$undated"}},
    ]


def _of_color(remainder: int) -> Expression:
    """The plies of a colour's castlings. The first one has the place 0; it is Black's if Black begins."""
    is_own = {"$eq": [{"$mod": [{"$add": ["$$at", "$begins"]}, 2]}, remainder]}
    castles = {"$ne": [element("$castles", "$$at"), None]}
    places = {"$range": [0, {"$size": "$castles"}]}
    return {"$filter": {"input": places, "as": "at", "cond": {"$and": [is_own, castles]}}}


def _of_wing(letter: str) -> Expression:
    return {"$filter": {"input": "$castles", "as": "castle", "cond": {"$eq": ["$$castle", letter]}}}


_ROWS = {
    "color": {"white": _of_color(0), "black": _of_color(1)},
    "side": {"king": _of_wing("K"), "queen": _of_wing("Q")},
}
"""The rows for each value of `by`, with the castlings that each counts."""


def _days(values: dict[str, Any]) -> dict[str, Any]:
    return {sign: values[name] for sign, name in (("$gte", "since"), ("$lt", "until")) if values[name] is not None}


def _inside(values: dict[str, Any]) -> list[Stage]:
    """The stage that leaves the games within the bounds and those without a date."""
    days = _days(values)
    return [{"$match": {"$or": [{"bgn.eventDate": days}, {"bgn.eventDate": None}]}}] if days else []


def _asked(values: dict[str, Any]) -> dict[str, Expression]:
    """Whether a game has no date, and whether it is among the selected ones, as 1 and 0."""
    undated = {"$eq": [{"$ifNull": ["$bgn.eventDate", None]}, None]}
    is_asked = {"$cond": [undated, 0, 1]} if _days(values) else {"$literal": 1}
    return {"undated": {"$cond": [undated, 1, 0]}, "asked": is_asked}


_CASTLES = {"$ne": [{"$ifNull": ["$$this.castle", None]}, None]}


def _first_plies(plies: int) -> object:
    """The moves up to a ply. If Black moves first, the list starts with `null`, which is not a ply."""
    if plies == 0:
        return []  # `$slice` refuses a length of 0
    black_begins = {"$eq": [{"$arrayElemAt": ["$moves", 0]}, None]}
    # A server may add the start of the slice to its length, in 32 bits.
    return {"$slice": ["$moves", {"$cond": [black_begins, 1, 0]}, min(plies, LARGEST - 1)]}

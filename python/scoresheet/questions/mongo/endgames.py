"""The most common endgames, by the pieces besides kings and pawns."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import (
    PLIES,
    Expression,
    Stage,
    element,
    letters,
    mapped,
    or_else,
    share,
    when,
)
from scoresheet.questions.mongo.games import BOUNDS, CHESS, PLACEMENT, PLAYED, bounds
from scoresheet.questions.mongo.sides import counted, ended, kept, shown_counts

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = (*BOUNDS, "pieces", "top")
"""The parameters that the pipeline uses."""

_PIECES = "KQRBN"


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each of the most common endgames.

    >>> list(pipeline({"pieces": 2, "top": 10})[-1]["$project"])[1:4]
    ['pieces', 'games', 'percent']
    """
    is_first: Expression = {"$or": [_longer("$white", "$black"), {"$and": [_as_long, {"$gte": ["$white", "$black"]}]}]}
    is_win = {"$and": [{"$eq": ["$ended", when("$first", "1-0", "0-1")]}, {"$ne": ["$white", "$black"]}]}
    own = kept(values)
    counts: dict[str, Expression] = {
        "draws": {"$sum": when({"$eq": ["$ended", "1/2-1/2"]})},
        "won_by_the_first": {"$sum": when(is_win)},
    }
    shown: dict[str, Expression] = {name: f"$class.{name}" for name in counts}
    if values.get("player") is not None:
        # The pieces of the player come first.
        own, is_first = {**own, "side": 1}, {"$eq": ["$side.color", "white"]}
        counts, shown = counted(values), shown_counts(values, "$class.")
    longest = 1 + values["pieces"]
    few = {"$and": [{"$lte": [{"$strLenCP": f"${side}"}, longest]} for side in ("white", "black")]}
    return [
        CHESS,
        PLAYED,
        *bounds(values),
        *ended(values),
        {
            "$project": {
                **own,
                "plies": PLIES,
                "start": letters(PLACEMENT),
                "moves": 1,
                "whites": {"$range": [0, {"$size": "$moves"}, 2]},
                "blacks": {"$range": [1, {"$size": "$moves"}, 2]},
            }
        },
        {
            "$project": {
                **own,
                "plies": 1,
                "start": 1,
                # What each side lost, and what its pawns became.
                "white_lost": _told("$blacks", "x"),
                "black_lost": _told("$whites", "x"),
                "white_made": _told("$whites", "promote"),
                "black_made": _told("$blacks", "promote"),
            }
        },
        {
            "$project": {
                **own,
                "plies": 1,
                "white": {"$concat": [_repeated(piece, _left("white", piece)) for piece in _PIECES]},
                "black": {"$concat": [_repeated(piece, _left("black", piece)) for piece in _PIECES]},
                "pawns": {"$add": [_left("white", "P"), _left("black", "P")]},
            }
        },
        {"$addFields": {"few": few, "first": is_first}},
        {"$match": {"few": True}},
        {
            "$group": {
                "_id": when("$first", {"$concat": ["$white", "v", "$black"]}, {"$concat": ["$black", "v", "$white"]}),
                "games": {"$sum": 1},
                "with_pawns": {"$sum": when({"$gt": ["$pawns", 0]})},
                **counts,
                "plies": {"$sum": "$plies"},
            }
        },
        {"$sort": {"games": -1, "_id": 1}},
        {"$group": {"_id": None, "all": {"$sum": "$games"}, "classes": {"$push": "$$ROOT"}}},
        {"$project": {"all": 1, "class": {"$slice": ["$classes", 0, values["top"]]}}},
        {"$unwind": "$class"},
        {
            "$project": {
                "_id": 0,
                "pieces": "$class._id",
                "games": "$class.games",
                "percent": share("$class.games", "$all"),
                "with_pawns": "$class.with_pawns",
                **shown,
                "average_plies": share("$class.plies", "$class.games", times=1),
            }
        },
    ]


def _longer(one: str, other: str) -> Expression:
    return {"$gt": [{"$strLenCP": one}, {"$strLenCP": other}]}


_as_long: Expression = {"$eq": [{"$strLenCP": "$white"}, {"$strLenCP": "$black"}]}


def _told(places: str, field: str) -> Expression:
    """A field of the moves at some places."""
    moves = mapped(places, "at", element("$moves", "$$at"))
    return mapped(moves, "move", or_else(f"$$move.{field}", None))


def _left(side: str, piece: str) -> Expression:
    """How many pieces of a kind a side has at the end."""
    letter = piece if side == "white" else piece.lower()
    made = _count(f"${side}_made", {"$eq": ["$$piece", piece]})
    if piece == "P":
        made = {"$multiply": [-1, _count(f"${side}_made", {"$ne": ["$$piece", None]})]}
    lost = _count(f"${side}_lost", {"$eq": ["$$piece", piece]})
    return {"$subtract": [{"$add": [_count("$start", {"$eq": ["$$piece", letter]}), made]}, lost]}


def _count(array: str, condition: Expression) -> Expression:
    return {"$size": {"$filter": {"input": array, "as": "piece", "cond": condition}}}


def _repeated(letter: str, times: Expression) -> Expression:
    return {"$reduce": {"input": {"$range": [0, times]}, "initialValue": "", "in": {"$concat": ["$$value", letter]}}}

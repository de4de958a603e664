"""Who annotated what and when, how often sources give each NAG, or which moves they judge differently."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import (
    BLACK_BEGINS,
    Expression,
    Stage,
    date_or_null,
    element,
    mapped,
    number_of,
    or_else,
    shown,
    source_of,
    when,
)

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = ("what", "since", "until")
"""The parameters that the pipeline uses."""


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each source and day, each source and NAG, or each move that sources judge differently.

    >>> list(pipeline({"what": "nags", "since": None, "until": None})[-1]["$project"])
    ['_id', 'source', 'nag', 'times']
    """
    return {"sources": _sources, "nags": _nags, "differences": _differences}[values["what"]](values)


_MOVES: Expression = mapped(
    {"$range": [0, {"$size": "$moves"}]},
    "at",
    {"ply": {"$subtract": [{"$add": ["$$at", 1]}, "$black"]}, "holds": element("$moves", "$$at")},
)
# Without the moves that have no annotations: a game has a hundred moves, and there is a document for each that stays.
_IN_MOVES: Expression = {
    "$filter": {"input": _MOVES, "as": "move", "cond": {"$ne": [or_else("$$move.holds.a", None), None]}}
}


def _annotations(values: dict[str, Any], of_game: Expression = None) -> list[Stage]:
    """The stages that give a document for each annotation of moves, but not of those in lines, and of the game."""
    given = (("$gte", values["since"]), ("$lt", values["until"]))
    days = {sign: day for sign, day in given if day is not None}
    places: list[Stage] = [{"$project": {"place": _IN_MOVES}}]
    if of_game:
        both = {"$concatArrays": ["$of_game", "$in_moves"]}
        places = [{"$project": {"of_game": of_game, "in_moves": _IN_MOVES}}, {"$project": {"place": both}}]
    return [
        {"$addFields": {"black": BLACK_BEGINS}},
        *places,
        {"$unwind": "$place"},
        {"$project": {"ply": "$place.ply", "note": "$place.holds.a"}},
        {"$unwind": "$note"},
        *([{"$match": {"note.date": days}}] if days else []),
    ]


_OF_GAME: Expression = [{"ply": 0, "holds": {"a": or_else(path, [])}} for path in ("$bgn.a", "$bgn.end")]


def _sources(values: dict[str, Any]) -> list[Stage]:
    as_text = {"$dateToString": {"format": "%Y-%m-%d", "date": date_or_null("$note.date")}}
    day = or_else(as_text, or_else("$note.date", None))
    return [
        *_annotations(values, _OF_GAME),
        {
            "$group": {
                "_id": {"source": "$note.id", "date": day, "game": "$_id", "ply": "$ply"},
                "times": {"$sum": 1},
            }
        },
        {
            "$group": {
                "_id": {"source": "$_id.source", "date": "$_id.date", "game": "$_id.game"},
                "moves": {"$sum": when({"$gt": ["$_id.ply", 0]})},
                "times": {"$sum": "$times"},
            }
        },
        {
            "$group": {
                "_id": {"source": "$_id.source", "date": "$_id.date"},
                "games": {"$sum": 1},
                "moves": {"$sum": "$moves"},
                "times": {"$sum": "$times"},
            }
        },
        {"$sort": {"_id.source": 1, "_id.date": 1}},
        {"$project": {"_id": 0, "source": "$_id.source", "date": "$_id.date", "games": 1, "moves": 1, "times": 1}},
    ]


def _nags(values: dict[str, Any]) -> list[Stage]:
    return [
        *_annotations(values, _OF_GAME),
        {"$match": {"note.nag": {"$ne": None}}},
        {"$group": {"_id": {"source": "$note.id", "nag": {"$toString": "$note.nag"}}, "times": {"$sum": 1}}},
        {"$sort": {"_id.source": 1, "times": -1, "_id.nag": 1}},
        {"$project": {"_id": 0, "source": "$_id.source", "nag": "$_id.nag", "times": 1}},
    ]


def _differences(values: dict[str, Any]) -> list[Stage]:
    judgement = {"$concat": ["$_id.source", " $", "$_id.nag"]}
    listed = {
        "$reduce": {
            "input": "$judgements",
            "initialValue": "",
            "in": {"$concat": ["$$value", when({"$eq": ["$$value", ""]}, "", ", "), "$$this"]},
        }
    }
    return [
        *_annotations(values),
        # The NAGs 1 to 6 judge a move: ! ? !! ?? !? ?!
        {"$match": {"note.nag": {"$in": [1, 2, 3, 4, 5, 6]}}},
        {"$group": {"_id": {"game": "$_id", "ply": "$ply", "source": "$note.id", "nag": {"$toString": "$note.nag"}}}},
        {"$sort": {"_id.source": 1, "_id.nag": 1}},
        {
            "$group": {
                "_id": {"game": "$_id.game", "ply": "$_id.ply"},
                "sources": {"$addToSet": "$_id.source"},
                "nags": {"$addToSet": "$_id.nag"},
                "judgements": {"$push": judgement},
            }
        },
        {"$match": {"sources.1": {"$exists": True}, "nags.1": {"$exists": True}}},
        {
            "$project": {
                "_id": 0,
                "file": source_of("$_id.game"),
                "game": number_of("$_id.game"),
                "ply": "$_id.ply",
                "judgements": listed,
            }
        },
        {"$sort": {"file": 1, "game": 1, "ply": 1}},
        shown("file", "game", "ply", "judgements"),
    ]

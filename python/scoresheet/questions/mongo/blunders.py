"""The moves that lost most, by evaluations that the games have."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.clocks import CLOCK_MS, CLOCK_TEXT
from scoresheet.questions.mongo.expressions import (
    Expression,
    Stage,
    element,
    first,
    mapped,
    number_of,
    one,
    or_else,
    source_of,
    when,
)
from scoresheet.questions.mongo.games import BOUNDS, bounds, milliseconds, time_controls, without_time_control
from scoresheet.questions.mongo.judged_moves import judged

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = (*BOUNDS, "drop", "clock", "top")
"""The parameters that the pipeline uses."""

_OF_MOVE: dict[str, Expression] = {
    "played": element("$moves", {"$subtract": ["$$ply", 1]}),
    "clock": element("$clocks", {"$subtract": ["$$ply", 1]}),
    # That of the same side before.
    "clock_before": when({"$gt": ["$$ply", 2]}, element("$clocks", {"$max": [0, {"$subtract": ["$$ply", 3]}]}), "-"),
}
_UCI: Expression = when(
    {"$eq": ["$played.f", "$played.t"]},
    "0000",
    {"$concat": [or_else("$played.f", ""), "$played.t", {"$toLower": or_else("$played.promote", "")}]},
)
_KEPT: dict[str, Expression] = dict.fromkeys(
    ("pgn", "source", "game", "player", "ply", "move", "told_before", "told_after", "lost", "clock", "clock_before"), 1
)
_SPENT: Expression = {"$add": [{"$subtract": ["$clock_before", "$clock"]}, "$increment"]}


def _milliseconds(text: str) -> Expression:
    return first(mapped(mapped(one(text), "text", CLOCK_MS), "ms", or_else("$$ms", None)))


def _shown(told: str) -> Expression:
    """An evaluation as `[%eval]` spells it: 0.31, or #-3."""
    size = {"$max": [f"{told}.cp", {"$multiply": [f"{told}.cp", -1]}]}
    hundredths = {"$toString": {"$toLong": {"$add": [{"$mod": [size, 100]}, 100]}}}
    pawns = {
        "$concat": [
            when({"$lt": [f"{told}.cp", 0]}, "-", ""),
            {"$toString": {"$toLong": {"$floor": {"$divide": [size, 100]}}}},
            ".",
            {"$substrCP": [hundredths, 1, 2]},
        ]
    }
    return when({"$eq": [f"{told}.mate", None]}, pawns, {"$concat": ["#", {"$toString": {"$toLong": f"{told}.mate"}}]})


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each move, with the move in UCI.

    >>> from scoresheet.questions import find
    >>> list(pipeline(find("blunders").values({}))[-1]["$project"])[:5]
    ['_id', 'source', 'game', 'player', 'ply']
    """
    clock = values["clock"]
    of_game = {"pgn": {"timeControl": "$pgn.timeControl"}, "clocks": mapped("$moves", "move", CLOCK_TEXT)}
    order = {"lost": -1, "source": 1, "game": 1, "ply": 1}
    facets = {
        "timed": [*time_controls(), {"$project": {**_KEPT, "increment": or_else(milliseconds("$increment"), None)}}],
        "others": [*without_time_control(), {"$project": {**_KEPT, "increment": {"$literal": None}}}],
    }
    return [
        *bounds(values),
        *judged(values, of_game, _OF_MOVE),
        {"$match": {"lost": {"$gte": values["drop"]}}},
        {
            "$addFields": {
                "source": source_of("$_id"),
                "game": number_of("$_id"),
                "move": _UCI,
                "clock": _milliseconds("$clock"),
                "clock_before": _milliseconds("$clock_before"),
            }
        },
        *([] if clock is None else [{"$match": {"clock": {"$lt": 1000 * clock}}}]),
        {"$sort": order},
        {"$limit": values["top"]},
        {"$facet": facets},
        {"$project": {"found": {"$concatArrays": ["$timed", "$others"]}}},
        {"$unwind": "$found"},
        {"$project": {**{name: f"$found.{name}" for name in _KEPT}, "increment": "$found.increment"}},
        {"$addFields": {"spent": or_else(_SPENT, None)}},
        {"$sort": order},
        {
            "$project": {
                "_id": 0,
                **{name: f"${name}" for name in ("source", "game", "player", "ply", "move")},
                "eval_before": _shown("$told_before"),
                "eval_after": _shown("$told_after"),
                "drop": {"$divide": [{"$floor": {"$add": [{"$multiply": ["$lost", 10]}, 0.5]}}, 10]},
                "clock": {"$divide": ["$clock", 1000]},
                "seconds": when({"$gte": ["$spent", 0]}, {"$divide": ["$spent", 1000]}, None),
            }
        },
    ]

"""The stages that judge moves by the evaluations before and after them.

The formulas are those of https://lichess.org/page/accuracy. Evaluations are `[%eval]` of comments, which documents have
as properties of moves: 0.35 pawns, 0.35,18 with a depth, 35,18 in hundredths, and #-3.
"""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.clocks import command
from scoresheet.questions.mongo.expressions import (
    BLACK_BEGINS,
    Expression,
    Stage,
    element,
    first,
    letters,
    mapped,
    number_or_null,
    or_else,
    when,
    words,
)
from scoresheet.questions.mongo.games import thousandths

__all__ = ["judged"]

_PLAYED: Expression = when({"$eq": ["$begins", 1]}, {"$slice": ["$moves", 1, {"$size": "$moves"}]}, "$moves")
"""The moves without the null that comes first if Black begins."""

_LARGEST = 2**31 - 1


# Evaluations: what is before the comma, without its sign, and the numbers.

_VALUE: Expression = {"$split": ["$$text", ","]}
_WORD: Expression = when({"$eq": [{"$size": words(first(_VALUE))}, 1]}, first(words(first(_VALUE))), "-")
_IS_MATE: Expression = {"$eq": [{"$indexOfCP": ["$$each.word", "#"]}, 0]}
_SIGN: Expression = {"$substrCP": ["$$each.word", 0, 1]}
_PARTS: Expression = {"$split": ["$$each.word", "."]}
_IS_NUMBER: Expression = {
    "$and": [
        {"$eq": [{"$size": {"$setDifference": [letters("$$each.word"), [*"0123456789."]]}}, 0]},
        {"$lte": [{"$size": _PARTS}, when("$$each.is_mate", 1, 2)]},
        {"$ne": [element(_PARTS, -1), ""]},
    ]
}
_WHOLE: Expression = or_else(number_or_null(first(_PARTS)), 0)
_HUNDREDTHS: Expression = {
    "$add": [
        {"$multiply": [_WHOLE, 100]},
        {"$floor": {"$divide": [{"$add": [number_or_null(thousandths(or_else(element(_PARTS, 1), ""))), 5]}, 10]}},
    ]
}
_IS_WHOLE: Expression = {"$or": ["$$each.is_mate", {"$and": ["$$each.has_depth", {"$eq": [{"$size": _PARTS}, 1]}]}]}
_NUMBER: Expression = when(
    _IS_NUMBER, {"$multiply": ["$$each.sign", when(_IS_WHOLE, _WHOLE, _HUNDREDTHS)]}, None
)  # fmt: skip
_IS_IN_RANGE: Expression = {"$and": [{"$gte": ["$$each.number", -_LARGEST - 1]}, {"$lte": ["$$each.number", _LARGEST]}]}


def _rest(text: str) -> Expression:
    """A text without its first letter."""
    return {"$substrCP": [text, 1, {"$strLenCP": text}]}


def _told() -> list[Stage]:
    """The stages that add `told`: the evaluations of the positions, the first of which counts as 15."""
    known: dict[str, Expression] = {"is_mate": "$$each.is_mate", "has_depth": "$$each.has_depth"}
    steps: list[Expression] = [
        {**known, "is_mate": _IS_MATE, "word": when(_IS_MATE, _rest("$$each.word"), "$$each.word")},
        {
            **known,
            "sign": when({"$eq": [_SIGN, "-"]}, -1, 1),
            "word": when({"$in": [_SIGN, ["-", "+"]]}, _rest("$$each.word"), "$$each.word"),
        },
        {"is_mate": "$$each.is_mate", "number": _NUMBER},
        {
            "cp": when({"$and": [_IS_IN_RANGE, {"$not": ["$$each.is_mate"]}]}, "$$each.number", None),
            "mate": when({"$and": [_IS_IN_RANGE, "$$each.is_mate"]}, "$$each.number", None),
        },
    ]
    spelled = {"word": _WORD, "has_depth": {"$gt": [{"$size": _VALUE}, 1]}}
    return [
        {"$addFields": {"told": mapped("$moves", "move", command("eval"))}},
        {"$addFields": {"told": mapped("$told", "text", spelled)}},
        *({"$addFields": {"told": mapped("$told", "each", step)}} for step in steps),
        {"$addFields": {"told": {"$concatArrays": [{"$literal": [{"cp": 15, "mate": None}]}, "$told"]}}},
    ]


# Chances

_BOUNDED: Expression = when(
    {"$eq": ["$$each.mate", None]},
    when({"$eq": ["$$each.cp", None]}, None, {"$max": [-1000, {"$min": [1000, "$$each.cp"]}]}),
    when({"$gt": ["$$each.mate", 0]}, 1000, when({"$lt": ["$$each.mate", 0]}, -1000, None)),
)


def _chance(cp: Expression) -> Expression:
    """How likely White wins, from -1 to 1."""
    return {"$subtract": [{"$divide": [2, {"$add": [1, {"$exp": {"$multiply": [-0.00368208, cp]}}]}]}, 1]}


def _positions() -> list[Stage]:
    """The stages that leave games with evaluations, and add what is known of their positions up to the last one."""
    places = mapped(
        {"$range": [0, {"$size": "$told"}]}, "at", when({"$eq": [element("$bounded", "$$at"), None]}, None, "$$at")
    )
    # Beyond 1000 pawns, the chance does not change.
    limited = {"$max": [-100_000, {"$min": [100_000, "$$each.cp"]}]}
    return [
        {"$addFields": {"bounded": mapped("$told", "each", _BOUNDED)}},
        {"$addFields": {"last": {"$max": places}}},
        {"$match": {"last": {"$gte": 1}}},
        {
            "$addFields": {
                "percents": mapped(
                    {"$slice": ["$bounded", 0, {"$add": ["$last", 1]}]},
                    "cp",
                    {"$add": [50, {"$multiply": [50, _chance("$$cp")]}]},
                ),
                "chances": mapped("$told", "each", when({"$eq": ["$$each.cp", None]}, None, _chance(limited))),
                "span": {"$max": [2, {"$min": [8, {"$floor": {"$divide": ["$last", 10]}}]}]},
            }
        },
    ]


# Moves

_BEFORE: Expression = {"$subtract": ["$$ply", 1]}
_WINDOW_END: Expression = {"$max": [{"$add": ["$$ply", 1]}, "$span"]}
_MOVE: dict[str, Expression] = {
    "ply": "$$ply",
    "percent_before": element("$percents", _BEFORE),
    "percent_after": element("$percents", "$$ply"),
    "bounded_before": element("$bounded", _BEFORE),
    "bounded_after": element("$bounded", "$$ply"),
    "chance_before": element("$chances", _BEFORE),
    "chance_after": element("$chances", "$$ply"),
    "told_before": element("$told", _BEFORE),
    "told_after": element("$told", "$$ply"),
    "around": {"$slice": ["$percents", {"$subtract": [_WINDOW_END, "$span"]}, "$span"]},
}
_CP_BEFORE: Expression = {"$multiply": ["$sign", "$move.told_before.cp"]}
_CP_AFTER: Expression = {"$multiply": ["$sign", "$move.told_after.cp"]}
_MATE_BEFORE: Expression = or_else({"$multiply": ["$sign", "$move.told_before.mate"]}, 0)
_MATE_AFTER: Expression = or_else({"$multiply": ["$sign", "$move.told_after.mate"]}, 0)
_DROP: Expression = {"$multiply": ["$sign", {"$subtract": ["$move.chance_before", "$move.chance_after"]}]}


def _marks(of: Expression, limits: list[tuple[str, float, int]], otherwise: Expression) -> Expression:
    """The mark of the first limit that a number passes."""
    found = otherwise
    for sign, limit, mark in reversed(limits):
        found = when({sign: [of, limit]}, mark, found)
    return found


_OF_KEPT_MATE: Expression = _marks(_CP_AFTER, [("$gt", 999, 6), ("$gt", 700, 2)], 4)
_OF_ALLOWED_MATE: Expression = _marks(_CP_BEFORE, [("$lt", -999, 6), ("$lt", -700, 2)], 4)
_OF_CHANCES: Expression = _marks(_DROP, [("$gte", 0.3, 4), ("$gte", 0.2, 2), ("$gte", 0.1, 6)], 0)
_NAG: Expression = when(
    {"$gt": [_MATE_BEFORE, 0]},
    when({"$gt": [_MATE_AFTER, 0]}, 0, when({"$lt": [_MATE_AFTER, 0]}, 4, _OF_KEPT_MATE)),
    when(
        {"$or": [{"$lt": [_MATE_BEFORE, 0]}, {"$gt": [_MATE_AFTER, 0]}]},
        0,
        when({"$lt": [_MATE_AFTER, 0]}, _OF_ALLOWED_MATE, _OF_CHANCES),
    ),
)
_FALL: Expression = {"$exp": {"$multiply": [-0.04354415386953951, "$lost"]}}
_ACCURACY: Expression = {"$subtract": [{"$multiply": [103.1668100711649, _FALL]}, 2.166924740191411]}


def _square(value: Expression) -> Expression:
    return {"$multiply": [value, value]}


def judged(values: dict[str, Any], more: dict[str, Expression], of_move: dict[str, Expression]) -> list[Stage]:
    """The stages that turn games into documents of their moves that have evaluations before and after them.

    Each has `ply`, `side`, `player`, `accuracy`, `lost`, `loss`, `weight`, `nag`, `told_before` and `told_after`. It
    also has the fields `more` of its game, and `of_move`, which are computed from the former, with the ply as `$$ply`.

    >>> [next(iter(stage)) for stage in judged({"player": None}, {}, {})][-3:]
    ['$addFields', '$project', '$addFields']
    """
    kept = dict.fromkeys(more, 1)
    player = values["player"]
    is_white = {"$eq": [{"$mod": [{"$add": ["$move.ply", "$begins"]}, 2]}, 1]}
    carried = {name: f"$move.{name}" for name in ("ply", "told_before", "told_after", *of_move)}
    centered = mapped("$move.around", "percent", {"$subtract": ["$$percent", 50]})
    loss = {"$multiply": ["$sign", {"$subtract": ["$move.bounded_before", "$move.bounded_after"]}]}
    return [
        {"$addFields": {"begins": BLACK_BEGINS}},
        {"$addFields": {"moves": _PLAYED, "white": or_else("$pgn.white", None), "black": or_else("$pgn.black", None)}},
        {"$project": {"begins": 1, "white": 1, "black": 1, "moves": 1, **more}},
        *_told(),
        *_positions(),
        {
            "$project": {
                **dict.fromkeys(("begins", "white", "black"), 1),
                **kept,
                "move": mapped({"$range": [1, {"$add": ["$last", 1]}]}, "ply", {**_MOVE, **of_move}),
            }
        },
        {"$unwind": "$move"},
        {"$match": {"move.percent_before": {"$ne": None}, "move.percent_after": {"$ne": None}}},
        {
            "$addFields": {
                "sign": when(is_white, 1, -1),
                "side": when(is_white, "white", "black"),
                "player": when(is_white, "$white", "$black"),
                "before": when(is_white, "$move.percent_before", {"$subtract": [100, "$move.percent_before"]}),
                "after": when(is_white, "$move.percent_after", {"$subtract": [100, "$move.percent_after"]}),
                "centred": centered,
            }
        },
        *([] if player is None else [{"$match": {"player": player}}]),
        {
            "$project": {
                **kept,
                **carried,
                "side": 1,
                "player": 1,
                "lost": {"$subtract": ["$before", "$after"]},
                "loss": {"$max": [0, loss]},
                "nag": _NAG,
                "variance": {
                    "$subtract": [
                        {"$avg": mapped("$centred", "percent", _square("$$percent"))},
                        _square({"$avg": "$centred"}),
                    ]
                },
            }
        },
        {
            "$addFields": {
                "accuracy": when({"$lte": ["$lost", 0]}, 100, {"$max": [0, {"$min": [100, _ACCURACY]}]}),
                "weight": {"$min": [12, {"$sqrt": {"$max": [0.25, "$variance"]}}]},
            }
        },
    ]

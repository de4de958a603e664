"""The stages that choose the games of a question, and what pipelines compute of every game."""

from __future__ import annotations

from typing import Any

from scoresheet._registry import registry
from scoresheet.questions.mongo.expressions import (
    Expression,
    Stage,
    element,
    first,
    letters,
    mapped,
    number_or_null,
    or_else,
    total,
    when,
    words,
)

__all__ = [
    "BOUNDS",
    "CHANGES",
    "CHESS",
    "ENDED",
    "FILTERS",
    "LEGAL",
    "PLACEMENT",
    "PLAYED",
    "START_BALANCE",
    "bounds",
    "filters",
    "milliseconds",
    "speeds",
    "thousandths",
    "time_controls",
    "without_time_control",
]

FILTERS = ("min_elo", "max_elo", "time", "player")
"""The parameters that `filters` uses."""

BOUNDS = ("since", "until", *FILTERS)
"""The parameters that `bounds` uses."""

_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

_OTHER_RULES = r"^(?! *(standard|chess|normal|orthodox) *$)(?!\W*(from\W*position|set\W*up)?\W*$)"

# A document has no `bgn.setup` if the game begins in the standard position, and no `bgn.rules` if it follows the
# standard rules. So if the tags differ, the start could not be read. Such a game has no moves.
PLAYED: Stage = {
    "$match": {
        "$nor": [
            {
                "moves": {"$size": 0},
                "bgn.setup": None,
                "bgn.rules": None,
                "$or": [
                    {"pgn.fen": {"$regex": f"^(?! *([?-] *)?$)(?!\\s*{_START}\\s)"}},
                    {"pgn.Variant": {"$regex": _OTHER_RULES, "$options": "i"}},
                ],
            }
        ]
    }
}
"""Leaves out games that cannot be played: from a FEN that could not be read, or by rules that are not known."""

CHESS: Stage = {"$match": {"$or": [{"bgn.rules": None}, {"bgn.rules": "chess960"}]}}
"""Leaves the games of chess and Chess960."""

_FIRST_ILLEGAL: Expression = {"$indexOfArray": [mapped("$moves", "move", or_else("$$move.illegal", False)), True]}

LEGAL: Stage = {
    "$addFields": {
        "moves": when(
            {"$in": [True, or_else("$moves.illegal", [])]},
            # A slice of at least one element, which is not used if the first move is illegal.
            when({"$eq": [_FIRST_ILLEGAL, 0]}, [], {"$slice": ["$moves", 0, {"$max": [1, _FIRST_ILLEGAL]}]}),
            "$moves",
        )
    }
}
"""Ends the moves of games before the first illegal one, as the columns do."""


def bounds(values: dict[str, Any]) -> list[Stage]:
    """The stages that leave only the games within the bounds of a question, with their legal moves.

    >>> bounds({"player": "Tal"})[0]
    {'$match': {'$or': [{'pgn.white': 'Tal'}, {'pgn.black': 'Tal'}]}}
    """
    days = _between(values, "since", "until", upper="$lt")
    return [*([{"$match": {"bgn.eventDate": days}}] if days else []), *filters(values)]


def filters(values: dict[str, Any]) -> list[Stage]:
    """The same for the bounds that are not dates."""
    match: dict[str, Any] = {}
    ratings = _between(values, "min_elo", "max_elo", upper="$lte")
    if ratings:
        ratings = ratings | {"$gte": max(ratings.get("$gte", 1), 1)}  # a rating of 0 is none
        match |= {"bgn.white.rating": ratings, "bgn.black.rating": ratings}
    player = values.get("player")
    if player is not None:
        match["$or"] = [{"pgn.white": player}, {"pgn.black": player}]
    return [*([{"$match": match}] if match else []), LEGAL, *_of_speed(values.get("time"))]


def _between(values: dict[str, Any], lower_name: str, upper_name: str, upper: str) -> dict[str, Any]:
    given = (("$gte", values.get(lower_name)), (upper, values.get(upper_name)))
    return {sign: value for sign, value in given if value is not None}


# Time controls

_TIME = r"[0-9]+(\.[0-9]+)?"
_PERIOD = rf"(\*{_TIME}|(0*[1-9][0-9]*/)?{_TIME}(\+{_TIME})?)"
_PERIODS = f"^ *{_PERIOD}(:{_PERIOD})* *$"
"""A TimeControl tag with a meaning. The first of its periods counts."""

_SPEEDS = {
    "bullet": (0, 180_000),
    "blitz": (180_000, 480_000),
    "rapid": (480_000, 1_500_000),
    "classical": (1_500_000, 21_600_000),
    "correspondence": (21_600_000, None),
}
"""The milliseconds for 40 moves: from the first number, and less than the second."""


def time_controls() -> list[Stage]:
    """The stages that leave the games with a time control, and add the texts of its first period.

    These are `for_moves`, which may be null, `base` and `increment`, which is null if it depends on the moves.
    """
    moves = {"$split": ["$period", "/"]}
    time = {"$split": [element(moves, -1), "+"]}
    is_hourglass = {"$eq": [{"$indexOfCP": ["$period", "*"]}, 0]}
    is_of_a_move = {"$eq": [number_or_null("$for_moves"), 1]}
    return [
        {"$match": {"pgn.timeControl": {"$regex": _PERIODS}}},
        {"$addFields": {"period": first({"$split": [first(words("$pgn.timeControl")), ":"]})}},
        {
            "$addFields": {
                "for_moves": when({"$eq": [{"$size": moves}, 2]}, first(moves), None),
                # Without the star of an hourglass.
                "base": element({"$split": [first(time), "*"]}, -1),
                "increment": or_else(element(time, 1), "0"),
            }
        },
        {"$addFields": {"increment": when({"$or": [is_hourglass, is_of_a_move]}, None, "$increment")}},
    ]


def milliseconds(text: str) -> Expression:
    """The milliseconds of seconds with or without a fraction."""
    parts = {"$split": [text, "."]}
    fraction = number_or_null(thousandths(or_else(element(parts, 1), "")))
    return {"$add": [{"$multiply": [number_or_null(first(parts)), 1000]}, fraction]}


def thousandths(digits: Expression) -> Expression:
    """The first three of the digits after a point. Further digits are dropped."""
    return {"$substrCP": [{"$concat": [digits, "000"]}, 0, 3]}


def without_time_control() -> list[Stage]:
    """The stages that leave the other games."""
    return [{"$match": {"$nor": [{"pgn.timeControl": {"$regex": _PERIODS}}]}}]


def speeds() -> list[Stage]:
    """The stages that leave the games with a time control, and add their `speed`."""
    speed: Expression = None
    for name, (least, _) in _SPEEDS.items():
        speed = when({"$gte": ["$for40", least]}, name, speed)
    return [*_times_for_40_moves(), {"$addFields": {"speed": speed}}]


def _of_speed(speed: str | None) -> list[Stage]:
    """The stages that leave only the games of a speed, by the time that a side has for 40 moves."""
    if speed is None:
        return []
    least, below = _SPEEDS[speed]
    within = {"$gte": least} if below is None else {"$gte": least, "$lt": below}
    return [*_times_for_40_moves(), {"$match": {"for40": within}}]


def _times_for_40_moves() -> list[Stage]:
    moves = or_else(number_or_null("$for_moves"), 40)
    base = milliseconds("$base")
    for_40 = {"$cond": [{"$lt": [moves, 40]}, {"$floor": {"$divide": [{"$multiply": [base, 40]}, moves]}}, base]}
    whole = {"$add": [for_40, {"$multiply": [or_else(milliseconds("$increment"), 0), 40]}]}
    return [*time_controls(), {"$addFields": {"for40": whole}}]


# Results


def _ended() -> list[Stage]:
    sentences = [{"start": row["start"], "marker": row["marker"]} for row in registry("sentences")]
    starts_with = {"$eq": [{"$indexOfCP": ["$said", "$$sentence.start"]}, "$begun"]}
    usual: Expression = "$$this"
    for row in registry("result_signs"):
        usual = when({"$eq": ["$$this", row["sign"]]}, row["usual"], usual)
    spelled = {"input": letters("$said"), "initialValue": "", "in": {"$concat": ["$$value", usual]}}
    is_marker = {"$in": ["$spelled", ["1-0", "0-1", "0-0"]]}
    is_draw = {"$in": ["$spelled", ["1/2-1/2", "1/2"]]}
    meant = {"$filter": {"input": {"$literal": sentences}, "as": "sentence", "cond": starts_with}}
    marked = {"$ne": [or_else("$bgn.termination", "*"), "*"]}
    return [
        {"$addFields": {"said": {"$toLower": or_else("$pgn.result", "")}}},
        {"$addFields": {"words": words("$said"), "spelled": {"$reduce": spelled}}},
        {"$addFields": {"begun": {"$indexOfCP": ["$said", or_else(first("$words"), "")]}}},
        {"$addFields": {"meant": first(meant)}},
        {
            "$addFields": {
                "ended": {
                    "$cond": [
                        marked,
                        "$bgn.termination",
                        when(is_marker, "$spelled", when(is_draw, "1/2-1/2", or_else("$meant.marker", "*"))),
                    ]
                }
            }
        },
    ]


ENDED: list[Stage] = _ended()
"""Adds `ended`, how a game ended: the marker after its moves, else the meaning of its Result tag."""


# Material

PLACEMENT: Expression = first({"$split": [or_else("$bgn.setup.fen", _START), " "]})
"""The first field of the FEN of the start."""


def worth(piece: Expression) -> Expression:
    """What a piece is worth in pawns, by its letter; 0 if there is none."""
    return element([0, 1, 3, 3, 5, 9, 0], {"$add": [{"$indexOfCP": ["PNBRQK", or_else(piece, "-")]}, 1]})


START_BALANCE: Expression = total(
    mapped(
        letters(PLACEMENT),
        "letter",
        element([0, 1, 3, 3, 5, 9, -1, -3, -3, -5, -9], {"$add": [{"$indexOfCP": ["PNBRQpnbrq", "$$letter"]}, 1]}),
    )
)
"""The material of White less that of Black at the start, in pawns."""

_GAIN: Expression = {
    "$add": [
        worth("$$move.x"),
        {"$cond": [{"$eq": [or_else("$$move.promote", None), None]}, 0, {"$subtract": [worth("$$move.promote"), 1]}]},
    ]
}

CHANGES: list[Stage] = [
    {"$addFields": {"gains": mapped("$moves", "move", _GAIN)}},
    {
        "$addFields": {
            "changes": mapped(
                {"$range": [0, {"$size": "$moves"}]},
                "at",
                {
                    "$multiply": [
                        element("$gains", "$$at"),
                        {"$cond": [{"$eq": [{"$mod": ["$$at", 2]}, 0]}, 1, -1]},
                    ]
                },
            )
        }
    },
]
"""Adds `changes`: what each element of `moves` changes in the material of White less that of Black, in pawns."""

"""Both sides of games: the stages of the view `sides`, and results from a player's side."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import (
    BLACK_BEGINS,
    PLIES,
    Expression,
    Stage,
    date_or_null,
    element,
    first,
    letters,
    mapped,
    number_of,
    number_or_null,
    one,
    or_else,
    share,
    source_of,
    when,
)
from scoresheet.questions.mongo.games import ENDED, LEGAL

__all__ = ["SIDES", "counted", "ended", "kept", "score", "shown_counts"]

_COLORS = ["white", "black"]

_WIN: Expression = when({"$eq": ["$side.color", "white"]}, "1-0", "0-1")
_LOSS: Expression = when({"$eq": ["$side.color", "white"]}, "0-1", "1-0")

_WHITE, _BLACK = (or_else(f"$pgn.{color}", None) for color in _COLORS)
_IS_WHITE: Expression = {"$eq": ["$$color", "white"]}

_SIDES: Stage = {
    "$addFields": {
        "side": mapped(
            _COLORS,
            "color",
            {
                "color": "$$color",
                "player": when(_IS_WHITE, _WHITE, _BLACK),
                "opponent": when(_IS_WHITE, _BLACK, _WHITE),
            },
        )
    }
}
"""Adds an array with the color and the names of both sides."""

_RESULT: list[Stage] = [
    {
        "$addFields": {
            "won": {"$eq": ["$ended", _WIN]},
            "drawn": {"$eq": ["$ended", "1/2-1/2"]},
            "lost": {"$or": [{"$eq": ["$ended", _LOSS]}, {"$eq": ["$ended", "0-0"]}]},
        }
    },
]
"""Adds how the game ended for the side."""


def ended(values: dict[str, Any]) -> list[Stage]:
    """The stages that add `ended`, how a game ended.

    With a player, they give a document for each side of this player, with `side.color`, `won`, `drawn` and `lost`.

    >>> [next(iter(stage)) for stage in ended({"player": "Tal"})][-4:]
    ['$addFields', '$unwind', '$match', '$addFields']
    """
    player = values.get("player")
    if player is None:
        return ENDED
    return [*ENDED, _SIDES, {"$unwind": "$side"}, {"$match": {"side.player": player}}, *_RESULT]


_BY_COLOR = {"white_wins": "1-0", "draws": "1/2-1/2", "black_wins": "0-1"}
_BY_SIDE = ("won", "drawn", "lost")


def kept(values: dict[str, Any]) -> dict[str, Expression]:
    """The fields of a projection that keep how a game ended.

    >>> kept({}), kept({"player": "Tal"})
    ({'ended': 1}, {'won': 1, 'drawn': 1, 'lost': 1})
    """
    return dict.fromkeys(["ended"] if values.get("player") is None else _BY_SIDE, 1)


def counted(values: dict[str, Any]) -> dict[str, Expression]:
    """The accumulators that count results: what White and Black won, or what a player did.

    >>> list(counted({})), list(counted({"player": "Tal"}))
    (['white_wins', 'draws', 'black_wins'], ['won', 'drawn', 'lost'])
    """
    if values.get("player") is None:
        return {name: {"$sum": when({"$eq": ["$ended", marker]})} for name, marker in _BY_COLOR.items()}
    return {name: {"$sum": when(f"${name}")} for name in _BY_SIDE}


def shown_counts(values: dict[str, Any], where: str = "$") -> dict[str, Expression]:
    """The fields that show what `counted` counted; `where` is the start of their paths. Of a player, also the score.

    >>> list(shown_counts({"player": "Tal"}))
    ['won', 'drawn', 'lost', 'score']
    """
    if values.get("player") is None:
        return {name: f"{where}{name}" for name in _BY_COLOR}
    return {**{name: f"{where}{name}" for name in _BY_SIDE}, "score": score(where)}


def score(where: str = "$") -> Expression:
    """The points of a player in percent; null if no game has a result."""
    won, drawn, lost = (f"{where}{name}" for name in _BY_SIDE)
    return share({"$add": [won, {"$divide": [drawn, 2]}]}, {"$add": [won, drawn, lost]})


def _castle_ply(remainder: int) -> Expression:
    """The ply at which a side castled. White's moves are in even places, also if Black begins."""
    places = {"$range": [remainder, {"$size": "$castles"}, 2]}
    castles = {"$filter": {"input": places, "as": "at", "cond": {"$ne": [element("$castles", "$$at"), None]}}}
    return or_else({"$subtract": [{"$add": [first(castles), 1]}, BLACK_BEGINS]}, None)


def _leading_number(text: Expression) -> Expression:
    """The number at the start of a text, of up to nine digits; null if there is none."""
    is_next = {"$and": ["$$value.open", {"$gte": ["$$this", "0"]}, {"$lte": ["$$this", "9"]}]}
    read = {"text": {"$concat": ["$$value.text", when(is_next, "$$this", "")]}, "open": is_next}
    beginning = letters({"$substrCP": [text, 0, 9]})
    reduced = {"$reduce": {"input": beginning, "initialValue": {"text": "", "open": True}, "in": read}}
    number = number_or_null(first(mapped(one(reduced), "last", "$$last.text")))
    return {"$convert": {"input": number, "to": "int", "onError": None, "onNull": None}}


_TAGS = {name: name for name in ("event", "site", "round", "white", "black", "result", "eco", "opening")} | {
    "time_control": "timeControl",
    "ended_by": "termination",
}
"""The columns that are tags, with the names of these in documents."""

_OF_GAMES: dict[str, Expression] = {
    "source": source_of("$_id"),
    "game": number_of("$_id"),
    **{column: or_else(f"$pgn.{name}", None) for column, name in _TAGS.items()},
    "date": date_or_null("$bgn.eventDate"),
    **{f"{color}_elo": or_else(f"$bgn.{color}.rating", None) for color in _COLORS},
    **{f"{color}_title": or_else(f"$bgn.{color}.title", None) for color in _COLORS},
    "termination": or_else("$bgn.termination", None),
    "rules": or_else("$bgn.rules", None),
    "ply_count": PLIES,
}
"""The columns of the view that belong to games, as in tables."""

_OF_SIDES: dict[str, Expression] = {
    "color": "$side.color",
    "player": "$side.player",
    "opponent": "$side.opponent",
    **{
        name: when({"$eq": ["$side.color", "white"]}, f"$white_{column}", f"$black_{column}")
        for name, column in (("elo", "elo"), ("title", "title"), ("castle_ply", "castle_ply"))
    },
    **{
        name: when({"$eq": ["$side.color", "white"]}, f"$black_{column}", f"$white_{column}")
        for name, column in (("opponent_elo", "elo"), ("opponent_title", "title"))
    },
    "score": when("$won", 1.0, when("$drawn", 0.5, when("$lost", 0.0, None))),
    "round_number": _leading_number(or_else("$pgn.round", "")),
}
"""The columns of the view that belong to sides."""

_SHOWN = ("ended", "won", "drawn", "lost", "year", "white_castle_ply", "black_castle_ply", "pgn", "bgn", "moves")
"""The fields of the view that other stages add or keep."""

SIDES: list[Stage] = [
    {"$addFields": {"moves": or_else("$moves", [])}},
    LEGAL,
    *ENDED,
    {"$addFields": {"castles": mapped("$moves", "move", or_else("$$move.castle", None))}},
    {
        "$addFields": {
            **_OF_GAMES,
            "year": or_else({"$year": date_or_null("$bgn.eventDate")}, None),
            "white_castle_ply": _castle_ply(0),
            "black_castle_ply": _castle_ply(1),
        }
    },
    _SIDES,
    {"$unwind": "$side"},
    *_RESULT,
    {"$addFields": _OF_SIDES},
    {"$project": dict.fromkeys([*_OF_GAMES, *_OF_SIDES, *_SHOWN], 1)},
]
"""The pipeline of the view `sides`: two documents for each game, which have columns of games and of sides as fields."""

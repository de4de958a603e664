"""Both sides of games: the stages of the view `sides`, and results from a player's side."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import Expression, Stage, or_else, share, when
from scoresheet.questions.mongo.games import ENDED

__all__ = ["counted", "ended", "kept", "score", "shown_counts"]

_WIN: Expression = when({"$eq": ["$side.color", "white"]}, "1-0", "0-1")
_LOSS: Expression = when({"$eq": ["$side.color", "white"]}, "0-1", "1-0")

_SIDES: Stage = {
    "$addFields": {
        "side": [
            {"color": color, "player": or_else(f"$pgn.{color}", None), "opponent": or_else(f"$pgn.{other}", None)}
            for color, other in (("white", "black"), ("black", "white"))
        ]
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

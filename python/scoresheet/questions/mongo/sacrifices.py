"""How games ended in which one side gave material that it had not got back some plies later."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import (
    BLACK_BEGINS,
    Expression,
    Stage,
    element,
    first,
    mapped,
    share,
    total,
    when,
)
from scoresheet.questions.mongo.games import BOUNDS, CHANGES, CHESS, ENDED, START_BALANCE, bounds

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = (*BOUNDS, "pawns", "plies")
"""The parameters that the pipeline uses."""

_SIDES = {"white": (1, "1-0", "0-1"), "black": (-1, "0-1", "1-0")}
"""For each side: the sign of its material, and how games end that it wins and loses."""


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each side that gave material in a game.

    >>> list(pipeline({"pawns": 3, "plies": 6})[-1]["$project"])
    ['_id', 'side', 'games', 'won', 'drawn', 'lost', 'mean_ply']
    """
    sides = [
        {"side": side, "wins": wins, "loses": loses, "ply": first(_given(sign, values["pawns"], values["plies"]))}
        for side, (sign, wins, loses) in _SIDES.items()
    ]
    played = {"$cond": [{"$eq": ["$begins", 1]}, {"$slice": ["$changes", 1, {"$size": "$changes"}]}, "$changes"]}
    # The material at the start and after each ply.
    places = {"$range": [0, {"$add": [{"$size": "$changes"}, 1]}]}
    given = when({"$eq": ["$$ply", 0]}, 0, total({"$slice": ["$changes", 0, "$$ply"]}))
    return [
        CHESS,
        *bounds(values),
        # A shorter game cannot last for so many plies.
        {"$match": {f"moves.{values['plies'] - 1}": {"$exists": True}}},
        *ENDED,
        *CHANGES,
        {"$addFields": {"begins": BLACK_BEGINS}},
        {"$project": {"ended": 1, "changes": played, "start": START_BALANCE}},
        {"$project": {"ended": 1, "balances": mapped(places, "ply", {"$add": ["$start", given]})}},
        {"$project": {"ended": 1, "side": sides}},
        {"$unwind": "$side"},
        {"$match": {"side.ply": {"$gte": 0}}},
        {
            "$group": {
                "_id": "$side.side",
                "games": {"$sum": 1},
                "won": {"$sum": when({"$eq": ["$ended", "$side.wins"]})},
                "drawn": {"$sum": when({"$eq": ["$ended", "1/2-1/2"]})},
                "lost": {"$sum": when({"$eq": ["$ended", "$side.loses"]})},
                "plies": {"$sum": {"$subtract": ["$side.ply", values["plies"] - 1]}},
            }
        },
        {"$sort": {"_id": -1}},
        {
            "$project": {
                "_id": 0,
                "side": "$_id",
                "games": "$games",
                "won": "$won",
                "drawn": "$drawn",
                "lost": "$lost",
                "mean_ply": share("$plies", "$games", times=1),
            }
        },
    ]


def _given(sign: int, pawns: int, plies: int) -> Expression:
    """The plies after which a side has been down by so much for so many plies, compared with the two plies before them.

    Two, so that the side that captures first in an exchange gives nothing when the other captures back.
    """
    before = {"$subtract": ["$$at", plies]}
    earlier = {"$max": [0, {"$subtract": [before, 1]}]}
    own = [element("$balances", place) for place in (earlier, before)]
    after = {"$slice": ["$balances", {"$add": [before, 1]}, plies]}
    down: Expression = {"$lte": [{"$max": after}, {"$subtract": [{"$min": own}, pawns]}]}
    if sign < 0:
        down = {"$gte": [{"$min": after}, {"$add": [{"$max": own}, pawns]}]}
    return {"$filter": {"input": {"$range": [plies, {"$size": "$balances"}]}, "as": "at", "cond": down}}

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
from scoresheet.questions.mongo.games import BOUNDS, CHANGES, CHESS, START_BALANCE, bounds
from scoresheet.questions.mongo.sides import counted, ended, kept, score

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
    white, black = (first(_given(sign, values["pawns"], values["plies"])) for sign, _, _ in _SIDES.values())
    given: list[Expression] = [
        {"side": side, "wins": wins, "loses": loses, "ply": ply}
        for ply, (side, (_, wins, loses)) in zip((white, black), _SIDES.items(), strict=True)
    ]
    counts: dict[str, Expression] = {
        "won": {"$sum": when({"$eq": ["$ended", "$given.wins"]})},
        "drawn": {"$sum": when({"$eq": ["$ended", "1/2-1/2"]})},
        "lost": {"$sum": when({"$eq": ["$ended", "$given.loses"]})},
    }
    own, more = kept(values), {}
    if values.get("player") is not None:
        own, counts, more = {**own, "side": 1}, counted(values), {"score": score()}
        ply = when({"$eq": ["$side.color", "white"]}, white, black)
        given = [{"side": "$side.color", "ply": ply}]
    played = {"$cond": [{"$eq": ["$begins", 1]}, {"$slice": ["$changes", 1, {"$size": "$changes"}]}, "$changes"]}
    # The material at the start and after each ply.
    places = {"$range": [0, {"$add": [{"$size": "$changes"}, 1]}]}
    changed = when({"$eq": ["$$ply", 0]}, 0, total({"$slice": ["$changes", 0, "$$ply"]}))
    return [
        CHESS,
        *bounds(values),
        # A shorter game cannot last for this many plies.
        {"$match": {f"moves.{values['plies'] - 1}": {"$exists": True}}},
        *ended(values),
        *CHANGES,
        {"$addFields": {"begins": BLACK_BEGINS}},
        {"$project": {**own, "changes": played, "start": START_BALANCE}},
        {"$project": {**own, "balances": mapped(places, "ply", {"$add": ["$start", changed]})}},
        {"$project": {**kept(values), "given": given}},
        {"$unwind": "$given"},
        {"$match": {"given.ply": {"$gte": 0}}},
        {
            "$group": {
                "_id": "$given.side",
                "games": {"$sum": 1},
                **counts,
                "plies": {"$sum": {"$subtract": ["$given.ply", values["plies"] - 1]}},
            }
        },
        {"$sort": {"_id": -1}},
        {
            "$project": {
                "_id": 0,
                "side": "$_id",
                "games": "$games",
                **{name: f"${name}" for name in counts},
                **more,
                "mean_ply": share("$plies", "$games", times=1),
            }
        },
    ]


def _given(sign: int, pawns: int, plies: int) -> Expression:
    """The plies after which a side has been down by this much for this many plies, compared with the two plies before.

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

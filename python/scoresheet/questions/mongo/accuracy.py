"""How accurately players move, by evaluations that the games have."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import (
    Expression,
    Stage,
    date_or_null,
    number_of,
    or_else,
    share,
    source_of,
    when,
)
from scoresheet.questions.mongo.games import BOUNDS, bounds, speeds, without_time_control
from scoresheet.questions.mongo.judged_moves import judged

__all__ = ["LACKING", "PARAMETERS", "pipeline"]

PARAMETERS = (*BOUNDS, "by", "min_games", "from_ply", "to_ply", "opening", "middlegame")
"""The parameters that the pipeline uses."""

LACKING = (("by", "opening"),)
"""Values that it does not know: documents do not hold the openings that their moves reach."""

_SUMS = ("games", "moves", "accuracy", "loss", "inaccuracies", "mistakes", "blunders")
_SUMMED: dict[str, Expression] = {name: {"$sum": f"${name}"} for name in _SUMS}
_GAME: dict[str, Expression] = {"source": source_of("$part"), "game": number_of("$part")}

_PARTS: dict[str | None, Expression] = {
    None: {"$literal": None},
    "game": "$_id",
    "year": or_else({"$year": date_or_null("$bgn.eventDate")}, None),
    "time": or_else("$pgn.timeControl", None),
}
"""The keys that distinguish the groups of moves, besides the side, unless that depends on the move or is the player."""


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each group and side.

    >>> from scoresheet.questions import find
    >>> list(pipeline(find("accuracy").values({"by": "phase"}))[-1]["$project"])[:5]
    ['_id', 'phase', 'side', 'games', 'moves']
    """
    by = values["by"]
    part = _PARTS.get(by, _PARTS[None])
    return [
        *bounds(values),
        *judged(values, {"part": part}, {}),
        *_in_range(values),
        *_sides(_phase(values) if by == "phase" else "$part"),
        {"$group": {"_id": _group(by), **_SUMMED}},
        {"$project": {"part": "$_id.part", "player": "$_id.player", "side": "$_id.side", **dict.fromkeys(_SUMS, 1)}},
        *(_by_speed() if by == "time" else []),
        {"$match": {"games": {"$gte": values["min_games"]}}},
        *_ordered(by),
    ]


def _phase(values: dict[str, Any]) -> Expression:
    later = when({"$lte": ["$ply", values["middlegame"]]}, "middlegame", "endgame")
    return when({"$lte": ["$ply", values["opening"]]}, "opening", later)


def _in_range(values: dict[str, Any]) -> list[Stage]:
    given = (("$gte", values["from_ply"]), ("$lte", values["to_ply"]))
    plies = {sign: ply for sign, ply in given if ply is not None}
    return [{"$match": {"ply": plies}}] if plies else []


def _sides(part: Expression) -> list[Stage]:
    """The stages that sum up the moves of each side of a game."""
    weighted = {"$divide": ["$weighted", "$weights"]}
    harmonic = {"$divide": ["$moves", "$inverses"]}
    return [
        {
            "$group": {
                "_id": {"game": "$_id", "part": part, "player": "$player", "side": "$side"},
                "moves": {"$sum": 1},
                "weighted": {"$sum": {"$multiply": ["$weight", "$accuracy"]}},
                "weights": {"$sum": "$weight"},
                # In the harmonic mean, less than 1 counts as 1.
                "inverses": {"$sum": {"$divide": [1, {"$max": [1, "$accuracy"]}]}},
                "loss": {"$sum": "$loss"},
                "inaccuracies": {"$sum": when({"$eq": ["$nag", 6]})},
                "mistakes": {"$sum": when({"$eq": ["$nag", 2]})},
                "blunders": {"$sum": when({"$eq": ["$nag", 4]})},
            }
        },
        {"$addFields": {"games": 1, "accuracy": {"$divide": [{"$add": [weighted, harmonic]}, 2]}}},
    ]


def _group(by: str | None) -> dict[str, Expression]:
    """What the sides of a group have in common."""
    shared = {"part": "$_id.part", "side": "$_id.side"}
    return {**shared, "player": "$_id.player"} if by in ("player", "game") else shared


def _by_speed() -> list[Stage]:
    """The stages that turn groups by time controls, of which there are few, into groups by speed."""
    kept: dict[str, Expression] = {"side": 1, **dict.fromkeys(_SUMS, 1)}
    stages = {
        "timed": [*speeds(), {"$project": {**kept, "part": "$speed"}}],
        "others": [*without_time_control(), {"$project": {**kept, "part": {"$literal": None}}}],
    }
    whole = {"_id": {"part": "$found.part", "side": "$found.side"}}
    return [
        {"$project": {**kept, "pgn": {"timeControl": "$part"}}},
        {"$facet": stages},
        {"$project": {"found": {"$concatArrays": ["$timed", "$others"]}}},
        {"$unwind": "$found"},
        {"$group": {**whole, **{name: {"$sum": f"$found.{name}"} for name in _SUMS}}},
        {"$project": {**kept, "part": "$_id.part", "side": "$_id.side"}},
    ]


_PHASES = ("opening", "middlegame", "endgame")
_ORDERS: dict[str, dict[str, int]] = {
    "player": {"games": -1, "unknown": 1, "player": 1, "side": -1},
    "game": {"source": 1, "game": 1, "side": -1},
    "phase": {"place": 1, "side": -1},
    "year": {"unknown": 1, "part": 1, "side": -1},
    "time": {"games": -1, "unknown": 1, "part": 1, "side": -1},
}
_NAMES: dict[str, dict[str, Expression]] = {
    "player": {"player": "$player"},
    "game": {"source": "$source", "game": "$game", "player": "$player"},
    "phase": {"phase": "$part"},
    "year": {"year": "$part"},
    "time": {"speed": "$part"},
}


def _ordered(by: str | None) -> list[Stage]:
    """The last stages: the order of the groups, and their means."""
    known = by or "player"
    added: dict[str, Expression] = {"unknown": when({"$eq": [f"${'player' if known == 'player' else 'part'}", None]})}
    added |= {"place": {"$indexOfArray": [list(_PHASES), "$part"]}} if known == "phase" else {}
    added |= _GAME if known == "game" else {}
    return [
        {"$addFields": added},
        {"$sort": _ORDERS[known]},
        {
            "$project": {
                "_id": 0,
                **_NAMES[known],
                "side": "$side",
                "games": "$games",
                "moves": "$moves",
                "accuracy": share("$accuracy", "$games", places=2, times=1),
                "mean_loss": share("$loss", "$moves", places=2, times=1),
                **{name: share(f"${name}", "$moves", places=2) for name in ("inaccuracies", "mistakes", "blunders")},
            }
        },
    ]

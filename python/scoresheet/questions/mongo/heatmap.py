"""Where a piece lands, or its square after a ply."""

from __future__ import annotations

from typing import Any

from scoresheet.questions.mongo.expressions import (
    BLACK_BEGINS,
    Expression,
    Stage,
    element,
    letters,
    mapped,
    one,
    or_else,
    total,
    when,
)
from scoresheet.questions.mongo.games import BOUNDS, CHESS, PLACEMENT, PLAYED, bounds

__all__ = ["PARAMETERS", "pipeline"]

PARAMETERS = ("piece", "color", "what", "ply", *BOUNDS)
"""The parameters that the pipeline uses."""

_FILES = "abcdefgh"
_WHITE: Expression = {"$eq": [{"$mod": ["$at", 2]}, 0]}
# A piece that is dropped comes from no square.
_FROM: Expression = or_else("$move.f", "$move.t")
_RANK: Expression = {"$substrCP": [_FROM, 1, 1]}
_TO_FILE: Expression = {"$substrCP": ["$move.t", 0, 1]}
_BECOMES: Expression = or_else("$move.promote", "$move.p")
_ROOK: Expression = when({"$eq": [or_else("$move.castle", None), None]}, None, "R")
_IS_LONG: Expression = {"$eq": ["$move.castle", "Q"]}
_ROOK_TO: Expression = {"$concat": [when(_IS_LONG, "d", "f"), _RANK]}


def pipeline(values: dict[str, Any]) -> list[Stage]:
    """A document for each rank, from the eighth to the first, with a field for each file.

    >>> list(pipeline({"what": "lands", "piece": "N"})[-1]["$project"])[:3]
    ['_id', 'rank', 'a']
    """
    is_lands = values["what"] == "lands"
    moved = [{"$project": {"change": _arrivals() if is_lands else [*_arrivals(), *_departures()]}}]
    parts = {"moved": [*_moves(values.get("ply")), *moved, *_counted(values)]}
    if not is_lands:
        parts["stood"] = [*_standing(), *_counted(values)]
    found = {"$concatArrays": [f"${name}" for name in parts]}
    rows = [{"rank": rank, **{file: _pieces_on(f"{file}{rank}") for file in _FILES}} for rank in range(8, 0, -1)]
    return [
        CHESS,
        PLAYED,
        *bounds(values),
        {
            "$project": {
                "placement": PLACEMENT,
                "starts": when({"$eq": [or_else("$bgn.setup.fen", None), None]}, None, PLACEMENT),
                "begins": BLACK_BEGINS,
                "moves": 1,
            }
        },
        {"$facet": parts},
        {"$project": {"found": found}},
        {"$project": {"row": rows}},
        {"$unwind": "$row"},
        {"$project": {"_id": 0, "rank": "$row.rank", **{file: f"$row.{file}" for file in _FILES}}},
    ]


def _moves(last: int | None) -> list[Stage]:
    """The stages that give a document for each move up to a ply, and none for passed moves."""
    whole = {"$size": "$moves"}
    end = whole if last is None else {"$min": [whole, {"$add": ["$begins", last]}]}
    move = {"at": "$$at", "move": element("$moves", "$$at")}
    return [
        {"$project": {"starts": 1, "begins": 1, "each": mapped({"$range": ["$begins", end]}, "at", move)}},
        {"$unwind": "$each"},
        {"$match": {"each.move.null": None}},
        {"$project": {"starts": 1, "at": "$each.at", "move": "$each.move"}},
    ]


def _change(piece: Expression, square: Expression, is_white: Expression, by: int) -> Expression:
    return {"piece": piece, "square": square, "white": is_white, "by": by}


def _arrivals() -> list[Expression]:
    """The pieces that a move puts on squares. A piece is null if there is none."""
    return [_change(_BECOMES, "$move.t", _WHITE, 1), _change(_ROOK, _ROOK_TO, _WHITE, 1)]


def _departures() -> list[Expression]:
    """The pieces that a move takes from squares."""
    taken_on = when({"$eq": ["$move.ep", True]}, {"$concat": [_TO_FILE, _RANK]}, "$move.t")
    mover = when({"$eq": [or_else("$move.f", None), None]}, None, "$move.p")
    return [
        _change(mover, or_else("$move.f", None), _WHITE, -1),
        _change(or_else("$move.x", None), taken_on, {"$not": [_WHITE]}, -1),
        _change(_ROOK, when({"$eq": [_ROOK, None]}, None, _rook_from()), _WHITE, -1),
    ]


def _rook_from() -> Expression:
    """The square that the rook leaves. It is the outermost one of its side at the start, as in Chess960."""
    row = element({"$split": ["$starts", "/"]}, when(_WHITE, 7, 0))
    line = _squares(row)
    rook = when(_WHITE, "R", "r")
    last = {"$subtract": [7, {"$indexOfArray": [{"$reverseArray": line}, rook]}]}
    place = when(_IS_LONG, {"$indexOfArray": [line, rook]}, last)
    usual = when(_IS_LONG, "a", "h")
    file = when({"$eq": ["$starts", None]}, usual, {"$substrCP": [_FILES, {"$max": [0, place]}, 1]})
    return {"$concat": [file, _RANK]}


def _squares(text: Expression) -> Expression:
    """The squares of rows of a FEN: a letter for each piece, and a point for each empty square."""
    empty = {"$indexOfCP": ["12345678", "$$this"]}
    # A slice of at least one element, which other letters do not use.
    points = {"$slice": [["."] * 8, 0, {"$max": [1, {"$add": [empty, 1]}]}]}
    square = when({"$gte": [empty, 0]}, points, when({"$eq": ["$$this", "/"]}, [], one("$$this")))
    return {"$reduce": {"input": letters(text), "initialValue": [], "in": {"$concatArrays": ["$$value", square]}}}


def _standing() -> list[Stage]:
    """The stages that give a document for each start of games, with the pieces on its squares as changes."""
    names = [f"{file}{rank}" for rank in range(8, 0, -1) for file in _FILES]
    letter = element("$board", "$$at")
    change = {
        "piece": {"$toUpper": letter},
        "square": element({"$literal": names}, "$$at"),
        "white": {"$eq": [letter, {"$toUpper": letter}]},
        "by": "$games",
    }
    return [
        {"$group": {"_id": "$placement", "games": {"$sum": 1}}},
        {"$project": {"games": 1, "board": _squares("$_id")}},
        {"$project": {"change": mapped({"$range": [0, 64]}, "at", change)}},
    ]


def _counted(values: dict[str, Any]) -> list[Stage]:
    """The stages that count the requested pieces on each square."""
    color = values.get("color")
    wanted: dict[str, Any] = {"change.piece": values["piece"]}
    if color is not None:
        wanted["change.white"] = color == "white"
    return [
        {"$unwind": "$change"},
        {"$match": wanted},
        {"$group": {"_id": "$change.square", "pieces": {"$sum": "$change.by"}}},
    ]


def _pieces_on(square: str) -> Expression:
    found = {"$filter": {"input": "$found", "as": "each", "cond": {"$eq": ["$$each._id", square]}}}
    return total(mapped(found, "each", "$$each.pieces"))

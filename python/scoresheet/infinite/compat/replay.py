"""The position after some moves in the long format, made as the original converter does: without judging them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoresheet.errors import UsageError
from scoresheet.infinite.apply import Partner, UnjudgedBoard, next_player
from scoresheet.infinite.compat.long import from_long, long_of
from scoresheet.infinite.compat.names import order_of
from scoresheet.infinite.compat.shape import a_square, an_object, refused
from scoresheet.infinite.document import Document, MoveText, square_text
from scoresheet.infinite.faults import Refused
from scoresheet.infinite.pieces import BLACK

__all__ = ["check_halfmoves", "replayed"]


def check_halfmoves(halfmoves: object) -> None:
    """Raises `UsageError` for an invalid number of half-moves. Valid are integers from 0, and infinity.

    >>> check_halfmoves(math.inf)
    """
    fits = isinstance(halfmoves, (int, float)) and not isinstance(halfmoves, bool) and halfmoves >= 0
    if not fits or (isinstance(halfmoves, float) and not halfmoves.is_integer() and not math.isinf(halfmoves)):
        said = f"`halfmoves={str(halfmoves)[:20]}` is not a number of moves"
        raise UsageError(said, hint="use an integer from 0, or math.inf")


def replayed(long: dict[str, Any], halfmoves: float) -> dict[str, Any]:
    """The position after this many half-moves. Moves change nothing else, and defaults are filled in first."""
    if isinstance(long.get("startingPosition"), str):
        raise refused("startingPosition", "it is a string, not an object of squares")
    document = from_long(long)
    moves = list(zip(document.moves, long["moves"], strict=True))
    table = UnjudgedBoard.of(document)
    document.turn = order_of(document)
    document.fullmove = 1 if document.fullmove is None else document.fullmove
    for ply, (move, said) in enumerate(moves[: int(min(halfmoves, len(moves)))], 1):
        _play(document, table, move, said, ply)
    document.pieces, document.rights = table.pieces, table.rights
    document.en_passant = table.en_passant
    return _changed(long, document)


def _play(document: Document, table: UnjudgedBoard, move: MoveText, said: object, ply: int) -> None:
    order = order_of(document)
    flags = said if isinstance(said, dict) else {}
    path = f"moves[{ply - 1}]"
    if flags.get("enpassant") in (1, -1):
        table.en_passant = move.end
    try:
        table.play(move, _partner(flags, table, path))
    except Refused as refusal:
        raise Refused(replace(refusal.fault, ply=ply)) from None
    if document.move_rule is not None:
        passed, limit = document.move_rule
        document.move_rule = (passed + 1 if table.was_quiet else 0, limit)
    if order[0] == BLACK:
        document.fullmove = (document.fullmove or 0) + 1
    document.turn = next_player(order)


def _partner(flags: dict[str, Any], table: UnjudgedBoard, path: str) -> Partner | None:
    castle = flags.get("castle")
    if castle is None:
        return None
    said = an_object(castle, f"{path}.castle")
    square = a_square(said.get("coord"), f"{path}.castle.coord")
    side = said.get("dir")
    if side not in (1, -1) or isinstance(side, bool):
        raise refused(f"{path}.castle.dir", "it is neither 1 nor -1")
    if square not in table.pieces:
        raise refused(f"{path}.castle.coord", f"there is no piece on `{square_text(square)}`")
    return Partner(square, side)


_CHANGED: Sequence[str] = ("turn", "enpassant", "moveRule", "fullMove", "startingPosition", "specialRights")


def _changed(long: dict[str, Any], document: Document) -> dict[str, Any]:
    """The game, with everything that moves change replaced."""
    document.moves = []
    made = long_of(document, filled=False)
    after = {key: dict(value) if isinstance(value, dict) else value for key, value in long.items()}
    for key in _CHANGED:
        after.pop(key, None)
        if key in made and (key != "specialRights" or key in long):
            after[key] = made[key]
    after["moves"] = []
    # The list of the start.
    after.pop("shortposition", None)
    after.pop("annotations", None)
    return after

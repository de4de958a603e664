"""The moves of the neutral encoding."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from scoresheet.infinite.compat.comments import clocked, comment_with_clock, signs_from
from scoresheet.infinite.compat.names import a_piece_code
from scoresheet.infinite.compat.shape import a_natural, a_square, a_text, an_object, given, refused
from scoresheet.infinite.document import MoveText, square_text
from scoresheet.infinite.faults import Refused

__all__ = ["move_from", "move_of", "token_of"]

_SPELLED = re.compile(r"=[ \t\r\n]*(?:0+(?=[0-9]))?([0-9]*[A-Za-z]{1,2})\Z")


def move_of(move: MoveText, *, strict: bool) -> dict[str, Any]:
    """A move as JSON."""
    said: dict[str, Any] = {"start": _pair(move.start), "end": _pair(move.end)}
    if move.promotion is not None:
        said["promotion"] = move.promotion.code
    said["token"] = token_of(move)
    if move.comments:
        said.update(clocked(" ".join(move.comments), strict=strict))
    if move.signs and not strict:
        said["signs"] = list(move.signs)
    return said


def _pair(square: tuple[int, int]) -> list[str]:
    return [str(square[0]), str(square[1])]


def token_of(move: MoveText) -> str:
    """The squares and the promotion as the text spells it: `1,7>2,8=3Q`."""
    core = f"{square_text(move.start)}>{square_text(move.end)}"
    if move.promotion is None:
        return core
    spelled = _SPELLED.search(move.text)
    return f"{core}={spelled[1] if spelled else move.promotion.code}"


def move_from(value: object, path: str) -> MoveText:
    """The move for an object with `start` and `end`."""
    said = an_object(value, path)
    for name in ("start", "end"):
        if name not in said:
            raise refused(path, f"it has no `{name}`")
    promotion, kind, comment, clock = (said.get(name) for name in ("promotion", "type", "comment", "clockMillis"))
    flags = an_object(given(said, "flags", {}), f"{path}.flags")
    signs = signs_from(given(said, "signs", []), f"{path}.signs")
    check = ("#",) if flags.get("mate") is True else ("+",) if flags.get("check") is True else ()
    text = comment_with_clock(
        None if comment is None else a_text(comment, f"{path}.comment"),
        None if clock is None else a_natural(clock, f"{path}.clockMillis"),
    )
    move = MoveText(
        a_square(said["start"], f"{path}.start"),
        a_square(said["end"], f"{path}.end"),
        None if promotion is None else a_piece_code(promotion, f"{path}.promotion"),
        None if kind is None else a_piece_code(kind, f"{path}.type"),
        capture=flags.get("capture") is True,
        signs=signs or check,
        comments=() if text is None else (text,),
    )
    # The spelling of the promotion, if the token means the same.
    token = said.get("token")
    return replace(move, text=token) if isinstance(token, str) and _says_the_same(token, move) else move


def _says_the_same(token: str, move: MoveText) -> bool:
    core, equals, spelled = token.partition("=")
    if core != f"{square_text(move.start)}>{square_text(move.end)}" or not equals:
        return token == token_of(move)
    try:
        return a_piece_code(spelled, "token") == move.promotion
    except Refused:
        return False

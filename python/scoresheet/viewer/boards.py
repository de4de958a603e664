"""Positions and moves on the board, as the page requests them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from scoresheet import Position
from scoresheet._registry import entries
from scoresheet.drawing.tree import position_json
from scoresheet.errors import ScoresheetError
from scoresheet.viewer.errors import wrong

__all__ = ["notations", "position"]

_LONGEST = 10_000
"""The maximum length of a position, in characters."""


def position(asked: Mapping[str, str]) -> dict[str, Any]:
    """The position in `fen`, after the move in `move` if there is one.

    >>> found = position({"move": "e2e4"})
    >>> found["san"], found["turn"], found["legal"][0]
    ('e4', 'black', ['a7a5', 48, 32, None])
    """
    return position_json(*_start(asked), asked.get("move") or None)


def _start(asked: Mapping[str, str]) -> tuple[str | None, str | None]:
    fen = asked.get("fen") or None
    if fen is not None and len(fen) > _LONGEST:
        raise wrong("the position is too long")
    return fen, asked.get("rules") or None


def notations(asked: Mapping[str, str]) -> dict[str, Any]:
    """A position in all notations of positions, and a move in it in all notations of moves.

    Notations that cannot express them are left out. Those of bytes are shown in hexadecimal digits.

    >>> found = notations({"move": "g1f3"})
    >>> found["move"]["san-de"], found["move"]["lan"], found["position"]["fen"].split()[0]
    ('Sf3', 'Ng1-f3', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR')
    """
    before = Position(*_start(asked))
    texts: dict[str, dict[str, str]] = {"position": _all("positions", before.to), "move": {}}
    if asked.get("move"):
        move = before.parse(asked["move"], "uci")
        texts["move"] = _all("notations", lambda notation: before.write(move, notation))
    return texts


def _all(kind: str, write: Callable[[str], str | bytes]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for entry in entries(kind):
        with suppress(ScoresheetError):  # not every notation can express every position or move
            text = write(str(entry["id"]))
            texts[str(entry["id"])] = text.hex() if isinstance(text, bytes) else text
    return texts

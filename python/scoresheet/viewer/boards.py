"""Positions and moves on the board, in all notations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import scoresheet
from scoresheet import Position
from scoresheet._registry import registry
from scoresheet.errors import ScoresheetError
from scoresheet.viewer.refusals import wrong
from scoresheet.viewer.spoken import spoken

__all__ = ["notations", "position"]

_LONGEST = 2_000_000
"""The maximum length of a position, in characters."""


def position(asked: Mapping[str, str]) -> dict[str, Any]:
    """A position after an optional move, with its legal moves.

    >>> found = position({"move": "e2e4"})
    >>> found["san"], found["turn"], found["legal"][0]
    ('e4', 'black', ['b8a6', 57, 40, None])
    """
    if asked.get("rules") == "infinite":
        from scoresheet.viewer.far_boards import far_position  # here: few games are on boards without edges

        return far_position(asked)
    before = _read(asked)
    move = asked.get("move")
    if not move:
        return _facts(before)
    played = before.parse(move, "uci")
    after = before.play(played)
    san = before.write(played, "san")
    squares = [played.from_square, played.to_square]
    return {**_facts(after), "san": san, "say": spoken(str(san)), "uci": _uci(before, played), "mv": squares}


def _read(asked: Mapping[str, str]) -> Position:
    fen, rules = asked.get("fen") or None, asked.get("rules") or None
    if fen is not None and len(fen) > _LONGEST:
        raise wrong("the position is too long")
    return Position(fen, rules if rules not in ("chess", "standard") else None)


def _uci(before: Position, move: scoresheet.Move) -> str:
    return move.uci(chess960=before.variant == "chess960")


def _facts(found: Position) -> dict[str, Any]:
    return {
        "fen": found.fen(),
        "turn": found.turn,
        "chk": found.is_check,
        "mate": found.is_mate,
        "stalemate": found.is_stalemate,
        "legal": [[_uci(found, move), move.from_square, move.to_square, move.promotion] for move in found.legal_moves],
    }


def notations(asked: Mapping[str, str]) -> dict[str, Any]:
    """A position in all notations of positions, and a move in it in all notations of moves.

    Notations that cannot express them are left out. Those of bytes are shown in hexadecimal digits.

    >>> found = notations({"move": "g1f3"})
    >>> found["move"]["san-de"], found["move"]["lan"], found["position"]["fen"].split()[0]
    ('Sf3', 'Ng1-f3', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR')
    """
    before = _read(asked)
    found = {"position": _all("positions", before.to), "move": {}}
    if asked.get("move"):
        move = before.parse(asked["move"], "uci")
        found["move"] = _all("notations", lambda notation: before.write(move, notation))
    return found


def _all(kind: str, write: Callable[[str], str | bytes]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for entry in registry(kind):
        with suppress(ScoresheetError):  # not every notation can express every position or move
            text = write(str(entry["id"]))
            texts[str(entry["id"])] = text.hex() if isinstance(text, bytes) else text
    return texts

"""The shadow of a game: a game of standard chess with the same annotations and times, and with moves that mean nothing.

The native part writes and reads everything in documents that does not depend on the board. So an annotation on an
infinite board is exactly what it is on any other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import scoresheet
from scoresheet.errors import UsageError
from scoresheet.infinite.annotation import NAGS, is_verdict
from scoresheet.infinite.node import Entry
from scoresheet.infinite.writing.jsontext import json_line

__all__ = ["DRAWISH", "document_of_shadow", "shadow_move", "shadow_of_document"]

_MOVES = (("b1", "a3"), ("b8", "a6"), ("a3", "b1"), ("a6", "b8"))
"""Knights go forth and back, without ever meeting anything."""

# Tags that determine how moves are read. Documents have no such names, and neither does the shadow.
_DECIDING = frozenset(
    ("fen", "setup", "variant", "result", "rules", "pieces", "gameformat", "moveformat", "nagformat", "pgnformat")
)
_NAME = re.compile(r"[A-Za-z0-9_]+")


def _is_harmless(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and name.lower() not in _DECIDING


def shadow_move(place: int) -> dict[str, str]:
    """The move at a place of the array.

    >>> shadow_move(5)
    {'p': 'N', 'f': 'b8', 't': 'a6'}
    """
    start, end = _MOVES[place % len(_MOVES)]
    return {"p": "N", "f": start, "t": end}


DRAWISH = 10
"""The NAG of `=`."""


class _Signs:
    """Signs without a NAG, such as `!!!`. In the shadow they are NAGs that no game of ICN has; in documents, texts."""

    def __init__(self) -> None:
        self._free = iter(sorted(set(range(1, 256)) - {*NAGS.values(), DRAWISH}))
        self._numbers: dict[str, int] = {}

    def numbers_of(self, signs: Iterable[str]) -> list[int]:
        """The NAGs for the signs after a move. A game with hundreds of different signs keeps only the first of them."""
        found = []
        for sign in filter(is_verdict, signs):
            number = DRAWISH if sign == "=" else NAGS.get(sign) or self._numbers.get(sign) or next(self._free, None)
            if number is not None:
                found.append(number)
                if number not in NAGS.values() and number != DRAWISH:
                    self._numbers[sign] = number
        return found

    def put_back(self, moves: Iterable[Any]) -> None:
        """Replaces the NAGs that represent other signs by these."""
        names = {number: sign for sign, number in self._numbers.items()}
        if names:
            for annotation in (note for move in moves if move for note in move.get("a", [])):
                if annotation.get("nag") in names:
                    annotation["nag"] = names[annotation["nag"]]


def document_of_shadow(
    tags: Iterable[tuple[str, str]], root: Entry, entries: Sequence[Entry], termination: str | None
) -> dict[str, Any]:
    """The document of the shadow of these moves. All moves are White's and Black's in turn.

    >>> document = document_of_shadow([("White", "A, B")], Entry(0), [Entry(1, comments=["good"])], "1-0")
    >>> document["bgn"]["white"], document["moves"][0]["a"]
    ({'last': 'A', 'first': 'B'}, [{'id': 'pgn', 'comment': 'good'}])
    """
    signs = _Signs()
    shadow = scoresheet.Game({name: value for name, value in tags if _is_harmless(name)})
    shadow.root.comments_after = root.comments
    for place, entry in enumerate(entries):
        move = shadow_move(place)
        node = shadow.add(f"{move['f']}{move['t']}", notation="uci")
        node.comments_after = entry.comments
        node.nags = signs.numbers_of(entry.signs)
    shadow.termination = termination
    document: dict[str, Any] = json.loads(shadow.to("bgnl"))
    signs.put_back(document["moves"])
    return document


def shadow_of_document(
    tags: Iterable[tuple[str, str]], bgn: Mapping[str, Any], moves: Sequence[Mapping[str, Any] | None]
) -> scoresheet.Game:
    """The shadow with the annotations of a document, whose moves have only fields that do not depend on the board.

    >>> shadow = shadow_of_document([], {}, [{"a": [{"id": "pgn", "nag": 1, "comment": "good"}]}])
    >>> shadow.at(1).nags, shadow.at(1).comment
    ([1], 'good')
    """
    names = [(name, value) for name, value in tags if _is_harmless(name)]
    pgn = scoresheet.Game(names).to("bgnl")
    document = {
        "pgn": json.loads(pgn)["pgn"],
        "bgn": dict(bgn),
        "moves": [{**shadow_move(place), **(fields or {})} for place, fields in enumerate(moves)],
    }
    game = scoresheet.parse(json_line(document, spaced=False), from_="bgnl")
    if not isinstance(game, scoresheet.Game):
        raise UsageError("the shadow of a game is one of standard chess")
    return game

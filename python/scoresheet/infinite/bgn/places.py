"""The places of moves in the text of a document, which are searched only for faults."""

from __future__ import annotations

import re
from functools import cached_property

__all__ = ["MovePlaces"]

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],]|null')
_KEY = re.compile(r'"moves"[ \t\r\n]*:[ \t\r\n]*\[')


class MovePlaces:
    """The offset of each element of the array `moves`."""

    def __init__(self, text: str) -> None:
        self._text = text

    def of(self, place: int) -> int:
        """The offset of the element at this place; 0 if it is not found.

        >>> MovePlaces('{"moves":[null,{"a":[1,2]},{}]}').of(2)
        27
        """
        return self._places[place] if place < len(self._places) else 0

    @cached_property
    def _places(self) -> list[int]:
        places: list[int] = []
        depth, inside = 0, -1
        for token in _TOKEN.finditer(self._text):
            mark = token.group()
            if depth == 1 and _KEY.match(self._text, token.start()):
                inside = 2
            elif depth == inside and mark in ("{", "null"):
                places.append(token.start())
            if mark in ("{", "["):
                depth += 1
            elif mark in ("}", "]"):
                depth -= 1
                if inside == 2 and depth == 1:
                    break
        return places

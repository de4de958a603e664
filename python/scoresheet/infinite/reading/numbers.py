"""Squares, borders, and what is highlighted: arguments that consist mostly of numbers."""

from __future__ import annotations

import re

from scoresheet.infinite.document import Border, PresetRay, Square
from scoresheet.infinite.errors import error_of
from scoresheet.infinite.faults import Refused
from scoresheet.infinite.reading.source import INTEGER, Source, shown

__all__ = ["border_in", "rays_in", "read_border", "square_in", "squares_in"]

_SQUARE = re.compile(rf"({INTEGER}),({INTEGER})")
_RAY = re.compile(rf"({INTEGER}),({INTEGER})>({INTEGER}),({INTEGER})")
_BORDER = re.compile(rf"(?:{INTEGER}|_)(?:,(?:{INTEGER}|_)){{3}}")


def square_in(source: Source, words: str, at: int) -> Square | None:
    """The square in `3,-4`, which is at `at`; None if it is not a square."""
    found = _SQUARE.fullmatch(words)
    return None if found is None else _pair(source, found, 1, at)


def squares_in(source: Source, words: str, at: int) -> tuple[Square, ...] | None:
    """`1,2|3,4`."""
    squares = []
    for part in words.split("|"):
        found = _SQUARE.fullmatch(part)
        if found is None:
            return None
        squares.append(_pair(source, found, 1, at))
        at += len(part) + 1
    return tuple(squares)


def rays_in(source: Source, words: str, at: int) -> tuple[PresetRay, ...] | None:
    """`1,2>0,1|3,4>-1,0`. The second pair of a ray is its direction."""
    rays = []
    for part in words.split("|"):
        found = _RAY.fullmatch(part)
        if found is None:
            return None
        ray = PresetRay(_pair(source, found, 1, at), _pair(source, found, 3, at))
        if ray.step == (0, 0):
            return None
        rays.append(ray)
        at += len(part) + 1
    return tuple(rays)


def border_in(source: Source, words: str, at: int) -> Border | None:
    """`-7,16,_,16`: left, right, bottom and top. `_` is an open side."""
    if not _BORDER.fullmatch(words):
        return None
    sides: list[int | None] = []
    for side in words.split(","):
        sides.append(None if side == "_" else source.integer(side, at))
        at += len(side) + 1
    return Border(*sides)


def read_border(text: str) -> Border:
    """The border for its text; `_` is an open side.

    Raises:
        ReadError: the text is not a border.

    >>> read_border("1,8,_,8").holds(8, -100)
    True
    """
    source = Source(text)
    try:
        border = border_in(source, text, 0)
        if border is None:
            raise source.refusal("icn-border", f"cannot read the world border `{shown(text)}`", 0, text)
    except Refused as refused:
        raise error_of(refused.fault, text) from None
    return border


def _pair(source: Source, found: re.Match[str], group: int, at: int) -> Square:
    x, y = (source.integer(found[i], at + found.start(i)) for i in (group, group + 1))
    return x, y

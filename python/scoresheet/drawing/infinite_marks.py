"""Marked squares and the last move on an infinite board, in any form in which people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from scoresheet.drawing.marks import color_of, listed
from scoresheet.errors import UsageError
from scoresheet.infinite.interface import Move, Square

__all__ = [
    "InfiniteMark",
    "InfiniteMarkLike",
    "InfiniteMoveLike",
    "InfiniteSquareLike",
    "infinite_ends",
    "infinite_squares",
]

InfiniteSquareLike: TypeAlias = "str | Square"
InfiniteMarkLike: TypeAlias = "InfiniteSquareLike | tuple[InfiniteSquareLike, str]"
InfiniteMoveLike: TypeAlias = "Move | str | tuple[InfiniteSquareLike, InfiniteSquareLike] | None"

_NUMBER = "-?[0-9]{1,1000}"
_SQUARE = re.compile(rf"({_NUMBER}),({_NUMBER})")
_MARK = re.compile(rf"([A-Z]?)({_NUMBER},{_NUMBER})")
_MOVE = re.compile(rf"[a-zA-Z]{{0,2}}({_NUMBER},{_NUMBER})[>x]({_NUMBER},{_NUMBER})=?[a-zA-Z]{{0,2}}")


class InfiniteMark(NamedTuple):
    """A marked square, in the colour of a letter."""

    square: Square
    color: str


def infinite_squares(given: str | Iterable[InfiniteMarkLike]) -> list[InfiniteMark]:
    """The marked squares that a caller passes, separated by spaces if in a string. The default colour is green.

    Raises:
        UsageError: one of them is not a square.

    >>> infinite_squares("R4,-5 9,9") == infinite_squares([((4, -5), "red"), (9, 9)])
    True
    """
    found = []
    for each in listed(given, " "):
        match = _MARK.fullmatch(each) if isinstance(each, str) else None
        if match:
            found.append(InfiniteMark(_square(match[2]), color_of(match[1] or "G")))
        elif isinstance(each, tuple) and len(each) == 2 and not isinstance(each[1], int):
            found.append(InfiniteMark(_square(each[0]), color_of(each[1])))
        else:
            found.append(InfiniteMark(_square(each), "G"))
    return found


def infinite_ends(given: InfiniteMoveLike) -> tuple[Square, Square] | None:
    """The two squares of a move: a `Move`, its ICN, or a pair of squares; None for None.

    Raises:
        UsageError: the argument is none of these.

    >>> from scoresheet.infinite import Move
    >>> infinite_ends("2,7>1,8Q") == infinite_ends(((2, 7), (1, 8))) == infinite_ends(Move((2, 7), (1, 8)))
    True
    """
    if given is None:
        return None
    if isinstance(given, Move):
        return _square(given.start), _square(given.end)
    match = _MOVE.fullmatch(given) if isinstance(given, str) else None
    if match:
        return _square(match[1]), _square(match[2])
    if isinstance(given, tuple) and len(given) == 2:
        return _square(given[0]), _square(given[1])
    raise UsageError(
        f"`{_shown(given)}` is not a move", hint="use a `Move`, its text such as `4,2>4,4`, or two squares"
    )


def _square(given: Any) -> Square:
    match = _SQUARE.fullmatch(given) if isinstance(given, str) else None
    if match:
        return int(match[1]), int(match[2])
    if isinstance(given, tuple) and len(given) == 2 and all(type(number) is int for number in given):
        return given
    raise UsageError(f"`{_shown(given)}` is not a square", hint="write it as `4,-5` or `(4, -5)`")


def _shown(given: Any) -> str:
    """An argument, shortened for a message. Numbers that are too long for Python to print are omitted."""
    try:
        return str(given)[:80]
    except ValueError:
        return "…"

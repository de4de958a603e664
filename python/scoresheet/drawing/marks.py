"""Arrows, marked squares and the last move, in any form in which people and files write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from scoresheet._core import Move
from scoresheet.drawing.theme import MARKS
from scoresheet.errors import UsageError

__all__ = [
    "Arrow",
    "ArrowLike",
    "Mark",
    "MarkLike",
    "SquareLike",
    "arrows_of",
    "color_of",
    "ends_of_move",
    "listed",
    "name_of_square",
    "squares_of",
]

SquareLike: TypeAlias = "str | int"
ArrowLike: TypeAlias = "str | tuple[SquareLike, SquareLike] | tuple[SquareLike, SquareLike, str]"
MarkLike: TypeAlias = "str | int | tuple[SquareLike, str]"

_SQUARE = "[a-h][1-8]"
_ARROW = re.compile(rf"([A-Z]?)({_SQUARE})({_SQUARE})")
_MARK = re.compile(rf"([A-Z]?)({_SQUARE})")
_MOVE = re.compile(rf"({_SQUARE})({_SQUARE})[nbrqk]?")
_DROP = re.compile(rf"[PNBRQ]@({_SQUARE})")
_NAMES = {"green": "G", "red": "R", "yellow": "Y", "blue": "B"}


class Arrow(NamedTuple):
    """An arrow between two squares, 0 to 63, in the colour of a letter."""

    start: int
    end: int
    color: str


class Mark(NamedTuple):
    """A marked square, 0 to 63, in the colour of a letter."""

    square: int
    color: str


def arrows_of(given: str | Iterable[ArrowLike]) -> list[Arrow]:
    """The arrows that a caller passes. The default colour is green.

    Raises:
        UsageError: one of them is not an arrow.

    >>> arrows_of("Re2e4,d1h5") == arrows_of([("e2", "e4", "red"), (3, 39)])
    True
    """
    found = []
    for each in listed(given):
        match = _ARROW.fullmatch(each) if isinstance(each, str) else None
        if match:
            each = (match[2], match[3], match[1] or "G")
        if not isinstance(each, tuple) or len(each) not in (2, 3):
            raise UsageError(f"`{each}` is not an arrow", hint="write it as `Ge2e4` or `('e2', 'e4', 'G')`")
        start, end, *color = each
        found.append(Arrow(_square(start), _square(end), color_of(color[0] if color else "G")))
    return found


def squares_of(given: str | Iterable[MarkLike]) -> list[Mark]:
    """The marked squares that a caller passes. The default colour is green.

    Raises:
        UsageError: one of them is not a square.

    >>> squares_of("Rd5,e4") == squares_of([("d5", "red"), 28])
    True
    """
    found = []
    for each in listed(given):
        match = _MARK.fullmatch(each) if isinstance(each, str) else None
        if match:
            found.append(Mark(_square(match[2]), color_of(match[1] or "G")))
        elif isinstance(each, tuple) and len(each) == 2:
            found.append(Mark(_square(each[0]), color_of(each[1])))
        else:
            found.append(Mark(_square(each), "G"))
    return found


def ends_of_move(given: Any) -> tuple[int, int] | None:
    """The two squares of a move: a `Move`, its UCI, or a pair of squares; None for a null move or for None.

    Both are the same for the drop of a piece.

    Raises:
        UsageError: the argument is none of these.

    >>> ends_of_move("e7e8q"), ends_of_move(("e1", "g1")), ends_of_move("N@f3")
    ((52, 60), (4, 6), (21, 21))
    """
    if given is None or given == "0000":
        return None
    if isinstance(given, str):
        if drop := _DROP.fullmatch(given):
            return _square(drop[1]), _square(drop[1])
        match = _MOVE.fullmatch(given)
        if match is None:
            raise UsageError(f"`{given}` is not a move", hint="write it as in `e2e4`")
        return _square(match[1]), _square(match[2])
    if isinstance(given, tuple) and len(given) == 2:
        return _square(given[0]), _square(given[1])
    if isinstance(given, Move):
        return None if given.null else (given.from_square, given.to_square)
    raise UsageError(f"`{given}` is not a move", hint="use a `Move`, its UCI or two squares")


def name_of_square(square: int) -> str:
    """The name of a square.

    >>> name_of_square(0), name_of_square(63)
    ('a1', 'h8')
    """
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def listed(given: Any, separator: str = ",") -> Iterable[Any]:
    """The parts of a list. In a string they are separated by commas, as in a file.

    >>> listed("e4, d5"), listed(7)
    (['e4', 'd5'], [7])
    """
    if isinstance(given, str):
        return [part for part in (part.strip() for part in given.split(separator)) if part]
    return given if isinstance(given, Iterable) else [given]


def _square(given: Any) -> int:
    if isinstance(given, str) and re.fullmatch(_SQUARE, given):
        return "abcdefgh".index(given[0]) + 8 * (int(given[1]) - 1)
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given < 64:
        return given
    raise UsageError(f"`{given}` is not a square", hint="squares are `a1` to `h8`, or 0 to 63")


def color_of(given: Any) -> str:
    """The letter of a mark's colour.

    Raises:
        UsageError: there is no mark with this colour.

    >>> color_of("red"), color_of("G")
    ('R', 'G')
    """
    letter = _NAMES.get(given, given) if isinstance(given, str) else given
    if letter not in MARKS:
        known = ", ".join(f"`{letter}` or `{name}`" for name, letter in _NAMES.items())
        raise UsageError(f"there is no mark with the colour `{given}`", hint=f"use {known}")
    return str(letter)

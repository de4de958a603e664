"""Members of JSON with a known shape. Each is taken together with its path, so that errors can name it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from scoresheet._registry import registry
from scoresheet.infinite.document import Square
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.writing.jsontext import is_text

__all__ = [
    "a_list",
    "a_natural",
    "a_square",
    "a_text",
    "an_integer",
    "an_object",
    "given",
    "number",
    "refused",
    "squares_of",
]

_INTEGER = re.compile(r"0|-?[1-9][0-9]*")
_SHOWN = 60
# Every program reads integers up to this one exactly.
_SAFE = 2**53


def refused(path: str, why: str, code: str = "icn-json") -> Refused:
    """The exception for a member that is not valid."""
    return Refused(Fault(code, f"cannot read `{path[:_SHOWN]}` of the JSON: {why}", text=path[:_SHOWN]))


def an_object(value: object, path: str) -> dict[str, Any]:
    """An object."""
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise refused(path, "it is not an object")
    return value


def given(members: dict[str, Any], name: str, usual: object) -> object:
    """A member, or its default if it is missing or null.

    >>> given({"a": None}, "a", []), given({"a": 0}, "a", [])
    ([], 0)
    """
    value = members.get(name)
    return usual if value is None else value


def a_list(value: object, path: str, length: int | None = None) -> list[Any]:
    """A list, of a given length if there is one."""
    if not isinstance(value, (list, tuple)):
        raise refused(path, "it is not a list")
    if length is not None and len(value) != length:
        raise refused(path, f"it has {len(value)} elements, not {length}")
    return list(value)


def a_text(value: object, path: str) -> str:
    """A text without halves of characters."""
    if not isinstance(value, str):
        raise refused(path, "it is not a string")
    if not is_text(value):
        raise refused(path, "it has an unpaired surrogate")
    return value


def an_integer(value: object, path: str) -> int:
    """An integer, as a number or in a string of plain digits.

    >>> an_integer("-12", "x"), an_integer(7, "x")
    (-12, 7)
    """
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise refused(path, "it is not an integer")
    most = _limit()
    if isinstance(value, str) and len(value.lstrip("-")) <= most.digits and not _INTEGER.fullmatch(value):
        raise refused(path, "it is not an integer in plain digits")
    if len(value.lstrip("-")) > most.digits if isinstance(value, str) else not -most.end < value < most.end:
        raise refused(path, f"it is beyond the limit of {most.digits:,} digits", "limit-digits")
    return int(value)


def a_natural(value: object, path: str) -> int:
    """An integer that is not negative."""
    found = an_integer(value, path)
    if found < 0:
        raise refused(path, "it is negative")
    return found


def a_square(value: object, path: str) -> Square:
    """A square: `[x, y]`, or `"x,y"`.

    >>> a_square("-4,12", "x"), a_square([1, "2"], "x")
    ((-4, 12), (1, 2))
    """
    pair = value.split(",", 2) if isinstance(value, str) else value
    x, y = a_list(pair, path, 2)
    return an_integer(x, path), an_integer(y, path)


def squares_of(value: object, path: str) -> Iterator[tuple[Square, Any, str]]:
    """The squares that are the keys of an object, with the values and their paths."""
    for key, said in an_object(value, path).items():
        yield a_square(key, f"{path}.{key}"), said, f"{path}.{key}"


def number(value: int) -> int | str:
    """An integer as JSON: a string if programs with floating-point numbers would round it.

    >>> number(2**53), number(2**53 + 1)
    (9007199254740992, '9007199254740993')
    """
    return value if -_SAFE <= value <= _SAFE else str(value)


class _Limit(NamedTuple):
    digits: int
    end: int
    """The first number that has more digits."""


@cache
def _limit() -> _Limit:
    digits = next(entry["default"] for entry in registry("limits") if entry["id"] == "digits")
    return _Limit(digits, 10**digits)

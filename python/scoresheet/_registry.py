"""The native registries: every list of formats, columns, errors and more that programs and help screens show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, cast

from scoresheet import _core
from scoresheet._hints import style

__all__ = ["entries", "families_of", "hint_of", "name_of", "names", "registry", "values_of"]

Function = TypeVar("Function", bound=Callable[..., Any])


def _typed_as(_other: Function) -> Callable[[Callable[[str], Any]], Function]:
    """Gives a function the type of another one, whose overloads would have to be repeated."""
    return lambda function: cast("Function", function)


@_typed_as(_core.registry)
def registry(kind: str) -> Sequence[Mapping[str, Any]]:
    """The entries of one registry, in the order of help and documentation.

    `kind` is `"formats"`, `"regexes"` (of whole games), `"patterns"` (of positions), `"notations"`, `"positions"`,
    `"columns"`, `"families"`,
    `"errors"`, `"limits"`, `"places"` (of files at URLs), `"languages"`, `"options"` (of jobs), `"codes"` (of VGN's
    MoveFormat tag), `"variants"` (rules with names), `"rules"` (of VGN's Rules tag), `"nags"`, `"cpgn"` (its codes),
    `"openings"` (positions with names) or `"steering"` (the runs of characters that must not reach a terminal).

    >>> [limit["id"] for limit in registry("limits")][:2]
    ['nesting', 'tag']
    """
    return entries(kind)


def entries(kind: str) -> Sequence[Mapping[str, Any]]:
    """The entries of a registry for code that serves any of them, and knows only which one when it runs.

    >>> len(entries("formats")) == len(registry("formats"))
    True
    """
    return _entries(kind, style())


@cache
def _entries(kind: Any, _style: str) -> Sequence[Mapping[str, Any]]:
    return tuple(_core.registry(kind))


def names(kind: str) -> list[str]:
    """The names in one registry.

    >>> "pgn" in names("formats")
    True
    """
    return [name_of(entry) for entry in entries(kind)]


def families_of(columns: Iterable[str]) -> list[str]:
    """The families that these columns belong to, in the order of the list of columns. Other names are ignored.

    >>> families_of(["clock_ms", "eval_cp", "white"])
    ['tags', 'notes']
    """
    named = set(columns)
    if "from_square" in named:
        named.discard("rules")  # it comes with the lists of moves
    return list(dict.fromkeys(column["family"] for column in registry("columns") if column["name"] in named))


def hint_of(code: str) -> str | None:
    """What a user can do about an error with this code.

    >>> hint_of("comment-unclosed"), hint_of("no-code")
    ('add the missing `}`', None)
    """
    return next((entry["hint"] for entry in registry("errors") if entry["id"] == code and entry["hint"]), None)


def values_of(option: str) -> list[str]:
    """The values that an option of formats may have.

    >>> values_of("validation")
    ['off', 'basic', 'full']
    """
    options = (row for entry in registry("formats") for row in entry["options"])
    return list(next(row["values"] for row in options if row["name"] == option))


def name_of(entry: Mapping[str, Any]) -> str:
    """The name of an entry. Registries call it `id`, `name` or `code`.

    >>> name_of({"code": "move-illegal", "severity": "error"})
    'move-illegal'
    """
    return str(next(entry[key] for key in ("id", "name", "code") if key in entry))

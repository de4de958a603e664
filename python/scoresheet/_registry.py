"""The native registries: every list of formats, columns, errors … that a program or a help screen shows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from scoresheet import _core

__all__ = ["name_of", "names", "registry", "values_of"]


@cache
def registry(kind: str) -> tuple[dict[str, Any], ...]:
    """The entries of one registry, in the order help and documentation show them.

    `kind` is `"formats"`, `"notations"`, `"positions"`, `"columns"`, `"families"`, `"errors"`, `"limits"`,
    `"languages"`, `"options"` (of jobs), `"codes"` (of VGN's MoveFormat tag), `"rules"` (of its Rules tag), `"nags"`
    or `"steering"` (the runs of characters that no terminal is to get).

    >>> [limit["id"] for limit in registry("limits")][:2]
    ['nesting', 'tag']
    """
    return tuple(_core.registry(kind))


def names(kind: str) -> list[str]:
    """The names in one registry.

    >>> "pgn" in names("formats")
    True
    """
    return [name_of(entry) for entry in registry(kind)]


def values_of(option: str) -> list[str]:
    """The values that an option of formats may have.

    >>> values_of("validation")
    ['off', 'basic', 'full']
    """
    options = (row for entry in registry("formats") for row in entry["options"])
    return list(next(row["values"] for row in options if row["name"] == option))


def name_of(entry: Mapping[str, Any]) -> str:
    """What an entry is called: registries say `id`, `name` or `code`.

    >>> name_of({"code": "move-illegal", "severity": "error"})
    'move-illegal'
    """
    return str(next(entry[key] for key in ("id", "name", "code") if key in entry))

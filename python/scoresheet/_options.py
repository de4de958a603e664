"""From what a caller gives to what the native part takes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

from scoresheet.errors import UsageError

__all__ = ["OnError", "Source", "Strict", "choices", "options", "paths", "text"]

Path: TypeAlias = "str | os.PathLike[str]"
Source: TypeAlias = "Path | Iterable[Path]"
OnError = Literal["keep", "skip", "raise"]
Strict: TypeAlias = "bool | Literal['both', 'read', 'write']"

_STRICT = {
    False: (False, False),
    True: (True, True),
    "both": (True, True),
    "read": (True, False),
    "write": (False, True),
}


def paths(source: Source) -> list[str]:
    """The names of the inputs.

    >>> from pathlib import Path
    >>> paths("a.pgn"), paths([Path("a.pgn"), "-"])
    (['a.pgn'], ['a.pgn', '-'])
    """
    named = [source] if isinstance(source, str | os.PathLike) else list(source)
    if not named:
        raise UsageError("no input was named")
    return [text(name) for name in named]


def text(path: Path) -> str:
    """A path as the text that the native part takes.

    >>> text("a.pgn")
    'a.pgn'
    """
    name = os.fspath(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        shown = os.fsencode(name).decode("utf-8", "backslashreplace")
        hint = "rename it, or name the folder that it is in"
        raise UsageError(f"the name `{shown}` is not UTF-8", hint=hint) from None
    return name


def options(given: Mapping[str, Any], strict: Strict = False) -> dict[str, Any]:
    """The options that were given, with the two meanings of `strict` apart.

    >>> options({"limit": 5, "threads": None}, "read")
    {'limit': 5, 'strict_read': True}
    """
    if strict not in _STRICT:
        raise UsageError(f"`strict={strict}` is not known", hint="it is a bool, `read` or `write`")
    read, write = _STRICT[strict]
    stricter = {"strict_read": read, "strict_write": write}
    return {name: value for name, value in {**given, **stricter}.items() if value is not None and value is not False}


def choices(given: Mapping[str, Any]) -> list[tuple[str, Any]] | None:
    """The options of formats that were given.

    >>> choices({"comments": "inplace", "nags": None}), choices({})
    ([('comments', 'inplace')], None)
    """
    return [(name, value) for name, value in given.items() if value is not None] or None

"""Pipes, and what servers send only once, in temporary files: a query or a condition reads its input several times."""

from __future__ import annotations

import itertools
import stat
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from scoresheet import _core, _scratch
from scoresheet._options import is_remote, shown
from scoresheet.errors import FileError

if TYPE_CHECKING:
    from scoresheet._sources import Named

__all__ = ["is_pipe", "known_as", "renamed", "spooled"]


def is_pipe(path: str) -> bool:
    """Whether a path can be read only once: `-`, a named pipe, or a shell's `<(…)`.

    >>> is_pipe("-"), is_pipe("games.pgn")
    (True, False)
    """
    if path == "-":
        return True
    try:
        return stat.S_ISFIFO(Path(path).stat().st_mode)
    except OSError:
        return False


def spooled(paths: Iterable[Named], headers: Mapping[str, str] | None = None) -> tuple[list[Named], dict[str, str]]:
    """The paths to read, and the names of pipes by the copies that replace them. Copies are removed at exit.

    What is at a URL is copied, too, if its server sends it only as a whole. Web servers are sent the headers.

    >>> spooled(["games.pgn"])
    (['games.pgn'], {})
    """
    files: list[Named] = []
    names: dict[str, str] = {}
    for path in paths:
        if isinstance(path, str) and is_pipe(path):
            copy = _copy(path)
            names[copy] = path
            files.append(copy)
        elif isinstance(path, str) and is_remote(path) and (copy := _copy_of_url(path, headers)):
            names[copy] = shown(path)
            files.append(copy)
        else:
            files.append(path)
    return files, names


_numbers = itertools.count(1)


def _copy_of_url(url: str, headers: Mapping[str, str] | None) -> str:
    """The copy of what is at a URL; empty if that is read by ranges."""
    copy = _new()
    return str(copy) if _core.Games.copy_streamed(url, copy, {"headers": headers} if headers else {}) else ""


def _new() -> Path:
    return _scratch.own() / f"{next(_numbers)}.spool"


def _copy(path: str) -> str:
    copy = _new()
    if path == "-" and sys.stdin is None:
        hint = "pass it a file or the output of a command"
        raise FileError("standard input is closed", code="file-unreadable", file="-", hint=hint)
    with copy.open("xb") as target:
        if path == "-":
            _drain(sys.stdin.buffer, target)
        else:
            with Path(path).open("rb") as pipe:
                _drain(pipe, target)
    return str(copy)


def _drain(pipe: BinaryIO, target: BinaryIO) -> None:
    import shutil

    shutil.copyfileobj(pipe, target, 1 << 20)


def known_as(source: str, names: Mapping[str, str]) -> str:
    """The name of the pipe if a source is the copy of one, otherwise the name of the source.

    >>> known_as("x.spool:a.pgn", {"x.spool": "-"}), known_as("a.pgn", {"x.spool": "-"})
    ('-:a.pgn', 'a.pgn')
    """
    for copy, name in names.items():
        if source.startswith(copy):
            return name + source.removeprefix(copy)
    return source


def renamed(report: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A report in which the copies that `spooled` made have the names of their pipes.

    >>> renamed({"inputs": [{"name": "x.spool"}]}, {"x.spool": "-"})
    {'inputs': [{'name': '-'}]}
    """
    return {key: _renamed(value, names) for key, value in report.items()}


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return renamed(value, names)
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    if isinstance(value, str):
        for file, name in names.items():
            value = value.replace(file, name)
    return value

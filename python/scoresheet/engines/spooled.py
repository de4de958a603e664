"""Pipes kept in temporary files: a query or a condition reads its input several times."""

from __future__ import annotations

import itertools
import stat
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from scoresheet import _scratch

__all__ = ["is_pipe", "renamed", "spooled"]


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


def spooled(paths: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """The paths to read, and the names of those that stand for pipes: copies, which are removed at exit.

    >>> spooled(["games.pgn"])
    (['games.pgn'], {})
    """
    files: list[str] = []
    names: dict[str, str] = {}
    for path in paths:
        files.append(_copy(path) if is_pipe(path) else path)
        if files[-1] != path:
            names[files[-1]] = path
    return files, names


_numbers = itertools.count(1)


def _copy(path: str) -> str:
    copy = _scratch.own() / f"{next(_numbers)}.spool"
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


def renamed(report: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A report with the files that `spooled` made under the names of their pipes.

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

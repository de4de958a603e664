"""The outputs that callers may pass: paths and open files."""

from __future__ import annotations

import errno
import io
import os
import pathlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeAlias, runtime_checkable

from scoresheet._options import Options, Path, text
from scoresheet.errors import UsageError

__all__ = ["Target", "Writable", "placed"]


@runtime_checkable
class Writable(Protocol):
    """An open file of bytes or text, or any object with a `write` method."""

    def write(self, data: Any, /) -> object:
        """Writes some bytes or text."""


Target: TypeAlias = "Path | Writable"
"""A path, or an open file of bytes or text."""

_AT_ONCE = 1 << 20
_HINT = "pass a path, or an open file such as `open('games.pgn', 'wb')`"


@contextmanager
def placed(target: Target, options: Options) -> Iterator[tuple[str, Options]]:
    """The path to write to, and the options with the format to write if neither they nor a name determine it.

    The output for an open file is copied into it at the end, if all went well.

    >>> import io
    >>> out = io.StringIO()
    >>> with placed(out, Options()) as (path, _):
    ...     _ = open(path, "w").write("1. e4 *")
    >>> out.getvalue()
    '1. e4 *'
    """
    if isinstance(target, str | os.PathLike):
        yield text(target), options
        return
    if not isinstance(target, Writable):
        raise UsageError(f"an output cannot be `{type(target).__name__}`", hint=_HINT)
    if options.values.get("append"):
        raise UsageError("games can only be appended to a file that is named by its path")
    from tempfile import TemporaryDirectory  # here: most outputs are paths

    name = getattr(target, "name", None)
    named = pathlib.Path(name).name if isinstance(name, str) else ""
    if "." not in named.strip(".<>"):
        options = options._replace(values={"to": "pgn", **options.values})
        named = "games"
    with TemporaryDirectory(prefix="scoresheet-") as folder:
        path = pathlib.Path(folder, named)
        yield str(path), options
        _copy(path, target)


def _copy(path: pathlib.Path, target: Writable) -> None:
    if not path.exists():
        return  # no game was written, and the format has no file without one
    if path.is_dir():
        raise UsageError("a format with one game per file cannot be written to one open file", hint="pass a folder")
    if _takes_text(target):
        try:
            with path.open(encoding="utf-8", newline="") as written:
                while words := written.read(_AT_ONCE):
                    _write_all(target, words)
        except UnicodeDecodeError as error:
            raise UsageError("the output takes text, but the format is binary", hint="open it with `wb`") from error
        return
    with path.open("rb") as packed:
        while chunk := packed.read(_AT_ONCE):
            _write_all(target, chunk)


def _write_all(target: Writable, chunk: str | bytes) -> None:
    """Writes a chunk in as many calls as the object needs, which may write only a part each time."""
    start = 0
    while start < len(chunk):
        taken = target.write(chunk[start:] if start else chunk)
        if taken is None and _is_non_blocking(target):
            raise BlockingIOError(errno.EAGAIN, "the output is non-blocking and cannot accept more data now", start)
        if not isinstance(taken, int):
            return  # objects that are no files return anything, and take everything
        if taken <= 0:
            raise OSError(errno.EIO, f"`write` of the output returned {taken}")
        start += taken


def _is_non_blocking(target: Writable) -> bool:
    """Whether `None` from an output means that it wrote nothing, as it does for files without a buffer."""
    if isinstance(target, io.RawIOBase):
        return True
    try:
        return not os.get_blocking(target.fileno())  # type: ignore[attr-defined]
    except (AttributeError, TypeError, ValueError, OSError):
        return False


def _takes_text(target: Writable) -> bool:
    """Whether an output takes `str`. Files from outside the standard library show it by refusing bytes."""
    if isinstance(target, io.TextIOBase):
        return True
    if isinstance(target, io.IOBase):
        return False
    try:
        target.write(b"")
    except TypeError:
        return True
    return False

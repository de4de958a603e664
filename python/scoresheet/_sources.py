"""The sources that callers may pass, and their form for the native part: paths, patterns, bytes and open files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

from scoresheet import _core
from scoresheet._options import Path, is_url, shown, text
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from typing import BinaryIO

    from typing_extensions import TypeIs

    from scoresheet._core import CallerInput

__all__ = [
    "Named",
    "Readable",
    "Source",
    "caller_input",
    "can_be_read_again",
    "is_caller_input",
    "matching",
    "name_of",
    "paths",
]


@runtime_checkable
class Readable(Protocol):
    """An open file of bytes or text, or any object with a `read` method."""

    def read(self, size: int, /) -> bytes | str | None:
        """Returns at most `size` bytes or characters, and nothing at the end."""


Named: TypeAlias = "str | CallerInput"
"""The form for the native part: a path or URL, or an object that Python holds."""

_Bytes: TypeAlias = "bytes | bytearray | memoryview"
_One: TypeAlias = "Path | _Bytes | Readable | CallerInput"
Source: TypeAlias = "_One | Iterable[_One]"
"""A path or pattern, bytes, an open file or any object with a `read` method; or a list of these."""

_CALLER_INPUT = type(_core.Games.caller_input(b"", ""))
_EXPECTED = "a path, bytes, an open file, or a list of these"


def paths(source: Source, *, again: bool = False) -> list[Named]:
    """A source in the form for the native part. With `again`, streams that can be read only once are copied first.

    >>> from pathlib import Path
    >>> paths("a.pgn"), paths([Path("a.pgn"), "-"])
    (['a.pgn'], ['a.pgn', '-'])
    >>> [given.name for given in paths([b"1. e4 *", b"1. d4 *"])]
    ['<bytes>', '<bytes 2>']
    """
    found: list[Named] = []
    for one in _listed(source):
        found += _named(one, len(found), again)
    if not found:
        raise UsageError("no input was given", hint="pass a file, a folder, or `-` for standard input")
    return found


def is_caller_input(named: object) -> TypeIs[CallerInput]:
    """Whether an input is held by Python, so that it has no path.

    >>> is_caller_input("a.pgn")
    False
    """
    return isinstance(named, _CALLER_INPUT)


def name_of(named: Named) -> str:
    """An input as users may see it.

    >>> name_of("games.pgn"), name_of(caller_input(b"1. e4 *", "<bytes>"))
    ('games.pgn', '<bytes>')
    """
    return named.name if is_caller_input(named) else shown(named)


def caller_input(content: Any, name: str) -> CallerInput:
    """Bytes, or an object with a `read` method, to be read under a name. It can be pickled.

    >>> caller_input(b"1. e4 *", "<bytes>").once
    False
    """
    return _core.Games.caller_input(content, name)


def can_be_read_again(named: Named) -> bool:
    """Whether an input is on this machine, and reading its start takes nothing from a later reader.

    >>> can_be_read_again("examples/historic.pgn"), can_be_read_again("-"), can_be_read_again(caller_input(b"", "x"))
    (True, False, True)
    """
    if is_caller_input(named):
        return not named.once
    from pathlib import Path as LocalPath  # here: most programs do not ask

    path = LocalPath(named)
    return not is_url(named) and named != "-" and (path.is_file() or path.is_dir())


def check_encoding(text: object, options: Mapping[str, Any]) -> None:
    """Refuses to decode text that is decoded already.

    >>> check_encoding(b"1. e4 *", {"encoding": "koi8-r"})
    >>> check_encoding("1. e4 *", {"encoding": None})
    """
    if isinstance(text, str) and options.get("encoding") is not None:
        raise UsageError("`encoding` is for bytes, and a `str` is text already", hint="leave it out, or pass the bytes")


def _listed(source: object) -> Iterator[object]:
    if isinstance(source, str | os.PathLike | bytes | bytearray | memoryview | Readable) or is_caller_input(source):
        yield source
    elif hasattr(source, "__arrow_c_stream__"):
        hint = "`scoresheet.games` makes games of a table, and `scoresheet.write` writes games"
        raise UsageError(f"a source is {_EXPECTED}, not `{type(source).__name__}`", hint=hint)
    elif isinstance(source, Iterable):
        yield from source
    else:
        raise UsageError(f"a source is {_EXPECTED}, not `{type(source).__name__}`")


def _named(one: object, before: int, again: bool) -> list[Named]:
    if isinstance(one, str | os.PathLike):
        return list(matching(text(one)))
    number = f" {before + 1}" if before else ""
    if isinstance(one, bytes | bytearray | memoryview):
        return [caller_input(bytes(one), f"<bytes{number}>")]
    if isinstance(one, Readable):
        name = getattr(one, "name", None)
        return [_stream(one, name if isinstance(name, str) and name else f"<stream{number}>", again)]
    if is_caller_input(one):
        return [one]
    raise UsageError(f"a source is {_EXPECTED}, not `{type(one).__name__}`")


def matching(path: str) -> list[str]:
    """The path itself, or the files that match it if it is a pattern and no file has that name."""
    if not any(letter in path for letter in "*?[") or is_url(path) or os.path.lexists(path):
        return [path]
    from glob import glob  # here, like the next one: most paths are not patterns
    from pathlib import Path as LocalPath

    found = sorted(glob(path, recursive=True))  # noqa: PTH207 - a `Path` takes no absolute patterns
    if "**" in path:
        found = [match for match in found if not LocalPath(match).is_dir()]  # `**` matches their contents
    if not found:
        raise UsageError(
            f"no file matches `{path}`",
            hint="`*` matches any part of a name, `**` folders at any depth",
        )
    return found


def _stream(stream: Readable, name: str, again: bool) -> CallerInput:
    given = caller_input(stream, name)
    return caller_input(_copied(stream), name) if again and given.once else given


def _copied(stream: Readable) -> BinaryIO:
    """The rest of a stream, in a temporary file that exists as long as it can be read."""
    from tempfile import TemporaryFile  # here: few streams are read twice

    copy: BinaryIO = TemporaryFile()  # noqa: SIM115 - its reader closes it
    while chunk := stream.read(1 << 20):
        copy.write(chunk.encode("utf-8", "surrogateescape") if isinstance(chunk, str) else chunk)
    copy.seek(0)
    return copy

"""Parts of files, which processes and machines read in parallel. Spark, Dask, Ray and Daft can do so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from scoresheet import _core
from scoresheet._options import asked
from scoresheet._signatures import takes
from scoresheet._sources import Source, paths
from scoresheet.errors import UsageError
from scoresheet.reading import Games, read

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from scoresheet._ids import ReadOptions

__all__ = ["Extent", "Part", "numbered", "plan"]

Extent: TypeAlias = tuple[int, int, int, int]
"""Games, bytes, lines, and the characters after the last line."""


@dataclass(frozen=True)
class Part:
    """A part of a file, or a whole file. It can be pickled and sent elsewhere.

    The two offsets of a part lead to places between games that are the same for every reader. Together, the parts of a
    file have each of its games once, in its order.

    Attributes:
        path: the file, as the process that reads it finds it, or its URL.
        kind: the format.
        name: the name of the file for users.
        start, end: the offsets in the stored file; None for a whole file.
        framing: how the file is divided: `"bytes"`, `"frames"` of pzstd, or `"blocks"` of bzip2. Archives are divided
            at bytes where their own blocks start.
        size: the size of the file in bytes when the parts were planned.
        version: the version of the file then, if its store has one.
        before: how many games, bytes and lines precede the part, if that was counted, and how many characters
            precede it on its line.

    >>> from scoresheet import parts
    >>> [part.read().count() for part in parts.plan("examples/historic.pgn", size=8_000)]
    [17, 16, 12]
    """

    path: str
    kind: str
    name: str
    start: int | None = None
    end: int | None = None
    framing: str | None = None
    size: int | None = None
    version: str | None = None
    before: Extent | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it is a whole file."""
        return self.start is None

    @takes("read")
    def read(self, **options: Unpack[ReadOptions]) -> Games:
        """The games of the part, as `scoresheet.read` returns those of a file.

        Raises:
            FileError: the file is missing, or is not the one that was planned for.
        """
        if self.is_whole:
            return read(self.path, **options)
        return read(_core.Games.part(self._members()), **options)

    @takes("read")
    def extent(self, **options: Unpack[ReadOptions]) -> Extent:
        """How many games, bytes and lines the part of a file has, and how many characters follow its last line.

        Raises:
            UsageError: it is a whole file.
            FileError: the file is missing, or is not the one that was planned for.

        >>> from scoresheet import parts
        >>> parts.plan("examples/historic.pgn", size=8_000)[0].extent()
        (17, 6956, 221, 0)
        """
        if self.is_whole:
            raise UsageError(f"`{self.name}` is a whole file", hint="only parts of files have an extent")
        return _core.Games.extent(self._members(), asked("read", options).native())

    def _members(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@takes("read")
def plan(
    source: Source, *, size: int | None = None, workers: int = 1, numbers: bool = True, **options: Unpack[ReadOptions]
) -> list[Part]:
    """Divides files into parts.

    PGN is divided, uncompressed, or compressed by pzstd or bzip2, and so are archives (`.scz`). Every other file is one
    part.

    Args:
        source: paths, URLs, patterns, folders or archives.
        size: the most bytes of the stored file that a part has. The default is 128 MiB, and 16 MiB of compressed files.
        workers: how many parts are read at once. Large files are divided such that each worker has equally many parts.
        numbers: whether to count the games before each part, for which the files are read once. Without that, numbers
            of games and places of errors start again in each part.
        options: those of reading; `from_` and `limits` matter here.

    Raises:
        UsageError: an input does not exist, or only this process can read it.
        FileError: an input cannot be read.

    >>> from scoresheet import parts
    >>> [(part.start, part.end, part.before) for part in parts.plan("examples/historic.pgn", size=10_000)]
    [(0, 9925, (0, 0, 0, 0)), (9925, 19850, (25, 10186, 324, 0))]
    """
    if size is not None and size < 1:
        raise UsageError(f"parts cannot have {size} bytes", hint="pass a size of 1 or more")
    if workers < 1:
        raise UsageError(f"{workers} workers read nothing", hint="pass 1 or more")
    planned = _core.Games.parts(paths(source), size, workers, numbers, asked("read", options).native())
    return [Part(**part) for part in planned]


def numbered(planned: Iterable[Part], extents: Iterable[Extent]) -> list[Part]:
    """Parts that know what is before them, from the extents of all parts, in order.

    Args:
        planned: parts of files, in order; `plan` gives them with `numbers=False`.
        extents: that of each part. Whole files need none; their elements are ignored.

    >>> from scoresheet import parts
    >>> planned = parts.plan("examples/historic.pgn", size=10_000, numbers=False)
    >>> found = parts.numbered(planned, [part.extent() for part in planned])
    >>> found == parts.plan("examples/historic.pgn", size=10_000)
    True
    """
    found: list[Part] = []
    before = (0, 0, 0, 0)
    for part, extent in zip(planned, extents, strict=True):
        if part.is_whole:
            found.append(part)
            continue
        if part.start == 0:
            before = (0, 0, 0, 0)
        found.append(replace(part, before=before))
        before = _after(before, extent)
    return found


def _after(before: Extent, extent: Extent) -> Extent:
    games, size, lines, columns = extent
    on_line = columns if lines else before[3] + columns
    return before[0] + games, before[1] + size, before[2] + lines, on_line

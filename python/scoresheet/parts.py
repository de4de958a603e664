"""Parts of files, which processes and machines read side by side. Spark, Dask, Ray and Daft can do so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoresheet import _core
from scoresheet._options import asked
from scoresheet._signatures import takes
from scoresheet._sources import Source, paths
from scoresheet.errors import UsageError
from scoresheet.reading import Games, read

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from scoresheet._ids import ReadOptions

__all__ = ["Part", "plan"]

_SIZE = 32 << 20
"""The default size of parts, in bytes."""


@dataclass(frozen=True)
class Part:
    """A part of a file, or a whole file. It can be pickled and sent elsewhere.

    The two offsets of a part lead to places between games that are the same for everybody. Together, the parts of a
    file have each of its games once, in its order.

    Attributes:
        path: the file, as the process that reads it finds it.
        kind: the format.
        name: the name of the file for users.
        start, end: the offsets in the stored file; None for a whole file.
        framing: how the file is divided: `"bytes"`, `"frames"` of pzstd, or `"blocks"` of bzip2.
        size: the size of the file in bytes when the parts were planned.
        before: how many games, bytes, lines and columns precede the part, if that was counted.

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
    before: tuple[int, int, int, int] | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it is a whole file."""
        return self.start is None

    @takes("read")
    def read(self, **options: Unpack[ReadOptions]) -> Games:
        """The games of the part, as `scoresheet.read` gives those of a file.

        Raises:
            FileError: the file is missing, or is not the one that was planned for.
        """
        if self.start is None:
            return read(self.path, **options)
        members = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return read(_core.Games.part(members), **options)


@takes("read")
def plan(source: Source, *, size: int = _SIZE, numbers: bool = True, **options: Unpack[ReadOptions]) -> list[Part]:
    """Divides files into parts.

    PGN is divided, uncompressed, or compressed by pzstd or bzip2. Every other file is one part.

    Args:
        source: paths, patterns, folders or archives.
        size: about how many bytes of the stored file each part has.
        numbers: whether to count what stands before each part, for which the files are read once. Without that, numbers
            of games and places of errors start anew in each part.
        options: those of reading; `from_` and `limits` matter here.

    Raises:
        UsageError: an input does not exist, or only this process can read it.
        FileError: an input cannot be read.

    >>> from scoresheet import parts
    >>> [(part.start, part.end, part.before) for part in parts.plan("examples/historic.pgn", size=10_000)]
    [(0, 9925, (0, 0, 0, 0)), (9925, 19850, (25, 10186, 324, 0))]
    """
    if size < 1:
        raise UsageError(f"parts cannot have {size} bytes", hint="pass a size of 1 or more")
    return [Part(**planned) for planned in _core.Games.parts(paths(source), size, numbers, asked("read", options))]

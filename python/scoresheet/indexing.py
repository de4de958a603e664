"""Indexes of positions, which make questions about the positions of large Parquet files instant."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scoresheet import _core
from scoresheet._options import asked, text
from scoresheet._signatures import takes
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    import os

    from typing_extensions import Unpack

    from scoresheet._ids import IndexOptions

__all__ = ["BAND", "IndexReport", "beside", "index"]

BAND = 200
"""The number of rating points in a band of an index."""


@dataclass(frozen=True)
class IndexReport:
    """What an index contains."""

    path: str
    """The index."""
    games: int
    """The games of the file."""
    positions: int
    """The positions of these games, including repeated ones."""
    unplayable: int
    """The games whose starting position cannot be played from. Their positions are not in the index."""
    rows: int
    """The rows of the index."""
    bytes: int
    """The size of the index."""


def beside(games: str | os.PathLike[str]) -> str:
    """The path of the index of a Parquet file.

    >>> beside("lichess/games.parquet")
    'lichess/games.positions.parquet'
    """
    return str(Path(text(games)).with_suffix(".positions.parquet"))


@takes("index")
def index(
    games: str | os.PathLike[str], output: str | os.PathLike[str] | None = None, **options: Unpack[IndexOptions]
) -> IndexReport:
    """Builds the index of the positions of a Parquet file, with which `@explorer` takes milliseconds.

    The file needs the columns of the family `tags`, and those of `packed` or `moves`. Build the index again when the
    file has changed, or add the games at its end with `append`: an index of another version of its games is refused.

    Args:
        games: the Parquet file.
        output: the index; by default `games.positions.parquet` beside `games.parquet`, where it is found again.
        options: the options of the work.

    Raises:
        FileError: the file cannot be read, or lacks columns.
        WriteError: the index cannot be written.
        UsageError: the index exists, and neither `force` nor `append` is set.

    >>> import scoresheet
    >>> report = scoresheet.convert("examples/historic.pgn", "historic.parquet")
    >>> report = scoresheet.index("historic.parquet")
    >>> report.path, report.games
    ('historic.positions.parquet', 45)
    """
    path = beside(games) if output is None else text(output)
    if Path(path).exists() and Path(path).samefile(games):
        raise UsageError(f"the index cannot replace its games `{path}`", hint="name another output")
    numbers = _core.build_index(text(games), path, asked("index", options).native())
    return IndexReport(path, *numbers, bytes=Path(path).stat().st_size)

"""Questions about one position, answered from the index of positions beside a Parquet file if there is one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from scoresheet import _core
from scoresheet._options import text
from scoresheet._sources import Source as FileSource
from scoresheet._sources import paths
from scoresheet.engines.view import ArrowStream
from scoresheet.indexing import BAND, beside

if TYPE_CHECKING:
    from scoresheet.questions import Question, Value

__all__ = ["Indexed", "indexed"]

_EVERY_PLY = 65_535


@dataclass(frozen=True)
class Indexed:
    """What an index has about a position."""

    games: str
    """The file of games."""
    rows: _core.Rows | None
    """The sums over the games with the position; None if it occurs in one game only."""
    row: int | None = None
    """The row of the only game with the position."""


def indexed(
    source: FileSource | ArrowStream, question: Question, given: Mapping[str, object], reading: Mapping[str, object]
) -> Indexed | None:
    """What the index beside a Parquet file has about the position of a question; None if the games have to be searched.

    Raises `FileError` if the index is damaged, or was built from another version of the file.
    """
    games = _only_parquet(source)
    if not question.position or games is None or reading.keys() - {"threads", "on_error"}:
        return None
    values = question.values(given)
    if not Path(beside(games)).exists() or not _answers(values):
        return None
    from scoresheet.notation import Position

    index = _core.PositionIndex(beside(games), games)
    rows = index.rows(Position(str(values[question.position])).hash)
    if len(rows) == 0 and index.plies < _EVERY_PLY:
        return None  # a position of a single game may be left out of the index
    found = [dict(zip(rows.names, row, strict=True)) for row in rows.rows()] if len(rows) == 1 else []
    only = next((row["row"] for row in found if row["row"] is not None), None)
    return Indexed(games, None if only is not None else rows, only)


def _only_parquet(source: FileSource | ArrowStream) -> str | None:
    if hasattr(source, "__arrow_c_stream__"):
        return None
    named = paths(source)
    if len(named) != 1 or not isinstance(named[0], str) or not named[0].endswith(".parquet"):
        return None
    return text(named[0]) if Path(named[0]).is_file() else None


def _answers(values: Mapping[str, Value]) -> bool:
    """Whether the kinds of games that an index distinguishes are enough for these bounds."""
    days = [values.get(name) for name in ("since", "until")]
    from_the_first = all((day.month, day.day) == (1, 1) for day in days if isinstance(day, date))
    least, most = values.get("min_elo"), values.get("max_elo")
    whole_bands = (least is None or int(str(least)) % BAND == 0) and (
        most is None or (int(str(most)) + 1) % BAND == 0
    )
    named = any(values.get(name) is not None for name in ("player", "white", "black"))
    return from_the_first and whole_bands and not named

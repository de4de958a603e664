"""What each task reads: a part of a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pyspark.sql.datasource import InputPartition

from scoresheet import parts
from scoresheet.errors import FileError

if TYPE_CHECKING:
    from scoresheet.parts import Part
    from scoresheet.spark.options import Settings

__all__ = ["OnePart", "planned"]

_NUMBERED = frozenset({"game", "error", "error_byte"})
"""The columns that depend on what stands before a part."""


class OnePart(InputPartition):
    """A part of a file for one task."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)


def planned(settings: Settings, paths: Sequence[str], columns: Iterable[str]) -> list[Part]:
    """The parts of files. What stands before them is counted if a column depends on it."""
    numbers = settings.numbers and not _NUMBERED.isdisjoint(columns)
    of_format = {name: settings.reading[name] for name in ("from_", "limits") if name in settings.reading}
    try:
        return parts.plan(list(paths), size=settings.split_size, numbers=numbers, **of_format)
    except FileError:
        if not numbers or settings.damaged != "keep":
            raise
    # What stands before a damaged place can be read, but not counted.
    return parts.plan(list(paths), size=settings.split_size, numbers=False, **of_format)

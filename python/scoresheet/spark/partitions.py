"""What each task reads: a part of a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import InputPartition

from scoresheet import parts
from scoresheet.errors import FileError

if TYPE_CHECKING:
    from scoresheet.parts import Part
    from scoresheet.spark.options import Settings

__all__ = ["OnePart", "needs_numbers", "of_format", "of_planning", "planned"]

_NUMBERED = frozenset({"game", "error", "error_byte"})
"""The columns that depend on the games before a part."""


class OnePart(InputPartition):
    """A part of a file for one task."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)


def planned(settings: Settings, paths: Sequence[str], columns: Iterable[str]) -> list[Part]:
    """The parts of files. The games before them are counted if a column depends on them."""
    numbers, options = needs_numbers(settings, columns), of_planning(settings)
    try:
        return parts.plan(list(paths), numbers=numbers, **options)
    except FileError:
        if not numbers or settings.damaged != "keep":
            raise
    # The games before a damaged place can be read, but not counted.
    return parts.plan(list(paths), numbers=False, **options)


def needs_numbers(settings: Settings, columns: Iterable[str]) -> bool:
    """Whether the content before a part affects how it is read."""
    return settings.numbers and not _NUMBERED.isdisjoint(columns)


def of_planning(settings: Settings) -> dict[str, Any]:
    """The options of `parts.plan`."""
    return {"size": settings.split_size, "workers": settings.workers, **of_format(settings)}


def of_format(settings: Settings) -> dict[str, Any]:
    """The reading options that matter for dividing files."""
    return {name: settings.reading[name] for name in ("from_", "limits") if name in settings.reading}

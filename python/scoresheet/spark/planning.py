"""Plans of parts that were made before a source is opened, so that a Spark job counts the games before each part.

A source cannot start jobs itself: what it plans, one process on the driver plans.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import pyarrow

from scoresheet import parts
from scoresheet._options import is_remote
from scoresheet.parts import Extent, Part
from scoresheet.spark.partitions import needs_numbers, of_format, of_planning

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from scoresheet.spark.options import Settings

__all__ = ["counted", "from_text", "to_text"]

_LARGE = 1 << 30
"""The number of bytes from which a job counts the games before parts."""

_COUNTS = ("games", "bytes", "lines", "columns")


def counted(spark: SparkSession, settings: Settings, columns: Iterable[str]) -> list[Part] | None:
    """The numbered parts of large or remote files; None if the source had better plan them."""
    if not needs_numbers(settings, columns) or settings.damaged == "keep":
        return None
    planned = parts.plan(list(settings.paths), numbers=False, **of_planning(settings))
    if not any(is_remote(path) for path in settings.paths) and _size(planned) < _LARGE:
        return None
    # No part follows the last one of a file.
    wanted = [place for place, part in enumerate(planned) if _is_followed(planned, place)]
    if not wanted:
        return planned
    found = _extents(spark, [planned[place] for place in wanted], of_format(settings))
    extents = dict(zip(wanted, found, strict=True))
    return parts.numbered(planned, [extents.get(place, (0, 0, 0, 0)) for place in range(len(planned))])


def to_text(planned: Iterable[Part]) -> str:
    """Parts as the text of an option."""
    return json.dumps([{name: value for name, value in asdict(part).items() if value is not None} for part in planned])


def from_text(text: str) -> tuple[Part, ...]:
    """The parts of such a text.

    >>> planned = parts.plan("examples/historic.pgn", size=10_000)
    >>> from_text(to_text(planned)) == tuple(planned)
    True
    """
    members = json.loads(text)
    return tuple(Part(**{**each, "before": tuple(each["before"]) if "before" in each else None}) for each in members)


def _size(planned: Iterable[Part]) -> int:
    """The bytes of the files that are divided."""
    return sum(part.end - part.start for part in planned if part.start is not None and part.end is not None)


def _is_followed(planned: Sequence[Part], place: int) -> bool:
    """Whether another part of the same file follows."""
    following = planned[place + 1] if place + 1 < len(planned) else None
    return following is not None and following.start not in (None, 0)


def _extents(spark: SparkSession, wanted: Sequence[Part], options: dict[str, Any]) -> list[Extent]:
    """The extents of parts, each counted in a separate task."""

    def count(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for place in batch.column(0).to_pylist():
                extent = wanted[place].extent(threads=1, **options)
                row = {"place": [place], **{name: [value] for name, value in zip(_COUNTS, extent, strict=True)}}
                yield pyarrow.RecordBatch.from_pydict(row)

    schema = ", ".join(f"{name} BIGINT" for name in ("place", *_COUNTS))
    places = spark.range(0, len(wanted), 1, len(wanted))
    rows = sorted(tuple(row) for row in places.mapInArrow(count, schema).collect())
    return [(row[1], row[2], row[3], row[4]) for row in rows]

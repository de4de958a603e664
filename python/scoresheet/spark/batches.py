"""The rows of one part, on an executor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow

from scoresheet.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoresheet.parts import Part
    from scoresheet.reading import Games
    from scoresheet.spark.options import Settings

__all__ = ["batches"]

_FAULTY = ("error_code", "error", "error_byte")


def batches(part: Part, settings: Settings, columns: Mapping[str, bool]) -> Iterator[pyarrow.RecordBatch]:
    """The batches of a part, with these columns, by whether Spark expects NULL in them.

    Raises:
        FileError: the file is missing, has changed, or is damaged, unless damaged files are kept.
    """
    games = part.read(columns=list(columns), threads=1, **settings.reading_of(part.kind))
    stream = pyarrow.RecordBatchReader.from_stream(games)
    fields = [field.with_nullable(columns[field.name]) for field in stream.schema]
    schema = pyarrow.schema(fields)
    failure = None
    try:
        for batch in stream:
            yield pyarrow.RecordBatch.from_arrays(batch.columns, schema=schema)
        failure = _unread(games)
    except pyarrow.ArrowInvalid as error:
        failure = str(error).removeprefix("External error: ")
    if failure is None:
        return
    if settings.damaged != "keep" or not set(_FAULTY) <= set(columns):
        raise FileError(failure)
    yield _told(part, schema, failure)


def _unread(games: Games) -> str | None:
    """Why an input was not read to its end. If errors are kept or skipped, the stream does not report this."""
    report = games.report()
    for error in report.to_dict()["errors"] if report is not None else ():
        if error["severity"] == "error" and error["first"]["game"] is None:
            return f"{error['code']}: {error['first']['message']}"
    return None


def _told(part: Part, schema: pyarrow.Schema, failure: str) -> pyarrow.RecordBatch:
    """One row that reports a damaged file."""
    code, _, message = failure.partition(": ")
    known: dict[str, Any] = {"source": part.name, "error_code": code, "error": message}
    return pyarrow.RecordBatch.from_arrays([_one(known.get(field.name), field) for field in schema], schema=schema)


def _one(value: Any, field: pyarrow.Field) -> pyarrow.Array:
    """A value, or the placeholder for a missing one in a column without NULL."""
    if value is None and not field.nullable:
        kind = field.type
        empty: Any = [] if pyarrow.types.is_nested(kind) else "" if pyarrow.types.is_string(kind) else 0
        value = False if pyarrow.types.is_boolean(kind) else empty
    return pyarrow.array([value], field.type)

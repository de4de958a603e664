"""The forms that the rows of an answer are written in: a list, with one function for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoresheet.errors import UsageError
from scoresheet.questions.duckdb import identifier, quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

__all__ = ["ALL", "Form", "find", "form_of"]

# What text cannot say in DuckDB's own way: bytes are lower-case hex, and JSON knows neither NaN nor infinity.
_FINITE = "CASE WHEN isfinite({0}) THEN {0} END AS {0}"
_AS_TEXT = {"BLOB": "lower(hex({0})) AS {0}", "DOUBLE": _FINITE, "FLOAT": _FINITE}

# How many rows are turned into text at once.
_AT_ONCE = 1000


@dataclass(frozen=True)
class Form:
    """One form of rows."""

    id: str
    extensions: tuple[str, ...]
    write: Callable[[DuckDBPyConnection, DuckDBPyRelation, str], object]
    """Writes a relation of a connection to the file of this name."""
    text: bool = True
    """Whether it is text, and so can go to a terminal."""


def find(name: str) -> Form | None:
    """The form of this name, if there is one.

    >>> find("jsonl").extensions
    ('jsonl', 'ndjson')
    """
    return next((form for form in ALL if form.id == name), None)


def form_of(path: str) -> Form | None:
    """The form that the extension of a path says.

    >>> form_of("castling.CSV").id, form_of("found.pgn")
    ('csv', None)
    """
    ending = Path(path).suffix.lstrip(".").lower()
    return next((form for form in ALL if ending in form.extensions), None)


def _copied(options: str, text: bool = True) -> Callable[[DuckDBPyConnection, DuckDBPyRelation, str], object]:
    """A function by which DuckDB writes the rows itself."""

    def write(connection: DuckDBPyConnection, rows: DuckDBPyRelation, path: str) -> None:
        found = _said_in_text(rows) if text else rows  # DuckDB finds it as the variable of that name  # noqa: F841
        connection.execute(f"COPY (FROM found) TO {quoted(path)} ({options})")

    return write


def _said_in_text(rows: DuckDBPyRelation) -> DuckDBPyRelation:
    kinds = dict(zip(rows.columns, map(str, rows.types), strict=True))
    shown = [_AS_TEXT[kind].format(identifier(name)) for name, kind in kinds.items() if kind in _AS_TEXT]
    return rows.project(f"* REPLACE ({', '.join(shown)})") if shown else rows


def _markdown(connection: DuckDBPyConnection, rows: DuckDBPyRelation, path: str) -> None:
    """Writes a table of Markdown, with numbers to the right."""
    found = _said_in_text(rows)
    numeric = [str(kind).startswith(_NUMERIC) for kind in found.types]
    with Path(path).open("w", encoding="utf-8", newline="\n") as file:
        file.write(_markdown_row(found.columns))
        file.write(_markdown_row("---:" if right else "---" for right in numeric))
        cursor = connection.execute("FROM found")  # found as the variable of that name
        while batch := cursor.fetchmany(_AT_ONCE):
            file.writelines(_markdown_row(map(_cell, row)) for row in batch)


_NUMERIC = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT",
            "UHUGEINT", "DOUBLE", "FLOAT", "DECIMAL")  # fmt: skip


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(map(_escaped, cells)) + " |\n"


def _escaped(cell: str) -> str:
    r"""A cell that is one, whatever is in it.

    >>> print(_escaped("a|b\nc"))
    a\|b c
    """
    return " ".join(cell.replace("\\", "\\\\").replace("|", "\\|").splitlines())


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def _arrow(_connection: DuckDBPyConnection, rows: DuckDBPyRelation, path: str) -> None:
    """Writes a file of Arrow (IPC)."""
    try:
        import pyarrow as pa
    except ImportError as error:
        hint = '`pip install "scoresheet[arrow]"` installs it; Parquet and CSV need nothing more'
        raise UsageError("rows are written as Arrow by the package `pyarrow`, which is missing", hint=hint) from error
    with pa.RecordBatchReader.from_stream(rows) as batches, pa.ipc.new_file(path, batches.schema) as file:
        for batch in batches:
            file.write_batch(batch)


ALL = (
    Form("csv", ("csv",), _copied("FORMAT csv, HEADER true")),
    Form("json", ("json",), _copied("FORMAT json, ARRAY true")),
    Form("jsonl", ("jsonl", "ndjson"), _copied("FORMAT json, ARRAY false")),
    Form("markdown", ("md", "markdown"), _markdown),
    Form("parquet", ("parquet",), _copied("FORMAT parquet", text=False), text=False),
    Form("arrow", ("arrow", "feather"), _arrow, text=False),
)

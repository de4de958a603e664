"""The list of forms that rows can be written in, with one function for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoresheet._libraries import pip_install
from scoresheet._png import png_of
from scoresheet.errors import UsageError
from scoresheet.questions.duckdb import identifier, quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

__all__ = ["ALL", "Form", "find", "form_of", "titled"]

# What DuckDB's own text forms cannot express: bytes become lower-case hex, and JSON has neither NaN nor infinity.
_FINITE = "CASE WHEN isfinite({0}) THEN {0} END AS {0}"
_AS_TEXT = {"BLOB": "lower(hex({0})) AS {0}", "DOUBLE": _FINITE, "FLOAT": _FINITE}

# How many rows to turn into text at once.
_AT_ONCE = 1000


@dataclass(frozen=True)
class Form:
    """A form of rows."""

    id: str
    extensions: tuple[str, ...]
    write: Callable[[DuckDBPyConnection, DuckDBPyRelation, str], object]
    """Writes a relation of a connection to the file with this name."""
    text: bool = True
    """Whether the form is text, and so can go to a terminal."""


def find(name: str) -> Form | None:
    """The form with this name, if there is one.

    >>> find("jsonl").extensions
    ('jsonl', 'ndjson')
    """
    return next((form for form in ALL if form.id == name), None)


def form_of(path: str) -> Form | None:
    """The form for the extension of a path.

    >>> form_of("castling.CSV").id, form_of("found.pgn")
    ('csv', None)
    """
    ending = Path(path).suffix.lstrip(".").lower()
    return next((form for form in ALL if ending in form.extensions), None)


def _copied(options: str, text: bool = True) -> Callable[[DuckDBPyConnection, DuckDBPyRelation, str], object]:
    """A function that lets DuckDB write the rows."""

    def write(connection: DuckDBPyConnection, rows: DuckDBPyRelation, path: str) -> None:
        found = _said_in_text(rows) if text else rows  # DuckDB finds it by the name of the variable  # noqa: F841
        connection.execute(f"COPY (FROM found) TO {quoted(path)} ({options})")

    return write


def _said_in_text(rows: DuckDBPyRelation) -> DuckDBPyRelation:
    kinds = dict(zip(rows.columns, map(str, rows.types), strict=True))
    shown = [_AS_TEXT[kind].format(identifier(name)) for name, kind in kinds.items() if kind in _AS_TEXT]
    return rows.project(f"* REPLACE ({', '.join(shown)})") if shown else rows


def _markdown(connection: DuckDBPyConnection, rows: DuckDBPyRelation, path: str) -> None:
    """Writes a Markdown table, with numbers aligned to the right."""
    found = _said_in_text(rows)
    numeric = [str(kind).startswith(_NUMERIC) for kind in found.types]
    with Path(path).open("w", encoding="utf-8", newline="\n") as file:
        file.write(_markdown_row(found.columns))
        file.write(_markdown_row("---:" if right else "---" for right in numeric))
        cursor = connection.execute("FROM found")  # found by the name of the variable
        while batch := cursor.fetchmany(_AT_ONCE):
            file.writelines(_markdown_row(map(_cell, row)) for row in batch)


_NUMERIC = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT",
            "UHUGEINT", "DOUBLE", "FLOAT", "DECIMAL")  # fmt: skip


def _markdown_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(map(_escaped, cells)) + " |\n"


def _escaped(cell: str) -> str:
    r"""A value as a single cell of a Markdown table.

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
        hint = f"`{pip_install('scoresheet[arrow]')}` installs it; Parquet and CSV do not need it"
        raise UsageError("writing rows as Arrow needs `pyarrow`, which is not installed", hint=hint) from error
    with pa.RecordBatchReader.from_stream(rows) as batches, pa.ipc.new_file(path, batches.schema) as file:
        for batch in batches:
            file.write_batch(batch)


def titled(form: Form, title: str) -> Form:
    """The form, with this title in the picture if it is one.

    >>> titled(find("csv"), "games") is find("csv")
    True
    """
    pictures = {"svg": _svg, "png": _png}
    return replace(form, write=partial(pictures[form.id], title=title)) if form.id in pictures else form


def _svg(_connection: DuckDBPyConnection, rows: DuckDBPyRelation, path: str, title: str | None = None) -> None:
    """Writes a picture of the rows, which must have columns that pictures show."""
    from scoresheet.engines.charts import chart  # here: most rows are no pictures

    drawn = chart(title or Path(path).stem, rows.columns, rows.fetchall())
    Path(path).write_text(drawn, "utf-8", newline="\n")


def _png(_connection: DuckDBPyConnection, rows: DuckDBPyRelation, path: str, title: str | None = None) -> None:
    """Writes the same picture as PNG, with two pixels for each of its own."""
    from scoresheet.engines.charts import chart  # here, as above

    picture = chart(title or Path(path).stem, rows.columns, rows.fetchall())
    Path(path).write_bytes(png_of(picture, scale=2))


ALL = (
    Form("csv", ("csv",), _copied("FORMAT csv, HEADER true")),
    Form("json", ("json",), _copied("FORMAT json, ARRAY true")),
    Form("jsonl", ("jsonl", "ndjson"), _copied("FORMAT json, ARRAY false")),
    Form("markdown", ("md", "markdown"), _markdown),
    Form("svg", ("svg",), _svg),
    Form("png", ("png",), _png, text=False),
    Form("parquet", ("parquet",), _copied("FORMAT parquet", text=False), text=False),
    Form("arrow", ("arrow", "feather"), _arrow, text=False),
)

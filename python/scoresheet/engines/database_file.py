"""DuckDB files that others may have made, attached to a connection for reading.

A view in a database can read any file of this machine, and send for others. So that reading the games of a database
requires no trust in it, the table of games may depend on nothing outside the database.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from scoresheet.engines.extension import CONFIG, load
from scoresheet.errors import FileError
from scoresheet.questions.duckdb import LOCKED, identifier, quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["attach"]

_CHECKED = "checked"


def attach(connection: DuckDBPyConnection, path: str, alias: str, table: str) -> None:
    """Attaches a DuckDB file for reading only, under a name, to read a table of it.

    Raises:
        FileError: it cannot be read, or the table is a view of what is outside the database.
    """
    try:
        connection.execute(_attached(path, alias))
        is_view = connection.execute(
            "SELECT 1 FROM duckdb_views() WHERE database_name = ? AND lower(view_name) = lower(?)", [alias, table]
        ).fetchone()
    except duckdb.Error as error:
        raise FileError(f"cannot read `{path}`: {error}", code="file-unreadable", file=path) from error
    if is_view:
        _check_view(path, table)


def _attached(path: str, alias: str) -> str:
    return f"ATTACH {quoted(str(Path(path).absolute()))} AS {identifier(alias)} (READ_ONLY)"


def _check_view(path: str, table: str) -> None:
    """Refuses a view that a connection without access to anything else cannot read."""
    with duckdb.connect(":memory:", config={**CONFIG}) as connection:
        load(connection)
        connection.execute(_attached(path, _CHECKED))
        connection.execute("SET python_enable_replacements = false")
        for name, value in LOCKED.items():
            connection.execute(f"SET {name} = {value}")
        try:
            connection.execute(f"DESCRIBE SELECT * FROM {_CHECKED}.{identifier(table)}")
        except duckdb.Error as error:
            said = str(error).partition("\n\nLINE ")[0]
            raise FileError(
                f"cannot read `{path}`: `{table}` is a view of what is outside the database: {said}",
                code="file-unreadable",
                file=path,
                hint="make a table of it with DuckDB, if you trust the database",
            ) from error

"""The table `openings` for SQL."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from scoresheet.openings import NamedPosition, named_positions

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["COLUMNS", "offer_openings"]

COLUMNS = {
    "eco": "VARCHAR",
    "name": "VARCHAR",
    "moves": "VARCHAR",
    "fen": "VARCHAR",
    "hash": "UBIGINT",
    "ply": "INTEGER",
}
"""The columns of the table with their types: the fields of `scoresheet.openings.NamedPosition`."""

_SCHEMA = "scoresheet"
"""The schema of the table. It comes after `main`, so that a table that the SQL itself creates takes precedence."""


def offer_openings(connection: DuckDBPyConnection, sql: str) -> None:
    """Creates the table `openings` if the SQL mentions it.

    >>> import duckdb
    >>> connection, sql = duckdb.connect(), "SELECT moves FROM openings WHERE name = 'Amar Opening'"
    >>> offer_openings(connection, sql)
    >>> connection.execute(sql).fetchall()
    [('1. Nh3',)]
    """
    if not re.search(r"\bopenings\b", sql, re.IGNORECASE):
        return
    columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
    connection.execute(f"CREATE SCHEMA {_SCHEMA}; CREATE TABLE {_SCHEMA}.openings ({columns})")
    # One statement for all rows, with a list for each column: each statement takes a millisecond.
    lists = dict(zip(NamedPosition._fields, map(list, zip(*named_positions(), strict=True)), strict=True))
    selected = ", ".join(f"unnest(${name}::{kind}[])" for name, kind in COLUMNS.items())
    connection.execute(f"INSERT INTO {_SCHEMA}.openings SELECT {selected}", lists)
    connection.execute(f"SET search_path = 'main,{_SCHEMA}'")

"""Which columns a piece of SQL reads, found before any game is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["wanted"]

# Only these optimizers drop columns without looking at rows. The others may drop a whole scan because the table that
# stands in for the games is empty, and its columns would be missed.
_KEPT_OPTIMIZERS = frozenset({"unused_columns", "cte_inlining"})


def wanted(
    connection: DuckDBPyConnection, sql: str, values: Mapping[str, object], schema: Mapping[str, str]
) -> list[str]:
    """The columns of the view `games` that `sql` reads, out of `schema` (name to DuckDB type) and in its order.

    `connection` must not have a view `games` yet, and has none afterwards. Wrong SQL raises DuckDB's own error.

    >>> import duckdb
    >>> schema = {"white": "VARCHAR", "black": "VARCHAR", "year": "SMALLINT"}
    >>> wanted(duckdb.connect(), "select white from games where year > $y", {"y": 1960}, schema)
    ['white', 'year']
    """
    columns = ", ".join(f"{name} {kind}" for name, kind in schema.items())
    optimizers = connection.execute("SELECT name FROM duckdb_optimizers()").fetchall()
    disabled = ",".join(name for (name,) in optimizers if name not in _KEPT_OPTIMIZERS)
    connection.execute(f"CREATE TEMP TABLE games ({columns}); SET disabled_optimizers = '{disabled}'")
    try:
        found = _planned(connection, sql, values)
    finally:
        connection.execute("DROP TABLE games; RESET disabled_optimizers")
    if found is None:
        return list(schema)
    return [name for name in schema if name in found]


def _planned(connection: DuckDBPyConnection, sql: str, values: Mapping[str, object]) -> set[str] | None:
    """The names in the plan's scans, or `None` where the SQL is not one statement that can be explained."""
    statements = connection.extract_statements(sql)
    if [statement.type.name for statement in statements] != ["SELECT"]:
        return None
    # Bound without EXPLAIN first: the lines and carets of DuckDB's messages then fit the text the user wrote.
    connection.sql(sql, params=dict(values) or None)
    import json  # here: Parquet is asked without a plan

    rows = connection.execute(f"EXPLAIN (FORMAT json) {sql}", dict(values) or None).fetchall()
    return {name for node in _nodes(json.loads(rows[0][1])) for name in _scanned(node)}


def _nodes(plan: Any) -> Iterator[dict[str, Any]]:
    waiting = list(plan)
    while waiting:
        node = waiting.pop()
        waiting.extend(node["children"])
        yield node


def _scanned(node: dict[str, Any]) -> Iterator[str]:
    details = node["extra_info"]
    if str(details.get("Table", "")).rpartition(".")[2] == "games":
        for key in ("Projections", "Filters"):
            yield from re.findall(r"\w+", str(details.get(key, "")))

"""Finds the columns that SQL reads, and the dates of the games that it uses, before any game is read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scoresheet.engines.openings import offer_openings
from scoresheet.engines.parameters import of_statement
from scoresheet.questions.duckdb import identifier, macros_in, sides_view

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, Statement

__all__ = ["period", "wanted"]

# Only these optimizers drop columns without looking at rows. The others may drop a whole scan, because the table that
# is in for the games is empty, and its columns would be missed.
_KEPT_OPTIMIZERS = frozenset({"unused_columns", "cte_inlining"})

# These find the conditions that all used rows of a scan meet, and compute their constants.
_FILTERING = _KEPT_OPTIMIZERS | {"filter_pushdown", "expression_rewriter"}

# Statements that only change the connection on which they run.
_HARMLESS = frozenset({"SELECT", "CREATE", "INSERT", "UPDATE", "DELETE", "SET", "VARIABLE_SET", "DROP", "ALTER"})

# The other statements of these kinds leave tables unchanged, which have no rows here.
_PREPARING = frozenset({"CREATE", "SET", "VARIABLE_SET", "DROP", "ALTER"})


def wanted(
    connection: DuckDBPyConnection, sql: str, values: Mapping[str, object], schema: Mapping[str, str]
) -> list[str]:
    """The columns of the view `games` that `sql` reads, from `schema` (name to DuckDB type) and in its order.

    `connection` must not have a view `games` yet, and has none afterwards. Wrong SQL raises DuckDB's own error.

    >>> import duckdb
    >>> schema = {"white": "VARCHAR", "black": "VARCHAR", "year": "SMALLINT"}
    >>> wanted(duckdb.connect(), "select white from games where year > $y", {"y": 1960}, schema)
    ['white', 'year']
    """
    statements = connection.extract_statements(sql)
    found = _of_script(sql, values, schema) if len(statements) > 1 else _of_one(connection, sql, values, schema)
    return list(schema) if found is None else [name for name in schema if name in found]


def period(
    connection: DuckDBPyConnection, sql: str, values: Mapping[str, object], schema: Mapping[str, str]
) -> tuple[int, int] | None:
    """The first and the last date of the games that `sql` uses, as numbers; None if it may use games of any date.

    `connection` must not have a view `games` yet, and has none afterwards.

    >>> import duckdb
    >>> schema = {"white": "VARCHAR", "date": "DATE", "year": "SMALLINT"}
    >>> period(duckdb.connect(), "from games where date >= $since and year < 2014", {"since": "2013-02-01"}, schema)
    (20130201, 20140100)
    >>> period(duckdb.connect(), "select white from games order by date", {}, schema)
    """
    import duckdb  # here: most SQL has no date in it

    if re.search(r"\b(date|year)\b", sql, re.IGNORECASE) is None or len(connection.extract_statements(sql)) != 1:
        return None
    _stand_in(connection, sql, schema, _FILTERING)
    try:
        scans = [node["extra_info"] for node in _plan(connection, sql, values) if _is_of_games(node)]
    except duckdb.Error:
        return None  # it is reported when it runs
    finally:
        _remove_stand_in(connection)
    found = [_dates_of(scan.get("Filters", ())) for scan in scans]
    first, last = min((one[0] for one in found), default=0), max((one[1] for one in found), default=_LAST)
    return None if (first, last) == (0, _LAST) else (first, last)


_LAST = 99991231
_TEST = r"\(*(date|year) ?(>=|<=|>|<|=) ?('\d{4}-\d\d-\d\d'::DATE|\d{1,5})\)*"


def _dates_of(filters: str | Sequence[str]) -> tuple[int, int]:
    """The first and the last date that meets the filters of a scan. Those that are not about dates do not matter.

    >>> _dates_of(["((date >= '2013-02-01'::DATE) AND (date < '2014-01-01'::DATE))", "(white = 'Anna')"])
    (20130201, 20140100)
    >>> _dates_of("((year = 2013) OR (white = 'Anna'))"), _dates_of(["(white = 'a", "(year = 2013)", "b')"])
    ((0, 99991231), (0, 99991231))
    """
    listed = [filters] if isinstance(filters, str) else list(filters)
    first, last = 0, _LAST
    # DuckDB divides the texts of filters at line ends, even within strings.
    if any(each.count("'") % 2 for each in listed):
        return first, last
    for each in listed:
        if re.fullmatch(rf"{_TEST}(?: AND {_TEST})*", each) is None:
            continue
        for _, sign, value in re.findall(_TEST, each):
            low, high = _days(value)
            first = max(first, {">": high + 1, ">=": low, "=": low}.get(sign, 0))
            last = min(last, {"<": low - 1, "<=": high, "=": high}.get(sign, _LAST))
    return first, last


def _days(value: str) -> tuple[int, int]:
    """The first and the last day of a date or a year."""
    if value.isdecimal():
        return int(value) * 10_000 + 101, int(value) * 10_000 + 1231
    day = int(value[1:11].replace("-", ""))
    return day, day


def _of_one(
    connection: DuckDBPyConnection, sql: str, values: Mapping[str, object], schema: Mapping[str, str]
) -> set[str] | None:
    """The columns that one statement reads, or None if it cannot be explained."""
    _stand_in(connection, sql, schema)
    try:
        if [statement.type.name for statement in connection.extract_statements(sql)] != ["SELECT"]:
            return None
        # Bound without EXPLAIN first, so that the lines and carets in DuckDB's messages fit the user's text.
        connection.sql(sql, params=dict(values) or None)
        return _explained(connection, sql, values)
    finally:
        _remove_stand_in(connection)


def _of_script(sql: str, values: Mapping[str, object], schema: Mapping[str, str]) -> set[str] | None:
    """The columns that several statements read, or None if only running them would show that.

    A statement may use what those before it create, so these run too, on a separate connection and over a table
    without games. Failures are left to the real run, which reports them; all columns are read for it.
    """
    import duckdb  # here: most SQL is one statement

    found: set[str] = set()
    with duckdb.connect(":memory:") as scratch:
        try:
            offer_openings(scratch, sql)
            for macro in macros_in(sql):
                scratch.execute(macro)
            _stand_in(scratch, sql, schema)
            for statement in scratch.extract_statements(sql):
                if not _is_harmless(statement):
                    return None
                bound = of_statement(statement, values)
                found |= _explained(scratch, statement.query, bound)
                if statement.type.name in _PREPARING:
                    _prepare(scratch, statement.query, bound)
        except duckdb.Error:
            return None
    return found


def _stand_in(
    connection: DuckDBPyConnection, sql: str, schema: Mapping[str, str], kept: Collection[str] = _KEPT_OPTIMIZERS
) -> None:
    """Creates an empty table in place of the games, and the view `sides` of it if the SQL names it."""
    columns = ", ".join(f"{identifier(name)} {kind}" for name, kind in schema.items())
    optimizers = connection.execute("SELECT name FROM duckdb_optimizers()").fetchall()
    disabled = ",".join(name for (name,) in optimizers if name not in kept)
    connection.execute(f"CREATE TEMP TABLE games ({columns}); SET disabled_optimizers = '{disabled}'")
    both = sides_view(sql, schema)
    if both:
        connection.execute(both)


def _remove_stand_in(connection: DuckDBPyConnection) -> None:
    connection.execute("DROP VIEW IF EXISTS sides; DROP TABLE games; RESET disabled_optimizers")


def _is_harmless(statement: Statement) -> bool:
    # A secret may be stored on disk, for other connections.
    return statement.type.name in _HARMLESS and re.search(r"\bsecret\b", statement.query, re.IGNORECASE) is None


def _prepare(scratch: DuckDBPyConnection, query: str, values: Mapping[str, object]) -> None:
    """Runs a statement for what it creates. A table gets its columns but no rows, which may take long to compute."""
    import duckdb  # here, as above

    empty = f"{query.rstrip().rstrip(';')}\nWITH NO DATA"
    try:
        creates_rows = len(scratch.extract_statements(empty)) == 1
    except duckdb.ParserException:
        creates_rows = False  # it does not create a table from a query
    scratch.execute(empty if creates_rows else query, dict(values) or None).fetchall()


def _explained(connection: DuckDBPyConnection, sql: str, values: Mapping[str, object]) -> set[str]:
    """The columns in the scans of a statement's plan."""
    return {name for node in _plan(connection, sql, values) for name in _scanned(node)}


def _plan(connection: DuckDBPyConnection, sql: str, values: Mapping[str, object]) -> Iterator[dict[str, Any]]:
    """The nodes of a statement's plan."""
    import json  # here: Parquet needs no plan

    rows = connection.execute(f"EXPLAIN (FORMAT json) {sql}", dict(values) or None).fetchall()
    waiting = list(json.loads(rows[0][1]))
    while waiting:
        node = waiting.pop()
        waiting.extend(node["children"])
        yield node


def _is_of_games(node: dict[str, Any]) -> bool:
    """Whether a node scans the games."""
    return str(node["extra_info"].get("Table", "")).rpartition(".")[2] == "games"


def _scanned(node: dict[str, Any]) -> Iterator[str]:
    if _is_of_games(node):
        for key in ("Projections", "Filters"):
            yield from re.findall(r"\w+", str(node["extra_info"].get(key, "")))

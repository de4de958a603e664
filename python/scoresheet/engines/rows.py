"""Rows that another engine gave, as a relation of DuckDB, so that all answers are written in the same ways."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from scoresheet.questions.duckdb import identifier

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

    from scoresheet.stores.store import Answer

__all__ = ["relation_of"]

_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "BOOLEAN"), (int, "BIGINT"), (float, "DOUBLE"), (Decimal, "DOUBLE"), (datetime, "TIMESTAMP"), (date, "DATE"),
)  # fmt: skip
"""The types of values, those first that are of another one too: a bool is an int."""


def relation_of(connection: DuckDBPyConnection, answer: Answer) -> DuckDBPyRelation:
    """The rows of an answer; each column is of the type of its values.

    >>> import duckdb
    >>> from scoresheet.stores.store import Answer
    >>> relation_of(duckdb.connect(), Answer(["n", "share"], [(1, None), (2, 0.5)])).types
    [BIGINT, DOUBLE]
    """
    kinds = [_kind([row[place] for row in answer.rows]) for place in range(len(answer.columns))]
    columns = ", ".join(f"{identifier(name)} {kind}" for name, kind in zip(answer.columns, kinds, strict=True))
    connection.execute(f"CREATE TEMP TABLE answer ({columns})")
    if answer.rows:
        places = ", ".join("?" * len(answer.columns))
        connection.executemany(f"INSERT INTO answer VALUES ({places})", [list(row) for row in answer.rows])
    return connection.table("answer")


def _kind(values: list[Any]) -> str:
    found = next((value for value in values if value is not None), None)
    return next((kind for python, kind in _KINDS if isinstance(found, python)), "VARCHAR")

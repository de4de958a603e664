"""The kinds of stores for the tests: where each is, and what it holds, looked at without this package."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import duckdb
import pytest

from levels import slow
from loaded_places import Place, Row, StoreKind
from loaded_servers import MongoDBServer, PostgreSQLServer

__all__ = ["ALL", "DuckDBFile", "Place", "SQLiteFile", "StoreKind", "places"]


class _File(Place):
    def __init__(self, path: Path) -> None:
        self.location = str(path)

    def _rows(self, statement: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        raise NotImplementedError

    def table(self, name: str = "games") -> list[Row]:
        names, rows = self._rows(f"SELECT * FROM {_quoted(name)}")
        found = [_plain(dict(zip(names, row, strict=True))) for row in rows]
        return sorted(found, key=lambda row: (row["source"], row.get("game", 0)))


class _DuckDBPlace(_File):
    def _rows(self, statement: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        with duckdb.connect(self.location, read_only=True) as connection:
            found = connection.execute(statement)
            return [column[0] for column in found.description or ()], found.fetchall()

    def table(self, name: str = "games") -> list[Row]:
        # Its driver needs another package for times with a zone.
        described = self._rows(f"DESCRIBE {_quoted(name)}")[1]
        chosen = ", ".join(_quoted(row[0]) for row in described if row[0] != "updated")
        names, rows = self._rows(f"SELECT {chosen} FROM {_quoted(name)}")
        found = [_plain(dict(zip(names, row, strict=True))) for row in rows]
        return sorted(found, key=lambda row: (row["source"], row.get("game", 0)))

    def tables(self) -> set[str]:
        return {name for (name,) in self._rows("SELECT table_name FROM duckdb_tables()")[1]}


class _SQLitePlace(_File):
    def _rows(self, statement: str) -> tuple[list[str], list[tuple[Any, ...]]]:
        with closing(sqlite3.connect(self.location)) as connection:
            found = connection.execute(statement)
            return [column[0] for column in found.description or ()], found.fetchall()

    def tables(self) -> set[str]:
        return {name for (name,) in self._rows("SELECT name FROM sqlite_master WHERE type = 'table'")[1]}


class DuckDBFile(StoreKind):
    """A file of DuckDB."""

    id = "duckdb"

    @contextmanager
    def place(self, folder: Path) -> Iterator[Place]:
        yield _DuckDBPlace(folder / "store.duckdb")


class SQLiteFile(StoreKind):
    """A file of SQLite."""

    id = "sqlite"

    @contextmanager
    def place(self, folder: Path) -> Iterator[Place]:
        yield _SQLitePlace(folder / "store.sqlite")


FILES: tuple[StoreKind, ...] = (DuckDBFile(), SQLiteFile())
SERVERS: tuple[StoreKind, ...] = (PostgreSQLServer(), MongoDBServer())
ALL = FILES + SERVERS
"""Every kind."""


@pytest.fixture(params=[*FILES, *slow(SERVERS)], ids=lambda kind: kind.id)
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """A place of each kind of store, one after another."""
    kind: StoreKind = request.param
    missing = kind.missing()
    if missing:
        pytest.skip(missing)
    with kind.place(tmp_path) as place:
        yield place


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _plain(row: Row) -> Row:
    """A row with its document parsed, and without what differs from load to load."""
    row.pop("updated", None)
    for name in ("doc", "options"):
        if isinstance(row.get(name), str):
            row[name] = json.loads(row[name])
    return row

"""The stores that are servers, for the tests: a server of each kind for all of them, and a database for each test."""

from __future__ import annotations

import atexit
import importlib.util
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import mongo_server
import postgresql_server
from loaded_places import Place, Row, StoreKind

__all__ = ["MongoDBServer", "PostgreSQLPlace", "PostgreSQLServer"]

_NUMBERS = count(1)
_RUNNING = ExitStack()
atexit.register(_RUNNING.close)


@cache
def _postgresql() -> postgresql_server.Server:
    return _RUNNING.enter_context(postgresql_server.server())


@cache
def _mongodb() -> str:
    return _RUNNING.enter_context(mongo_server.server("1g"))


class PostgreSQLPlace(Place):
    """A new database."""

    families = frozenset({"tags", "summary", "moves"})
    keeps_order = False
    is_server = True

    def __init__(self, location: str) -> None:
        self.location = location

    def ask(self, statement: Any, values: tuple[Any, ...] | None = None) -> list[Row]:
        """The rows that a statement gives."""
        import psycopg
        from psycopg.rows import dict_row

        with psycopg.connect(self.location, row_factory=dict_row) as connection:
            found = connection.execute(statement, values)
            return found.fetchall() if found.description else []

    def table(self, name: str = "games") -> list[Row]:
        from psycopg import sql

        rows = self.ask(sql.SQL("SELECT * FROM {}").format(sql.Identifier(name)))
        for row in rows:
            row.pop("updated", None)
        return sorted(rows, key=lambda row: (row["source"], row.get("game", 0)))

    def tables(self) -> set[str]:
        return {row["tablename"] for row in self.ask("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")}


class PostgreSQLServer(StoreKind):
    """PostgreSQL, as Debian packages it."""

    id: ClassVar[str] = "postgresql"

    def missing(self) -> str | None:
        if importlib.util.find_spec("psycopg") is None:
            return "`psycopg` is not installed"
        absent = postgresql_server.missing()
        return absent and f"`{absent}` of PostgreSQL is not installed"

    @contextmanager
    def place(self, folder: Path) -> Iterator[Place]:
        server, name = _postgresql(), f"test_{next(_NUMBERS)}"
        server.run(f"CREATE DATABASE {name};")
        try:
            yield PostgreSQLPlace(server.url.replace("/postgres", f"/{name}"))
        finally:
            server.run(f"DROP DATABASE {name} WITH (FORCE);")


class MongoDBPlace(Place):
    """A database of its own. Its rows are the documents, with the source and the number that their ids hold."""

    is_server = True
    has_columns = False
    has_transactions = False
    speed = 0.5
    odd_letters = '"`['

    def __init__(self, location: str) -> None:
        self.location = location

    @contextmanager
    def database(self) -> Iterator[Any]:
        """The database, by its driver."""
        import pymongo

        with pymongo.MongoClient(self.location) as client:
            yield client.get_default_database()

    def table(self, name: str = "games") -> list[Row]:
        with self.database() as database:
            rows = [_row(document) for document in database[name].find()]
        return sorted(rows, key=lambda row: (row["source"], row.get("game", 0)))

    def tables(self) -> set[str]:
        with self.database() as database:
            return set(database.list_collection_names())


def _row(document: dict[str, Any]) -> Row:
    name = document.pop("_id")
    if "finished" in document:
        document.pop("updated")
        return {"source": name, **document}
    source, _, game = name.rpartition("#")
    told = {"white": document["pgn"].get("white"), "ply_count": sum(move is not None for move in document["moves"])}
    return {"source": source, "game": int(game), **told, "doc": document}


class MongoDBServer(StoreKind):
    """A server of MongoDB's wire protocol."""

    id: ClassVar[str] = "mongodb"

    def missing(self) -> str | None:
        if importlib.util.find_spec("pymongo") is None:
            return "`pymongo` is not installed"
        return mongo_server.missing()

    @contextmanager
    def place(self, folder: Path) -> Iterator[Place]:
        made = MongoDBPlace(f"{_mongodb()}/test_{next(_NUMBERS)}")
        yield made
        with made.database() as database:
            database.client.drop_database(database.name)

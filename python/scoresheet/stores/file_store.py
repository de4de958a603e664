"""What databases in a single file have in common: the connection, the names of tables, and the simplest statements."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar

from scoresheet._note_places import JsonPath
from scoresheet.stores import check_loads
from scoresheet.stores.store import VIEWS, Address, Load, Store
from scoresheet.stores.unplayed import unplayed_document

__all__ = ["FileStore", "json_path"]


class FileStore(Store):
    """A database in one file. Its statements use `?` for values, and `quoted` makes identifiers of names."""

    def __init__(self, address: Address) -> None:
        super().__init__(address)
        self._table = self.quoted(address.table)
        self._loads = self.quoted(address.beside("loads"))
        self._views = {name: self.quoted(address.beside(name)) for name in VIEWS}
        self._open: Any = None
        self._is_loading = False

    @staticmethod
    @abstractmethod
    def quoted(name: str) -> str:
        """The name as an identifier of the engine."""

    @property
    def _connection(self) -> Any:
        """The connection, which is opened when it is first needed."""
        if self._open is None:
            # An absolute path, because drivers give some relative names a special meaning, such as `:memory:`.
            self._open = self._connected(str(Path(self.address.location).absolute()))
        return self._open

    @abstractmethod
    def _connected(self, path: str) -> Any:
        """Opens the file."""

    _begin: ClassVar[str] = "BEGIN"
    """The statement that begins a transaction."""

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Makes the statements inside take effect together or not at all."""
        self._connection.execute(self._begin)
        with self._undone_if_it_fails():
            yield
        self._connection.execute("COMMIT")

    @contextmanager
    def _undone_if_it_fails(self) -> Iterator[None]:
        """Rolls the open transaction back if a statement inside fails."""
        try:
            yield
        except BaseException:
            self._is_loading = False
            self._forget()
            with suppress(*self.failures):  # the engine may have done so already
                self._connection.execute("ROLLBACK")
            raise

    def _forget(self) -> None:
        """Drops the rows that were put but are not in the table."""

    @contextmanager
    def _loading(self) -> Iterator[None]:
        """The transaction of a load, which is begun unless it is open, and stays open."""
        if not self._is_loading:
            self._connection.execute(self._begin)
            self._is_loading = True
        with self._undone_if_it_fails():
            yield

    @contextmanager
    def _ending(self) -> Iterator[None]:
        """The same transaction, ended after the statements inside."""
        with self._loading():
            yield
            self._connection.execute("COMMIT")
        self._is_loading = False

    @abstractmethod
    def _columns_of(self, table: str) -> list[str] | None:
        """The names of the columns of a table or view; None if there is no such table."""

    def columns(self) -> list[str] | None:
        """The names of the table's columns; None if there is no such table."""
        return self._columns_there(self.address.table)

    def _columns_there(self, table: str) -> list[str] | None:
        """The same for a file that need not exist, and is not created."""
        if self._open is None and not Path(self.address.location).exists():
            return None
        return self._columns_of(table)

    def loads(self) -> dict[str, Load] | None:
        """The table `loads`, by source; None if there is no such table."""
        there = self._columns_there(self.address.beside("loads"))
        if there is None:
            return None
        check_loads(self.address, there)
        rows = self._connection.execute(f"SELECT source, games, finished, schema_number, options FROM {self._loads}")
        return {row[0]: Load(row[1], bool(row[2]), row[3], json.loads(row[4])) for row in rows.fetchall()}

    def count(self, source: str) -> int:
        """How many games of a source there are."""
        [(games,)] = self._connection.execute(
            f"SELECT count(*) FROM {self._table} WHERE source = ?", [source]
        ).fetchall()
        return int(games)

    def drop(self) -> None:
        """Removes the tables and the views."""
        with self._transaction():
            for view in reversed(self._views.values()):
                self._connection.execute(f"DROP VIEW IF EXISTS {view}")
            self._connection.execute(f"DROP TABLE IF EXISTS {self._table}")
            self._connection.execute(f"DROP TABLE IF EXISTS {self._loads}")

    def keep(self, source: str, load: Load) -> None:
        """Records how far a source has been loaded, and ends the transaction."""
        with self._ending():
            self._note(source, load)

    def finish(self, source: str, load: Load) -> None:
        """Records that a source is complete, deletes its rows after the last game, and ends the transaction."""
        with self._ending():
            self._note(source, load)
            self._connection.execute(f"DELETE FROM {self._table} WHERE source = ? AND game > ?", [source, load.games])

    def _delete(self, source: str, games: range) -> None:
        """Deletes these games of a source."""
        self._connection.execute(
            f"DELETE FROM {self._table} WHERE source = ? AND game BETWEEN ? AND ?", [source, games[0], games[-1]]
        )

    def _note(self, source: str, load: Load) -> None:
        """Records in `loads` how far a source has been loaded."""
        self._connection.execute(
            f"INSERT OR REPLACE INTO {self._loads} (source, games, finished, schema_number, options, updated) "
            "VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP)",
            [source, load.games, load.finished, load.schema_number, json.dumps(dict(load.options))],
        )

    @abstractmethod
    def documents(self) -> Iterator[bytes]:
        """The documents, source by source, in the order of their games."""

    def document(self, source: str, game: int) -> bytes | None:
        """The document of a game."""
        asked = f"SELECT doc FROM {self._table} WHERE source = ? AND game = ?"
        row = self._connection.execute(asked, [source, game]).fetchone()
        return None if row is None or row[0] is None else str(row[0]).encode()

    def _line(self, source: str, game: int, doc: str | None) -> bytes:
        """The document of a game as a line. A game that cannot be played has none."""
        if doc is not None:
            return f"{doc}\n".encode()
        asked = f"SELECT * FROM {self._table} WHERE source = ? AND game = ?"
        found = self._connection.execute(asked, [source, game])
        names = [column[0] for column in found.description or ()]
        return unplayed_document(dict(zip(names, found.fetchone(), strict=True)))

    def close(self) -> None:
        """Ends the connection. Then the file is complete."""
        if self._open is not None:
            self._open.close()
            self._open = None
            self._is_loading = False


def json_path(path: JsonPath) -> str:
    """The path of a part of a document as the functions of these engines take it.

    >>> json_path(("moves", 2, "a", 0, "alt"))
    '$.moves[2].a[0].alt'
    """
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)

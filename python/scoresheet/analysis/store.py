"""The store of an analysis: finished results, from which a run that was stopped continues."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from scoresheet._hints import named
from scoresheet._printable import printable
from scoresheet.analysis.results import PositionResult, decoded, encoded
from scoresheet.errors import FileError, UsageError

__all__ = ["AnalysisStore", "StoredSetup"]

FORMAT = 1
"""The version of the tables. It is part of each setup, so results of other versions are not seen."""

_BUSY_S = 60.0
"""How long a run waits for another one that writes to the same store."""

_TABLES = """
CREATE TABLE IF NOT EXISTS setups (id INTEGER PRIMARY KEY, setup TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS games (
    setup INTEGER NOT NULL, key BLOB NOT NULL, result BLOB NOT NULL, PRIMARY KEY (setup, key)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS positions (
    setup INTEGER NOT NULL, key BLOB NOT NULL, result BLOB NOT NULL, PRIMARY KEY (setup, key)
) WITHOUT ROWID;
"""


class AnalysisStore:
    """A SQLite file with the results of engines, by setup. Several runs may use it at the same time.

    Results are kept safely against the end of the program at any moment. Those that are damaged are not seen.

    Raises:
        FileError: the file cannot be used as a store.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        try:
            self._database = sqlite3.connect(self.path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
            # The system keeps what was written even if this program is killed.
            self._database.execute("PRAGMA synchronous = OFF")
            self._database.executescript(_TABLES)
        except sqlite3.Error as error:
            raise self._unusable(error) from None

    def setup(self, facts: Mapping[str, Any]) -> StoredSetup:
        """The part of the store for results that depend on these facts, and on nothing else."""
        text = json.dumps({"format": FORMAT, **facts}, sort_keys=True)
        with self._lock:
            self._run("INSERT OR IGNORE INTO setups (setup) VALUES (?)", text)
            [(number,)] = self._run("SELECT id FROM setups WHERE setup = ?", text)
        return StoredSetup(self, number)

    def close(self) -> None:
        """Closes the file, and removes it if there is no result in it."""
        with self._lock, suppress(sqlite3.Error):
            tables = ("games", "positions")
            is_empty = not any(self._database.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchall() for name in tables)
            self._database.close()
            if is_empty:
                self.remove()

    def remove(self) -> None:
        """Removes the file, which is closed."""
        with suppress(FileNotFoundError):
            self.path.unlink()

    def _run(self, statement: str, *values: object) -> list[Any]:
        try:
            return self._database.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise self._unusable(error) from None

    def _unusable(self, error: sqlite3.Error) -> FileError:
        hint = f"name another file with {named('store')}, or remove this one; its results will be searched again"
        message = f"cannot use the store `{printable(str(self.path))}`: {error}"
        return FileError(message, code="file-unreadable", file=str(self.path), hint=hint)


class StoredSetup:
    """The results in a store for one setup. Any thread may use it."""

    def __init__(self, store: AnalysisStore, number: int) -> None:
        self._store, self._number = store, number

    def game(self, key: bytes) -> list[PositionResult] | None:
        """The results for the positions of a game; None if they are not there, or damaged."""
        return self._found("games", key)

    def keep_game(self, key: bytes, results: Sequence[PositionResult]) -> None:
        """Keeps the results for a game."""
        self._keep("games", key, results)

    def position(self, key: bytes) -> PositionResult | None:
        """The result for a position; None if it is not there, or damaged."""
        found = self._found("positions", key)
        return found[0] if found and len(found) == 1 else None

    def keep_position(self, key: bytes, result: PositionResult) -> None:
        """Keeps the result for a position."""
        self._keep("positions", key, [result])

    def _found(self, table: str, key: bytes) -> list[PositionResult] | None:
        with self._store._lock:
            rows = self._store._run(f"SELECT result FROM {table} WHERE setup = ? AND key = ?", self._number, key)
        if not rows:
            return None
        try:
            return decoded(bytes(rows[0][0]))
        except (ValueError, TypeError):
            return None

    def _keep(self, table: str, key: bytes, results: Sequence[PositionResult]) -> None:
        with self._store._lock:
            # Each result is a separate transaction: an open one would keep other runs waiting during a search.
            statement = f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)"
            self._store._run(statement, self._number, key, encoded(results))


def check_store(path: str | os.PathLike[str], inputs: Sequence[str], output: str | None) -> None:
    """Refuses a store that would replace an input or the output.

    Raises:
        UsageError: it is one of them.
    """
    store = Path(path)
    for other in [*inputs, *([] if output is None else [output])]:
        if store == Path(other) or (store.exists() and Path(other).exists() and store.samefile(other)):
            hint = f"name another file with {named('store')}"
            raise UsageError(f"the store `{printable(str(path))}` is an input or the output", hint=hint)

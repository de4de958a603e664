"""Statements on DuckDB that newer requests of the same page interrupt, and that may not run for ever."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import duckdb

from scoresheet.viewer.errors import Refused, Superseded

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["Turn", "Turns"]

LONGEST = 600.0
"""The number of seconds after which a request is interrupted."""


class Turn:
    """The statements of one request, on a separate connection."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        self._reason: Refused | None = None

    def end(self, reason: Refused) -> None:
        """Interrupts the statement that runs, and refuses all further ones. Other threads call this."""
        self._reason = self._reason or reason
        self._connection.interrupt()

    def check(self) -> None:
        """Raises the reason if the turn was ended."""
        if self._reason is not None:
            raise self._reason

    def rows(self, sql: str, values: Sequence[object] | dict[str, Any] = ()) -> list[tuple[Any, ...]]:
        """The rows of a statement.

        Raises:
            Refused: the turn was ended.
            duckdb.Error: DuckDB refuses the statement.
        """
        return self.table(sql, values)[1]

    def table(
        self, sql: str, values: Sequence[object] | dict[str, Any] = ()
    ) -> tuple[list[str], list[tuple[Any, ...]]]:
        """The names of the columns of a statement, and its rows."""
        self.check()
        try:
            answer = self._connection.execute(sql, values or None)
            rows = answer.fetchall()
        except duckdb.InterruptException:
            self.check()
            raise
        self.check()
        return [column[0] for column in answer.description or ()], rows


class Turns:
    """Hands out turns. There is at most one per name; a newer one ends the older one."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        self._left = threading.Condition()
        self._cursors = 0
        self._latest: dict[str, Turn] = {}
        self._running: set[Turn] = set()
        self._ended: Refused | None = None

    @contextmanager
    def turn(self, name: str | None = None, seconds: float = LONGEST) -> Iterator[Turn]:
        """A turn. Without a name, no other one ends it.

        >>> import duckdb
        >>> with Turns(duckdb.connect()).turn() as turn:
        ...     turn.rows("select ?", [7])
        [(7,)]
        """
        with self.cursor() as cursor:
            turn = Turn(cursor)
            self._replace(name, turn)
            timer = threading.Timer(seconds, turn.end, [_too_long(seconds)]) if name is not None else None
            if timer is not None:
                timer.daemon = True
                timer.start()
            try:
                yield turn
            finally:
                if timer is not None:
                    timer.cancel()
                self._remove(name, turn)

    @contextmanager
    def cursor(self) -> Iterator[DuckDBPyConnection]:
        """A connection for statements that are not interrupted.

        Raises:
            Refused: all turns were ended.
        """
        with self._left:
            if self._ended is not None:
                raise self._ended
            self._cursors += 1
        try:
            with self._connection.cursor() as cursor:
                yield cursor
        finally:
            with self._left:
                self._cursors -= 1
                self._left.notify_all()

    def _replace(self, name: str | None, turn: Turn) -> None:
        with self._lock:
            self._running.add(turn)
            if self._ended is not None:
                turn.end(self._ended)
            if name is None:
                return
            older = self._latest.get(name)
            self._latest[name] = turn
            if older is not None:
                older.end(Superseded())

    def _remove(self, name: str | None, turn: Turn) -> None:
        with self._lock:
            self._running.discard(turn)
            if name is not None and self._latest.get(name) is turn:
                del self._latest[name]

    def end_all(self, reason: Refused) -> None:
        """Ends all turns, also those that begin later, and waits until their cursors are closed."""
        with self._left:
            self._ended = reason
        with self._lock:
            for turn in self._running:
                turn.end(reason)
        with self._left:
            self._left.wait_for(lambda: not self._cursors, LONGEST)


def _too_long(seconds: float) -> Refused:
    hint = "narrow the filter, or ask for a sample"
    return Refused(HTTPStatus.SERVICE_UNAVAILABLE, "too-long", f"no answer after {seconds:g} seconds", hint=hint)

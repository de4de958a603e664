"""Ctrl-C while a database works, on another thread.

DuckDB's calls do not check for signals, and a connection to PostgreSQL that was left in the middle of a command cannot
be told to go back.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, Protocol, TypeVar

from scoresheet import _core

__all__ = ["interruptible", "is_complete", "left_behind", "set_complete"]

Result = TypeVar("Result")


class Connection(Protocol):
    """A connection to a database."""

    def interrupt(self) -> None:
        """Stops what it does now."""


# How long DuckDB may take to notice. It may not while it fetches an Arrow stream; its thread is then abandoned.
_PATIENCE_S = 1.0
_WAKES_UP_S = 0.1
# Threads rather than their events: Python must not end before they do.
_stopped: list[Thread] = []


class _Work(Generic[Result]):
    """Work for another thread. A `concurrent.futures.Future` would do, but its import takes longer than a query."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self.done = Event()
        self._work = work
        self._result: Result
        self._error: BaseException | None = None

    def run(self) -> None:
        """Does the work and keeps the result."""
        try:
            self._result = self._work()
        except BaseException as error:  # every error belongs to the caller's thread
            self._error = error
        finally:
            self.done.set()

    def result(self) -> Result:
        """The result of the work. Raises the exception that the work raised."""
        if self._error is not None:
            raise self._error
        return self._result


def left_behind() -> bool:
    """Whether a stopped query is still working, so that the interpreter cannot end normally.

    >>> left_behind()
    False
    """
    return any(thread.is_alive() for thread in _stopped)


def is_complete() -> bool:
    """Whether the output of the last native job is complete, so that a signal that comes now ends nothing any more."""
    return _core.Games.output_is_complete()


def set_complete(complete: bool) -> None:
    """Returns whether the output of the command is complete."""
    _core.Games.set_output_complete(complete)


def interruptible(
    connection: Connection, work: Callable[[], Result], meanwhile: Callable[[], object] | None = None
) -> Result:
    """The result of `work`. On Ctrl-C, the query on `connection` is stopped first.

    `meanwhile` is called at intervals during the work, and once at the end.

    >>> import duckdb
    >>> connection = duckdb.connect()
    >>> interruptible(connection, lambda: connection.sql("select 1").fetchall())
    [(1,)]
    """
    beside = _Work(work)
    thread = Thread(target=beside.run, daemon=True)
    try:
        thread.start()
        # The signal may reach another thread. Python then notifies this thread only when it wakes up.
        while not beside.done.wait(_WAKES_UP_S):
            if meanwhile is not None:
                meanwhile()
    except BaseException:
        _stopped.append(thread)
        connection.interrupt()
        if beside.done.wait(_PATIENCE_S):
            thread.join(_PATIENCE_S)  # it may still be releasing what it used
        raise
    if meanwhile is not None:
        meanwhile()
    return beside.result()

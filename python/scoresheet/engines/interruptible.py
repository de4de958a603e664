"""Ctrl-C while DuckDB works: its calls do not look for signals, so they run beside the thread that gets them."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["interruptible", "left_behind"]

Result = TypeVar("Result")

# How long DuckDB may take to notice. It may not while it takes in an Arrow stream; then its thread is left behind.
_PATIENCE_S = 1.0
_WAKES_UP_S = 0.1
_stopped: list[Event] = []


class _Work(Generic[Result]):
    """What another thread works on. A future of `concurrent.futures` would do; its import takes longer than a query."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self.done = Event()
        self._work = work
        self._result: Result
        self._error: BaseException | None = None

    def run(self) -> None:
        """Works, and keeps what comes of it."""
        try:
            self._result = self._work()
        except BaseException as error:  # whatever it is, it belongs to the caller's thread
            self._error = error
        finally:
            self.done.set()

    def result(self) -> Result:
        """What the work returned; raises what it raised."""
        if self._error is not None:
            raise self._error
        return self._result


def left_behind() -> bool:
    """Whether a stopped query still works, so that the interpreter cannot end in peace.

    >>> left_behind()
    False
    """
    return not all(done.is_set() for done in _stopped)


def interruptible(
    connection: DuckDBPyConnection, work: Callable[[], Result], meanwhile: Callable[[], object] | None = None
) -> Result:
    """What `work` returns; on Ctrl-C the query on `connection` is stopped first.

    `meanwhile` is called now and then while it works, and once at the end.

    >>> import duckdb
    >>> connection = duckdb.connect()
    >>> interruptible(connection, lambda: connection.sql("select 1").fetchall())
    [(1,)]
    """
    beside = _Work(work)
    done = beside.done
    Thread(target=beside.run, daemon=True).start()
    try:
        # Another thread may be the one that the signal reaches; Python then tells this one only when it wakes up.
        while not done.wait(_WAKES_UP_S):
            if meanwhile is not None:
                meanwhile()
    except BaseException:
        _stopped.append(done)
        connection.interrupt()
        done.wait(_PATIENCE_S)
        raise
    if meanwhile is not None:
        meanwhile()
    return beside.result()

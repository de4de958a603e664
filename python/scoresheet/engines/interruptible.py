"""Ctrl-C while DuckDB works: its calls do not look for signals, so they run beside the thread that gets them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["interruptible", "left_behind"]

Result = TypeVar("Result")

# How long DuckDB may take to notice. It may not while it takes in an Arrow stream; then its thread is left behind.
_PATIENCE_S = 1.0
_WAKES_UP_S = 0.1
_stopped: list[Future[Any]] = []


def left_behind() -> bool:
    """Whether a stopped query still works, so that the interpreter cannot end in peace.

    >>> left_behind()
    False
    """
    return not all(done.done() for done in _stopped)


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
    done: Future[Result] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # whatever it is, it belongs to the caller's thread
            done.set_exception(error)

    Thread(target=run, daemon=True).start()
    try:
        # Another thread may be the one that the signal reaches; Python then tells this one only when it wakes up.
        while not done.done():
            wait([done], _WAKES_UP_S)
            if meanwhile is not None:
                meanwhile()
    except BaseException:
        _stopped.append(done)
        connection.interrupt()
        wait([done], _PATIENCE_S)
        raise
    return done.result()

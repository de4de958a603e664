"""Ctrl-C while DuckDB works: its calls do not look for signals, so they run beside the thread that gets them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["interruptible"]

Result = TypeVar("Result")

# How long DuckDB may take to notice. Beyond it the thread is left behind; it ends with the process.
_PATIENCE_S = 5.0
_WAKES_UP_S = 0.1


def interruptible(connection: DuckDBPyConnection, work: Callable[[], Result]) -> Result:
    """What `work` returns; on Ctrl-C the query on `connection` is stopped first.

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

    worker = Thread(target=run, daemon=True)
    worker.start()
    try:
        # Another thread may be the one that the signal reaches; Python then tells this one only when it wakes up.
        while worker.is_alive():
            worker.join(_WAKES_UP_S)
    except KeyboardInterrupt:
        connection.interrupt()
        worker.join(_PATIENCE_S)
        raise
    return done.result()

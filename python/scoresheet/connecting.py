"""Connections to DuckDB that know games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["connect"]


def connect(*, threads: int | None = None) -> DuckDBPyConnection:
    """Opens a connection to DuckDB, in memory, with the functions of the package and the table `openings`.

    Use it if `query` is not enough: for several inputs, for your own tables, or with other libraries that work on
    a connection. Games come from Parquet, from a database that you attach, or from `Games.columns`. `sides()` has two
    rows for each game of the table or view `games`, one for each side, and `sides('other')` those of another one.

    DuckDB waits for ever in a process that was forked after it was used. Start processes with `spawn`
    (`multiprocessing.get_context("spawn")`) if they query games, too.

    Args:
        threads: the number of threads. By default, DuckDB uses all.

    >>> import scoresheet
    >>> connection = scoresheet.connect()
    >>> games = scoresheet.read("examples/historic.pgn").columns("white", "packed_moves", "fen")
    >>> connection.sql("select white, sans(packed_moves, fen, 1, 3) from games limit 2").fetchall()
    [('Greco, Gioachino', ['e4', 'e5', 'Nf3']), ('Legall de Kermeur', ['e4', 'e5', 'Bc4'])]
    >>> connection.sql("select name from openings where hash = hash_at(''::BLOB, play(NULL, 'd4 d5 c4'), 0)").fetchall()
    [("Queen's Gambit",)]
    """
    # Here, so that programs without DuckDB can import the package.
    from scoresheet.engines.duckdb import connection_for
    from scoresheet.questions.duckdb import macros

    connection = connection_for("select * from openings", threads)
    for macro in macros():
        connection.execute(macro)
    return connection

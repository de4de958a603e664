"""`scoresheet.connect`: a connection to DuckDB with the functions, the macros and the table of openings."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("duckdb")

import scoresheet
from scoresheet.questions.duckdb import macros


def test_it_has_the_functions_and_the_openings() -> None:
    connection = scoresheet.connect()
    sql = "SELECT eco, name FROM openings WHERE hash = hash_at(''::BLOB, play(NULL, 'd4 d5 c4'), 0)"
    assert connection.execute(sql).fetchall() == [("D06", "Queen's Gambit")]


def test_it_has_every_macro() -> None:
    """Each macro is created alone, so that a question can use any of them together."""
    connection = scoresheet.connect()
    sql = "SELECT DISTINCT function_name FROM duckdb_functions() WHERE NOT internal AND function_type LIKE '%macro%'"
    created = {name for (name,) in connection.execute(sql).fetchall()}
    assert len(created) == len(list(macros()))
    assert connection.execute("SELECT uci(square('e2'), square('e4'), 0)").fetchall() == [("e2e4",)]


def test_it_joins_several_inputs_with_tables_of_the_caller(root: Path) -> None:
    connection = scoresheet.connect(threads=2)
    assert connection.execute("SELECT current_setting('threads')").fetchall() == [(2,)]
    connection.execute("CREATE TABLE inputs (name VARCHAR, games BIGINT)")
    for name in ["historic.pgn", "chess960.pgn"]:
        connection.register("games", scoresheet.read(root / "examples" / name).columns("game"))
        connection.execute("INSERT INTO inputs SELECT ?, count(*) FROM games", [name])
    counted = dict(connection.execute("SELECT * FROM inputs").fetchall())
    assert counted == {name: len(list(scoresheet.read(root / "examples" / name))) for name in counted}
    assert len(counted) == 2


def test_connections_share_nothing() -> None:
    one, other = scoresheet.connect(), scoresheet.connect()
    one.execute("CREATE TABLE mine (n INTEGER)")
    assert other.execute("SELECT count(*) FROM duckdb_tables() WHERE table_name = 'mine'").fetchall() == [(0,)]

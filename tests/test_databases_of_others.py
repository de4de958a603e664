"""DuckDB files that others made: their views reach nothing outside the database."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

import scoresheet
from scoresheet.viewer.opening import Opener

ROOT = Path(__file__).resolve().parent.parent

READ_WITH: dict[str, Callable[[Path], object]] = {
    "query": lambda path: scoresheet.query(path, "select white from games").fetchall(),
    "read": lambda path: [game.tags for game in scoresheet.read(path)],
    "check": lambda path: scoresheet.check(path, on_error="raise"),
    "convert": lambda path: scoresheet.convert(path, path.with_suffix(".pgn"), on_error="raise"),
    "serve": lambda path: Opener().library([(str(path), "duckdb")]),
}

VIEWS = {
    "text": "SELECT content AS white, '{}' AS doc, 's' AS source, 1 AS game FROM read_text('{file}')",
    "behind": "SELECT content AS white, '{}' AS doc, 's' AS source, 1 AS game FROM beside",
    "extension": "SELECT eco('e4') AS eco, content AS white, '{}' AS doc, 's' AS source, 1 AS game "
    "FROM read_text('{file}')",
    "named": "SELECT content AS white, '{}' AS doc, 's' AS source, 1 AS game FROM '{file}.parquet' AS p(content)",
}


@pytest.mark.parametrize("door", READ_WITH)
@pytest.mark.parametrize("view", VIEWS)
def test_views_of_other_files_are_refused(view: str, door: str, tmp_path: Path) -> None:
    secret, path = tmp_path / "secret.txt", tmp_path / "games.duckdb"
    secret.write_text("a secret", encoding="utf-8")
    with duckdb.connect(":memory:") as connection:
        connection.execute(f"COPY (SELECT 'a secret' AS content) TO '{secret}.parquet'")
    with duckdb.connect(path) as connection:
        connection.execute(f"CREATE VIEW beside AS SELECT * FROM read_text('{secret}')")
        if view == "extension":
            connection.execute("CREATE MACRO eco(moves) AS 'B00'")
        connection.execute(f"CREATE VIEW games AS {VIEWS[view].replace('{file}', str(secret))}")
    with pytest.raises(scoresheet.FileError, match=r"cannot read `.*games\.duckdb`") as caught:
        READ_WITH[door](path)
    assert "a secret" not in str(caught.value)
    assert not path.with_suffix(".pgn").exists()


@pytest.mark.parametrize("door", READ_WITH)
def test_views_of_tables_beside_them_are_read(door: str, tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    scoresheet.convert(ROOT / "examples" / "historic.pgn", path)
    with duckdb.connect(path) as connection:
        connection.execute("ALTER TABLE games RENAME TO stored")
        connection.execute("CREATE VIEW games AS SELECT *, rowid FROM stored")
    READ_WITH[door](path)


def test_serve_refuses_such_a_database_without_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute(f"CREATE VIEW games AS SELECT content AS white FROM read_text('{__file__}')")
    words = [sys.executable, "-m", "scoresheet", "serve", str(path), "--no-browser"]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert ended.stderr.startswith("error: cannot read")
    assert "Traceback" not in ended.stderr


def test_a_file_that_the_program_has_open_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.duckdb"
    scoresheet.convert(ROOT / "examples" / "historic.pgn", path)
    with duckdb.connect(path):
        assert len(list(scoresheet.read(path))) == 45

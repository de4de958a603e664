"""The table of named positions: in Python, in the list, and in SQL."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import chess
import chess.polyglot
import pytest
from click.testing import CliRunner, Result

import scoresheet
from scoresheet.cli.group import command as main
from scoresheet.openings import NamedPosition, named_positions

HISTORIC = "examples/historic.pgn"
SOURCES = Path("crates/core/openings")

IN_GAMES = """
SELECT g.source, g.game, o.eco, o.name, o.ply
FROM games g JOIN openings o ON o.hash = hash_at(g.packed_moves, g.fen, o.ply)
QUALIFY row_number() OVER (PARTITION BY g.source, g.game ORDER BY o.ply DESC) = 1 ORDER BY g.game
"""


def run(*args: str) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(main, args, prog_name="scoresheet")


def rows_by_hand() -> list[NamedPosition]:
    rows = []
    for path in sorted(SOURCES.glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                board = chess.Board()
                for word in row["pgn"].split():
                    if not word.endswith("."):
                        board.push_san(word)
                hashed = chess.polyglot.zobrist_hash(board)
                rows.append(NamedPosition(row["eco"], row["name"], row["pgn"], board.fen(), hashed, board.ply()))
    return rows


@pytest.mark.slow
def test_the_positions_match_the_sources() -> None:
    assert set(named_positions()) == set(rows_by_hand())
    assert len(named_positions()) == len(rows_by_hand())
    assert [(row.eco, row.name) for row in named_positions()] == sorted((row.eco, row.name) for row in rows_by_hand())


def test_every_position_has_its_name() -> None:
    for row in named_positions():
        opening = scoresheet.Position(row.fen).opening
        assert opening is not None
        assert (opening.eco, opening.name) == (row.eco, row.name)
        assert scoresheet.Position(row.fen).hash == row.hash


def test_sql_joins_games_with_openings() -> None:
    found = {row[1]: row[2:] for row in scoresheet.query(HISTORIC, IN_GAMES).fetchall()}
    expected = {}
    for number, game in enumerate(scoresheet.read(HISTORIC), 1):
        if (opening := game.opening) is not None:
            expected[number] = (opening.eco, opening.name, opening.ply)
    assert found == expected


def test_the_table_has_all_rows_and_columns() -> None:
    rows = scoresheet.query(HISTORIC, "SELECT * FROM openings")
    assert tuple(rows.columns) == NamedPosition._fields
    assert [NamedPosition._make(row) for row in rows.fetchall()] == list(named_positions())


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE openings AS SELECT 7 AS mine; SELECT mine FROM openings",
        "CREATE TEMP TABLE Openings AS SELECT 7 AS mine; SELECT mine FROM openings",
        "WITH openings AS (SELECT 7 AS mine) SELECT mine FROM openings",
    ],
)
def test_a_table_of_the_sql_itself_takes_precedence(sql: str) -> None:
    assert scoresheet.query(HISTORIC, sql).fetchall() == [(7,)]


def test_a_script_reads_only_the_columns_that_it_needs() -> None:
    sql = "CREATE TEMP TABLE named AS SELECT name FROM openings; SELECT count(white) FROM games"
    assert scoresheet.query(HISTORIC, sql).fetchall() == [(45,)]


def test_the_list_shows_them() -> None:
    listed = run("list", "openings")
    assert listed.exit_code == 0
    assert len(listed.stdout.splitlines()) >= len(named_positions())
    [first, *_] = json.loads(run("list", "openings", "Sicilian Defense", "--json").stdout)
    assert (first["moves"], first["ply"]) == ("1. e4 c5", 2)
    assert int(first["hash"], 16) == scoresheet.Position().play("e4").play("c5").hash
    named = [row for row in named_positions() if row.name == "French Defense"]
    assert run("list", "openings", "French Defense").stdout.count("moves:") == len(named) > 1
    assert "did you mean" in run("list", "openings", "Sicilian Defence").stderr.lower()

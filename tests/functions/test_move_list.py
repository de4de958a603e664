"""`move_list` in SQL, compared with the columns of the package."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

import sql_games
from scoresheet._registry import registry
from scoresheet.engines.duckdb import query

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"

LISTS = [column["name"] for column in registry("columns") if column["family"] == "moves"]


@pytest.mark.parametrize("column", LISTS)
def test_every_example(column: str) -> None:
    asked = f"SELECT count(*), count({column}) FROM games WHERE made IS DISTINCT FROM {column}"
    made = f"move_list(packed_moves, fen, '{column}')::TINYINT[]"
    found = query(EXAMPLES, asked.replace("made", made)).fetchall()
    assert found == [(0, 0)]


def test_null_and_moves_that_are_not_legal() -> None:
    assert sql_games.scalar("move_list(NULL::BLOB, NULL, 'piece')") is None
    assert sql_games.scalar("move_list(''::BLOB, NULL, 'piece')") == []
    assert sql_games.scalar("move_list('\\x0C\\x0C'::BLOB, NULL, 'piece')") is None
    assert sql_games.scalar("move_list(''::BLOB, NULL, NULL)") is None


def test_the_material_of_another_start() -> None:
    start = "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"
    lists = "[60, 0], [51, 48], [0, 0], [0, 0]".replace("]", "]::TINYINT[]")
    assert sql_games.scalar(f"move_list({lists}, '{start}', 'imbalance')") == [5, 5]


def test_columns_that_are_not_there() -> None:
    with pytest.raises(duckdb.Error, match="the family `moves` has no column `white`"):
        sql_games.scalar("move_list(''::BLOB, NULL, 'white')")
    with pytest.raises(duckdb.Error, match="has to be the same for all games"):
        sql_games.scalar("max(move_list(''::BLOB, NULL, name)) FROM (VALUES ('piece'), ('castle')) AS names(name)")

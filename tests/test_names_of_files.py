"""Files whose names have a meaning for DuckDB, a shell or SQL, beside files that a pattern would find."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

pytest.importorskip("duckdb")

import command_line
import scoresheet
from viewing import Viewer

HISTORIC = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"
NAMES = ("games[1]", "a[b", "a]b", "a*b", "**", "who?", "it's", "50%", "%41", "a;b", "#1", '"q"')
DECOYS = ("games1", "ab", "acb", "whom", "A", "q")
"""The names of files that some of the names fit as patterns."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The examples as `games.parquet` with an index, and as `games.duckdb`; a few games as `few.parquet`."""
    folder = tmp_path_factory.mktemp("tables")
    columns = ["tags", "summary", "packed", "text"]
    scoresheet.convert(HISTORIC, folder / "games.parquet", columns=columns, no_sort=True)
    scoresheet.index(folder / "games.parquet")
    scoresheet.convert(HISTORIC, folder / "games.duckdb", columns=columns)
    scoresheet.convert(HISTORIC, folder / "few.parquet", columns=columns, limit=2)
    return folder


@pytest.fixture(params=NAMES)
def table(request: pytest.FixtureRequest, tables: Path, tmp_path: Path) -> Path:
    """The examples as Parquet under one of the names."""
    for name in DECOYS:
        shutil.copy(tables / "few.parquet", tmp_path / f"{name}.parquet")
    return Path(shutil.copy(tables / "games.parquet", tmp_path / f"{request.param}.parquet"))


def test_queries_read_this_file_alone(table: Path) -> None:
    assert scoresheet.query(table, "select count(*) from games").fetchall() == [(45,)]
    assert scoresheet.query([table, HISTORIC], "select count(*) from games").fetchall() == [(90,)]
    asked = scoresheet.query(HISTORIC, "castling", moves=10).fetchall()
    assert scoresheet.query(table, "castling", moves=10).fetchall() == asked
    printed = command_line.run("query", table, "select count(*) from games", "--to", "csv").stdout
    assert printed.splitlines()[-1] == b"45"


def test_positions_and_patterns_are_found_in_it(table: Path, tables: Path) -> None:
    position = scoresheet.Position().play("e4").play("e5")
    expected = scoresheet.Explorer(tables / "games.parquet").moves(position)
    assert scoresheet.Explorer(table).moves(position) == expected
    # The index knows the row of a game that alone has a position, and DuckDB reads it.
    deep = scoresheet.read(HISTORIC)[40].at(20).position.fen()
    asked = scoresheet.query(HISTORIC, "explorer", fen=deep).fetchall()
    assert scoresheet.query(table, "explorer", fen=deep).fetchall() == asked
    assert len(asked) == 1
    found = command_line.run("find", HISTORIC, "move Nf3 then check", "--count").stdout
    assert command_line.run("find", table, "move Nf3 then check", "--count").stdout == found


def test_it_is_shown_in_the_viewer(table: Path) -> None:
    viewer = Viewer(table)
    assert viewer.get("session")["games"] == 45
    rows = viewer.listed("white", sort={"by": "white"})
    assert len(rows) == 45
    assert [row[1] for row in rows] == sorted(row[1] for row in rows)
    assert dict(viewer.get("game/44")["tags"])["White"] == dict(rows)[44]
    exported = viewer.post("export", {"rows": [7, 3], "format": "pgn"})
    assert [game.tags["White"] for game in scoresheet.parse_all(exported)] == [dict(rows)[7], dict(rows)[3]]
    viewer.close()


@pytest.mark.parametrize("name", NAMES)
def test_databases_under_such_names(name: str, tables: Path, tmp_path: Path) -> None:
    path = shutil.copy(tables / "games.duckdb", tmp_path / f"{name}.duckdb")
    assert scoresheet.query(path, "select count(*) from games").fetchall() == [(45,)]
    viewer = Viewer(path)
    assert len(viewer.listed("white")) == 45
    viewer.close()
    report = scoresheet.convert(HISTORIC, path, force=True, columns=["tags", "packed"])
    assert report.written == 45
    assert scoresheet.query(path, "select count(*) from games").fetchall() == [(45,)]

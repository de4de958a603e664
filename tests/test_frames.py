"""Games as the tables of other libraries, and tables of other libraries as games."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow
import pytest

import scoresheet
from scoresheet import _scratch

HISTORIC = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"


@pytest.fixture
def games() -> scoresheet.Games:
    return scoresheet.read(HISTORIC)


def test_every_library_gets_the_same_rows(games: scoresheet.Games) -> None:
    some = games.columns("white", "white_elo", "ply_count", "game")
    rows = some.duckdb().fetchall()
    assert len(rows) == 45
    assert isinstance(some.arrow(), pyarrow.Table)
    assert some.pl().rows() == rows == [tuple(row.values()) for row in some.arrow().to_pylist()]
    frame = some.df()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == some.names
    assert frame["ply_count"].tolist() == [row[2] for row in rows]
    assert games.df().shape == (45, len(games.names))


def test_tables_have_names_that_people_guess(games: scoresheet.Games) -> None:
    some = games.columns("white", "result")
    for rows in (some, some.positions("game", "ply"), scoresheet.query(some, "select white, result from games")):
        assert rows.to_pandas().equals(rows.df())  # type: ignore[operator] # DuckDB's types lack the names
        assert rows.to_polars().equals(rows.pl())  # type: ignore[operator] # as above
        assert rows.to_arrow().to_pylist() == pyarrow.table(rows).to_pylist()  # type: ignore[operator] # as above


def test_pandas_does_not_make_a_column_of_objects(games: scoresheet.Games) -> None:
    for _ in range(2):  # once more when it is known how many there are
        with pytest.raises(scoresheet.UsageError) as caught:
            pandas.DataFrame(games)
        assert "games.df()" in str(caught.value.hint)
        games.count()


def test_other_libraries_still_take_games(games: scoresheet.Games) -> None:
    assert pyarrow.table(games).num_rows == polars.DataFrame(games).height == 45
    assert duckdb.sql("select count(*) from games").fetchall() == [(45,)]
    assert len([*games]) == len(sorted(games, key=lambda game: game.ply_count)) == 45
    assert games[0] in games


def test_what_is_not_installed_is_named(tmp_path: Path) -> None:
    for library, method, extra in [
        ("pandas", "df", "pandas"),
        ("polars", "pl", "polars"),
        ("pyarrow", "arrow", "arrow"),
    ]:
        code = f"""
import sys
sys.modules[{library!r}] = None
import scoresheet
games = scoresheet.read({str(HISTORIC)!r})
rows = scoresheet.query(games, "select 1")
for make in (games.{method}, games.to_{library.removeprefix("py")}, rows.to_{library.removeprefix("py")}):
    try:
        make()
    except scoresheet.UsageError as error:
        print(error, error.hint, sep="|")
"""
        said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        assert said == f"`{library}` is not installed|pip install 'scoresheet[{extra}]'\n" * 3


def test_errors_are_ours(tmp_path: Path) -> None:
    path = tmp_path / "cut.pgn.gz"
    path.write_bytes(gzip.compress(HISTORIC.read_bytes())[:-1000])
    games = scoresheet.read(path)
    for use in (games.df, games.pl, games.arrow, lambda: games.duckdb().fetchall()):
        with pytest.raises(scoresheet.FileError, match="cannot unpack") as caught:
            use()
        assert caught.value.code == "file-damaged"


# Tables as games

TABLES: dict[str, Any] = {
    "duckdb": lambda rows: duckdb.sql("from rows"),
    "query": lambda table: scoresheet.query(HISTORIC, "from games"),
    "polars": polars.DataFrame,
    "pandas": lambda table: table.to_pandas(),
    "arrow": lambda table: table,
    "reader": lambda table: table.to_reader(),
    "games": lambda table: scoresheet.read(HISTORIC),
}


@pytest.mark.parametrize("columns", [["tags", "text"], ["tags", "moves", "notes"], ["tags", "packed"], ["documents"]])
@pytest.mark.parametrize("kind", [kind for kind in TABLES if kind != "query"])
def test_tables_are_games(kind: str, columns: list[str], tmp_path: Path) -> None:
    table = scoresheet.read(HISTORIC, columns=columns).arrow()
    games = scoresheet.games(TABLES[kind](table))
    assert list(games) == list(scoresheet.read(HISTORIC))
    assert games.count() == 45
    assert scoresheet.write(TABLES[kind](table), tmp_path / "a.pgn").written == 45
    assert list(scoresheet.read(tmp_path / "a.pgn")) == list(games)


def test_a_question_is_written_as_games(tmp_path: Path) -> None:
    short = scoresheet.query(HISTORIC, "select * from games where ply_count < 40 order by ply_count")
    with pytest.raises(scoresheet.UsageError, match="required to write games"):
        scoresheet.write(scoresheet.query(HISTORIC, "select white from games"), tmp_path / "no.pgn")
    assert scoresheet.write(short, tmp_path / "short.pgn").written > 3
    plies = [game.ply_count for game in scoresheet.read(tmp_path / "short.pgn")]
    assert plies == sorted(plies)


def test_a_table_that_lacks_columns_is_refused_with_advice() -> None:
    games = scoresheet.games(polars.DataFrame({"white": ["A"]}))
    with pytest.raises(scoresheet.UsageError, match="`<table>` lacks") as caught:
        list(games)
    assert "columns=" in str(caught.value.hint)


def test_the_iterator_keeps_its_table() -> None:
    table = scoresheet.read(HISTORIC, columns=["tags", "text"]).pl()
    assert sum(1 for _ in scoresheet.games(table)) == 45
    games = iter(scoresheet.games(table))
    assert next(games).tags["White"] == "Greco, Gioachino"


def test_games_match_those_of_the_table() -> None:
    connection = duckdb.connect()
    rows = scoresheet.read(HISTORIC, columns=["tags", "text"]).arrow()
    connection.register("historic", rows)
    connection.execute("create table games as from historic")
    games = scoresheet.games(connection.table("games"))
    connection.execute("delete from games")
    assert len(games) == games.count() == sum(1 for _ in games) == 45


def test_the_connection_of_a_table_is_free_while_its_games_are_read() -> None:
    connection = duckdb.connect()
    rows = scoresheet.read(HISTORIC, columns=["tags", "text"]).arrow()
    connection.register("historic", rows)
    games = scoresheet.games(connection.sql("from historic"))
    read = [connection.execute("select count(*) from historic").fetchall() for _ in zip(games, games, strict=True)]
    assert read == [[(45,)]] * 45


def test_a_table_leaves_no_files() -> None:
    before = set(_scratch.own().iterdir())
    games = scoresheet.games(scoresheet.read(HISTORIC, columns=["tags", "text"]).pl())
    assert games.count() == 45
    assert set(_scratch.own().iterdir()) == before


@pytest.mark.parametrize("table", [5, [], [scoresheet.Game()], "a.parquet"])
def test_what_is_no_table_is_refused(table: Any) -> None:
    with pytest.raises(scoresheet.UsageError, match="`games` takes a table") as caught:
        scoresheet.games(table)
    assert "scoresheet.read" in str(caught.value.hint)

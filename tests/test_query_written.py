"""The forms that rows are written in, and the games that rows name."""

from __future__ import annotations

import json
from pathlib import Path

import chess.pgn
import duckdb
import pyarrow.feather
import pytest
from click.testing import CliRunner, Result

import scoresheet
from scoresheet import UsageError
from scoresheet.cli.group import command as main
from scoresheet.engines.duckdb import query
from scoresheet.engines.selected_games import games_of
from scoresheet.writing import write_found

PGN = str(Path(__file__).resolve().parent.parent / "vectors" / "questions" / "games.pgn")
WON = "select source, game from games where result = '1-0' order by game desc"


def run(*args: object, given: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["query", *map(str, args)], input=given)


def whites(path: Path) -> list[str]:
    with path.open(encoding="utf-8") as file:
        return [game.headers["White"] for game in iter(lambda: chess.pgn.read_game(file), None)]


def won() -> list[str]:
    with Path(PGN).open(encoding="utf-8") as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    return [game.headers["White"] for game in games if game.headers["Result"] == "1-0"]


# Rows


ROWS = "select 1 as n, 'a|b' as text, null as nothing, true as yes, 'ab'::blob as bytes from games limit 1"


def test_lines_of_json(tmp_path: Path) -> None:
    for name in ("rows.jsonl", "rows.ndjson"):
        assert run(PGN, ROWS.replace("limit 1", "limit 2"), "-o", tmp_path / name).exit_code == 0
        lines = [json.loads(line) for line in (tmp_path / name).read_text().splitlines()]
        assert lines == [{"n": 1, "text": "a|b", "nothing": None, "yes": True, "bytes": "6162"}] * 2


def test_markdown(tmp_path: Path) -> None:
    table = "| n | text | nothing | yes | bytes |\n| ---: | --- | --- | --- | --- |\n| 1 | a\\|b |  | true | 6162 |\n"
    assert run(PGN, ROWS, "-o", tmp_path / "rows.md").exit_code == 0
    assert (tmp_path / "rows.md").read_text() == table
    assert run(PGN, ROWS, "--to", "markdown", "--quiet").stdout == table


def test_a_table_in_a_file(tmp_path: Path) -> None:
    assert run(PGN, "select 1 as n", "--to", "table", "-o", tmp_path / "rows.txt").exit_code == 0
    assert (tmp_path / "rows.txt").read_text() == "n\n1\n"


def test_arrow(tmp_path: Path) -> None:
    sql = "select game, white, piece from games order by game"
    assert run(PGN, sql, "-o", tmp_path / "rows.arrow").exit_code == 0
    found = pyarrow.feather.read_table(tmp_path / "rows.arrow")
    assert list(zip(*found.to_pydict().values(), strict=True)) == query(PGN, sql).fetchall()


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_bytes_do_not_go_to_a_terminal(form: str) -> None:
    result = run(PGN, "select 1", "--to", form)
    assert (result.exit_code, result.stdout) == (2, "")


# Games


@pytest.mark.parametrize(
    "columns", [None, ["tags", "summary", "moves"], ["tags", "packed"], ["tags", "documents"], ["tags", "text"]]
)
def test_rows_that_name_games_become_them(tmp_path: Path, columns: list[str] | None) -> None:
    source = Path(PGN)
    if columns is not None:
        source = tmp_path / "games.parquet"
        scoresheet.convert(PGN, source, columns=columns)
    result = run(source, WON, "-o", tmp_path / "won.pgn")
    assert result.exit_code == 0
    assert whites(tmp_path / "won.pgn") == won()
    assert f"{len(won())} written" in result.stderr


def test_games_go_to_any_format_and_to_standard_output(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(PGN, WON, "-o", tmp_path / "won.uci.gz").exit_code == 0
    assert run(PGN, WON, "--to", "uci", "--quiet").exit_code == 0
    assert capfd.readouterr().out.count("\n") == len(won())
    assert scoresheet.check(tmp_path / "won.uci.gz", from_="uci").games == len(won())


def test_a_game_is_written_once_for_any_rows(tmp_path: Path) -> None:
    sql = "select white, game, source from games, range(3) where game in (2, 5)"
    assert run(PGN, sql, "-o", tmp_path / "two.pgn").exit_code == 0
    assert len(whites(tmp_path / "two.pgn")) == 2


def test_the_limit_counts_the_games_that_are_queried(tmp_path: Path) -> None:
    assert (
        run(PGN, "select source, game from games where game >= 3", "--limit", 4, "-o", tmp_path / "two.pgn").exit_code
        == 0
    )
    assert len(whites(tmp_path / "two.pgn")) == 2


def test_games_of_a_pipe(tmp_path: Path) -> None:
    assert run("-", WON, "-o", tmp_path / "won.pgn", given=Path(PGN).read_bytes()).exit_code == 0
    assert whites(tmp_path / "won.pgn") == won()


@pytest.mark.parametrize("ending", ["duckdb", "sqlite"])
def test_games_of_a_database(tmp_path: Path, ending: str) -> None:
    scoresheet.convert(PGN, tmp_path / f"games.{ending}")
    assert run(tmp_path / f"games.{ending}", WON, "-o", tmp_path / "won.pgn").exit_code == 0
    assert sorted(whites(tmp_path / "won.pgn")) == sorted(won())


def test_games_of_several_inputs(tmp_path: Path) -> None:
    scoresheet.convert(PGN, tmp_path / "games.parquet")
    (tmp_path / "more.pgn").write_bytes(Path(PGN).read_bytes())
    result = run(tmp_path / "games.parquet", tmp_path / "more.pgn", WON, "-o", tmp_path / "won.pgn")
    assert result.exit_code == 0
    assert whites(tmp_path / "won.pgn") == won() * 2


def test_a_source_in_two_inputs_is_refused(tmp_path: Path) -> None:
    for name in ("a.parquet", "b.parquet"):
        scoresheet.convert(PGN, tmp_path / name)
    result = run(tmp_path / "a.parquet", tmp_path / "b.parquet", WON, "-o", tmp_path / "won.pgn")
    assert result.exit_code == 2
    assert "are in more than one input" in result.stderr
    assert not (tmp_path / "won.pgn").exists()


def test_games_that_no_input_holds_are_counted(tmp_path: Path) -> None:
    result = run(PGN, "select source, game + 7 as game from games", "-o", tmp_path / "one.pgn")
    assert result.exit_code == 0
    assert "note: 7 of the 8 games of the result are not in the inputs" in result.stderr
    assert len(whites(tmp_path / "one.pgn")) == 1


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("select white from games", "their columns are `white`"),
        ("select 'x.pgn' as source, game from games", "`x.pgn`, which is not an input"),
        ("select source, null as game from games", "is NULL"),
        ("create temp table t (source text)", "do not name games"),
        ("@results", "do not name games"),
    ],
)
def test_rows_that_name_no_games(tmp_path: Path, sql: str, said: str) -> None:
    result = run(PGN, sql, "-o", tmp_path / "out.pgn")
    assert result.exit_code == 2
    assert said in result.stderr
    assert not (tmp_path / "out.pgn").exists()


def test_a_file_without_moves_names_the_family(tmp_path: Path) -> None:
    scoresheet.convert(PGN, tmp_path / "tags.parquet", columns=["tags"])
    result = run(tmp_path / "tags.parquet", WON, "-o", tmp_path / "won.pgn")
    assert result.exit_code != 0
    assert "--columns" in result.stderr
    assert not (tmp_path / "won.pgn").exists()


def test_the_report_of_games_as_json(tmp_path: Path) -> None:
    result = run(PGN, WON, "-o", tmp_path / "won.pgn", "--json")
    assert json.loads(result.stdout)["written"] == len(won())
    assert run(PGN, WON, "--to", "pgn", "--json").exit_code == 2


def test_the_games_of_a_relation(tmp_path: Path) -> None:
    for relation in (
        query(PGN, WON),
        query(scoresheet.read(PGN), WON),
        query(PGN, "from games").filter("result = '1-0'"),
    ):
        found = games_of(relation)
        assert found.count == len(won())
        assert write_found(found, str(tmp_path / "won.pgn"), force=True).written == len(won())
        assert whites(tmp_path / "won.pgn") == won()


def test_the_games_of_a_relation_of_duckdb_are_in_the_files_that_it_names(tmp_path: Path) -> None:
    connection = duckdb.connect()
    relation = connection.sql("select $source as source, unnest([8, 2]) as game", params={"source": PGN})
    assert write_found(games_of(relation), str(tmp_path / "two.pgn")).written == 2
    with pytest.raises(UsageError, match="which does not exist"):
        games_of(connection.sql("select 'gone.pgn' as source, 1 as game"))

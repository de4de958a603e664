"""Queries: what is read for them, from which sources, and what goes wrong how."""

from __future__ import annotations

import inspect
import itertools
import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess.pgn
import duckdb
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import replayed
import scoresheet
from levels import few, slow
from scoresheet import ReadError, UsageError
from scoresheet._ids import ReadChoices
from scoresheet._options import options_of, store_kind
from scoresheet.engines import spooled
from scoresheet.engines.duckdb import READING, ask, connection_for, query
from scoresheet.engines.referenced_columns import wanted
from scoresheet.engines.view import schema
from scoresheet.questions import all_questions

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
PGN = str(VECTORS / "questions" / "games.pgn")
TWENTY = str(VECTORS / "bgn" / "castling-20.pgn")
BAD = '[White "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0\n\n[White "B"]\n[Result "0-1"]\n\n1. d4 d5 0-1\n'


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(replayed.parquet(tmp_path_factory.mktemp("query") / "games.parquet", Path(PGN)))


@pytest.fixture
def bad(tmp_path: Path) -> str:
    path = tmp_path / "bad.pgn"
    path.write_text(BAD)
    return str(path)


# What is read


@pytest.mark.parametrize(
    ("sql", "columns"),
    [
        ("SELECT count(*) FROM games", []),
        ("SELECT white FROM games", ["white"]),
        ("SELECT white FROM games WHERE year > 1960 AND date IS NOT NULL", ["white", "date", "year"]),
        ("SELECT white FROM games WHERE false", ["white"]),
        ("SELECT count(*) FROM (SELECT white, black FROM games)", []),
        ("WITH g AS (SELECT result, castle FROM games) SELECT result, count(*) FROM g GROUP BY 1", ["result"]),
        ("SELECT a.white FROM games a JOIN games b USING (game) WHERE b.result = '1-0'", ["game", "white", "result"]),
        ("SELECT g.white_elo FROM games AS g ORDER BY g.eco DESC LIMIT 3", ["eco", "white_elo"]),
        ("SELECT other_tags['ECO'] FROM games", ["other_tags"]),
        ("SELECT list_max(imbalance) FROM games", ["imbalance"]),
        ("SELECT (SELECT max(year) FROM games) - min(year) FROM games", ["year"]),
        ("SELECT white FROM games UNION ALL SELECT black FROM games", ["white", "black"]),
        ("SELECT * FROM games", list(schema())),
        ("SELECT 1; SELECT white FROM games", ["white"]),
    ],
)
def test_only_named_columns_are_wanted(sql: str, columns: list[str]) -> None:
    assert wanted(connection_for(sql), sql, {}, schema()) == columns


def test_finding_the_columns_leaves_the_connection_as_it_was() -> None:
    connection = connection_for("")
    wanted(connection, "SELECT white FROM games WHERE year = $y", {"y": 1960}, schema())
    assert connection.sql("SELECT current_setting('disabled_optimizers')").fetchall() == [("",)]
    with pytest.raises(duckdb.CatalogException):
        connection.sql("FROM games")


def test_castling_reads_five_columns() -> None:
    answer = ask(TWENTY, "castling", {"plies": 10})
    assert answer.view.games.names == ["date", "white_castle_ply", "black_castle_ply", "final_material", "rules"]


def test_columns_that_are_named_but_not_read_are_accepted() -> None:
    assert query(TWENTY, "SELECT count(*) FROM (SELECT white, piece FROM games WHERE 1 = 1)").fetchall() == [(20,)]
    assert query(TWENTY, "SELECT white FROM games WHERE false").fetchall() == []


def test_requesting_errors_plays_the_moves(bad: str) -> None:
    found = query(bad, "SELECT game, error_code, error_ply FROM games ORDER BY game").fetchall()
    assert found == [(1, "move-illegal", 3), (2, None, None)]


# Results from text


ANSWERS = json.loads((VECTORS / "bgn" / "castling-20.answers.json").read_text("utf-8"))


@pytest.mark.parametrize(("asking", "answer"), few(ANSWERS), ids=lambda value: "-".join(map(str, value)))
def test_castling_over_text_returns_the_golden_results(asking: list[Any], answer: list[int]) -> None:
    since, until, plies = asking
    assert query(TWENTY, "castling", since=since, until=until, plies=plies).fetchall() == [tuple(answer)]


# The other program that makes the Parquet file has not the columns of these.
LACKING = {"accuracy", "annotations", "blunders", "crosstable", "endgames", "explorer", "rating", "standings", "time"}


QUESTIONS = [question.name for question in all_questions() if question.name not in LACKING]


@pytest.mark.parametrize("question", [*QUESTIONS[::3], *slow(QUESTIONS[1::3] + QUESTIONS[2::3])])
def test_text_and_parquet_give_the_same_result(parquet: str, question: str) -> None:
    example = next(found.example for found in all_questions() if found.name == question)
    values = dict(pair.split("=") for pair in shlex.split(example))
    assert query(PGN, question, **values).fetchall() == query(parquet, question, **values).fetchall()


COLUMNS = [name for name in replayed.SCHEMA.names if name != "source"]


@pytest.mark.parametrize("columns", [", ".join(COLUMNS), *COLUMNS[:3], *slow(COLUMNS[3:])])
def test_columns_agree_with_another_program(parquet: str, columns: str) -> None:
    sql = f"SELECT {columns} FROM games ORDER BY game"
    assert query(PGN, sql).fetchall() == query(parquet, sql).fetchall()


@pytest.mark.slow
def test_castling_over_real_games(data: Callable[[str], Path], tmp_path: Path) -> None:
    most = 1000
    source = data("lichess_2013-01_part.pgn")
    with source.open(encoding="utf-8") as file:
        games = list(itertools.islice(iter(lambda: chess.pgn.read_game(file), None), most))
    firsts = []
    for game in games:
        board, first = game.board(), None
        for ply, move in enumerate(game.mainline_moves(), 1):
            if board.is_castling(move):
                first = ply
                break
            board.push(move)
        firsts.append(first)
    scoresheet.convert(source, tmp_path / "games.parquet", limit=most)
    for plies in (5, 6, 7, 8, 10, 15, 20, 40, 300):
        expected = (most, sum(first is not None and first <= plies for first in firsts), 0)
        assert query(source, "castling", plies=plies, limit=most).fetchall() == [expected]
        assert query(tmp_path / "games.parquet", "castling", plies=plies).fetchall() == [expected]


# Sources


def test_several_files_are_one_view(parquet: str) -> None:
    assert query([PGN, Path(TWENTY)], "SELECT count(*) FROM games").fetchall() == [(28,)]
    assert query([parquet, parquet], "SELECT count(*) FROM games").fetchall() == [(16,)]


def test_text_and_parquet_mix(parquet: str) -> None:
    once = query([PGN, PGN, TWENTY], "SELECT count(white_castle_ply), count(*) FROM games").fetchall()
    assert query([PGN, parquet, TWENTY], "SELECT count(white_castle_ply), count(*) FROM games").fetchall() == once


def test_a_folder_may_hold_both(tmp_path: Path, parquet: str) -> None:
    (tmp_path / "a.parquet").write_bytes(Path(parquet).read_bytes())
    assert query(tmp_path, "SELECT count(*) FROM games").fetchall() == [(8,)]
    (tmp_path / "b.pgn").write_bytes(Path(TWENTY).read_bytes())
    assert query(str(tmp_path), "SELECT count(*) FROM games").fetchall() == [(28,)]


@pytest.mark.parametrize("name", ["it's.parquet", "a[1].parquet", "a*.parquet", "who?.parquet"])
def test_names_that_are_patterns_elsewhere(tmp_path: Path, parquet: str, name: str) -> None:
    for other in (name, "a1.parquet", "ab.parquet", "whom.parquet"):
        (tmp_path / other).write_bytes(Path(parquet).read_bytes())
    assert query(tmp_path / name, "SELECT count(*) FROM games").fetchall() == [(8,)]


def test_other_arrow_streams(parquet: str) -> None:
    table = pq.read_table(parquet)
    assert query(table, "castling", plies=10).fetchall() == query(parquet, "castling", plies=10).fetchall()
    frame = polars.DataFrame({"game": [1, 2], "year": [1960, None]})
    assert query(frame, "SELECT count(year) FROM games").fetchall() == [(1,)]


def test_games_are_narrowed_to_the_request() -> None:
    games = scoresheet.read(PGN)
    answer = ask(games, "SELECT max(white_elo) FROM games WHERE year = 1990")
    assert answer.rows() == [(1850,)]
    assert answer.view.games.names == ["year", "white_elo"]
    with pytest.raises(UsageError, match="white_elo"):
        query(games.columns("white"), "SELECT white_elo FROM games")


def test_limit_is_of_games(parquet: str) -> None:
    for source in (PGN, parquet, pq.read_table(parquet), scoresheet.read(PGN)):
        assert query(source, "SELECT count(*) FROM games", limit=3).fetchall() == [(3,)]


def test_a_pipe_is_read_more_than_once(tmp_path: Path) -> None:
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: Path(pipe).write_bytes(Path(PGN).read_bytes()))
    writer.start()
    relation = query(pipe, "SELECT DISTINCT a.source FROM games a JOIN games b USING (game)")
    writer.join()
    assert relation.fetchall() == relation.fetchall() == [(pipe,)]


def test_a_question_reads_a_pipe_once(tmp_path: Path) -> None:
    pipe = str(tmp_path / "pipe")
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: Path(pipe).write_bytes(Path(PGN).read_bytes()))
    writer.start()
    answer = query(pipe, "castling", moves=10)
    writer.join()
    assert answer.fetchall() == query(PGN, "castling", moves=10).fetchall()


def test_folders_and_archives_are_not_databases_with_any_content(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    scoresheet.convert(PGN, database)
    assert store_kind(database) == store_kind([database]) == store_kind(str(database), "sqlite") == "sqlite"
    assert store_kind(database, "pgn") is None
    assert store_kind([database, database]) is None
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as archive:
        archive.write(database, "games.sqlite")
    for source in (tmp_path, tmp_path / "games.zip", PGN, tmp_path / "nothing", "-", []):
        assert store_kind(source) is None, source


def test_a_folder_with_one_database_is_queried_like_any_folder(tmp_path: Path) -> None:
    scoresheet.convert(PGN, tmp_path / "games.sqlite")
    assert query(tmp_path, "castling", moves=10).fetchall() == query(PGN, "castling", moves=10).fetchall()


@pytest.mark.parametrize("question", ["SELECT count(*) FROM games", "@castling moves=10"])
@pytest.mark.parametrize("kind", ["pgn", "parquet"])
def test_a_question_about_a_file_imports_nothing_of_databases(parquet: str, question: str, kind: str) -> None:
    # Nor does it import the public reader, which is built on the engine.
    words = question.split() if question.startswith("@") else [question]
    asked = ["query", {"pgn": PGN, "parquet": parquet}[kind], *words]
    program = f"import sys; from scoresheet.cli import main; main({asked!r}, standalone_mode=False)"
    shown = f"{program}; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, timeout=60, check=True)
    imported = set(found.stdout.splitlines()[-1].split())
    assert "scoresheet.engines.view" in imported
    assert "scoresheet.reading" not in imported
    unused = {"scoresheet.questions.texts", "scoresheet.questions.mongo", "sqlite3"}
    assert {name for name in imported if name.startswith("scoresheet.stores")} | imported & unused == set()


def test_standard_input_is_given_as_a_hyphen(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path(PGN).open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        answer = ask("-", "SELECT source, count(*) FROM games GROUP BY 1")
    assert answer.rows() == [("-", 8)]
    assert [found["name"] for found in answer.report()["inputs"]] == ["-"]


def test_what_is_a_pipe(tmp_path: Path) -> None:
    assert not spooled.is_pipe(PGN)
    assert not spooled.is_pipe(str(tmp_path / "nothing"))


# Relations


def test_values_are_bound() -> None:
    sql = "SELECT white FROM games WHERE white_elo > $elo AND result = $result"
    assert query(PGN, sql, elo=2000, result="1/2-1/2").fetchall() == [("Queens off early, both castle",)]


def test_a_relation_is_more_than_its_rows() -> None:
    relation = query(PGN, "SELECT white, white_elo FROM games").filter("white_elo > 1880").order("white_elo")
    assert [row[1] for row in relation.fetchall()] == [1900, 2210]
    assert relation.columns == ["white", "white_elo"]


def test_a_relation_may_live_until_the_end_of_the_process() -> None:
    program = f"import scoresheet; r = scoresheet.query({PGN!r}, 'SELECT count(*) FROM games'); print(r.fetchall())"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (run.stdout, run.stderr) == ("[(8,)]\n", "")


def test_the_options_of_read_are_taken(bad: str) -> None:
    assert query(bad, "SELECT max(ply_count) FROM games", on_error="skip").fetchall() == [(2,)]
    taken = inspect.signature(scoresheet.read).parameters.keys() | ReadChoices.__annotations__.keys()
    # Of games as objects, and of formats, which are beside them under their names. Questions have their own `variant`.
    changing = {option["name"] for option in options_of("read") if option["works"] == "transform"}
    assert taken - changing - {"keep_spelling", "format_options", "variant"} == READING | {"source", "columns"}


def test_the_report_lists_what_was_read(bad: str) -> None:
    answer = ask(bad, "SELECT sum(ply_count) FROM games")
    assert answer.report() is None
    assert answer.rows() == [(4,)]
    report = answer.report()
    assert (report["games"], report["written"], [error["code"] for error in report["errors"]]) == (
        2,
        0,
        ["move-illegal"],
    )


# Failures


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("SELECT nothing_like_it FROM games", 'Referenced column "nothing_like_it" not found'),
        ("SELEC 1 FROM games", "syntax error"),
        ("SELECT 1 FROM game", "Table with name game does not exist"),
        ("SELECT white_elo FROM games WHERE white = $name", "the SQL needs a value for `$name`"),
        ("castlng", "there is no question `castlng`"),
        ("@castling", "needs exactly one of"),
    ],
)
@pytest.mark.parametrize("of", ["text", "parquet"])
def test_wrong_questions(parquet: str, of: str, question: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        query(PGN if of == "text" else parquet, question)
    assert message in str(caught.value)


def test_a_family_that_parquet_lacks_is_named(parquet: str) -> None:
    with pytest.raises(UsageError) as caught:
        query(parquet, "SELECT clock_ms, game_text FROM games")
    assert str(caught.value) == f"`{parquet}` has no columns `clock_ms`, `game_text` (families `notes`, `text`)"
    assert caught.value.hint == 'convert the games again with `columns=["tags", "summary", "moves", "notes", "text"]`'


def test_a_question_names_the_family_it_needs(tmp_path: Path) -> None:
    path = str(tmp_path / "few.parquet")
    pq.write_table(pa.table({"game": [1], "date": pa.array([None], pa.date32())}), path)
    with pytest.raises(UsageError, match="`white_castle_ply`, `black_castle_ply`"):
        query(path, "castling", plies=10)
    with pytest.raises(UsageError, match="`white_castle_ply`"):
        query([path, PGN], "castling", plies=10)


def test_raising_crosses_as_our_error(bad: str) -> None:
    answer = ask(bad, "SELECT ply_count FROM games", on_error="raise")
    with pytest.raises(ReadError) as caught:
        answer.rows()
    assert caught.value.code == "move-illegal"
    assert "cannot play `Ke3`" in str(caught.value)


def test_ctrl_c_stops_a_query(parquet: str) -> None:
    answer = ask(parquet, "SELECT count(a.range * b.range % 7) FROM range(10000000) a, range(10000000) b")
    timer = threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        answer.rows()
    timer.join()


# Files of rows


@pytest.fixture
def written(parquet: str, tmp_path: Path) -> Callable[[str], Path]:
    def write(form: str) -> Path:
        sql = "SELECT game, date, 'ab'::BLOB AS bytes, 'nan'::DOUBLE AS nothing, piece[:2] AS pieces FROM games LIMIT 1"
        ask(parquet, sql).write(str(tmp_path / "rows"), form)
        return tmp_path / "rows"

    return write


def test_rows_as_csv(written: Callable[[str], Path]) -> None:
    assert written("csv").read_text() == 'game,date,bytes,nothing,pieces\n1,1990-05-01,6162,,"[1, 1]"\n'


def test_rows_as_json(written: Callable[[str], Path]) -> None:
    row = {"game": 1, "date": "1990-05-01", "bytes": "6162", "nothing": None, "pieces": [1, 1]}
    assert json.loads(written("json").read_text()) == [row]


def test_rows_as_parquet(written: Callable[[str], Path]) -> None:
    assert pq.read_table(written("parquet")).column("bytes").to_pylist() == [b"ab"]

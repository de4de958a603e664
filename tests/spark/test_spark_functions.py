"""The SQL functions, the built-in questions, and queries that read only the columns they need."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed")

import odd_games
import question_values
import scoresheet
import scoresheet.spark
from scoresheet.engines.extension import functions
from scoresheet.questions import all_questions
from scoresheet.questions.texts import engines_of

CALLS = [
    "fen_at(packed_moves, fen, 10)", "board_at(packed_moves, fen, 3)", "hash_at(packed_moves, fen, 3)",
    "hashes(packed_moves, fen)", "piece_at(packed_moves, fen, 6, 'f3')", "material_at(packed_moves, fen, 12)",
    "sans(packed_moves, fen)", "sans(packed_moves, fen, 1, 3)", "ucis(packed_moves, fen)",
    "packed(from_square, to_square, promotion, castle)", "legal_moves(fen_at(packed_moves, fen, 2))",
    "is_legal(fen_at(packed_moves, fen, 0), 'e4')", "play(fen_at(packed_moves, fen, 0), 'd4 d5')",
    "reaches(packed_moves, fen, fen_at(packed_moves, fen, 4))", "played_from(packed_moves, fen, play(NULL, 'e4'))",
    "matches(packed_moves, fen, 'move Nf3')", "eco(packed_moves, fen)",
    "castled_by_ply(white_castle_ply, black_castle_ply, 10)", "castled_by_move(white_castle_ply, black_castle_ply, 8)",
    "game_result(termination, result)", "square('e4')", "square('x9')", "square_name(ply_count)",
    "bounded_cp(ply_count, NULL)", "bounded_cp(5000, NULL)", "bounded_cp(NULL, -3)", "bounded_cp(NULL, 0)",
    "round(win_chance(ply_count), 9)", "round(win_percent(ply_count, NULL), 9)", "round(win_percent(NULL, 2), 9)",
    "round(move_accuracy(60, 60 - ply_count / 5), 9)", "move_nag(30, NULL, 30 - ply_count, NULL)",
    "move_nag(NULL, 2, 800, NULL)", "move_nag(-800, NULL, NULL, -4)", "move_nag(NULL, 2, NULL, 0)",
    "packed_uci(12 + 28 * 64)", "packed_uci(52 + 60 * 64 + 5 * 4096)", "packed_uci(4 + 6 * 64 + 32768)",
    "packed_uci(21 + 21 * 64 + 2 * 4096)", "packed_uci(4 + 4 * 64)", "packed_uci(NULL)",
    "eval_text(-ply_count, NULL)", "eval_text(NULL, -5)",
    "move_list(packed_moves, fen, 'to_square')", "move_list(packed_moves, fen, 'piece')",
    "piece_name(ply_count)", "uci(12, 28, 0)", "uci(52, 60, 5)", "uci(4, 4, 0)",
]  # fmt: skip


@pytest.fixture(scope="module")
def games(spark, root) -> Any:
    """A view of the same games in Spark and in DuckDB."""
    path = root / "examples" / "historic.pgn"
    columns = ["tags", "summary", "moves", "packed"]
    scoresheet.spark.register(spark)
    scoresheet.spark.read(spark, path, columns).cache().createOrReplaceTempView("games")
    connection = scoresheet.connect()
    connection.register("games", scoresheet.read(path, columns=columns).arrow())
    return spark, connection


def plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return int(value)
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, bytearray):
        return bytes(value)
    return value.asDict() if hasattr(value, "asDict") else value


@pytest.mark.parametrize("call", CALLS)
def test_functions_return_the_same_as_in_duckdb(games, call: str) -> None:
    spark, connection = games
    found = [plain(row[0]) for row in spark.sql(f"SELECT {call} FROM games").collect()]
    assert found == [value for (value,) in connection.sql(f"SELECT {call} FROM games").fetchall()]


def test_every_function_is_tested() -> None:
    called = {call.split("(")[0] for call in CALLS} | {"spent_ms", "scoresheet_functions"}
    assert {function["name"] for function in functions() if function["type"] != "TABLE"} <= called


def test_errors_of_functions_fail_the_query(games) -> None:
    spark, _ = games
    with pytest.raises(Exception, match="matches"):
        spark.sql("SELECT matches(packed_moves, fen, 'no such word') FROM games").collect()
    with pytest.raises(Exception, match="fen_at takes"):
        spark.sql("SELECT fen_at(packed_moves) FROM games").collect()


@pytest.fixture(scope="module")
def asked(spark, root) -> Any:
    """Views of games that questions distinguish, in Spark and in DuckDB."""
    paths = [root / "vectors" / "questions" / name for name in ("games.pgn", "judged.pgn")]
    columns = ["tags", "summary", "moves", "packed", "elapsed_ms", "clock_ms", "eval_cp", "eval_mate"]
    scoresheet.spark.read(spark, paths, columns).cache().createOrReplaceTempView("asked")
    connection = scoresheet.connect()
    connection.register("asked", scoresheet.read(paths, columns=columns).arrow())
    return spark, connection


@pytest.mark.parametrize("question", [q.name for q in all_questions() if "spark" in engines_of(q)])
def test_questions_return_the_same_as_in_duckdb(asked, question: str) -> None:
    spark, connection = asked
    for values in question_values.every(question):
        found = [tuple(row) for row in scoresheet.spark.ask(spark, question, "asked", **values).collect()]
        expected = connection.sql(scoresheet.question_text(question, "duckdb", table="asked", **values)).fetchall()
        assert found == expected, values


def test_every_question_about_columns_has_a_text() -> None:
    assert {q.name for q in all_questions() if "spark" not in engines_of(q)} == {"annotations"}


def test_the_view_of_the_guide_has_one_row_per_ply(spark, root) -> None:
    path = root / "examples" / "generated.pgn"
    scoresheet.spark.read(spark, path, ["tags", "moves"]).createOrReplaceTempView("games")
    guide = (root / "docs" / "guides" / "spark.md").read_text("utf-8")
    [view] = re.findall(r"```sql\n(.*?)```", guide, re.DOTALL)
    spark.sql(view)
    found = spark.sql("SELECT game, ply, from_square, to_square, imbalance FROM plies ORDER BY game, ply").collect()
    lists = scoresheet.read(path, columns=["game", "from_square", "to_square", "imbalance"]).arrow().to_pylist()
    expected = [
        (row["game"], ply, *values)
        for row in lists
        for ply, values in enumerate(zip(row["from_square"], row["to_square"], row["imbalance"], strict=True), 1)
    ]
    assert [tuple(row) for row in found] == expected


def test_questions_add_the_functions_to_a_session(spark, root) -> None:
    session = spark.newSession()
    scoresheet.spark.read(session, root / "examples" / "historic.pgn").createOrReplaceTempView("games")
    rows = scoresheet.spark.ask(session, "results").collect()
    assert sum(row.games for row in rows) == 45


def test_a_query_reads_only_the_columns_that_it_needs(spark, files) -> None:
    sql = "SELECT result, count(*) AS games FROM games WHERE white_elo > 1500 GROUP BY result ORDER BY result"
    rows = scoresheet.spark.query(spark, sql, files["plain"]).collect()
    assert set(spark.table("games").columns) == {"result", "white_elo"}
    expected = scoresheet.query(files["plain"], sql).fetchall()
    assert [tuple(row) for row in rows] == expected
    [counted] = scoresheet.spark.query(spark, "SELECT count(*) FROM games", files["plain"]).collect()
    assert counted[0] == scoresheet.read(files["plain"]).count()
    everything = scoresheet.spark.query(spark, "SELECT * FROM games", files["plain"])
    assert "piece" in everything.columns


@pytest.fixture(scope="module")
def odd(root, tmp_path_factory) -> Path:
    """Games with all results, evaluations and clocks, and games that Black begins."""
    path = tmp_path_factory.mktemp("sides") / "games.pgn"
    odd_games.write(path, 100)
    judged = (root / "vectors" / "questions" / "judged.pgn").read_text("utf-8")
    path.write_text(path.read_text("utf-8") + "\n\n" + judged + "\n\n" + TIMED, "utf-8")
    return path


TIMED = (
    "1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:50]} 2. d4 {[%clk 0:00:40]} *\n\n1. e4 {[%clk 0:01:00]} *\n\n1. e4 e5 *\n\n"
    '[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 1"]\n\n'
    "1... Kd8 {[%clk 0:00:09]} 2. O-O {[%clk 0:00:08]} Kc8 {[%clk 0:00:07]} *\n\n"
)
OF_SIDES = (
    "game, color, player, opponent, elo, opponent_elo, title, opponent_title, castle_ply, ended, score, won, drawn, "
    "lost, round_number, clock_left_ms, round(accuracy, 6) AS accuracy"
)


def test_the_view_of_sides_has_the_rows_of_duckdb(spark, odd: Path) -> None:
    session = spark.newSession()
    families = ["tags", "summary", "notes"]
    scoresheet.spark.read(session, odd, families).createOrReplaceTempView("games")
    scoresheet.spark.sides(session)
    wanted = scoresheet.query(odd, f"SELECT {OF_SIDES} FROM sides ORDER BY game, color").fetchall()
    found = session.sql(f"SELECT {OF_SIDES} FROM sides ORDER BY game, color").collect()
    assert [tuple(map(plain, row)) for row in found] == wanted
    assert {"player", "clock_left_ms", "accuracy"} <= set(session.table("sides").columns)
    assert session.table("sides").columns[: len(session.table("games").columns)] == session.table("games").columns
    assert {row[-1] for row in wanted} != {None}
    assert {row[-2] for row in wanted} != {None}


def test_a_view_without_some_columns_has_the_sides_that_it_can_have(spark, odd: Path) -> None:
    session = spark.newSession()
    scoresheet.spark.read(session, odd, ["white", "black"]).createOrReplaceTempView("mine")
    scoresheet.spark.sides(session, "mine")
    assert session.table("sides").columns == ["white", "black", "color", "player", "opponent"]


def test_a_query_about_sides_reads_only_the_columns_that_it_needs(spark, odd: Path) -> None:
    session = spark.newSession()
    sql = "SELECT player, sum(score) AS points FROM sides WHERE elo > 1500 GROUP BY player ORDER BY points, player"
    found = scoresheet.spark.query(session, sql, odd).collect()
    assert set(session.table("games").columns) == {
        "white", "black", "white_elo", "black_elo", "result", "termination",
    }  # fmt: skip
    wanted = scoresheet.query(odd, sql.replace("ORDER BY points", "ORDER BY points NULLS FIRST")).fetchall()
    assert [tuple(row) for row in found] == wanted

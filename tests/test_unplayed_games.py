"""Games that cannot be played, from a refused FEN or by unknown rules: they harm no other game and keep their tags."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

import scoresheet

PLAYED = '[White "Alder"]\n[Result "1-0"]\n\n1. c4 e5 1-0\n\n'
UNKNOWN_RULES = '[White "Cedar"]\n[Result "1-0"]\n[Variant "Kitchen Rules"]\n\n1. c4 {a remark} Xx 1-0\n\n'
NO_KINGS = '[White "Birch"]\n[Result "0-1"]\n[SetUp "1"]\n[FEN "8/8/4n3/8/8/2B5/8/8 w - - 0 1"]\n\n1. Bd4 0-1\n\n'
BAD_FEN = (
    '[White "Elm"]\n[Result "1-0"]\n[FEN "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 1-0\n\n'
)
ERRORS = {"variant-unsupported": 1, "fen-kings": 1}


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(PLAYED + UNKNOWN_RULES + NO_KINGS + PLAYED)
    return path


def errors(report: scoresheet.Report) -> Mapping[str, int]:
    return {found.code: found.count for found in report.errors}


@pytest.mark.parametrize("name", ["games.parquet", "games.arrow", "games.scz", "games.duckdb", "games.sqlite"])
def test_tags_markers_and_errors_come_back(name: str, pgn: Path, tmp_path: Path) -> None:
    kept = tmp_path / name
    scoresheet.convert(pgn, kept)
    read, written = scoresheet.check(kept), scoresheet.convert(kept, tmp_path / "out.pgn")
    for report in (read, written):
        assert (report.games, report.plies, report.faulty) == (4, 4, 2)
        assert (errors(report), report.results) == (ERRORS, {"1-0": 3, "0-1": 1})
    again = scoresheet.check(tmp_path / "out.pgn")
    if name in ("games.duckdb", "games.sqlite"):
        return  # BGN has no text for them, so they are not written again
    text = (tmp_path / "out.pgn").read_text()
    assert '[White "Cedar"]' in text
    assert '[Variant "Kitchen Rules"]' in text
    assert (errors(again), again.results) == (ERRORS, {"1-0": 3, "0-1": 1})


def test_moves_of_columns_are_null(pgn: Path, tmp_path: Path) -> None:
    scoresheet.convert(pgn, tmp_path / "all.parquet", columns=["tags", "moves", "packed", "documents"], no_sort=True)
    rows = pq.read_table(tmp_path / "all.parquet").to_pylist()
    for name in ("packed_moves", "piece", "from_square", "imbalance", "doc"):
        assert [row[name] is None for row in rows] == [False, True, True, False], name
    assert rows[0]["from_square"] == [10, 52]
    with duckdb.connect() as connection:
        asked = f"SELECT count(from_square), sum(len(to_square)) FROM '{tmp_path / 'all.parquet'}'"
        assert connection.execute(asked).fetchall() == [(2, 4)]


@pytest.mark.parametrize(
    ("columns", "losses"),
    [
        ([], {"unplayed-game": 2}),
        (["tags", "moves", "text"], {}),
        (["tags", "documents"], {"unplayed-game": 2}),
        (["white"], {}),
    ],
)
def test_each_is_one_loss(columns: list[str], losses: Mapping[str, int], pgn: Path, tmp_path: Path) -> None:
    report = scoresheet.convert(pgn, tmp_path / "out.parquet", columns=columns)
    assert {loss.kind: loss.count for loss in report.losses} == losses


def test_functions_are_null(pgn: Path) -> None:
    game = "packed_moves, fen"
    asked = f"sans({game})", f"hashes({game})", f"fen_at({game}, 0)", f"eco({game})"
    for call in asked:
        found = scoresheet.query(pgn, f"SELECT {call} IS NULL FROM games ORDER BY game").fetchall()
        assert found == [(False,), (True,), (True,), (False,)], call
    assert scoresheet.query(pgn, "SELECT play(fen, 'e4') IS NULL FROM games WHERE game = 3").fetchall() == [(True,)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("@castling moves=10", {"games": 2, "castled": 0, "undated": 2}),
        ("@checks", {"games": 2, "white_checks": 0}),
        ("@queen_trades", {"games": 2, "traded": 0}),
        ("@results", {"result": "1-0", "games": 2}),
        ("@explorer", {"move": "c4", "games": 2}),
        ("@tree plies=1 min_games=1", {"line": "c4", "games": 2}),
    ],
)
@pytest.mark.parametrize("ending", ["pgn", "parquet", "scz"])
def test_questions_leave_them_out(
    question: str, expected: Mapping[str, object], ending: str, pgn: Path, tmp_path: Path
) -> None:
    source = pgn
    if ending != "pgn":
        source = tmp_path / f"games.{ending}"
        columns = ["tags", "summary", "moves", "packed"] if ending == "parquet" else []
        scoresheet.convert(pgn, source, columns=columns)
    name, *values = question.removeprefix("@").split()
    answer = scoresheet.query(source, f"@{name}", **{k: int(v) for k, v in (value.split("=") for value in values)})
    row = dict(zip(answer.columns, answer.fetchall()[0], strict=True))
    assert expected.items() <= row.items()


@pytest.mark.parametrize("ending", ["pgn", "parquet", "scz"])
def test_nothing_is_found_in_them(ending: str, pgn: Path, tmp_path: Path) -> None:
    source = tmp_path / f"games.{ending}"
    if ending != "pgn":
        scoresheet.convert(pgn, source)
    assert len(list(scoresheet.read(source).find("white to move"))) == 2


@pytest.mark.parametrize("name", ["games.pgn", "games.parquet", "games.scz", "games.duckdb", "games.bgnl"])
def test_games_that_cannot_start_have_no_positions(name: str, tmp_path: Path) -> None:
    source, path = tmp_path / "source.pgn", tmp_path / name
    source.write_text(PLAYED + UNKNOWN_RULES + BAD_FEN, encoding="utf-8")
    scoresheet.convert(source, path)
    games = scoresheet.read(path, on_error="keep")
    start = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    for pattern in ("white to move", start, "result 1-0"):
        assert games.matches(pattern).count() == 1, pattern
    found = scoresheet.convert(path, tmp_path / "found.pgn", find="white to move", on_error="keep", force=True)
    assert found.written == 1
    rows = games.positions("game", "ply")
    with duckdb.connect() as connection:
        connection.register("rows", rows)
        assert connection.execute("select * from rows").fetchall() == [(1, 0), (1, 1), (1, 2)]

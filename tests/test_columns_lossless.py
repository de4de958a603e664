"""What columns keep of games from any source, and what they report about the rest."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import scoresheet
from levels import rounds
from scoresheet.engines.duckdb import query

VGN = """[GameFormat "VGN"]
[White "A"]
[Result "Black resigned"]
[SetUp "4k3/8/8/8/8/8/8/4K2R w K"]
[MoveFormat "FCN"]

1. Kc Ke8-e7 1-0

"""
FEN = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
PGN = f'[White "A"]\n[Result "1-0"]\n[SetUp "1"]\n[FEN "{FEN}"]\n\n1. O-O Ke7 1-0\n'
ILLEGAL = '[GameFormat "VGN"]\n[MoveFormat "MCN"]\n\n1. e2e4 e7e5 2. a2a6 a7a6 *\n'
RICH = """[White "A"]

{before} 1. e4 {good [%clk 0:01:00]} e5 $1 (1... c5 {x} (1... d5)) 2. Nf3 {[%clk 0:00:59]} Nc6 $2 *

[White "B"]

1. d4 *
"""


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def lost(report: scoresheet.Report) -> dict[str, int]:
    return {loss.kind: loss.count for loss in report.losses}


def rows(path: Path) -> list[dict[str, Any]]:
    return pa.table(scoresheet.read(path)).to_pylist()


# Where games start


SOURCES = {
    "vgn": VGN,
    "pgn": PGN,
    "fen": f"{FEN}\n",
    "epd": "4k3/8/8/8/8/8/8/4K2R w K -\n",
    "uci": f"fen {FEN} moves e1g1 e8e7 1-0\n",
}


@pytest.mark.parametrize("kind", SOURCES)
def test_fen_holds_the_start_in_any_spelling_of_the_source(kind: str, tmp_path: Path) -> None:
    source = write(tmp_path / f"one.{kind}", SOURCES[kind])
    games = scoresheet.read(source, from_=kind)
    for columns in (["fen"], ["fen", "termination"], ["fen", "ply_count"]):
        assert pa.table(games.columns(*columns))["fen"].to_pylist() == [FEN], columns
    for to in ("parquet", "arrow"):
        scoresheet.convert(source, tmp_path / f"one.{to}", from_=kind)
        (game,) = scoresheet.read(tmp_path / f"one.{to}")
        assert game.start.fen() == FEN


@pytest.mark.parametrize("kind", ["pgc", "bccf"])
def test_fen_of_bytes(kind: str, tmp_path: Path) -> None:
    (tmp_path / "one.vgn").write_text(VGN)
    scoresheet.convert(tmp_path / "one.vgn", tmp_path / "binary.vgn", moves=kind)
    assert pa.table(scoresheet.read(tmp_path / "binary.vgn").columns("fen"))["fen"].to_pylist() == [FEN]


def test_the_usual_start_and_a_given_one(tmp_path: Path) -> None:
    source = write(tmp_path / "one.uci", "e1g1 e8e7 1-0\n")
    assert pa.table(scoresheet.read(source, fen=FEN).columns("fen"))["fen"].to_pylist() == [FEN]
    usual = write(tmp_path / "usual.vgn", '[GameFormat "VGN"]\n[MoveFormat "FCN"]\n\n1. Pe2-e4 *\n')
    assert pa.table(scoresheet.read(usual).columns("fen"))["fen"].to_pylist() == [None]


@pytest.mark.parametrize("to", ["parquet", "arrow"])
@pytest.mark.parametrize("columns", [None, ["tags", "packed"], ["tags", "text"]])
def test_vgn_by_way_of_columns_is_the_pgn_that_it_is_itself(to: str, columns: list[str] | None, tmp_path: Path) -> None:
    source = write(tmp_path / "one.vgn", VGN + VGN.replace("Black resigned", "White wins"))
    stored = tmp_path / f"stored.{to}"
    scoresheet.convert(source, stored, columns=columns)
    for name, back in (("straight", source), ("stored", stored)):
        report = scoresheet.convert(back, tmp_path / f"{name}.pgn")
        assert (report.games, report.plies, report.faulty) == (2, 4, 0)
        scoresheet.convert(back, tmp_path / f"{name}.vgn", moves="mcn")
    sorted_by_place = [
        [sorted(game.splitlines()) for game in (tmp_path / f"{name}.pgn").read_text().split("\n\n[")]
        for name in ("straight", "stored")
    ]
    assert sorted_by_place[0] == sorted_by_place[1]
    text = (tmp_path / "stored.pgn").read_text()
    assert "GameFormat" not in text
    assert "MoveFormat" not in text
    assert '[SetUp "4k3' not in text
    assert scoresheet.check(tmp_path / "stored.pgn").faulty == 0
    assert "Black resigned" in (tmp_path / "stored.vgn").read_text()
    assert scoresheet.check(tmp_path / "stored.vgn").plies == 4


def test_chess960_of_vgn_comes_back(tmp_path: Path) -> None:
    setup = "FEN:nrkr1b1r/pppppppp/8/8/8/8/PPPPPPPP/NRKR1B1R w KDQkdq - 0 1"
    text = f'[GameFormat "VGN"]\n[Rules "N+10"]\n[SetUp "{setup}"]\n[MoveFormat "FCN"]\n\n1. Pe2-e4 *\n'
    source = write(tmp_path / "one.vgn", text)
    straight = next(iter(scoresheet.read(source)))
    assert straight.ply_count == 1, straight.errors
    scoresheet.convert(source, tmp_path / "one.parquet")
    stored = next(iter(scoresheet.read(tmp_path / "one.parquet")))
    assert (stored.start, stored.ply_count) == (straight.start, 1)


# What is left out


@pytest.mark.parametrize("to", ["parquet", "arrow"])
def test_an_illegal_move_is_a_loss_and_the_error_of_its_game(to: str, tmp_path: Path) -> None:
    source, stored = write(tmp_path / "one.vgn", ILLEGAL), tmp_path / f"one.{to}"
    assert lost(scoresheet.convert(source, stored)) == {"illegal-move": 1, "tail": 1}
    (row,) = rows(stored)
    assert (row["ply_count"], row["error_code"], row["error_ply"]) == (2, "illegal-move", 3)
    assert row["error_byte"] == ILLEGAL.index("a2a6")
    assert "`a2a6`" in row["error"]
    objects = scoresheet.write(list(scoresheet.read(source)), tmp_path / f"objects.{to}")
    assert lost(objects) == {"illegal-move": 1, "tail": 1}
    assert rows(tmp_path / f"objects.{to}")[0]["error_ply"] == 3


def test_text_keeps_illegal_moves(tmp_path: Path) -> None:
    source, stored = write(tmp_path / "one.vgn", ILLEGAL), tmp_path / "one.parquet"
    assert lost(scoresheet.convert(source, stored, columns=["tags", "text"])) == {}
    assert next(iter(scoresheet.read(stored))).ply_count == 4


@pytest.mark.parametrize("to", ["parquet", "arrow"])
def test_what_columns_drop_is_counted_once_a_kind_and_game(to: str, tmp_path: Path) -> None:
    source = write(tmp_path / "rich.pgn", RICH)
    kinds = {"comment": 1, "command": 1, "nag": 1, "variation": 1}
    report = scoresheet.convert(source, tmp_path / f"a.{to}")
    assert lost(report) == kinds
    assert {loss.first for loss in report.losses} == {f"{source}, game 1"}
    assert lost(scoresheet.convert(source, tmp_path / f"b.{to}", columns=["tags", "packed"])) == kinds
    with_notes = scoresheet.convert(source, tmp_path / f"c.{to}", columns=["tags", "moves", "notes"])
    assert lost(with_notes) == {"comment": 1, "nag": 1, "variation": 1}
    assert lost(scoresheet.convert(source, tmp_path / f"d.{to}", columns=["tags", "moves", "text"])) == {}
    assert lost(scoresheet.convert(source, tmp_path / f"e.{to}", columns=["white", "ply_count"])) == {}
    games = list(scoresheet.read(source))
    assert {loss.kind: loss.count for loss in games[0].losses(to)} == kinds
    assert games[1].losses(to) == []
    assert lost(scoresheet.write(games, tmp_path / f"f.{to}")) == kinds


def test_strict_writing_refuses_what_columns_would_drop(tmp_path: Path) -> None:
    source = write(tmp_path / "rich.pgn", RICH)
    report = scoresheet.convert(source, tmp_path / "a.parquet", strict="write")
    assert (report.games, report.written, report.skipped) == (2, 1, 1)
    assert [row["white"] for row in rows(tmp_path / "a.parquet")] == ["B"]
    kept = scoresheet.convert(source, tmp_path / "b.parquet", strict="write", columns=["tags", "text"])
    assert (kept.written, lost(kept)) == (2, {})


def test_a_game_left_out_for_its_error_loses_nothing(tmp_path: Path) -> None:
    source = write(tmp_path / "bad.pgn", "1. e4 {x} Ke5 *\n\n1. d4 *\n")
    assert lost(scoresheet.convert(source, tmp_path / "a.parquet", on_error="skip")) == {}
    # What follows the bad move is kept as a comment elsewhere.
    assert lost(scoresheet.convert(source, tmp_path / "b.parquet")) == {"comment": 1}


# Texts of other formats


@pytest.mark.parametrize("kind", ["uci", "san", "csv", "fen", "pgc"])
@pytest.mark.parametrize("to", ["parquet", "arrow"])
def test_the_text_of_a_list_is_stored_as_pgn(kind: str, to: str, tmp_path: Path) -> None:
    games = write(tmp_path / "games.pgn", PGN + '\n[White "B"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 0-1\n')
    source, stored = tmp_path / f"games.{kind}", tmp_path / f"stored.{to}"
    scoresheet.convert(games, source)
    scoresheet.convert(source, stored, columns=["text"])
    for name, back in (("straight", source), ("stored", stored)):
        report = scoresheet.convert(back, tmp_path / f"{name}.pgn", from_=kind if name == "straight" else None)
        assert (report.games, report.faulty) == (2, 0)
    assert (tmp_path / "stored.pgn").read_text() == (tmp_path / "straight.pgn").read_text()
    assert pa.table(scoresheet.read(source, from_=kind).columns("game_text")).num_rows == 2


# One truth


@pytest.mark.parametrize("condition", ["ply_count > 2", "ply_count > 100", "white = 'A'"])
def test_plies_are_the_same_for_any_choice(condition: str, tmp_path: Path) -> None:
    text = VGN + ILLEGAL + "\n" + RICH + "\n1. e4 e5 2. Ke4 *\n"
    source = write(tmp_path / "games.vgn", text)
    reports = {}
    for name in ("games.vgn", "games.parquet", "games.arrow", "packed.parquet", "text.parquet"):
        place = tmp_path / name
        if place != source:
            columns = {"packed.parquet": ["tags", "summary", "packed"], "text.parquet": ["tags", "summary", "text"]}
            scoresheet.convert(source, place, columns=columns.get(name), no_sort=name.endswith("parquet"))
        whole = scoresheet.check(place)
        chosen = scoresheet.convert(place, tmp_path / "out.pgn", where=condition, force=True)
        reports[name] = (chosen.games, chosen.written)
        if name != "text.parquet":
            assert chosen.plies == whole.plies, name
    assert len(set(reports.values())) == 1, reports


def test_results_come_from_the_marker_and_then_from_the_tag(tmp_path: Path) -> None:
    source = write(
        tmp_path / "games.vgn", VGN + "1. e4 0-1\n\n" + '[Result "1/2-1/2"]\n\n1. d4\n\n[White "B"]\n\n1. c4 *\n'
    )
    stored = tmp_path / "games.parquet"
    scoresheet.convert(source, stored)
    for games in (source, stored):
        found = {row[0]: row[1] for row in query(games, "results").fetchall()}
        assert found == {"1-0": 1, "0-1": 1, "1/2-1/2": 1, "*": 1}
        scores = [row[-3:] for row in query(games, "openings", plies=1).fetchall()]
        assert sorted(scores) == [(0, 0, 0), (0, 0, 1), (0, 1, 0)]


def test_sentences_of_vgn_give_the_result_without_a_marker() -> None:
    from scoresheet.engines.duckdb import connection_for

    asked = (
        "SELECT game_result(NULL, 'black ran out of time on move 3'), game_result('*', ' 0-1 '), game_result(NULL, '?')"
    )
    assert connection_for(asked).sql(asked).fetchall() == [("1-0", "0-1", "*")]


def test_sql_knows_the_results_that_readers_know() -> None:
    from scoresheet.engines.duckdb import connection_for
    from scoresheet.questions.postgresql import SIDES as POSTGRESQL
    from scoresheet.questions.sqlite import SIDES as SQLITE

    chance = random.Random(29)
    parts = [*"10½:-/*?.O \t", "1/2", "\N{EN DASH}", "\N{EM DASH}", "\N{NO-BREAK SPACE}", "draw", "White wins"]
    texts = {"".join(chance.choices(parts, k=chance.randrange(6))) for _ in range(rounds(20_000))}
    texts |= {"½-½", "1 - 0", "1:0", "0\N{EN DASH}1", "½", "1/2", " ½ : 1/2 ", "0 - 0", " black resigned ", "\tdraw"}
    expected = {text: scoresheet.vgn.result_marker(text) or "*" for text in texts}
    assert {"1-0", "0-1", "1/2-1/2", "0-0", "*"} == set(expected.values())

    name = "game_result(termination, result)"
    listed, rows = "SELECT NULL AS termination, unnest(?::VARCHAR[]) AS result", [sorted(texts)]
    for ended in (name, POSTGRESQL.ended):
        found = connection_for(name).execute(f"SELECT result, {ended} FROM ({listed})", rows)
        assert dict(found.fetchall()) == expected
    listed = "SELECT NULL AS termination, value AS result FROM json_each(?)"
    told = sqlite3.connect(":memory:").execute(f"SELECT result, {SQLITE.ended} FROM ({listed})", [json.dumps(*rows)])
    assert dict(told.fetchall()) == expected

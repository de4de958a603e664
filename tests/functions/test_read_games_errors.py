"""`read_games_errors` in SQL, compared with the file of errors that `check` writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

import real_games
import scoresheet

HISTORIC = real_games.ROOT / "examples" / "historic.pgn"
MANY = 3_000
"""More errors than DuckDB has rows in a chunk."""


def scalar(connection: Any, sql: str, *values: object) -> Any:
    [(value,)] = connection.execute(sql, list(values)).fetchall()
    return value


def rows(connection: Any, sql: str, *values: object) -> list[dict[str, Any]]:
    found = connection.execute(sql, list(values))
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def test_they_are_the_errors_that_check_writes(connection, broken, tmp_path) -> None:
    file = tmp_path / "errors.jsonl"
    scoresheet.check(broken, errors=file)
    expected = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    found = rows(connection, "FROM read_games_errors(?)", broken)
    assert len(found) == len(expected) > 1
    for ours, theirs in zip(found, expected, strict=True):
        theirs["source"] = theirs.pop("file")
        assert {**ours, "hint": ""} == {**theirs, "hint": ""}
    assert found[0]["code"] == "move-illegal"
    assert (found[0]["severity"], found[0]["game"], found[0]["line"], found[0]["column"]) == ("error", 1, 4, 13)


def test_hints_are_spelled_as_in_sql(connection, tmp_path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[White "' + "x" * 200 + '"]\n\n1. e4 *\n', "utf-8")
    [found] = rows(connection, "FROM read_games_errors(?, limits := {'tag': 50})", str(path))
    assert found["code"].startswith("limit-")
    assert "limits := {'tag': …}" in found["hint"]


def test_what_is_skipped_is_counted(connection, broken) -> None:
    games = Path(broken).read_text("utf-8") + "\n"
    Path(broken).write_text(games * MANY, "utf-8")
    kept = scalar(connection, "SELECT count(*) FROM read_games(?, on_error := 'skip')", broken)
    sql = "SELECT count(DISTINCT (source, game)) FROM read_games_errors(?) WHERE severity = 'error'"
    assert (kept, scalar(connection, sql, broken)) == (MANY, MANY)
    joined = """SELECT count(*) FROM read_games($p) g JOIN read_games_errors($p) e USING (source, game)
        WHERE e.severity = 'error' AND g.error_code = e.code AND g.error_byte = e.byte"""
    assert connection.execute(joined, {"p": broken}).fetchall() == [(MANY,)]


def test_a_limit_ends_the_check(connection, broken) -> None:
    Path(broken).write_text((Path(broken).read_text("utf-8") + "\n") * MANY, "utf-8")
    assert len(connection.execute("FROM read_games_errors(?) LIMIT 2", [broken]).fetchall()) == 2


def test_damaged_files_are_errors_without_a_game(connection, tmp_path) -> None:
    (tmp_path / "a.pgn").write_bytes(HISTORIC.read_bytes())
    (tmp_path / "b.pgn.zst").write_bytes(b"\x28\xb5\x2f\xfd nothing")
    [found] = rows(connection, "FROM read_games_errors(?) WHERE severity = 'error'", str(tmp_path / "*"))
    assert (found["source"], found["game"]) == (str(tmp_path / "b.pgn.zst"), None)
    assert found["code"] == "file-damaged"
    assert found["hint"]


def test_sound_games_have_none(connection) -> None:
    assert scalar(connection, "SELECT count(*) FROM read_games_errors(?) WHERE severity = 'error'", str(HISTORIC)) == 0


def test_notes_are_errors_if_reading_is_strict(connection, broken) -> None:
    by_severity = "SELECT DISTINCT severity FROM read_games_errors(?, strict := {}) ORDER BY ALL"
    assert connection.execute(by_severity.format("false"), [broken]).fetchall() == [("error",), ("note",)]
    assert connection.execute(by_severity.format("true"), [broken]).fetchall() == [("error",)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("'nowhere.pgn'", "file-unreadable: cannot read `nowhere.pgn`: no such file or folder\nhint: check the path"),
        ("[]", "the list of paths is empty"),
        ("'examples/historic.pgn', threads := 0", "`threads=0` is out of range"),
        ("'examples/historic.pgn', columns := ['white']", "columns"),
    ],
)
def test_arguments_that_do_not_fit(connection, monkeypatch, arguments: str, message: str) -> None:
    monkeypatch.chdir(real_games.ROOT)
    with pytest.raises(duckdb.Error) as caught:
        connection.execute(f"FROM read_games_errors({arguments})").fetchall()
    assert message in str(caught.value)


@pytest.mark.slow
def test_real_games_have_the_errors_that_check_counts(connection) -> None:
    path = real_games.find("weird") or pytest.skip("the real games are not there")
    report = scoresheet.check(path)
    counted = connection.execute("SELECT code, count(*) FROM read_games_errors(?) GROUP BY ALL", [str(path)]).fetchall()
    assert dict(counted) == {entry.code: entry.count for entry in (*report.errors, *report.notes)}

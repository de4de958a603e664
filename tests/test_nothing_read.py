"""Outputs of jobs that could read nothing because something was wrong: what was there stays, and nothing appears."""

from __future__ import annotations

from pathlib import Path

import pytest

import scoresheet

PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
DAMAGED = b"\x1f\x8b\x08\0junk"


@pytest.mark.parametrize("ending", ["pgn", "csv", "scz", "parquet", "arrow", "bin"])
@pytest.mark.parametrize(("name", "content"), [("x.png", PICTURE), ("x.pgn.gz", DAMAGED), ("x.json", b'{"x": 1}')])
def test_a_file_stays(name: str, content: bytes, ending: str, tmp_path: Path) -> None:
    source, target = tmp_path / name, tmp_path / f"out.{ending}"
    source.write_bytes(content)
    report = scoresheet.convert(source, target)
    assert (report.games, report.written) == (0, 0)
    assert report.errors
    assert not target.exists()
    target.write_bytes(b"kept")
    scoresheet.convert(source, target, force=True)
    assert target.read_bytes() == b"kept"


@pytest.mark.parametrize("ending", ["duckdb", "sqlite"])
def test_a_database_stays(ending: str, tmp_path: Path) -> None:
    good, bad, target = tmp_path / "good.pgn", tmp_path / "x.png", tmp_path / f"out.{ending}"
    good.write_text("1. c4 *\n")
    bad.write_bytes(PICTURE)
    scoresheet.convert(bad, target)
    assert not target.exists()
    scoresheet.convert(good, target)
    assert scoresheet.convert(bad, target, force=True).errors
    assert scoresheet.check(target).games == 1
    # With a game, the table is replaced, and both sources are recorded.
    scoresheet.convert([bad, good], target, force=True)
    assert scoresheet.check(target).games == 1


def test_an_empty_input_is_not_an_error(tmp_path: Path) -> None:
    source, target = tmp_path / "empty.pgn", tmp_path / "out.pgn"
    source.write_text("\n")
    target.write_text("old")
    assert scoresheet.convert(source, target, force=True).errors == ()
    assert target.read_text() == ""


@pytest.mark.parametrize("name", ["x.json", "x.ndjson", "x.pgn", "x.txt"])
@pytest.mark.parametrize("text", ['{"moves": "many"}\n', '{"a": 1}\n{"a": 2}\n', '[{"Event": "x"}]', "[1, 2, 3]"])
def test_json_is_never_pgn(name: str, text: str, tmp_path: Path) -> None:
    source = tmp_path / name
    source.write_text(text)
    report = scoresheet.check(source)
    assert (report.games, [(found.code, found.count) for found in report.errors]) == (0, [("file-kind", 1)])


def test_a_quoted_remark_begins_a_game(tmp_path: Path) -> None:
    source = tmp_path / "x.pgn"
    source.write_text('{"A fine game", she said.} 1. c4 e5 *\n')
    assert (scoresheet.check(source).games, scoresheet.check(source).errors) == (1, ())

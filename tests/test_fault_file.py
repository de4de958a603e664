"""The file of all faults: every error and note, at its place, for any source and number of threads."""

from __future__ import annotations

import csv
import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner

import scoresheet
from scoresheet.cli.exits import Exit
from scoresheet.cli.group import command

ROOT = Path(__file__).resolve().parent.parent
VECTORS = ROOT / "vectors" / "game"
FORMATS = sorted(folder.parent.name for folder in VECTORS.glob("*/bad"))
FIELDS = ["file", "game", "ply", "line", "column", "byte", "bit", "code", "severity", "text", "message", "fen", "hint"]

BAD = '[White "A"]\n\n1. e4 Ke5 *\n\n[White "B"]\n\n1. e2-e4 (1. d4 d6 2. Ke5) e5 2. 0-0 *\n\n'


def faults(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def counted(report: scoresheet.Report) -> Counter[tuple[str, str]]:
    return Counter({(row.code, row.severity): row.count for row in (*report.errors, *report.notes)})


def told(rows: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
    return Counter((row["code"], row["severity"]) for row in rows)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("format_", FORMATS)
def test_there_are_as_many_as_the_report_counts(format_: str, strict: bool, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    report = scoresheet.check(VECTORS / format_, from_=format_, errors=path, strict=strict)
    rows = faults(path)
    assert told(rows) == counted(report)
    assert all(list(row) == FIELDS and row["message"] for row in rows)


def test_icn_reports_all_of_them(tmp_path: Path) -> None:
    (tmp_path / "x.icn").write_text("w K0,0|k5,5|P01,02+ 0,0>1,1|5,5>9,9")
    path = tmp_path / "all.jsonl"
    report = scoresheet.check(tmp_path / "x.icn", errors=path)
    assert told(faults(path)) == counted(report)
    assert {row["severity"] for row in faults(path)} == {"error", "note"}


def test_the_order_is_that_of_the_inputs_with_any_number_of_threads(tmp_path: Path) -> None:
    many = tmp_path / "many.pgn"
    many.write_text(BAD * 12_000)
    once, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    scoresheet.check([many, ROOT / "vectors/game/pgn/bad"], errors=once, threads=1)
    scoresheet.check([many, ROOT / "vectors/game/pgn/bad"], errors=other, threads=4)
    assert once.read_bytes() == other.read_bytes()
    told = faults(once)
    rows = [row for row in told if row["file"] == str(many)]
    places = [(row["game"], row["byte"]) for row in rows]
    assert places == sorted(places)
    assert len({row["file"] for row in told}) > 20
    text = many.read_bytes()
    lines = text.split(b"\n")
    for row in rows[:: len(rows) // 100]:
        assert text[row["byte"] :].startswith(row["text"].encode())
        assert lines[row["line"] - 1][row["column"] - 1 :].startswith(row["text"].encode())


def test_stored_games_report_theirs(tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text(BAD)
    scoresheet.convert(tmp_path / "bad.pgn", tmp_path / "text.parquet", columns=["text"], no_sort=True)
    path = tmp_path / "all.jsonl"
    report = scoresheet.convert(tmp_path / "text.parquet", tmp_path / "out.pgn", errors=path)
    assert told(faults(path)) == counted(report)
    assert [row["game"] for row in faults(path)] == [1, 2, 2, 2]


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_rows_report_the_faults_that_were_stored(ending: str, tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text("1. d4 *\n\n" + BAD + "1. e4 e5 2. Ke3 *\n")
    stored, path = tmp_path / f"stored.{ending}", tmp_path / "all.jsonl"
    scoresheet.convert(tmp_path / "bad.pgn", stored, columns=["tags", "moves", "errors"], no_sort=True)
    report = scoresheet.convert(stored, tmp_path / "rows.parquet", columns=["white"], errors=path, no_sort=True)
    assert (report.games, report.written, report.faulty) == (4, 4, 3)
    assert [(found.code, found.count) for found in report.errors] == [("move-illegal", 3)]
    rows = faults(path)
    told = [(row["file"], row["game"], row["ply"], row["code"], row["severity"]) for row in rows]
    name = str(stored)
    assert told == [
        (name, 2, 2, "move-illegal", "error"),
        (name, 3, 3, "move-illegal", "error"),
        (name, 4, 3, "move-illegal", "error"),
    ]
    assert {(row["line"], row["column"], row["byte"]) for row in rows} == {(None, None, None)}
    # Those that were left out are not reported.
    where = "white = 'B'"
    scoresheet.convert(stored, tmp_path / "some.parquet", errors=path, where=where, force=True)
    assert [row["game"] for row in faults(path)] == [3]
    scoresheet.convert(stored, tmp_path / "some.parquet", errors=path, limit=2, force=True)
    assert [row["game"] for row in faults(path)] == [2]


def test_rows_without_errors_report_nothing(tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text(BAD)
    scoresheet.convert(tmp_path / "bad.pgn", tmp_path / "stored.parquet", columns=["white"])
    scoresheet.convert(tmp_path / "stored.parquet", tmp_path / "rows.arrow", errors=tmp_path / "all.jsonl")
    assert faults(tmp_path / "all.jsonl") == []


def test_rows_and_lines_have_the_same_content(tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text(BAD + '[White "x, \\"y\\""]\n\n1. "," *\n')
    lines, rows = tmp_path / "all.ndjson", tmp_path / "all.csv"
    scoresheet.check(tmp_path / "bad.pgn", errors=lines)
    scoresheet.check(tmp_path / "bad.pgn", errors=rows)
    with rows.open(encoding="utf-8", newline="") as file:
        table = list(csv.reader(file))
    assert table[0] == FIELDS
    assert table[1:] == [["" if row[name] is None else str(row[name]) for name in FIELDS] for row in faults(lines)]
    counted = duckdb.sql(f"select code, count(*) from '{lines}' group by all order by all").fetchall()
    assert counted == duckdb.sql(f"select code, count(*) from '{rows}' group by all order by all").fetchall()


def test_the_name_may_request_compression(tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text(BAD)
    scoresheet.check(tmp_path / "bad.pgn", errors=tmp_path / "all.jsonl.gz")
    with gzip.open(tmp_path / "all.jsonl.gz", "rt") as file:
        assert [json.loads(line)["game"] for line in file] == [1, 2, 2, 2]


def test_an_input_that_cannot_be_read_is_reported_too(tmp_path: Path) -> None:
    (tmp_path / "cut.pgn.gz").write_bytes(gzip.compress(BAD.encode())[:-20])
    scoresheet.check(tmp_path / "cut.pgn.gz", errors=tmp_path / "all.jsonl")
    last = faults(tmp_path / "all.jsonl")[-1]
    assert (last["code"], last["severity"], last["game"]) == ("file-damaged", "error", None)
    assert last["file"] == str(tmp_path / "cut.pgn.gz")


def test_it_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text(BAD)
    with pytest.raises(scoresheet.MoveError):
        scoresheet.check(tmp_path / "bad.pgn", errors=tmp_path / "all.jsonl", on_error="raise")
    assert [path.name for path in tmp_path.iterdir()] == ["bad.pgn"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("old.jsonl", "it already exists"),
        ("bad.csv", "it is an input"),
        ("out.csv", "it is the output"),
        ("all.txt", "format of the errors cannot be determined"),
        ("-", "errors cannot be written to standard output"),
    ],
)
def test_what_it_cannot_be(name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.csv").write_text("white,moves\nA,e4 Ke5\n")
    Path("old.jsonl").write_text("")
    force = name != "old.jsonl"
    with pytest.raises(scoresheet.UsageError, match=why) as found:
        scoresheet.convert("bad.csv", "out.csv", errors=name, force=force)
    assert found.value.hint
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.csv", "old.jsonl"]


def test_it_is_overwritten_on_request(tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text(BAD)
    (tmp_path / "all.jsonl").write_text("old")
    scoresheet.check(tmp_path / "bad.pgn", errors=tmp_path / "all.jsonl", force=True)
    assert faults(tmp_path / "all.jsonl")


def test_hints_are_spelled_for_their_interface(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.pgn").write_text(BAD)
    scoresheet.convert("bad.pgn", "python.pgn", errors="python.jsonl")
    convert = ["convert", "bad.pgn", "-o", "cli.pgn", "--errors", "cli.jsonl"]
    assert CliRunner().invoke(command, convert).exit_code == Exit.BAD_INPUT
    hints = [faults(Path(name))[0]["hint"] for name in ("python.jsonl", "cli.jsonl")]
    assert "on_error=" in hints[0]
    assert "--on-error" in hints[1]


def test_the_report_is_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.pgn").write_text(BAD)
    result = CliRunner().invoke(command, ["check", "bad.pgn", "--errors", "a.jsonl", "--report", "a.jsonl"])
    assert result.exit_code == Exit.WRONG_USE
    assert "name the same file" in result.stderr


@pytest.mark.parametrize("report", ["out.csv", "./out.csv"])
@pytest.mark.parametrize(
    "words",
    [["convert"], ["query", "SELECT game FROM games"], ["find", "ply 1"], ["names"]],
    ids=lambda words: words[0],
)
def test_the_report_does_not_replace_the_output(
    words: list[str], report: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.pgn").write_text(BAD)
    verb, *rest = words
    result = CliRunner().invoke(command, [verb, "bad.pgn", *rest, "-o", "out.csv", "--report", report])
    assert result.exit_code == Exit.WRONG_USE
    assert "`--report` and `--output` name the same file" in result.stderr
    assert not Path("out.csv").exists()

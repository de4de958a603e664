"""The evaluations that Lichess publishes, as a table."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from click.testing import CliRunner

import scoresheet
from scoresheet import FileError, UsageError
from scoresheet.cli.group import command as main

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
BLACK = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
MATE = "7k/8/5KQ1/8/8/8/8/8 w - -"


def line(fen: str, *searches: tuple[int, int, list[dict[str, Any]]]) -> str:
    found = [{"depth": depth, "knodes": knodes, "pvs": pvs} for depth, knodes, pvs in searches]
    return json.dumps({"fen": fen, "evals": found})


LINES = [
    line(
        START,
        (20, 5, [{"cp": 40, "line": "d2d4"}, {"cp": 30, "line": "c2c4"}]),
        (36, 9, [{"cp": 18, "line": "e2e4 e7e5"}, {"cp": 10, "line": "g1f3"}]),
        (36, 3, [{"cp": 99, "line": "a2a3"}]),
    ),
    line(MATE, (99, 1, [{"mate": 1, "line": "g6g7"}])),
    line(BLACK, (30, 7, [{"cp": -5, "line": "c7c5"}])),
    line("no board", (30, 7, [{"cp": 0, "line": ""}])),
    line(START, (12, 90, [{"cp": 77, "line": "h2h3"}])),
    line(BLACK, (40, 1, [{"line": "a7a6"}])),
    json.dumps({"fen": START, "evals": []}),
    '{"fen": "broken',
]

WANTED = sorted(
    (scoresheet.Position(f"{fen} 0 1").hash, *rest)
    for fen, *rest in [
        (START, 18, None, 36, 9, "e2e4", "e2e4 e7e5"),
        (MATE, None, 1, 99, 1, "g6g7", "g6g7"),
        (BLACK, -5, None, 30, 7, "c7c5", "c7c5"),
    ]
)


@pytest.mark.parametrize("packed", ["", ".zst", ".gz"])
def test_the_deepest_evaluation_of_each_position_is_kept(packed: str, tmp_path: Path) -> None:
    path = tmp_path / f"evals.jsonl{packed}"
    text = "\n".join(LINES).encode()
    pack = {"": bytes, ".zst": zstandard.compress, ".gz": gzip.compress}[packed]
    path.write_bytes(pack(text))
    found = scoresheet.evals(path)
    assert found.rows.fetchall() == WANTED
    assert (found.positions, found.read, found.left_out) == (3, 10, 4)


def test_the_table_on_hugging_face_is_read(tmp_path: Path) -> None:
    rows = [
        (START, "d2d4", 36, 9, 10, None),
        (START, "e2e4 e7e5", 36, 9, 18, None),
        (START, "a2a3", 20, 99, 50, None),
        (BLACK, "a7a6", 30, 7, 20, None),
        (BLACK, "c7c5", 30, 7, -5, None),
        (MATE, "g6g7", 99, 1, None, 1),
        (MATE, "g6f7", 99, 1, None, 3),
        (MATE, "g6h5", 99, 1, 900, None),
        ("nothing", "g6h5", 99, 1, 900, None),
    ]
    table = pa.table(dict(zip(["fen", "line", "depth", "knodes", "cp", "mate"], zip(*rows, strict=True), strict=True)))
    pq.write_table(table, tmp_path / "evals.parquet")
    found = scoresheet.evals([tmp_path / "evals.parquet"])
    assert found.rows.fetchall() == WANTED
    assert (found.positions, found.read, found.left_out) == (3, 9, 1)
    (tmp_path / "evals.jsonl").write_text(line(MATE, (120, 1, [{"mate": 1, "line": "g6g7"}])))
    both = scoresheet.evals([tmp_path / "evals.parquet", tmp_path / "evals.jsonl"])
    assert {row[3] for row in both.rows.fetchall()} == {36, 30, 120}


def test_other_files_are_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"fen": [START], "score": [1]}), tmp_path / "other.parquet")
    with pytest.raises(UsageError, match=r"has no `line`, `depth`.*its columns are `fen`, `score`"):
        scoresheet.evals(tmp_path / "other.parquet")
    whole = zstandard.compress("\n".join(LINES * 1000).encode())
    (tmp_path / "cut.jsonl.zst").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FileError):
        scoresheet.evals(tmp_path / "cut.jsonl.zst")
    with pytest.raises(UsageError):
        scoresheet.evals([])


def test_the_command_writes_a_table(tmp_path: Path) -> None:
    source, target = tmp_path / "evals.jsonl", tmp_path / "evals.parquet"
    source.write_text("\n".join(LINES))
    run = CliRunner().invoke(main, ["evals", str(source), "-o", str(target)])
    assert run.exit_code == 0
    assert run.stderr == (
        "10 evaluations read, 3 positions written\n4 evaluations were left out: they have no score, or no position\n"
    )
    assert duckdb.sql(f"from '{target}'").fetchall() == WANTED
    again = CliRunner().invoke(main, ["evals", str(source), "-o", str(target)])
    assert again.exit_code == 2
    forced = CliRunner().invoke(main, ["evals", str(source), "-o", str(target), "--force", "--json"])
    assert json.loads(forced.stdout) == {"read": 10, "positions": 3, "left_out": 4}
    assert CliRunner().invoke(main, ["evals", str(source), "-o", "evals.pgn"]).exit_code == 2

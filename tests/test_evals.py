"""The evaluations that Lichess publishes, as a table."""

from __future__ import annotations

import gzip
import json
import sys
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


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Evaluations of four positions of a game."""
    game = scoresheet.parse("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0")
    known = {0: (20, "e2e4 e7e5"), 2: (25, "g1f3 b8c6"), 3: (-30, "b8c6"), 4: (None, "h5e5")}
    rows = []
    for ply, (cp, line_) in known.items():
        fen = " ".join(game.at(ply).position.fen().split()[:4])
        found = {"line": line_, **({"cp": cp} if cp is not None else {"mate": 1})}
        rows.append(line(fen, (40, 9, [found])))
    (tmp_path / "known.jsonl").write_text("\n".join(rows))
    found = scoresheet.evals(tmp_path / "known.jsonl")
    found.rows.to_parquet(str(tmp_path / "evals.parquet"))
    return tmp_path / "evals.parquet"


ENGINE = [sys.executable, str(Path(__file__).resolve().parent.parent / "examples" / "one_ply.py")]
GAMES = "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n1. a4 a5 *\n"


def test_known_evaluations_need_no_engine(table: Path, tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAMES)
    report = scoresheet.analyse(tmp_path / "games.pgn", tmp_path / "judged.pgn", evals=table)
    counts = report.analysis
    assert counts is not None
    assert (counts.games, counts.positions, counts.known, counts.blunders) == (2, 5, 5, 1)
    assert counts.engines == ("known evaluations",)
    first, second = scoresheet.read(tmp_path / "judged.pgn")
    evals = [node.eval for node in first.mainline()]
    assert [one and (one.cp, one.mate) for one in evals] == [None, (25, None), (-30, None), (None, 1), None]
    assert first.at(4).nags == [4]
    assert first.tags["Annotator"] == "known evaluations"
    assert not any(node.eval for node in second.mainline())


def test_an_engine_searches_what_is_not_known(table: Path, tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAMES)
    alone = scoresheet.analyse(tmp_path / "games.pgn", tmp_path / "alone.pgn", engine=ENGINE, depth=1).analysis
    both = scoresheet.analyse(
        tmp_path / "games.pgn", tmp_path / "both.pgn", engine=ENGINE, depth=1, evals=table
    ).analysis
    assert alone is not None
    assert both is not None
    assert (both.positions, both.known) == (alone.positions, 5)
    searched, mixed = (next(iter(scoresheet.read(tmp_path / f"{name}.pgn"))) for name in ("alone", "both"))
    for ply in range(1, 5):
        wanted = {2: 25, 3: -30}.get(ply)
        found = mixed.at(ply).eval
        assert found is not None
        if wanted is not None:
            assert found.cp == wanted
        elif ply == 1:
            assert found == searched.at(ply).eval
    assert mixed.tags["Annotator"].endswith(" with known evaluations")


def test_other_tables_are_not_evaluations(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAMES)
    pq.write_table(pa.table({"hash": [1]}), tmp_path / "other.parquet")
    for name, message in [("other.parquet", "has no `cp`"), ("absent.parquet", "there is no file")]:
        with pytest.raises(UsageError, match=message):
            scoresheet.analyse(tmp_path / "games.pgn", tmp_path / "out.pgn", evals=tmp_path / name)
        assert not (tmp_path / "out.pgn").exists()


def test_evaluations_without_a_position_are_left_out(tmp_path: Path) -> None:
    search = [{"depth": 99, "knodes": 1, "pvs": [{"cp": 500, "line": "e2e4"}]}]
    lines = [json.dumps({"evals": search, **more}) for more in ({}, {"fen": None}, {"fen": ""}, {"fen": "startpos"})]
    (tmp_path / "evals.jsonl").write_text("\n".join([*lines, LINES[0]]))
    found = scoresheet.evals(tmp_path / "evals.jsonl")
    assert [row[1] for row in found.rows.fetchall()] == [18]
    assert (found.read, found.left_out) == (7, 4)
    for text in ("\n".join(lines), "not json\n", GAMES):
        (tmp_path / "other.jsonl").write_text(text)
        with pytest.raises(UsageError, match="there is no evaluation of a position"):
            scoresheet.evals(tmp_path / "other.jsonl")


def test_scores_of_any_size_are_judged(tmp_path: Path) -> None:
    start, after = (scoresheet.parse("1. e4 e5 *").at(ply).position for ply in (0, 1))
    rows = {"hash": [start.hash, after.hash], "cp": [10**6, -(10**6)], "mate": [None, None], "depth": [9, 9]}
    types = {"hash": pa.uint64(), "cp": pa.int64(), "mate": pa.int32(), "depth": pa.int32()}
    table = pa.table({name: pa.array(values, types[name]) for name, values in rows.items()})
    pq.write_table(table.append_column("line", pa.array(["d2d4", "e7e5"])), tmp_path / "evals.parquet")
    (tmp_path / "games.pgn").write_text("1. e4 e5 *\n")
    scoresheet.analyse(tmp_path / "games.pgn", tmp_path / "judged.pgn", evals=tmp_path / "evals.parquet")
    (game,) = scoresheet.read(tmp_path / "judged.pgn")
    assert game.at(1).nags == [4]
    empty = table.set_column(1, "cp", pa.array([None, None], pa.int64()))
    pq.write_table(empty.append_column("line", pa.array(["d2d4", "e7e5"])), tmp_path / "evals.parquet")
    report = scoresheet.analyse(tmp_path / "games.pgn", tmp_path / "none.pgn", evals=tmp_path / "evals.parquet")
    assert report.analysis is not None
    assert (report.analysis.known, report.analysis.left_out) == (0, 1)


@pytest.mark.parametrize(("name", "kind"), [("hash", pa.int64()), ("cp", pa.string()), ("line", pa.int32())])
def test_columns_of_other_types_are_refused(name: str, kind: pa.DataType, tmp_path: Path) -> None:
    types = {"hash": pa.uint64(), "cp": pa.int32(), "mate": pa.int32(), "depth": pa.int32(), "line": pa.string()}
    table = pa.table({each: pa.array([], kind if each == name else own) for each, own in types.items()})
    pq.write_table(table, tmp_path / "evals.parquet")
    (tmp_path / "games.pgn").write_text(GAMES)
    with pytest.raises(UsageError, match=f"the column `{name}`"):
        scoresheet.analyse(tmp_path / "games.pgn", tmp_path / "out.pgn", evals=tmp_path / "evals.parquet")


def test_only_parquet_is_a_table_of_evaluations(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAMES)
    (tmp_path / "evals.csv").write_text("hash,cp\n")
    for path in (tmp_path / "evals.csv", tmp_path):
        with pytest.raises(UsageError, match="is not a table of evaluations in Parquet"):
            scoresheet.analyse(tmp_path / "games.pgn", tmp_path / "out.pgn", evals=path)

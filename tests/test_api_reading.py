"""`read`, `check` and `inputs`: the same at every number of threads, again and again; stopped without a consumer."""

from __future__ import annotations

import gzip
import os
import pickle
import threading
import time
import zipfile
from pathlib import Path
from typing import Any

import duckdb
import polars
import pyarrow as pa
import pytest

import scoresheet
from waiting import wait_until

ROOT = Path(__file__).resolve().parent.parent
GENERATED = ROOT / "examples" / "generated.pgn"
HISTORIC = ROOT / "examples" / "historic.pgn"
TASKS = Path("/proc/self/task")

BAD = """[White "One"]
[Result "1-0"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

[White "Two"]
[Result "*"]

1. e4 e5 2. Ke3 Nf6 *

[White "Three"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4 0-1
"""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Several blocks of games, some with errors."""
    path = tmp_path_factory.mktemp("large") / "large.pgn"
    path.write_bytes((GENERATED.read_bytes() * 12 + BAD.encode()) * 5)
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.pgn"
    path.write_text(BAD)
    return path


def counted(report: scoresheet.Report) -> dict[str, Any]:
    return {name: value for name, value in report.to_dict().items() if name != "seconds"}


def table(games: scoresheet.Games) -> pa.Table:
    return pa.table(games)


def test_the_number_of_threads_changes_nothing(large: Path) -> None:
    one, two, five = (counted(scoresheet.check(large, threads=threads)) for threads in (1, 2, 5))
    assert one == two == five
    assert (one["games"], one["faulty"]) == (12_015, 5)
    tables = [
        table(scoresheet.read(large, columns=["tags", "moves", "errors"], threads=threads)) for threads in (1, 2, 5)
    ]
    assert tables[0].equals(tables[1])
    assert tables[0].equals(tables[2])


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 1000, 2403, 5000, 12_014, 12_015, 20_000])
def test_limits_are_exact(large: Path, limit: int) -> None:
    reports = [counted(scoresheet.check(large, limit=limit, threads=threads)) for threads in (1, 3)]
    assert reports[0]["games"] == min(limit, 12_015)
    assert [reports[0][name] for name in ("plies", "errors", "notes")] == [
        reports[1][name] for name in ("plies", "errors", "notes")
    ]
    assert table(scoresheet.read(large, columns=["game"], limit=limit, threads=2)).num_rows == min(limit, 12_015)


def test_a_limit_counts_over_all_inputs() -> None:
    report = scoresheet.check([HISTORIC, HISTORIC], limit=50)
    assert (report.games, [found["games"] for found in report.inputs]) == (50, [45, 5])


def test_keep_skip_and_raise(bad: Path) -> None:
    kept = table(scoresheet.read(bad, columns=["game", "white", "ply_count", "error_code", "error_ply"]))
    assert kept.to_pylist() == [
        {"game": 1, "white": "One", "ply_count": 5, "error_code": None, "error_ply": None},
        {"game": 2, "white": "Two", "ply_count": 2, "error_code": "move-illegal", "error_ply": 3},
        {"game": 3, "white": "Three", "ply_count": 4, "error_code": None, "error_ply": None},
    ]
    games = scoresheet.read(bad, columns=["game", "ply_count"], on_error="skip")
    assert table(games)["game"].to_pylist() == [1, 3]
    report = games.report()
    assert report is not None
    assert (report.games, report.written, report.skipped, report.faulty) == (3, 2, 1, 1)
    with pytest.raises(pa.ArrowInvalid, match=r"move-illegal: .*bad.pgn: cannot play `Ke3`.*game 2"):
        table(scoresheet.read(bad, columns=["ply_count"], on_error="raise"))
    assert scoresheet.check(bad, on_error="skip").skipped == 1
    with pytest.raises(scoresheet.MoveError, match="Ke3"):
        scoresheet.check(bad, on_error="raise")


def test_strict_makes_notes_errors(bad: Path) -> None:
    lenient, strict = scoresheet.check(bad), scoresheet.check(bad, strict="read")
    assert [found.code for found in lenient.notes] == ["san-check"]
    assert strict.notes == ()
    assert [(found.code, found.severity) for found in strict.errors] == [
        ("move-illegal", "error"),
        ("san-check", "error"),
    ]
    assert strict.plies == lenient.plies
    assert scoresheet.check(bad, strict="write").errors == lenient.errors


def test_streams_start_afresh() -> None:
    games = scoresheet.read(HISTORIC)
    assert games.report() is None
    first, second = table(games), table(games)
    assert first.equals(second)
    counts = duckdb.sql("select count(*), (select max(ply_count) from games) from games").fetchall()
    assert counts == [(45, max(first["ply_count"].to_pylist()))]
    assert polars.DataFrame(games).shape == (45, len(games.names))


def test_narrowed_games_have_the_named_columns() -> None:
    games = scoresheet.read(HISTORIC)
    narrow = games.columns("result", "summary", "white")
    assert narrow.names[0] == "result"
    assert narrow.names[-1] == "white"
    assert table(narrow).column_names == narrow.names
    assert "white" in repr(games.columns("white")) or "1 column" in repr(games.columns("white"))
    assert len(games.names) > 50


def test_the_least_work_is_done(bad: Path) -> None:
    games = scoresheet.read(bad)
    for columns, depth in (
        (["game_text"], "frame"),
        (["white"], "tags"),
        (["termination"], "moves"),
        (["mate"], "positions"),
    ):
        narrow = games.columns(*columns)
        table(narrow)
        report = narrow.report()
        assert report is not None
        assert report.depth == depth
        assert bool(report.errors) == (depth == "positions")


def test_the_schema_is_known_without_reading(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(BAD)
    games = scoresheet.read(path)
    path.unlink()
    schema = pa.schema(games)
    assert schema.names == games.names
    assert schema.metadata[b"scoresheet.depth"] == b"positions"


def test_games_pickle() -> None:
    games = scoresheet.read(HISTORIC, limit=7, threads=1).columns("white", "result")
    again = pickle.loads(pickle.dumps(games))
    assert table(again).equals(table(games))
    assert table(again).num_rows == 7


@pytest.mark.skipif(not TASKS.exists(), reason="the system does not list threads in /proc")
def test_a_stream_that_is_dropped_stops(large: Path) -> None:
    table(scoresheet.read(large, columns=["ply_count"]))  # starts the threads that Arrow keeps
    before = len(list(TASKS.iterdir()))
    for _ in range(3):
        reader = pa.RecordBatchReader.from_stream(scoresheet.read(large, threads=2))
        assert reader.read_next_batch().num_rows > 1000
        del reader
    wait_until(lambda: len(list(TASKS.iterdir())) <= before)


def test_small_inputs_share_batches(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"{number:02}.pgn").write_text(BAD)
    reader = pa.RecordBatchReader.from_stream(scoresheet.read(tmp_path, columns=["source", "game", "white"]))
    (batch,) = list(reader)
    assert batch.num_rows == 90
    assert batch["source"][-1].as_py() == str(tmp_path / "29.pgn")
    assert batch["game"].to_pylist() == [1, 2, 3] * 30


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    games = scoresheet.read(pipe, columns=["white"])
    assert pa.schema(games).names == ["white"]
    writer = threading.Thread(target=pipe.write_text, args=(BAD,))
    writer.start()
    assert table(games)["white"].to_pylist() == ["One", "Two", "Three"]
    writer.join()
    for again in (games, games.columns("result")):
        with pytest.raises(scoresheet.SourceConsumed) as found:
            table(again)
        assert found.value.file == str(pipe)


def test_folders_archives_and_packed_files(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "two.pgn").write_text(BAD)
    (tmp_path / "a.pgn.gz").write_bytes(gzip.compress(BAD.encode()))
    (tmp_path / "notes.txt").write_text("not games")
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("in/three.pgn", BAD)
        archive.writestr("../four.pgn", BAD)
    found = scoresheet.inputs(tmp_path)
    names = [str(row["name"]) for row in found]
    assert names[:2] == [str(tmp_path / "a.pgn.gz"), str(tmp_path / "b" / "two.pgn")]
    assert sorted(names[2:]) == [f"{tmp_path / 'c.zip'}:../four.pgn", f"{tmp_path / 'c.zip'}:in/three.pgn"]
    assert {row["kind"] for row in found} == {"pgn"}
    assert scoresheet.check(tmp_path).games == 12


def test_content_decides_the_kind_before_the_name(tmp_path: Path) -> None:
    scoresheet.convert(HISTORIC, tmp_path / "a.parquet")
    (tmp_path / "a.parquet").rename(tmp_path / "a.pgn")
    (tmp_path / "b.parquet").write_text(BAD)
    kinds = [row["kind"] for row in scoresheet.inputs([tmp_path / "a.pgn", tmp_path / "b.parquet"])]
    assert kinds == ["parquet", "pgn"]
    assert scoresheet.check(tmp_path).games == 48


def test_what_cannot_be_read_is_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(BAD)
    (tmp_path / "b.pgn").write_bytes(gzip.compress(BAD.encode() * 1000)[:-20])
    (tmp_path / "c.pgn").write_bytes(BAD.encode("utf-16"))
    (tmp_path / "d.parquet").write_bytes(b"PAR1 and then nothing")
    (tmp_path / "e.pgn").write_text(BAD)
    report = scoresheet.check(tmp_path)
    codes = {found.code: found.count for found in report.errors}
    assert codes["file-damaged"] == 2
    assert codes["encoding-utf16"] == 1
    assert [found["name"] for found in report.inputs][-1] == str(tmp_path / "e.pgn")
    assert report.games >= 6
    with pytest.raises(scoresheet.ScoresheetError) as found:
        scoresheet.check(tmp_path / "c.pgn", on_error="raise")
    assert (found.value.code, found.value.file) == ("encoding-utf16", str(tmp_path / "c.pgn"))


def test_languages_are_detected_or_given(tmp_path: Path) -> None:
    german = tmp_path / "de.pgn"
    german.write_text("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. O-O Le7 6. Te1 b5 7. Lb3 d6 *\n")
    assert scoresheet.check(german).errors == ()
    assert scoresheet.check(german, language="de").plies == 14
    assert [found.code for found in scoresheet.check(german, language="en").errors] == ["move-syntax"]


def test_progress_is_reported_and_may_stop(large: Path) -> None:
    told: list[tuple[int, int]] = []
    scoresheet.check(large, progress=lambda *done: told.append(done))
    assert told == sorted(told)
    assert told[-1] == (large.stat().st_size, 12_015)

    def stop(_bytes: int, _games: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        scoresheet.check(large, progress=stop)


def test_progress_is_reported_between_small_inputs(tmp_path: Path) -> None:
    for number in range(500):
        (tmp_path / f"{number:04}.pgn").write_text(BAD)

    def slow(_bytes: int, games: int) -> None:
        told.append(games)
        time.sleep(0.01)

    told: list[int] = []
    report = scoresheet.check(tmp_path, progress=slow)
    assert (report.games, told[-1]) == (1500, 1500)
    assert told == sorted(told)


def test_limits_are_adjustable(bad: Path) -> None:
    assert [found.code for found in scoresheet.check(bad, limits={"tags": 1}).errors][-1] == "limit-tags"
    with pytest.raises(scoresheet.LimitError) as found:
        scoresheet.check(bad, limits={"token": 2}, on_error="raise")
    assert 'limits={"token": …}' in (found.value.hint or "")


def test_a_report_can_be_kept_as_a_dict(bad: Path) -> None:
    report = scoresheet.check(bad)
    assert scoresheet.Report.from_dict(report.to_dict()) == report
    assert pickle.loads(pickle.dumps(report)) == report


def test_many_threads_may_read_the_same_games(large: Path) -> None:
    games = scoresheet.read(large, columns=["ply_count"], threads=2)
    sums: list[int] = []
    threads = [
        threading.Thread(target=lambda: sums.append(sum(table(games)["ply_count"].to_pylist()))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 120
    for thread in threads:
        thread.join(max(deadline - time.monotonic(), 0))
    assert len(sums) == 4
    assert len(set(sums)) == 1

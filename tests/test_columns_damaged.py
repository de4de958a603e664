"""Files of columns and packed files that are damaged or made to cost much: an error with a place, and nothing else."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import scoresheet
from levels import rounds

EXAMPLES = Path(__file__).parent.parent / "examples"

# Reads each mutant in turn; prints the code of each, and dies of nothing.
READ_ALL = """
import random, resource, sys
from pathlib import Path
import scoresheet

resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
source, count, seed = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
whole = source.read_bytes()
chance = random.Random(seed)
mutant = source.with_name("mutant" + source.suffix)
for number in range(count):
    bytes_ = bytearray(whole)
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        bytes_[chance.randrange(len(bytes_))] = chance.choice([0, 1, 127, 128, 255, chance.randrange(256)])
    if chance.random() < 0.1:
        start = chance.randrange(len(bytes_))
        del bytes_[start : start + chance.randrange(1, 50)]
    mutant.write_bytes(bytes_)
    try:
        report = scoresheet.check(mutant, threads=1)
    except scoresheet.ScoresheetError as error:
        assert error.code != "internal", (number, error)
        continue
    for error in report.errors:
        assert error.code != "internal", (number, error)
        if error.code in ("file-damaged", "limit-ratio"):
            assert error.first["byte"] is not None or "too short" in error.first["message"], (number, error)
print("read")
"""


def mutated(source: Path, count: int, seed: int) -> None:
    command = [sys.executable, "-c", READ_ALL, str(source), str(count), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stdout) == (0, "read\n"), done.stderr[-2000:]
    assert "panicked" not in done.stderr, done.stderr[-2000:]


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("damaged")
    for name, columns in (("narrow", ["fen", "packed"]), ("wide", ["tags", "moves", "notes", "text"])):
        for kind in ("arrow", "parquet"):
            scoresheet.convert(EXAMPLES / "historic.pgn", folder / f"{name}.{kind}", limit=3, columns=columns)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="memory is limited by the system's means")
@pytest.mark.parametrize("kind", ["arrow", "parquet"])
@pytest.mark.parametrize("name", ["narrow", "wide"])
def test_mutated_files_are_read_or_refused(name: str, kind: str, three: Path) -> None:
    mutated(three / f"{name}.{kind}", max(200, rounds(700)), 11)


def test_every_byte_of_a_small_arrow_file(three: Path, tmp_path: Path) -> None:
    scoresheet.convert(EXAMPLES / "historic.pgn", tmp_path / "one.arrow", limit=1, columns=["fen", "result", "packed"])
    whole = (tmp_path / "one.arrow").read_bytes()
    mutant = tmp_path / "mutant.arrow"
    for place in [832, *random.Random(1).sample(range(len(whole)), 200)]:
        for value in (1, 255):
            mutant.write_bytes(whole[:place] + bytes([value]) + whole[place + 1 :])
            try:
                report = scoresheet.check(mutant, threads=1)
            except scoresheet.UsageError:
                continue  # the name of a column has become another one
            assert all(error.first["byte"] is not None for error in report.errors)


def test_a_cut_file_is_damaged_at_a_place(three: Path, tmp_path: Path) -> None:
    for kind in ("arrow", "parquet"):
        whole = (three / f"wide.{kind}").read_bytes()
        (tmp_path / f"cut.{kind}").write_bytes(whole[: len(whole) // 2])
        (error,) = scoresheet.check(tmp_path / f"cut.{kind}").errors
        assert (error.code, error.first["byte"] > 0) == ("file-damaged", True)


def test_one_text_in_many_rows_costs_little(tmp_path: Path) -> None:
    """A dictionary holds it once; 1,200 rows of 1 MB each must not become 1.2 GB."""
    stored = tmp_path / "bomb.parquet"
    count, size = 1_200, 1_000_000
    keys = pa.DictionaryArray.from_arrays(pa.array([0] * count, pa.int32()), pa.array(["a" * size]))
    empty = pa.array([[]] * count, pa.list_(pa.int8()))
    lists = dict.fromkeys(("from_square", "to_square", "promotion", "castle"), empty)
    rest = {"fen": pa.nulls(count, pa.string()), "ply_count": pa.array([0] * count, pa.int32()), **lists}
    pq.write_table(pa.table({"white": keys, **rest}), stored, compression="zstd")
    assert stored.stat().st_size < 20_000
    read = f"""
import pathlib
import re
import resource
import pyarrow
import scoresheet
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
assert scoresheet.check({str(stored)!r}, threads=1).games == {count}
for batch in pyarrow.RecordBatchReader.from_stream(scoresheet.read({str(stored)!r}, threads=1).columns("white")):
    assert batch.num_rows < 200
# `ru_maxrss` also counts what the process had that started this one.
status = pathlib.Path("/proc/self/status")
assert not status.exists() or int(re.search(r"VmHWM:\\s+(\\d+) kB", status.read_text())[1]) < 900_000
"""
    done = subprocess.run([sys.executable, "-c", read], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_column_that_unpacks_to_far_more_is_refused(tmp_path: Path) -> None:
    stored = tmp_path / "bomb.arrow"
    count = 10_000_000
    zeros = pa.Array.from_buffers(pa.int64(), count, [None, pa.py_buffer(bytes(8 * count))])
    table = pa.table({"game": zeros})
    with pa.ipc.new_file(stored, table.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as file:
        file.write_table(table)
    assert stored.stat().st_size < 60_000
    with pytest.raises(Exception, match="limit-ratio"):
        pa.table(scoresheet.read(stored, columns=["game"]))
    assert pa.table(scoresheet.read(stored, columns=["game"], limits={"ratio": 100_000})).num_rows == count


@pytest.mark.long
def test_games_of_many_megabytes_come_back(tmp_path: Path) -> None:
    big = tmp_path / "big.pgn"
    with big.open("w") as file:
        for number in range(40):
            file.write(f'[White "{number}"]\n\n1. e4 ')
            for _ in range(4):
                file.write("{" + "x" * 14_000_000 + "} ")
            file.write("*\n\n")
    stored = tmp_path / "big.parquet"
    scoresheet.convert(big, stored, columns=["tags", "text"])
    assert scoresheet.check(stored).games == 40
    assert scoresheet.convert(stored, tmp_path / "again.parquet").written == 40


# What is cut short


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    (tmp_path / "whole.pgn").write_bytes((EXAMPLES / "historic.pgn").read_bytes() * 40)
    scoresheet.convert(tmp_path / "whole.pgn", tmp_path / "whole.pgn.zst")
    whole = (tmp_path / "whole.pgn.zst").read_bytes()
    (tmp_path / "cut.pgn.zst").write_bytes(whole[:-20])
    return tmp_path / "cut.pgn.zst"


def test_a_stream_of_a_cut_file_ends_with_an_error(cut: Path) -> None:
    with pytest.raises(Exception, match="file-damaged"):
        pa.table(scoresheet.read(cut))
    games = scoresheet.read(cut)
    reader = pa.RecordBatchReader.from_stream(games)
    rows = []
    with pytest.raises(Exception, match="file-damaged"):
        rows.extend(batch.num_rows for batch in reader)
    report = games.report()
    assert report is not None
    assert report.games > 0
    with pytest.raises(scoresheet.ScoresheetError) as error:
        scoresheet.query(cut, "select count(white) from games").fetchall()
    assert error.value.code == "file-damaged"


def test_going_through_a_cut_file_gives_what_can_be_read_and_then_an_error(cut: Path) -> None:
    read: list[object] = []
    with pytest.raises(scoresheet.FileError) as error:
        read.extend(scoresheet.read(cut))
    assert (error.value.code, len(read)) == ("file-damaged", scoresheet.check(cut).games)
    assert sum(1 for _ in scoresheet.read(cut, on_error="keep")) == len(read) > 0


@pytest.mark.parametrize("on_error", ["keep", "skip"])
def test_a_stream_of_a_cut_file_ends_well_on_request(cut: Path, on_error: str) -> None:
    games = scoresheet.read(cut, on_error=on_error)
    assert pa.table(games).num_rows == scoresheet.check(cut).games
    assert [error.code for error in games.report().errors] == ["file-damaged"]


def test_a_query_of_damaged_parquet_names_the_file(three: Path, tmp_path: Path) -> None:
    whole = (three / "wide.parquet").read_bytes()
    damaged = tmp_path / "damaged.parquet"
    half = len(whole) // 2
    damaged.write_bytes(whole[:8] + bytes(half) + whole[8 + half :])
    for question in ("select count(*), max(white), max(from_square) from games", "heatmap"):
        with pytest.raises(scoresheet.ScoresheetError) as error:
            scoresheet.query(damaged, question).fetchall()
        assert (error.value.code, error.value.file) == ("file-damaged", str(damaged))
        assert not isinstance(error.value, duckdb.Error)

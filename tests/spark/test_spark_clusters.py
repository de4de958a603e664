"""The same results on other kinds of sessions: a cluster on this machine, a standalone master, and Spark Connect."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import scoresheet

pyspark = pytest.importorskip("pyspark", reason="PySpark is not installed")

PROGRAM = Path(__file__).with_name("castling.py")


@pytest.fixture(scope="module")
def environment(new_session) -> dict[str, str]:
    """What the programs need: the package beside them, and addresses of this machine only."""
    del new_session  # skips without Java
    home = Path(pyspark.__file__).parent
    paths = os.pathsep.join(path for path in sys.path if path)
    return {
        **os.environ, "SPARK_HOME": str(home), "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_HOSTNAME": "localhost", "PYTHONPATH": paths,
    }  # fmt: skip


def asked(master: str, path: Path, environment: dict[str, str]) -> Any:
    command = [sys.executable, PROGRAM, master, path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def expected(files) -> Any:
    return on_one_machine(files["plain"])


def on_one_machine(path: Path) -> Any:
    table = scoresheet.read(path, columns=["game", "white", "white_castle_ply", "black_castle_ply", "errors"])
    rows = table.arrow().to_pylist()
    castles = [[row["white_castle_ply"], row["black_castle_ply"]] for row in rows]
    return {
        "games": len(rows),
        "castled": sum(any(ply is not None and ply <= 20 for ply in plies) for plies in castles),
        "rows": sorted(([row["game"], row["white"], row["error"]] for row in rows), key=str),
    }


@pytest.mark.parametrize("master", ["local-cluster[2,1,1024]", "connect"])
def test_data_sets_of_several_files_are_read_by_several_executors(tmp_path, environment, root, master: str) -> None:
    for name in ("historic", "generated", "annotated"):
        games = scoresheet.read(root / "examples" / f"{name}.pgn")
        rows = [{"White": game.tags.get("White"), "movetext": game.to("pgn").partition("\n\n")[2]} for game in games]
        pq.write_table(pa.Table.from_pylist(rows), tmp_path / f"{name}.parquet")
    assert asked(master, tmp_path, environment)["answer"] == on_one_machine(tmp_path)


@pytest.mark.parametrize("master", ["local-cluster[2,1,1024]", "connect"])
def test_the_results_match_those_of_one_machine(files, environment, expected, master: str) -> None:
    assert asked(master, files["plain"], environment)["answer"] == expected


@pytest.fixture
def standalone(environment, tmp_path: Path) -> Iterator[str]:
    """A master with two workers; the address of the master."""
    home, programs = Path(environment["SPARK_HOME"]), []
    log = tmp_path / "master.log"

    def start(kind: str, *arguments: str, into: Path) -> None:
        command = [home / "bin" / "spark-class", f"org.apache.spark.deploy.{kind}", *arguments]
        with into.open("w") as output:
            programs.append(subprocess.Popen(command, stdout=output, stderr=output, env=environment))

    start("master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0", into=log)
    address = awaited(log, r"Starting Spark master at (spark://\S+)")
    for number in (1, 2):
        folder = tmp_path / f"worker-{number}"
        start("worker.Worker", "--host", "127.0.0.1", "--cores", "1", "--memory", "1g", "--webui-port", "0",
              "--work-dir", str(folder), address, into=tmp_path / f"worker-{number}.log")  # fmt: skip
        awaited(tmp_path / f"worker-{number}.log", "Successfully registered with master")
    yield address
    for program in reversed(programs):
        program.terminate()
        program.wait(30)
    shutil.rmtree(tmp_path / "worker-1", ignore_errors=True)


def awaited(log: Path, pattern: str) -> str:
    """Waits until a log has a line, and returns the first group, or all of it."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if found := re.search(pattern, log.read_text(errors="replace")):
            return found[found.lastindex or 0]
        time.sleep(0.2)
    pytest.fail(f"nothing says {pattern}: {log.read_text()[-2000:]}")


def test_a_standalone_master_with_two_workers(standalone, files, environment, expected) -> None:
    assert asked(standalone, files["plain"], environment)["answer"] == expected


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Path:
    """The Python of an environment that has the wheel, and PySpark and PyArrow from this one."""
    folder = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel], check=True)
    (site,) = (folder / "lib").glob("python*/site-packages")
    (site / "others.pth").write_text(f"{Path(pyspark.__file__).parent.parent}\n")
    return python


def test_executors_need_only_the_wheel_in_their_environment(
    standalone, files, environment, expected, installed: Path
) -> None:
    apart = {**environment, "PYSPARK_PYTHON": str(installed), "EXECUTORS_PATH": ""}
    found = asked(standalone, files["plain"], apart)
    assert found["answer"] == expected
    assert all(Path(path).is_relative_to(installed.parent.parent) for path in found["packages"]), found["packages"]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found in /proc")
@pytest.mark.parametrize("victim", ["CoarseGrainedExecutorBackend", "pyspark.daemon"])
def test_a_killed_process_loses_and_doubles_no_game(files, environment, tmp_path: Path, victim: str) -> None:
    source, target = tmp_path / "many.pgn", tmp_path / "out"
    source.write_bytes(files["plain"].read_bytes() * 30)
    command = [sys.executable, PROGRAM.with_name("killed.py"), source, target, victim]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment)
    assert done.returncode == 0, done.stderr[-3000:]
    said = json.loads(done.stdout.splitlines()[-1])
    games = scoresheet.read(source).count()
    assert said == {"killed": 2, "read": games, "distinct": games}
    scoresheet.convert(source, tmp_path / "rows.parquet", columns=["game", "tags", "moves"], no_sort=True)
    scoresheet.convert(tmp_path / "rows.parquet", tmp_path / "alone.pgn")
    assert texts(target) == texts(tmp_path / "alone.pgn")
    assert not (target / "_temporary").exists()


def texts(path: Path) -> Counter[str]:
    """The text of each game as it is written, and how often it is there."""
    return Counter(row["game_text"] for row in scoresheet.read(path, columns=["game_text"]).arrow().to_pylist())

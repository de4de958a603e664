"""Jobs that are killed at any time leave no half-written output: it is the old one, the new one, or none."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import scoresheet
from scoresheet.cli.exits import Exit

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"
KILLS = 200
# How often the examples stand in the input, so that a job takes much longer than a start.
COPIES = 400


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "many.pgn"
    path.write_bytes(EXAMPLE.read_bytes() * COPIES)
    return path


def killed(command: list[str], after_s: float) -> bool:
    """Whether a command was still at work when it was killed."""
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        time.sleep(after_s)
        process.kill()
        return process.wait() == -signal.SIGKILL


@pytest.mark.long
@pytest.mark.parametrize("name", ["out.pgn", "out.vgn", "out.pgn.zst", "out.parquet"])
def test_a_killed_job_leaves_no_half_output(name: str, games: Path, tmp_path: Path) -> None:
    whole, output = tmp_path / "whole" / name, tmp_path / "out" / name
    whole.parent.mkdir()
    output.parent.mkdir()
    command = [sys.executable, "-m", "scoresheet", "convert", "--quiet", "--force", str(games), "-o"]
    started = time.monotonic()
    subprocess.run([*command, str(whole)], check=True)
    takes_s, expected = time.monotonic() - started, scoresheet.check(whole).games
    chance, kills = random.Random(17), 0
    for old in (b"", EXAMPLE.read_bytes()):
        for _ in range(KILLS // 8):
            output.write_bytes(old) if old else output.unlink(missing_ok=True)
            kills += killed([*command, str(output)], chance.uniform(0, takes_s))
            if output.exists() and output.read_bytes() != old:
                report = scoresheet.check(output)
                assert (report.games, report.errors) == (expected, ())
            # What was begun is hidden, so that no reader of folders takes it for games.
            assert all(found.name == name or found.name.startswith(".") for found in output.parent.iterdir())
    assert kills > KILLS // 8


def tree(*folders: Path) -> list[str]:
    """What lies in folders, hidden files too."""
    return sorted(path.name for folder in folders for path in folder.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("kills", [5, pytest.param(50, marks=pytest.mark.long)])
@pytest.mark.parametrize("sent", ["SIGKILL", "SIGTERM"])
@pytest.mark.parametrize("name", ["out.pgn", "out.parquet"])
def test_the_next_run_finds_no_leftovers(name: str, sent: str, kills: int, games: Path, tmp_path: Path) -> None:
    """Sorting has so little memory that it needs temporary files, which lie in a folder of this test."""
    number = getattr(signal, sent)
    whole, output, temporary = tmp_path / "whole" / name, tmp_path / "out" / name, tmp_path / "temporary"
    for folder in (whole.parent, output.parent, temporary):
        folder.mkdir()
    command = [sys.executable, "-m", "scoresheet", "convert", "--quiet", "--force", "--sort-memory", "1MB", str(games)]
    environment = {**os.environ, "TMPDIR": str(temporary)}
    started = time.monotonic()
    subprocess.run([*command, "-o", str(whole)], check=True, env=environment)
    takes_s = time.monotonic() - started
    assert tree(temporary) == []
    chance, killed = random.Random(41), 0
    for _ in range(kills):
        output.unlink(missing_ok=True)
        with subprocess.Popen([*command, "-o", str(output)], stderr=subprocess.DEVNULL, env=environment) as process:
            time.sleep(chance.uniform(0, takes_s))
            process.send_signal(number)
            status = process.wait(60)
        # A signal that comes before the work has begun ends Python in its own way.
        killed += status in (-number, Exit.TERMINATED)
        assert status in (0, -number, Exit.TERMINATED)
        assert not output.exists() or output.read_bytes() == whole.read_bytes()
        if status == Exit.TERMINATED:
            # A signal may also come when the output is there and the process is about to end.
            assert tree(output.parent, temporary) in ([], [name])
    assert killed > kills // 4
    output.unlink(missing_ok=True)
    subprocess.run([*command, "-o", str(output)], check=True, env=environment)
    assert output.read_bytes() == whole.read_bytes()
    assert tree(output.parent, temporary) == [name]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_run_leaves_the_files_of_a_living_one_alone(tmp_path: Path) -> None:
    output = tmp_path / "out.pgn"
    command = [sys.executable, "-m", "scoresheet", "convert", "--quiet", "--force", "-", "-o", str(output)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as slow:
        assert slow.stdin is not None
        while not tree(tmp_path):
            time.sleep(0.01)
        begun = tree(tmp_path)
        subprocess.run(command, input=b"1. e4 *", check=True)
        assert tree(tmp_path) == sorted([*begun, "out.pgn"])
        slow.stdin.write(b"1. d4 *")
        slow.stdin.close()
        assert slow.wait(60) == 0
    assert tree(tmp_path) == ["out.pgn"]
    assert "1. d4 *" in output.read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_copies_of_pipes_and_what_duckdb_spills_are_removed_by_the_next_query(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    sql = "SELECT count(a.game * b.range % 7) FROM games a, range(10000000000) b"
    command = [sys.executable, "-m", "scoresheet", "query", "--quiet", "-"]
    with subprocess.Popen([*command, sql], stdin=subprocess.PIPE, env=environment) as process:
        assert process.stdin is not None
        process.stdin.write(b"1. e4 *")
        process.stdin.close()
        while not any(tmp_path.glob(".scoresheet.*/*.spool")):
            time.sleep(0.01)
        process.kill()
    assert len(tree(tmp_path)) == 2, "a folder, and the file that is locked for it"
    subprocess.run([*command, "SELECT 1"], input=b"1. e4 *", check=True, env=environment, stdout=subprocess.DEVNULL)
    assert tree(tmp_path) == []

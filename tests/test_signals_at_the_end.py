"""Signals that come once the output of a command is complete: the command is done, and its exit status shows it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import scoresheet

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"

# Sends a signal before or just after a call, or when the interpreter ends.
PROGRAM = """
import atexit, os, pathlib, signal, sys
import scoresheet
from scoresheet import _core
from scoresheet.cli import main

owner, name, place, number = {"_core": _core, "Path": pathlib.Path}[sys.argv[1]], *sys.argv[2:4], sys.argv[4]
send = lambda: os.kill(os.getpid(), getattr(signal, number))
native = getattr(owner, name)

def called(*args, **more):
    if place == "before":
        send()
    done = native(*args, **more)
    if place == "behind":
        send()
    return done

setattr(owner, name, called)
if place == "exit":
    atexit.register(send)
sys.argv[:] = ["scoresheet", *sys.argv[5:]]
main()
"""


def ended(owner: str, name: str, place: str, number: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", PROGRAM, owner, name, place, number, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("place", ["behind", "exit"])
def test_a_complete_output_stays(place: str, number: str, tmp_path: Path) -> None:
    target = tmp_path / "games.scz"
    for games in (45, 90):
        run = ended("_core", "convert", place, number, "convert", EXAMPLE, "-o", target, "--append", "--quiet")
        assert (run.returncode, run.stderr) == (0, "")
        assert scoresheet.read(target).count() == games


@pytest.mark.parametrize(("number", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_before_that_ends_the_command(number: str, status: int, tmp_path: Path) -> None:
    target = tmp_path / "games.scz"
    run = ended("_core", "convert", "before", number, "convert", EXAMPLE, "-o", target, "--append", "--quiet")
    assert run.returncode == status
    assert not target.exists()


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
def test_other_verbs_are_done_then_as_well(number: str, tmp_path: Path) -> None:
    games, rows, found = tmp_path / "games.parquet", tmp_path / "rows.csv", tmp_path / "found.pgn"
    scoresheet.convert(EXAMPLE, games)
    query = "select white from games"
    run = ended("Path", "replace", "behind", number, "query", EXAMPLE, query, "-o", rows, "--quiet")
    assert (run.returncode, len(rows.read_text().splitlines())) == (0, 46)
    run = ended("_core", "convert", "behind", number, "find", EXAMPLE, "mate", "-o", found, "--quiet")
    assert (run.returncode, scoresheet.read(found).count()) == (0, 17)
    run = ended("_core", "build_index", "behind", number, "index", games, "--quiet")
    assert (run.returncode, Path(f"{games.with_suffix('')}.positions.parquet").exists()) == (0, True)


def test_a_failure_is_still_a_failure(tmp_path: Path) -> None:
    bad = tmp_path / "bad.pgn"
    bad.write_text("1. e4 e5 2. Ke3 *", encoding="utf-8")
    words = ("convert", bad, "-o", tmp_path / "out.pgn", "--quiet")
    assert ended("_core", "convert", "behind", "SIGTERM", *words).returncode == 1

"""Jobs that are killed at any time leave no half-written output: it is the old one, the new one, or none."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import scoresheet

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

"""Analyses that are killed at any moment: the same command continues, and its output has the same bytes."""

from __future__ import annotations

import json
import os
import random
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from engine_processes import watched
from waiting import wait_until

SCRIPT = Path(__file__).with_name("scripted_engine.py")
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
KILLS = 10
STORED = "out.bgnl.analysis"


@pytest.fixture(autouse=True)
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[int]]]:
    with watched(tmp_path, monkeypatch) as found:
        yield found


def command(output: Path, *more: str, behaviour: tuple[str, ...] = ()) -> list[str]:
    engine = shlex.join([sys.executable, str(SCRIPT), *behaviour])
    words = ["analyse", str(EXAMPLES / "historic.pgn"), "-o", str(output), "--engine", engine]
    settings = ["--depth", "9", "--date", "2026-01-02", "--quiet"]
    return [sys.executable, "-m", "scoresheet", *words, *settings, *more]


@pytest.mark.slow
@pytest.mark.parametrize("reuse", ["game", "none"])
def test_a_killed_analysis_continues(tmp_path: Path, processes: Callable[[], list[int]], reuse: str) -> None:
    whole, output, log = tmp_path / "whole.bgnl", tmp_path / "out.bgnl", tmp_path / "log"
    subprocess.run(command(whole, "--reuse", reuse, "--engines", "1"), check=True)
    rng = random.Random(reuse)
    for _ in range(KILLS):
        # The engines hang at this search, and all together have fewer than are needed.
        last = rng.randrange(50, 90)
        log.write_text("")
        behaviour = ("hang", f"at={last}", f"log={log}")
        with subprocess.Popen(command(output, "--reuse", reuse, "--engines", "2", behaviour=behaviour)) as process:
            wait_until(lambda: log.read_text().count("\ngo ") > last, process)  # noqa: B023 it runs in this turn
            process.kill()
        # Engines that do not hang see the end of their input. Those that do are beyond that.
        wait_until(lambda: len(processes()) <= 2)
        end(processes())
    assert not output.exists()
    store = tmp_path / STORED
    named = ["--store", str(store)]
    done = subprocess.run(command(output, "--reuse", reuse, "--engines", "3", *named, "--report", str(log), "--force"))
    assert done.returncode == 0
    assert output.read_bytes() == whole.read_bytes()
    counts = json.loads(log.read_text())["analysis"]
    assert counts["stored"] > 0
    assert store.stat().st_size < 200 * counts["positions"]
    assert {path.name for path in tmp_path.iterdir()} == {"whole.bgnl", "out.bgnl", STORED, "log"}


def end(processes: list[int]) -> None:
    for number in processes:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)

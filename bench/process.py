"""One process, measured from outside: its user time, wall time and peak memory, as the system counts them."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any


@dataclass(frozen=True)
class Run:
    """What one run of a command cost."""

    user: float
    wall: float
    peak: int
    out: bytes


@dataclass
class Job:
    """A command to measure; `check` looks at what it printed and fails when the answer is wrong."""

    name: str
    file: str
    command: Sequence[str]
    check: Callable[[bytes], Any] = lambda _out: None
    # Feeds standard input, in a process of its own that is not counted.
    feed: Sequence[str] | None = None
    # How often; None for as often as all.
    runs: int | None = None
    before: Callable[[], None] = lambda: None
    done: list[Run] = field(default_factory=list)

    def run(self) -> None:
        """Runs once more."""
        self.before()
        self.done.append(measured(self.command, self.feed))
        self.check(self.done[-1].out)

    def result(self) -> dict[str, Any]:
        """The medians, with the least and the most of each figure."""
        figures = {
            name: spread([getattr(run, name) for run in self.done]) for name in ("user", "wall", "peak") if self.done
        }
        return {"name": self.name, "file": self.file, "command": shown(self.command), "runs": len(self.done), **figures}


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median, least and most."""
    return {
        "median": round(statistics.median(values), 4),
        "min": round(min(values), 4),
        "max": round(max(values), 4),
    }


def shown(command: Sequence[str]) -> str:
    """The command with names of files instead of paths."""
    return " ".join(Path(part).name if Path(part).is_absolute() else part for part in command)


def measured(command: Sequence[str], feed: Sequence[str] | None = None) -> Run:
    """Runs a command to its end."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        feeder = subprocess.Popen(feed, stdout=subprocess.PIPE) if feed else None
        stdin: int | IO[bytes] | None = feeder.stdout if feeder else subprocess.DEVNULL
        started = time.perf_counter()
        process = subprocess.Popen(command, stdin=stdin, stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if feeder and feeder.stdout:
            feeder.stdout.close()
            feeder.wait()
        if process.returncode:
            err.seek(0)
            raise SystemExit(f"{shown(command)} ended with {process.returncode}: {err.read().decode()[-2000:]}")
        out.seek(0)
        # macOS counts bytes, the others kibibytes.
        unit = 1 if sys.platform == "darwin" else 1024
        return Run(usage.ru_utime, wall, usage.ru_maxrss * unit, out.read())

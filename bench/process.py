"""One process, measured from outside: its user time, wall time and peak memory, as the system counts them."""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any


@dataclass(frozen=True)
class Run:
    """What one run of a command cost."""

    status: int
    user: float
    wall: float
    peak: int
    out: bytes
    err: bytes


@dataclass
class Job:
    """A command to measure; `check` examines what it printed and fails if the result is wrong."""

    name: str
    file: str
    command: Sequence[str]
    check: Callable[[bytes], Any] = lambda _out: None
    # Feeds standard input, in a separate process that is not counted.
    feed: Sequence[str] | None = None
    # How often; None for as often as all.
    runs: int | None = None
    before: Callable[[], None] = lambda: None
    done: list[Run] = field(default_factory=list)

    def run(self) -> None:
        """Runs once more."""
        self.before()
        feeder = subprocess.Popen(self.feed, stdout=subprocess.PIPE) if self.feed else None
        found = measured(self.command, feeder.stdout if feeder else subprocess.DEVNULL)
        if feeder and feeder.stdout:
            feeder.stdout.close()
            feeder.wait()
        if found.status:
            raise SystemExit(f"{shown(self.command)} ended with {found.status}: {found.err.decode()[-2000:]}")
        self.check(found.out)
        self.done.append(found)

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


# A process takes over the peak memory of the one that starts it, so a small one is between.
LAUNCHER = """
import json, os, resource, sys, time
answer, file_limit, *command = sys.argv[1:]
started = time.perf_counter()
process = os.fork()
if process == 0:
    if file_limit:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(file_limit), int(file_limit)))
    os.execvp(command[0], command)
_, status, usage = os.wait4(process, 0)
wall = time.perf_counter() - started
# macOS counts bytes, the others kibibytes.
peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
with open(answer, "w") as file:
    json.dump([os.waitstatus_to_exitcode(status), usage.ru_utime, wall, peak], file)
"""


def measured(
    command: Sequence[str],
    stdin: int | IO[bytes] | None = subprocess.DEVNULL,
    file_limit: int | None = None,
    timeout: float | None = None,
) -> Run:
    """Runs a command to its end; `file_limit` is the maximum size of the files that it writes, in bytes."""
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        answer = Path(name) / "answer"
        launcher = [sys.executable, "-I", "-S", "-c", LAUNCHER, str(answer), str(file_limit or ""), *command]
        # A shell that forbids Python to keep bytecode would have every run compile our sources again.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        process = subprocess.Popen(
            launcher, stdin=stdin, stdout=out, stderr=err, start_new_session=True, env=environment
        )
        try:
            process.wait(timeout)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
        status, user, wall, peak = json.loads(answer.read_text())
        out.seek(0)
        err.seek(0)
        return Run(status, user, wall, peak, out.read(), err.read())

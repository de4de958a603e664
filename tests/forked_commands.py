"""Runs commands of `scoresheet` in forks of one process that has imported what they need: importing takes longest.

python tests/forked_commands.py

Each line of the standard input is a JSON object with the `arguments` of a command and the path of a named pipe for its
`output`. At the end of the input, or if a command takes too long to end then, every command is stopped.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

PATIENCE_S = 5


class ForkedCommands:
    """Starts commands, and ends all of them when it is closed."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self._folder = folder
        self._started: list[IO[str]] = []
        self._process: subprocess.Popen[str] = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, text=True, env=dict(environment)
        )

    def start(self, *arguments: str | Path) -> IO[str]:
        """Starts a command and returns what it prints, errors included."""
        output = self._folder / f"{len(self._started)}.pipe"
        os.mkfifo(output)
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"arguments": [*map(str, arguments)], "output": str(output)}) + "\n")
        self._process.stdin.flush()
        self._started.append(output.open(encoding="utf-8"))
        return self._started[-1]

    def close(self) -> None:
        """Interrupts the commands and waits until they have ended."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        for printed in self._started:
            printed.close()


def become(asked: Mapping[str, Any]) -> None:
    """Turns a fork into a command. Does not return."""
    from scoresheet.cli import main

    with Path(asked["output"]).open("wb") as output, Path(os.devnull).open("rb") as nothing:
        for number, file in enumerate((nothing, output, output)):
            os.dup2(file.fileno(), number)
    sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    main([*asked["arguments"]], prog_name="scoresheet")


def serve_forks() -> None:
    """Starts a command for each line of the standard input, and interrupts all of them at its end."""
    import duckdb  # noqa: F401 - what servers import when they start, and at their first request

    import scoresheet.viewer.serving  # noqa: F401
    from scoresheet.viewer.static import static

    static("app.js")  # is made of all modules, and kept
    started: list[int] = []
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            become(json.loads(line))
        started.append(pid)
    stop(started, signal.SIGINT)
    signal.signal(signal.SIGALRM, lambda *_: stop(started, signal.SIGKILL))
    signal.alarm(PATIENCE_S)
    for pid in started:
        os.waitpid(pid, 0)


def stop(processes: list[int], by: signal.Signals) -> None:
    """Sends a signal to processes, some of which may have ended."""
    for pid in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, by)


if __name__ == "__main__":
    serve_forks()

"""The end of the interpreter, and forks, while games are read in the background."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"
SECONDS = 60

# Objects with games, which record when a native thread is inside them.
STREAMS = """
import io, os, sys, threading, time
import scoresheet

TEXT = open(sys.argv[1], "rb").read() * 40

class Slow:
    \"\"\"Gives few bytes at a time, and never ends.\"\"\"
    def __init__(self, seconds):
        self.seconds, self.at, self.inside = seconds, 0, threading.Event()
    def read(self, size):
        if self.at > 2 << 20:
            self.inside.set()
            time.sleep(self.seconds)
        part = TEXT[self.at % len(TEXT):][:1 << 16]
        self.at += len(part)
        return part

class Stuck(Slow):
    \"\"\"Waits for ever.\"\"\"
    def read(self, size):
        if self.at > 2 << 20:
            self.inside.set()
            os.read(os.pipe()[0], 1)
        return super().read(size)
"""

PROGRAMS = {
    "iteration": "s = Slow(0.02); games = iter(scoresheet.read(s)); next(games); s.inside.wait()",
    "abandoned": "s = Slow(0.02); games = iter(scoresheet.read(s)); next(games); s.inside.wait(); del games",
    "stuck": "s = Stuck(0); games = iter(scoresheet.read(s)); next(games); s.inside.wait()",
    "file": "games = iter(scoresheet.read(open(sys.argv[1], 'rb'))); next(games)",
    "bytes": "games = iter(scoresheet.read(io.BytesIO(TEXT))); next(games)",
    "pipe": "games = iter(scoresheet.read(sys.stdin.buffer)); next(games)",
    "columns": "import pyarrow; s = Slow(0.02); "
    "rows = pyarrow.RecordBatchReader.from_stream(scoresheet.read(s).columns('white')); "
    "rows.read_next_batch(); s.inside.wait()",
    "thread": "s = Slow(0.02); seen = []; "
    "threading.Thread(target=scoresheet.check, args=[s], kwargs={'progress': lambda *_: None}, daemon=True).start(); "
    "s.inside.wait()",
    "convert": "s = Slow(0.02); "
    "threading.Thread(target=scoresheet.convert, args=[s, io.BytesIO()], daemon=True).start(); s.inside.wait()",
    "error": "s = Slow(0.02); games = iter(scoresheet.read(s)); next(games); s.inside.wait(); sys.exit(5)",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_interpreter_ends_while_games_are_read(program: str) -> None:
    command = [sys.executable, "-c", STREAMS + PROGRAMS[program], str(EXAMPLE)]
    for _ in range(4):
        ended = subprocess.run(command, input=EXAMPLE.read_bytes() * 40, capture_output=True, timeout=SECONDS)
        assert (ended.returncode, ended.stderr) == (5 if program == "error" else 0, b"")


FORKED = """
import os, sys
import scoresheet

def child(work):
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    try:
        work()
    except scoresheet.UsageError as error:
        sys.exit(7 if "forked" in str(error) else 8)
    sys.exit(9)

games = scoresheet.read([sys.argv[1]] * 200)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.parametrize(
    ("program", "status"),
    [
        ("it = iter(games); next(it); status = child(lambda: list(it)); assert len(list(it)) == 8999", 7),
        (
            "import pyarrow; rows = pyarrow.RecordBatchReader.from_stream(games.columns('white')); "
            "rows.read_next_batch(); ours = pyarrow.ArrowException\n"
            "def all_rows():\n"
            "    try: rows.read_all()\n"
            "    except (OSError, ours) as error: raise scoresheet.UsageError(str(error))\n"
            "status = child(all_rows)",
            7,
        ),
        ("it = iter(games); next(it); status = child(lambda: sys.exit(len(list(games)) - 8990))", 10),
        ("it = iter(games); next(it); status = child(lambda: sys.exit(games.count() - 8990))", 10),
        ("games[0]; status = child(lambda: sys.exit(games[44].ply_count))", 51),
        ("it = iter(games); next(it); status = child(lambda: sys.exit(3))", 3),
    ],
    ids=["iteration", "columns", "anew", "count", "number", "exit"],
)
def test_a_forked_process_does_not_wait_for_threads_of_its_parent(program: str, status: int) -> None:
    command = [sys.executable, "-W", "ignore", "-c", f"{FORKED}\n{program}\nsys.exit(status)", str(EXAMPLE)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    assert (ended.returncode, ended.stderr) == (status, "")

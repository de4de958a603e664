"""Named pipes as inputs: they are opened once, with any content."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

import scoresheet
from scoresheet import _registry

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"
SECONDS = 60
STORED = [entry["id"] for entry in _registry.registry("formats") if entry["store"]]
# One game in a file, or no games.
OTHERS = ["icn", "icn-json", "polyglot", "bccf", "bcfen"]
FORMATS = [
    entry["id"]
    for entry in _registry.registry("formats")
    if entry["writes"] and entry["reads"] and entry["id"] not in (*STORED, *OTHERS)
]


def ended(command: list[str], path: Path, data: bytes) -> subprocess.CompletedProcess[str]:
    """A command that reads a pipe with this data."""
    path.unlink(missing_ok=True)
    os.mkfifo(path)

    def feed() -> None:
        with suppress(BrokenPipeError):
            path.write_bytes(data)

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    words = [sys.executable, "-m", "scoresheet", *command]
    return subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, check=False)


@pytest.mark.parametrize("form", FORMATS)
def test_each_format_is_read_from_a_named_pipe(form: str, tmp_path: Path) -> None:
    whole, pipe, out = tmp_path / f"games.{form}", tmp_path / "pipe", tmp_path / "out.pgn"
    written = scoresheet.convert(EXAMPLE, whole, to=form)
    data, games = whole.read_bytes(), str(scoresheet.read(whole, from_=form).count())
    assert written.written
    for command in (
        ["check", "--from", form, str(pipe), "--json"],
        ["query", "--from", form, str(pipe), "select count(*) as games from games"],
        ["convert", "--from", form, str(pipe), "-o", str(out), "--force"],
    ):
        done = ended(command, pipe, data)
        assert games in done.stdout + done.stderr, (command, done.stderr)


@pytest.mark.parametrize("form", ["duckdb", "sqlite"])
def test_databases_are_refused_from_a_named_pipe(form: str, tmp_path: Path) -> None:
    whole, pipe = tmp_path / f"games.{form}", tmp_path / "pipe"
    scoresheet.convert(EXAMPLE, whole)
    done = ended(["check", str(pipe)], pipe, whole.read_bytes())
    assert done.returncode == 1
    assert "file-kind" in done.stdout

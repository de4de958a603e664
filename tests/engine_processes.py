"""The processes of engines that tests start, and the threads that read from them: after each test, none is left."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from waiting import wait_until

LONG = 60
"""Seconds for what succeeds. Only what cannot succeed has less."""

_MARK = "SCORESHEET_TEST_ENGINE"


@contextmanager
def watched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[int]]]:
    """The processes that a test has started. After it, none of them is left, and no thread that reads from them.

    Args:
        folder: the folder of the test, which marks what it starts.
        monkeypatch: the fixture of pytest.
    """
    mark = f"{_MARK}={folder}"
    monkeypatch.setenv(_MARK, str(folder))
    # A test that is about one of these times sets it itself.
    for limit in ("conversation.STOPS_S", "process.QUITS_S", "process.READERS_END_S"):
        monkeypatch.setattr(f"scoresheet.uci.{limit}", LONG)
    yield lambda: _marked(mark)
    wait_until(lambda: not _marked(mark))
    wait_until(lambda: not readers())


def readers() -> list[threading.Thread]:
    """The threads that read what engines print."""
    return [thread for thread in threading.enumerate() if thread.name == "scoresheet-engine"]


def _marked(mark: str) -> list[int]:
    """The processes with this mark in their environment, which what they start inherits. Zombies are not among them."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes() and int(folder.name) != os.getpid():
                found.append(int(folder.name))
        except OSError:  # it has just ended, or belongs to someone else
            continue
    return found

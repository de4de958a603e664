"""Waiting for another process or thread, without waiting for ever."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

SECONDS = 60
"""Far more than anything takes, so that only what hangs or has died fails."""


def wait_until(
    condition: Callable[[], object],
    process: subprocess.Popen | None = None,
    *,
    seconds: float = SECONDS,
    step_s: float = 0.01,
) -> None:
    """Returns as soon as the condition holds.

    Fails at once if the process that should bring it about has ended without it, and after so many seconds in any case.
    """
    deadline = time.monotonic() + seconds
    while not condition():
        if process is not None and (status := process.poll()) is not None:
            # It may have ended just after it did what is waited for.
            assert condition(), f"the process ended with status {status} before the condition held"
            return
        assert time.monotonic() < deadline, f"nothing happened for {seconds} s"
        time.sleep(step_s)

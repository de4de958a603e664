"""What figures were measured on: the commit, the machine, and what else the machine was doing."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from pathlib import Path
from typing import Any

from bench.inputs import ROOT

__all__ = ["circumstances"]


def circumstances() -> dict[str, Any]:
    """The members that every file of figures starts with."""
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "commit": _commit(),
        "machine": {"processor": _processor(), "cores": os.cpu_count(), "python": platform.python_version()},
        "load": round(os.getloadavg()[0], 2),
    }


def _commit() -> str:
    """The commit, with a mark when the tree differs from it."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()


def _processor() -> str:
    """The processor's name, if the system reports it."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text().splitlines() if path.exists() else []
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())

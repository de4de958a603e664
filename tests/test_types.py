"""What mypy finds in the files of the tests that are about types."""

from __future__ import annotations

import re
import subprocess
import sys

from scoresheet._transforms import Transformed
from test_house import ROOT

CHECKED = [ROOT / "tests" / name for name in ("both_kinds.py", "transform_types.py")]


def test_mypy_accepts_what_is_right_and_finds_each_mistake() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", *map(str, CHECKED)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_type_of_every_transform_is_checked() -> None:
    checked = set(re.findall(r"\.(\w+)\(", (ROOT / "tests" / "transform_types.py").read_text("utf-8")))
    assert {name for name in vars(Transformed) if not name.startswith("_")} <= checked

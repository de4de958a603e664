"""The tool that takes the screenshots of the README."""

from __future__ import annotations

import struct
import subprocess
import sys


def test_it_takes_those_that_are_shown(chromium, tmp_path, root):
    tool = [sys.executable, root / "tools" / "screenshots.py", tmp_path]
    subprocess.run(tool, check=True, capture_output=True, text=True)
    taken = {path.name for path in tmp_path.iterdir()}
    assert taken == {path.name for path in (root / "docs" / "pictures").glob("*.png")}
    for name in taken:
        width, height = struct.unpack(">II", (tmp_path / name).read_bytes()[16:24])
        assert (width, height) == (1280, 800)
        assert f'"docs/pictures/{name}"' in (root / "README.md").read_text("utf-8")

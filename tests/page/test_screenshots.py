"""The tool that takes the screenshots of the README."""

from __future__ import annotations

import struct
import subprocess
import sys

import pytest

import screenshots


def size(picture) -> tuple[int, int]:
    """The width and height of a PNG."""
    return struct.unpack(">II", picture.read_bytes()[16:24])


def test_it_takes_one(browser, annotated, tmp_path):
    screen, path = screenshots.SCREENS["list"], tmp_path / "list.png"
    assert size(screenshots.take(browser, annotated, screen, (390, 844), "dark", path)) == (390, 844)


@pytest.mark.large
def test_it_takes_those_that_are_shown(chromium, tmp_path, root):
    tool = [sys.executable, root / "tools" / "screenshots.py", tmp_path]
    subprocess.run(tool, check=True, capture_output=True, text=True)
    taken = {path.name for path in tmp_path.iterdir()}
    assert taken == {path.name for path in (root / "docs" / "pictures").glob("*.png")}
    for name in taken:
        assert size(tmp_path / name) == (1280, 800)
        assert f'"docs/pictures/{name}"' in (root / "README.md").read_text("utf-8")

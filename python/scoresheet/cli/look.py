"""How boards look on standard output: the colours, the size and the characters of the terminal."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Literal

from scoresheet.cli import output
from scoresheet.drawing.terminal import Look

__all__ = ["look", "writable"]

_HEIGHT = 60
"""The number of lines if there is no terminal."""

_NARROWEST = 20
"""The minimum width of a line, regardless of the terminal: no move is longer."""


def look(flipped: bool = False) -> Look:
    """The capabilities and the size of the terminal."""
    colors: Literal["none", "256", "true"] = "none"
    if output.on_terminal(sys.stdout) and output.has_colors():
        colors = "true" if os.environ.get("COLORTERM") in ("truecolor", "24bit") else "256"
    width, height = shutil.get_terminal_size((80, _HEIGHT))
    return Look(colors, max(width, _NARROWEST), flipped, figures=writable("♔♟") == "♔♟", height=height)


def writable(text: str) -> str:
    """A text with `?` for every character that standard output cannot encode."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)

"""The client: modules and style sheets that ship as files, and the modules that are generated."""

from __future__ import annotations

from pathlib import Path

from scoresheet.viewer.pieces_js import pieces_js

__all__ = ["source", "style"]

_HERE = Path(__file__).parent


def source(name: str) -> str:
    """The source of a module by its name.

    >>> "export class Board" in source("board")
    True
    """
    return pieces_js() if name == "pieces" else (_HERE / "js" / f"{name}.js").read_text("utf-8")


def style(name: str) -> str:
    """A style sheet by its name.

    >>> ".board" in style("game")
    True
    """
    return (_HERE / f"{name}.css").read_text("utf-8")

"""The client: modules and style sheets that ship as files, and the modules that are generated."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from scoresheet.drawing.pieces_js import module_of, pieces_js

__all__ = ["GENERATED", "source", "style"]

_HERE = Path(__file__).parent

_UNREAD = re.compile(r"/\*.*?\*/\s*|^\s+", re.DOTALL | re.MULTILINE)
"""What browsers do not need of a style sheet."""


def _infinite_pieces_js() -> str:
    from scoresheet.drawing.infinite_pieces_js import infinite_pieces_js  # here: pages of standard chess do without

    return infinite_pieces_js()


def _messages_js() -> str:
    return module_of({"MESSAGES": {}, "ONLY": ""})


GENERATED: dict[str, Callable[[], str]] = {
    "pieces": pieces_js,
    "infinite_pieces": _infinite_pieces_js,
    "messages": _messages_js,
}
"""The modules that are generated, by their names. `messages` is empty: `scoresheet.drawing.messages` fills it."""


def source(name: str) -> str:
    """The source of a module by its name.

    >>> "export class Board" in source("board")
    True
    """
    generated = GENERATED.get(name)
    return (_HERE / "js" / f"{name}.js").read_text("utf-8") if generated is None else generated()


def style(name: str) -> str:
    """A style sheet by its name, without comments and indentation.

    >>> ".board" in style("game")
    True
    """
    return _UNREAD.sub("", (_HERE / f"{name}.css").read_text("utf-8"))

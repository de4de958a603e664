"""The module `infinite_pieces.js` of the client: the names and shapes of the pieces of infinite chess, by their codes.

It is a separate module, so that pages of standard chess do not carry it.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cache

from scoresheet.drawing.fairies import FIGURES
from scoresheet.drawing.pieces import BADGES
from scoresheet.drawing.pieces_js import module_of

__all__ = ["infinite_pieces_js"]


@cache
def infinite_pieces_js() -> str:
    """The source of the module.

    >>> [line.split(" = ")[0] for line in infinite_pieces_js().splitlines()[2:]]
    ['export const FIGURES', 'export const BADGES']
    """
    figures = {
        code: {"name": figure.name, **asdict(figure.shape), "badge": figure.badge} for code, figure in FIGURES.items()
    }
    return module_of({"FIGURES": figures, "BADGES": BADGES})

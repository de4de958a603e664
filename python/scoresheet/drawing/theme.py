"""Colours of boards: themes by name, and changes to them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from scoresheet.drawing.pieces import SETS, Paint
from scoresheet.errors import UsageError

__all__ = ["EXPLOSION", "MARKS", "PROMOTED", "THEMES", "Theme", "theme_of"]


@dataclass(frozen=True)
class Theme:
    """The colours of a board and its pieces, in CSS syntax."""

    light: str
    dark: str
    last_move: str = "#f2cf1f"
    """The half-transparent colour over both squares of the last move."""
    check: str = "#e0241b"
    """The glow behind a king in check."""
    white: str = "#fffdf8"
    white_line: str = "#2a2521"
    black: str = "#3b3632"
    black_line: str = "#161412"
    black_detail: str = "#efe9df"
    """The lines inside black pieces."""
    pieces: str = "classic"
    """The name of the set of pieces."""

    def paint(self, color: str) -> Paint:
        """The colours of White's or Black's pieces.

        >>> THEMES["brown"].paint("white").fill
        '#fffdf8'
        """
        if color == "white":
            return Paint(self.white, self.white_line, self.white_line)
        return Paint(self.black, self.black_line, self.black_detail)


THEMES = {
    "brown": Theme("#f0d9b5", "#b58863"),
    "green": Theme("#ebecd0", "#779556"),
    "blue": Theme("#dee4e8", "#87a0b0", last_move="#6fc24a"),
    "grey": Theme("#f4f4f4", "#b4b4b4", last_move="#7a7a7a"),
    "contrast": Theme(
        "#ffffff", "#8f959b", last_move="#ffc800", check="#ff0000",
        white="#ffffff", white_line="#000000", black="#000000", black_line="#000000", black_detail="#ffffff",
    ),
}  # fmt: skip
"""The themes by name; `grey` is for printing, and `contrast` has the most of it."""

MARKS = {"G": "#15803d", "R": "#c81e1e", "Y": "#d99a00", "B": "#1d5fc4"}
"""The colours of arrows and marked squares, by their letters in `[%cal]` and `[%csl]`."""

PROMOTED = "#1d5fc4"
"""The dot in the corner of a promoted piece, where pieces can be dropped."""

EXPLOSION = "#d9480f"
"""The half-transparent colour over the squares of an explosion."""

# The characters of CSS colours, none of which ends an attribute or starts another property.
_COLOR = re.compile(r"#[0-9A-Fa-f]{3,8}|[A-Za-z]{1,32}|(?:rgb|hsl)a?\([\d.,%/ ]{1,48}\)")


def theme_of(name: str | Theme, colors: Mapping[str, str] | None = None, pieces: str = "classic") -> Theme:
    """The theme with this name, with some of its colours changed and a set of pieces; a theme as it is.

    Raises:
        UsageError: there is no such theme or no such part of it, no such set of pieces, or a colour is invalid.

    >>> theme_of("brown", {"dark": "#876"}).dark
    '#876'
    """
    if isinstance(name, Theme):
        return name
    if name not in THEMES:
        raise UsageError(f"there is no theme `{name}`", hint="use " + ", ".join(f"`{each}`" for each in THEMES))
    if pieces not in SETS:
        raise UsageError(f"there is no set of pieces `{pieces}`", hint="use " + ", ".join(f"`{each}`" for each in SETS))
    parts = [field.name for field in fields(Theme) if field.name != "pieces"]
    for part, color in (colors or {}).items():
        if part not in parts:
            raise UsageError(f"a board has no colour `{part}`", hint="use " + ", ".join(f"`{each}`" for each in parts))
        if not _COLOR.fullmatch(color):
            raise UsageError(f"`{color}` is not a colour", hint="use one like `#b58863`, `tan` or `rgb(181, 136, 99)`")
    return replace(THEMES[name], pieces=pieces, **(colors or {}))

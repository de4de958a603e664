"""Pictures as PNG, made from the same pictures as SVG. The library that draws them is an extra of the package."""

from __future__ import annotations

import re
import struct
from functools import cache

from scoresheet._libraries import installed
from scoresheet._strokes import with_strokes
from scoresheet.errors import UsageError

__all__ = ["dimensions", "png_of"]

_TEXT = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32">{}</svg>'
"""A picture that is empty without fonts if a text is put into it."""

_LARGEST = 8_000
"""The longest side of a picture in pixels. The memory for a picture grows with its area."""


def png_of(svg: str, *, scale: int = 1) -> bytes:
    """A picture that this package has made as SVG, as PNG. `scale` is the number of pixels for each of the SVG.

    Coordinates and counts are drawn as lines, so boards look the same on all computers. Pictures with other texts,
    such as charts, need a font, which the system must have.

    Raises:
        UsageError: the picture is too large, the system has no font for its texts, or `scoresheet[png]` is not
            installed.

    >>> dimensions(png_of('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>', scale=3))
    (60, 30)
    """
    library = installed("resvg_py", "png")
    longest = max(map(float, re.findall(r' (?:width|height)="([\d.]+)"', svg[: svg.index(">")])))
    if longest * scale > _LARGEST:
        raise UsageError(
            f"a picture of {longest * scale:,.0f} pixels is too large",
            hint=f"a PNG has at most {_LARGEST:,} pixels a side; SVG has no such limit",
        )
    drawn = with_strokes(svg)
    needs_fonts = "<text" in drawn
    if needs_fonts and not _has_fonts():
        raise UsageError(
            "this picture has texts, and no font is installed",
            hint="install a font, such as DejaVu (`fonts-dejavu`), or write SVG, which leaves fonts to the reader",
        )
    return bytes(library.svg_to_bytes(svg_string=drawn, zoom=scale, skip_system_fonts=not needs_fonts))


def dimensions(png: bytes) -> tuple[int, int]:
    """The width and the height of a PNG picture in pixels.

    >>> dimensions(bytes.fromhex("89504e470d0a1a0a 0000000d49484452 00000010 00000020"))
    (16, 32)
    """
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@cache
def _has_fonts() -> bool:
    """Whether the library finds any font: without one, it leaves texts out silently."""
    library = installed("resvg_py", "png")
    empty, filled = (
        bytes(library.svg_to_bytes(svg_string=_TEXT.format(text))) for text in ("", '<text y="24">x</text>')
    )
    return empty != filled

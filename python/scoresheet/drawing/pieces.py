"""The shapes of the pieces, drawn for this project and copied from no other set; licence: MIT OR Apache-2.0.

Each fits a box of 45 by 45 and stands upright; the knight looks left. A shape consists of outlines, which are filled
and stroked, from back to front; then details, which are only stroked; then dots. Both colours use the same shapes.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoresheet.drawing.theme import Paint

__all__ = ["BADGES", "BOX", "FOOT", "SHAPES", "Shape", "symbol"]

BOX = 45
"""The width and height of a square, in the units of the shapes."""


@dataclass(frozen=True)
class Shape:
    """The look of a piece: paths in SVG syntax."""

    outlines: tuple[str, ...]
    details: tuple[str, ...] = ()
    dots: tuple[tuple[float, float, float], ...] = ()
    """Centre and radius."""


FOOT = "M10.5 37h24q1.5 0 1.5 1.5v2h-27v-2q0-1.5 1.5-1.5z"
"""The base of every piece except the pawn."""

SHAPES = {
    "pawn": Shape(
        (
            "M19 23c0 6-2.5 9-6 13h19c-3.5-4-6-7-6-13z",
            "M22.5 8.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z",
            "M16.2 21.7h12.6v2.8h-12.6z",
            "M12.5 36h20q1.5 0 1.5 1.5v3h-23v-3q0-1.5 1.5-1.5z",
        ),
        ("M16.2 24.5h12.6M12.5 36h20",),
    ),
    "knight": Shape(
        (
            "M13.5 37c-.5-6 6.5-8 7-13.5c-2 2-4.5 1.8-6.5 4.5c-1.5 2-4 1.7-5.2.2c-1.3-1.6-1.1-3.2.1-4.8"
            "c1.8-2.6 2.6-6.3 5.3-9.4l.2-6l4 2.9l2.6-3.4l2.1 3.9c8.5 1.5 12.4 10.1 11.4 25.6z",
            FOOT,
        ),
        ("M24.5 14.8c4.8 3 6.5 9.7 6 18.7", "M12.8 37h22"),
        ((16.4, 17.2, 1.3), (10.8, 25.6, 0.9)),
    ),
    "bishop": Shape(
        (
            "M18.5 31c-.3 3-3 4.8-6 6h20c-3-1.2-5.7-3-6-6z",
            "M22.5 10c-6 3.3-9 8.2-8.3 12.8c.5 3 3 4.7 4.6 5.7h7.4c1.6-1 4.1-2.7 4.6-5.7c.7-4.6-2.3-9.5-8.3-12.8z",
            "M22.5 4.7a2.6 2.6 0 1 1 0 5.2a2.6 2.6 0 1 1 0-5.2z",
            "M16.5 28.3h12v2.9h-12z",
            FOOT,
        ),
        ("M27.3 13.8l-5 8", "M16.5 28.3h12M16.5 31.2h12M12.5 37h20"),
    ),
    "rook": Shape(
        (
            "M11.5 8.5h5v3.5h3.5v-3.5h5v3.5h3.5v-3.5h5v8l-4 3v11.5l3.5 4v2.5h-21v-2.5l3.5-4v-11.5l-4-3z",
            FOOT,
        ),
        ("M15.5 19.5h14M15.5 31h14M12 37h21",),
    ),
    "queen": Shape(
        (
            "M12 28.5l-4.3-13.5l8.3 7.3l-.7-11.5l5 10l2.2-11.8l2.2 11.8l5-10l-.7 11.5l8.3-7.3l-4.3 13.5"
            "c-.7 3-.6 5.5.5 8.5h-22c1.1-3 1.2-5.5.5-8.5z",
            "M7.5 11.5a2.1 2.1 0 1 1 0 4.2a2.1 2.1 0 1 1 0-4.2z",
            "M14.9 7.4a2.1 2.1 0 1 1 0 4.2a2.1 2.1 0 1 1 0-4.2z",
            "M22.5 5.6a2.1 2.1 0 1 1 0 4.2a2.1 2.1 0 1 1 0-4.2z",
            "M30.1 7.4a2.1 2.1 0 1 1 0 4.2a2.1 2.1 0 1 1 0-4.2z",
            "M37.5 11.5a2.1 2.1 0 1 1 0 4.2a2.1 2.1 0 1 1 0-4.2z",
            FOOT,
        ),
        ("M12.2 29q10.3-2.8 20.6 0M12.4 33q10.1-2.4 20.2 0", "M11.7 37h21.6"),
    ),
    "king": Shape(
        (
            "M20.9 2.6h3.2v3h3.1v3.2h-3.1v4.7h-3.2v-4.7h-3.1v-3.2h3.1z",
            "M13 19c.4-4.7 4.5-7 9.5-7s9.1 2.3 9.5 7z",
            "M10 18.5h25c-.7 5.5-4 9-3.5 18.5h-18c.5-9.5-2.8-13-3.5-18.5z",
            FOOT,
        ),
        ("M11 18.5h23", "M14.3 32.5h16.4M13.5 37h18"),
    ),
}
"""The six pieces by name."""

BADGES = {
    "knight": "M-4.8 6.7c-.2-3.6 2.9-4.2 3.2-6.7c-1 .8-2 .6-3 1.9c-.8 1-2 .8-2.6.1c-.6-.8-.5-1.6 0-2.4"
    "c1-1.3 1.3-3 2.7-4.6l.1-3l2 1.5l1.3-1.7l1 2c4.2.8 6.3 5.2 5.8 12.9z",
    "royal": "M-1.6-7h3.2v3.4h3.6v3.2h-3.6v7.4h-3.2v-7.4h-3.6v-3.2h3.6z",
    "rider": "M-6.5-5.5h3.2l4.5 5.5l-4.5 5.5h-3.2l4.5-5.5zM-.3-5.5h3.2l4.5 5.5l-4.5 5.5h-3.2l4.5-5.5z",
}
"""The badges in the corner of pieces that move in a second way or are royal: paths around their middle."""

_BADGE = '<g transform="translate(35.3 9.7)"><circle r="9" stroke="{0}" stroke-width="1.2"/>{1}</g>'

_ASIDE = "translate(-4 2)"
"""How a piece makes room for its badge."""


def symbol(name: str, shape: Shape, paint: Paint, badge: str | None = None) -> str:
    """The definition of a piece, for `use`.

    >>> from scoresheet.drawing.theme import THEMES
    >>> symbol("a", SHAPES["pawn"], THEMES["brown"].paint("white"))[:26]
    '<g id="a" fill="#fffdf8" s'
    """
    outlines = "".join(f'<path d="{path}"/>' for path in shape.outlines)
    details = f'<path fill="none" stroke="{paint.detail}" d="{"".join(shape.details)}"/>' if shape.details else ""
    dots = "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{paint.detail}" stroke="none"/>' for x, y, r in shape.dots
    )
    drawn = f"{outlines}{details}{dots}"
    if badge:
        glyph = f'<path fill="{paint.detail}" stroke="none" d="{BADGES[badge]}"/>'
        drawn = f'<g transform="{_ASIDE}">{drawn}</g>{_BADGE.format(paint.detail, glyph)}'
    return (
        f'<g id="{name}" fill="{paint.fill}" stroke="{paint.line}" stroke-width="1.5" stroke-linejoin="round" '
        f'stroke-linecap="round">{drawn}</g>'
    )

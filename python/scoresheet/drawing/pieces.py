"""The shapes of the pieces, drawn for this project and copied from no other set; licence: MIT OR Apache-2.0.

Each fits a box of 45 by 45 and is upright; the knight looks left. A shape consists of outlines, which are filled
and stroked, from back to front; then details, which are only stroked; then dots. Both colours use the same shapes.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BADGES", "BOX", "FOOT", "SETS", "SHAPES", "Paint", "Shape", "of_set", "symbol"]

BOX = 45
"""The width and height of a square, in the units of the shapes."""


@dataclass(frozen=True)
class Paint:
    """The colours of a piece, in CSS syntax."""

    fill: str
    line: str
    detail: str
    """The lines inside it."""


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
            "M16.5 33c-.8 2-2.5 3.4-5 4h22c-2.5-.6-4.2-2-5-4z",
            "M22.5 8.6c-6.6 3.9-10.7 9-10.5 14.2c.1 3.2 2.2 5.5 4.9 7.2h11.2c2.7-1.7 4.8-4 4.9-7.2"
            "c.2-5.2-3.9-10.3-10.5-14.2z",
            "M22.5 3.2a2.9 2.9 0 1 1 0 5.8a2.9 2.9 0 1 1 0-5.8z",
            "M14.8 29.8h15.4v3.4h-15.4z",
            FOOT,
        ),
        ("M28.4 13.6l-5.4 8.2", "M14.8 29.8h15.4M14.8 33.2h15.4M12 37h21"),
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
            "M20.8 2h3.4v2.8h3.2v3.3h-3.2v4h-3.4v-4h-3.2v-3.3h3.2z",
            "M22.5 26c-3.6-5-5.2-8.3-5.2-11c0-2.8 2.2-4.4 5.2-4.4s5.2 1.6 5.2 4.4c0 2.7-1.6 6-5.2 11z",
            "M12 37v-6.4c-5-3.2-7.4-7-6.9-11c.6-4.6 5-6.7 9.2-5.6c4 1 6.7 4.4 8.2 9c1.5-4.6 4.2-8 8.2-9"
            "c4.2-1.1 8.6 1 9.2 5.6c.5 4-1.9 7.8-6.9 11v6.4z",
            FOOT,
        ),
        ("M12 30.6q10.5-3.6 21 0M12 33.8q10.5-3.2 21 0", "M12 37h21"),
    ),
}
"""The six pieces by name."""

_BASE = "M11.5 32.5h22q2 0 2 2v5.5h-26v-5.5q0-2 2-2z"
"""The base of every piece of the modern set."""

_MODERN = {
    "pawn": Shape(
        (
            "M18.6 20h7.8c.6 5 2.2 9 5.1 12.5h-18c2.9-3.5 4.5-7.5 5.1-12.5z",
            "M22.5 8a6.8 6.8 0 1 1 0 13.6a6.8 6.8 0 1 1 0-13.6z",
            _BASE,
        ),
    ),
    "knight": Shape(
        (
            "M14.5 32.5c-.2-5.5 6-7.5 6.8-13l-4.6 3.4l-5 3.2l-3.4-3.6l5.4-10.4l5.3-3.6l.6-4.5l4.6 4.2"
            "c7 1.6 9.6 9.8 8.3 24.3z",
            _BASE,
        ),
        (),
        ((17.4, 14.2, 1.4),),
    ),
    "bishop": Shape(
        (
            "M18.3 25.5h8.4l3.3 7h-15z",
            "M22.5 7.5c6 4.2 8.7 8.3 8.7 12.2c0 4.2-3.4 7.3-8.7 7.3s-8.7-3.1-8.7-7.3c0-3.9 2.7-8 8.7-12.2z",
            "M22.5 3.4a2.6 2.6 0 1 1 0 5.2a2.6 2.6 0 1 1 0-5.2z",
            _BASE,
        ),
        ("M22.5 13.6v8.8M18.1 18h8.8",),
    ),
    "rook": Shape(
        (
            "M15 19h15l1.8 13.5h-18.6z",
            "M10.5 8.5h6v4h3.2v-4h5.6v4h3.2v-4h6v8.5l-2.5 3h-19l-2.5-3z",
            _BASE,
        ),
    ),
    "queen": Shape(
        (
            "M12.2 32.5l-5.2-19.5l8.6 7.2l6.9-13.2l6.9 13.2l8.6-7.2l-5.2 19.5z",
            "M22.5 4a2.9 2.9 0 1 1 0 5.8a2.9 2.9 0 1 1 0-5.8z",
            "M6.8 10.4a2.9 2.9 0 1 1 0 5.8a2.9 2.9 0 1 1 0-5.8z",
            "M38.2 10.4a2.9 2.9 0 1 1 0 5.8a2.9 2.9 0 1 1 0-5.8z",
            _BASE,
        ),
        ("M13 27.5h19",),
    ),
    "king": Shape(
        (
            "M20.3 2.5h4.4v3.8h3.8v4.4h-3.8v5h-4.4v-5h-3.8v-4.4h3.8z",
            "M22.5 17.5c3-3.6 7-4.7 10.3-3.4c4.4 1.7 5.8 6.2 3.6 10.4l-4.4 8h-19l-4.4-8c-2.2-4.2-.8-8.7 3.6-10.4"
            "c3.3-1.3 7.3-.2 10.3 3.4z",
            _BASE,
        ),
        ("M22.5 17.5v9.8M13 27.5h19",),
    ),
}

SETS = {"classic": SHAPES, "modern": _MODERN}
"""The sets of pieces by name."""

_ROLES = {shape: role for role, shape in SHAPES.items()}


def of_set(shape: Shape, name: str) -> Shape:
    """A shape of the classic set in the style of another set; any other shape unchanged.

    >>> of_set(SHAPES["rook"], "modern") == SETS["modern"]["rook"]
    True
    """
    role = _ROLES.get(shape)
    return shape if role is None else SETS[name][role]


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

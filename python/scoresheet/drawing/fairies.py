"""The pieces of infinite chess: the usual shapes, more of the same style, and badges for pieces that move in two ways.

Drawn for this project and copied from no other set; licence: MIT OR Apache-2.0. `pieces` describes boxes and parts.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoresheet.drawing.pieces import FOOT, SHAPES, Shape

__all__ = ["FIGURES", "Figure"]


@dataclass(frozen=True)
class Figure:
    """The name and the look of a kind of piece."""

    name: str
    shape: Shape
    badge: str | None = None
    """The badge, drawn small in the upper right corner."""


_GUARD = Shape(
    (
        "M22.5 6c4 2.6 8.5 3.6 13 3.6c.6 12.4-2.5 20.4-13 26.4c-10.5-6-13.6-14-13-26.4c4.5 0 9-1 13-3.6z",
        FOOT,
    ),
    ("M22.5 10.5v20.5M13.5 18.5h18", "M12 37h21"),
)
_HAWK = Shape(
    (
        "M15 37c.5-5 3.5-7.5 4.5-11c-3.5 1.5-6.5 1-9 4.5c-1.5-3.5-1.2-7.5 1-10.5c1.2-6.5 6.5-11 13-11"
        "c8.5 0 11.5 7.5 11.5 14.5c0 6-2.5 9-2.5 13.5z",
        FOOT,
    ),
    ("M11.5 20c3 .2 5.5 1.5 8 6", "M27.5 20c2.5 3.5 3 8.5 2 14M32 24c.8 3 .7 6.5-.2 9.5", "M13.5 37h19.5"),
    ((20.5, 16.2, 1.7),),
)
_CAMEL = Shape(
    (
        "M10 37c1.5-4.5 2-9 .3-13.5c-1.3-3.5-1.5-7.5.2-10.5c-2 .6-4.5.8-6 .2c-1-1.7-.3-3.7 1.5-4.5"
        "c2-.9 3-2.2 5.3-2.2c3.2 0 4.9 2.3 4.9 5.5c0 3.5-1.2 6-.4 9c2.2-3.8 4-6.5 6-6.5c2.5 0 3.2 4.5 4.7 4.5"
        "s2.3-4.5 4.8-4.5c4 0 5.2 8 5.2 22.5z",
        FOOT,
    ),
    ("M16 25c1 1.5 2.5 2 4 2M11.5 37h24",),
    ((10.3, 9.6, 1.1),),
)
_GIRAFFE = Shape(
    (
        "M16.5 37c2.5-8 3.5-15 3-22c-2.5 1.5-5.5 3-8 2.3c-1-1.5-.5-3.3 1-4.1c2.5-1.7 4-4.7 6.5-5.7l-.8-4"
        "l1.6-.3l1.4 3.6l1.8-3.4l1.5.7l-1 4c4.5 1.4 5 5.9 5.5 10.4c.8 7 2 12.5 5 18.5z",
        FOOT,
    ),
    ("M13 37h19.5",),
    ((19.8, 10.6, 1.1), (24.3, 16, 1.7), (23.3, 22, 1.7), (27, 25.5, 1.8), (22.3, 29, 1.9), (27.3, 32.3, 1.9)),
)
_ZEBRA = Shape(
    SHAPES["knight"].outlines,
    (
        "M12.8 37h22",
        "M22.5 13.5l-.7 4.5M28.5 15.5l-3 5.5M32 20.5l-5.5 4.5M33.7 26.5l-8.2 2.5M34 32.3l-10.5.5",
        "M14.5 20.5l4.5 3.5M12.3 23.5l3.5 3.5",
    ),
    SHAPES["knight"].dots,
)
_HUYGENS = Shape(
    (
        "M20 30h5v7h-5z",
        "M22.5 6.5a12.2 12.2 0 1 1 0 24.4a12.2 12.2 0 1 1 0-24.4z",
        "M10.8 22.3c-4.3 2.7-6.8 5.4-6 6.7c1.2 2 10-1 19.7-6.7s16.2-11.8 15-13.8c-.8-1.3-4.2-.6-8.7 1.4"
        "l1.5 1.9c2.2-.9 3.7-1.2 4-.7c.7 1.1-4.8 5.5-12.6 10s-14.3 7.3-15 6.2c-.3-.5.9-1.9 3-3.6z",
        FOOT,
    ),
    (
        "M10.8 22.3c-4.3 2.7-6.8 5.4-6 6.7c1.2 2 10-1 19.7-6.7s16.2-11.8 15-13.8c-.8-1.3-4.2-.6-8.7 1.4",
        "M12 37h21",
    ),
)
_ROSE = Shape(
    (
        "M21.3 24h2.4v13h-2.4z",
        "M23.7 34c1-5 4.5-7 9-6.5c-.5 4.5-4 7-9 6.5zM21.3 34c-1-5-4.5-7-9-6.5c.5 4.5 4 7 9 6.5z",
        "M22.5 3.5a5.5 5.5 0 0 1 5.3 4.1a5.5 5.5 0 0 1 5.3 8.4a5.5 5.5 0 0 1-3.9 8.4a5.5 5.5 0 0 1-6.7 1.8"
        "a5.5 5.5 0 0 1-6.7-1.8a5.5 5.5 0 0 1-3.9-8.4a5.5 5.5 0 0 1 5.3-8.4a5.5 5.5 0 0 1 5.3-4.1z",
        "M22.5 10a5 5 0 1 1 0 10a5 5 0 1 1 0-10z",
        FOOT,
    ),
    ("M22.5 12.5a2.5 2.5 0 1 1-2.5 2.5",),
)
_OBSTACLE = Shape(
    ("M5 8q0-2 2-2h31q2 0 2 2v29q0 2-2 2h-31q-2 0-2-2z",),
    ("M5 17h35M5 28h35M17 6v11M30 6v11M10.5 17v11M23.5 17v11M36 17v11M17 28v11M30 28v11",),
)
_VOID = Shape(("M0 0h45v45h-45z",))

FIGURES: dict[str, Figure] = {
    "k": Figure("king", SHAPES["king"]),
    "p": Figure("pawn", SHAPES["pawn"]),
    "n": Figure("knight", SHAPES["knight"]),
    "b": Figure("bishop", SHAPES["bishop"]),
    "r": Figure("rook", SHAPES["rook"]),
    "q": Figure("queen", SHAPES["queen"]),
    "am": Figure("amazon", SHAPES["queen"], "knight"),
    "ha": Figure("hawk", _HAWK),
    "ch": Figure("chancellor", SHAPES["rook"], "knight"),
    "ar": Figure("archbishop", SHAPES["bishop"], "knight"),
    "gu": Figure("guard", _GUARD),
    "ca": Figure("camel", _CAMEL),
    "gi": Figure("giraffe", _GIRAFFE),
    "ze": Figure("zebra", _ZEBRA),
    "ce": Figure("centaur", _GUARD, "knight"),
    "rq": Figure("royal queen", SHAPES["queen"], "royal"),
    "rc": Figure("royal centaur", SHAPES["king"], "knight"),
    "nr": Figure("knightrider", SHAPES["knight"], "rider"),
    "hu": Figure("huygens", _HUYGENS),
    "ro": Figure("rose", _ROSE),
    "ob": Figure("obstacle", _OBSTACLE),
    "vo": Figure("void", _VOID),
}
"""The figures by the codes of their kinds."""

"""The characters of coordinates and counts as lines, so that a picture of a board needs no font.

What a font looks like depends on the system, and a server may have none. Whatever a board shows besides its pieces
needs few characters. Each is a path of strokes here, on a grid in which digits are seven units high.
"""

from __future__ import annotations

from typing import NamedTuple
from xml.etree import ElementTree

__all__ = ["drawable", "with_strokes"]

_SVG = "{http://www.w3.org/2000/svg}"

_UNITS = 9.7
"""The size of a font in units of the grid."""

_BOLD, _REGULAR = 1.3, 0.9
"""The widths of strokes."""

_BOWL = "A1.5 1.9 0 1 1 .7-2.5 1.5 1.9 0 1 1 3.7-2.5z"


class _Character(NamedTuple):
    width: float
    path: str


_CHARACTERS = {
    " ": _Character(2.6, ""),
    "0": _Character(5.4, "M2.3-6.4C.9-6.4.7-4.9.7-3.5S.9-.6 2.3-.6 3.9-2.1 3.9-3.5 3.7-6.4 2.3-6.4z"),
    "1": _Character(5.4, "M.8-5.2 2.6-6.4V-.6"),
    "2": _Character(5.4, "M.8-4.9C.9-5.8 1.5-6.4 2.3-6.4S3.8-5.8 3.8-4.8C3.8-3.4.8-2 .8-.6H3.9"),
    "3": _Character(5.4, "M.8-6.4H3.7L2-4C3.2-4 3.9-3.3 3.9-2.3S3.1-.6 2.2-.6C1.5-.6.9-.9.6-1.5"),
    "4": _Character(5.4, "M3.1-.6V-6.4L.6-2.2H4.1"),
    "5": _Character(5.4, "M3.6-6.4H1.1L.9-3.8C1.3-4.1 1.7-4.2 2.1-4.2 4.5-4.2 4.5-.6 2.1-.6 1.4-.6.9-.9.6-1.4"),
    "6": _Character(5.4, "M3.4-6.4C1.6-5.4.7-3.9.7-2.4A1.6 1.75 0 1 0 3.9-2.4 1.6 1.75 0 0 0 .8-2.7"),
    "7": _Character(5.4, "M.6-6.4H3.9L1.8-.6"),
    "8": _Character(5.4, "M2.3-3.7A1.4 1.35 0 1 1 2.31-3.7zM2.3-3.7A1.6 1.55 0 1 0 2.31-3.7z"),
    "9": _Character(5.4, "M1.2-.6C3-1.6 3.9-3.1 3.9-4.6A1.6 1.75 0 1 0 .7-4.6 1.6 1.75 0 0 0 3.8-4.3"),
    "a": _Character(5.2, "M1-3.9C1.6-4.6 3.7-4.8 3.7-2.9V-.6M3.7-2.6C-.2-2.9.1-.6 2.1-.6 2.9-.6 3.7-1.2 3.7-2.1"),
    "b": _Character(5.4, "M.9-6.9V-.6M.9-2.5A1.5 1.9 0 1 1 3.9-2.5 1.5 1.9 0 1 1 .9-2.5z"),
    "c": _Character(4.9, "M3.7-3.7C2.8-4.8.7-4.6.7-2.5S2.8-.2 3.7-1.3"),
    "d": _Character(5.4, f"M3.7-6.9V-.6M3.7-2.5{_BOWL}"),
    "e": _Character(5.2, "M.8-2.6H3.8C3.8-3.7 3.2-4.4 2.3-4.4S.7-3.7.7-2.5 1.4-.6 2.4-.6C2.9-.6 3.4-.8 3.7-1.2"),
    "f": _Character(3.9, "M3.2-6.8C1.9-7 1.5-6.4 1.5-5.5V-.6M.5-4.4H2.8"),
    "g": _Character(5.4, f"M3.7-4.4V0C3.7 1.8 1.7 1.9.9 1.2M3.7-2.5{_BOWL}"),
    "h": _Character(5.4, "M.9-6.9V-.6M.9-2.9C.9-3.9 1.6-4.4 2.4-4.4S3.7-3.9 3.7-2.9V-.6"),
    "i": _Character(2.6, "M1.3-4.4V-.6M1.3-6.4h.01"),
    "n": _Character(5.4, "M.9-4.4V-.6M.9-2.9C.9-3.9 1.6-4.4 2.4-4.4S3.7-3.9 3.7-2.9V-.6"),
    "o": _Character(5.4, "M.7-2.5A1.6 1.9 0 1 1 3.9-2.5 1.6 1.9 0 1 1 .7-2.5z"),
    "p": _Character(5.4, "M.9-4.4V1.8M.9-2.5A1.5 1.9 0 1 1 3.9-2.5 1.5 1.9 0 1 1 .9-2.5z"),
    "r": _Character(3.7, "M.9-4.4V-.6M.9-2.7C1-3.8 1.7-4.5 3-4.3"),
    "s": _Character(4.9, "M3.4-3.8C2.9-4.6.9-4.7.9-3.5S3.5-2.6 3.5-1.6 1.4-.2.7-1.2"),
    "t": _Character(3.9, "M1.6-6V-1.6C1.6-.8 2-.5 2.9-.7M.5-4.4H2.8"),
    "w": _Character(6.6, "M.6-4.4 1.8-.6 3-4.1 4.2-.6 5.4-4.4"),
    "(": _Character(3.2, "M2.2-7.2C.8-5 .8-1.4 2.2.8"),
    ")": _Character(3.2, "M.8-7.2C2.2-5 2.2-1.4.8.8"),
    "+": _Character(5.6, "M.6-3.4H4.4M2.5-5.3V-1.5"),
    "-": _Character(4.2, "M.8-2.9H3.2"),
    "~": _Character(5.6, "M.6-2.8C1.2-4 2-3.5 2.5-3S3.8-2 4.4-3.2"),
    "^": _Character(5.2, "M.8-4.6 2.3-6.6 3.8-4.6"),
    ",": _Character(2.8, "M1.4-.7.9.8"),
    ".": _Character(2.8, "M1.2-.6h.01"),
    "·": _Character(2.8, "M1.2-3h.01"),
    "…": _Character(8.0, "M1.2-.6h.01M3.8-.6h.01M6.4-.6h.01"),
    "⋯": _Character(8.0, "M1.2-3h.01M3.8-3h.01M6.4-3h.01"),
}  # fmt: skip


def drawable(text: str) -> bool:
    """Whether all characters of a text can be drawn.

    >>> drawable("e4"), drawable("Morphy")
    (True, False)
    """
    return all(character in _CHARACTERS for character in text)


def with_strokes(svg: str) -> str:
    """A picture in which texts are lines, if all of its texts can be drawn; otherwise the picture as it is.

    >>> drawn = with_strokes('<svg xmlns="http://www.w3.org/2000/svg"><text x="2" y="9" font-size="9.7">8</text></svg>')
    >>> "text " in drawn, drawn.count("path ")
    (False, 1)
    """
    root = ElementTree.fromstring(svg)
    texts = list(root.iter(f"{_SVG}text"))
    if not texts or not all(drawable(element.text or "") for element in texts):
        return svg
    pending = [(root, dict[str, str]())]
    while pending:
        element, above = pending.pop()
        given = above | element.attrib
        if element.tag == f"{_SVG}text":
            _draw(element, given)
        else:
            pending += [(child, given) for child in element]
    return ElementTree.tostring(root, encoding="unicode")


def _draw(element: ElementTree.Element, given: dict[str, str]) -> None:
    """Makes a text a group of paths in its place. `given` has what it inherits, too."""
    text = element.text or ""  # without its title, which is a tooltip
    size = float(given.get("font-size", "16")) / _UNITS
    width = sum(_CHARACTERS[character].width for character in text) * size
    left = float(given.get("x", "0")) - width * {"middle": 0.5, "end": 1.0}.get(given.get("text-anchor", ""), 0.0)
    paint = {
        "fill": "none",
        "stroke": given.get("fill", "#000"),
        "stroke-width": f"{_BOLD if given.get('font-weight') == 'bold' else _REGULAR:g}",
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
    }
    turned = {name: value for name, value in element.attrib.items() if name == "transform"}
    element.clear()
    element.tag = f"{_SVG}g"
    element.attrib.update({**turned, **paint})
    for character in text:
        found = _CHARACTERS[character]
        if found.path:
            place = f"translate({left:.2f} {float(given.get('y', '0')):.2f}) scale({size:.4f})"
            ElementTree.SubElement(element, f"{_SVG}path", {"d": found.path, "transform": place})
        left += found.width * size

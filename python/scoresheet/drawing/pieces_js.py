"""The module `pieces.js` of the client: the shapes of the pieces, the themes, and the letters of the pieces.

It is generated from the drawings and the registries, so that the client and the pictures look the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache

from scoresheet._nag_words import words
from scoresheet._registry import registry
from scoresheet.drawing.movetext import sign_of
from scoresheet.drawing.pieces import SETS
from scoresheet.drawing.theme import EXPLOSION, MARKS, PROMOTED, THEMES

__all__ = ["NAGS", "module_of", "pieces_js"]

NAGS = (1, 2, 3, 4, 5, 6, 7, 10, 13, 14, 15, 16, 17, 18, 19, 22, 23, 32, 33, 36, 37, 40, 41, 132, 133, 138, 139,
         140, 146)  # fmt: skip
"""The NAGs that have a sign, which the page offers."""

_FIGURINES = {"id": "figurine", "title": "Figurines", "letters": list("♔♕♖♗♘")}


@cache
def pieces_js() -> str:
    """The source of the module.

    >>> [line.split()[2] for line in pieces_js().splitlines()[2:]]
    ['SETS', 'THEMES', 'MARKS', 'PROMOTED', 'EXPLOSION', 'LANGUAGES', 'NAGS']
    """
    languages = [{key: row[key] for key in ("id", "title", "letters")} for row in registry("languages")]
    constants = {
        "SETS": {name: {role: asdict(shape) for role, shape in shapes.items()} for name, shapes in SETS.items()},
        "THEMES": {
            name: asdict(theme) | {"pieces": {side: asdict(theme.paint(side)) for side in ("white", "black")}}
            for name, theme in THEMES.items()
        },
        "MARKS": MARKS,
        "PROMOTED": PROMOTED,
        "EXPLOSION": EXPLOSION,
        "LANGUAGES": [languages[0], _FIGURINES, *languages[1:]],
        "NAGS": [{"code": f"${nag}", "sign": sign_of(nag), "words": words(nag) or f"${nag}"} for nag in NAGS],
    }
    return module_of(constants)


def module_of(constants: Mapping[str, object]) -> str:
    """The source of a module of constants.

    >>> print(module_of({"ONE": [1]}).splitlines()[-1])
    export const ONE = [1];
    """
    lines = [
        f"export const {name} = {json.dumps(value, separators=(',', ':'), ensure_ascii=False)};"
        for name, value in constants.items()
    ]
    return "\n".join(["// @ts-check", "// Generated from scoresheet.drawing.", *lines, ""])

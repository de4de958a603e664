"""What NAGs mean, in the languages that have a table of phrases in `phrases`.

A table has the names of the sides, and for each pattern of composite NAGs a template and the words of its arguments, by
number. A list with two names, `subject polarity`, has a list for each number of the first. null is a number that means
nothing, and such a NAG has no text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from scoresheet import _core

__all__ = ["languages", "meaning", "words"]

_ARGUMENTS = {
    1: ("side", "seconds", "milliseconds"),
    2: ("quality",),
    3: ("status",),
    4: ("balance",),
    5: ("side", "degree", "subject", "polarity"),
    6: ("side", "state"),
    7: ("side", "compensation"),
    8: ("side", "quality", "object"),
    9: ("side", "phase", "quality"),
    10: ("side", "degree"),
    11: ("side", "degree"),
}
"""The arguments of each pattern, in their order."""

_NUMBERS = ("seconds", "milliseconds")
"""The arguments that are written as they are."""

_SLOT = re.compile(r"\{([a-z ]+)\}")


@cache
def languages() -> tuple[str, ...]:
    """The languages that have words for NAGs, English first.

    >>> languages()[:2]
    ('en', 'de')
    """
    files = (resources.files("scoresheet") / "phrases").iterdir()
    return ("en", *sorted(file.name.removesuffix(".json") for file in files if file.name.endswith(".json")))


@cache
def meaning(token: str) -> dict[str, Any]:
    """The content of `scoresheet.vgn.nag` for a token; all values are None if it is not a NAG.

    >>> meaning("$26")["composite"], meaning("better")["text"]
    ('$5.1.2.1.1', None)
    """
    try:
        found: dict[str, Any] = _core.vgn("nag", token.encode())
    except ValueError:
        return {"args": None, "pgnNag": None, "composite": None, "text": None}
    return found


def words(nag: int | str, language: str = "en") -> str | None:
    """The meaning of a NAG, in English if the language has no words for it; None if that is not known.

    >>> words(26), words("$5.0.3.2.0", "de"), words(22, "fr")
    ('White has a moderate space advantage', 'Schwarz hat einen großen Figurennachteil', 'Les Blancs sont en zugzwang')
    >>> words(26, "fi"), words(200)
    ('White has a moderate space advantage', None)
    """
    found = meaning(f"${nag}" if isinstance(nag, int) else nag)
    translated = None
    if language != "en" and language in languages() and found["composite"]:
        translated = _phrase(_table(language), [int(part) for part in found["composite"][1:].split(".")])
    english: str | None = found["text"]
    return translated or english


@cache
def _table(language: str) -> Mapping[str, Any]:
    table: Mapping[str, Any] = json.loads(
        (resources.files("scoresheet") / "phrases" / f"{language}.json").read_text("utf-8")
    )
    return table


def _phrase(table: Mapping[str, Any], numbers: list[int]) -> str | None:
    """The text of a composite NAG, whose pattern is the first number."""
    pattern, *values = numbers
    names, entry = _ARGUMENTS.get(pattern, ()), table["patterns"].get(str(pattern))
    if entry is None or len(names) != len(values):
        return None
    given = dict(zip(names, values, strict=True))
    lists = {"side": table["sides"], **entry}
    parts: list[str | None] = []
    text: str = entry["text"]
    for literal_or_slot, piece in enumerate(_SLOT.split(text)):
        parts.append(piece if literal_or_slot % 2 == 0 else _word(lists, piece.split(), given))
    return None if None in parts else "".join(part for part in parts if part is not None)


def _word(lists: Mapping[str, Any], slot: list[str], given: Mapping[str, int]) -> str | None:
    """The text of a slot: the word for one argument, or for two."""
    if slot[0] in _NUMBERS:
        return str(given[slot[0]])
    found: Any = lists[" ".join(slot)]
    for name in slot:
        number = given[name]
        found = found[number] if found is not None and number < len(found) else None
    return None if found is None else str(found)

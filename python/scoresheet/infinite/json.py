"""Converts ICN to JSON and back: the original converter's long format, and the neutral encoding of today's dialect."""

from __future__ import annotations

import re
from typing import Any

from scoresheet.errors import UsageError
from scoresheet.infinite.compat.long import from_long, long_of
from scoresheet.infinite.compat.neutral import from_neutral, neutral_of
from scoresheet.infinite.document import Document
from scoresheet.infinite.errors import shortened
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.profiles import PROFILES
from scoresheet.infinite.reading.json import read_json
from scoresheet.infinite.writing.arguments import decorated, passes
from scoresheet.infinite.writing.jsontext import json_lines as write_json
from scoresheet.infinite.writing.layout import LAYOUTS
from scoresheet.infinite.writing.metadata import results_lost

__all__ = [
    "document_of",
    "is_long",
    "is_neutral",
    "json_losses_of",
    "json_of",
    "looks_like_json",
    "notes_of",
    "read_json",
    "write_json",
]

_NEUTRAL_KEYS = ("position", "turnOrder")
_LONG_KEYS = ("startingPosition", "gameRules", "specialRights", "turn", "enpassant")

# The names above that mean nothing else.
_JSON_KEY = re.compile(r'"(?:startingPosition|turnOrder|position|gameRules)"[ \t\r\n]*:')
_JSON_STEP = re.compile(r'"[^"\\]*(?:\\.?[^"\\]*)*(?:"|\Z)|[{}]', re.DOTALL)
_JSON_START = re.compile(r'\ufeff?[ \t\r\n]*\{[ \t\r\n]*["}]')
_JSON_END = re.compile(r"\}[ \t\r\n]*\Z")


def json_of(document: Document, profile: str = "doc") -> dict[str, Any]:
    """A document as JSON. Numbers that other programs would round are strings.

    `doc` is the long format of the original converter with defaults filled in for the turn, the number of the move and
    the win conditions, and with comments and signs as `annotations`. `fc` is exactly what the original writes. `modern`
    is the neutral encoding of today's dialect, with `comment` and `signs`.

    Raises:
        UsageError: there is no such profile.

    >>> from scoresheet.infinite.pieces import Piece
    >>> document = Document(turn=(2, 1), pieces={(1, 10**20): Piece.of("k")}, moves=[])
    >>> json_of(document, "fc")["startingPosition"], json_of(document, "modern")["turnOrder"]
    ({'1,100000000000000000000': 'kingsB'}, ['b', 'w'])
    """
    if profile not in PROFILES:
        raise UsageError(f"no profile of ICN is called `{profile}`", hint=f"use one of {', '.join(PROFILES)}")
    if profile == "modern":
        return neutral_of(document)
    return long_of(document, filled=profile == "doc")


def document_of(json: object) -> Document:
    """The document for JSON in either shape, which its keys show.

    Raises:
        Refused: it has a wrong shape; the message has the path of the part that does not fit.

    >>> document_of({"startingPosition": {"1,1": "kingsW"}, "moves": ["1,1>1,2"]}).moves[0].end
    (1, 2)
    """
    if is_neutral(json):
        return from_neutral(json)  # type: ignore[arg-type]
    if is_long(json):
        return from_long(json)  # type: ignore[arg-type]
    why = "it has neither `startingPosition` nor `position` and `turnOrder`"
    raise Refused(Fault("icn-json", f"cannot read the JSON as a game: {why}"))


def notes_of(document: Document) -> list[Fault]:
    """Oddities of a document, as notes like those on a text.

    >>> [note.code for note in notes_of(document_of({"moveRule": "101/100", "gameRules": {}}))]
    ['move-rule-passed']
    """
    notes = []
    if document.move_rule is not None and document.move_rule[0] > document.move_rule[1]:
        rule = "/".join(shortened(str(number)) for number in document.move_rule)
        notes.append(Fault("move-rule-passed", f"the move rule `{rule}` was passed before", text=rule))
    if any(kind.special == "pawn" for side in document.promotion or () for kind in side.kinds or ()):
        notes.append(Fault("icn-pawn-promotion", "a pawn may become a pawn again"))
    return notes


def is_neutral(json: object) -> bool:
    """Whether JSON has the keys of the neutral encoding."""
    return isinstance(json, dict) and any(key in json for key in _NEUTRAL_KEYS) and "startingPosition" not in json


def is_long(json: object) -> bool:
    """Whether JSON has keys of the long format."""
    return isinstance(json, dict) and any(key in json for key in _LONG_KEYS)


def json_losses_of(document: Document, profile: str = "doc") -> list[tuple[str, int]]:
    """The kinds of losses in JSON of a profile, and how often each occurs.

    >>> json_losses_of(Document(extras={"slideLimit": 7}), "modern")
    [('extras', 1)]
    """
    losses: list[tuple[str, int]] = [("result", results_lost(document))]
    if profile == "modern":
        losses.append(("extras", len(decorated(document).extras or ())))
        passing = document.en_passant is not None and not passes(document, LAYOUTS["modern", "compact"])
        losses.append(("en-passant", int(passing)))
    if profile == "fc":
        comments = len(document.comments) + sum(len(move.comments) for move in document.moves)
        losses += [("comment", comments), ("signs", sum(len(move.signs) for move in document.moves))]
    return [(kind, count) for kind, count in losses if count]


def looks_like_json(text: str) -> bool:
    """Whether a text is a game as JSON: an object with the keys of a game.

    >>> looks_like_json('{"startingPosition": {}}'), looks_like_json('{"slideLimit": 7} K1,1 {no "position": x}')
    (True, False)
    """
    if not (_JSON_START.match(text) and _JSON_END.search(text) and _JSON_KEY.search(text)):
        return False
    depth, known = 0, False
    for step in _JSON_STEP.finditer(text):
        depth += {"{": 1, "}": -1}.get(step.group(), 0)
        known |= depth == 1 and _JSON_KEY.match(text, step.start()) is not None
        if depth == 0:
            # Further rules are followed by other items.
            return known and not text[step.end() :].strip(" \t\r\n")
    return known

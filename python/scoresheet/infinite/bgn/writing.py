"""Writes a game as a document."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scoresheet import _core
from scoresheet.infinite.bgn.fields import fields_of, starts_with_black
from scoresheet.infinite.bgn.shadow import document_of_shadow
from scoresheet.infinite.document import Document
from scoresheet.infinite.node import Entry
from scoresheet.infinite.writing import write_laid_out
from scoresheet.infinite.writing.layout import LAYOUTS

if TYPE_CHECKING:
    from scoresheet.infinite.game import Game

__all__ = ["document_text", "setup_text"]

_SETUP = replace(LAYOUTS["fc", "compact"], orders_wins=True)

_ORDER = (
    "eventDate",
    "dateRange",
    "startTime",
    "white",
    "black",
    "sources",
    "setup",
    "termination",
    "a",
    "end",
    "tail",
)
"""The members of `bgn` in the order in which they are written."""

_OF_BOARD = ("p", "f", "t")
"""The fields of the shadow's moves, which mean nothing."""


def setup_text(head: Document) -> str:
    """The ICN of the position before the first move: the arguments as they are given, and the pieces.

    >>> from scoresheet import infinite
    >>> setup_text(infinite.parse("[White: Tom] w 0/100 (8|1) K0,0|k5,5 {So it begins} 0,0>1,1").document())
    'w 0/100 (8|1) K0,0|k5,5'
    """
    bare = replace(head, metadata={}, comments=(), moves=[], result=None)
    return write_laid_out(bare, _SETUP)


def document_text(game: Game) -> str:
    """The document of a game as JSON without white space.

    >>> from scoresheet import infinite
    >>> document_text(infinite.parse("b K0,0|k5,5 5,5>5,6"))[:71]
    '{"pgn":{},"bgn":{"setup":{"icn":"b K0,0|k5,5"}},"moves":[null,{"p":"K",'
    """
    return json.dumps(_document(game), ensure_ascii=False, separators=(",", ":"))


def _document(game: Game) -> dict[str, Any]:
    head, root, entries = game._head, game._root, game._entries
    tags = game.tags.pairs()
    # White's moves are at even places.
    offset = int(starts_with_black(head))
    shadow = document_of_shadow(tags, root, [Entry(0)] * offset + entries, game.termination)
    bgn = {**shadow["bgn"], "setup": {"icn": setup_text(head)}}
    rest = (entries[-1] if entries else root).rest
    if rest is not None:
        bgn["tail"] = rest
    moves = shadow["moves"]
    moves[:offset] = [None] * offset
    for derived, entry, fields in zip(moves[offset:], entries, fields_of(head, entries, game.rules), strict=True):
        _fill(derived, entry, fields)
    keys = _core.tag_keys([name for name, _ in tags])
    return {
        "pgn": {key: value for key, (_, value) in zip(keys, tags, strict=True)},
        "bgn": {key: bgn[key] for key in (*_ORDER, *(key for key in bgn if key not in _ORDER)) if key in bgn},
        "moves": moves,
    }


def _fill(move: dict[str, Any], entry: Entry, fields: dict[str, Any]) -> None:
    """Puts the fields of the board in the place of the shadow's move."""
    derived = {key: value for key, value in move.items() if key not in _OF_BOARD}
    move.clear()
    move.update(fields | derived)
    if entry.illegal:
        move["illegal"] = True

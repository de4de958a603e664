"""The texts of games and positions, in ICN and in JSON."""

from __future__ import annotations

from typing import Any

from scoresheet.infinite.document import Document
from scoresheet.infinite.errors import raised
from scoresheet.infinite.json import json_of
from scoresheet.infinite.state import State
from scoresheet.infinite.writing import write_document

__all__ = ["icn_text", "json_object", "said_in"]


def icn_text(document: Document, start: State, profile: str = "doc", style: str = "compact", **options: Any) -> str:
    """The text of ICN; `start` is the start of the document, and the other arguments are those of `Game.to_icn`."""
    with raised():
        return write_document(said_in(profile, document, start), profile=profile, style=style, **options)


def json_object(document: Document, start: State, profile: str = "doc") -> dict[str, Any]:
    """The same in JSON."""
    with raised():
        return json_of(said_in(profile, document, start), profile)


def said_in(profile: str, document: Document, start: State) -> Document:
    """The document for a profile; without extras, it omits a slide limit that the border implies."""
    border, extras = start.border, document.extras
    if profile != "modern" or not extras or border is None or None in border:
        return document
    left, right, bottom, top = (side or 0 for side in border)
    limit = extras.get("slideLimit")
    if isinstance(limit, int) and limit >= max(right - left, top - bottom):
        document.extras = {name: value for name, value in extras.items() if name != "slideLimit"}
    return document

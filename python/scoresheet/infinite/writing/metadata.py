"""The entries in brackets: the keys and values that a profile can express, and their order."""

from __future__ import annotations

import re
from collections import Counter

from scoresheet.infinite.document import Document
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.writing.layout import Layout

__all__ = ["entries", "metadata_of", "metadata_text", "refuse_unsayable", "results_lost"]

_FIRST = ("Event", "Site", "Variant", "Round", "UTCDate", "UTCTime", "TimeControl", "White", "Black")
_PLAYERS = ("WhiteID", "BlackID", "WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff")
_LAST = ("Result", "Termination")
_ORDER = {"fc": _FIRST + _LAST, "modern": _FIRST + _PLAYERS + _LAST}

_MODERN_LENGTH = 200
_QUOTED_KEY = re.compile(r'[^\s:\[\]"]+')
_COLON_KEY = re.compile(r"[^\s\[\]](?:[^\[\]\r\n]*[^\s\[\]])?")
_LINE_END = re.compile(r"\r\n?|\n")


def metadata_of(document: Document) -> dict[str, str]:
    """The metadata of a document, with the marker after its moves if no entry has the result."""
    if document.result is None or "Result" in document.metadata:
        return document.metadata
    return {**document.metadata, "Result": document.result}


def results_lost(document: Document) -> int:
    """How many markers are left out because an entry has another result.

    >>> results_lost(Document({"Result": "1-0"}, result="1-0")), results_lost(Document({"Result": "1-0"}, result="*"))
    (0, 1)
    """
    return int(document.result is not None and metadata_of(document)["Result"] != document.result)


def metadata_text(document: Document, layout: Layout) -> str:
    """The entries in their brackets, and the separator after them; empty if there are none."""
    written = entries(metadata_of(document), layout, Counter())
    return ("\n" if layout.make_new_lines else " ").join(written) + layout.section if written else ""


def entries(metadata: dict[str, str], layout: Layout, losses: Counter[str]) -> list[str]:
    """Every entry that the profile can express. The others are counted."""
    written = []
    for key in _ordered(metadata, layout):
        value = metadata[key]
        if not _is_sayable(key, value, layout):
            losses["tag"] += 1
            continue
        plain = _LINE_END.sub(" ", value)
        losses["line-end"] += plain != value
        written.append(_entry(key, plain, layout, losses))
    return written


def refuse_unsayable(metadata: dict[str, str], layout: Layout) -> None:
    """Refuses an entry that would have to be left out or changed."""
    for key, value in metadata.items():
        if not _is_sayable(key, value, layout):
            why = "there is no such key" if value else "empty values are not allowed"
            raise Refused(Fault("icn-metadata", f"cannot write `{key[:80]}` in the profile {layout.profile}: {why}"))
        losses: Counter[str] = Counter()
        entries({key: value}, layout, losses)
        # The original reader ends a value at the first `]`, today's at the first `"`.
        unreadable = '"]' if layout.profile == "fc" else '"'
        if +losses or any(character in value for character in unreadable):
            why = f"its value is too long, or has a character that ends it, such as `{unreadable[-1]}`"
            raise Refused(Fault("icn-metadata", f"cannot write the entry `{key[:80]}`: {why}"))


def _ordered(metadata: dict[str, str], layout: Layout) -> list[str]:
    first = [key for key in _ORDER.get(layout.profile, ()) if key in metadata]
    return first + [key for key in metadata if key not in first]


def _is_sayable(key: str, value: str, layout: Layout) -> bool:
    if layout.profile == "modern":
        return key in _ORDER["modern"] and bool(value)
    return _COLON_KEY.fullmatch(key) is not None and ": " not in key and not key.endswith(":")


def _entry(key: str, value: str, layout: Layout, losses: Counter[str]) -> str:
    if layout.profile == "modern":
        said = value.replace('"', "'")[:_MODERN_LENGTH]
        losses["tag-text"] += said != value
        return f'[{key} "{said}"]'
    can_quote = _QUOTED_KEY.fullmatch(key) is not None
    if can_quote and (layout.metadata == "quoted" or not _is_plain(value)):
        said = value.replace('"]', '")')
        losses["tag-text"] += said != value
        return f'[{key} "{said}"]'
    said = value.strip().replace("]", ")")
    if _is_quoted(said):
        said = f"'{said[1:-1]}'"
    losses["tag-text"] += said != value
    return f"[{key}: {said}]"


def _is_plain(value: str) -> bool:
    """Whether the style of the original description can express a value unchanged."""
    return value != "" and "]" not in value and value == value.strip() and not _is_quoted(value)


def _is_quoted(value: str) -> bool:
    """Whether a value is in quotes, which might be taken for those of the other style."""
    return len(value) > 1 and value[0] == value[-1] == '"'

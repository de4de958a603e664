"""Documents of games that cannot be played: a store has none for them, and their tags are in its other columns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from scoresheet import _core

__all__ = ["unplayed_document"]

_TAGS = {
    "event": "Event", "site": "Site", "date_text": "Date", "round": "Round", "white": "White", "black": "Black",
    "result": "Result", "white_elo": "WhiteElo", "black_elo": "BlackElo", "white_title": "WhiteTitle",
    "black_title": "BlackTitle", "eco": "ECO", "opening": "Opening", "variant": "Variant",
    "time_control": "TimeControl", "ended_by": "Termination", "annotator": "Annotator", "fen": "FEN",
}  # fmt: skip
"""The columns that have the text of a tag, in the order of the tags."""


def unplayed_document(row: Mapping[str, Any]) -> bytes:
    r"""The document of a game whose columns are all that is known: its tags and its marker.

    A reader finds in it why the game cannot be played.

    >>> unplayed_document({"white": "A", "variant": "Kitchen", "termination": "1-0", "other_tags": {"Board": "2"}})
    b'{"pgn":{"white":"A","Variant":"Kitchen","board":"2"},"bgn":{"termination":"1-0"},"moves":[]}\n'
    """
    others = row.get("other_tags") or {}
    others = json.loads(others) if isinstance(others, str) else dict(others)
    tags: list[tuple[str, str]] = []
    for column, name in _TAGS.items():
        text = others.pop(name, row.get(column))
        tags += [] if text is None else [(name, str(text))]
    if row.get("start_time") is not None:
        begun = row["start_time"]
        begun = datetime.fromisoformat(begun) if isinstance(begun, str) else begun
        # The text of the date is then that of UTCDate.
        tags = [("UTCDate" if name == "Date" and "Date" not in others else name, text) for name, text in tags]
        tags.append(("UTCTime", f"{begun:%H:%M:%S}"))
    # The second tag of a name has the key `Name#2`.
    tags += [(key.split("#")[0], text) for key, text in others.items()]
    keys = _core.tag_keys([name for name, _ in tags])
    pgn = {key: text for key, (_, text) in zip(keys, tags, strict=True)}
    bgn = {} if row.get("termination") is None else {"termination": row["termination"]}
    document = {"pgn": pgn, "bgn": bgn, "moves": []}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

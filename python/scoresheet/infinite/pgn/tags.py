"""Tags of PGN and metadata of ICN. Most are the same; old names in ICN have new ones in PGN."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress

import scoresheet
from scoresheet.errors import UsageError

__all__ = ["metadata_of", "tags_of"]

_BOARD = ("SetUp", "FEN")
_CLOCK = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,3}))?\+([0-9]{1,9}(?:\.[0-9]{1,3})?)")
_OLD_DATE = re.compile(r"([0-9]{4})/([0-9]{2})/([0-9]{2})[ ]+([0-9]{2}:[0-9]{2}:[0-9]{2})")
_SECONDS = 60


def metadata_of(tags: Iterable[tuple[str, str]], losses: Counter[str]) -> dict[str, str]:
    """The metadata for the tags of a game in PGN. The list of pieces replaces the tags about the board.

    >>> metadata_of([("White", "A"), ("SetUp", "1"), ("White", "B")], losses := Counter()), losses
    ({'White': 'A'}, Counter({'tag': 1}))
    """
    metadata: dict[str, str] = {}
    for name, value in tags:
        if name in _BOARD:
            continue
        if name in metadata:
            losses["tag"] += 1
        else:
            metadata[name] = value
    return metadata


def tags_of(metadata: Iterable[tuple[str, str]], losses: Counter[str]) -> dict[str, str]:
    """The tags of PGN for metadata of ICN.

    >>> tags_of([("Clock", "10+5"), ("Date", "2024/03/17 13:42:06"), ("Condition", "checkmate")], Counter())
    {'TimeControl': '600+5', 'UTCDate': '2024.03.17', 'UTCTime': '13:42:06', 'Termination': 'checkmate'}
    """
    given = dict(metadata)
    tags: dict[str, str] = {}
    for name, value in given.items():
        for new, said in _in_new_names(name, value, losses):
            if (new != name and new in given) or not _may_be_tag(new, said):
                losses["tag"] += 1
            else:
                tags[new] = said
    return tags


def _in_new_names(name: str, value: str, losses: Counter[str]) -> list[tuple[str, str]]:
    """The current form of a tag, which may be another name, several tags, or none."""
    if name == "Variant":
        known = _is_known_variant(value)
        losses["variant"] += not known
        return [(name, value)] if known else []
    if name == "Version" or name in _BOARD:
        losses["tag"] += 1
        return []
    if name == "Condition":
        return [("Termination", value)]
    if name == "Clock":
        control = _time_control(value)
        return [(name, value)] if control is None else [("TimeControl", control)]
    date = _OLD_DATE.fullmatch(value) if name == "Date" else None
    if date:
        year, month, day, time = date.groups()
        return [("UTCDate", f"{year}.{month}.{day}"), ("UTCTime", time)]
    return [(name, value)]


def _time_control(clock: str) -> str | None:
    """The seconds in `10+5`, which is minutes and seconds; None if it has another form.

    >>> _time_control("0.5+1"), _time_control("Infinite"), _time_control("soon")
    ('30+1', '-', None)
    """
    if clock == "Infinite":
        return "-"
    found = _CLOCK.fullmatch(clock)
    if found is None:
        return None
    minutes, fraction, more = found.groups()
    thousandths = int(minutes) * 1000 + int((fraction or "").ljust(3, "0"))
    seconds, rest = divmod(thousandths * _SECONDS, 1000)
    return f"{seconds}{f'.{rest:03}'.rstrip('0') if rest else ''}+{more}"


def _is_known_variant(name: str) -> bool:
    """Whether PGN takes the name of a variant for standard chess or Chess960."""
    with suppress(UsageError):
        return scoresheet.Game({"Variant": name}).start.variant in ("standard", "chess960")
    return False


def _may_be_tag(name: str, value: str) -> bool:
    with suppress(UsageError):
        scoresheet.Game().tags[name] = value
        return True
    return False

"""The heading of a game: the players, the result, and where and when it was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoresheet.drawing.movetext import clean, flowing

__all__ = ["Heading", "heading"]


@dataclass(frozen=True)
class Heading:
    """The lines of a heading; each may be empty."""

    white: str
    black: str
    result: str
    facts: tuple[str, ...]

    @property
    def known(self) -> bool:
        """Whether it shows anything about the game except the result."""
        return (self.white, self.black) != ("?", "?") or bool(self.facts)


def heading(tags: Mapping[str, str], result: str) -> Heading:
    """The heading for the tags of a game, without unknown values.

    >>> heading({"White": "Paul Morphy", "Black": "?", "Date": "1858.??.??", "Round": "-"}, "1-0")
    Heading(white='Paul Morphy', black='?', result='1-0', facts=('1858',))
    """
    said = {name: _known(value) for name, value in tags.items()}
    number = said.get("Round")
    facts = [
        said.get("Event"),
        said.get("Site"),
        f"round {number}" if number else None,
        _date(said.get("Date") or said.get("UTCDate")),
        " ".join(part for part in (said.get("ECO"), said.get("Opening")) if part),
        said.get("Annotator") and f"notes by {said['Annotator']}",
    ]
    return Heading(_player(said, "White"), _player(said, "Black"), clean(result), tuple(fact for fact in facts if fact))


def _known(value: str) -> str | None:
    """A value; None if it stands for an unknown one."""
    shown = flowing(value)
    return shown if shown.strip("?-. ") else None


def _player(said: Mapping[str, str | None], side: str) -> str:
    name = " ".join(part for part in (said.get(f"{side}Title"), said.get(side)) if part) or "?"
    elo = said.get(f"{side}Elo")
    return f"{name} ({elo})" if elo else name


def _date(date: str | None) -> str | None:
    return date and date.partition(".?")[0].replace(".", "-")

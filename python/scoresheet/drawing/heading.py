"""The heading of a game: the players, the result, where and when it was played, and the opening."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from scoresheet.drawing.movetext import clean, flowing

if TYPE_CHECKING:
    from scoresheet.drawing.view import AnyView

__all__ = ["LONG_STYLE", "Heading", "heading", "heading_of", "quoted"]

_LONG = 80
"""More letters of a text than this are not shown at once."""

LONG_STYLE = """
bdi.scoresheet-long{display:-webkit-inline-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;
vertical-align:top;max-width:100%;overflow-wrap:anywhere}
"""
"""The style of long texts, which are cut after two lines."""


@dataclass(frozen=True)
class Heading:
    """The lines of a heading; each may be empty."""

    white: str
    black: str
    result: str
    facts: tuple[str, ...]
    tagged: bool
    """Whether the tags say anything about the game except its result."""


def heading_of(view: AnyView) -> Heading:
    """The heading of a game. If the tags do not name the opening, it is named by position."""
    opening = view.opening()
    found = (opening.eco, opening.name) if opening else None
    return heading(view.game.tags, view.game.result, found)


def heading(tags: Mapping[str, str], result: str, opening: tuple[str, str] | None = None) -> Heading:
    """The heading for the tags of a game, without unknown values. `opening` has the code and name found by position.

    >>> heading({"White": "Paul Morphy", "Black": "?", "Date": "1858.??.??", "Round": "-"}, "1-0")
    Heading(white='Paul Morphy', black='?', result='1-0', facts=('1858',), tagged=True)
    >>> heading({"ECO": "B20"}, "*", ("B20", "Sicilian Defense")).facts
    ('B20 Sicilian Defense',)
    """
    said = {name: _known(value) for name, value in tags.items()}
    number = said.get("Round")
    white, black = _player(said, "White"), _player(said, "Black")
    eco, name, annotator = said.get("ECO"), said.get("Opening"), said.get("Annotator")
    where = [
        said.get("Event"),
        said.get("Site"),
        f"round {number}" if number else None,
        _date(said.get("Date") or said.get("UTCDate")),
    ]
    tagged = (white, black) != ("?", "?") or any([*where, eco, name, annotator])
    facts = [*where, _opening(eco, name, opening), annotator and f"notes by {annotator}"]
    return Heading(white, black, clean(result), tuple(fact for fact in facts if fact), tagged)


def quoted(text: str) -> str:
    """A text of a game as HTML, in its own writing direction. A long one has the style `LONG_STYLE`.

    >>> quoted("A & B"), quoted("A" * 100)[:42]
    ('<bdi>A &amp; B</bdi>', '<bdi class="scoresheet-long" title="AAAAAA')
    """
    shown = escape(text)
    long = f' class="scoresheet-long" title="{shown}"' if len(text) > _LONG else ""
    return f"<bdi{long}>{shown}</bdi>"


def _opening(eco: str | None, name: str | None, found: tuple[str, str] | None) -> str:
    """The code and the name in the tags, or those found by position if the tags lack them and do not disagree."""
    if found and not name and eco in (None, found[0]):
        eco, name = found
    return " ".join(part for part in (eco, name) if part)


def _known(value: str) -> str | None:
    """A value; None if it means an unknown one."""
    shown = flowing(value)
    return shown if shown.strip("?-. ") else None


def _player(said: Mapping[str, str | None], side: str) -> str:
    name = " ".join(part for part in (said.get(f"{side}Title"), said.get(side)) if part) or "?"
    elo = said.get(f"{side}Elo")
    return f"{name} ({elo})" if elo else name


def _date(date: str | None) -> str | None:
    return date and date.partition(".?")[0].replace(".", "-")

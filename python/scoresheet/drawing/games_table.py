"""The first games of many as an HTML table, for notebooks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scoresheet._kinds import is_standard
from scoresheet.drawing.heading import LONG_STYLE, quoted
from scoresheet.drawing.movetext import flowing, shown_result

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame

__all__ = ["MOST_ROWS", "games_table"]

MOST_ROWS = 10
"""The number of games in a table."""

_ADDRESS_TAGS = ("Site", "GameURL", "Link", "GameId")
"""The tags that may have the address of a game."""

_ADDRESS = re.compile(r"https?://[^\s<>\"'\\]{1,500}", re.ASCII)

_HEADINGS = ("", "White", "Elo", "Black", "Elo", "Result", "Date", "Event", "Opening", "Plies", "Link")
_NUMBERS = frozenset([0, 2, 4, 9])
"""The columns of numbers, which are on the right."""

_OPTIONAL = frozenset([2, 4, 10])
"""The columns that are left out if no game has anything there: ratings and links."""

_STYLE = (
    """
.scoresheet-games{max-width:100%;overflow-x:auto}
.scoresheet-games table{border-collapse:collapse;font-size:13px;color:inherit;background:none}
.scoresheet-games caption{caption-side:bottom;text-align:left;padding:6px 8px;color:inherit}
.scoresheet-games :is(th,td){padding:3px 8px;text-align:left;vertical-align:top;max-width:22em;overflow-wrap:anywhere;
border-bottom:1px solid rgba(128,128,128,.35);color:inherit;background:none}
.scoresheet-games thead th{border-bottom-width:2px;white-space:nowrap}
.scoresheet-games .number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.scoresheet-games a{color:inherit;text-decoration:underline}
"""
    + LONG_STYLE
)


def games_table(games: Sequence[EitherGame], total: str) -> str:
    """A table of at most `MOST_ROWS` games, with a caption.

    Args:
        games: the first games.
        total: how many there are in all, in words.

    >>> import scoresheet
    >>> table = games_table(scoresheet.parse_all('[White "A & B"] 1. e4 *'), "1 game")
    >>> table.count("<tr>"), "<bdi>A &amp; B</bdi>" in table, "<caption>1 game." in table
    (2, True, True)
    """
    rows = [_cells(game) for game in games[:MOST_ROWS]]
    shown = [place for place in range(len(_HEADINGS)) if place not in _OPTIONAL or any(row[place - 1] for row in rows)]
    head = "".join(f'<th scope="col"{_kind(place)}>{_title(place)}</th>' for place in shown)
    body = "".join(_row(number, row, shown) for number, row in enumerate(rows))
    index = f"<code>[{len(rows) - 1}]</code>"
    advice = f". An index, such as {index}, gives one of them, which is shown on a board." if rows else ""
    return (
        f'<div class="scoresheet-games"><style>{_STYLE}</style><table><caption>{escape(total)}{advice}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _title(place: int) -> str:
    if place in (2, 4):  # readers hear whose rating it is
        return f'<abbr title="{_HEADINGS[place - 1]}\'s rating">Elo</abbr>'
    return _HEADINGS[place] or '<abbr title="Index">#</abbr>'


def _kind(place: int) -> str:
    return ' class="number"' if place in _NUMBERS else ""


def _row(number: int, cells: Sequence[str], shown: Sequence[int]) -> str:
    written = "".join(f"<td{_kind(place)}>{cells[place - 1]}</td>" for place in shown[1:])
    return f'<tr><th scope="row" class="number">{number}</th>{written}</tr>'


def _cells(game: EitherGame) -> list[str]:
    """The cells of a game as HTML, without its number."""
    tags = {name: flowing(value) for name, value in game.tags.items()}
    return [*map(_text, _facts(game, tags)), _link(tags)]


def _facts(game: EitherGame, tags: dict[str, str]) -> Iterator[str]:
    for side in ("White", "Black"):
        yield " ".join(filter(None, (tags.get(f"{side}Title"), tags.get(side))))
        yield tags.get(f"{side}Elo", "")
    yield shown_result(flowing(game.result))
    yield tags.get("Date", tags.get("UTCDate", "")).partition(".?")[0].replace(".", "-")
    yield tags.get("Event", "")
    found = game.opening if is_standard(game) else None
    eco, name = tags.get("ECO"), tags.get("Opening")
    yield " ".join(filter(None, (eco or (found and found.eco), name or (found and found.name))))
    yield str(game.ply_count)


def _text(text: str) -> str:
    return quoted(text) if text.strip("?-. ") else ""


def _link(tags: dict[str, str]) -> str:
    """A link to the page of a game, if a tag has its address."""
    for name in _ADDRESS_TAGS:
        address = tags.get(name, "")
        if _ADDRESS.fullmatch(address) and (site := _site(address)):
            return f'<a href="{escape(address)}" target="_blank" rel="noopener noreferrer">{escape(site)}</a>'
    return ""


def _site(address: str) -> str | None:
    """The name of a site; None if the address has none, or seems to have another one than it has."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    return parts.hostname if parts.username is None and parts.password is None else None

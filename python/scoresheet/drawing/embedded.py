"""Games for pages of others: elements that hold their games, and the one script that shows all of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from scoresheet._core import Game, __version__
from scoresheet._kinds import is_standard
from scoresheet.drawing.client import style
from scoresheet.drawing.export import inert
from scoresheet.drawing.messages import bundle_in
from scoresheet.drawing.movetext import shown_result
from scoresheet.drawing.printed import Paragraph, joined, printed
from scoresheet.drawing.theme import theme_of
from scoresheet.drawing.tree import game_json
from scoresheet.drawing.views import view_of
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame

__all__ = ["SCRIPT_NAME", "embedded_html", "embedding_page", "embedding_script"]

SCRIPT_NAME = f"scoresheet-{__version__}.js"
"""The name of the script. It changes with the version, so that browsers may keep the file for ever."""


def embedded_html(
    *games: EitherGame,
    ply: int = 0,
    flipped: bool = False,
    theme: str = "brown",
    pieces: str = "classic",
    moves: str | None = None,
) -> str:
    """Games as elements `<scoresheet-game>`, one line each, to paste into any page.

    The page also needs `<script src="scoresheet-….js" defer></script>` once, with the file that `embedding_script`
    returns. Without it, the elements show the players and the moves. They have no inline styles and no inline scripts,
    which the policies of many pages forbid.

    Args:
        games: standard games.
        ply: the ply of the first game that is visible first. It is the attribute `data-ply` of the element.
        flipped: put Black at the bottom, as the attribute `data-flipped` does.
        theme: the colours of the boards: the attribute `data-theme`.
        pieces: the set of pieces: the attribute `data-pieces`.
        moves: the notation of the moves; SAN if it is not given.

    Raises:
        UsageError: there is no such ply, theme, set of pieces or notation, or a game is of infinite chess.

    >>> import scoresheet
    >>> text = embedded_html(scoresheet.parse("1. e4 e5 *"), ply=1, theme="green")
    >>> text[:74], text.count("<script type=")
    ('<scoresheet-game data-ply="1" data-theme="green"><script type="application', 1)
    """
    theme_of(theme, pieces=pieces)  # refuses unknown names
    standard = [game for game in games if is_standard(game)]
    if len(standard) < len(games):
        raise UsageError(
            "boards without edges cannot be embedded with a script", hint="leave out `--embed`, and use an `<iframe>`"
        )
    first = [ply, *[0] * (len(standard) - 1)]
    looks = " data-flipped" if flipped else ""
    for name, value, usual in (("theme", theme, "brown"), ("pieces", pieces, "classic")):
        looks += f' data-{name}="{value}"' if value != usual else ""
    return "\n".join(_element(game, at, looks, moves) for game, at in zip(standard, first, strict=True)) + "\n"


def _element(game: Game, ply: int, looks: str, moves: str | None) -> str:
    view = view_of(game)
    view.check_notation(moves)
    at = f' data-ply="{view.at(ply).ply}"' if ply else ""
    data = inert({"game": game_json(game, moves=moves), "pgn": game.to("pgn")})
    return (
        f'<scoresheet-game{at}{looks}><script type="application/json">{data}</script>'
        f"{''.join(_told(game, moves))}</scoresheet-game>"
    )


def _told(game: Game, moves: str | None) -> Iterator[str]:
    """The game for browsers that run no scripts, and for search engines."""
    part = printed(game, moves=moves)
    title = " \N{EN DASH} ".join(part.title)
    for line in (" ".join(filter(None, (title, shown_result(part.result)))), " · ".join(part.facts)):
        if line:
            yield f"<p>{escape(line)}</p>"
    for block in part.blocks:
        if isinstance(block, Paragraph):
            yield f"<p>{escape(joined(block.words, lambda word: word.shown, fixed=' '))}</p>"


def embedding_page(games: Sequence[EitherGame], title: str, **look: object) -> str:
    """A page with embedded games. It shows what to paste into others, and looks for the script beside itself.

    >>> import scoresheet
    >>> f'<script src="{SCRIPT_NAME}" defer>' in embedding_page([scoresheet.parse("1. e4 *")], "A game")
    True
    """
    elements = embedded_html(*games, **look)  # type: ignore[arg-type]
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1"/>\n'
        f'<meta name="color-scheme" content="light dark"/>\n<title>{escape(title)}</title>\n'
        "<!-- A page needs this line once, and each game is one line below. Copy them into your own page. -->\n"
        f'<script src="{SCRIPT_NAME}" defer></script>\n</head><body>\n{elements}</body></html>\n'
    )


@cache
def embedding_script() -> str:
    """The script that shows all embedded games of a page. Save it as `SCRIPT_NAME`, beside the page or anywhere else.

    >>> embedding_script().startswith("/*! Scoresheet ")
    True
    """
    css = json.dumps(style("game") + style("controls") + style("embed"))
    return (
        f"/*! Scoresheet {__version__} | MIT OR Apache-2.0 */\n"
        f"(() => {{\n{bundle_in('embed', 'en')}embed$.start({css});\n}})();\n"
    )

"""Games as one HTML file: the view of a game with its script, its style and its data, which needs no server."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any

from scoresheet._core import Game
from scoresheet.drawing.client import style
from scoresheet.drawing.messages import bundle_in
from scoresheet.drawing.paper import paper_json
from scoresheet.drawing.tree import game_json

__all__ = ["inert", "one_page"]


def one_page(
    games: Sequence[Game],
    still: str,
    *,
    title: str,
    ply: int = 0,
    moves: str | None = None,
    language: str = "en",
    **options: Any,
) -> str:
    """An HTML page with these games. A list leads to each of them if there are several, and paper gets all of them.

    The page loads nothing and runs only its own script. A browser that runs no scripts shows `still`, which is HTML.

    Args:
        games: standard games.
        still: what is shown without scripts.
        title: the title of the page, as text.
        ply: the ply of the first game that is visible first.
        moves: the notation of the moves; SAN if it is not given.
        language: the language of the words, for every reader.
        options: `flipped`, `theme` and `pieces`, as the client takes them.

    >>> import scoresheet
    >>> page = one_page([scoresheet.parse("1. e4 e5 *")], "<p>1. e4 e5 *</p>", title="A game")
    >>> page.count("<script"), "<noscript><p>1. e4 e5 *</p></noscript>" in page
    (2, True)
    """
    flipped = bool(options.get("flipped"))
    data = {
        "games": [
            {
                **game_json(game, row, moves=moves),
                "pgn": game.to("pgn"),
                "paper": paper_json(game, flipped=flipped, moves=moves),
            }
            for row, game in enumerate(games)
        ],
        "at": _node_at(games[0], ply),
        "options": options,
    }
    script = _script(language)
    own = _hash(script)
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src '{own}'; img-src data: blob:; base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8"/>'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}"/>'
        '<meta name="viewport" content="width=device-width,initial-scale=1"/>'
        f'<meta name="color-scheme" content="light dark"/><title>{escape(title)}</title>'
        f"<style>{_style()}</style></head><body><main></main><noscript>{still}</noscript>"
        f'<script type="application/json" id="games">{inert(data)}</script>'
        f"<script>{script}</script></body></html>\n"
    )


def _node_at(game: Game, ply: int) -> int:
    """The number of the node of the main line after this many plies."""
    mainline = [game.root, *game.mainline()][ply]
    return [game.root, *game.walk()].index(mainline)


def inert(data: object) -> str:
    r"""JSON in ASCII that no parser of HTML takes for markup.

    >>> inert({"White": "</script>"})
    '{"White":"\\u003c/script\\u003e"}'
    """
    text = json.dumps(data, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


@cache
def _script(language: str) -> str:
    return f"(() => {{\n{bundle_in('page', language)}page$.start();\n}})();"


@cache
def _style() -> str:
    return style("game") + style("controls") + style("page")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

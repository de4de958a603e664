"""A game in any format, with the edits that the reader has made on the page."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import Any

import scoresheet
from scoresheet import _scratch
from scoresheet._kinds import EitherGame
from scoresheet._registry import registry
from scoresheet.viewer.errors import wrong
from scoresheet.viewer.game_edits import with_edits

__all__ = ["file_name", "game_text", "options_of"]


def game_text(game: EitherGame, asked: Mapping[str, Any]) -> dict[str, Any]:
    r"""A game in the format that the page requests.

    `edits` is what the reader has changed, as `game_edits.with_edits` takes it.

    Raises:
        Refused: the format does not exist, or the edits make no sense.
        ScoresheetError: an edit is not possible, or the format cannot express the game.

    >>> import scoresheet
    >>> game = scoresheet.parse("1. e4 e5 *")
    >>> found = game_text(game, {"format": "san", "edits": [{"edit": "add", "parent": 1, "uci": "c7c5"}]})
    >>> found["text"], found["losses"][0]["kind"], game.at(1).variations
    ('e4 e5 *\n', 'variation', [])
    """
    name = str(asked.get("format") or "pgn")
    entry = next((entry for entry in registry("formats") if entry["id"] == name and not entry["store"]), None)
    if entry is None or not entry["writes"]:
        raise wrong(f"there is no format `{name}` to write")
    options = options_of(asked.get("options"))
    shown: Any = with_edits(game, asked.get("edits") or ())  # formats are checked above, not by their types
    written = shown.to(name, **options) if entry["text"] else _in_file(shown, {**options, "to": name})
    losses = [{"kind": loss.kind, "message": f"{loss.kind}: {loss.count}"} for loss in shown.losses(name, **options)]
    ending = entry["extensions"][0] if entry["extensions"] else name
    body = {"text": written} if isinstance(written, str) else {"base64": base64.b64encode(written).decode()}
    return {**body, "name": f"{file_name(game)}.{ending}", "losses": losses}


def _in_file(game: EitherGame, options: dict[str, Any]) -> bytes:
    """A game as a separate file. Some formats are only for files."""
    with _scratch.beside(_scratch.own() / "game") as folder:
        scoresheet.write([game], folder / "game", **options)
        return (folder / "game").read_bytes()


def options_of(given: object) -> dict[str, Any]:
    """The options of writing that the page gives.

    Raises:
        Refused: they are not names with texts.
    """
    if given is None:
        return {}
    if not isinstance(given, dict) or not all(isinstance(value, str | int | bool) for value in given.values()):
        raise wrong("the options are not names with texts")
    return {name: value for name, value in given.items() if value != ""}


def file_name(game: EitherGame) -> str:
    """The name of a file for a game, without an extension.

    >>> import scoresheet
    >>> file_name(scoresheet.parse('[White "Carlsen, Magnus"] [Black "../x"] 1. e4 *'))
    'Carlsen-Magnus-x'
    """
    players = " ".join(game.tags.get(side) or "" for side in ("White", "Black"))
    return "-".join(re.findall(r"\w+", players))[:80] or "game"

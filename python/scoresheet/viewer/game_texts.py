"""A game in any format, with the moves that the user has added on the board."""

from __future__ import annotations

import base64
import copy
import re
from collections.abc import Mapping, Sequence
from typing import Any

import scoresheet
from scoresheet import _scratch
from scoresheet._kinds import EitherGame, is_standard
from scoresheet._registry import registry
from scoresheet.viewer.errors import wrong

__all__ = ["file_name", "game_text", "options_of", "with_moves"]

_MOST_ADDED = 2000
"""The number of moves that a user may add to a game."""


def game_text(game: EitherGame, asked: Mapping[str, Any]) -> dict[str, Any]:
    r"""A game in the format that the page asks for.

    `added` are moves, each with the number of its parent; their own numbers continue those of the nodes of the game.

    Raises:
        Refused: the format does not exist, or the moves make no sense.
        ScoresheetError: a move is illegal, or the format cannot express the game.

    >>> import scoresheet
    >>> game = scoresheet.parse("1. e4 e5 *")
    >>> found = game_text(game, {"format": "san", "added": [{"parent": 1, "uci": "c7c5"}]})
    >>> found["text"], found["losses"][0]["kind"], game.at(1).variations
    ('e4 e5 *\n', 'variation', [])
    """
    name = str(asked.get("format") or "pgn")
    entry = next((entry for entry in registry("formats") if entry["id"] == name and not entry["store"]), None)
    if entry is None or not entry["writes"]:
        raise wrong(f"there is no format `{name}` to write")
    options = options_of(asked.get("options"))
    shown: Any = with_moves(game, asked.get("added") or ())  # formats are checked above, not by their types
    written = shown.to(name, **options) if entry["text"] else _in_file(shown, {**options, "to": name})
    losses = [{"kind": loss.kind, "message": f"{loss.kind}: {loss.count}"} for loss in shown.losses(name, **options)]
    ending = entry["extensions"][0] if entry["extensions"] else name
    body = {"text": written} if isinstance(written, str) else {"base64": base64.b64encode(written).decode()}
    return {**body, "name": f"{file_name(game)}.{ending}", "losses": losses}


def _in_file(game: EitherGame, options: dict[str, Any]) -> bytes:
    """A game as a file of its own. Some formats are only for files."""
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


def with_moves(game: EitherGame, added: Sequence[Any]) -> EitherGame:
    """A copy of a game with moves of the page; the game itself if there are none."""
    if not added:
        return game
    if len(added) > _MOST_ADDED:
        raise wrong(f"more than {_MOST_ADDED:,} moves were added")
    changed = copy.copy(game)
    nodes: list[Any] = [changed.root, *changed.walk()]
    for step in added:
        parent, move = (step.get("parent"), step.get("uci")) if isinstance(step, dict) else (None, None)
        if not isinstance(parent, int) or not 0 <= parent < len(nodes) or not isinstance(move, str):
            raise wrong("an added move has no parent")
        after = nodes[parent]
        nodes.append(after.add(move, notation="uci") if is_standard(changed) else after.add(move))
    return changed


def file_name(game: EitherGame) -> str:
    """The name of a file for a game, without an extension.

    >>> import scoresheet
    >>> file_name(scoresheet.parse('[White "Carlsen, Magnus"] [Black "../x"] 1. e4 *'))
    'Carlsen-Magnus-x'
    """
    players = " ".join(game.tags.get(side) or "" for side in ("White", "Black"))
    return "-".join(re.findall(r"\w+", players))[:80] or "game"

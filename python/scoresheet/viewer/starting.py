"""A preview of a game with another start position: which moves stay, and which are dropped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoresheet._kinds import EitherGame, is_standard
from scoresheet.drawing.tree import game_json
from scoresheet.viewer.errors import wrong
from scoresheet.viewer.game_edits import edited

__all__ = ["started"]


def started(game: EitherGame, asked: Mapping[str, Any]) -> dict[str, Any]:
    """A game with its `edits`, and then with the start `fen` by `rules`.

    `nodes` are the nodes by the numbers that the page has, None for those that are not part of the game (any more).
    `dropped` is the number of moves that are not legal from there, `kept` that of the others, `fen` the start, and
    `facts` what else depends on it.

    Raises:
        Refused: the edits make no sense, or the board has no edges.
        FenError: the position cannot be read.

    >>> import scoresheet
    >>> found = started(scoresheet.parse("1. e4 e5 *"), {"fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"})
    >>> found["kept"], found["dropped"], [node and node["ply"] for node in found["nodes"]]
    (1, 1, [0, 1, None])
    """
    edits = asked.get("edits") or []
    if not isinstance(edits, list):
        raise wrong("the edits are not a list")
    if not is_standard(game):
        raise wrong("the start of a game on a board without edges cannot be changed")
    before = sum(1 for _ in edited(game, edits)[0].walk())
    changed, nodes = edited(game, [*edits, {"edit": "start", "fen": asked.get("fen"), "rules": asked.get("rules")}])
    found = game_json(changed)
    numbers = {node: number for number, node in enumerate(nodes)}
    placed: list[dict[str, Any] | None] = [None] * len(nodes)
    for node, facts in zip([changed.root, *changed.walk()], found["nodes"], strict=True):
        placed[numbers[node]] = facts
    kept = len(found["nodes"]) - 1
    return {
        "fen": found["nodes"][0]["fen"],
        "nodes": placed,
        "kept": kept,
        "dropped": before - kept,
        "facts": {name: found[name] for name in ("tags", "rules", "variant", "opening")},
    }

"""What the reader of a page changes in a game: its moves, their order, and what is written about them.

The page numbers the nodes of a game as `Game.walk` yields them, after the start, which is 0. Nodes that are added get
the next numbers, and deleted ones keep theirs.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from scoresheet._kinds import EitherGame, is_standard
from scoresheet.viewer.annotation_edits import GAME_KINDS, NODE_KINDS
from scoresheet.viewer.errors import wrong

__all__ = ["edited", "with_edits"]

_MOST_EDITS = 2000
"""The number of edits that the reader may make to a game."""

_Nodes: TypeAlias = "list[Any]"


def with_edits(game: EitherGame, edits: Sequence[Any]) -> EitherGame:
    """A copy of a game with the edits of a page, in their order; the game itself if there are none.

    An edit has its kind and the numbers of nodes: `{"edit": "add", "parent": 1, "uci": "c7c5"}`,
    `{"edit": "promote", "node": 3}`, and the same with `mainline` and `delete`. `start` has a `fen` and `rules`, and
    deletes the moves that are not legal from there, as `Game.restart` does. `comment` and `before` have a `text`, and
    `nags` has a list of `nags` such as `"$1"`. `opinion` has both, with the name of their `source`, which is empty for
    that of annotations that name none, and their `date` in ISO 8601 format or None. `marks` has `arrows` and `squares`
    as `[12, 28, "G"]` and `[28, "G"]`. `tags` has pairs of names and values, which are None if the tag is removed, and
    `result` has a `result`.

    Raises:
        Refused: an edit is unknown, or names no node.
        ScoresheetError: a move is illegal, or a node was deleted before.

    >>> import scoresheet
    >>> game = scoresheet.parse("1. e4 e5 *")
    >>> edits = [{"edit": "add", "parent": 1, "uci": "c7c5"}, {"edit": "promote", "node": 3}]
    >>> with_edits(game, edits).to("pgn").strip(), game.to("pgn").strip()
    ('1. e4 c5 (1... e5) *', '1. e4 e5 *')
    """
    if not isinstance(edits, list | tuple):
        raise wrong("the edits are not a list")
    if not edits:
        return game
    return edited(game, edits)[0]


def edited(game: EitherGame, edits: Sequence[Any]) -> tuple[EitherGame, list[Any]]:
    """A copy of a game with edits, as `with_edits` makes it, and its nodes by their numbers, with those deleted."""
    if len(edits) > _MOST_EDITS:
        raise wrong(f"more than {_MOST_EDITS:,} edits were made")
    changed = copy.copy(game)
    nodes: _Nodes = [changed.root, *changed.walk()]
    for edit in edits:
        name = str(edit.get("edit")) if isinstance(edit, dict) else ""
        if name in GAME_KINDS:
            GAME_KINDS[name](changed, edit)
        elif name in NODE_KINDS:
            NODE_KINDS[name](_node(nodes, edit.get("node")), edit)
        elif name in _KINDS:
            _KINDS[name](nodes, edit)
        else:
            listed = ", ".join([*_KINDS, *NODE_KINDS, *GAME_KINDS])
            raise wrong("there is no such edit", hint=f"the edits are {listed}")
    return changed, nodes


def _add(nodes: _Nodes, edit: Mapping[str, Any]) -> None:
    move = edit.get("uci")
    if not isinstance(move, str):
        raise wrong("an added move is missing")
    after = _node(nodes, edit.get("parent"))
    nodes.append(after.add(move, notation="uci") if is_standard(after.game) else after.add(move))


def _promote(nodes: _Nodes, edit: Mapping[str, Any]) -> None:
    _node(nodes, edit.get("node")).promote()


def _mainline(nodes: _Nodes, edit: Mapping[str, Any]) -> None:
    _node(nodes, edit.get("node")).promote(to_mainline=True)


def _delete(nodes: _Nodes, edit: Mapping[str, Any]) -> None:
    _node(nodes, edit.get("node")).delete()


def _start(nodes: _Nodes, edit: Mapping[str, Any]) -> None:
    fen, rules, game = edit.get("fen"), edit.get("rules"), nodes[0].game
    if not all(given is None or isinstance(given, str) for given in (fen, rules)):
        raise wrong("the start is not a FEN with the name of its rules")
    if not is_standard(game):
        raise wrong("the start of a game on a board without edges cannot be changed")
    game.restart(fen or None, rules or None)


_KINDS: dict[str, Callable[[_Nodes, Mapping[str, Any]], None]] = {
    "add": _add,
    "promote": _promote,
    "mainline": _mainline,
    "delete": _delete,
    "start": _start,
}


def _node(nodes: _Nodes, number: object) -> Any:
    if type(number) is not int or not 0 <= number < len(nodes):
        raise wrong(f"an edit names node {number!r}, which the game does not have"[:200])
    return nodes[number]

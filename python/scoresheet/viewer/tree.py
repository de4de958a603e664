"""A game as plain data for the page: a flat list of nodes, each with the number of its parent.

Neither side recurses, however deeply variations nest. The page knows no rules: each node has its FEN.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from scoresheet._core import Game, Node
from scoresheet._kinds import EitherGame, is_usual
from scoresheet._registry import registry
from scoresheet.drawing.movetext import clean, signs
from scoresheet.drawing.usual_view import numbers_from
from scoresheet.viewer.spoken import spoken

if TYPE_CHECKING:
    from scoresheet.protocols import AnyNode

__all__ = ["errors_of", "game_tree", "nags_of", "notes_of", "texts_of"]

Plain: TypeAlias = dict[str, Any]

_COMMAND = re.compile(r"\[%[^\]]*\]")
"""A command in a comment. The page shows what it means instead."""


def game_tree(game: EitherGame, row: int) -> Plain:
    """A game of either kind as plain data; `row` is its number in the library.

    >>> import scoresheet
    >>> tree = game_tree(scoresheet.parse("1. e4 (1. d4) e5 {fine} *"), 0)
    >>> [(node["p"], node.get("san"), node.get("text")) for node in tree["nodes"]]
    [(-1, None, None), (0, 'e4', None), (0, 'd4', None), (1, 'e5', 'fine')]
    """
    if not is_usual(game):
        from scoresheet.viewer.far_tree import far_tree  # here: few games are on boards without edges

        return far_tree(game, row)
    nodes = list(_nodes(game))
    plain = [_node(node, parent, number) for node, parent, number in _numbered(game, nodes)]
    opening = game.opening
    return {
        "kind": "chess",
        "row": row,
        "tags": [list(pair) for pair in game.tags.items()],
        "result": game.result,
        "plies": game.ply_count,
        "rules": game.start.variant,
        "chess960": game.start.variant == "chess960",
        "nodes": plain,
        "closing": texts_of(game.closing_comments),
        "errors": errors_of(game, nodes),
        "opening": None if opening is None else {"eco": opening.eco, "name": opening.name},
        "times": _times(game),
    }


def _nodes(game: EitherGame) -> Iterator[AnyNode]:
    """All nodes in the order of their numbers: the start, then the order of the text."""
    yield game.root
    yield from game.walk()


def _numbered(game: Game, nodes: list[Any]) -> Iterator[tuple[Node, int, str]]:
    """Each node with the number of its parent and the number before its move."""
    label = numbers_from(game.start)
    places = {node: place for place, node in enumerate(nodes)}
    for node in nodes:
        yield node, -1 if node.parent is None else places[node.parent], label(node.ply) if node.ply else ""


def _node(node: Node, parent: int, number: str) -> Plain:
    position = node.position
    plain: Plain = {"p": parent, "fen": position.fen(), "ply": node.ply}
    if node.ply:
        plain |= {"no": number, "san": node.san or "--", "say": spoken(node.san)}
        move = node.move
        if move is not None and not move.null:
            plain |= {"uci": move.uci(chess960=position.variant == "chess960")}
            plain |= {"mv": [move.from_square, move.to_square]}
    flags = {"chk": position.is_check, "illegal": node.illegal, "null": node.null}
    plain |= {name: True for name, holds in flags.items() if holds}
    return plain | notes_of(node) | _marks(node)


def notes_of(node: AnyNode) -> Plain:
    """The comments, NAGs, times and evaluation of a node of either kind, as far as it has them."""
    found: Plain = {
        "nags": nags_of(node.nags),
        "text": " ".join(texts_of([*node.comments_after, *_unplayed(node)])),
        "pre": " ".join(texts_of(node.comments_before)),
    }
    plain = {name: value for name, value in found.items() if value}
    times = {"clk": node.clock, "emt": node.emt}
    plain |= {name: seconds for name, seconds in times.items() if seconds is not None}
    value = node.eval
    if value is not None:
        plain["eval"] = {"cp": value.cp} if value.mate is None else {"mate": value.mate}
    return plain


def _unplayed(node: AnyNode) -> list[str]:
    """Words that could not be played after this node, which a reader must not miss."""
    words = [*(f"({variation})" for variation in node.unplayed), node.rest or ""]
    return [f"[not played: {text}]" for text in words if text]


def _marks(node: Node) -> Plain:
    arrows = [[arrow.start, arrow.end, arrow.colour] for arrow in node.arrows]
    squares = [[mark.square, mark.colour] for mark in node.squares]
    return {**({"arr": arrows} if arrows else {}), **({"csl": squares} if squares else {})}


def texts_of(comments: Iterable[str]) -> list[str]:
    r"""Comments without commands and without characters that change the direction of writing.

    >>> texts_of(["[%clk 0:01:00]", "good [%eval 0.2]\x1b[2J"])
    ['good �[2J']
    """
    return [shown for shown in (" ".join(clean(_COMMAND.sub(" ", text)).split()) for text in comments) if shown]


def nags_of(nags: Iterable[int | str]) -> list[Plain]:
    """The NAGs with their signs and their meaning in words.

    >>> nags_of([1, 16])
    [{'sign': '!', 'words': 'good move', 'code': '$1'}, {'sign': '±', 'words': 'White has a moderate advantage', 'code': '$16'}]
    """
    codes = [(nag, f"${nag}" if isinstance(nag, int) else str(nag)) for nag in nags]
    return [{"sign": signs([nag]).strip(), "words": _meanings().get(code, code), "code": code} for nag, code in codes]


@cache
def _meanings() -> dict[str, str]:
    return {str(entry["code"]): str(entry["doc"]) for entry in registry("nags")}


def errors_of(game: EitherGame, nodes: list[Any]) -> list[Plain]:
    """The errors of a game, each with the number of the node after which it happened."""
    mainline = {node.ply: place for place, node in enumerate(nodes) if node.is_mainline}
    return [_error(error, mainline) for error in game.errors]


def _error(error: Any, mainline: dict[int, int]) -> Plain:
    ply = getattr(error, "ply", None)
    # A move that could not be played has no node, so the error is shown at the one before.
    node = 0 if ply is None else mainline.get(max(ply - 1, 0), max(mainline.values(), default=0))
    parts = ("code", "message", "hint", "line", "column", "ply", "text")
    return {**{name: getattr(error, name, None) for name in parts}, "node": node}


_CONTROL = re.compile(r"(\d{1,9})(?:\+(\d{1,9}))?")


def _times(game: Game) -> Plain | None:
    """The base time and the increment in seconds, if the time control is as simple as that."""
    match = _CONTROL.fullmatch(game.tags.get("TimeControl") or "")
    return None if match is None else {"base": int(match[1]), "increment": int(match[2] or 0)}

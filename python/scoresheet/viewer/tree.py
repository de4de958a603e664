"""A game as JSON for the client: its tags, and a flat list of nodes that each name their parent.

The list is flat however deeply variations nest, so neither side recurses. A key that says nothing is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from scoresheet._core import Game, Node
from scoresheet._registry import registry
from scoresheet.drawing.movetext import flowing, signs
from scoresheet.drawing.usual_view import UsualView

if TYPE_CHECKING:
    from scoresheet.errors import ScoresheetError

__all__ = ["game_json", "position_json"]

_COMMAND = re.compile(r"\[%[^\]]*\]")
_PERIOD = re.compile(r"(?:\d+/)?(\d+)(?:\+(\d+))?(?::.*)?", re.ASCII)
"""The first period of a TimeControl tag, in seconds."""


def game_json(game: Game, row: int = 0, *, moves: str | None = None) -> dict[str, Any]:
    """A game as JSON; `row` is its number in the list of games, from 0, and `moves` the notation of its moves.

    >>> import scoresheet
    >>> [node.get("san") for node in game_json(scoresheet.parse("1. e4 (1. d4) e5 *"))["nodes"]]
    [None, 'e4', 'd4', 'e5']
    """
    view = UsualView(game)
    number = view.numbers()
    numbers: dict[Node, int] = {}
    nodes = []
    for node in _all(game):
        numbers[node] = len(nodes)
        told = _node(node)
        told["p"] = -1 if node.parent is None else numbers[node.parent]
        if node.ply:
            told["no"] = number(node.ply)
        if moves is not None and node.ply:
            told["shown"] = view.spelled(node, moves)
        nodes.append(told)
    opening = game.opening
    return {
        "kind": "chess",
        "row": row,
        "tags": [[flowing(name), flowing(value)] for name, value in game.tags.items()],
        "result": flowing(game.result),
        "plies": game.ply_count,
        "rules": game.start.variant,
        "chess960": game.start.variant == "chess960",
        "nodes": nodes,
        "closing": list(_comments(game.closing_comments)),
        "errors": [_error(error, nodes, list(numbers)) for error in game.errors],
        "opening": {"eco": opening.eco, "name": opening.name} if opening else None,
        "times": _times(game.tags.get("TimeControl")),
    }


def position_json(fen: str, rules: str = "standard", move: str | None = None) -> dict[str, Any]:
    """A position with its legal moves; with `move` in UCI, the position after it, and that move in SAN.

    Squares are numbers, and a1 is 0. A legal move is its UCI, its two squares, and the piece it promotes to or None.

    Raises:
        PositionError: the FEN is invalid.
        MoveError: the move is not legal.

    >>> told = position_json("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    >>> told["turn"], [move for move in told["legal"] if move[3]][0]
    ('white', ['a7a8q', 48, 56, 'q'])
    """
    from scoresheet import Position

    position = Position(fen, rules)
    said: dict[str, Any] = {}
    if move is not None:
        played = position.parse(move, "uci")
        said = {"san": position.write(played), "mv": [played.from_square, played.to_square]}
        position = position.play(played)
    legal = [
        [each.uci(), each.from_square, each.to_square, each.uci()[4:] or None] for each in position.legal_moves
    ]
    return {
        "fen": position.fen(),
        "turn": position.turn,
        "chk": position.is_check,
        "mate": position.is_mate,
        "stalemate": position.is_stalemate,
        **said,
        "legal": legal,
    }


def _all(game: Game) -> Iterator[Node]:
    yield game.root
    yield from game.walk()


def _node(node: Node) -> dict[str, Any]:
    position, evaluation = node.position, node.eval
    told: dict[str, Any] = {
        "fen": position.fen(),
        "ply": node.ply,
        "chk": position.is_check,
        "illegal": node.illegal,
        "null": node.null,
        "nags": [_nag(nag) for nag in node.nags],
        "text": " ".join(_comments(node.comments_after)),
        "pre": " ".join(_comments(node.comments_before)),
        "arr": [list(arrow) for arrow in node.arrows],
        "csl": [list(mark) for mark in node.squares],
        "unplayed": [flowing(each) for each in (*(f"({text})" for text in node.unplayed), node.rest or "") if each],
        **_move(node),
    }
    told = {key: value for key, value in told.items() if value or key == "ply"}
    told |= {key: value for key, value in (("clk", node.clock), ("emt", node.emt)) if value is not None}
    if evaluation is not None:
        told["eval"] = {"mate": evaluation.mate} if evaluation.mate is not None else {"cp": evaluation.cp}
    return told


def _move(node: Node) -> dict[str, Any]:
    move = node.move
    if move is None:
        return {}
    if move.null:
        return {"san": node.san or "--"}
    return {"san": node.san or node.text or move.uci(), "uci": move.uci(), "mv": [move.from_square, move.to_square]}


def _nag(nag: int | str) -> dict[str, str]:
    code = f"${nag}" if isinstance(nag, int) else flowing(nag)
    return {"sign": signs([nag]).strip(), "words": _meanings().get(code, code), "code": code}


@cache
def _meanings() -> dict[str, str]:
    return {row["code"]: row["doc"] for row in registry("nags")}


def _comments(comments: Sequence[str]) -> Iterator[str]:
    for comment in comments:
        if shown := flowing(_COMMAND.sub(" ", comment)):
            yield shown


def _error(error: ScoresheetError | Exception, told: list[dict[str, Any]], nodes: list[Node]) -> dict[str, Any]:
    """An error with the number of the node after which it happened, or of the start if it concerns no move."""
    place = {name: getattr(error, name, None) for name in ("code", "line", "column", "ply", "hint")}
    text, ply = getattr(error, "text", None), place["ply"]
    after = [
        number
        for number, node in enumerate(nodes)
        if ply is not None and node.ply == ply - 1 and any(text and text in rest for rest in told[number].get("unplayed", ()))
    ]
    return {**place, "message": flowing(str(getattr(error, "message", error))), "node": after[0] if after else 0}


def _times(written: str | None) -> dict[str, int] | None:
    """The time that each player has at first and gains with each move, in seconds."""
    period = _PERIOD.fullmatch(written or "")
    return {"base": int(period[1]), "increment": int(period[2] or 0)} if period else None

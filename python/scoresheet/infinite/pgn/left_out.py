"""The parts of a game of standard chess that ICN cannot express: some moves, variations, and everything in them.

They are counted as the writers of other formats do: a move without a text ends its line, and each move from there on,
including variations, is lost as `tail`, with each of its comments, commands and NAGs.
"""

from __future__ import annotations

from collections import Counter

import scoresheet
from scoresheet import _core

__all__ = ["lose_line", "lose_unplayed", "lose_variation", "variations_on", "why_not"]

_KING_HOME = (4, 60)
_CORNERS = (0, 7, 56, 63)


def why_not(node: scoresheet.Node) -> str | None:
    """The kind of loss for a move; None if ICN can express it."""
    move = node.move
    if node.null:
        return "null-move"
    if node.illegal or move is None:
        return "illegal-move"
    if move.castle and (move.from_square not in _KING_HOME or move.rook_square not in _CORNERS):
        return "castling"
    return None


def variations_on(node: scoresheet.Node) -> list[scoresheet.Node]:
    """The first moves of the variations on a move, if that is the first choice.

    >>> import scoresheet
    >>> [node.san for node in variations_on(scoresheet.parse("1. e4 (1. d4) (1. c4) *").at(1))]
    ['d4', 'c4']
    """
    parent = node.parent
    children = parent.children if parent is not None else []
    return children[1:] if children and children[0] == node else []


def lose_line(first: scoresheet.Node, losses: Counter[str]) -> None:
    """Counts a line from the move that ICN cannot express.

    >>> import scoresheet
    >>> lose_line(scoresheet.parse("1. e4 -- {why} 2. d4 $1 (2. c4) *").at(2), losses := Counter())
    >>> +losses == {"null-move": 1, "tail": 3, "comment": 1, "nag": 1, "variation": 1}
    True
    """
    _lose_comments(first.comments_before, losses)
    _lose_all(first, losses)


def lose_variation(first: scoresheet.Node, losses: Counter[str]) -> None:
    """Counts a variation, starting with its first move.

    >>> import scoresheet
    >>> game, losses = scoresheet.parse("1. e4 ({or} 1. d4 d5 {[%clk 0:01:00]}) *"), Counter()
    >>> lose_variation(game.root.children[1], losses)
    >>> +losses == {"variation": 1, "comment": 1, "command": 1}
    True
    """
    losses["variation"] += 1
    _lose_comments(first.comments_before, losses)
    _lose_all(first, losses)


def lose_unplayed(node: scoresheet.Node, losses: Counter[str]) -> None:
    """Counts the variations after a node in which no move could be played; each is kept as text."""
    losses["variation"] += len(node.unplayed)
    _lose_comments(node.unplayed, losses)


def _lose_all(first: scoresheet.Node, losses: Counter[str]) -> None:
    """Counts the contents of a line and of its variations, starting with its first move."""
    pending: list[tuple[scoresheet.Node, bool]] = [(first, False)]
    while pending:
        start, ended = pending.pop()
        node: scoresheet.Node | None = start
        while node is not None:
            why = None if ended else why_not(node)
            if why is not None:
                losses[why] += 1
                ended = True
            losses["tail"] += ended
            rest = [] if node.rest is None else [node.rest]
            _lose_comments([*node.comments_after, *rest], losses)
            losses["nag"] += len(node.nags)
            lose_unplayed(node, losses)
            for variation in variations_on(node):
                losses["variation"] += 1
                _lose_comments(variation.comments_before, losses)
                pending.append((variation, ended))
            node = node.next


def _lose_comments(comments: list[str], losses: Counter[str]) -> None:
    """Counts comments: their text, and each command in them."""
    for text in comments:
        rest, commands = _core.commands(text)
        losses["command"] += len(commands)
        losses["comment"] += not commands or bool(rest.strip())

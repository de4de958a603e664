"""A game's moves, comments and variations as stretches of words, for whatever shows them.

A stretch stands between two brackets of variations: a terminal indents it, a page makes a block of it. The list is
flat however deep variations nest, and so is the way it is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from typing import TypeAlias

    from typing_extensions import TypeIs

    from scoresheet import Game, Node, Position
    from scoresheet.infinite import Game as OpenGame
    from scoresheet.infinite import Node as OpenNode
    from scoresheet.infinite import Position as OpenPosition

    AnyGame: TypeAlias = Game | OpenGame
    AnyNode: TypeAlias = Node | OpenNode
    AnyPosition: TypeAlias = Position | OpenPosition

__all__ = [
    "Stretch",
    "Word",
    "check_notation",
    "clean",
    "is_open",
    "is_open_node",
    "numbers",
    "numbers_of",
    "signs",
    "spelled",
    "stretches",
]

_SIGNS = {
    1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓",
    18: "+-", 19: "-+", 22: "⨀", 23: "⨀", 32: "⟳", 33: "⟳", 36: "↑", 37: "↑", 40: "→", 41: "→", 132: "⇆", 133: "⇆",
    138: "⊕", 139: "⊕", 140: "∆", 146: "N",
}  # fmt: skip
"""What books print for a NAG."""

_AFTER_THE_MOVE = 6
"""The NAGs up to this one judge the move and are written without a space."""

_COMMAND = re.compile(r"\[%[^\]]*\]")
"""A command in a comment: `[%clk 0:01:00]`. It is shown in its own way, not as text."""

# Control characters steer terminals, and directional ones turn the text around that follows them.
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Word:
    """Something between two spaces, or a whole comment."""

    kind: Literal["number", "move", "comment", "unplayed", "open", "close", "result"]
    text: str
    node: AnyNode | None = None


@dataclass
class Stretch:
    """Words that stand at one depth without a bracket between them; depth 0 is the mainline."""

    depth: int
    words: list[Word] = field(default_factory=list)


@dataclass(frozen=True)
class _Step:
    """What is to be told next: a move, or that a variation ends."""

    node: AnyNode | None
    depth: int
    opens: bool = False


def clean(text: str) -> str:
    r"""A text of a file as it may be shown: without characters that steer a terminal or turn the direction of writing.

    >>> clean("good\x1b[2J\nmove")
    'good�[2J\nmove'
    """
    return _UNSEEN.sub("�", text)


def stretches(game: AnyGame, notation: str | None = None) -> list[Stretch]:
    """The words of a game in the order of reading, with moves in a notation; None for SAN.

    >>> import scoresheet
    >>> game = scoresheet.parse("1. e4 (1. d4 d5) e5 *")
    >>> [(part.depth, " ".join(word.text for word in part.words)) for part in stretches(game)]
    [(0, '1. e4'), (1, '( 1. d4 d5 )'), (0, '1... e5 *')]
    """
    check_notation(game, notation)
    told = _Telling(game, notation)
    told.notes(game.root)
    for step in _steps(game):
        told.step(step)
    told.word(Word("result", game.result))
    for comment in game.closing_comments:
        told.comment(comment)
    return [stretch for stretch in told.stretches if stretch.words]


def _steps(game: AnyGame) -> Iterator[_Step]:
    pending = [] if game.root.next is None else [_Step(game.root.next, 0)]
    while pending:
        step = pending.pop()
        yield step
        node = step.node
        if node is None:
            continue
        if node.next is not None:
            pending.append(_Step(node.next, step.depth))
        variations: Sequence[AnyNode] = node.variations
        for variation in reversed(variations):
            pending += [_Step(None, step.depth + 1), _Step(variation, step.depth + 1, opens=True)]


class _Telling:
    """Collects the words."""

    def __init__(self, game: AnyGame, notation: str | None) -> None:
        self.stretches = [Stretch(0)]
        self.notation = notation
        self.numbers = numbers_of(game)
        self.numbered = False

    def step(self, step: _Step) -> None:
        if step.node is None:
            if not self.stretches[-1].words:  # another one has just ended: both brackets stand together
                self.stretches.pop()
            self.word(Word("close", ")"))
            self._stretch(step.depth - 1)
            return
        if step.opens:
            self._stretch(step.depth)
            self.word(Word("open", "("))
        self._move(step.node)

    def _move(self, node: AnyNode) -> None:
        for comment in node.comments_before:
            self.comment(comment)
        number = self.numbers(node.ply)
        if not self.numbered or not number.endswith("..."):
            self.word(Word("number", number))
        self.word(Word("move", spelled(node, self.notation) + signs(node.nags), node))
        self.numbered = True
        self.notes(node)

    def notes(self, node: AnyNode) -> None:
        """What stands behind a move: its comments, and words that no move could be made of."""
        for comment in node.comments_after:
            self.comment(comment)
        unplayed = [f"({variation})" for variation in node.unplayed]
        for words in [*unplayed, node.rest or ""]:
            if words:
                self.word(Word("unplayed", f"[not played: {' '.join(clean(words).split())}]"))
                self.numbered = False

    def comment(self, text: str) -> None:
        shown = " ".join(clean(_COMMAND.sub(" ", text)).split())
        if shown:
            self.word(Word("comment", shown))
            self.numbered = False

    def word(self, word: Word) -> None:
        self.stretches[-1].words.append(word)

    def _stretch(self, depth: int) -> None:
        if self.stretches[-1].words:
            self.stretches.append(Stretch(depth))
        self.stretches[-1].depth = depth
        self.numbered = False


def check_notation(game: AnyGame, notation: str | None) -> None:
    """Refuses notations that the moves of a game do not have.

    Raises:
        UsageError: it is a game of infinite chess, whose moves are written in ICN only.
    """
    from scoresheet.errors import UsageError

    if notation is not None and is_open(game.start):
        raise UsageError(f"moves on a board without edges have no notation `{notation}`", hint="they are shown in ICN")


def is_open(position: AnyPosition) -> TypeIs[OpenPosition]:
    """Whether a position is one of infinite chess, on a board without edges.

    >>> import scoresheet
    >>> is_open(scoresheet.Position())
    False
    """
    return hasattr(position, "turn_order")


def is_open_node(node: AnyNode) -> TypeIs[OpenNode]:
    """Whether a node is one of a game of infinite chess.

    >>> import scoresheet
    >>> is_open_node(scoresheet.Game().root)
    False
    """
    return not hasattr(node, "san")


def numbers_of(game: AnyGame) -> Callable[[int], str]:
    """The function that gives the number in front of a ply's move of a game.

    >>> from scoresheet import infinite
    >>> number = numbers_of(infinite.Game(start="b 7 K0,0|k5,5"))
    >>> number(1), number(2)
    ('7...', '8.')
    """
    start = game.start
    if not is_open(start):
        return numbers(start)
    cycle = len(start.turn_order)
    # By today's rules a number is for a whole cycle, whoever begins it.
    black_first = cycle == 2 and start.turn == "black" and getattr(game, "rules", "doc") != "modern"

    def number(ply: int) -> str:
        halves = ply - 1 + black_first
        return f"{start.fullmove + halves // cycle}{'...' if halves % cycle else '.'}"

    return number


def numbers(start: Position) -> Callable[[int], str]:
    """The function that gives the number in front of a ply's move, for games that start here.

    >>> import scoresheet
    >>> number = numbers(scoresheet.Position("k7/8/8/8/8/8/8/K7 b - - 3 40"))
    >>> number(1), number(2)
    ('40...', '41.')
    """
    first = int(start.fen().split()[5])
    black_first = start.turn == "black"

    def number(ply: int) -> str:
        halves = ply - 1 + black_first
        return f"{first + halves // 2}{'...' if halves % 2 else '.'}"

    return number


def spelled(node: AnyNode, notation: str | None = None) -> str:
    """The text of a move in a notation, SAN where that has none for it; ICN on boards without edges."""
    from scoresheet.errors import LossError, MoveError

    if is_open_node(node):
        return "" if node.move is None else str(node.move)
    if notation is None:
        return node.san or ""
    if node.before is None or node.move is None:
        return ""
    try:
        text: str | bytes = node.before.write(node.move, notation)
    except (MoveError, LossError):
        return node.san or ""
    return text.hex() if isinstance(text, bytes) else text


def signs(nags: Iterable[int | str]) -> str:
    """What stands after a move: `!` and its like close to it, everything else apart.

    >>> signs([1, 16, 9]), signs(["$5.1.2.1.1"])
    ('! ± $9', ' $5.1.2.1.1')
    """
    close, apart = "", []
    for nag in nags:
        sign = _SIGNS.get(nag, f"${nag}") if isinstance(nag, int) else clean(nag)
        if isinstance(nag, int) and 1 <= nag <= _AFTER_THE_MOVE:
            close += sign
        else:
            apart.append(sign)
    return " ".join([close, *apart])

"""A game's moves, comments and variations as stretches of words, for whatever shows them.

A stretch stands between two brackets of variations: a terminal indents it, a page makes a block of it. The list is
flat however deep variations nest, and so is the way it is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from scoresheet._printable import printable
from scoresheet.drawing.views import view_of

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame
    from scoresheet.drawing.view import AnyView
    from scoresheet.protocols import AnyGame, AnyNode

__all__ = ["Stretch", "Word", "clean", "flowing", "signs", "stretches"]

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
class _Next:
    """What is to be written next: a move, or that a variation ends."""

    node: AnyNode | None
    depth: int
    opens: bool = False


def clean(text: str) -> str:
    r"""A text of a file as it may be shown: without characters that steer a terminal or turn the direction of writing.

    >>> clean("good\x1b[2J\nmove")
    'good�[2J\nmove'
    """
    return printable(text, lines=True)


def flowing(text: str) -> str:
    r"""A text of a file as it may be shown in one line: a line break, of whatever kind, is a blank like any other.

    >>> flowing(" one\r\ntwo\tthree\x1b[2J\n")
    'one two three�[2J'
    """
    return clean(" ".join(text.split()))


def stretches(game: EitherGame, notation: str | None = None) -> list[Stretch]:
    """The words of a game in the order of reading, with moves in a notation; None for SAN.

    >>> import scoresheet
    >>> game = scoresheet.parse("1. e4 (1. d4 d5) e5 *")
    >>> [(part.depth, " ".join(word.text for word in part.words)) for part in stretches(game)]
    [(0, '1. e4'), (1, '( 1. d4 d5 )'), (0, '1... e5 *')]
    """
    view = view_of(game)
    view.check_notation(notation)
    writer = _Writer(view, notation)
    writer.notes(game.root)
    for step in _steps(game):
        writer.step(step)
    writer.word(Word("result", game.result))
    for comment in game.closing_comments:
        writer.comment(comment)
    return [stretch for stretch in writer.stretches if stretch.words]


def _steps(game: AnyGame) -> Iterator[_Next]:
    pending = [] if game.root.next is None else [_Next(game.root.next, 0)]
    while pending:
        step = pending.pop()
        yield step
        node = step.node
        if node is None:
            continue
        if node.next is not None:
            pending.append(_Next(node.next, step.depth))
        for variation in reversed(node.variations):
            pending += [_Next(None, step.depth + 1), _Next(variation, step.depth + 1, opens=True)]


class _Writer:
    """Collects the words."""

    def __init__(self, view: AnyView, notation: str | None) -> None:
        self.stretches = [Stretch(0)]
        self.view, self.notation = view, notation
        self.number = view.numbers()
        self.numbered = False

    def step(self, step: _Next) -> None:
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
        number = self.number(node.ply)
        if not self.numbered or not number.endswith("..."):
            self.word(Word("number", number))
        self.word(Word("move", self.view.spelled(node, self.notation) + signs(node.nags), node))
        self.numbered = True
        self.notes(node)

    def notes(self, node: AnyNode) -> None:
        """What stands behind a move: its comments, and words that no move could be made of."""
        for comment in node.comments_after:
            self.comment(comment)
        unplayed = [f"({variation})" for variation in node.unplayed]
        for words in [*unplayed, node.rest or ""]:
            if words:
                self.word(Word("unplayed", f"[not played: {flowing(words)}]"))
                self.numbered = False

    def comment(self, text: str) -> None:
        shown = flowing(_COMMAND.sub(" ", text))
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

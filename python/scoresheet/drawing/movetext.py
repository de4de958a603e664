"""A game's moves, comments and variations as stretches of words, for any kind of display.

A stretch ends at each start and end of a variation: a terminal indents it, a page makes it a block. The list is flat
however deeply variations nest, and it is made without recursion.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from scoresheet._nag_words import languages, meaning, words
from scoresheet._printable import printable
from scoresheet.drawing.views import view_of

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame
    from scoresheet.drawing.view import AnyView
    from scoresheet.protocols import AnyGame, AnyNode

__all__ = [
    "COMMAND",
    "Stretch",
    "Word",
    "clean",
    "flowing",
    "language_of",
    "remark",
    "shown_result",
    "sign_of",
    "signs",
    "stretches",
]

_SIGNS = {
    1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓",
    18: "+-", 19: "-+", 22: "⨀", 23: "⨀", 32: "⟳", 33: "⟳", 36: "↑", 37: "↑", 40: "→", 41: "→", 132: "⇆", 133: "⇆",
    138: "⊕", 139: "⊕", 140: "∆", 146: "N",
}  # fmt: skip
"""The signs for NAGs that books print."""

_JUDGEMENTS = ("!", "?", "!!", "??", "!?", "?!")
"""The signs that judge the move. They are written without a space."""

COMMAND = re.compile(r"\[%[^\]]*\]")
"""A command in a comment, such as `[%clk 0:01:00]`. Commands are not shown as text."""


@dataclass(frozen=True)
class Word:
    """Text between two spaces, a whole comment, or the meaning of a NAG without a sign."""

    kind: Literal["number", "move", "nag", "comment", "unplayed", "open", "close", "result", "diagram"]
    text: str
    """For a diagram, the side at the bottom of the board: `white`, `black`, or nothing if the author does not say."""
    node: AnyNode | None = None
    """The move, or the one after which the position of a diagram is reached."""

    @property
    def shown(self) -> str:
        """The text as pages show it."""
        return shown_result(self.text) if self.kind == "result" else self.text


_DIAGRAMS = {220: "white", 221: "black"}
"""The NAGs that request a diagram, and the side at its bottom."""

_DIAGRAM = re.compile(r"\[#\]|\(D\)|\(diagram\)|(?i:^diagram *(?:\[?#\]?(?: ?--)?|--|$))|^D$")
"""What requests a diagram in comments: `[#]` as ChessBase writes it, `(D)`, and `Diagram`, alone or with a sign."""


@dataclass
class Stretch:
    """Words at one depth without the begin or end of a variation between them; depth 0 is the mainline."""

    depth: int
    words: list[Word] = field(default_factory=list)


@dataclass(frozen=True)
class _Next:
    """What to write next: a move, or the end of a variation."""

    node: AnyNode | None
    depth: int
    opens: bool = False


def clean(text: str) -> str:
    r"""Text from a file for display, without characters that control a terminal or change the writing direction.

    >>> clean("good\x1b[2J\nmove")
    'good�[2J\nmove'
    """
    return printable(text, lines=True)


def flowing(text: str) -> str:
    r"""Text from a file for display on one line. Line breaks of any kind become spaces.

    >>> flowing(" one\r\ntwo\tthree\x1b[2J\n")
    'one two three�[2J'
    """
    return clean(" ".join(text.split()))


def shown_result(result: str) -> str:
    """A result as pages show it.

    >>> shown_result("1/2-1/2"), shown_result("1-0")
    ('½-½', '1-0')
    """
    return "½-½" if result == "1/2-1/2" else result


def remark(comment: str) -> str:
    """A comment for display on one line, without its commands.

    >>> remark("[%clk 0:01:00] good")
    'good'
    """
    return flowing(COMMAND.sub(" ", comment))


def stretches(game: EitherGame, notation: str | None = None, *, diagrams: bool = False) -> list[Stretch]:
    """The words of a game in reading order, with moves in a notation, or in SAN if it is None.

    NAGs that books have no sign for are words, in the language of the notation if that is `san-de` or the like. With
    `diagrams`, a word of this kind replaces each mark with which the author requested one.

    >>> import scoresheet
    >>> game = scoresheet.parse("1. e4 (1. d4 d5) e5 *")
    >>> [(part.depth, " ".join(word.text for word in part.words)) for part in stretches(game)]
    [(0, '1. e4'), (1, '( 1. d4 d5 )'), (0, '1... e5 *')]
    >>> " ".join(word.text for word in stretches(scoresheet.parse("1. Nf3 $1 $24 *"), "san-de")[0].words)
    '1. Sf3! [Weiß hat einen leichten Raumvorteil] *'
    >>> [word.kind for word in stretches(scoresheet.parse("1. e4 {[#] fine} *"), diagrams=True)[0].words]
    ['number', 'move', 'comment', 'diagram', 'result']
    """
    view = view_of(game)
    view.check_notation(notation)
    writer = _Writer(view, notation, diagrams)
    writer.notes(game.root)
    for step in _steps(game):
        writer.step(step)
    writer.word(Word("result", game.result))
    for comment in game.closing_comments:
        writer.comment(comment, game.last)
    writer.diagram()
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

    def __init__(self, view: AnyView, notation: str | None, diagrams: bool) -> None:
        self.diagrams = diagrams
        self.asked: Word | None = None
        self.stretches = [Stretch(0)]
        self.view, self.notation, self.language = view, notation, language_of(notation)
        self.number = view.numbers()
        self.numbered = False

    def step(self, step: _Next) -> None:
        if step.node is None:
            if not self.stretches[-1].words:  # another one has just ended: both brackets belong together
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
            self.comment(comment, node.parent)
        self.diagram()
        number = self.number(node.ply)
        if not self.numbered or not number.endswith("..."):
            self.word(Word("number", number))
        asking = [nag for nag in node.nags if _side_of(nag) is not None] if self.diagrams else []
        nags = [nag for nag in node.nags if nag not in asking]
        spoken = {nag: said for nag in nags if sign_of(nag) is None and (said := words(nag, self.language))}
        signed = signs(nag for nag in nags if nag not in spoken)
        self.word(Word("move", self.view.spelled(node, self.notation) + signed, node))
        for said in spoken.values():
            self.word(Word("nag", f"[{said}]"))
        self.numbered = True
        if asking:
            self.asked = Word("diagram", _side_of(asking[0]) or "", node)
        self.notes(node)

    def notes(self, node: AnyNode) -> None:
        """What follows a move: its comments, and words that could not be played."""
        for comment in node.comments_after:
            self.comment(comment, node)
        self.diagram()
        unplayed = [f"({variation})" for variation in node.unplayed]
        for text in [*unplayed, node.rest or ""]:
            if text:
                self.word(Word("unplayed", f"[not played: {flowing(text)}]"))
                self.numbered = False

    def comment(self, text: str, node: AnyNode | None) -> None:
        """A comment, which can request a diagram of the position after `node`."""
        shown = remark(text)
        rest = flowing(_DIAGRAM.sub(" ", shown)) if self.diagrams else shown
        if rest:
            self.word(Word("comment", rest))
            self.numbered = False
        if rest != shown and node is not None and self.asked is None:
            self.asked = Word("diagram", "", node)

    def diagram(self) -> None:
        """The requested diagram, once the comments of its move are complete."""
        if self.asked is not None:
            self.word(self.asked)
            self.numbered = False
        self.asked = None

    def word(self, word: Word) -> None:
        self.stretches[-1].words.append(word)

    def _stretch(self, depth: int) -> None:
        if self.stretches[-1].words:
            self.stretches.append(Stretch(depth))
        self.stretches[-1].depth = depth
        self.numbered = False


def language_of(notation: str | None) -> str:
    """The language of a notation such as `san-de`, if NAGs have words in it; otherwise English.

    >>> language_of("san-de"), language_of("san-fi"), language_of("uci"), language_of(None)
    ('de', 'en', 'en', 'en')
    """
    language = (notation or "").removeprefix("san-")
    return language if language in languages() else "en"


def sign_of(nag: int | str) -> str | None:
    """The sign that books print for a NAG, simple or composite; None if there is none.

    >>> sign_of(16), sign_of("$2.1"), sign_of("$24"), sign_of("?!")
    ('±', '!', None, '?!')
    """
    if isinstance(nag, str) and not nag.startswith("$"):
        return clean(nag)
    return _SIGNS.get(nag if isinstance(nag, int) else meaning(nag)["pgnNag"])


def _side_of(nag: int | str) -> str | None:
    """The side at the bottom of the diagram that a NAG requests; None if it requests none."""
    return _DIAGRAMS.get(nag if isinstance(nag, int) else meaning(nag)["pgnNag"])


def signs(nags: Iterable[int | str]) -> str:
    """The NAGs after a move: signs such as `!` without a space, everything else with one.

    >>> signs([1, 16, 9]), signs(["$2.1", "$5.1.2.1.1"])
    ('! ± $9', '! $5.1.2.1.1')
    """
    close, apart = "", []
    for nag in nags:
        sign = sign_of(nag)
        if sign is None:
            apart.append(f"${nag}" if isinstance(nag, int) else clean(nag))
        elif sign in _JUDGEMENTS:
            close += sign
        else:
            apart.append(sign)
    return " ".join([close, *apart])

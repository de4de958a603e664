"""Games for paper: their headings, their moves as paragraphs, and diagrams where the authors want them.

HTML, LaTeX and Markdown differ only in how they write what is found here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scoresheet._kinds import is_standard
from scoresheet.drawing.heading import heading_of
from scoresheet.drawing.movetext import Word, stretches
from scoresheet.drawing.views import view_of

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame
    from scoresheet.drawing.view import AnyView, Shown

__all__ = ["Diagram", "Paragraph", "PrintedGame", "joined", "printed", "spaced"]

_USUAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@dataclass
class Paragraph:
    """Words of the mainline, or those of variations, however deep."""

    main: bool
    words: list[Word] = field(default_factory=list)


@dataclass(frozen=True)
class Diagram:
    """A board between paragraphs."""

    shown: Shown[Any, Any]
    flipped: bool


@dataclass(frozen=True)
class PrintedGame:
    """A game for paper."""

    view: AnyView
    title: tuple[str, ...]
    """The players who are known, or the event if none is; nothing if the tags say nothing."""
    result: str
    facts: tuple[str, ...]
    """Where and when it was played, and the other parts of a heading."""
    blocks: tuple[Paragraph | Diagram, ...]


def printed(game: EitherGame, *, flipped: bool = False, moves: str | None = None, ending: bool = False) -> PrintedGame:
    """A game for paper. A game that starts elsewhere than usual begins with a diagram.

    Args:
        game: a game of either kind.
        flipped: put Black at the bottom of diagrams for which the author does not say otherwise.
        moves: the notation of the moves; SAN if it is not given.
        ending: if the author marks no diagrams, end with one of the last position of the mainline.

    >>> import scoresheet
    >>> found = printed(scoresheet.parse("1. e4 (1. d4 $220 d5) e5 *"))
    >>> [type(block).__name__ for block in found.blocks]
    ['Paragraph', 'Paragraph', 'Diagram', 'Paragraph', 'Paragraph']
    """
    view = view_of(game)
    head = heading_of(view)
    title, facts = tuple(name for name in (head.white, head.black) if name != "?"), head.facts
    if not title and head.tagged:
        title, facts = facts[:1], facts[1:]
    return PrintedGame(view, title, head.result, facts, tuple(_blocks(view, flipped, moves, ending)))


def _blocks(view: AnyView, flipped: bool, moves: str | None, ending: bool) -> Iterator[Paragraph | Diagram]:
    game, asked = view.game, False
    starts_elsewhere = not is_standard(game) or game.start.fen() != _USUAL
    if starts_elsewhere:
        yield Diagram(view.at(0), flipped)
    paragraph = Paragraph(main=True)
    for stretch in stretches(game, moves, diagrams=True):
        if paragraph.main != (stretch.depth == 0):
            if paragraph.words:
                yield paragraph
            paragraph = Paragraph(stretch.depth == 0)
        for word in stretch.words:
            if word.kind != "diagram":
                paragraph.words.append(word)
                continue
            shown = None if word.node is None else view.after(word.node)
            if shown is None or (starts_elsewhere and shown.ply == 0):
                continue  # the board is not known, or is there already
            if paragraph.words:
                yield paragraph
            paragraph, asked = Paragraph(paragraph.main), True
            yield Diagram(shown, word.text == "black" or (flipped and word.text != "white"))
    if paragraph.words:
        yield paragraph
    if ending and not asked and (last := view.at()).ply:
        yield Diagram(last, flipped)


def joined(words: Sequence[Word], write: Callable[[Word], str], *, fixed: str) -> str:
    """The words with spaces between them. `fixed` is a space that no line ends at: one after a number.

    >>> words = [Word("open", "("), Word("number", "1."), Word("move", "e4"), Word("close", ")")]
    >>> joined(words, lambda word: word.text, fixed="~")
    '(1.~e4)'
    """
    return "".join(space + write(word) for space, word in spaced(words, fixed=fixed))


def spaced(words: Sequence[Word], *, fixed: str) -> Iterator[tuple[str, Word]]:
    """The words, each with the space before it, as `joined` has them.

    >>> [space for space, _ in spaced([Word("number", "1."), Word("move", "e4"), Word("move", "e5")], fixed="~")]
    ['', '~', ' ']
    """
    for before, word in zip([None, *words], words, strict=False):
        if before is None or before.kind == "open" or word.kind == "close":
            yield "", word
        else:
            yield (fixed if before.kind == "number" else " "), word

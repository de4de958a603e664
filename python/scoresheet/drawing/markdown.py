r"""Games as Markdown: headings, moves, comments and variations, and diagrams as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from scoresheet.drawing.movetext import Word
from scoresheet.drawing.printed import Diagram, PrintedGame, joined, printed
from scoresheet.drawing.terminal import Look

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame

__all__ = ["games_markdown"]

_MARKUP = re.compile(r"[\\`*_\[\]<>|~#&$]")
"""The characters that can be markup anywhere in a line, in CommonMark or in the tables and formulas of GitHub."""

_LIST = re.compile(r"(\d{1,9})([.)])|[-+=:]")
"""What starts a list or a line of another kind at the start of a line."""


def games_markdown(games: Iterable[EitherGame], *, flipped: bool = False, moves: str | None = None) -> str:
    r"""Games as Markdown, with diagrams as blocks of text where the authors request them, as `printed_html` finds them.

    Args:
        games: any number of games of either kind.
        flipped: put Black at the bottom of diagrams for which the author does not say otherwise.
        moves: the notation of the moves; SAN if it is not given.

    Raises:
        UsageError: the notation is invalid.

    >>> import scoresheet
    >>> game = scoresheet.parse('[White "A_B"]\n[ECO "B00"]\n\n1. e4 {a *good* move} (1. d4 d5) e5 1-0')
    >>> print(games_markdown([game]), end="")
    ## A\_B, 1-0
    <BLANKLINE>
    B00
    <BLANKLINE>
    **1. e4** a \*good\* move
    <BLANKLINE>
    > (1. d4 d5)
    <BLANKLINE>
    **1... e5** **1-0**
    """
    return "\n".join(_game(printed(game, flipped=flipped, moves=moves)) for game in games)


def _game(part: PrintedGame) -> str:
    blocks = []
    if part.title:
        title = " \u2013 ".join(map(_escaped, part.title))
        blocks.append(f"## {title}, {_escaped(part.result)}")
    if part.facts:
        blocks.append(_started(" · ".join(map(_escaped, part.facts))))
    for block in part.blocks:
        if isinstance(block, Diagram):
            board = part.view.board_lines(block.shown, Look(flipped=block.flipped))
            lines = [*board, "", part.view.state(block.shown)]
            blocks.append("\n".join(["```text", *(line.rstrip() for line in lines), "```"]))
        elif block.main:
            blocks.append(_main(block.words))
        else:
            blocks.append("> " + joined(block.words, lambda word: _escaped(word.text), fixed=" "))
    return "\n\n".join(blocks) + "\n"


def _main(words: list[Word]) -> str:
    """The words of the mainline. A move is bold together with its number."""
    parts, number = [], ""
    for word in words:
        if word.kind == "number":
            number = f"{word.text} "
        elif word.kind in ("move", "result"):
            parts.append(f"**{number}{_escaped(word.text)}**")
            number = ""
        else:
            parts.append(_escaped(word.text) if parts else _started(_escaped(word.text)))
    return " ".join(parts)


def _escaped(text: str) -> str:
    return _MARKUP.sub(lambda found: "\\" + found[0], text)


def _started(text: str) -> str:
    """A text at the start of a line, which must not become a list."""
    found = _LIST.match(text)
    if found is None:
        return text
    return f"{found[1]}\\{text[found.end(1) :]}" if found[1] else "\\" + text

"""A game as plain data for paper: what the exported page prints, with the author's diagrams or the final position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scoresheet._core import Game
from scoresheet.drawing.movetext import Word
from scoresheet.drawing.printed import Diagram, printed, spaced

__all__ = ["paper_json"]

_FIXED = "\N{NO-BREAK SPACE}"
_TAGS = {"nag": "bdi", "comment": "bdi", "unplayed": "bdi"}
_MAIN_TAGS = {**_TAGS, "number": "b", "move": "b", "result": "b"}
"""The elements that words are in, by their kinds; the others are text."""


def paper_json(game: Game, *, flipped: bool = False, moves: str | None = None) -> list[dict[str, Any]]:
    r"""The paragraphs and the diagrams of a game.

    A paragraph has `words`: texts, and pairs of an element and its text. A diagram has the number of its node in
    `game_json`, and who is to move.

    >>> import scoresheet
    >>> for block in paper_json(scoresheet.parse("1. e4 {[#] good} *")):
    ...     print(block)
    {'main': True, 'words': [['b', '1.\xa0e4'], ' ', ['bdi', 'good']]}
    {'node': 1, 'flipped': False, 'state': 'Black to move'}
    {'main': True, 'words': [['b', '*']]}
    """
    part = printed(game, flipped=flipped, moves=moves, ending=True)
    places = {node: place for place, node in enumerate([game.root, *game.walk()])}
    return [
        {"node": places[block.shown.node], "flipped": block.flipped, "state": part.view.state(block.shown)}
        if isinstance(block, Diagram)
        else {"main": block.main, "words": list(_words(block.words, _MAIN_TAGS if block.main else _TAGS))}
        for block in part.blocks
    ]


def _words(words: Sequence[Word], tags: dict[str, str]) -> Iterator[str | list[str]]:
    """The words. Neighbours in the same element share it, except texts of the author, which can be in any direction."""
    tag, text = "", ""
    for space, word in spaced(words, fixed=_FIXED):
        own = tags.get(word.kind, "")
        if own == tag and own != "bdi":
            text += space + word.shown
            continue
        if text:
            yield [tag, text] if tag else text
        if own and space:
            yield space
        tag, text = own, word.shown if own else space + word.shown
    if text:
        yield [tag, text] if tag else text

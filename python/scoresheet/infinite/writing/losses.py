"""What a profile and a style cannot express of a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scoresheet.infinite.document import Document
from scoresheet.infinite.reading.modern import WIN_CONDITIONS
from scoresheet.infinite.writing.arguments import decorated, passes
from scoresheet.infinite.writing.clock import unreadable_clocks
from scoresheet.infinite.writing.layout import Layout, layout_of
from scoresheet.infinite.writing.metadata import entries, metadata_of, results_lost
from scoresheet.infinite.writing.moves import CHECKS, comments_before, sayable_signs

__all__ = ["losses_of"]


def losses_of(document: Document, profile: str = "doc", style: str = "compact") -> list[tuple[str, int]]:
    """The kinds of what is left out or changed when a document is written, and how often each occurs.

    >>> from scoresheet.infinite.document import Document
    >>> document = Document(metadata={"Clock": "10+5"}, wins=(("threecheck",),), extras={"slideLimit": 7})
    >>> losses_of(document, "doc"), losses_of(document, "modern")
    ([], [('tag', 1), ('win-condition', 1), ('extras', 1)])
    """
    layout = layout_of(profile, style, {})
    losses: Counter[str] = Counter()
    entries(metadata_of(document), layout, losses)
    losses["result"] += results_lost(document)
    if profile == "modern":
        _count_modern(document, layout, losses)
    _count_moves(document, layout, losses)
    return [(kind, count) for kind, count in losses.items() if count]


def _count_modern(document: Document, layout: Layout, losses: Counter[str]) -> None:
    rule, number = document.move_rule, document.fullmove
    losses["en-passant"] += document.en_passant is not None and not passes(document, layout)
    losses["move-rule"] += rule is not None and not 1 <= max(rule[0], 1) <= rule[1]
    losses["fullmove"] += number is not None and number < 1
    losses["command"] += sum(1 for move in document.moves for _ in unreadable_clocks(move.comments))
    losses["win-condition"] += sum(name not in WIN_CONDITIONS for side in document.wins or () for name in side)
    losses["extras"] += len(decorated(document).extras or ())


def _count_moves(document: Document, layout: Layout, losses: Counter[str]) -> None:
    for move in document.moves:
        said = sayable_signs(move.signs, layout)[1] if layout.codes else ()
        losses["signs"] += sum(sign not in CHECKS for sign in move.signs) - len(said)
    losses["comment"] += len(document.comments) - len(comments_before(document, layout))
    losses["comment-brace"] += sum("}" in comment for comment in _comments(document, layout))


def _comments(document: Document, layout: Layout) -> Iterable[str]:
    yield from comments_before(document, layout)
    for move in document.moves:
        yield from move.comments

"""The moves of a text: each single move, and how they are joined."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from scoresheet.infinite.document import Document, MoveText, square_text
from scoresheet.infinite.pieces import BLACK, Piece
from scoresheet.infinite.writing.clock import clock_first
from scoresheet.infinite.writing.layout import Layout

__all__ = ["CHECKS", "braces", "cell", "comments_before", "moves_text", "sayable_signs"]

CHECKS = ("+", "#")
"""The signs for check and mate."""

_MODERN_GLYPH = re.compile(r"[!?]{1,2}")


def moves_text(document: Document, layout: Layout) -> str:
    """All moves, and the comments before the first one."""
    cells = [move.text or move.compact() if layout.as_written else cell(move, layout) for move in document.moves]
    before = " ".join(braces(comments_before(document, layout), layout))
    if not layout.numbers:
        if before and cells:
            # A number shows that moves begin, so that braces before the first one are not read as further rules.
            before = f"1. {before} "
        return before + (" | " if layout.spaces else "|").join(cells)
    return _numbered(document, cells, before, layout)


def cell(move: MoveText, layout: Layout) -> str:
    """One move with its signs and comments.

    >>> from scoresheet.infinite.writing.layout import LAYOUTS
    >>> cell(MoveText((2, 7), (1, 8), Piece.of("Q"), Piece.of("P"), True, ("+", "!?")), LAYOUTS["doc", "long"])
    'P2,7 x 1,8 =Q+ !?'
    """
    blank = " " if layout.spaces else ""
    code = str(move.piece or "") if layout.codes else ""
    arrow = "x" if layout.codes and move.capture else ">"
    words = [f"{code}{square_text(move.start)}{blank}{arrow}{blank}{square_text(move.end)}"]
    if move.promotion is not None:
        words.append(_promotion(move.promotion, layout, blank))
    if layout.codes:
        words.extend(_signs(move, layout, blank))
    if layout.comments:
        words.extend(blank + comment for comment in braces(move.comments, layout))
    return "".join(words)


def _promotion(piece: Piece, layout: Layout, blank: str) -> str:
    if layout.equals:
        return f"{blank}={piece}"
    # A number would be read as part of the square.
    return f"={piece}" if piece.code[0].isdigit() else piece.code


def _signs(move: MoveText, layout: Layout, blank: str) -> Iterable[str]:
    checks, glyphs = sayable_signs(move.signs, layout)
    if checks:
        yield ("" if move.promotion is not None and layout.profile != "modern" else blank) + checks
    for place, glyph in enumerate(glyphs):
        # Two adjacent ones would be read as one.
        yield ((blank or " ") if place else blank) + glyph


def sayable_signs(signs: Sequence[str], layout: Layout) -> tuple[str, list[str]]:
    """Check or mate, and the other signs that a profile can express.

    >>> from scoresheet.infinite.writing.layout import LAYOUTS
    >>> sayable_signs(["+", "=", "!!"], LAYOUTS["modern", "long"])
    ('+', ['!!'])
    """
    checks = "#" if "#" in signs else "+" if "+" in signs else ""
    glyphs = [sign for sign in signs if sign not in CHECKS]
    if layout.profile == "modern":
        glyphs = [sign for sign in glyphs if _MODERN_GLYPH.fullmatch(sign)][:1]
    return checks, glyphs


def braces(comments: Sequence[str], layout: Layout) -> list[str]:
    """Comments in braces. They are joined into one if the profile has only one."""
    said = [comment.replace("}", ")") for comment in comments if comment.strip()]
    if layout.profile == "modern":
        joined = clock_first(" ".join(map(str.strip, said)))
        said = [joined] if joined else []
    return [f"{{{comment}}}" for comment in said]


def comments_before(document: Document, layout: Layout) -> tuple[str, ...]:
    """The comments on the game that can be written. Today's dialect cannot express them.

    Without moves they come after the pieces, where braces with JSON in them would be read as further rules.
    """
    if layout.profile == "modern" or not layout.comments or layout.as_written:
        return ()
    said = tuple(comment for comment in document.comments if comment.strip())
    if document.moves:
        return said
    return said if document.pieces and layout.position and not any(map(_may_be_json, said)) else ()


def _may_be_json(comment: str) -> bool:
    return comment.lstrip()[:1] == '"'


def _numbered(document: Document, cells: list[str], before: str, layout: Layout) -> str:
    order = document.turn or (1, 2)
    cycle = max(2, len(order))
    # Only Black's move completes a full move, except if the number counts turns of all players.
    is_late = order[0] == BLACK and cycle == 2 and layout.profile != "modern"
    number = 1 if document.fullmove is None else document.fullmove
    if layout.profile == "modern":
        number = max(1, number)
    lines = []
    at = 0
    while at < len(cells):
        count = cycle - 1 if is_late and at == 0 else cycle
        dots = _DOTS[layout.profile] if is_late and at == 0 else ""
        start = f"{number}. {before} " if before and at == 0 else f"{number}. "
        lines.append(f"{start[:-1] if dots else start}{dots}{' | '.join(cells[at : at + count])}")
        at += count
        number += 1
    between = "\n" if layout.make_new_lines else " " if layout.profile == "modern" else " | "
    return between.join(lines) or before


# How Black's move is set off if he starts: the original converter fills White's column.
_DOTS = {"doc": " ... ", "fc": "   ...   | "}

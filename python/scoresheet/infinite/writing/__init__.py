"""Writing ICN: turns documents into text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoresheet.infinite.document import Document
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.writing.arguments import arguments
from scoresheet.infinite.writing.fill import signed
from scoresheet.infinite.writing.layout import Layout, layout_of
from scoresheet.infinite.writing.losses import losses_of
from scoresheet.infinite.writing.metadata import metadata_text
from scoresheet.infinite.writing.moves import moves_text

__all__ = ["losses_of", "write_document", "write_laid_out"]


def write_document(document: Document, *, profile: str = "doc", style: str = "compact", **options: Any) -> str:
    r"""The text of a document.

    Args:
        document: the document to write.
        profile: the dialect: `doc`, of the original description; `fc`, of the original converter; `modern`, today's.
        style: `compact` for moves as bare squares; `long` for numbered moves with the codes of pieces and signs.
        options: single settings of the layout: `metadata` (`colon`, `quoted`), `codes`, `spaces`, `numbers`,
            `comments`, `make_new_lines`, `position`, `defaults`.

    Raises:
        UsageError: there is no such profile, style or option.
        Refused: a number has too many digits.

    >>> from scoresheet.infinite.document import Document, MoveText
    >>> from scoresheet.infinite.pieces import Piece
    >>> document = Document(pieces={(1, 1): Piece.of("K")}, moves=[MoveText((1, 1), (1, 2), comments=("Up",))])
    >>> print(write_document(document))
    K1,1
    1,1>1,2{Up}
    >>> print(write_document(document, style="long"))
    w 1 checkmate K1,1
    <BLANKLINE>
    1. K1,1 > 1,2 {Up}
    >>> write_document(document, profile="modern", make_new_lines=False)
    'w 1 K1,1 1,1>1,2{Up}'
    """
    layout = layout_of(profile, style, options)
    moves = signed(document) if layout.codes else document.moves
    return write_laid_out(replace(document, moves=moves), layout)


def write_laid_out(document: Document, layout: Layout) -> str:
    """The text of a document in a layout. Nothing is added to its moves.

    Raises:
        Refused: a number has too many digits.
    """
    try:
        return "".join(_sections(document, layout))
    except ValueError as error:
        # Python's own limit, which only numbers from other sources than text can reach.
        raise Refused(Fault("limit-digits", "cannot write a number: it has too many digits")) from error


def _sections(document: Document, layout: Layout) -> Iterator[str]:
    yield metadata_text(document, layout)
    head = " ".join(arguments(document, layout))
    yield head
    moves = moves_text(document, layout)
    if moves:
        yield (layout.before_moves if head else "") + moves

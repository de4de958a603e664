"""The moves of pawns: one step, two with the right, captures, en passant, and promotions."""

from __future__ import annotations

from collections.abc import Iterator

from scoresheet.infinite.document import Square
from scoresheet.infinite.move import Move
from scoresheet.infinite.pieces import Piece
from scoresheet.infinite.rules.board import Board, forward
from scoresheet.infinite.rules.moves import may_land

__all__ = ["pawn_targets", "promotions_on", "with_promotions"]


def pawn_targets(board: Board, start: Square, player: int) -> Iterator[Square]:
    """The moves of a pawn without regard to check, including en passant."""
    x, y = start
    way = forward(player)
    ahead = (x, y + way)
    if ahead not in board.pieces and board.inside(*ahead):
        yield ahead
        twice = (x, y + 2 * way)
        if start in board.rights and twice not in board.pieces and board.inside(*twice):
            yield twice
    for square in ((x - 1, y + way), (x + 1, y + way)):
        if square in board.pieces:
            if may_land(board, square, player):
                yield square
        elif square == board.en_passant and board.inside(*square) and board.passed_pawn(player) is not None:
            yield square


def promotions_on(board: Board, square: Square, player: int) -> tuple[Piece, ...]:
    """What a player's pawn may become on a square; empty if it stays a pawn."""
    said = board.promotions.get(player)
    if said is None or square[1] not in said.ranks:
        return ()
    return tuple(Piece(kind, player) for kind in said.kinds or ())


def with_promotions(board: Board, start: Square, end: Square, player: int) -> Iterator[Move]:
    """A pawn's move, once for each possible promotion."""
    promotions = promotions_on(board, end, player)
    if promotions:
        yield from (Move(start, end, piece) for piece in promotions)
    else:
        yield Move(start, end)

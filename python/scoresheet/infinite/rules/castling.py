"""Castling: the king moves two squares, and its partner, from any distance, moves to its other side."""

from __future__ import annotations

from scoresheet.infinite.document import Square
from scoresheet.infinite.rules.attacks import But, is_attacked
from scoresheet.infinite.rules.board import Board, may_be_partner
from scoresheet.infinite.rules.messages import shown_number, shown_square
from scoresheet.infinite.rules.playable import opponent

__all__ = ["why_no_castling"]


def why_no_castling(board: Board, king: Square, way: int, *, guarded: bool, in_check: bool) -> str | None:
    """Why a king may not castle to the east (1) or west (-1); None if it may.

    `guarded` means that the player's royal pieces must not be left attacked.
    """
    (x, y), player = king, board.pieces[king].owner
    if king not in board.rights:
        return f"the {board.pieces[king].kind.singular} has no right to castle"
    partner = board.partner_of(king, way)
    if partner is None:
        return _why_no_partner(board, king, way)
    passed, target = (x + way, y), (x + 2 * way, y)
    if not board.inside(*target):
        return f"{shown_square(target)} is outside the border"
    if not guarded:
        return None
    if in_check:
        return "a king cannot castle out of check"
    by, left = opponent(player), But(hidden=(king,))
    for square in (passed, target):
        if is_attacked(board, square, by, left):
            return f"{shown_square(square)} is attacked"
    after = But(hidden=(king, partner), added=(passed, target))
    for royal in board.royals(player):
        if is_attacked(board, target if royal == king else royal, by, after):
            return "it would leave a royal piece attacked"
    return None


def _why_no_partner(board: Board, king: Square, way: int) -> str:
    met = board.lines((1, 0)).nearest(king, way)
    if met is None:
        return "there is no partner to castle with on that side"
    square, steps = met
    piece = board.pieces[square]
    name, where = piece.kind.singular, shown_square(square)
    if piece.owner != board.pieces[king].owner or not may_be_partner(piece.kind):
        return f"the first piece on that side, the {name} on {where}, cannot castle"
    if square not in board.rights:
        return f"the {name} on {where} has no right to castle"
    return f"the {name} on {where} is {shown_number(steps)} squares away, and castling needs three or more"

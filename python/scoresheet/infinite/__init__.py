"""Infinite chess: boards without edges, and ICN, the notation for them."""

from __future__ import annotations

from scoresheet.infinite.move import Move
from scoresheet.infinite.pieces import Kind, Piece
from scoresheet.infinite.position import Position

__all__ = ["Kind", "Move", "Piece", "Position"]

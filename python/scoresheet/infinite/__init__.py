"""Infinite chess: boards without edges, and their notation ICN."""

from __future__ import annotations

from scoresheet.infinite import fc, modern
from scoresheet.infinite.document import Border, Document, Promotion
from scoresheet.infinite.game import Game
from scoresheet.infinite.move import Move
from scoresheet.infinite.node import Node
from scoresheet.infinite.parsing import parse
from scoresheet.infinite.pieces import Kind, Piece
from scoresheet.infinite.position import Position
from scoresheet.infinite.rules import End, LegalMoves, Ray

__all__ = [
    "Border",
    "Document",
    "End",
    "Game",
    "Kind",
    "LegalMoves",
    "Move",
    "Node",
    "Piece",
    "Position",
    "Promotion",
    "Ray",
    "fc",
    "modern",
    "parse",
]

"""Infinite chess: boards without edges, and their notation ICN."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoresheet.infinite import fc, modern
from scoresheet.infinite.document import Border, Document, Promotion
from scoresheet.infinite.game import Game
from scoresheet.infinite.move import Move
from scoresheet.infinite.node import Node
from scoresheet.infinite.parsing import parse
from scoresheet.infinite.pieces import Kind, Piece
from scoresheet.infinite.position import Position
from scoresheet.infinite.rules import End, LegalMoves, Ray

if TYPE_CHECKING:
    from scoresheet.infinite.uci import Engine, Line, play_game

__all__ = [
    "Border",
    "Document",
    "End",
    "Engine",
    "Game",
    "Kind",
    "LegalMoves",
    "Line",
    "Move",
    "Node",
    "Piece",
    "Position",
    "Promotion",
    "Ray",
    "fc",
    "modern",
    "parse",
    "play_game",
]

_OF_ENGINES = ("Engine", "Line", "play_game")


def __getattr__(name: str) -> Any:
    """Imports what runs engines when it is first used."""
    if name not in _OF_ENGINES:
        raise AttributeError(f"module 'scoresheet.infinite' has no attribute {name!r}")
    from scoresheet.infinite import uci

    return getattr(uci, name)

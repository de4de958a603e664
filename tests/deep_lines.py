"""Games whose lines nest deeply."""

from __future__ import annotations

from scoresheet import Game

__all__ = ["deep", "deep_text"]


def deep(levels: int) -> Game:
    """A game with a line on its first move, a line on the second move of that line, and so on."""
    game = Game()
    at = game.root
    for level in range(levels + 1):
        played, other = sorted(move.uci() for move in at.position.legal_moves)[:2]
        at.add(played)
        if level < levels:
            at = at.add(other)
    return game


def deep_text(levels: int) -> str:
    """The same as PGN."""
    return str(deep(levels).to("pgn"))

"""The players by their numbers: their codes, their colours, and the orders in which two of them move."""

from __future__ import annotations

from scoresheet.infinite.pieces import BLACK, WHITE

__all__ = ["PLAYER_CODES", "PLAYER_NAMES", "TURNS"]

PLAYER_CODES = ("n", "w", "b", "r", "bu", "y", "g")
"""The codes of the players, by their numbers."""

PLAYER_NAMES = ("neutral", "white", "black", "red", "blue", "yellow", "green")
"""The colours of the players, by their numbers."""

TURNS = ((WHITE, BLACK), (BLACK, WHITE))
"""The turn orders that are played."""

"""What the rest of the package uses of infinite chess. No code outside `scoresheet.infinite` imports its other modules.

Users have `scoresheet.infinite` itself, and the native part calls `scoresheet.infinite.foreign`. Code to which the kind
of a game does not matter needs neither: `scoresheet.protocols` describes what both kinds have in common.
"""

from __future__ import annotations

from scoresheet.infinite.document import Border, Square, square_text
from scoresheet.infinite.game import Game
from scoresheet.infinite.move import Move
from scoresheet.infinite.node import Node
from scoresheet.infinite.pieces import BLACK, NEUTRAL, WHITE, Piece
from scoresheet.infinite.players import PLAYER_NAMES
from scoresheet.infinite.position import Position
from scoresheet.infinite.reading.pattern import icn_regex
from scoresheet.infinite.royals import checked_royals
from scoresheet.infinite.rules.rays import Ray
from scoresheet.infinite.single import ICN, convert_icn_move, is_icn, position_of, standard_of

__all__ = [
    "BLACK",
    "ICN",
    "NEUTRAL",
    "PLAYER_NAMES",
    "WHITE",
    "Border",
    "Game",
    "Move",
    "Node",
    "Piece",
    "Position",
    "Ray",
    "Square",
    "checked_royals",
    "convert_icn_move",
    "icn_regex",
    "is_icn",
    "position_of",
    "square_text",
    "standard_of",
]

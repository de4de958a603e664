"""The rules of infinite chess: attacks, legal moves, and the end of a game.

`Board` makes moves and takes them back without checking whether they are legal; `Judge` looks at it for the player to
move; `Replay` plays a game.
"""

from __future__ import annotations

from scoresheet.infinite.rules.attacks import is_check
from scoresheet.infinite.rules.board import Board, Change
from scoresheet.infinite.rules.ends import End
from scoresheet.infinite.rules.judge import Judge
from scoresheet.infinite.rules.legal import LegalMoves, legal_moves
from scoresheet.infinite.rules.rays import Ray
from scoresheet.infinite.rules.reasons import why_illegal
from scoresheet.infinite.rules.replay import Replay

__all__ = [
    "Board",
    "Change",
    "End",
    "Judge",
    "LegalMoves",
    "Ray",
    "Replay",
    "is_check",
    "legal_moves",
    "why_illegal",
]

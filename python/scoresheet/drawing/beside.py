"""What a board shows besides its pieces under the rules of variants: hands, checks that remain, and explosions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoresheet.drawing.ends import has_rule

if TYPE_CHECKING:
    from scoresheet._core import Position

__all__ = ["ROLES", "Beside", "beside_of", "blast_of"]

ROLES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
"""The names of the pieces by their letters."""


@dataclass(frozen=True)
class Beside:
    """What is shown beside the board on the side of one player."""

    hand: tuple[tuple[str, int], ...] | None
    """The pieces in hand by their names, each with its number; None if the rules have no drops."""
    checks: int | None
    """The number of checks that remain to be given; None if the rules do not count them."""

    def words(self) -> list[str]:
        """The hand and the checks in words.

        >>> Beside((("queen", 1), ("pawn", 2)), 3).words()
        ['in hand queen, 2 pawns', '3 checks left']
        """
        said = []
        if self.hand is not None:
            pieces = [role if count == 1 else f"{count} {role}s" for role, count in self.hand]
            said.append(f"in hand {', '.join(pieces) or 'nothing'}")
        if self.checks is not None:
            said.append(f"{self.checks} check{'s' * (self.checks != 1)} left")
        return said


def beside_of(position: Position) -> dict[str, Beside]:
    """What is shown beside the board for White and for Black; empty under rules with neither drops nor counted checks.

    >>> import scoresheet
    >>> beside_of(scoresheet.Position()), beside_of(scoresheet.Position(variant="threecheck"))["black"].checks
    ({}, 3)
    """
    left, drops = position.checks_remaining, has_rule(position, "16")
    if left is None and not drops:
        return {}
    found = {}
    for side, checks in zip(("white", "black"), left or (None, None), strict=True):
        hand = position.hand("white" if side == "white" else "black")
        found[side] = Beside(
            tuple((ROLES[letter], hand[letter]) for letter in "QRBNP" if letter in hand) if drops else None, checks
        )
    return found


def blast_of(position: Position, last_move: tuple[int, int] | None) -> list[int]:
    """The squares that an explosion has cleared, the one of the capture first; empty if the last move exploded nothing.

    Pawns beside the capture stay, so their squares are not among them.

    >>> import scoresheet
    >>> position = scoresheet.Position("4k3/3p4/4p3/8/8/8/8/4K2R w - - 0 1", variant="atomic")
    >>> blast_of(position, (15, 60)), blast_of(position, (15, 45))
    ([], [45, 36, 37, 38, 46, 52, 53, 54])
    """
    if last_move is None or position.board[last_move[1]] != "." or not has_rule(position, "17"):
        return []
    center = last_move[1]
    around = [
        8 * rank + file
        for rank in range(max(center // 8 - 1, 0), min(center // 8 + 2, 8))
        for file in range(max(center % 8 - 1, 0), min(center % 8 + 2, 8))
    ]
    return [center, *(square for square in around if square != center and position.board[square] == ".")]

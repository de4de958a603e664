"""Which positions are supported by the rules, and the rules that their extras add."""

from __future__ import annotations

from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.pieces import BLACK, WHITE
from scoresheet.infinite.players import TURNS
from scoresheet.infinite.rules.messages import shown_square
from scoresheet.infinite.state import State

__all__ = ["WINS", "opponent", "refuse_unknown_wins", "refuse_unplayable", "slide_limit_of"]

WINS = ("checkmate", "allpiecescaptured", "threecheck", "royalcapture", "allroyalscaptured", "koth")
"""The win conditions that are supported."""

_LONGEST = 4000


def opponent(player: int) -> int:
    """The other of two players."""
    return WHITE + BLACK - player


def _unplayable(why: str) -> Refused:
    return Refused(Fault("unplayable", f"this position is kept, but its moves cannot be played: {why}"))


def refuse_unplayable(position: State) -> None:
    """Raises `Refused` unless two players move in turn, and own all pieces but obstacles and voids."""
    if position.turn_order not in TURNS:
        raise _unplayable("only games of White and Black, who alternate, can be played")
    for square, piece in position.pieces.items():
        if piece.owner not in TURNS[0] and not (piece.kind.neutral and piece.owner == 0):
            raise _unplayable(f"neither White nor Black owns the piece on {shown_square(square)}")
        if piece.kind.neutral and piece.owner != 0:
            raise _unplayable(f"a player owns the {piece.kind.singular} on {shown_square(square)}")


def refuse_unknown_wins(position: State) -> None:
    """Raises `Refused` if a player wins by a condition that no rule is known for."""
    for names in position.wins.values():
        for name in names:
            if name not in WINS:
                raise _unplayable(f"there is no rule for the win condition `{name[:80]}`")


def slide_limit_of(position: State) -> int | None:
    """The maximum number of steps of a slide; None if there is no limit.

    Raises:
        Refused: the member `slideLimit` is neither a positive integer nor the digits of one.
    """
    said = position.extras.get("slideLimit")
    if said is None:
        return None
    limit = 0
    if isinstance(said, int) and not isinstance(said, bool):
        limit = said
    elif isinstance(said, str) and said.isascii() and said.isdigit() and len(said) <= _LONGEST:
        limit = int(said)
    if limit < 1:
        raise Refused(Fault("icn-extras", "`slideLimit` is not a positive integer", text=str(said)[:80]))
    return limit

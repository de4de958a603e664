"""How a game has ended on the board, in words, under the rules of any variant."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from scoresheet import vgn

if TYPE_CHECKING:
    from scoresheet._core import Position

__all__ = ["END_WORDS", "End", "end_of", "has_rule"]

_Side: TypeAlias = Literal["white", "black"]

END_WORDS = {
    "exploded": "the king exploded",
    "no-pieces": "no pieces left",
    "horde-gone": "the horde is gone",
    "hill": "the king reached the centre",
    "three-checks": "third check",
    "race": "the king reached the eighth rank",
    "race-drawn": "both kings reached the eighth rank",
    "checkmate": "checkmate",
    "stalemate": "stalemate",
}
"""What is said of an end, by the reasons of `Outcome`."""


class End(NamedTuple):
    """The reason for which a game has ended, as in `Outcome`, and the side that has won; None if neither has."""

    reason: str
    winner: _Side | None

    def words(self) -> str:
        """The end in words.

        >>> End("exploded", "black").words(), End("stalemate", None).words()
        ('Black wins: the king exploded', 'Draw: stalemate')
        """
        said = f"{self.winner.capitalize()} wins" if self.winner else "Draw"
        return f"{said}: {END_WORDS[self.reason]}"


@lru_cache(64)
def _numbers(code: str) -> frozenset[int]:
    return frozenset(vgn.rules(code)["numbers"])


def has_rule(position: Position, rule: str) -> bool:
    """Whether a position is played with a rule, which is named as in VGN's Rules tag.

    >>> import scoresheet
    >>> position = scoresheet.Position(variant="crazyhouse")
    >>> has_rule(position, "16"), has_rule(position, "17")
    (True, False)
    """
    return int(rule, 36) in _numbers(position.rules)


def end_of(position: Position) -> End | None:
    """How a game that has come to a position has ended there; None if it continues, or if neither side can win it.

    >>> import scoresheet
    >>> end_of(scoresheet.Position("k7/8/8/8/3K4/8/8/8 b - - 0 1", variant="kingofthehill"))
    End(reason='hill', winner='white')
    """
    outcome = position.outcome() if position.is_variant_end else None
    if outcome is not None:
        return End(outcome.reason, outcome.winner)
    turn, other = _sides(position)
    if position.is_mate:
        return End("checkmate", other)
    if position.is_stalemate:
        return End("stalemate", turn if has_rule(position, "1B") else other if has_rule(position, "1A") else None)
    return None


def _sides(position: Position) -> tuple[_Side, _Side]:
    """The side to move, and the other one."""
    return ("white", "black") if position.turn == "white" else ("black", "white")

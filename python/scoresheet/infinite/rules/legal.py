"""The legal moves of a position, those of slides as rays that are never listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from operator import length_hint

from scoresheet.infinite.move import Move
from scoresheet.infinite.profiles import check_rules
from scoresheet.infinite.rules.board import Board
from scoresheet.infinite.rules.judge import Judge
from scoresheet.infinite.rules.playable import refuse_unknown_wins
from scoresheet.infinite.rules.rays import Ray, listed
from scoresheet.infinite.state import State

__all__ = ["LegalMoves", "legal_moves", "legal_moves_of"]


@dataclass(frozen=True)
class LegalMoves:
    """All legal moves of a position.

    `move in legal`, `bool(legal)` and `count` are exact. Iterating gives every move, those along different rays by
    turns; it does not come to an end where a ray has none. So `list(legal)` raises `UsageError` where there are more
    moves than anybody can list; `itertools.islice` takes some.

    Attributes:
        moves: leaps, moves of pawns and roses, and castling, one by one.
        rays: the slides, one ray a direction, none of them empty. (Where a huygens gives check along the line of a
            slide, the capture of it is a ray of its own.)

    >>> from scoresheet import infinite
    >>> legal = infinite.Position.read("K0,0|R0,1|k9,9").legal_moves
    >>> len(legal.moves), len(legal.rays), legal.count
    (7, 3, None)
    >>> infinite.Move((0, 1), (0, 10**60)) in legal, infinite.Move((0, 1), (1, 10**60)) in legal
    (True, False)
    """

    moves: tuple[Move, ...]
    rays: tuple[Ray, ...]

    def __bool__(self) -> bool:
        return bool(self.moves or self.rays)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        if move.promotion is None and any(ray.start == move.start and move.end in ray for ray in self.rays):
            return True
        return move in self.moves

    def __iter__(self) -> Iterator[Move]:
        yield from self.moves
        for moves in zip_longest(*map(_moves_along, self.rays)):
            yield from (move for move in moves if move is not None)

    def __length_hint__(self) -> int:
        # `list` asks first, and would take all memory.
        return listed(len(self.moves) + sum(length_hint(ray) for ray in self.rays), "moves")

    @property
    def count(self) -> int | None:
        """How many there are; None where there is no end of them, or of a huygens's they cannot be counted."""
        counts = [ray.count for ray in self.rays]
        return None if None in counts else len(self.moves) + sum(count for count in counts if count is not None)


def _moves_along(ray: Ray) -> Iterator[Move]:
    return (Move(ray.start, end) for end in ray)


def legal_moves_of(judge: Judge) -> LegalMoves:
    """The legal moves of the player whom a judge looks at the board for."""
    moves: list[Move] = []
    rays: list[Ray] = []
    for one in judge.all_moves():
        if isinstance(one, Ray):
            rays.append(one)
        else:
            moves.append(one)
    return LegalMoves(tuple(moves), tuple(rays))


def legal_moves(position: State, rules: str = "doc") -> LegalMoves:
    """The legal moves of a position, which are the same by both rules.

    A pawn that reaches a rank where it promotes always does.

    Raises:
        Refused: the position is not played.

    >>> from scoresheet import infinite
    >>> legal_moves(infinite.Position.read("K0,0|k50,50")).count
    8
    """
    check_rules(rules)
    refuse_unknown_wins(position)
    return legal_moves_of(Judge(Board(position)))

"""The legal moves of a position. Slides are rays that are never listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from operator import length_hint

from scoresheet.infinite.document import Square
from scoresheet.infinite.move import Move
from scoresheet.infinite.profiles import check_rules
from scoresheet.infinite.rules.board import Board
from scoresheet.infinite.rules.judge import Judge
from scoresheet.infinite.rules.playable import refuse_unknown_wins
from scoresheet.infinite.rules.rays import Ray, listed
from scoresheet.infinite.state import State

__all__ = ["LegalMoves", "legal_moves", "legal_moves_from", "legal_moves_of"]


@dataclass(frozen=True)
class LegalMoves:
    """All legal moves of a position.

    `move in legal`, `bool(legal)` and `count` are exact. Iteration returns every move, alternating between rays; it
    does not end if a ray does not. Therefore `list(legal)` raises `UsageError` if there are too many moves to list; use
    `itertools.islice` to get some.

    Attributes:
        moves: leaps, moves of pawns and roses, and castling, individually.
        rays: the slides, one non-empty ray per direction. (If a huygens gives check along the line of a slide, its
            capture is a separate ray.)

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
        # `list` calls `len` first, and would take all memory.
        return listed(len(self.moves) + sum(length_hint(ray) for ray in self.rays), "moves")

    @property
    def count(self) -> int | None:
        """The number of legal moves; None if it is infinite, or if those of a huygens cannot be counted."""
        counts = [ray.count for ray in self.rays]
        return None if None in counts else len(self.moves) + sum(count for count in counts if count is not None)


def _moves_along(ray: Ray) -> Iterator[Move]:
    return (Move(ray.start, end) for end in ray)


def legal_moves_of(judge: Judge) -> LegalMoves:
    """The legal moves of the player for whom a judge looks at the board."""
    return _sorted_out(judge.all_moves())


def legal_moves_from(judge: Judge, square: Square) -> LegalMoves:
    """Those of the piece on a square, which must be the player's to have any."""
    piece = judge.board.pieces.get(square)
    return _sorted_out(judge.moves_from(square) if piece is not None and piece.owner == judge.player else ())


def _sorted_out(found: Iterable[Move | Ray]) -> LegalMoves:
    moves: list[Move] = []
    rays: list[Ray] = []
    for one in found:
        if isinstance(one, Ray):
            rays.append(one)
        else:
            moves.append(one)
    return LegalMoves(tuple(moves), tuple(rays))


def legal_moves(position: State, rules: str = "doc") -> LegalMoves:
    """The legal moves of a position, which are the same by both rules.

    A pawn that reaches a rank on which it promotes always does.

    Raises:
        Refused: the rules of the position are not supported.

    >>> from scoresheet import infinite
    >>> legal_moves(infinite.Position.read("K0,0|k50,50")).count
    8
    """
    check_rules(rules)
    refuse_unknown_wins(position)
    return legal_moves_of(Judge(Board(position)))

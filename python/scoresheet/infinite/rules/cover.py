"""The slides that remain for a royal piece, which must not move to an attacked square.

Leaps and crossing slides attack single squares, slides along the same line attack intervals, and huygens along it
attack squares at prime distances.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import inf
from typing import NamedTuple

from scoresheet.infinite.document import Square
from scoresheet.infinite.pieces import Step
from scoresheet.infinite.rules.arms import HUYGENS, PAWN, ROSE
from scoresheet.infinite.rules.attacks import But, is_attacked, steps_between
from scoresheet.infinite.rules.board import Board, forward
from scoresheet.infinite.rules.lines import axis_of
from scoresheet.infinite.rules.primes import is_prime
from scoresheet.infinite.rules.rays import PrimesOut, Ray
from scoresheet.infinite.rules.roses import ROUTES

__all__ = ["Cover"]

_FEW = 4
"""Rays with at most this many squares are checked square by square."""

_NEAR = 32
"""No leap changes the key of a line by more."""

_ROSE_LEAPS = tuple({square for route in ROUTES for square in route})

_Slide = tuple[int, int, float, float]
"""Of an enemy's slide: the key of its line, its key by the axis of the rays it may cross, and how far it reaches
against and along its axis."""


def _key(square: Square, axis: Step) -> int:
    """What all squares of a line have in common, so that numbers of steps get the right sign."""
    return square[0] * axis[1] - square[1] * axis[0]


class _Crossings(NamedTuple):
    """The slides along one axis that may cross rays along another."""

    turn: int
    axis: Step
    slides: list[_Slide]


class Cover:
    """The squares that a player attacks, found along rays.

    The board must not change while this is used.
    """

    def __init__(self, board: Board, by: int) -> None:
        self._board = board
        self._by = by
        self._crossings: dict[Step, list[_Crossings]] = {}
        self._reaches: dict[Step, list[tuple[Square, float, float]]] | None = None

    def uncovered(self, royal: Square, rays: Iterable[Ray]) -> list[Ray]:
        """The rest of a royal piece's rays without squares that the player attacks.

        The piece itself blocks no attack, because it leaves its square.
        """
        left: list[Ray] = []
        by_axis: dict[Step, list[Ray]] = {}
        for ray in rays:
            if ray.last is not None and ray.last - ray.first < _FEW:
                left.append(self._asked(royal, ray))
            else:
                by_axis.setdefault(axis_of(ray.step), []).append(ray)
        for axis, some in by_axis.items():
            points = self._crossed(royal, axis) + self._leapt(royal, axis)
            ahead, behind = {number for number in points if number > 0}, {-number for number in points if number < 0}
            left += [self._without(royal, ray, ahead if ray.step == axis else behind) for ray in some]
        return [ray for ray in left if ray.last is None or ray.first <= ray.last]

    def _asked(self, royal: Square, ray: Ray) -> Ray:
        but, last = But(hidden=(royal,)), ray.last or 0
        numbers = range(ray.first, last + 1)
        return ray.without(n for n in numbers if is_attacked(self._board, ray.square(n), self._by, but))

    def _without(self, royal: Square, ray: Ray, points: set[int]) -> Ray:
        points = {n for n in points if ray.first <= n and (ray.last is None or n <= ray.last)}
        intervals, more = self._along(royal, ray)
        points.update(more)
        points.update(n for n in self._roses_on(royal, ray) if ray.has_step(n))
        return ray.without(points, intervals, self._huygens_along(royal, ray))

    # Crossing slides

    def _reach(self) -> dict[Step, list[tuple[Square, float, float]]]:
        """The enemy's slides by their axes: their squares, and how far they reach against and along the axis."""
        if self._reaches is None:
            self._reaches = {}
            limit = inf if self._board.limit is None else self._board.limit
            for axis, kinds in self._board.arms(self._by).slides:
                lines = self._board.lines(axis)
                some = self._reaches[axis] = []
                for kind in kinds:
                    for square in self._board.army[self._by].get(kind, ()):
                        met = (lines.nearest(square, -1), lines.nearest(square, 1))
                        back, on = (limit if one is None else min(limit, one[1]) for one in met)
                        some.append((square, back, on))
        return self._reaches

    def _crossings_of(self, axis: Step) -> list[_Crossings]:
        """The slides that may cross rays along an axis, collected once for all royal pieces."""
        found = self._crossings.get(axis)
        if found is None:
            found = self._crossings[axis] = [
                _Crossings(
                    axis[0] * other[1] - axis[1] * other[0],
                    other,
                    [(_key(square, other), _key(square, axis), back, on) for square, back, on in slides],
                )
                for other, slides in self._reach().items()
                if other != axis
            ]
        return found

    def _crossed(self, royal: Square, axis: Step) -> list[int]:
        """The step numbers along an axis, including negative ones, at which slides cross it.

        The royal piece blocks no slide: the line of the slide would meet the ray on the piece's square.
        """
        points: list[int] = []
        own = _key(royal, axis)
        for turn, other, slides in self._crossings_of(axis):
            line = _key(royal, other)
            # royal + number * axis = square + steps * other
            for key, across, back, on in slides:
                steps, rest = divmod(across - own, turn)
                if -back <= steps <= on and steps and not rest:
                    number, rest = divmod(key - line, turn)
                    if not rest:
                        points.append(number)
        if HUYGENS in self._board.army[self._by]:
            for huygens in self._board.army[self._by][HUYGENS]:
                points += self._crossed_by_huygens(royal, axis, huygens)
        return points

    def _crossed_by_huygens(self, royal: Square, axis: Step, huygens: Square) -> list[int]:
        points = []
        for other in ((1, 0), (0, 1)):
            turn = axis[0] * other[1] - axis[1] * other[0]
            if turn == 0:
                continue
            steps, rest = divmod(_key(huygens, axis) - _key(royal, axis), turn)
            number, part = divmod(_key(huygens, other) - _key(royal, other), turn)
            if number and not rest and not part and self._huygens_reaches(huygens, other, steps):
                points.append(number)
        return points

    def _huygens_reaches(self, huygens: Square, axis: Step, steps: int) -> bool:
        way, length = (1, steps) if steps > 0 else (-1, -steps)
        limit = self._board.limit
        if (limit is not None and length > limit) or not is_prime(length):
            return False
        for _, between in self._board.lines(axis).along(huygens, way):
            if between >= length:
                break
            if is_prime(between):
                return False
        return True

    # Leaps

    def _leapt(self, royal: Square, axis: Step) -> list[int]:
        """The step numbers along an axis, including negative ones, that leaps reach."""
        points: list[int] = []
        own = _key(royal, axis)
        for kind, squares in self._board.army[self._by].items():
            leaps = _by_key(axis, ((-1, forward(self._by)), (1, forward(self._by))) if kind is PAWN else kind.leaps)
            if not leaps:
                continue
            for square in squares:
                difference = own - _key(square, axis)
                if -_NEAR <= difference <= _NEAR:
                    ends = ((square[0] + dx, square[1] + dy) for dx, dy in leaps.get(difference, ()))
                    points += (number for end in ends if (number := steps_between(royal, end, axis)) is not None)
        return points

    def _roses_on(self, royal: Square, ray: Ray) -> Iterable[int]:
        """The step numbers of a ray that roses attack, unless they are blocked."""
        if ROSE not in self._board.army[self._by]:
            return
        axis = axis_of(ray.step)
        leaps = _by_key(axis, _ROSE_LEAPS)
        own, but = _key(royal, axis), But(hidden=(royal,))
        for x, y in self._board.army[self._by].get(ROSE, ()):
            for dx, dy in leaps.get(own - _key((x, y), axis), ()):
                number = steps_between(royal, (x + dx, y + dy), ray.step)
                if number is not None and is_attacked(self._board, (x + dx, y + dy), self._by, but):
                    yield number

    # Slides along the ray itself

    def _slides_along(self, square: Square, step: Step) -> bool:
        piece = self._board.pieces[square]
        return piece.owner == self._by and piece.kind is not HUYGENS and step in piece.kind.slides

    def _along(self, royal: Square, ray: Ray) -> tuple[list[tuple[int, int | None]], list[int]]:
        """Intervals and single squares that are attacked along the ray's own line."""
        way = 1 if ray.step == axis_of(ray.step) else -1
        lines, limit = self._board.lines(ray.step), self._board.limit
        intervals: list[tuple[int, int | None]] = []
        points: list[int] = []
        behind = lines.nearest(royal, -way)
        if behind is not None and self._slides_along(behind[0], ray.step):
            intervals.append((1, None if limit is None else limit - behind[1]))
        ahead = lines.along(royal, way)
        first = next(ahead, None)
        if first is not None:
            if self._slides_along(first[0], ray.step):
                intervals.append((1 if limit is None else max(1, first[1] - limit), first[1] - 1))
            second = next(ahead, None)  # it protects the first one
            if second is not None and self._slides_along(second[0], ray.step):
                points += [first[1]] if limit is None or second[1] - first[1] <= limit else []
        return intervals, points

    def _huygens_along(self, royal: Square, ray: Ray) -> list[PrimesOut]:
        """The attacks of huygens on the ray's line."""
        if ray.step not in HUYGENS.slides:
            return []
        huygens = self._board.army[self._by].get(HUYGENS, ())
        numbers = ((one, steps_between(royal, one, ray.step)) for one in huygens)
        return [self._from_huygens(royal, ray.step, one, number) for one, number in numbers if number is not None]

    def _from_huygens(self, royal: Square, step: Step, huygens: Square, number: int) -> PrimesOut:
        """The squares that a huygens attacks in one direction, up to the first piece at a prime distance."""
        axis = axis_of(step)
        onward = number < 0
        end = self._board.limit
        for square, steps in self._board.lines(axis).along(huygens, 1 if (step == axis) == onward else -1):
            if end is not None and steps > end:
                break
            if square != royal and is_prime(steps):
                end = steps
                break
        if onward:
            return PrimesOut(number, number + 1, None if end is None else number + end)
        return PrimesOut(number, 1 if end is None else number - end, number - 1)


@lru_cache(maxsize=256)
def _by_key(axis: Step, leaps: tuple[Step, ...]) -> dict[int, list[Step]]:
    """Leaps by how much they change the key of the lines of an axis."""
    by_key: dict[int, list[Step]] = {}
    for step in leaps:
        by_key.setdefault(_key(step, axis), []).append(step)
    return by_key

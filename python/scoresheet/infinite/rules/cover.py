"""What an enemy leaves of the slides of a royal piece: it must not go where it would be attacked.

Single squares are attacked by leaps and where slides cross, intervals by slides along the same line, and squares at
prime distances by huygens along it.
"""

from __future__ import annotations

from typing import NamedTuple

from scoresheet.infinite.document import Square
from scoresheet.infinite.pieces import Kind, Step
from scoresheet.infinite.rules.arms import HUYGENS, PAWN, ROSE
from scoresheet.infinite.rules.attacks import But, is_attacked, steps_between
from scoresheet.infinite.rules.board import Board, forward
from scoresheet.infinite.rules.lines import axis_of
from scoresheet.infinite.rules.primes import is_prime
from scoresheet.infinite.rules.rays import PrimesOut, Ray
from scoresheet.infinite.rules.roses import ROUTES

__all__ = ["uncovered"]

_FEW = 4
"""A ray with so many squares is asked square by square."""


class _Cover:
    """What is left out of one ray."""

    def __init__(self, ray: Ray) -> None:
        self.ray = ray
        self.points: set[int] = set()
        self.intervals: list[tuple[int, int | None]] = []
        self.primes_out: list[PrimesOut] = []

    def left(self) -> Ray:
        """The ray without it."""
        return self.ray.without(self.points, self.intervals, self.primes_out)


class _Crossing(NamedTuple):
    """Where an enemy's slide meets the line of a ray."""

    start: Square
    step: Step
    steps: int


def uncovered(board: Board, royal: Square, rays: list[Ray], by: int) -> list[Ray]:
    """What remains of a royal piece's rays when squares that a player attacks are left out.

    The piece itself is not in the way of any attack, as it leaves.
    """
    left: list[Ray] = []
    covers: dict[Step, list[_Cover]] = {}
    for ray in rays:
        if ray.last is not None and ray.last - ray.first < _FEW:
            numbers = range(ray.first, ray.last + 1)
            points = [n for n in numbers if is_attacked(board, ray.square(n), by, But(hidden=(royal,)))]
            left.append(ray.without(points))
        else:
            covers.setdefault(axis_of(ray.step), []).append(_Cover(ray))
    for axis, some in covers.items():
        _cross(board, royal, axis, some, by)
        for cover in some:
            _slide_along(board, royal, cover, by)
            left.append(cover.left())
    return [ray for ray in left if ray.last is None or ray.first <= ray.last]


def _cover_at(covers: list[_Cover], axis: Step, number: int) -> tuple[_Cover, int] | None:
    """The ray of an axis that has a step, counted along the axis, and the number that it has there."""
    for cover in covers:
        ahead = number if cover.ray.step == axis else -number
        if ahead >= cover.ray.first and (cover.ray.last is None or ahead <= cover.ray.last):
            return cover, ahead
    return None


def _cross(board: Board, royal: Square, axis: Step, covers: list[_Cover], by: int) -> None:
    """Leaves out the single squares of an axis that are attacked."""
    dx, dy = axis
    x, y = royal
    for kind, squares in board.army[by].items():
        offsets = _by_key(axis, _captures(kind, by))
        slides = [(step, dx * step[1] - dy * step[0]) for step in {axis_of(step) for step in kind.slides} - {axis}]
        for square in squares:
            east, north = square[0] - x, square[1] - y
            key = dx * north - dy * east
            for ex, ey in offsets.get(-key, ()) if -_NEAR <= key <= _NEAR else ():
                number = (east + ex) // dx if dx else (north + ey) // dy
                if (found := _cover_at(covers, axis, number)) and _leaps(board, royal, found, kind, by):
                    found[0].points.add(found[1])
            for step, turn in slides:
                # royal + number * axis = square + steps * step
                number, rest = divmod(east * step[1] - north * step[0], turn)
                if rest or not (found := _cover_at(covers, axis, number)):
                    continue
                steps = (east * dy - north * dx) // turn
                if steps and _reaches(board, _Crossing(square, step, steps), prime=kind is HUYGENS):
                    found[0].points.add(found[1])


_NEAR = 32
"""No leap changes the key of a line by more."""

_ROSE_LEAPS = tuple({square for route in ROUTES for square in route})


def _captures(kind: Kind, player: int) -> tuple[Step, ...]:
    """The single squares that a kind may attack, counted from where it stands."""
    if kind is PAWN:
        return (-1, forward(player)), (1, forward(player))
    return _ROSE_LEAPS if kind is ROSE else kind.leaps


def _leaps(board: Board, royal: Square, found: tuple[_Cover, int], kind: Kind, by: int) -> bool:
    """Whether a single square is attacked indeed: something may be in a rose's way."""
    cover, number = found
    return kind is not ROSE or is_attacked(board, cover.ray.square(number), by, But(hidden=(royal,)))


def _by_key(axis: Step, leaps: tuple[Step, ...]) -> dict[int, list[Step]]:
    """Leaps by how much they change the key of the lines of an axis."""
    by_key: dict[int, list[Step]] = {}
    for step in leaps:
        by_key.setdefault(axis[0] * step[1] - axis[1] * step[0], []).append(step)
    return by_key


def _reaches(board: Board, crossing: _Crossing, *, prime: bool) -> bool:
    """Whether a slide gets to where it crosses a ray: the royal piece never stands on that line."""
    way, length = (1, crossing.steps) if crossing.steps > 0 else (-1, -crossing.steps)
    if (board.limit is not None and length > board.limit) or (prime and not is_prime(length)):
        return False
    for _, steps in board.lines(crossing.step).along(crossing.start, way):
        if steps >= length:
            return True
        if not prime or is_prime(steps):
            return False
    return True


def _slide_along(board: Board, royal: Square, cover: _Cover, by: int) -> None:
    """Leaves out what is attacked along the line of the ray itself."""
    ray = cover.ray
    axis = axis_of(ray.step)
    way = 1 if ray.step == axis else -1
    lines = board.lines(axis)
    limit = board.limit

    def slides(square: Square) -> bool:
        piece = board.pieces[square]
        return piece.owner == by and piece.kind is not HUYGENS and ray.step in piece.kind.slides

    behind = lines.nearest(royal, -way)
    if behind is not None and slides(behind[0]):
        cover.intervals.append((1, None if limit is None else limit - behind[1]))
    ahead = lines.along(royal, way)
    first = next(ahead, None)
    if first is not None:
        if slides(first[0]):
            cover.intervals.append((1 if limit is None else max(1, first[1] - limit), first[1] - 1))
        second = next(ahead, None)
        if second is not None and slides(second[0]) and (limit is None or second[1] - first[1] <= limit):
            cover.points.add(first[1])
    for huygens in board.army[by].get(HUYGENS, ()) if ray.step in HUYGENS.slides else ():
        number = steps_between(royal, huygens, ray.step)
        if number is not None:
            cover.primes_out.append(_huygens_along(board, royal, huygens, number, way))


def _huygens_along(board: Board, royal: Square, huygens: Square, number: int, way: int) -> PrimesOut:
    """What a huygens attacks of the line it shares with the royal piece, from its side on."""
    toward = -way if number > 0 else way
    end = board.limit
    axis = (0, 1) if royal[0] == huygens[0] else (1, 0)
    for square, steps in board.lines(axis).along(huygens, toward):
        if end is not None and steps > end:
            break
        if square != royal and is_prime(steps):
            end = steps
            break
    if number > 0:
        return PrimesOut(number, 1 if end is None else number - end, number - 1)
    return PrimesOut(number, number + 1, None if end is None else number + end)

"""The squares of a slide in one direction, without listing them: the other end may be 10^30 squares away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scoresheet.errors import UsageError
from scoresheet.infinite.document import Square
from scoresheet.infinite.pieces import Step
from scoresheet.infinite.rules.attacks import Attack, steps_between
from scoresheet.infinite.rules.meetings import WHEEL, meetings
from scoresheet.infinite.rules.primes import is_prime, may_be_prime, next_prime, primes_below

__all__ = ["PrimesOut", "Ray", "listed"]

Interval = tuple[int, int | None]
"""The first and the last step; None means that there is no end."""

_COUNTED = 1_000_000
_LISTED = 10_000_000
"""The maximum number of squares or moves in a list."""


def listed(count: int | None, what: str) -> int:
    """The length of a list of them.

    Raises:
        UsageError: there is no end of them, or there are too many.

    >>> listed(7, "moves")
    7
    """
    if count is not None and count <= _LISTED:
        return count
    why = "they cannot be counted" if count is None else "there are too many"
    raise UsageError(f"cannot list the {what}: {why}", hint="`itertools.islice` returns some of them")


class PrimesOut(NamedTuple):
    """Excludes steps of an interval that are a prime number of steps away from a center, as a huygens attacks them."""

    center: int
    first: int
    last: int | None

    def holds(self, step: int) -> bool:
        """Whether a step is excluded."""
        inside = self.first <= step and (self.last is None or step <= self.last)
        return inside and is_prime(abs(step - self.center))


class Ray:
    """The squares that a piece may slide to in one direction.

    `square in ray` and `bool(ray)` are exact. Iteration returns the squares, nearest first, and may never end.
    `list(ray)` raises `UsageError` if there are too many squares to list.

    Attributes:
        start: the square of the piece.
        step: the direction; step number n leads to `start + n * step`.
        first, last: the first and the last step number; last is None if the ray has no end.
        points: single step numbers that are excluded.
        intervals: intervals of step numbers that are excluded, in order and not touching each other.
        primes: step numbers from which all others must be at a prime distance: `(0,)` for a huygens.
        primes_out: intervals in which step numbers at a prime distance from a center are excluded.

    >>> ray = Ray((0, 0), (0, 1), 1, 10**30, points={2})
    >>> (0, 10**30) in ray, (0, 10**30 + 1) in ray, (0, 2) in ray, (1, 1) in ray
    (True, False, False, False)
    >>> ray.count == 10**30 - 1, list(Ray((0, 0), (1, -2), 1, 3))
    (True, [(1, -2), (2, -4), (3, -6)])
    """

    __slots__ = ("first", "intervals", "last", "points", "primes", "primes_out", "start", "step")

    def __init__(
        self,
        start: Square,
        step: Step,
        first: int,
        last: int | None,
        *,
        points: Iterable[int] = (),
        intervals: Iterable[Interval] = (),
        primes: tuple[int, ...] = (),
        primes_out: tuple[PrimesOut, ...] = (),
    ) -> None:
        self.start = start
        self.step = step
        self.first = first
        self.last = last
        self.points = frozenset(points)
        self.intervals: tuple[Interval, ...] = tuple(intervals)
        self.primes = primes
        self.primes_out = primes_out
        if self.intervals:
            self.intervals = _merged(self.intervals)
            self._cut_ends()

    def _cut_ends(self) -> None:
        """Removes intervals at the ends, so that a ray without end has squares without end."""
        while self.intervals and self.intervals[0][0] <= self.first:
            end = self.intervals[0][1]
            if end is None:
                self.last, self.intervals = self.first - 1, ()
                return
            self.first = max(self.first, end + 1)
            self.intervals = self.intervals[1:]
        while self.intervals:
            first, end = self.intervals[-1]
            if end is not None and (self.last is None or end < self.last):
                return
            self.last = first - 1 if self.last is None else min(self.last, first - 1)
            self.intervals = self.intervals[:-1]

    def square(self, number: int) -> Square:
        """The square at a step number."""
        return self.start[0] + number * self.step[0], self.start[1] + number * self.step[1]

    def has_step(self, number: int) -> bool:
        """Whether the ray contains the square of a step number."""
        return (
            self.first <= number
            and (self.last is None or number <= self.last)
            and number not in self.points
            and not any(first <= number and (last is None or number <= last) for first, last in self.intervals)
            and all(is_prime(abs(number - center)) for center in self.primes)
            and not any(out.holds(number) for out in self.primes_out)
        )

    def __contains__(self, square: object) -> bool:
        if not (isinstance(square, tuple) and len(square) == 2 and all(isinstance(place, int) for place in square)):
            return False
        number = steps_between(self.start, square, self.step)
        return number is not None and self.has_step(number)

    def __length_hint__(self) -> int:
        # `list` calls `len` first, and would take all memory. Few steps have prime distances from two others.
        return listed(self.count, "squares") if len(self.primes) < 2 else 0

    def __iter__(self) -> Iterator[Square]:
        return (self.square(number) for number in self.numbers())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ray):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash((self.start, self.step, self.first, self.last))

    def __repr__(self) -> str:
        names = ("points", "intervals", "primes", "primes_out")
        more = [f"{name}={value!r}" for name in names if (value := getattr(self, name))]
        return f"Ray({', '.join([*map(repr, (self.start, self.step, self.first, self.last)), *more])})"

    # Counting

    def segments(self) -> Iterator[Interval]:
        """The parts of the ray that `intervals` leave, in order, as first and last step numbers.

        >>> list(Ray((0, 0), (1, 0), 1, None, intervals=[(4, 9)]).segments())
        [(1, 3), (10, None)]
        """
        first = self.first
        for out, end in self.intervals:
            if out > first:
                yield first, out - 1
            if end is None:
                return
            first = end + 1
        if self.last is None or first <= self.last:
            yield first, self.last

    def numbers(self) -> Iterator[int]:
        """The step numbers, in order."""
        for first, last in self.segments():
            for number in self._candidates(first, last):
                if (
                    number not in self.points
                    and all(is_prime(abs(number - center)) for center in self.primes)
                    and not any(out.holds(number) for out in self.primes_out)
                ):
                    yield number

    def _candidates(self, first: int, last: int | None) -> Iterator[int]:
        """The step numbers of an interval, in order, including all with the required prime distances."""
        if len(self.primes) > 1 and (few := _forced(self.primes)) is not None:
            yield from (number for number in few if first <= number and (last is None or number <= last))
            return
        if len(self.primes) > 1 and (last is None or last - first > WHEEL):
            yield from meetings(self.primes, first, last)
            return
        number = first
        hop = self.primes == (0,)
        if hop:
            number = next_prime(first - 1)
        while last is None or number <= last:
            # A factor of any distance is looked for before a distance is proved prime, which takes long.
            if hop or all(may_be_prime(abs(number - center)) for center in self.primes):
                yield number
            number = next_prime(number) if hop else number + 1

    @property
    def count(self) -> int | None:
        """The number of squares.

        None if the ray has no end, or if only prime distances count and there are more than a million steps, because
        the number of primes up to 10^30 cannot be computed.
        """
        if self.last is None:
            return None
        if self.primes or self.primes_out:
            return sum(1 for _ in self.numbers()) if self.last - self.first < _COUNTED else None
        in_segments = 0
        for first, last in self.segments():
            assert last is not None  # the ray has an end
            in_segments += last - first + 1 - sum(1 for point in self.points if first <= point <= last)
        return in_segments

    def __bool__(self) -> bool:
        """Whether there is a square. This is exact: one square more is tried than may be excluded."""
        if not (self.points or self.intervals or self.primes or self.primes_out):
            return self.last is None or self.first <= self.last
        return next(self.numbers(), None) is not None

    # Parts

    def without(
        self, points: Iterable[int], intervals: Iterable[Interval] = (), primes_out: Iterable[PrimesOut] = ()
    ) -> Ray:
        """The ray with further exclusions."""
        return Ray(
            self.start,
            self.step,
            self.first,
            self.last,
            points=self.points.union(points),
            intervals=(*self.intervals, *intervals),
            primes=self.primes,
            primes_out=(*self.primes_out, *primes_out),
        )

    def _narrowed(self, first: int, last: int, prime: int | None = None) -> Ray:
        """The part between two step numbers, at a prime distance from a third one."""
        first = max(first, self.first)
        last = last if self.last is None else min(last, self.last)
        primes = self.primes if prime is None else tuple(dict.fromkeys((*self.primes, prime)))
        return Ray(
            self.start,
            self.step,
            first,
            last,
            points=self.points,
            intervals=self.intervals,
            primes=primes,
            primes_out=self.primes_out,
        )

    def _single(self, number: int) -> list[Ray]:
        return [Ray(self.start, self.step, number, number)] if self.has_step(number) else []

    def stopping(self, attack: Attack) -> list[Ray]:
        """The parts of the ray whose squares capture an attacker or block it.

        If a huygens attacks, primes may leave nothing of a part. That takes long to find out, and is left to the end.
        """
        if attack.step is None:
            steps = {steps_between(self.start, square, self.step) for square in (attack.attacker, *attack.route)}
            return [one for step in sorted(step for step in steps if step is not None) for one in self._single(step)]
        (dx, dy), (ex, ey) = self.step, attack.step
        east, north = attack.attacker[0] - self.start[0], attack.attacker[1] - self.start[1]
        turn = dx * ey - dy * ex
        if turn == 0:
            return self._stopping_on_its_line(attack)
        # start + number * step = attacker + passed * attack.step
        number, rest = divmod(east * ey - north * ex, turn)
        passed, part = divmod(east * dy - north * dx, turn)
        if rest or part or not 0 <= passed < attack.length:
            return []
        if passed and attack.prime and not is_prime(passed):
            return []
        return self._single(number)

    def _stopping_on_its_line(self, attack: Attack) -> list[Ray]:
        attacker = steps_between(self.start, attack.attacker, self.step)
        if attacker is None:
            return []
        onward = attack.step == self.step
        near, far = (
            (attacker + 1, attacker + attack.length - 1) if onward else (attacker - attack.length + 1, attacker - 1)
        )
        parts = [self._narrowed(near, far, attacker if attack.prime else None)]
        parts += self._single(attacker)
        return [part for part in parts if part.last is None or part.first <= part.last]


def _merged(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """Intervals in order, with touching ones joined."""
    merged: list[Interval] = []
    for first, last in sorted(intervals, key=lambda interval: interval[0]):
        if last is not None and last < first:
            continue
        if merged and (merged[-1][1] is None or merged[-1][1] + 1 >= first):
            end = merged[-1][1]
            merged[-1] = (merged[-1][0], None if end is None or last is None else max(end, last))
        else:
            merged.append((first, last))
    return tuple(merged)


def _forced(centers: tuple[int, ...]) -> list[int] | None:
    """The only numbers that can be at prime distances from all centers, if a small prime divides one of them."""
    for divisor in primes_below(len(centers) + 1):  # fewer centers leave a rest free
        if len({center % divisor for center in centers}) == divisor:
            return sorted({center + side for center in centers for side in (divisor, -divisor)})
    return None

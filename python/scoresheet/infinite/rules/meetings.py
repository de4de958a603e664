"""Numbers that may be at prime distances from several others: the squares that huygens on one line leave to another.

Most numbers are never checked: a wheel skips those whose distances one of its primes divides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import merge
from itertools import count, groupby

from scoresheet.infinite.rules.primes import may_be_prime

__all__ = ["WHEEL", "meetings"]

_SPOKES = (2, 3, 5, 7, 11, 13)

WHEEL = 2 * 3 * 5 * 7 * 11 * 13
"""How many numbers a turn of the wheel covers."""


def meetings(centers: tuple[int, ...], first: int, last: int | None) -> Iterator[int]:
    """The numbers of an interval in order, without most of those that are not at prime distances from all centers.

    For every prime of the wheel, some rest must not be that of any center.

    >>> list(meetings((0, 100), 1, 99))
    [3, 11, 17, 29, 41, 47, 53, 59, 71, 83, 89, 97]
    """
    # A prime of the wheel does divide the distance that equals it.
    near = {center + side for center in centers for spoke in _SPOKES for side in (spoke, -spoke)}
    inside = sorted(number for number in near if first <= number and (last is None or number <= last))
    for number, _ in groupby(merge(inside, _turned(centers, first, last))):
        # A factor of any distance is looked for before a distance is proved prime, which takes long.
        if all(may_be_prime(abs(number - center)) for center in centers):
            yield number


def _turned(centers: tuple[int, ...], first: int, last: int | None) -> Iterator[int]:
    rests = _rests(tuple(center % WHEEL for center in centers))
    for turn in count(first - first % WHEEL, WHEEL):
        for rest in rests:
            number = turn + rest
            if last is not None and number > last:
                return
            if number >= first:
                yield number


@lru_cache(maxsize=256)
def _rests(centers: tuple[int, ...]) -> tuple[int, ...]:
    """The rests modulo the wheel of numbers whose distances to the centers none of its primes divides."""
    rests: Iterable[int] = (0,)
    turn = 1
    for spoke in _SPOKES:
        taken = {center % spoke for center in centers}
        rests = [
            rest + turn * times
            for rest in rests
            for times in range(spoke)
            if (rest + turn * times) % spoke not in taken
        ]
        turn *= spoke
    return tuple(sorted(rests))

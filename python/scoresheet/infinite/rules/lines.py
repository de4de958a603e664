"""The pieces of a board by the lines they are on, so that the next one on a line is found without walking.

All squares of a line with direction (dx, dy) have the same key, `dx * y - dy * x`. Along a line, x grows, or y if it is
vertical.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator

from scoresheet.infinite.document import Square
from scoresheet.infinite.pieces import Step

__all__ = ["Lines", "axis_of"]


def axis_of(step: Step) -> Step:
    """The direction that represents a step and its opposite.

    >>> axis_of((-1, 2)), axis_of((1, -2)), axis_of((0, -1))
    ((1, -2), (1, -2), (0, 1))
    """
    dx, dy = step
    return (-dx, -dy) if dx < 0 or (dx == 0 and dy < 0) else step


class Lines:
    """All lines of one direction that have pieces, each with its pieces in order.

    >>> lines = Lines((1, 0), [(0, 0), (10**30, 0), (5, 1)])
    >>> [steps == 10**30 for square, steps in lines.along((0, 0), 1)], list(lines.along((0, 0), -1))
    ([True], [])
    """

    __slots__ = ("_rows", "_upright", "_width", "axis")

    def __init__(self, axis: Step, squares: Iterable[Square]) -> None:
        self.axis = axis
        self._upright = axis[0] == 0
        self._width = axis[1] if self._upright else axis[0]
        rows: defaultdict[int, list[int]] = defaultdict(list)
        dx, dy = axis
        if self._upright:
            for x, y in squares:
                rows[-x].append(y)
        else:
            for x, y in squares:
                rows[dx * y - dy * x].append(x)
        for row in rows.values():
            row.sort()
        self._rows: dict[int, list[int]] = rows

    def add(self, square: Square) -> None:
        """Puts a piece on its line."""
        x, y = square
        dx, dy = self.axis
        place = y if self._upright else x
        row = self._rows.get(key := dx * y - dy * x)
        if row is None:
            self._rows[key] = [place]
        else:
            insort(row, place)

    def remove(self, square: Square) -> None:
        """Removes a piece from its line."""
        x, y = square
        dx, dy = self.axis
        row = self._rows[key := dx * y - dy * x]
        if len(row) == 1:
            del self._rows[key]
        else:
            del row[bisect_left(row, y if self._upright else x)]

    def along(self, square: Square, way: int) -> Iterator[tuple[Square, int]]:
        """The pieces after a square, the nearest first, each with its steps; way 1 is along the axis, -1 against it."""
        x, y = square
        dx, dy = self.axis
        row = self._rows.get(dx * y - dy * x)
        if row is None:
            return
        place = y if self._upright else x
        width = self._width
        # By index, so that a line with many pieces is not copied to find the first one.
        if way > 0:
            at, end = bisect_right(row, place), len(row)
        else:
            at, end = bisect_left(row, place) - 1, -1
        while at != end:
            steps = (row[at] - place) // width
            yield (x + steps * dx, y + steps * dy), abs(steps)
            at += way

    def nearest(self, square: Square, way: int) -> tuple[Square, int] | None:
        """The first of `along`."""
        x, y = square
        dx, dy = self.axis
        row = self._rows.get(dx * y - dy * x)
        if row is None:
            return None
        place = y if self._upright else x
        at = bisect_right(row, place) if way > 0 else bisect_left(row, place) - 1
        if at < 0 or at == len(row):
            return None
        steps = (row[at] - place) // self._width
        return (x + steps * dx, y + steps * dy), abs(steps)

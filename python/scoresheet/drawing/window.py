"""Chooses the lines of an infinite board that a picture shows: a limited number, however far apart the pieces are.

Columns and rows are chosen independently. Those near a piece are drawn at their true distance. A longer empty stretch
becomes a gap, which takes the room of one line and knows what it leaves out. Pieces on the same column or row are on
the same one in the picture too.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from scoresheet.infinite.interface import Border, Square

if TYPE_CHECKING:
    from scoresheet.infinite.interface import Piece, Position

__all__ = ["Axis", "Gap", "Run", "Window", "window_around", "window_of"]

PieceT = TypeVar("PieceT")


class Run(NamedTuple):
    """Lines that are drawn next to each other."""

    first: int
    last: int


class Gap(NamedTuple):
    """Lines that are left out between two runs."""

    first: int
    last: int
    pieces: int
    """The number of pieces on these lines."""

    @property
    def size(self) -> int:
        """How many lines are left out."""
        return self.last - self.first + 1


@dataclass(frozen=True)
class Axis:
    """The columns of a picture, from west to east, or its rows, from south to north.

    >>> axis = window_of({(0, 0): "K", (1000, 0): "k"}).columns
    >>> axis.parts
    (Run(first=-1, last=1), Gap(first=2, last=998, pieces=0), Run(first=999, last=1001))
    >>> axis.slots[1000], len(axis)
    (5, 7)
    """

    parts: tuple[Run | Gap, ...]
    beyond: tuple[int, int] = (0, 0)
    """The number of pieces before the first line, and after the last one."""
    ends: tuple[bool, bool] = (False, False)
    """Whether the world ends before the first line, and after the last one."""
    slots: dict[int, int] = field(init=False, repr=False, compare=False)
    """The places of the lines that are drawn, from 0. A gap takes one place too."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "slots", dict(self._placed()))

    def __len__(self) -> int:
        return sum(1 if isinstance(part, Gap) else part.last - part.first + 1 for part in self.parts)

    def _placed(self) -> Iterator[tuple[int, int]]:
        slot = 0
        for part in self.parts:
            if isinstance(part, Gap):
                slot += 1
                continue
            for line in range(part.first, part.last + 1):
                yield line, slot
                slot += 1

    def laid(self) -> Iterator[tuple[int, Run | Gap]]:
        """The parts with their starting places."""
        slot = 0
        for part in self.parts:
            yield slot, part
            slot += 1 if isinstance(part, Gap) else part.last - part.first + 1


@dataclass(frozen=True)
class Window(Generic[PieceT]):
    """The part of a board that is drawn."""

    columns: Axis
    rows: Axis
    pieces: dict[Square, PieceT]
    """The pieces whose column and row are both drawn."""
    outside: int
    """How many other pieces there are."""

    def shows(self, square: Square) -> bool:
        """Whether a square is drawn."""
        return square[0] in self.columns.slots and square[1] in self.rows.slots


class _Spacing(NamedTuple):
    """How much to draw around the lines that must be drawn."""

    near: int
    """Up to this many lines between two others are all drawn."""
    margin: int
    """This many lines are drawn on both sides of others."""


_SPACINGS = (_Spacing(8, 1), _Spacing(5, 1), _Spacing(3, 1), _Spacing(1, 0))
"""From roomy to tight. Each leaves out either no line or at least two."""

_NEIGHBORHOOD = 4
"""To find the densest area, pieces are counted by squares with this many doublings."""

_FOCI = 3
"""How many of the first squares get more room around them if not everything fits."""

_OPEN = Border(None, None, None, None)


class _Lines:
    """The lines of one axis that must be drawn, and the places that they need, including what is between them."""

    def __init__(self, lines: Iterable[int], spacing: _Spacing, most: int, gap: int) -> None:
        self.chosen = sorted(set(lines))
        self.spacing, self.most = spacing, most
        self._with_gap = 2 * spacing.margin + gap
        self._near = max(spacing.near, self._with_gap)
        between = pairwise(self.chosen)
        self.needed = len(self.chosen) + 2 * spacing.margin + sum(self._between(*pair) for pair in between)

    def _between(self, low: int, high: int) -> int:
        hidden = high - low - 1
        return hidden if hidden <= self._near else self._with_gap

    def _cost(self, line: int) -> int:
        """How many more places are needed with this line."""
        at = bisect_left(self.chosen, line)
        left, right = self.chosen[at - 1 : at], self.chosen[at : at + 1]
        if right == [line]:
            return 0
        cost = 1 + sum(self._between(low, line) for low in left) + sum(self._between(line, high) for high in right)
        return cost - (self._between(left[0], right[0]) if left and right else 0)

    def has_room(self, line: int) -> bool:
        """Whether this line can be drawn as well."""
        return self.needed + self._cost(line) <= self.most

    def add(self, line: int) -> None:
        """Adds this line."""
        cost = self._cost(line)
        self.needed += cost
        at = bisect_left(self.chosen, line)
        if self.chosen[at : at + 1] != [line]:
            insort(self.chosen, line)

    def runs(self, low: int | None, high: int | None) -> list[Run]:
        """The lines with what is drawn around them. A margin does not cross the border of the world."""
        runs: list[Run] = []
        before = None
        for line in self.chosen:
            first, last = line - self.spacing.margin, line + self.spacing.margin
            if low is not None and low <= line:
                first = max(first, low)
            if high is not None and line <= high:
                last = min(last, high)
            if before is not None and line - before - 1 <= self._near:
                runs[-1] = Run(runs[-1].first, max(last, runs[-1].last))
            else:
                runs.append(Run(first, last))
            before = line
        return runs


def window_of(
    pieces: Mapping[Square, PieceT],
    *,
    first: Sequence[Square] = (),
    border: Border | None = None,
    columns: int = 64,
    rows: int = 64,
    gap: int = 1,
) -> Window[PieceT]:
    """Chooses what is drawn: everything if it fits, otherwise `first` and the area with most pieces.

    Args:
        pieces: the pieces by their squares.
        first: the squares that are drawn before others, the most important ones first.
        border: the last squares inside the world, which are drawn if they fit.
        columns: the maximum number of columns, including gaps; at least 3.
        rows: the maximum number of rows.
        gap: how many columns fit in the room of a gap between columns.

    >>> window = window_of({(0, 0): "K", (10**30, 5): "r", (10**60, 5): "k"})
    >>> len(window.columns), len(window.rows), window.outside
    (11, 8, 0)
    >>> window_of({(9 * x, 9 * x): x for x in range(100_000)}).outside
    99968
    """
    left, right, bottom, top = border or _OPEN
    squares = [*first, *pieces] or [(_within(0, left, right), _within(0, bottom, top))]
    wide = _fitting((x for x, _ in squares), columns, gap)
    high = _fitting((y for _, y in squares), rows, 1)
    if wide.needed > columns or high.needed > rows:
        wide, high = _Lines((), wide.spacing, columns, gap), _Lines((), high.spacing, rows, 1)
        for x, y in _in_order(pieces, first):
            if wide.has_room(x) and high.has_room(y):
                wide.add(x)
                high.add(y)
    for lines, side in ((wide, left), (wide, right), (high, bottom), (high, top)):
        if side is not None and lines.has_room(side):
            lines.add(side)
    return _cut(pieces, (wide.runs(left, right), high.runs(bottom, top)), border)


def window_around(
    position: Position,
    last_move: tuple[Square, Square] | None = None,
    marked: Iterable[Square] = (),
    *,
    columns: int = 64,
    rows: int = 64,
    gap: int = 1,
) -> Window[Piece]:
    """Chooses what is drawn of a position. The last move, the royal pieces and marked squares come first.

    >>> from scoresheet.infinite import Position
    >>> window_around(Position.read("K0,0|k5,5|Q1000,0"), columns=7).pieces[0, 0].code
    'K'
    """
    royals = [(square, piece) for square, piece in position.pieces.items() if piece.kind.royal]
    royals.sort(key=lambda each: each[1].owner != position.mover)
    first = [*reversed(last_move or ()), *(square for square, _ in royals), *marked]
    return window_of(position.pieces, first=first, border=position.border, columns=columns, rows=rows, gap=gap)


def _within(line: int, low: int | None, high: int | None) -> int:
    """The line inside the border that is nearest to this one."""
    line = line if low is None else max(line, low)
    return line if high is None else min(line, high)


def _fitting(lines: Iterable[int], most: int, gap: int) -> _Lines:
    """All these lines, as roomy as the places allow, or as tight as possible if there are not enough."""
    distinct = set(lines)
    for spacing in _SPACINGS[:-1]:
        fitted = _Lines(distinct, spacing, most, gap)
        if fitted.needed <= most:
            return fitted
    return _Lines(distinct, _SPACINGS[-1], most, gap)


def _in_order(pieces: Mapping[Square, PieceT], first: Sequence[Square]) -> Iterator[Square]:
    """The squares, important ones first: those around the first ones, and around the area with most pieces."""
    yield from first
    foci = list(dict.fromkeys(first))[:_FOCI]
    crowd = _crowd(pieces, foci)
    if crowd is not None:
        foci.append(crowd)

    def distance(square: Square) -> int:
        x, y = square
        return min((max(abs(x - a), abs(y - b)) for a, b in foci), default=0)

    yield from sorted(pieces, key=lambda square: (distance(square), square))


def _crowd(pieces: Iterable[Square], foci: Iterable[Square]) -> Square | None:
    """The middle of the area with most pieces, the nearest to the origin; None if half as many are around a focus."""
    counted = Counter((x >> _NEIGHBORHOOD, y >> _NEIGHBORHOOD) for x, y in pieces)
    if not counted:
        return None
    x, y = min(counted, key=lambda place: (-counted[place], abs(place[0]) + abs(place[1]), place))
    if any(2 * counted[a >> _NEIGHBORHOOD, b >> _NEIGHBORHOOD] >= counted[x, y] for a, b in foci):
        return None
    half = 1 << (_NEIGHBORHOOD - 1)
    return (x << _NEIGHBORHOOD) + half, (y << _NEIGHBORHOOD) + half


def _cut(pieces: Mapping[Square, PieceT], runs: tuple[list[Run], list[Run]], border: Border | None) -> Window[PieceT]:
    """The window for these lines."""
    drawn = [{line for run in each for line in range(run.first, run.last + 1)} for each in runs]
    inside = {square: piece for square, piece in pieces.items() if square[0] in drawn[0] and square[1] in drawn[1]}
    hidden = [square for square in pieces if square not in inside]
    left, right, bottom, top = border or _OPEN
    columns = _axis(runs[0], [x for x, _ in hidden if x not in drawn[0]], (left, right))
    rows = _axis(runs[1], [y for _, y in hidden if y not in drawn[1]], (bottom, top))
    return Window(columns, rows, inside, len(hidden))


def _axis(runs: list[Run], hidden: list[int], border: tuple[int | None, int | None]) -> Axis:
    starts = [run.first for run in runs]
    counted = Counter(bisect_left(starts, line) for line in hidden)
    parts: list[Run | Gap] = [runs[0]]
    for index, (run, following) in enumerate(pairwise(runs), start=1):
        parts += [Gap(run.last + 1, following.first - 1, counted[index]), following]
    ends = runs[0].first == border[0], runs[-1].last == border[1]
    return Axis(tuple(parts), (counted[0], counted[len(runs)]), ends)

"""The layout of an axis in a drawing: squares, gaps, stripes, and how they fade out."""

from __future__ import annotations

from collections.abc import Iterator

from scoresheet.drawing.pieces import BOX
from scoresheet.drawing.window import Axis, Gap, Run

__all__ = ["Lengths"]

_OUTER = 15
"""How far the board continues where the world does."""

_STRIP = _OUTER / 3
"""The width of a strip that fades out; there are three on each side of a gap."""


class Lengths:
    """One axis in the units of the shapes; 0 is the corner of the first square.

    >>> from scoresheet.drawing.window import window_of
    >>> lengths = Lengths(window_of({(0, 0): "K"}).columns, backwards=True)
    >>> lengths.start(-1), lengths.outer
    (90, (-15, 150))
    """

    def __init__(self, axis: Axis, *, backwards: bool) -> None:
        self.axis = axis
        self._backwards = backwards
        self._length = len(axis) * BOX
        low, high = (0 if ended else _OUTER for ended in axis.ends)
        before, behind = (high, low) if backwards else (low, high)
        self.outer = (-before, self._length + behind)
        """The start and the end of the board."""

    def start(self, line: int) -> int:
        """The start of a line."""
        return self._at(self.axis.slots[line])

    def _at(self, slot: int) -> int:
        return (len(self.axis) - 1 - slot if self._backwards else slot) * BOX

    def middle(self, run: Run) -> float:
        """The middle of a run."""
        return (self.start(run.first) + self.start(run.last) + BOX) / 2

    def widest(self) -> tuple[float, float]:
        """The middle and the length of the longest run, including half a gap on both sides."""
        run = max((part for part in self.axis.parts if isinstance(part, Run)), key=lambda run: run.last - run.first)
        return self.middle(run), (run.last - run.first + 1) * BOX + _OUTER

    def gaps(self) -> Iterator[tuple[float, Gap]]:
        """The gaps with the positions of their middles."""
        for slot, part in self.axis.laid():
            if isinstance(part, Gap):
                yield self._at(slot) + BOX / 2, part

    def edges(self) -> list[int]:
        """The borders of the world."""
        return [place for place, bare in zip(self.outer, (0, self._length), strict=True) if place == bare]

    def stripes(self, *, odd: bool) -> Iterator[tuple[float, float]]:
        """Start and length of every odd or every even line, including half a line on both sides of a gap."""
        for line, start, length in self._lines():
            if (line % 2 == 1) == odd:
                yield start, length

    def _lines(self) -> Iterator[tuple[int, float, float]]:
        """Every line with its start and length, including those that fade out."""
        for line, slot in self.axis.slots.items():
            yield line, self._at(slot), BOX
        for slot, part in self.axis.laid():
            if isinstance(part, Gap):
                start, half = self._at(slot), BOX / 2
                yield part.first, start + half * self._backwards, half
                yield part.last, start + half * (not self._backwards), half
        first, last = self.axis.parts[0].first, self.axis.parts[-1].last
        ends = [(last + 1, first - 1), (first - 1, last + 1)][not self._backwards]
        for line, start, length in (
            (ends[0], self.outer[0], -self.outer[0]),
            (ends[1], self._length, self.outer[1] - self._length),
        ):
            if length:
                yield line, start, length

    def strips(self, level: int) -> Iterator[tuple[float, float]]:
        """Start and length of the strips that fade out to this level, 0 to 3. Level 3 is what is left out."""
        for middle, _ in self.gaps():
            if level == 3:
                yield middle - BOX / 2 + 3 * _STRIP, BOX - 6 * _STRIP
            else:
                yield middle - BOX / 2 + level * _STRIP, _STRIP
                yield middle + BOX / 2 - (level + 1) * _STRIP, _STRIP
        if level < 3:
            if self.outer[0]:
                yield -(level + 1) * _STRIP, _STRIP
            if self.outer[1] > self._length:
                yield self._length + level * _STRIP, _STRIP

"""Short labels for long numbers: how many squares a gap leaves out, and the coordinates of distant lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoresheet.drawing.window import Axis, Run

__all__ = ["Labels", "about", "amount", "labels_of"]

_LONGEST_AMOUNT = 10
"""Longer numbers are rounded."""

_LONGEST_LABEL = 6
"""Longer coordinates are labelled by their last digits, together with a head that shows the magnitude."""

_TAILS = range(4, 8)
"""How many of the last digits to show: as many as distinguish the lines of a picture."""

_HEADS = range(2, 7)
"""How many digits a head is rounded to."""


def amount(number: int) -> str:
    """A number: in full, or rounded if it is long.

    >>> amount(1_000_000), amount(10**40), amount(10**40 + 1), amount(-3_160_000_000_000)
    ('1,000,000', '10^40', '~10^40', '~-3.2·10^12')
    """
    return f"{number:,}" if len(str(abs(number))) <= _LONGEST_AMOUNT else about(number)


def about(number: int, digits: int = 2) -> str:
    """A long number, rounded to a number of digits.

    >>> about(123456, 3), about(-99999), about(1000)
    ('~1.23·10^5', '~-10^5', '10^3')
    """
    text, sign = str(abs(number)), "-" * (number < 0)
    exponent = len(text) - 1
    head = str(int(text[: digits + 1].ljust(digits + 1, "0")) + 5)[:-1]
    if len(head) > digits:
        exponent += 1
    head = head.rstrip("0")
    exact = "" if abs(number) == int(head) * 10 ** max(exponent - len(head) + 1, 0) else "~"
    if head == "1":
        return f"{exact}{sign}10^{exponent}"
    return f"{exact}{sign}{head[0]}{'.' * (len(head) > 1)}{head[1:]}·10^{exponent}"


@dataclass(frozen=True)
class Labels:
    """The labels at the edge of a picture for the lines of an axis."""

    lines: dict[int, str]
    heads: tuple[tuple[Run, str], ...]
    """The runs whose lines are labelled by their last digits, with the heads that show their magnitude."""


def labels_of(axis: Axis, longest: int = _LONGEST_LABEL) -> Labels:
    """The labels of an axis: full coordinates, or their last digits if they are longer than this.

    >>> from scoresheet.drawing.window import window_of
    >>> labels = labels_of(window_of({(5, 0): "K", (-(10**30), 0): "k"}).columns)
    >>> list(labels.lines.values()), labels.heads[0][1]
    (['-…0001', '-…0000', '-…9999', '4', '5', '6'], '-10^30')
    """
    runs = [part for part in axis.parts if isinstance(part, Run)]
    far = [run for run in runs if max(len(str(run.first)), len(str(run.last))) > longest]
    heads, tails = _telling_apart(far)
    lines = {
        line: _tail(line, tails) if run in heads else str(line)
        for run in runs
        for line in range(run.first, run.last + 1)
    }
    return Labels(lines, tuple(heads.items()))


def _telling_apart(far: list[Run]) -> tuple[dict[Run, str], int]:
    """The heads of runs and the length of tails that together identify each line, if any do."""
    heads: dict[Run, str] = {}
    tails = 0
    for digits, tails in _lengths():
        heads = {run: about((run.first + run.last) // 2, digits) for run in far}
        named = [(heads[run], _tail(line, tails)) for run in far for line in range(run.first, run.last + 1)]
        if len(named) == len(set(named)):
            break
    return heads, tails


def _lengths() -> Iterator[tuple[int, int]]:
    """Digits of heads and tails, the shortest first."""
    yield from ((_HEADS[0], tails) for tails in _TAILS)
    yield from ((digits, _TAILS[-1]) for digits in _HEADS[1:])


def _tail(line: int, digits: int) -> str:
    return f"{'-' * (line < 0)}…{str(abs(line))[-digits:]}"

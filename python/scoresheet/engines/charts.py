"""Pictures of rows, such as those of built-in questions: lines over time, bars of results, and bars of numbers."""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape as escaped_for_html
from typing import Any

from scoresheet._printable import printable
from scoresheet.errors import UsageError

__all__ = ["chart"]

_TIMES = ("day", "month", "year", "date")
"""The names of columns over which lines are drawn."""

_RESULTS = (("won", "drawn", "lost"), ("white_wins", "draws", "black_wins"))
"""Columns that are drawn as one bar with three parts."""

_NUMBERS = ("elo", "accuracy", "points", "percent", "games")
"""What is drawn of other rows: the first of these columns that they have."""

_SERIES = ("#3b6fb6", "#c8553d", "#3a8f5d", "#8a5fb0", "#b08a2e", "#5a6570")
_PARTS = ("#f4f1e8", "#a9a9a3", "#3c3c3a")
"""The colours of what White won, drew and lost, or a player."""

_WIDTH, _MARGIN, _LINE = 800, 16, 22
_LABELS = 260
"""The width of the labels beside bars."""

_UNKNOWN = "?"

_LARGEST = 200
"""How many bars one picture has."""

_HEIGHT = 360
"""The height of the lines."""

_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#222}.t{font-size:16px;font-weight:600}.r{text-anchor:end}"
    ".m{text-anchor:middle}.g{stroke:#ddd}.s{fill:#666}"
)


def escape(text: str) -> str:
    """A text for SVG, which cannot hold control characters."""
    return escaped_for_html(printable(text).replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd"))


def _number(value: object) -> float:
    """A number to draw; 0 for one that has no length."""
    try:
        found = float(value or 0)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return 0
    return found if math.isfinite(found) else 0


@dataclass(frozen=True)
class _Table:
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]

    def column(self, name: str) -> list[Any]:
        """The values of a column."""
        place = self.columns.index(name)
        return [row[place] for row in self.rows]

    def texts(self, before: str) -> list[str]:
        """The labels of the rows: the first column, and the texts in the others before this one."""
        end = self.columns.index(before)
        named = [place for place in range(end) if place == 0 or any(isinstance(row[place], str) for row in self.rows)]
        return [" ".join(str(row[place]) for place in named if row[place] is not None) or _UNKNOWN for row in self.rows]


def chart(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A picture of rows as SVG.

    What is drawn depends on the names of the columns. A first column `day`, `month`, `year` or `date`, or any such
    column beside `elo`, gives lines over time, one for each value of the next column if that is text. Columns
    `won`, `drawn` and `lost`, or `white_wins`, `draws` and `black_wins`, give a bar with three parts for each row;
    `elo`, `accuracy`, `points`, `percent` or `games` one with a number. The texts before these columns are the labels.

    Raises:
        UsageError: there is no such column, or there are no rows.

    >>> print(chart("Score", ["opening", "won", "drawn", "lost"], [("C50", 3, 0, 1)])[:38])
    <svg xmlns="http://www.w3.org/2000/svg
    """
    table = _Table(list(columns), [row for row in rows if any(value is not None for value in row)])
    number = next((name for name in _NUMBERS if name in columns), None)
    if not table.rows:
        raise UsageError("there are no rows, so there is nothing to draw")
    time = next((name for name in columns if name in _TIMES), None)
    if time is not None and number is not None and (time == columns[0] or number == "elo"):
        return _svg(title, *_lines(table, time, number))
    parts = next((names for names in _RESULTS if all(name in columns for name in names)), None)
    if parts is not None:
        return _svg(title, *_result_bars(table, parts))
    if number is not None and columns[0] != number:
        return _svg(title, *_number_bars(table, number))
    wanted = "`won`, `drawn` and `lost`, or one of " + ", ".join(f"`{name}`" for name in _NUMBERS)
    raise UsageError("these rows have no picture", hint=f"a picture needs columns with names such as {wanted}")


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    total = round(height + 56)
    head = f'<text class="t" x="{_MARGIN}" y="28">{escape(title)}</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {total}" width="{_WIDTH}" height="{total}" '
        f'role="img" aria-label="{escape(title)}"><style>{_STYLE}</style><rect width="100%" height="100%" fill="#fff"/>'
        f'{head}<g transform="translate(0 44)">{"".join(parts)}</g></svg>\n'
    )


# Bars


def _result_bars(table: _Table, names: Sequence[str]) -> tuple[float, list[str]]:
    """For each row, a bar with three parts that are as wide as their shares."""
    width = _WIDTH - _LABELS - 110
    parts = [_legend(names)]
    values = list(zip(*(table.column(name) for name in names), strict=True))[:_LARGEST]
    for number, (label, counts) in enumerate(zip(table.texts(names[0]), values, strict=False)):
        counted = [max(_number(count), 0) for count in counts]
        total = sum(counted)
        top = (number + 1) * _LINE
        parts.append(_label(label, top))
        at = float(_LABELS)
        for color, name, count in zip(_PARTS, names, counted, strict=True):
            part = width * count / total if total else 0
            tip = f"<title>{escape(name)}: {count:,.0f} of {total:,.0f}</title>"
            place = f'x="{at:.1f}" y="{top + 3}" width="{part:.1f}" height="16"'
            parts.append(f'<rect {place} fill="{color}" stroke="#777">{tip}</rect>')
            at += part
        score = f"{100 * (counted[0] + counted[1] / 2) / total:.0f} %" if total else _UNKNOWN
        parts.append(
            f'<text x="{_LABELS + width + 8}" y="{top + 16}">{score} <tspan class="s">of {total:,.0f}</tspan></text>'
        )
    return _ended(table, len(values), parts)


def _number_bars(table: _Table, name: str) -> tuple[float, list[str]]:
    """For each row, a bar as long as its number, from 0."""
    width = _WIDTH - _LABELS - 80
    numbers = [_number(value) for value in table.column(name)][:_LARGEST]
    most = max(*map(abs, numbers), 0) if len(numbers) > 1 else abs(numbers[0])
    parts = [f'<text class="s" x="{_LABELS}" y="14">{escape(name)}</text>']
    for place, (label, value) in enumerate(zip(table.texts(name), numbers, strict=False)):
        top = (place + 1) * _LINE
        part = width * abs(value) / most if most else 0
        parts += [
            _label(label, top),
            f'<rect x="{_LABELS}" y="{top + 3}" width="{part:.1f}" height="16" fill="{_SERIES[0]}"/>',
            f'<text x="{_LABELS + part + 6:.1f}" y="{top + 16}">{value:,.6g}</text>',
        ]
    return _ended(table, len(numbers), parts)


def _ended(table: _Table, drawn: int, parts: list[str]) -> tuple[float, list[str]]:
    """The height of bars, and their parts with a line about the rows that have none."""
    height = (drawn + 1) * _LINE + 8
    left_out = len(table.rows) - drawn
    if not left_out:
        return height, parts
    note = f'<text class="s" x="{_LABELS}" y="{height + 12}">and {left_out:,} more</text>'
    return height + _LINE, [*parts, note]


def _label(text: str, top: float) -> str:
    shown = text if len(text) <= 34 else text[:33] + "…"
    return f'<text class="r" x="{_LABELS - 8}" y="{top + 16}">{escape(shown)}</text>'


def _legend(names: Sequence[str]) -> str:
    parts = []
    for number, (name, color) in enumerate(zip(names, _PARTS, strict=True)):
        left = _LABELS + 110 * number
        parts.append(f'<rect x="{left}" y="4" width="12" height="12" fill="{color}" stroke="#777"/>')
        parts.append(f'<text x="{left + 18}" y="15">{escape(name.replace("_", " "))}</text>')
    return "".join(parts)


# Lines


def _lines(table: _Table, time: str, name: str) -> tuple[float, list[str]]:
    """A line for each series, over the times that are known. The next column names the series, if it is text."""
    second = [*table.columns, name][table.columns.index(time) + 1]
    labels = table.column(second)
    if second == name or not any(isinstance(label, str) for label in labels):
        labels = [name] * len(table.rows)
    series: dict[str, list[tuple[int, float]]] = {}
    for when, label, value in zip(table.column(time), labels, table.column(name), strict=True):
        at = _moment(when)
        if at is not None and value is not None:
            series.setdefault(_UNKNOWN if label is None else str(label), []).append((at, _number(value)))
    points = [point for line in series.values() for point in line]
    if not points:
        raise UsageError("no row has both a date and a number, so there is nothing to draw")
    first, last = min(at for at, _ in points), max(at for at, _ in points)
    ticks = _ticks(min(value for _, value in points), max(value for _, value in points))
    left, width = 64, _WIDTH - 64 - 120

    def x(at: float) -> float:
        return left + width * ((at - first) / (last - first) if last > first else 0.5)

    def y(value: float) -> float:
        return 8 + (_HEIGHT - 40) * (1 - (value - ticks[0]) / (ticks[-1] - ticks[0]))

    parts = [
        f'<line class="g" x1="{left}" x2="{left + width}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>'
        f'<text class="r" x="{left - 8}" y="{y(tick) + 4:.1f}">{tick:,.6g}</text>'
        for tick in ticks
    ]
    parts += [
        f'<text class="m" x="{x(at):.1f}" y="{_HEIGHT - 8}">{_when(at, last - first)}</text>'
        for at in _days(first, last)
    ]
    for number, (label, line) in enumerate(series.items()):
        color = _SERIES[number % len(_SERIES)]
        path = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in sorted(line))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [f'<circle cx="{x(at):.1f}" cy="{y(value):.1f}" r="2.5" fill="{color}"/>' for at, value in line]
        parts.append(
            f'<text x="{left + width + 12}" y="{20 + _LINE * number}" style="fill:{color}">{escape(label)}</text>'
        )
    return _HEIGHT, parts


def _moment(when: object) -> int | None:
    """The number of the first day of a day, a month or a year; None for anything else."""
    words = str(when).partition(" ")[0].split("-")  # a time of day does not matter
    if not 1 <= len(words) <= 3 or not all(word.isascii() and word.isdecimal() for word in words):
        return None
    year, month, day = (*map(int, words), 1, 1)[:3]
    try:
        return datetime.date(year, month, day).toordinal()
    except ValueError:
        return None


def _days(first: int, last: int) -> list[int]:
    return sorted({first + (last - first) * part // 4 for part in range(5)})


def _when(day: int, days: int) -> str:
    """A day as precisely as this many days on the axis need it.

    >>> _when(734_869, 30), _when(734_869, 900), _when(734_869, 9000)
    ('2013-01-01', '2013-01', '2013')
    """
    shown = datetime.date.fromordinal(day).isoformat()
    return shown if days < 150 else shown[:7] if days < 3000 else shown[:4]


def _ticks(least: float, most: float) -> list[float]:
    """Round numbers from below the least to above the greatest value.

    >>> _ticks(1512, 1688)
    [1500.0, 1550.0, 1600.0, 1650.0, 1700.0]
    """
    if most == least:
        least, most = least - 1, most + 1
    rough = (most - least) / 4
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first, last = math.floor(least / step), math.ceil(most / step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]

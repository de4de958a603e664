"""The progress of a long job, on stderr: bars on a terminal, otherwise a line every 10 seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scoresheet.cli import output

if TYPE_CHECKING:
    from rich.progress import Progress as Bars

__all__ = ["Progress", "shown"]

Progress = Callable[[int, int], None]
"""Called with the bytes and games read so far. Its method `phase` is called for the phases after reading."""

_LINE_EVERY_S = 10.0


@contextmanager
def shown(when: str, total_bytes: int | None, quiet: bool) -> Iterator[Progress | None]:
    """The function to report progress to, or `None` if no progress is shown.

    `when` is `auto`, `always` or `never`; `total_bytes` is `None` if the size is unknown, as for a pipe.
    """
    if quiet or when == "never":
        yield None
    elif output.on_terminal(sys.stderr):
        with _bars() as bars:
            yield _Bars(bars, total_bytes)
    else:
        yield _Lines(total_bytes, 0.0 if when == "always" else _LINE_EVERY_S)


def _bars() -> Bars:
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description:<8}"), BarColumn(), TextColumn("{task.fields[done]}"))
    return Bars(*columns, TimeRemainingColumn(), console=output.console_of(stderr=True), transient=True)


class _Bars:
    """One bar for each phase; the current one is below those that are complete."""

    def __init__(self, bars: Bars, total_bytes: int | None) -> None:
        self._bars = bars
        self._total = total_bytes
        self._start = time.monotonic()
        self._name = "reading"
        self._task = bars.add_task(self._name, total=total_bytes, done="")

    def __call__(self, bytes_read: int, games: int) -> None:
        if self._name != "reading":
            return  # the count does not change while games are sorted
        rate = games / max(time.monotonic() - self._start, 1e-9)
        of = f"/{_size(self._total)}" if self._total else ""
        done = f"{_size(bytes_read)}{of}, {rate:,.0f} games/s"
        self._bars.update(self._task, completed=bytes_read, done=done)

    def phase(self, name: str, done: int, total: int, unit: str = "games") -> None:
        """Shows how many games a phase after reading has done; `done` is 0 if that is unknown."""
        if name != self._name:
            self._complete()
            self._name, self._task = name, self._bars.add_task(name, total=None, done="")
        shown = f"{done:,}/{total:,} {unit}" if done else f"{total:,} {unit}"
        self._bars.update(self._task, total=total if done else None, completed=done, done=shown)

    def _complete(self) -> None:
        # A phase of unknown size is complete all the same.
        total = next(task.total for task in self._bars.tasks if task.id == self._task) or 1
        self._bars.update(self._task, total=total, completed=total)


class _Lines:
    """A line every few seconds, for logs."""

    def __init__(self, total_bytes: int | None, first_after_s: float) -> None:
        self._total = total_bytes
        self._start = time.monotonic()
        self._due = self._start + first_after_s
        self._name = "reading"

    def __call__(self, bytes_read: int, games: int) -> None:
        if self._name != "reading" or not bytes_read or not self._is_due():
            return
        seconds = time.monotonic() - self._start
        part = f" of {self._total:,}" if self._total else ""
        rate = games / max(seconds, 1e-9)
        left = f", {_seconds_left(bytes_read, self._total, seconds):,.0f} s left" if self._total else ""
        output.note(f"{bytes_read:,}{part} bytes, {games:,} games, {rate:,.0f} games/s{left}")

    def phase(self, name: str, done: int, total: int, unit: str = "games") -> None:
        """Shows how many games a phase after reading has done; `done` is 0 if that is unknown."""
        begins = name != self._name
        if begins:
            self._name, self._start = name, time.monotonic()
        if not self._is_due():
            return
        if not done:
            output.note(f"{name} {total:,} {unit}")
            return
        left = "" if begins else f", {_seconds_left(done, total, time.monotonic() - self._start):,.0f} s left"
        output.note(f"{name}: {done:,} of {total:,} {unit}{left}")

    def _is_due(self) -> bool:
        now = time.monotonic()
        if now < self._due:
            return False
        self._due = now + _LINE_EVERY_S
        return True


def _seconds_left(done: int, total: int, seconds: float) -> float:
    """How many seconds the rest takes at the speed so far.

    >>> _seconds_left(25, 100, 10)
    30.0
    """
    return seconds * max(total - done, 0) / done


def _size(count: int) -> str:
    """A number of bytes in short form.

    >>> _size(512), _size(31_445_264), _size(6_200_000_000)
    ('512 B', '31.4 MB', '6.2 GB')
    """
    size, unit = float(count), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if size < 1000:
            break
        size, unit = size / 1000, larger
    return f"{size:.1f} {unit}" if unit != "B" else f"{count} B"

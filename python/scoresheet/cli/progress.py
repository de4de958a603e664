"""How far a long job is: a bar on a terminal, a line every 10 seconds elsewhere, on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from scoresheet.cli import output

__all__ = ["Progress", "shown"]

Progress = Callable[[int, int], None]
"""Called with the bytes and games read so far."""

_LINE_EVERY_S = 10.0


@contextmanager
def shown(when: str, total_bytes: int | None, quiet: bool) -> Iterator[Progress | None]:
    """The function to tell progress to, `None` where none is shown.

    `when` is `auto`, `always` or `never`; `total_bytes` is `None` where a pipe hides the size.
    """
    if quiet or when == "never":
        yield None
    elif output.on_terminal(sys.stderr):
        with _bar(total_bytes) as tell:
            yield tell
    else:
        yield _lines(total_bytes, 0.0 if when == "always" else _LINE_EVERY_S)


@contextmanager
def _bar(total_bytes: int | None) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), DownloadColumn(), TextColumn("{task.fields[rate]:,.0f} games/s"), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=total_bytes, rate=0.0)
        start = time.monotonic()

        def tell(bytes_read: int, games: int) -> None:
            rate = games / max(time.monotonic() - start, 1e-9)
            bar.update(task, completed=bytes_read, rate=rate)

        yield tell


def _lines(total_bytes: int | None, first_after_s: float) -> Progress:
    start = time.monotonic()
    due = start + first_after_s

    def tell(bytes_read: int, games: int) -> None:
        nonlocal due
        now = time.monotonic()
        if now < due or not bytes_read:
            return
        due = now + _LINE_EVERY_S
        part = f" of {total_bytes:,}" if total_bytes else ""
        rate = games / max(now - start, 1e-9)
        output.note(f"{bytes_read:,}{part} bytes, {games:,} games, {rate:,.0f} games/s{_left(bytes_read, now - start)}")

    def _left(bytes_read: int, seconds: float) -> str:
        if not total_bytes or not bytes_read:
            return ""
        return f", {seconds * max(total_bytes - bytes_read, 0) / bytes_read:,.0f} s left"

    return tell

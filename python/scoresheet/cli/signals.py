"""Signals that end the command: it ends as it does after Ctrl-C, and leaves no half-written output."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from scoresheet.cli.exits import Exit

__all__ = ["Ended", "ended_by_signals", "status_of", "word_for"]


class Ended(KeyboardInterrupt):
    """A signal that asks the process to end. Whatever handles Ctrl-C handles this as well."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


# The signals, with the exit statuses that shells expect and the messages that users see.
_ENDS = {
    "SIGTERM": (Exit.TERMINATED, "terminated"),
    "SIGHUP": (Exit.HUNG_UP, "the terminal was closed"),
}

_BY_NUMBER: dict[int, tuple[Exit, str]] = {
    member: _ENDS[name] for name, member in signal.Signals.__members__.items() if name in _ENDS
}


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raises `Ended` on the first of these signals. Those that the caller ignores, as `nohup` does, stay ignored."""
    before: dict[int, Any] = {}
    ended: list[Ended] = []

    def end(number: int, _frame: FrameType | None) -> None:
        for handled in before:
            signal.signal(handled, signal.SIG_IGN)  # a second signal must not disturb the clean-up
        ended.append(Ended(number))
        raise ended[0]

    for number in _BY_NUMBER:
        if signal.getsignal(number) == signal.SIG_DFL:
            try:
                before[number] = signal.signal(number, end)
            except ValueError:
                break  # only the main thread may set handlers
    try:
        yield
    except Exception as error:
        if ended:  # while a module is imported, Python may replace the exception by a `RuntimeError`
            raise ended[0] from error
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def status_of(interrupt: KeyboardInterrupt) -> Exit:
    """The exit status after Ctrl-C, or after a signal.

    >>> int(status_of(KeyboardInterrupt())), int(status_of(Ended(signal.SIGTERM)))
    (130, 143)
    """
    return _end_of(interrupt)[0]


def word_for(interrupt: KeyboardInterrupt) -> str:
    """The message for the signal that ended the command.

    >>> word_for(Ended(signal.SIGTERM))
    'terminated'
    """
    return _end_of(interrupt)[1]


def _end_of(interrupt: KeyboardInterrupt) -> tuple[Exit, str]:
    number = interrupt.number if isinstance(interrupt, Ended) else None
    return _BY_NUMBER[number] if number is not None else (Exit.INTERRUPTED, "interrupted")

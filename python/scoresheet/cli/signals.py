"""Signals that end the command: it ends as it does after Ctrl-C, and leaves no half-written output.

Once the output is complete, they end nothing any more: repeating a command because of its exit status would append
the games twice with `--append`.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from scoresheet._interruptible import is_complete, set_complete
from scoresheet.cli.exits import Exit

__all__ = ["Ended", "completing", "end_process", "ended_by_signals", "last_job", "status_of", "word_for"]


class Ended(KeyboardInterrupt):
    """A signal that asks the process to end. Code that handles Ctrl-C handles this as well."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


# The signals, with the exit statuses that shells expect and the messages that users see.
_ENDS = {
    "SIGTERM": (Exit.TERMINATED, "terminated"),
    "SIGHUP": (Exit.HUNG_UP, "the terminal was closed"),
    "SIGBREAK": (Exit.TERMINATED, "terminated"),  # what Windows has in their place
}

_BY_NUMBER: dict[int, tuple[Exit, str]] = {
    member: _ENDS[name] for name, member in signal.Signals.__members__.items() if name in _ENDS
}


class _State:
    """What a signal finds."""

    is_last_job = False
    """Whether the command is done when the native job is."""
    ends_process = False
    """Whether the process ends with the command. Signals after a complete output then do not change its exit status."""


_state = _State()


def _is_over() -> bool:
    return _state.is_last_job and is_complete()


def end_process() -> None:
    """States that the process ends with the command."""
    _state.ends_process = True


def last_job() -> None:
    """Announces that the next native job is the last step of the command: later signals end nothing."""
    set_complete(False)
    _state.is_last_job = True


@contextmanager
def completing() -> Iterator[None]:
    """Makes the step inside the last one of the command: signals that come while it is done, or later, end nothing."""
    last_job()
    set_complete(True)
    try:
        yield
    except BaseException:
        set_complete(False)
        raise


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raises `Ended` on the first of these signals. Those that the caller ignores, as `nohup` does, stay ignored."""
    before: dict[int, Any] = {}
    ended: list[Ended] = []
    _state.is_last_job = False

    def end(number: int, _frame: FrameType | None) -> None:
        if _is_over():
            return
        if number not in _BY_NUMBER:
            raise KeyboardInterrupt
        for handled in before:
            signal.signal(handled, signal.SIG_IGN)  # a second signal must not disturb the clean-up
        ended.append(Ended(number))
        raise ended[0]

    for number in (signal.SIGINT, *_BY_NUMBER):
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
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
        stays = _is_over() and _state.ends_process
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if stays else handler)


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

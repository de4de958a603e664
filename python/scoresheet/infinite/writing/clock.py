"""The clock in comments in today's dialect."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["clock_first", "clock_text", "milliseconds", "unreadable_clocks"]

_COMMAND = re.compile(r"\[%clk [^\[\]]*\]")
_CLOCK = re.compile(r"([0-9]{1,15}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?")
_HOUR, _MINUTE, _SECOND, _TENTH = 3_600_000, 60_000, 1000, 100


def clock_text(milliseconds: int) -> str:
    """The time on a clock, `H:MM:SS.D`, in tenths of a second, rounded up.

    >>> clock_text(596_700), clock_text(1), clock_text(-5)
    ('0:09:56.7', '0:00:00.1', '0:00:00.0')
    """
    tenths = -(-max(0, milliseconds) // _TENTH)
    seconds, tenth = divmod(tenths, 10)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}.{tenth}"


def milliseconds(value: str) -> int | None:
    """The milliseconds in `H:MM:SS.D`; None if it has another form.

    >>> milliseconds("0:09:56.7"), milliseconds("1:2:3")
    (596700, None)
    """
    found = _CLOCK.fullmatch(value)
    if found is None:
        return None
    hours, minutes, seconds, fraction = found.groups()
    whole = int(hours) * _HOUR + int(minutes) * _MINUTE + int(seconds) * _SECOND
    return whole + int((fraction or "0").ljust(3, "0"))


def clock_first(comment: str) -> str:
    """A comment with its clock at the front. A clock that today's dialect cannot read is left out.

    >>> clock_first("up [%clk 0:01:00] now"), clock_first("[%clk 1:2]")
    ('[%clk 0:01:00.0] up now', '')
    """
    times = [time for value in _values(comment) if (time := milliseconds(value)) is not None]
    clocks = [f"[%clk {clock_text(time)}]" for time in times]
    rest = [text for part in _COMMAND.split(comment) if (text := part.strip())]
    return " ".join((*clocks, *rest))


def unreadable_clocks(comments: tuple[str, ...]) -> Iterator[str]:
    """The clocks of comments that today's dialect cannot read."""
    for comment in comments:
        yield from (value for value in _values(comment) if milliseconds(value) is None)


def _values(comment: str) -> list[str]:
    return [command[len("[%clk ") : -1] for command in _COMMAND.findall(comment)]

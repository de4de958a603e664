"""What surrounds moves: comments, the clocks that today's dialect keeps in them, and signs."""

from __future__ import annotations

import re
from typing import Any

from scoresheet.infinite.compat.shape import a_list, a_text, refused
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.writing.clock import clock_text, milliseconds
from scoresheet.infinite.writing.moves import CHECKS

__all__ = ["clocked", "comment_with_clock", "signs_from", "split_comment"]

# A command has a name and a value. Without a value it is text.
_COMMAND = re.compile(r"\[%([A-Za-z][A-Za-z0-9_]*)[ \t\r\n]([^\[\]]*)\]")
_BLANKS = re.compile(r"[ \t\r\n]+")


def split_comment(text: str) -> tuple[str, list[dict[str, str]]]:
    """The text of a comment without commands, and its clocks. Other commands are dropped.

    >>> split_comment("a [%clk 0:02:08.4]  b")
    ('a b', [{'command': 'clk', 'value': '0:02:08.4'}])
    """
    commands = [
        {"command": found[1], "value": found[2].strip()} for found in _COMMAND.finditer(text) if found[1] == "clk"
    ]
    return _BLANKS.sub(" ", _COMMAND.sub(" ", text)).strip(), commands


def clocked(text: str, *, strict: bool) -> dict[str, Any]:
    """The members `comment` and `clockMillis` for a comment.

    A strict reader drops other commands, and refuses a clock that it cannot read. Otherwise everything except clocks
    stays in the comment.
    """
    said: dict[str, Any] = {}
    if strict:
        rest, commands = split_comment(text)
        for command in commands:
            said["clockMillis"] = milliseconds(command["value"])
            if said["clockMillis"] is None:
                message = f"cannot read the clock `{command['value'][:40]}`: write it as `H:MM:SS.D`"
                raise Refused(Fault("icn-syntax", message, text=command["value"][:40]))
        return {"comment": rest, **said} if rest or commands or not text.strip() else {}
    clocks = [found for found in _COMMAND.finditer(text) if found[1] == "clk"]
    time = milliseconds(clocks[0][2]) if len(clocks) == 1 else None
    # Only if it is written back as the same time, which has tenths of a second.
    if time is None or milliseconds(clock_text(time)) != time:
        return {"comment": text.strip()}
    parts = (text[: clocks[0].start()].strip(), text[clocks[0].end() :].strip())
    return {"comment": " ".join(filter(None, parts)), "clockMillis": time}


def comment_with_clock(comment: str | None, clock: int | None) -> str | None:
    """A comment with the clock at the front; None if there is neither.

    >>> comment_with_clock("wow", 596_700), comment_with_clock(None, 1)
    ('[%clk 0:09:56.7] wow', '[%clk 0:00:00.1]')
    """
    parts = [] if clock is None else [f"[%clk {clock_text(clock)}]"]
    if comment is not None and (text := comment.strip()):
        parts.append(text)
    return " ".join(parts) if parts else comment


def signs_from(value: object, path: str) -> tuple[str, ...]:
    """Signs as ICN writes them."""
    signs = tuple(a_text(sign, path) for sign in a_list(value, path))
    for sign in signs:
        if sign not in (*CHECKS, "=") and (not sign or sign.strip("!?")):
            raise refused(path, f"`{sign[:8]}` is not a sign")
    return signs

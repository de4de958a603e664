"""How options are spelled in hints: as keywords where Python is told, as flags where the command line is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from scoresheet import _core

__all__ = ["either", "hint", "on_the_command_line", "style"]

_style = ContextVar("style", default="python")


def style() -> str:
    """`"python"` or `"command"`; the native part asks too.

    >>> style()
    'python'
    """
    return _style.get()


def hint(text: str) -> str:
    """A hint in which options stand in braces, with these spelled for whoever is told.

    >>> hint("`{force}` overwrites it")
    '`force=True` overwrites it'
    """
    return _core.hint(text)


def either(command: str, python: str) -> str:
    """The spelling that suits whoever is told, for names that `hint` does not know because no job has such an option.

    >>> either("`--file`", "`place`")
    '`place`'
    """
    return command if style() == "command" else python


@contextmanager
def on_the_command_line() -> Iterator[None]:
    """What is raised or reported inside is for somebody who types commands.

    >>> with on_the_command_line():
    ...     style()
    'command'
    """
    before = _style.set("command")
    try:
        yield
    finally:
        _style.reset(before)

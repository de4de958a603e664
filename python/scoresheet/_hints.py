"""The spelling of options in hints: keywords for users of Python, flags for users of the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from scoresheet import _core

__all__ = ["either", "hint", "named", "on_the_command_line", "style"]

_style = ContextVar("style", default="python")


def style() -> str:
    """`"python"` or `"command"`. The native part calls it too.

    >>> style()
    'python'
    """
    return _style.get()


def hint(text: str) -> str:
    """A hint whose options are in braces, with these options spelled for the current user.

    >>> hint("`{force}` overwrites it")
    '`force=True` overwrites it'
    """
    return _core.hint(text)


def either(command: str, python: str) -> str:
    """The spelling for the current user of names that `hint` does not know, because they are not options of jobs.

    >>> either("`--file`", "`place`")
    '`place`'
    """
    return command if style() == "command" else python


def named(name: str, value: object = None) -> str:
    """An option that is not one of jobs, with its value if there is one, spelled for the current user, in backticks.

    >>> named("skip_book"), named("plies", "5-2")
    ('`skip_book`', '`plies=5-2`')
    >>> with on_the_command_line():
    ...     named("skip_book"), named("plies", "5-2")
    ('`--skip-book`', '`--plies 5-2`')
    """
    flag = f"--{name.replace('_', '-')}"
    if value is None:
        return either(f"`{flag}`", f"`{name}`")
    return either(f"`{flag} {value}`", f"`{name}={value}`")


@contextmanager
def on_the_command_line() -> Iterator[None]:
    """Hints that are made inside are for users of the command line.

    >>> with on_the_command_line():
    ...     style()
    'command'
    """
    before = _style.set("command")
    try:
        yield
    finally:
        _style.reset(before)

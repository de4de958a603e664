"""Makes text from games and files safe for a terminal, or for a `repr` that is shown on one."""

from __future__ import annotations

import re
from functools import cache

from scoresheet._registry import registry

__all__ = ["printable"]


def printable(text: str, *, lines: bool = False) -> str:
    r"""A text with `\ufffd` in place of every character that would control a terminal or change the writing direction.

    With `lines`, line ends and tabs are kept.

    >>> printable("good\x1b[2J\nmove"), printable("good\nmove", lines=True)
    ('good�[2J�move', 'good\nmove')
    """
    return text if text.isprintable() else _steering(lines).sub("�", text)


@cache
def _steering(lines: bool) -> re.Pattern[str]:
    runs = "".join(rf"\u{ord(row['first']):04x}-\u{ord(row['last']):04x}" for row in registry("steering"))
    return re.compile(rf"(?![\n\t])[{runs}]" if lines else f"[{runs}]")

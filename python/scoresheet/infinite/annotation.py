"""Comments on moves, the commands in them, and the signs after moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from scoresheet import _core
from scoresheet.errors import UsageError

__all__ = ["NAGS", "as_comment", "is_verdict", "nags_of", "said", "signs_of", "stripped"]

NAGS: dict[str, int] = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The signs that ICN has for annotations, with their NAG numbers in PGN."""

_SIGNS = {number: sign for sign, number in NAGS.items()}
_BLANKS_AND_BRACES = re.compile(r"[{}\s]+")
_FACTS = frozenset("+#")


def said(comments: Sequence[str]) -> _core.Node:
    """A node of the native part with these comments, which interprets the commands in them.

    >>> said(["[%clk 0:01:00] good"]).clock
    60.0
    """
    root = _core.Game().root
    root.comments_after = comments
    return root


def stripped(comments: Sequence[str], *, commands: bool, clocks: bool) -> list[str]:
    """Comments without their commands, or without those about time.

    >>> stripped(["[%clk 0:01:00] good [%x 1]"], commands=False, clocks=True)
    ['good [%x 1]']
    """
    if not any("[%" in comment for comment in comments):
        return list(comments)
    root = said(comments)
    root.game.strip(commands=commands, clocks=clocks)
    return root.comments_after


def as_comment(words: str) -> str | None:
    r"""Text in a form that a comment can hold: without braces, on one line. None if nothing is left.

    >>> as_comment("9,9>1,1 {what}\n| 4,4>4,5"), as_comment(" } ")
    ('9,9>1,1 what | 4,4>4,5', None)
    """
    return _BLANKS_AND_BRACES.sub(" ", words).strip() or None


def is_verdict(sign: str) -> bool:
    """Whether a sign judges the move, as `!?` and `=` do. `+` and `#` only state facts."""
    return sign not in _FACTS


def nags_of(signs: Iterable[str]) -> list[int | str]:
    """The meaning of the signs after the move: numbers for signs that have one, other signs unchanged.

    >>> nags_of(("+", "!?", "="))
    [5, '=']
    """
    return [NAGS.get(sign, sign) for sign in signs if is_verdict(sign)]


def signs_of(nags: Iterable[int | str]) -> tuple[str, ...]:
    """The signs for NAGs.

    Raises:
        UsageError: ICN has no sign for one of them.

    >>> signs_of([1, "?!", "="])
    ('!', '?!', '=')
    """
    return tuple(_sign_of(nag) for nag in nags)


def _sign_of(nag: int | str) -> str:
    if isinstance(nag, str) and nag.removeprefix("$").isdecimal() and nag.isascii():
        nag = int(nag.removeprefix("$")[:9])
    if isinstance(nag, int) and nag in _SIGNS:
        return _SIGNS[nag]
    if isinstance(nag, str) and (nag == "=" or (nag and set(nag) <= set("!?"))):
        return nag
    if not isinstance(nag, int | str):
        raise TypeError(f"a NAG is a number or a sign, not {type(nag).__name__}")
    hint = "ICN has signs for 1 to 6, which are `!`, `?`, `!!`, `??`, `!?` and `?!`, and `=`"
    raise UsageError(f"`{str(nag)[:80]}` has no sign in ICN", hint=hint)

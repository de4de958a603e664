"""The errors of engines, with the advice of the table of codes."""

from __future__ import annotations

from scoresheet._printable import printable
from scoresheet._registry import hint_of
from scoresheet.errors import EngineError

__all__ = ["engine_error", "excerpt"]

_SHOWN = 200
"""How many characters of an engine's text a message shows."""


def engine_error(
    code: str,
    message: str,
    *,
    engine: str | None = None,
    hint: str | None = None,
    text: str | None = None,
    fen: str | None = None,
) -> EngineError:
    """An error with a code, and with the hint for this code if it has none itself.

    >>> engine_error("engine-limit", "`Toga II` searches on", engine="Toga II").code
    'engine-limit'
    """
    return EngineError(message, code=code, engine=engine, hint=hint or hint_of(code), text=text, fen=fen)


def excerpt(text: str) -> str:
    r"""The beginning of a text that an engine printed, safe to show, in backticks.

    >>> excerpt("cannot open\x1b[2J book")
    '`cannot open�[2J book`'
    """
    shown = printable(text[: _SHOWN + 1])
    return f"`{shown[:_SHOWN]}…`" if len(shown) > _SHOWN else f"`{shown}`"

"""The errors of engines, with the advice of the table of codes."""

from __future__ import annotations

from scoresheet._printable import printable
from scoresheet._registry import hint_of
from scoresheet.errors import EngineError

__all__ = ["engine_error", "excerpt"]

_SHOWN = 200
"""How many characters of an engine's text a message shows."""

_ADVICE = {
    "engine-start": "install the engine, or name its path; its arguments belong into a list",
    "engine-option": "look at the options of the engine and their values",
    "engine-limit": "limit searches by depth or by time, which more engines obey",
    "engine-timeout": "give the engine more time, or a smaller limit",
    "engine-exit": "start the engine again; its last message may name the reason",
    "engine-protocol": "check that the program is an engine that speaks UCI",
    "engine-move": "check that the engine knows the rules of this game",
}
"""The advice for the codes that the native table of codes does not have yet."""


def engine_error(
    code: str,
    message: str,
    *,
    engine: str | None = None,
    hint: str | None = None,
    text: str | None = None,
    fen: str | None = None,
) -> EngineError:
    """An error with a code, and with the advice for this code if it has no hint of its own.

    >>> engine_error("engine-limit", "`Toga II` searches on", engine="Toga II").code
    'engine-limit'
    """
    advice = hint or hint_of(code) or _ADVICE[code]
    return EngineError(message, code=code, engine=engine, hint=advice, text=text, fen=fen)


def excerpt(text: str) -> str:
    r"""The beginning of a text that an engine printed, safe to show, in backticks.

    >>> excerpt("cannot open\x1b[2J book")
    '`cannot open�[2J book`'
    """
    shown = printable(text[: _SHOWN + 1])
    return f"`{shown[:_SHOWN]}…`" if len(shown) > _SHOWN else f"`{shown}`"

"""From a fault at a place of a text to the error of this package that says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from scoresheet._registry import registry
from scoresheet.errors import LimitError, MoveError, ReadError
from scoresheet.infinite.faults import Fault, Refused

__all__ = ["error_of", "is_note", "place_of", "raised", "shortened"]

_SHOWN = 80
_BY_FIRST_WORD = {"move": MoveError, "limit": LimitError}


def error_of(fault: Fault, text: str, file: str | None = None) -> ReadError:
    r"""The error that says what is wrong with a text, and where: line, column and byte.

    >>> from scoresheet.infinite.faults import Fault
    >>> fault = Fault("move-illegal", "cannot play `4,2>4,9`", at=7, text="4,2>4,9", ply=1)
    >>> error = error_of(fault, "K5,1\n\n 4,2>4,9")
    >>> type(error).__name__, error.line, error.column, error.byte, str(error)
    ('MoveError', 3, 2, 7, 'cannot play `4,2>4,9` (ply 1, line 3, column 2, byte 7)')
    """
    line, column, byte = place_of(text, fault.at)
    places = [f"line {line}", f"column {column}", f"byte {byte}"]
    if fault.ply is not None:
        places.insert(0, f"ply {fault.ply}")
    return _BY_FIRST_WORD.get(fault.code.partition("-")[0], ReadError)(
        fault.message,
        code=fault.code,
        file=file,
        ply=fault.ply,
        line=line,
        column=column,
        byte=byte,
        text=shortened(fault.text) or None,
        hint=_hint(fault.code),
        place=", ".join(places),
    )


def place_of(text: str, at: int) -> tuple[int, int, int]:
    r"""Line and column of a character, from 1, and how many bytes of UTF-8 stand before it.

    >>> place_of("ä\r\nb c", 5)
    (2, 3, 6)
    """
    at = min(max(at, 0), len(text))
    before = text[:at]
    line = 1 + before.count("\n") + before.count("\r") - before.count("\r\n")
    column = at - max(before.rfind("\n"), before.rfind("\r"))
    return line, column, len(before.encode("utf-8", "surrogatepass"))


def shortened(words: str) -> str:
    """Words of an input, as errors show them.

    >>> shortened("4,2>4,4"), len(shortened("x" * 1000))
    ('4,2>4,4', 80)
    """
    return words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…"


def is_note(code: str) -> bool:
    """Whether a code stands for what was read by a leniency, not for an error.

    >>> is_note("move-null"), is_note("move-illegal")
    (True, False)
    """
    return any(entry["id"] == code and entry["severity"] == "note" for entry in registry("errors"))


@contextmanager
def raised(text: str | None = None) -> Iterator[None]:
    """Raises what is refused inside as an error of this package: with its place in a text, where there is one.

    >>> from scoresheet.infinite.faults import Fault, Refused
    >>> with raised():
    ...     raise Refused(Fault("icn-json", "cannot read `turn` of the JSON: it is not a string"))
    Traceback (most recent call last):
    scoresheet.errors.ReadError: cannot read `turn` of the JSON: it is not a string
    """
    try:
        yield
    except Refused as refused:
        fault = refused.fault
        raise (_without_place(fault) if text is None else error_of(fault, text)) from None


def _without_place(fault: Fault) -> ReadError:
    kind = _BY_FIRST_WORD.get(fault.code.partition("-")[0], ReadError)
    place = None if fault.ply is None else f"ply {fault.ply}"
    words = shortened(fault.text) or None
    return kind(fault.message, code=fault.code, ply=fault.ply, text=words, hint=_hint(fault.code), place=place)


def _hint(code: str) -> str | None:
    return next((str(entry["hint"]) for entry in registry("errors") if entry["id"] == code and entry["hint"]), None)

"""Turns faults at places of a text into errors of this package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from scoresheet import _core
from scoresheet._registry import hint_of, registry
from scoresheet.errors import LimitError, MoveError, ReadError
from scoresheet.infinite.faults import Fault, Refused

__all__ = ["Found", "error_of", "is_note", "printable", "raised", "shortened"]

_SHOWN = 80
_KEPT = 1000
"""How many errors and how many notes are kept with a game, because an endless text has endless faults."""
_LARGEST_NUMBER = 2**32 - 1
_BY_FIRST_WORD = {"move": MoveError, "limit": LimitError}


def error_of(fault: Fault, text: str | None = None, file: str | None = None, severity: str = "error") -> ReadError:
    r"""The error for a fault, with its place in a text: line, column and byte. Without a text it has no place.

    >>> from scoresheet.infinite.faults import Fault
    >>> fault = Fault("move-illegal", "cannot play `4,2>4,9`: no piece stands on `4,2`", at=7, text="4,2>4,9", ply=1)
    >>> error = error_of(fault, "K5,1\n\n 4,2>4,9")
    >>> type(error).__name__, error.line, error.column, error.byte, error.ply
    ('MoveError', 3, 2, 7, 1)
    >>> print(error.report())
    error: cannot play `4,2>4,9`: no piece stands on `4,2`
       |
     3 |  4,2>4,9
       |  ^^^^^^^
    <BLANKLINE>
    hint: `on_error="keep"` keeps the moves before it; `skip` drops the game
    """
    if text is None:
        return _without_place(fault)
    number = fault.number if fault.number and fault.number[0] <= _LARGEST_NUMBER else None
    error = _core.fault_error(
        fault.code,
        printable(fault.message),
        printable(text),
        at=max(fault.at, 0),
        text=printable(fault.text),
        ply=fault.ply,
        number=number,
        file=file,
        severity=severity,
    )
    assert isinstance(error, ReadError), "codes of texts stand for errors of reading"
    return error


@dataclass(frozen=True)
class Found:
    """What was wrong with a game when it was read. Exceptions are made from it on demand."""

    errors: tuple[Fault, ...] = ()
    notes: tuple[Fault, ...] = ()
    text: str | None = None
    """The text that it was read from, if there is one and it has a fault."""
    file: str | None = None
    left_out: int = 0
    """The number of further errors and notes."""

    @classmethod
    def of(cls, errors: Sequence[Fault], notes: Sequence[Fault], text: str, file: str | None = None) -> Found:
        """Keeps a limited number of these faults in a text."""
        if not errors and not notes:
            return cls()
        left_out = sum(max(len(faults) - _KEPT, 0) for faults in (errors, notes))
        return cls(tuple(errors[:_KEPT]), tuple(notes[:_KEPT]), text, file, left_out)

    def raisable(self) -> list[ReadError]:
        """The errors as exceptions."""
        return [error_of(fault, self.text, self.file) for fault in self.errors]

    def noted(self) -> list[ReadError]:
        """The notes as exceptions."""
        return [error_of(fault, self.text, self.file, "note") for fault in self.notes]


def printable(text: str) -> str:
    r"""A text without halves of characters, which no encoding has. Each is replaced by one character.

    >>> printable("K1,1 \udc80"), printable("ä")
    ('K1,1 �', 'ä')
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in text)
    return text


def shortened(words: str) -> str:
    """Text of an input in the form that errors show.

    >>> shortened("4,2>4,4"), len(shortened("x" * 1000))
    ('4,2>4,4', 80)
    """
    return words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…"


def is_note(code: str) -> bool:
    """Whether a code belongs to a leniency rather than an error.

    >>> is_note("move-decoration"), is_note("move-illegal")
    (True, False)
    """
    return any(entry["id"] == code and entry["severity"] == "note" for entry in registry("errors"))


@contextmanager
def raised(text: str | None = None) -> Iterator[None]:
    """Raises faults inside as errors of this package, with their places if there is a text.

    >>> from scoresheet.infinite.faults import Fault, Refused
    >>> try:
    ...     with raised():
    ...         raise Refused(Fault("icn-json", "cannot read `turn` of the JSON: it is not a string"))
    ... except ReadError as error:
    ...     print(error)
    cannot read `turn` of the JSON: it is not a string
    """
    try:
        yield
    except Refused as refused:
        raise error_of(refused.fault, text) from None


def _without_place(fault: Fault) -> ReadError:
    kind = _BY_FIRST_WORD.get(fault.code.partition("-")[0], ReadError)
    place = None if fault.ply is None else f"ply {fault.ply}"
    words = printable(shortened(fault.text)) or None
    hint = None if kind is MoveError else hint_of(fault.code)  # the hints for moves are about games in files
    return kind(printable(fault.message), code=fault.code, ply=fault.ply, text=words, hint=hint, place=place)

"""Faults at places of a text, before it is known which file the text is from."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Fault", "Refused"]


@dataclass(frozen=True)
class Fault:
    """An error or a note, with its place in the text. `code` is one of `scoresheet list errors`."""

    code: str
    message: str
    """What failed and why, in one line without the place."""
    at: int = 0
    """The offset in the text, in characters from 0."""
    text: str = ""
    """The text that was not understood."""
    ply: int | None = None
    """The half-move, from 1."""
    number: tuple[int, bool] | None = None
    """The number of the move, and whether Black moves."""


class Refused(Exception):  # noqa: N818 - never leaves the package: converted to one of its errors
    """The exception that carries a fault out of a reader or the rules."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault

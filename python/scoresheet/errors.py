"""What can go wrong, as one tree.

    ScoresheetError
    ├── ReadError          (ValueError)    something in an input was not understood, or lost
    │   ├── MoveError                      a move cannot be read or played
    │   ├── FenError                       a position cannot be read
    │   └── LimitError                     an input is beyond a limit
    ├── FileError          (OSError)       an input cannot be opened or unpacked
    ├── WriteError         (OSError)       an output cannot be written
    ├── LossError          (ValueError)    an output cannot say what the input says, and strict writing was asked for
    ├── UsageError         (ValueError)    the call itself asks for something that cannot be
    └── SourceConsumed     (RuntimeError)  a source that can be read once was read again

Each has the attributes of `ScoresheetError`, which are None where they do not apply, and each pickles.
"""

from __future__ import annotations

__all__ = [
    "FenError",
    "FileError",
    "LimitError",
    "LossError",
    "MoveError",
    "ReadError",
    "ScoresheetError",
    "SourceConsumed",
    "UsageError",
    "WriteError",
]


class ScoresheetError(Exception):
    """Everything this package raises on purpose.

    `str(error)` is one line: the message, then the place in brackets. `report()` is for people.

    Attributes:
        message: what failed and why, in one line without the place.
        code: the stable name of this kind of error (`scoresheet list errors`).
        file: the input, as it was named: a path, `-`, or `a.zip:member.pgn`.
        game: the game in that input, from 1.
        ply: the half-move, from 1; 0 is the start position.
        line: the line in the decompressed input, from 1.
        column: the column in that line, in characters from 1.
        byte: how many bytes of the decompressed input stand before the place.
        bit: how many bits of it do, in an input whose codes start at any bit (`cpgn`).
        text: the words that were not understood, at most 80 characters of them.
        fen: the position in which a move failed.
        hint: what can be done about it.
        severity: `"error"`, or `"note"` for what was read by a leniency; notes are never raised.

    >>> import scoresheet
    >>> try:
    ...     scoresheet.Position().parse("Ke2")
    ... except scoresheet.ScoresheetError as error:
    ...     print(error.code, error.text)
    move-illegal Ke2
    """

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        file: str | None = None,
        game: int | None = None,
        ply: int | None = None,
        line: int | None = None,
        column: int | None = None,
        byte: int | None = None,
        bit: int | None = None,
        text: str | None = None,
        fen: str | None = None,
        hint: str | None = None,
        severity: str = "error",
        place: str | None = None,
        report: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.file = file
        self.game = game
        self.ply = ply
        self.line = line
        self.column = column
        self.byte = byte
        self.bit = bit
        self.text = text
        self.fen = fen
        self.hint = hint
        self.severity = severity
        self._place = place
        self._report = report

    def __str__(self) -> str:
        file = None if self.file is None or self.file in self.message else self.file
        place = ", ".join(part for part in (file, self._place) if part)
        return f"{self.message} ({place})" if place else self.message

    def report(self) -> str:
        """Several lines for people: what, where, the line of the input with the place marked, what to do.

        >>> import scoresheet
        >>> print(scoresheet.UsageError("`--threads 0` is too few", hint="leave it out").report())
        error: `--threads 0` is too few
        <BLANKLINE>
        hint: leave it out
        """
        said = self._report if self._report is not None else f"{self.severity}: {self}"
        return f"{said}\n\nhint: {self.hint}" if self.hint else said


class ReadError(ScoresheetError, ValueError):
    """Something in an input was not understood, or lost."""


class MoveError(ReadError):
    """A move cannot be read, or the rules do not allow it."""


class FenError(ReadError):
    """A position cannot be read."""


class LimitError(ReadError):
    """An input is beyond a limit; `hint` says which option raises it."""


class FileError(ScoresheetError, OSError):
    """An input cannot be opened or unpacked."""


class WriteError(ScoresheetError, OSError):
    """An output cannot be written. Nothing half-written is left in its place."""


class LossError(ScoresheetError, ValueError):
    """An output cannot say what the input says, and strict writing was asked for."""


class UsageError(ScoresheetError, ValueError):
    """The call asks for something that cannot be: an unknown name, a missing file, an output that exists."""


class SourceConsumed(ScoresheetError, RuntimeError):  # noqa: N818 - says what happened; the name is a promise
    """A source that can be read only once, such as a pipe, was read again."""

"""The exceptions of this package, as one tree.

    ScoresheetError
    ├── ReadError          (ValueError)    something in an input was not understood, or was lost
    │   ├── MoveError                      a move cannot be read or played
    │   ├── FenError                       a position cannot be read
    │   ├── PatternError                   a pattern cannot be read
    │   └── LimitError                     an input exceeds a limit
    ├── FileError          (OSError)       an input cannot be opened or unpacked
    ├── WriteError         (OSError)       an output cannot be written
    ├── LossError          (ValueError)    an output cannot express the input, and strict writing was requested
    ├── UsageError         (ValueError)    the arguments of the call are wrong
    │   ├── MissingFileError   (FileNotFoundError)  an input does not exist
    │   └── ExistingFileError  (FileExistsError)    an output exists already
    ├── EngineError                        a chess engine cannot be started, ended, or did not reply properly
    └── SourceConsumed     (RuntimeError)  a source that can be read only once was read again

Each has the attributes of `ScoresheetError`, which are None if they do not apply, and each can be pickled.
"""

from __future__ import annotations

import errno
import os
from typing import Any

__all__ = [
    "EngineError",
    "ExistingFileError",
    "FenError",
    "FileError",
    "LimitError",
    "LossError",
    "MissingFileError",
    "MoveError",
    "PatternError",
    "ReadError",
    "ScoresheetError",
    "SourceConsumed",
    "UsageError",
    "WriteError",
]


class ScoresheetError(Exception):
    """The base class of all exceptions that this package raises on purpose.

    `str(error)` is one line: the message, then the place in brackets. `report()` returns several lines for people.
    Python 3.11 and later show the hint below the traceback, as a note of the exception.

    Attributes:
        message: what failed and why, in one line without the place.
        code: the stable name of this kind of error (`scoresheet list errors`).
        file: the name of the input as it was given: a path, `-`, or `a.zip:member.pgn`.
        game: the game in that input, from 1.
        ply: the half-move, from 1; 0 is the start position.
        line: the line in the decompressed input, from 1.
        column: the column in that line, in characters from 1.
        byte: the offset of the place in the decompressed input, in bytes from 0.
        bit: the same offset in bits, for inputs whose codes start at any bit (`cpgn`).
        text: the text that was not understood, at most 80 characters of it.
        fen: the position in which the move failed.
        hint: what to do about it.
        severity: `"error"`, or `"note"` for text that was read leniently; notes are never raised.

    >>> import scoresheet
    >>> try:
    ...     scoresheet.Position().parse("Ke2")
    ... except scoresheet.ScoresheetError as error:
    ...     print(error.code, error.text)
    move-illegal Ke2
    """

    _errno: int | None = None
    """The number that Python's own errors of files have."""

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
        if isinstance(self, OSError):
            own: Any = self  # with the attributes of Python's own errors of files
            own.filename = file
            if self._errno is not None:
                own.errno, own.strerror = self._errno, os.strerror(self._errno)
        if hint and hasattr(self, "add_note"):  # Python 3.10 has no notes
            self.add_note(f"hint: {hint}")

    def __reduce__(self) -> tuple[Any, ...]:
        # Python keeps the name of a file outside of the attributes, and would lose it.
        names = {"filename": self.filename} if isinstance(self, OSError) else {}
        return type(self), self.args, {**self.__dict__, **names}

    def __str__(self) -> str:
        file = None if self.file is None or self.file in self.message else self.file
        place = ", ".join(part for part in (file, self._place) if part)
        return f"{self.message} ({place})" if place else self.message

    def report(self) -> str:
        """Several lines for people: the error, its place, the line of the input with a marker, and what to do.

        >>> import scoresheet
        >>> print(scoresheet.UsageError("`--threads 0` is too few", hint="leave it out").report())
        error: `--threads 0` is too few
        <BLANKLINE>
        hint: leave it out
        """
        said = self._report if self._report is not None else f"{self.severity}: {self}"
        return f"{said}\n\nhint: {self.hint}" if self.hint else said


class ReadError(ScoresheetError, ValueError):
    """Something in an input was not understood, or was lost."""


class MoveError(ReadError):
    """A move cannot be read, or the rules do not allow it."""


class FenError(ReadError):
    """A position cannot be read."""


class PatternError(ReadError):
    """A pattern of positions and moves cannot be read. The report marks the place."""


class LimitError(ReadError):
    """An input exceeds a limit; `hint` names the option that raises it."""


class FileError(ScoresheetError, OSError):
    """An input cannot be opened or unpacked."""


class WriteError(ScoresheetError, OSError):
    """An output cannot be written. No half-written output is left."""


class LossError(ScoresheetError, ValueError):
    """An output cannot express the input, and strict writing was requested."""


class UsageError(ScoresheetError, ValueError):
    """The arguments of the call are wrong: an unknown name, a missing file, an output that exists."""


class MissingFileError(UsageError, FileNotFoundError):
    """An input does not exist, or the folder of an output."""

    _errno = errno.ENOENT


class ExistingFileError(UsageError, FileExistsError):
    """An output exists already, and may not be overwritten."""

    _errno = errno.EEXIST


class EngineError(ScoresheetError):
    """A chess engine cannot be started, has ended, or did not reply properly.

    Attributes:
        engine: the name of the engine, as it reports it, or the program if it has not done so yet.

    >>> import scoresheet
    >>> try:
    ...     scoresheet.Engine("no-such-engine")
    ... except scoresheet.EngineError as error:
    ...     print(error.code, error.engine)
    engine-start no-such-engine
    """

    def __init__(self, message: str, *, engine: str | None = None, **place: Any) -> None:
        super().__init__(message, **place)
        self.engine = engine


class SourceConsumed(ScoresheetError, RuntimeError):  # noqa: N818 - says what happened; the name is a promise
    """A source that can be read only once, such as a pipe, was read again."""

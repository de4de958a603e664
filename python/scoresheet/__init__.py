"""Chess games: read, check, convert and query them, a few in a notebook or all of them on one machine."""

from __future__ import annotations

from scoresheet._core import __version__
from scoresheet.errors import (
    FenError,
    FileError,
    LimitError,
    LossError,
    MoveError,
    ReadError,
    ScoresheetError,
    SourceConsumed,
    UsageError,
    WriteError,
)
from scoresheet.notation import Move, Position, convert_move

__all__ = [
    "FenError",
    "FileError",
    "LimitError",
    "LossError",
    "Move",
    "MoveError",
    "Position",
    "ReadError",
    "ScoresheetError",
    "SourceConsumed",
    "UsageError",
    "WriteError",
    "__version__",
    "convert_move",
]

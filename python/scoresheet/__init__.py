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
from scoresheet.reading import check, inputs
from scoresheet.report import CodeCount, Loss, Report

__all__ = [
    "CodeCount",
    "FenError",
    "FileError",
    "LimitError",
    "Loss",
    "LossError",
    "Move",
    "MoveError",
    "Position",
    "ReadError",
    "Report",
    "ScoresheetError",
    "SourceConsumed",
    "UsageError",
    "WriteError",
    "__version__",
    "check",
    "convert_move",
    "inputs",
]

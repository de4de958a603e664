"""Chess games: read, check, convert and query them, a few in a notebook or all of them on one machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
from scoresheet.game import Command, Evaluation, Game, Node, Tags, parse
from scoresheet.notation import Move, Position, convert_move, fields
from scoresheet.reading import Games, check, inputs, read
from scoresheet.report import CodeCount, Loss, Report
from scoresheet.writing import convert, write

if TYPE_CHECKING:
    from scoresheet import infinite
    from scoresheet.engines.duckdb import query
    from scoresheet.protocols import AnyGame, AnyMove, AnyMoves, AnyNode, AnyPosition

__all__ = [
    "AnyGame",
    "AnyMove",
    "AnyMoves",
    "AnyNode",
    "AnyPosition",
    "CodeCount",
    "Command",
    "Evaluation",
    "FenError",
    "FileError",
    "Game",
    "Games",
    "LimitError",
    "Loss",
    "LossError",
    "Move",
    "MoveError",
    "Node",
    "Position",
    "ReadError",
    "Report",
    "ScoresheetError",
    "SourceConsumed",
    "Tags",
    "UsageError",
    "WriteError",
    "__version__",
    "check",
    "convert",
    "convert_move",
    "fields",
    "infinite",
    "inputs",
    "parse",
    "query",
    "read",
    "write",
]


def __getattr__(name: str) -> Any:
    """What is imported only when it is used, because it takes long, or because few programs need it."""
    if name == "query":
        from scoresheet.engines.duckdb import query

        return query
    if name == "infinite":
        from importlib import import_module

        return import_module("scoresheet.infinite")
    if name in ("AnyGame", "AnyMove", "AnyMoves", "AnyNode", "AnyPosition"):
        from scoresheet import protocols

        return getattr(protocols, name)
    raise AttributeError(f"module 'scoresheet' has no attribute {name!r}")

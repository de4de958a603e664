"""Read, check, convert and query chess games, a few in a notebook or all of them on one machine.

Each part is imported when it is first used, so a program pays only for the parts that it works with.
"""

from __future__ import annotations

TYPE_CHECKING = False  # the same as in `typing`, whose import takes longer than all the rest
if TYPE_CHECKING:
    from typing import Any

    from scoresheet import infinite
    from scoresheet._core import __version__
    from scoresheet.analysis import GameAnalysis, MoveAnalysis, SideAnalysis, analyse, puzzles
    from scoresheet.asynchronous import aread
    from scoresheet.books import Book, BookMove
    from scoresheet.bulk import MatchRows, PositionRows, Tensors
    from scoresheet.connecting import connect
    from scoresheet.engines.duckdb import query
    from scoresheet.engines.evaluations import Evaluations, evals
    from scoresheet.engines.extension import extension_path
    from scoresheet.engines.position_index import Explored
    from scoresheet.errors import (
        EngineError,
        ExistingFileError,
        FenError,
        FileError,
        LimitError,
        LossError,
        MissingFileError,
        MoveError,
        PatternError,
        ReadError,
        ScoresheetError,
        SourceConsumed,
        UsageError,
        WriteError,
    )
    from scoresheet.exploring import Branch, ExploredByPlayer, Explorer, PlayerBranch
    from scoresheet.game import Annotation, Command, Counts, Evaluation, Game, Node, Outcome, Properties, Tags, parse
    from scoresheet.indexing import IndexReport, index
    from scoresheet.legal import LegalMoves
    from scoresheet.naming import Proposal, names, write_aliases
    from scoresheet.notation import Move, Pattern, Position, convert_move, fields
    from scoresheet.openings import Opening
    from scoresheet.protocols import AnyGame, AnyMove, AnyMoves, AnyNode, AnyPosition
    from scoresheet.questions.texts import question_text
    from scoresheet.reading import Games, check, inputs, parse_all, read
    from scoresheet.report import (
        AnalysisCounts,
        BookCounts,
        CodeCount,
        Gain,
        Loss,
        PuzzleCounts,
        Report,
        SuiteCounts,
        SuitePosition,
        TreeCounts,
    )
    from scoresheet.squares import SquareSet
    from scoresheet.tables import games
    from scoresheet.uci import Engine
    from scoresheet.writing import convert, write

__all__ = [
    "AnalysisCounts",
    "Annotation",
    "AnyGame",
    "AnyMove",
    "AnyMoves",
    "AnyNode",
    "AnyPosition",
    "Book",
    "BookCounts",
    "BookMove",
    "Branch",
    "CodeCount",
    "Command",
    "Counts",
    "Engine",
    "EngineError",
    "Evaluation",
    "Evaluations",
    "ExistingFileError",
    "Explored",
    "ExploredByPlayer",
    "Explorer",
    "FenError",
    "FileError",
    "Gain",
    "Game",
    "GameAnalysis",
    "Games",
    "IndexReport",
    "LegalMoves",
    "LimitError",
    "Loss",
    "LossError",
    "MatchRows",
    "MissingFileError",
    "Move",
    "MoveAnalysis",
    "MoveError",
    "Node",
    "Opening",
    "Outcome",
    "Pattern",
    "PatternError",
    "PlayerBranch",
    "Position",
    "PositionRows",
    "Properties",
    "Proposal",
    "PuzzleCounts",
    "ReadError",
    "Report",
    "ScoresheetError",
    "SideAnalysis",
    "SourceConsumed",
    "SquareSet",
    "SuiteCounts",
    "SuitePosition",
    "Tags",
    "Tensors",
    "TreeCounts",
    "UsageError",
    "WriteError",
    "__version__",
    "analyse",
    "aread",
    "check",
    "connect",
    "convert",
    "convert_move",
    "evals",
    "extension_path",
    "fields",
    "games",
    "index",
    "infinite",
    "inputs",
    "names",
    "parse",
    "parse_all",
    "puzzles",
    "query",
    "question_text",
    "read",
    "write",
    "write_aliases",
]

# The module of each name. The imports above give type checkers the same information.
_STANDS_IN = {
    "__version__": "_core",
    **dict.fromkeys(["AnyGame", "AnyMove", "AnyMoves", "AnyNode", "AnyPosition"], "protocols"),
    **dict.fromkeys(["GameAnalysis", "MoveAnalysis", "SideAnalysis", "analyse", "puzzles"], "analysis"),
    **dict.fromkeys(["AnalysisCounts", "BookCounts", "CodeCount", "Gain", "Loss", "Report"], "report"),
    **dict.fromkeys(["PuzzleCounts", "SuiteCounts", "SuitePosition", "TreeCounts"], "report"),
    **dict.fromkeys(["Annotation", "Command", "Counts", "Evaluation", "Game", "Node"], "game"),
    **dict.fromkeys(["Outcome", "Properties", "Tags", "parse"], "game"),
    **dict.fromkeys(["EngineError", "FenError", "FileError", "LimitError", "LossError", "MoveError"], "errors"),
    **dict.fromkeys(["ExistingFileError", "MissingFileError", "PatternError", "ReadError"], "errors"),
    **dict.fromkeys(["ScoresheetError", "SourceConsumed", "UsageError", "WriteError"], "errors"),
    **dict.fromkeys(["Games", "check", "inputs", "parse_all", "read"], "reading"),
    **dict.fromkeys(["Move", "Pattern", "Position", "convert_move", "fields"], "notation"),
    **dict.fromkeys(["convert", "write"], "writing"),
    **dict.fromkeys(["IndexReport", "index"], "indexing"),
    **dict.fromkeys(["Branch", "ExploredByPlayer", "Explorer", "PlayerBranch"], "exploring"),
    **dict.fromkeys(["Book", "BookMove"], "books"),
    "Engine": "uci",
    "LegalMoves": "legal",
    "Opening": "openings",
    "SquareSet": "squares",
    **dict.fromkeys(["MatchRows", "PositionRows", "Tensors"], "bulk"),
    "aread": "asynchronous",
    "connect": "connecting",
    "games": "tables",
    **dict.fromkeys(["Proposal", "names", "write_aliases"], "naming"),
    "Explored": "engines.position_index",
    "extension_path": "engines.extension",
    "query": "engines.duckdb",
    **dict.fromkeys(["Evaluations", "evals"], "engines.evaluations"),
    "question_text": "questions.texts",
}

# The modules that are public under their own names.
_MODULES = [
    "errors", "game", "infinite", "notation", "parts", "protocols", "reading", "report", "schemas", "uci", "vgn",
    "writing",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Imports a name when it is first used."""
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"scoresheet.{name}")
    if name not in _STANDS_IN:
        raise AttributeError(f"module 'scoresheet' has no attribute {name!r}")
    found = getattr(import_module(f"scoresheet.{_STANDS_IN[name]}"), name)
    globals()[name] = found  # the next access does not come here
    return found


def __dir__() -> list[str]:
    """All public names, imported or not."""
    return sorted({*globals(), *__all__})

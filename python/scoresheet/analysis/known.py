"""Evaluations that are known before an analysis: a table of `scoresheet evals`."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from scoresheet.analysis.results import FoundLine, PositionResult
from scoresheet.errors import MoveError, UsageError
from scoresheet.game import Evaluation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoresheet.analysis.searching import GameSearch
    from scoresheet.notation import Position

__all__ = ["KnownEvaluations"]

_INTEGERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT")
_COLUMNS = {"hash": ("UBIGINT",), "cp": _INTEGERS, "mate": _INTEGERS, "depth": _INTEGERS, "line": ("VARCHAR",)}
"""The columns that are read, and the types that they may have in DuckDB."""

_LARGEST = 32_767
"""The largest score in centipawns that is taken, as in the columns of games."""

_HINT = "make a table with `scoresheet evals lichess_db_eval.jsonl.zst -o evals.parquet`"


class KnownEvaluations:
    """A table of evaluations in Parquet, which threads may query concurrently.

    Attributes:
        name: its name as a source of annotations.
    """

    name = "known evaluations"

    def __init__(self, path: str | os.PathLike[str], plies: int) -> None:
        """`plies` is how many moves of each line are kept.

        Raises:
            UsageError: the file is no such table.
        """
        from scoresheet.engines.duckdb import connection_for  # here: most analyses need no table
        from scoresheet.engines.evaluations import require
        from scoresheet.engines.failures import our_errors
        from scoresheet.engines.view import is_parquet_file
        from scoresheet.questions.duckdb import read_parquet

        self._errors, self._plies = our_errors, plies
        self._rows = read_parquet([os.fspath(path)])
        self._connection = connection_for("", 1)
        self._lock = threading.Lock()
        if not Path(path).exists():
            raise UsageError(f"there is no file `{path}`", hint=_HINT)
        if not is_parquet_file(os.fspath(path)):
            raise UsageError(f"`{path}` is not a table of evaluations in Parquet", hint=_HINT)
        with our_errors():
            rows = self._connection.sql(f"FROM {self._rows}")
        present = dict(zip(rows.columns, map(str, rows.types), strict=True))
        require(_COLUMNS, present, os.fspath(path), _HINT)
        for name, kinds in _COLUMNS.items():
            if present[name] not in kinds:
                raise UsageError(f"the column `{name}` of `{path}` is {present[name]}, not {kinds[-1]}", hint=_HINT)

    def results(self, search: GameSearch) -> dict[int, PositionResult]:
        """What the table has about the positions to search in a game, by half-move.

        Only chess from any start is in the table, and a score that depends on the moves before it is not.
        """
        if search.game.start.variant not in ("standard", "chess960"):
            return {}
        hashes = {ply: search.nodes[ply].position.hash for ply in search.plies}
        listed = ", ".join(str(one) for one in sorted(set(hashes.values()))) or "NULL"
        # A row without a score, or with a mate in 0 moves, has no meaning for a position with legal moves.
        has_score = "CASE WHEN mate IS NULL THEN cp IS NOT NULL ELSE mate <> 0 END"
        wanted = f"SELECT {', '.join(_COLUMNS)} FROM {self._rows} WHERE hash IN ({listed}) AND {has_score}"
        with self._lock, self._errors():
            rows = self._connection.execute(wanted).fetchall()
        found = {row[0]: row[1:] for row in rows}
        return {
            ply: (self._line(search.nodes[ply].position, *found[known]),)
            for ply, known in hashes.items()
            if known in found
        }

    def _line(self, position: Position, cp: int | None, mate: int | None, depth: int | None, line: str) -> FoundLine:
        moves = tuple(_packed(line or "", position, max(1, self._plies)))
        score = None if mate is not None or cp is None else max(-_LARGEST, min(cp, _LARGEST))
        return FoundLine(Evaluation(score, mate, depth), None, None, moves)

    def close(self) -> None:
        """Closes the table."""
        self._connection.close()


def _packed(line: str, position: Position, plies: int) -> Iterator[int]:
    """The first moves of a line as 16 bits, up to the first one that is not legal."""
    for word in line.split()[:plies]:
        try:
            move = position.parse(word, "uci")
        except MoveError:
            return
        yield position.pack(move)
        position = position.play(move)

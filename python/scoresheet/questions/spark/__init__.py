"""Spark SQL, for a view of the columns and for a view of documents."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from scoresheet.questions.engine import Spelling, Written, doubled
from scoresheet.questions.sides import SideDialect

__all__ = ["COLUMNS", "DOCUMENTS", "SIDES", "identifier", "quoted"]

_HERE = Path(__file__).parent

identifier = partial(doubled, quote="`")


def quoted(text: str) -> str:
    r"""Text as a literal of Spark SQL, which interprets backslashes.

    >>> print(quoted("it's"))
    'it\'s'
    """
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


_FIRST = "if((split_part(coalesce(fen, ' w'), ' ', 2) = 'b') <> (color = 'white'), 1, 2)"
"""The first half-move of a side."""

SIDES = SideDialect(
    "game_result(termination, result)",
    "DOUBLE",
    {
        "round_number": (("round",), "try_cast(regexp_extract(round, '^[0-9]{1,9}', 0) AS INT)"),
        # The last clock is the side's own, or the one before it is.
        "clock_left_ms": (("clock_ms", "fen"), f"get(clock_ms, size(clock_ms) - 1 - (size(clock_ms) + {_FIRST}) % 2)"),
        "accuracy": (("eval_cp", "eval_mate", "fen"), f"game_accuracy(eval_cp, eval_mate, color = 'white', {_FIRST})"),
    },
)
"""Both sides of games in Spark. `scoresheet.spark.register` adds the functions that this calls."""

_SPELLING = Spelling(quoted, lambda asked: identifier(asked.table), double="DOUBLE", string="STRING")
COLUMNS = Written("spark", "Spark", (_HERE, ".sql"), replace(_SPELLING, sides=SIDES))
DOCUMENTS = Written("spark-doc", "Spark over documents", (_HERE, "-doc.sql"), _SPELLING)

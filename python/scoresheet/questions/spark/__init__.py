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


SIDES = SideDialect(
    "game_result(termination, result)",
    "DOUBLE",
    {"round_number": (("round",), "try_cast(regexp_extract(round, '^[0-9]{1,9}', 0) AS INT)")},
)
"""Both sides of games in Spark."""

_SPELLING = Spelling(quoted, lambda asked: identifier(asked.table), double="DOUBLE", string="STRING")
COLUMNS = Written("spark", "Spark", (_HERE, ".sql"), replace(_SPELLING, sides=SIDES))
DOCUMENTS = Written("spark-doc", "Spark over documents", (_HERE, "-doc.sql"), _SPELLING)

"""Spark SQL, for a view of the columns and for a view of documents."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from scoresheet.questions.engine import Spelling, Written, doubled

__all__ = ["COLUMNS", "DOCUMENTS", "identifier", "quoted"]

_HERE = Path(__file__).parent

identifier = partial(doubled, quote="`")


def quoted(text: str) -> str:
    r"""Text as a literal of Spark SQL, which interprets backslashes.

    >>> print(quoted("it's"))
    'it\'s'
    """
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


_SPELLING = Spelling(quoted, lambda asked: identifier(asked.table), double="DOUBLE")
COLUMNS = Written("spark", "Spark", (_HERE, ".sql"), _SPELLING)
DOCUMENTS = Written("spark-doc", "Spark over documents", (_HERE, "-doc.sql"), _SPELLING)

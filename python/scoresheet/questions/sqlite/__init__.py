"""SQLite, for the table of a store and for documents alone (JSON in the column `doc`)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from scoresheet.questions.engine import Spelling, Written, doubled

__all__ = ["DOCUMENTS", "TABLE", "identifier"]

_HERE = Path(__file__).parent

identifier = partial(doubled, quote='"')

_SPELLING = Spelling(partial(doubled, quote="'"), lambda asked: identifier(asked.table))
TABLE = Written("sqlite", "SQLite", (_HERE, ".sql"), _SPELLING)
DOCUMENTS = Written("sqlite-doc", "SQLite over `doc`", (_HERE, "-doc.sql"), _SPELLING)

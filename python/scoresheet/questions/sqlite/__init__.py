"""SQLite, for the table of a store and for documents alone (JSON in the column `doc`)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from scoresheet.questions.engine import Spelling, Written, doubled
from scoresheet.questions.sides import SideDialect, ended_by_tags

__all__ = ["DOCUMENTS", "SIDES", "TABLE", "identifier"]

_HERE = Path(__file__).parent

identifier = partial(doubled, quote='"')

SIDES = SideDialect(
    ended_by_tags("instr(lower(trim(result)), {start}) = 1"),
    more={"round_number": (("round",), "CASE WHEN round GLOB '[0-9]*' THEN CAST(substr(round, 1, 9) AS INTEGER) END")},
)
"""Both sides of games in SQLite."""

_SPELLING = Spelling(partial(doubled, quote="'"), lambda asked: identifier(asked.table))
TABLE = Written("sqlite", "SQLite", (_HERE, ".sql"), replace(_SPELLING, sides=SIDES))
DOCUMENTS = Written("sqlite-doc", "SQLite over `doc`", (_HERE, "-doc.sql"), _SPELLING)

"""PostgreSQL, for the table of a store and for documents alone (`jsonb` in the column `doc`)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from scoresheet.questions.duckdb import quoted
from scoresheet.questions.engine import Asked, Spelling, Written, doubled
from scoresheet.questions.sides import SideDialect, ended_by_tags

__all__ = ["DOCUMENTS", "SIDES", "TABLE", "identifier"]

_HERE = Path(__file__).parent

identifier = partial(doubled, quote='"')


class _Table(Written):
    """The texts for the table of a store. Each is a single statement, because it creates no functions there."""

    def games(self, asked: Asked) -> str:
        """What the question is about, as the text after FROM, for queries that need a name."""
        return super().games(asked) + (" AS games" if asked.lacking else "")


SIDES = SideDialect(
    ended_by_tags(),
    more={"round_number": (("round",), "CAST(substring(round FROM '^[0-9]{1,9}') AS integer)")},
)
"""Both sides of games in PostgreSQL."""

_SPELLING = Spelling(quoted, lambda asked: identifier(asked.table), binary=' COLLATE "C"', sides=SIDES)
TABLE = _Table("postgresql", "PostgreSQL", (_HERE, ".sql"), _SPELLING)
DOCUMENTS = Written("postgresql-doc", "PostgreSQL over `doc`", (_HERE, "-doc.sql"), replace(_SPELLING, sides=None))

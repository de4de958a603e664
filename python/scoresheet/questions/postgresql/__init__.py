"""PostgreSQL, for the table of a store and for documents alone (`jsonb` in the column `doc`)."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

from scoresheet.questions.duckdb import quoted, result_cases
from scoresheet.questions.engine import Asked, Spelling, Written, doubled

__all__ = ["DOCUMENTS", "TABLE", "identifier"]

_HERE = Path(__file__).parent

identifier = partial(doubled, quote='"')


@cache
def _game_result() -> str:
    """How a game ended, as DuckDB's macro `game_result` computes it."""
    cases = [
        "CASE WHEN termination <> '*' THEN termination",
        "WHEN trim(result) IN ('1-0', '0-1', '1/2-1/2', '0-0') THEN trim(result)",
        *result_cases(),
        "ELSE '*' END",
    ]
    return "\n              ".join(cases)


class _Table(Written):
    """The texts for the table of a store. Each is a single statement, because it creates no functions there."""

    def places(self, asked: Asked) -> dict[str, str]:
        """The values of the placeholders that are not parameters; `$game_result` computes how a game ended."""
        places = super().places(asked)
        if asked.lacking:
            places["games"] += " AS games"  # a query in FROM needs a name
        return {**places, "game_result": _game_result()}


_SPELLING = Spelling(quoted, lambda asked: identifier(asked.table))
TABLE = _Table("postgresql", "PostgreSQL", (_HERE, ".sql"), _SPELLING)
DOCUMENTS = Written("postgresql-doc", "PostgreSQL over `doc`", (_HERE, "-doc.sql"), _SPELLING)

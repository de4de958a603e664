"""The names of the players of a library, each once, for filters, orders and suggestions by name.

DuckDB evaluates a function once for each name in a part of a Parquet file only if few names occur there, so a search in
the names of all games takes longer for each game, the more games there are. It also sorts numbers several times as fast
as texts.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoresheet.viewer.query_slots import Turn

__all__ = ["PlayerNames"]

LEAST_GAMES = 100_000
"""The number of games from which on the names have a table. Fewer games are searched in no time."""

_TABLE = "player_names"

_MADE = f"""
CREATE TABLE {_TABLE} AS
SELECT player_name, (row_number() OVER (ORDER BY player_name))::UINTEGER AS place,
       count(*) FILTER (had_white) AS white_games, count(*) FILTER (NOT had_white) AS black_games
FROM (SELECT white AS player_name, true AS had_white FROM games UNION ALL SELECT black, false FROM games)
WHERE player_name IS NOT NULL
GROUP BY player_name"""


class PlayerNames:
    """The table of the names, which is made when it is first needed.

    Its columns are `player_name`, `place`, the place of the name in the order of names, and `white_games` and
    `black_games`, the numbers of games.
    """

    def __init__(self, games: int) -> None:
        """`games` is the number of games of the library."""
        self._has_table = games >= LEAST_GAMES
        self._is_made = False
        self._lock = threading.Lock()

    def table(self, turn: Turn) -> str | None:
        """The name of the table; None if there are so few games that it is not worth it."""
        if not self._has_table:
            return None
        with self._lock:
            if not self._is_made:
                turn.rows(_MADE)
                self._is_made = True
        return _TABLE

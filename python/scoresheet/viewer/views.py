"""Views of the list: which games a filter leaves, and in which order.

Each view is a table of row numbers. A page of the list is a range of it, which takes the same time anywhere.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoresheet.viewer import columns, filters
from scoresheet.viewer.errors import missing, wrong

if TYPE_CHECKING:
    from scoresheet.viewer.filters import Condition
    from scoresheet.viewer.library import Library
    from scoresheet.viewer.query_slots import Turn

__all__ = ["Order", "Views"]

_MOST_VIEWS = 8
"""The number of views that are kept. Each takes four bytes per game."""

_MOST_ROWS = 500
"""The number of rows of one page of the list."""

_WHOLE = "all"
"""The view of all games in their order, which needs no table."""


@dataclass(frozen=True)
class Order:
    """The column that games are sorted by, and the direction."""

    by: str = "game"
    down: bool = False

    @classmethod
    def of(cls, given: Mapping[str, Any] | None) -> Order:
        """The order that the page requests.

        Raises:
            Refused: there is no such column.
        """
        by = str((given or {}).get("by") or "game")
        if columns.find(by) is None:
            raise wrong(f"there is no column `{by}` to sort by")
        return cls(by, bool((given or {}).get("down")))

    @property
    def sql(self) -> str:
        """What follows ORDER BY. Games with equal values stay in the order of the library."""
        column = columns.find(self.by)
        return f"{(column and column.sorts) or self.by} {self.direction} NULLS LAST, row"

    @property
    def direction(self) -> str:
        """The direction in SQL."""
        return "DESC" if self.down else "ASC"


class Views:
    """The views of a library that were requested last."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: OrderedDict[str, int] = OrderedDict()
        self._lock = threading.Lock()
        self._making = threading.Lock()

    def view(self, given: Mapping[str, Any], slot: str) -> dict[str, Any]:
        """The view for a filter and an order, which is made unless it is known.

        A newer call with the same slot interrupts this one, which raises `Superseded`.
        """
        started = time.perf_counter()
        filter_ = given.get("filter") or {}
        condition = filters.condition(filter_)
        order = Order.of(given.get("sort"))
        name = _WHOLE if (condition.sql, order) == ("true", Order()) else _name(condition, order)
        with self._library.turns.turn(f"view {slot}") as turn:
            games = self._library.games if name == _WHOLE else self._made(turn, name, filter_, order)
        ms = round((time.perf_counter() - started) * 1000, 1)
        return {"view": name, "games": games, "of": self._library.games, "ms": ms}

    def count(self, given: Mapping[str, Any], slot: str) -> dict[str, Any]:
        """The number of games that a filter leaves. It makes no view, so that no other view is given up for it.

        A newer call with the same slot interrupts this one, which raises `Superseded`.
        """
        filter_ = given.get("filter") or {}
        filters.condition(filter_)  # a value that makes no sense interrupts nothing
        with self._library.turns.turn(f"count {slot}") as turn:
            condition = self._condition(turn, filter_)
            [(games,)] = turn.rows(f"SELECT count(*) FROM games WHERE {condition.sql}", condition.values)
        return {"games": games, "of": self._library.games}

    def _condition(self, turn: Turn, filter_: Mapping[str, object]) -> Condition:
        """The condition of a filter, by the table of players' names if it names players."""
        table = self._library.player_names.table(turn) if filters.names_players(filter_) else None
        return filters.condition(filter_, table)

    def _chosen(self, turn: Turn, filter_: Mapping[str, object], order: Order) -> tuple[str, tuple[object, ...]]:
        """The query for the rows of a view, and its values."""
        condition = self._condition(turn, filter_)
        table = self._library.player_names.table(turn) if order.by in ("white", "black") else None
        if table is None:
            return f"SELECT row FROM games WHERE {condition.sql} ORDER BY {order.sql}", condition.values
        games = f"SELECT row, {order.by} AS player_name FROM games WHERE {condition.sql}"
        direction = f"place {order.direction} NULLS LAST, row"
        return f"SELECT row FROM ({games}) LEFT JOIN {table} USING (player_name) ORDER BY {direction}", condition.values

    def _made(self, turn: Turn, name: str, filter_: Mapping[str, object], order: Order) -> int:
        # Two tables with one name cannot be made at the same time, and two large ones would need much memory.
        with self._making:
            turn.check()
            known = self._used(name)
            if known is not None:
                return known
            chosen, values = self._chosen(turn, filter_, order)
            turn.rows(f"CREATE OR REPLACE TABLE {name} AS {chosen}", values)
            [(games,)] = turn.rows(f"SELECT count(*) FROM {name}")
            with self._lock:
                self._known[name] = games
                old = [self._known.popitem(last=False)[0] for _ in range(len(self._known) - _MOST_VIEWS)]
            for view in old:
                turn.rows(f"DROP TABLE IF EXISTS {view}")
        return int(games)

    def _used(self, name: str) -> int | None:
        """The number of games of a view, which counts as used now; None if it is not known."""
        with self._lock:
            if name in self._known:
                self._known.move_to_end(name)
            return self._known.get(name)

    def games(self, view: str) -> int:
        """The number of games of a view.

        Raises:
            Refused: there is no such view (any more).
        """
        known = self._library.games if view == _WHOLE else self._used(view)
        if known is None:
            raise missing("there is no such view any more")
        return known

    def numbers(self, turn: Turn, view: str, first: int, count: int) -> Sequence[int]:
        """The rows of the library at some places of a view."""
        games = self.games(view)
        end = min(first + count, games)
        if view == _WHOLE:
            return range(first, end)
        sql = f"SELECT row FROM {view} WHERE rowid BETWEEN {first} AND {end - 1} ORDER BY rowid"
        return [row for (row,) in turn.rows(sql)]

    def rows(self, view: str, first: int, count: int, wanted: Sequence[str]) -> dict[str, Any]:
        """Some rows of a view: each the number of the game in the library, followed by the values of columns."""
        found = [columns.find(name) for name in wanted]
        listed = [column.sql or column.name for column in found if column is not None]
        if len(listed) != len(wanted):
            raise wrong("there is no such column")
        first, count = max(first, 0), min(max(count, 0), _MOST_ROWS)
        with self._library.turns.turn() as turn:
            numbers = self.numbers(turn, view, first, count)
            rows = self._library.rows(turn, numbers, listed)
        return {"from": first, "rows": [[_plain(value) for value in row] for row in rows]}

    def place(self, view: str, row: int) -> int | None:
        """The place of a game in a view, from 0; None if the view lacks it."""
        self.games(view)
        if view == _WHOLE:
            return row if 0 <= row < self._library.games else None
        with self._library.turns.turn() as turn:
            found = turn.rows(f"SELECT rowid FROM {view} WHERE row = ?", [row])
        return found[0][0] if found else None

    def table(self, view: str) -> str:
        """A table of the rows of a view, in SQL, with their order in the column `place`."""
        self.games(view)
        if view == _WHOLE:
            return f"(SELECT range AS row, range AS place FROM range({self._library.games}))"
        return f"(SELECT row, rowid AS place FROM {view})"


def _name(condition: Condition, order: Order) -> str:
    text = repr((condition, order))
    return "view_" + hashlib.blake2s(text.encode(), digest_size=10).hexdigest()


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)

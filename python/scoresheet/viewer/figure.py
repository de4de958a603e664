"""The figures of the page of plots: each is a question about the games with a picture that suits its result.

A figure first selects what it counts: a row for each game, or for each side or move of a game, with the game that the
row is of. The result counts these rows by their keys. The games behind a bar are those of the rows with its keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoresheet.errors import UsageError

__all__ = ["DISTINCT_GAMES", "GAME", "Choice", "Figure", "Picture", "phase", "results"]

GAME = "(source, game) AS row"
"""Names the game of a row in any table of games. The viewer's own games have a column `row` for that."""


@dataclass(frozen=True)
class Picture:
    """How the rows of a result become a picture."""

    kind: str
    """`bars`, a bar for each row; `shares`, bars of 100 % that the series divide; `lines`, a point for each row over
    time; or `board`, a heat map with a row for each square."""
    x: str = ""
    """The column under the bars or points, or the one of squares."""
    series: tuple[tuple[str, str], ...] = ()
    """The columns that bars and points show, with their labels."""
    colors: str = "set"
    """`result` paints White, draws and Black; `score` and `lost` what a player did; `set` takes colors that differ."""
    unit: str = "games"
    """What the series count or measure."""
    axis: str = ""
    """What `x` is, with its unit; the name of the column if it is empty."""
    by: str = ""
    """The column whose values are bars beside each other, or lines of their own."""
    step: int = 0
    """The distance of neighbouring numbers of `x`, whose axis is to scale; 0 if `x` is text."""
    step_by: str = ""
    """The choice whose value is that distance."""
    starts: bool = False
    """Whether a number of `x` is the first of those that its bar counts; otherwise it is the one in the middle."""
    open_ends: tuple[int | None, int | None] = (None, None)
    """The numbers of `x` that include all below and all above as well."""
    words: bool = False
    """Whether the values of `x` are words of the result, and not of games; those of `by` always are."""

    def to_dict(self) -> dict[str, Any]:
        """The object for the page."""
        return {
            "kind": self.kind, "x": self.x, "words": self.words, "axis": self.axis or self.x, "by": self.by,
            "colors": self.colors,
            "series": [{"column": column, "label": label} for column, label in self.series],
            "unit": self.unit, "step": self.step, "stepBy": self.step_by, "starts": self.starts,
            "openEnds": list(self.open_ends),
        }  # fmt: skip


@dataclass(frozen=True)
class Choice:
    """A parameter of a figure that the user chooses; the first value is the default."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]
    """The values with their labels; empty for a name that the user types."""

    def to_dict(self) -> dict[str, Any]:
        """The object for the page."""
        return {
            "name": self.name,
            "label": self.label,
            "values": [{"value": value, "label": label} for value, label in self.values],
        }

    def value(self, given: Mapping[str, object]) -> str:
        """The value among those that were given, or the default.

        Raises:
            UsageError: the value is unknown, or a name is missing.

        >>> Choice("color", "Side", (("all", "Both sides"), ("white", "White"))).value({})
        'all'
        """
        value = str(given.get(self.name) or "")
        if not self.values:
            if not value:
                raise UsageError(f"`{self.name}` is missing", hint=f"type the name of a {self.name}")
            if not value.strip("?. "):
                hint = "games of unknown players have this name, and each can be of another one"
                raise UsageError(f"`{value}` is not the name of a {self.name}", hint=hint)
            return value
        known = [each for each, _ in self.values]
        if value and value not in known:
            listed = ", ".join(known)
            raise UsageError(f"`{value}` is not a value of `{self.name}`", hint=f"use one of {listed}")
        return value or known[0]


DISTINCT_GAMES = "count(DISTINCT row)"


@dataclass(frozen=True)
class Figure:
    """A figure, with the SQL of what it counts."""

    name: str
    title: str
    picture: Picture
    counted: str
    """The SQL over the view `games` of the rows that count, with `GAME` and the keys; `$name` is a choice."""
    keys: tuple[str, ...]
    """The columns that tell the bars apart. They are never NULL."""
    lacks: str
    """What the games lack that do not count."""
    sums: tuple[str, ...] = ()
    """What the result has for each bar besides its keys and the number of its games."""
    order: str = ""
    """What the bars are sorted by; the keys if it is empty."""
    top: int = 0
    """Only this many bars are shown; 0 for all."""
    games: str = "count(*)"
    """The number of games of a bar, which is `DISTINCT_GAMES` if a game can have several rows in it."""
    of: str = "true"
    """The condition for the games that the figure is about."""
    choices: tuple[Choice, ...] = ()
    columns: tuple[str, ...] = ()
    """The columns without which games have no such figure."""

    def bound(self, given: Mapping[str, object]) -> tuple[str, Mapping[str, str]]:
        """The SQL over the view `games`, and the values to bind in it. An empty value means the default.

        Raises:
            UsageError: a value is unknown, or a name is missing.
        """
        keys = ", ".join(self.keys)
        limit = f"\nLIMIT {self.top}" if self.top else ""
        return self._grouped(keys, f"{self.order or keys}{limit}"), self.chosen(given)

    def totalled(self) -> str:
        """The SQL of `bound` with one more row, the first, which sums up all rows that count."""
        keys = ", ".join(self.keys)
        limit = f"\nLIMIT {self.top + 1}" if self.top else ""
        order = f"grouping({self.keys[0]}) DESC, {self.order or keys}{limit}"
        return self._grouped(f"GROUPING SETS (({keys}), ())", order)

    def _grouped(self, groups: str, order: str) -> str:
        columns = ", ".join((*self.keys, f"{self.games} AS games"))
        sums = "".join(f",\n       {each}" for each in self.sums)
        counted = "\n  ".join(self.counted.splitlines())
        return f"SELECT {columns}{sums}\nFROM (\n  {counted}\n) AS counted\nGROUP BY {groups}\nORDER BY {order}"

    def chosen(self, given: Mapping[str, object]) -> dict[str, str]:
        """The value of each choice.

        Raises:
            UsageError: a value is unknown, or a name is missing.
        """
        return {choice.name: choice.value(given) for choice in self.choices}

    def to_dict(self) -> dict[str, Any]:
        """The object for the page."""
        return {
            "name": self.name,
            "title": self.title,
            "picture": self.picture.to_dict(),
            "lacks": self.lacks,
            "choices": [choice.to_dict() for choice in self.choices],
        }


def results(*names: str) -> tuple[str, ...]:
    """The sums that count the rows in which each of these columns is true.

    >>> results("won")
    ('count(*) FILTER (WHERE won) AS won',)
    """
    return tuple(f"count(*) FILTER (WHERE {name}) AS {name}" for name in names)


def phase(ply: str) -> str:
    """The SQL for the phase of a game at a ply, with the bounds that the questions have by default.

    >>> phase("ply")
    "CASE WHEN ply <= 20 THEN 'opening' WHEN ply <= 60 THEN 'middlegame' ELSE 'endgame' END"
    """
    return f"CASE WHEN {ply} <= 20 THEN 'opening' WHEN {ply} <= 60 THEN 'middlegame' ELSE 'endgame' END"

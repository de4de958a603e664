"""The columns that the list of games can show and sort by."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Any

__all__ = ["ALL", "Column", "find", "present"]


@dataclass(frozen=True)
class Column:
    """A column of the list."""

    name: str
    """The name of the column of games."""
    label: str
    kind: str
    """`text`, `number`, `date` or `result`."""
    width: int
    """The width at which usual values are whole, in characters."""
    sql: str = ""
    """The expression for the value that is shown, if that is not the column itself."""
    sorts: str = ""
    """The expression that games are sorted by, if that is not the column itself."""

    def to_dict(self) -> dict[str, Any]:
        """The object for the page."""
        return {"name": self.name, "label": self.label, "kind": self.kind, "width": self.width}


# The number of known parts of a date: the year, the month, the day. The others of `date` are the first that fit.
_DATE = (
    "CASE date_precision WHEN 1 THEN strftime(date, '%Y') WHEN 2 THEN strftime(date, '%Y-%m') ELSE date::VARCHAR END"
)

ALL = (
    Column("game", "No.", "number", 8, sql="row + 1", sorts="row"),
    Column("white", "White", "text", 22),
    Column("white_elo", "Elo", "number", 5),
    Column("black", "Black", "text", 22),
    Column("black_elo", "Elo", "number", 5),
    Column("result", "Result", "result", 7),
    Column("date", "Date", "date", 10, sql=_DATE),
    Column("eco", "ECO", "text", 4),
    Column("opening", "Opening", "text", 30),
    Column("ply_count", "Plies", "number", 5),
    Column("time_control", "Time", "text", 8),
    Column("event", "Event", "text", 24),
    Column("site", "Site", "text", 24),
    Column("round", "Round", "text", 6),
    Column("variant", "Variant", "text", 12),
    Column("annotator", "Annotator", "text", 18),
    Column("termination", "Termination", "text", 14),
    Column("source", "File", "text", 20),
)


def present(names: Container[str]) -> list[Column]:
    """The columns that games with these columns have.

    >>> [column.name for column in present({"white", "black"})]
    ['game', 'white', 'black']
    """
    return [column for column in ALL if column.name == "game" or column.name in names]


def find(name: str) -> Column | None:
    """The column with a name; None if there is none."""
    return next((column for column in ALL if column.name == name), None)

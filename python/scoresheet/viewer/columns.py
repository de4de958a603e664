"""The columns that the list of games can show and sort by."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["ALL", "Column", "find", "present"]


@dataclass(frozen=True)
class Column:
    """A column of the list."""

    name: str
    """The name, which is also the name of the column of the games, but for `number`."""
    label: str
    kind: str
    """`text`, `number`, `date` or `result`."""
    width: int
    """The width at which usual values are whole, in characters."""

    @property
    def sql(self) -> str:
        """The expression for the value."""
        return "row::BIGINT + 1" if self.name == "number" else self.name

    def to_dict(self) -> dict[str, Any]:
        """The object for the page."""
        return asdict(self)


ALL = (
    Column("number", "No.", "number", 8),
    Column("white", "White", "text", 22),
    Column("white_elo", "Elo", "number", 5),
    Column("black", "Black", "text", 22),
    Column("black_elo", "Elo", "number", 5),
    Column("result", "Result", "result", 7),
    Column("date", "Date", "date", 10),
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
    ['number', 'white', 'black']
    """
    return [column for column in ALL if column.name == "number" or column.name in names]


def find(name: str) -> Column | None:
    """The column with a name; None if there is none."""
    return next((column for column in ALL if column.name == name), None)

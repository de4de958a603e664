"""What the tests of stores need of each kind: where one is, and what it holds, looked at without this package."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

__all__ = ["Place", "Row", "StoreKind"]

Row = dict[str, Any]


class Place(ABC):
    """A store of a test, empty at first."""

    location: str
    """The path or the URL."""
    has_columns = True
    """Whether rows have typed columns beside their documents."""
    families = frozenset({"tags", "summary", "packed"})
    """The families of columns that a table has by default."""
    keeps_order = True
    """Whether documents keep the order of their members."""
    is_server = False
    """Whether several processes may write at a time."""
    has_transactions = True
    """Whether rows and what is noted of them in `loads` are there together or not at all."""
    speed = 1.0
    """How fast games are loaded, so that a test may take as long with each kind."""
    odd_letters = '"`[$'
    """Letters that the name of a table may have, and that a statement could take for something else."""

    @abstractmethod
    def table(self, name: str = "games") -> list[Row]:
        """The rows of a table, those of games in the order of source and game; documents are parsed."""

    @abstractmethod
    def tables(self) -> set[str]:
        """The names of the tables."""

    def loads(self, name: str = "loads") -> dict[str, tuple[int, bool]]:
        """How far each source came, and whether that was to its end."""
        return {row["source"]: (row["games"], bool(row["finished"])) for row in self.table(name)}


class StoreKind(ABC):
    """A kind of store."""

    id: ClassVar[str]

    def missing(self) -> str | None:
        """What its tests need and is not there."""
        return None

    @abstractmethod
    @contextmanager
    def place(self, folder: Path) -> Iterator[Place]:
        """A new place."""

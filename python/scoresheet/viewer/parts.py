"""The parts of a library: files that DuckDB reads itself, and games that were read into a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import duckdb

from scoresheet.engines.database_file import attach
from scoresheet.engines.view import schema
from scoresheet.errors import FileError
from scoresheet.questions.duckdb import identifier, packed_of, read_parquet
from scoresheet.questions.engine import LATER

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from scoresheet._ids import FormatId

__all__ = ["Part", "of_database", "of_parquet", "of_texts"]

_NAMED = ("eco", "opening")
"""The columns of tags that games can do without: positions tell the opening as well."""


@dataclass(frozen=True)
class Part:
    """Some games of a library, whose rows are numbered from 0."""

    name: str
    """The name of the input."""
    rows: str
    """What follows FROM in SQL."""
    number: str
    """The column with the number of a row."""
    columns: frozenset[str]
    """The columns of the rows."""
    games: int
    errors: int | None = None
    """The number of games with errors; None if it is not known."""
    format: FormatId | None = None
    """The format of the texts of games; None if it is detected."""
    path: str | None = None
    """The Parquet file, if it is one."""

    @cached_property
    def known(self) -> frozenset[str]:
        """The columns that games have here, with those that are made of others."""
        named = {name for name in _NAMED if f"{name}_found" in self.columns}
        return self.columns | named | ({"packed_moves"} if packed_of(self.columns) else set()) | set(LATER)

    def selected(self, wanted: Sequence[str]) -> str:
        """The SELECT list for these columns of games. Those that the part lacks are NULL."""
        return ", ".join(self._selected(name) for name in wanted)

    def _selected(self, name: str) -> str:
        found = f"{name}_found"
        if name in _NAMED and found in self.columns:
            tag = name if name in self.columns else "NULL"
            return f"coalesce({tag}, {found}) AS {name}"
        if name in self.columns:
            return identifier(name)
        if name == "packed_moves" and (packed := packed_of(self.columns)):
            return f"{packed} AS packed_moves"
        return f"NULL::{schema()[name]} AS {identifier(name)}"


def of_parquet(connection: DuckDBPyConnection, name: str, path: str, errors: int | None = None) -> Part:
    """A Parquet file as a part.

    Raises:
        FileError: the file is damaged, or cannot be read.
    """
    rows = read_parquet([path], numbered=True)
    return replace(_part(connection, name, rows, "file_row_number", errors), path=path)


def of_database(connection: DuckDBPyConnection, name: str, path: str, alias: str) -> Part:
    """The table `games` of a DuckDB file as a part. The file is attached for reading only."""
    attach(connection, path, alias, "games")
    return _part(connection, name, f"{identifier(alias)}.games", "rowid", None)


def of_texts(connection: DuckDBPyConnection, name: str, table: str, errors: int) -> Part:
    """A table of this connection with the texts of games of infinite chess, as a part."""
    return replace(_part(connection, name, table, "rowid", errors), format="icn")


def _part(connection: DuckDBPyConnection, name: str, rows: str, number: str, errors: int | None) -> Part:
    try:
        described = connection.execute(f"DESCRIBE SELECT * FROM {rows}").fetchall()
        [(games,)] = connection.execute(f"SELECT count(*) FROM {rows}").fetchall()
    except duckdb.Error as error:
        said = str(error).partition("\n\nLINE ")[0]
        hint = "convert the games again"
        raise FileError(f"cannot read `{name}`: {said}", code="file-damaged", file=name, hint=hint) from error
    known = schema()
    present = frozenset(str(row[0]) for row in described if row[0] in known)
    return Part(name, rows, number, present, games, errors)

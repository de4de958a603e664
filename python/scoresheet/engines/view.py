"""The inputs of a query as the view `games` of one DuckDB connection, and the view `sides` with two rows for each game.

DuckDB reads Parquet directly. Everything else is read on the fly, and only the columns that the SQL uses, because
DuckDB does not tell an Arrow stream which columns it needs.
"""

from __future__ import annotations

import atexit
import re
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

import duckdb

from scoresheet import _core
from scoresheet._hints import hint
from scoresheet._options import Options, asked, is_remote, store_kind
from scoresheet._registry import families_of, hint_of, registry
from scoresheet._sources import Named, paths
from scoresheet._sources import Source as FileSource
from scoresheet.engines.database_file import attach
from scoresheet.engines.referenced_columns import period, wanted
from scoresheet.engines.spooled import spooled
from scoresheet.errors import FileError, UsageError
from scoresheet.indexed import Indexed
from scoresheet.questions.duckdb import (
    identifier,
    lists_of,
    names_lists,
    packed_of,
    quoted,
    read_parquet,
    sides_view,
)
from scoresheet.questions.engine import with_nulls

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from typing_extensions import TypeIs

    from scoresheet.reading import Games

__all__ = [
    "ArrowStream",
    "Origin",
    "Source",
    "View",
    "files_of",
    "is_data_set",
    "is_parquet",
    "is_parquet_file",
    "listed",
    "missing_columns",
    "schema",
]


@dataclass(frozen=True)
class Origin:
    """The origin of the games in a view."""

    files: Sequence[Named] = ()
    """The sources that can be read again: paths and objects, with copies instead of pipes. Empty for Arrow streams."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The names of pipes, by their copies."""
    reading: Options = field(default_factory=Options)
    """The options of `read`."""
    attached: bool = False
    """Whether the rows come from a database itself, with the numbers of games that are stored in it."""


class ArrowStream(Protocol):
    """Any object with its rows as an Arrow stream: games, a pyarrow table, a Polars frame."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A new stream on each call."""


_OF_DATA_SETS = ("rename", "preset", "minutes")
"""The options that declare what columns of other programs hold."""

Source: TypeAlias = "FileSource | ArrowStream"
"""The sources of a query: anything that `read` takes, or an Arrow stream."""


@cache
def schema() -> dict[str, str]:
    """All columns with their DuckDB types, from the registry.

    >>> schema()["white_castle_ply"]
    'INTEGER'
    """
    return {column["name"]: column["type"] for column in registry("columns")}


class View:
    """The view `games` for one piece of SQL and the values bound in it."""

    def __init__(
        self,
        connection: DuckDBPyConnection,
        sql: str,
        values: Mapping[str, object],
        numbers_by_reading: bool = False,
    ) -> None:
        """With `numbers_by_reading`, games of a store have the numbers that reading gives them."""
        self.connection = connection
        self.numbers_by_reading = numbers_by_reading
        self.sql = sql
        self.values = values
        self.games: _core.Games | None = None
        """What is read on the fly."""
        self.names: dict[str, str] = {}
        """The names of pipes, by the temporary files with their contents."""
        self.parquet: list[str] = []
        """The files that DuckDB reads itself."""
        self._attached = ""
        self.origin = Origin()
        self.only_row: int | None = None
        """The only row of a Parquet file that matters, from 0; None if all do."""
        self.later: Sequence[str] = ()
        """The columns that are NULL if games lack them."""

    def offer(self, source: Source, reading: Mapping[str, Any]) -> None:
        """Creates the view of a source; `reading` are the options of `read`."""
        if not hasattr(source, "__arrow_c_stream__"):
            self._files(paths(source, again=True), reading)
        elif _is_games(source):
            named, made_with = source._opened_by
            self.origin = Origin(named, reading=made_with)
            names = list(source.names)
            if self.asks_for_packed() and packed_of(names) and "packed_moves" not in names:
                names.append("packed_moves")
            known = [*names, *self.later]
            needed = self.needed({name: kind for name, kind in schema().items() if name in known})
            wanted_here = [name for name in needed if name in names] or names[:1]
            self._games(source.columns(*wanted_here)._native, known, reading.get("limit"))
        else:
            self.register(cast("ArrowStream", source))
            self.create("SELECT * FROM reading", reading.get("limit"))

    def explain(self) -> None:
        """Raises a `UsageError` if the SQL fails only because the files lack a column that games have."""
        if not self.table:
            return
        present = set(self.connection.sql(f"FROM {self.table}").columns)
        try:
            self.connection.execute("DROP VIEW IF EXISTS sides; DROP VIEW IF EXISTS games")
            needed = wanted(self.connection, self.sql, self.values, schema())
        except duckdb.Error:
            return
        missing = [name for name in needed if name not in present and name not in self.later]
        if missing:
            raise missing_columns(missing, sorted(present), self.parquet or [str(self.origin.files[0])])

    def _files(self, named: Sequence[Named], reading: Mapping[str, Any]) -> None:
        files, self.names = spooled(files_of(named), reading.get("headers"))
        if not any(isinstance(file, str) and is_remote(file) for file in files):
            reading = {name: value for name, value in reading.items() if name != "headers"}
        self.parquet = (
            []
            if "from_" in reading
            else [file for file in files if isinstance(file, str) and is_parquet(file, reading)]
        )
        others = [file for file in files if file not in self.parquet]
        self.origin = Origin(files, self.names, asked("query", reading))
        limit = reading.get("limit")
        [only] = files if len(files) == 1 and others == files and not self.numbers_by_reading else [None]
        if isinstance(only, str) and store_kind(files, reading.get("from_")) == "duckdb":
            self.origin = replace(self.origin, attached=True)
            self._attach(only, reading.get("table", "games"), limit)
        elif others or not files:
            columns = self.needed(schema())
            games = _core.Games(others, {**asked("read", reading).native(), "columns": columns})
            self._games(games, list(schema()), limit, columns)
        elif self.only_row is not None:
            rows = read_parquet(self.parquet[:1], numbered=True)
            wanted = f"* EXCLUDE file_row_number{self._and_made()}"
            self.create(f"SELECT {wanted} FROM {rows} WHERE file_row_number = {self.only_row}")
        else:
            self.create(f"SELECT *{self._and_made()} FROM {read_parquet(self.parquet)}", limit)

    def asks_for_packed(self) -> bool:
        """Whether the SQL uses the packed moves."""
        return "packed_moves" in self.sql.lower()

    @property
    def table(self) -> str:
        """The text after FROM for files that DuckDB reads itself; empty if there is no such thing."""
        return self._attached or (read_parquet(self.parquet) if self.parquet else "")

    def packed(self) -> str:
        """The packed moves of what DuckDB reads in SQL, if they have to be made of the lists of moves."""
        if not self.asks_for_packed():
            return ""
        present = set(self.connection.sql(f"FROM {self.table}").columns)
        return "" if "packed_moves" in present else packed_of(present)

    def _and_made(self) -> str:
        """The columns that SQL uses and what DuckDB reads lacks, as far as they can be made of others."""
        packed = self.packed()
        made = {"packed_moves": packed} if packed else {}
        if not made and names_lists(self.sql):
            made = lists_of(self.sql, self.connection.sql(f"FROM {self.table}").columns)
        return "".join(f", {value} AS {name}" for name, value in made.items())

    def _attach(self, path: str, table: str, limit: int | None) -> None:
        """Creates the view of the table in a DuckDB file, which DuckDB reads itself."""
        attach(self.connection, path, "store", table)
        try:
            self._attached = f"store.{identifier(table)}"
            self.create(f"SELECT *{self._and_made()} FROM {self._attached}", limit)
        except duckdb.CatalogException as error:
            from scoresheet.stores import no_table  # here, as below: most sources are files
            from scoresheet.stores.store import Address

            raise no_table(Address(path, path, table)) from error

    def needed(self, columns: Mapping[str, str]) -> list[str]:
        """Those of the columns (name to DuckDB type) that must be read for the SQL."""
        return self.completed(wanted(self.connection, self.sql, self.values, columns), columns)

    def completed(self, used: Sequence[str], columns: Mapping[str, str]) -> list[str]:
        """The columns that SQL uses, with those of all the columns that must be read as well."""
        # A reader must return at least one column, even for `count(*)`. The first one is the cheapest.
        needed = list(used) or list(columns)[:1]
        # Errors include those of the moves, which are only found by playing them.
        about = {column["name"]: column for column in registry("columns")}
        if any(name in about and about[name]["family"] == "errors" for name in needed):
            moves = [name for name in columns if name in about and about[name]["depth"] == "positions"]
            needed += [name for name in moves if name not in needed][:1]
        return needed

    def _games(
        self, games: _core.Games, names: Sequence[str], limit: int | None = None, parquet: Sequence[str] = ()
    ) -> None:
        """Creates the view of games that are read; `names` are all its columns, `parquet` those wanted from Parquet."""
        # With a limit, games that do not meet a condition count, too.
        dates = period(self.connection, self.sql, self.values, schema()) if limit is None else None
        games = games if dates is None else games.within(*dates)
        self.games = games
        self.register(games)
        columns = listed(names, games.names)
        if self.names and "source" in games.names:
            pipes = "".join(f" WHEN {quoted(file)} THEN {quoted(name)}" for file, name in self.names.items())
            columns["source"] = f"CASE source{pipes} ELSE source END AS source"
        parts = [f"SELECT {', '.join(columns.values())} FROM reading"]
        if self.parquet:
            parts.append(f"SELECT {', '.join(listed(names, parquet).values())} FROM {read_parquet(self.parquet)}")
        self.create(" UNION ALL ".join(parts), limit)

    def register(self, source: ArrowStream, name: str = "reading") -> None:
        """Makes the rows of a source known by a name."""
        self.connection.register(name, source)
        _registered.setdefault(self.connection, set()).add(name)

    def create(self, select: str, limit: int | None = None) -> None:
        """Creates the view `games` and, if the SQL names it, the view `sides`."""
        limited = f"{select} LIMIT {int(limit)}" if limit is not None else select
        try:
            self.connection.execute(f"CREATE TEMP VIEW games AS {limited}")
            lacking = self._lacking()
            if lacking:
                nulls = with_nulls(f"({limited})", lacking)
                self.connection.execute(f"CREATE OR REPLACE TEMP VIEW games AS FROM {nulls}")
            both = sides_view(self.sql, self._present())
            if both:
                self.connection.execute(both)
        except (duckdb.IOException, duckdb.InvalidInputException) as error:
            # The statement is ours, so only the file that it reads can be wrong.
            said = str(error).partition("\n\nLINE ")[0].partition(": ")[2]
            raise FileError(
                f"cannot read Parquet: {said}", code="file-damaged", hint=hint_of("file-damaged")
            ) from error

    def _lacking(self) -> list[str]:
        """The columns that older games lack, which the SQL uses and the view does not have."""
        used = [name for name in self.later if re.search(rf"\b{name}\b", self.sql)]
        if not used:
            return []
        present = self._present()
        return [name for name in used if name not in present]

    def _present(self) -> list[str]:
        """The columns of the view `games`."""
        listed = "SELECT column_name FROM duckdb_columns() WHERE database_name = 'temp' AND table_name = 'games'"
        return [name for (name,) in self.connection.execute(listed).fetchall()]


def _is_games(source: Source) -> TypeIs[Games]:
    """Whether a source is games of this package, which know how they were opened."""
    return isinstance(source, Indexed)


# A relation may live until the interpreter ends. DuckDB would then complain about the Python objects that it holds.
_registered: weakref.WeakKeyDictionary[DuckDBPyConnection, set[str]] = weakref.WeakKeyDictionary()


@atexit.register
def _release() -> None:
    for connection, names in list(_registered.items()):
        try:
            for name in names:
                connection.unregister(name)
        except duckdb.Error:
            continue  # closed by its owner, so it holds nothing


def listed(names: Sequence[str], read: Sequence[str]) -> dict[str, str]:
    """The SELECT list. Columns that are never read must exist too, or DuckDB refuses SQL that names them.

    >>> listed(["white", "year"], ["white"])
    {'white': 'white', 'year': 'NULL::SMALLINT AS year'}
    """
    return {name: name if name in read else f"NULL::{schema()[name]} AS {name}" for name in names}


def files_of(named: Sequence[Named]) -> list[Named]:
    """The sources, with the files in place of folders with Parquet, which the reader must not open.

    >>> files_of(["examples/historic.pgn"])
    ['examples/historic.pgn']
    """
    return [path for listed in named for path in _without_folders(listed)]


def _without_folders(path: Named) -> Sequence[Named]:
    """The path, or the files in it if it is a folder with Parquet, which the reader must not open."""
    if not isinstance(path, str) or not Path(path).is_dir():
        return [path]
    inside = _core.inputs([path], {})
    if all(found["kind"] != "parquet" for found in inside):
        return [path]
    # The name of an archive member starts with the archive: `a.zip:member.pgn`.
    named = (str(found["name"]) for found in inside)
    return list(dict.fromkeys(name if Path(name).exists() else name.partition(".zip:")[0] + ".zip" for name in named))


def is_parquet(path: str, reading: Mapping[str, Any]) -> bool:
    """Whether a file is Parquet with our columns, which DuckDB reads itself; `reading` are the options of `read`.

    >>> is_parquet("examples/historic.pgn", {})
    False
    """
    return is_parquet_file(path) and not is_data_set(_core.Games.parquet_columns(path), reading)


def is_parquet_file(path: str) -> bool:
    """Whether a file starts like Parquet.

    >>> is_parquet_file("examples/historic.pgn")
    False
    """
    try:
        with Path(path).open("rb") as file:
            return file.read(4) == b"PAR1"
    except OSError:
        return False  # the reader reports the fault


def is_data_set(columns: Sequence[str], reading: Mapping[str, Any]) -> bool:
    """Whether a table with these columns is one of another program, whose rows the reader makes games of.

    >>> is_data_set(["white", "movetext"], {}), is_data_set(["white", "packed_moves"], {})
    (True, False)
    """
    return _core.Games.is_data_set(
        columns, [(name, str(value)) for name, value in reading.items() if name in _OF_DATA_SETS]
    )


def missing_columns(columns: Sequence[str], present: Sequence[str], paths: Sequence[str]) -> UsageError:
    """The error of SQL that uses columns that files lack. `present` are those that they have."""
    needed = families_of(columns)
    where = f"`{paths[0]}`" if len(paths) == 1 else f"one of {len(paths)} files"
    column, family = "column" if len(columns) == 1 else "columns", "family" if len(needed) == 1 else "families"
    listed, of = (", ".join(f"`{name}`" for name in several) for several in (columns, needed))
    return UsageError(
        f"{where} has no {column} {listed} ({family} {of})",
        hint=hint(f"convert the games again with `{{columns={','.join(families_of([*present, *columns]))}}}`"),
    )

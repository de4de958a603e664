"""Errors of DuckDB as errors of this package."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import duckdb

from scoresheet import _core
from scoresheet._registry import hint_of, names, registry
from scoresheet._suggest import meant, near
from scoresheet.errors import FileError, ReadError, ScoresheetError, SourceConsumed, UsageError

if TYPE_CHECKING:
    from scoresheet.engines.view import ArrowStream, View

__all__ = ["error_of", "made_of", "our_errors"]

Made = TypeVar("Made")


@contextmanager
def our_errors(view: View | None = None) -> Iterator[None]:
    """Raises an error of DuckDB as one of this package: wrong SQL, or an input of the view that cannot be read."""
    try:
        yield
    except duckdb.Error as error:
        parquet = view.parquet if view is not None and not isinstance(error, _OF_SQL) else ()
        damaged = next(filter(None, map(_damage, parquet)), None)
        is_file = isinstance(error, duckdb.IOException | duckdb.OutOfMemoryException)
        raise damaged or error_of(str(error), is_file) from error


def made_of(rows: ArrowStream, make: Callable[[object], Made]) -> Made:
    """What the native part makes of rows. An error of DuckDB that comes while it reads them is raised as one."""
    stream = rows.__arrow_c_stream__()
    try:
        return make(stream)
    except RuntimeError as error:
        raise duckdb.Error(str(error)) from error


# DuckDB's errors about the SQL, or about values that it computes. Those about files have many other names.
_OF_SQL = (
    duckdb.ParserException,
    duckdb.BinderException,
    duckdb.CatalogException,
    duckdb.ConversionException,
    duckdb.OutOfRangeException,
    duckdb.NotImplementedException,
    duckdb.ConstraintException,
    duckdb.InterruptException,
)


def _damage(path: str) -> FileError | None:
    """The error of a Parquet file. DuckDB has many messages for it, without the file's name; our reader has one."""
    games = _core.Games([path], {"on_error": "raise"})
    try:
        if games.names:
            duckdb.connect().register("games", games).sql("SELECT count(COLUMNS(*)) FROM games").fetchall()
    except (duckdb.Error, ScoresheetError) as error:
        found = error if isinstance(error, ScoresheetError) else error_of(str(error), is_file=True)
        if found.code == "file-damaged":
            return FileError(found.message, code=found.code, file=path, byte=found.byte, hint=found.hint)
    return None


def error_of(message: str, is_file: bool = False) -> ScoresheetError:
    """The message of an engine or a library about the games that it reads, as an error of this package.

    >>> error_of("External error: file-damaged: cannot unpack `a.pgn.gz`: it ends too early").file
    'a.pgn.gz'
    """
    from scoresheet._printable import printable  # here: only failures need it

    message = printable(message, lines=True)  # it may show values from games
    # An exception of the reader crosses the Arrow stream as text that starts with its code.
    for code in re.findall(r"\b([a-z0-9]+(?:-[a-z0-9]+)+): ", message):
        if code in names("errors"):
            said = message.partition(f"{code}: ")[2].strip()
            if not code.startswith("file-"):
                return ReadError(said, code=code, hint=hint_of(code))
            # A message about a file starts with the name of the file.
            named = re.search("`([^`]+)`", said)
            return FileError(said, code=code, file=named[1] if named else None, hint=hint_of(code))
    refused = re.search(r"(?:External error: usage|failed: UsageError): ([^\n]*)", message)
    if refused:
        return UsageError(refused[1], hint="`scoresheet list columns` shows the columns")
    consumed = re.search(r"failed: SourceConsumed: (`([^`]*)`[^\n]*)", message)
    if consumed:
        hint = "save it to a file, or keep what was read in memory"
        return SourceConsumed(consumed[1], file=consumed[2], hint=hint)
    if without := _without_extension(message):
        return without
    if is_file:
        return FileError(message, hint="check the path, the free space, and whether you may read and write there")
    return UsageError(message, hint=_meant(message) or _ABOUT_SQL)


_ABOUT_SQL = "`scoresheet list columns` shows the columns of `games`; the SQL is DuckDB's"
_NO_COLUMN = re.compile(r'(?:Referenced column|have a column named) "([^"]+)"')
_NO_TABLE = re.compile(r"Table with name (\S+) does not exist")
_NO_FUNCTION = re.compile(r"Function with name \"?(\w+)\"? does not exist")
_CANNOT_CONVERT = re.compile(r"Could not convert string .+ to |Unimplemented type for cast")


def _meant(message: str) -> str | None:
    """A hint for wrong SQL; None if there is nothing to suggest."""
    column = _NO_COLUMN.search(message)
    if column:
        likely = meant(near(column[1].lower(), [row["name"] for row in registry("columns")]))
        return f"{likely} `scoresheet list columns` shows the columns of `games`" if likely else None
    if _NO_TABLE.search(message):
        return "the games are in the view `games`: `select ... from games`"
    if _CANNOT_CONVERT.search(message) and "$" in message:
        return "values that look like a number or a date are converted; put text in single quotes: `name=\"'5'\"`"
    return None


def _without_extension(message: str) -> UsageError | None:
    """The error of SQL that uses a function of the extension, which could not be loaded; None for other errors."""
    missing = _NO_FUNCTION.search(message)
    if missing is None:
        return None
    from scoresheet.engines.extension import functions, why_missing  # here: only failures need it

    reason = why_missing() if missing[1].lower() in {function["name"] for function in functions()} else None
    if reason is None:
        return None
    return UsageError(
        f"the function `{missing[1]}` needs the extension for DuckDB: {reason}",
        hint="install a wheel of `scoresheet` for this platform, or build the extension with `make build`",
    )

"""Questions and SQL over games, answered by DuckDB inside this process. The inputs are the view `games`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

import duckdb

from scoresheet import _scratch, questions
from scoresheet._options import asked as options_asked
from scoresheet._options import options_of, store_kind
from scoresheet._registry import hint_of, names, registry
from scoresheet.engines.interruptible import interruptible, left_behind
from scoresheet.engines.relation import Relation
from scoresheet.engines.spooled import renamed
from scoresheet.engines.view import Source, View
from scoresheet.errors import FileError, ReadError, ScoresheetError, UsageError
from scoresheet.questions.duckdb import bound, identifier, macros_in, quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation
    from typing_extensions import Unpack

    from scoresheet._ids import QueryOptions
    from scoresheet.stores.store import Store

__all__ = ["Answer", "Source", "ask", "connect", "query", "where"]

Result = TypeVar("Result")
Watch = Callable[[], AbstractContextManager[Callable[[int, int], object] | None]]

_FORMS = {"csv": "FORMAT csv, HEADER true", "json": "FORMAT json, ARRAY true", "parquet": "FORMAT parquet"}

# What text cannot say in DuckDB's own way: bytes are lower-case hex, and JSON knows neither NaN nor infinity.
_FINITE = "CASE WHEN isfinite({0}) THEN {0} END AS {0}"
_AS_TEXT = {"BLOB": "lower(hex({0})) AS {0}", "DOUBLE": _FINITE, "FLOAT": _FINITE}

# The name of a shipped question. No SQL statement over games is one word.
_SHIPPED = re.compile(r"@?[\w-]+")

# What `read` takes; no question may have a parameter of these names (a test says so).
READING = frozenset(
    option["name"]
    for options in (options_of("query"), *(entry["options"] for entry in registry("formats")))
    for option in options
    if option["works"] != "write" and option["name"] != "choices"
)


@dataclass(frozen=True)
class Answer:
    """What a question gave: a relation, not yet computed, and what will be read for it."""

    relation: DuckDBPyRelation | None
    view: View
    watched: Watch = nullcontext
    """Is entered while games are read; what it gives is told the bytes and games read so far."""

    def rows(self, at_most: int | None = None) -> list[tuple[Any, ...]]:
        """The rows. Each call computes them anew."""
        if self.relation is None:
            return []
        rows = self.relation if at_most is None else self.relation.limit(at_most)
        with self.errors():
            return self._watched(rows.fetchall)

    def write(self, path: str, form: str) -> None:
        """Writes the rows to a file as `csv`, `json` or `parquet`. Text has bytes as lower-case hex."""
        rows = self.relation
        if rows is None:
            raise UsageError("the SQL gives no rows to write", hint="its last statement must be a SELECT")
        if form != "parquet":
            kinds = dict(zip(rows.columns, map(str, rows.types), strict=True))
            shown = [_AS_TEXT[kind].format(identifier(name)) for name, kind in kinds.items() if kind in _AS_TEXT]
            rows = rows.project(f"* REPLACE ({', '.join(shown)})") if shown else rows
        connection = self.view.connection

        def copy() -> None:
            found = rows  # DuckDB finds it as the variable of that name  # noqa: F841
            connection.execute(f"COPY (FROM found) TO {quoted(path)} ({_FORMS[form]})")

        with self.errors():
            self._watched(copy)

    def errors(self) -> AbstractContextManager[None]:
        """Raises what DuckDB says of the rows as an error of this package."""
        return _our_errors(self.view)

    def _watched(self, work: Callable[[], Result]) -> Result:
        games = self.view.games
        if games is None:
            return interruptible(self.view.connection, work)
        with self.watched() as tell:
            look = None if tell is None else lambda: tell(*games._done())
            return interruptible(self.view.connection, work, look)

    def close(self) -> None:
        """Ends the connection; the relation is of no use afterwards."""
        if not left_behind():
            self.view.connection.close()

    def report(self) -> dict[str, Any] | None:
        """The report of the reading, `None` where nothing was read on the fly or not to the end."""
        report = self.view.games.report() if self.view.games is not None else None
        if report is None:
            return None
        # The games went to DuckDB; none was written anywhere.
        return renamed({**report.to_dict(), "written": 0}, self.view.names)


def query(source: Source, question: str, **parameters: Any) -> DuckDBPyRelation:
    """The answer to SQL over the view `games`, or to a shipped question, as a DuckDB relation.

    `source` is a path, paths, or anything with an Arrow stream. `question` is SQL or the name of a shipped question.
    Its parameters follow by name (`$name` in SQL), and so do the options of `read`: `limit`, `threads`, `on_error` …
    The rows are computed when they are asked for, and what cannot be read then is a `ScoresheetError`, too. So is an
    input that is damaged, unless `on_error` says otherwise.

    >>> query("examples/historic.pgn", "select count(*) as games from games").fetchall()
    [(45,)]
    >>> query("examples/historic.pgn", "castling", moves=10).columns
    ['games', 'castled', 'undated']
    """
    reading = {name: parameters.pop(name) for name in READING & parameters.keys()}
    answer = _answer(source, (question, parameters), reading)
    if answer.relation is None:
        raise UsageError("the SQL gives no rows", hint="its last statement must be a SELECT")
    return cast("DuckDBPyRelation", Relation(answer.relation, answer.errors))


def ask(
    source: Source,
    question: str,
    parameters: Mapping[str, object] | None = None,
    *,
    watched: Watch = nullcontext,
    **reading: Unpack[QueryOptions],
) -> Answer:
    """Like `query`, with the report of the reading beside the relation. `watched` is entered while games are read.

    The report tells what is damaged, so the answer comes from what could be read, unless `on_error` says otherwise.

    >>> ask("examples/historic.pgn", "select white from games").relation.columns
    ['white']
    """
    given = {name: value for name, value in reading.items() if value is not None}
    answer = _answer(source, (question, parameters or {}), {"on_error": "keep", **given})
    return replace(answer, watched=watched)


def _answer(
    source: Source,
    question: tuple[str, Mapping[str, object]],
    reading: Mapping[str, Any],
    numbers_by_reading: bool = False,
) -> Answer:
    """The answer to a question with its parameters."""
    reading = {name: value for name, value in reading.items() if value is not None}
    _check(reading)
    store = _asked_inside(source, question[0], reading)
    if store is not None:
        return _answered(store, question, reading)
    sql, values = _text(*question)
    connection = connect(sql, reading.get("threads"))
    view = View(connection, sql, values, numbers_by_reading)
    with _our_errors(view):
        try:
            view.offer(source, reading)
            relation = interruptible(connection, lambda: connection.sql(sql, params=dict(values) or None))
        except duckdb.BinderException:
            view.explain()
            raise
    return Answer(relation, view)


def _asked_inside(source: Source, question: str, reading: Mapping[str, Any]) -> Store | None:
    """The store that a shipped question runs inside, if there is one: then none of its games are read."""
    if not _SHIPPED.fullmatch(question) or store_kind(source, reading.get("from_")) is None:
        return None
    from scoresheet.stores.asking import store_of  # here: most questions are about files

    store = store_of(source, reading)
    about_reading = [name for name, value in reading.items() if name not in _INSIDE and (name, value) != _KEEP]
    if store is not None and about_reading:
        raise UsageError(
            f"shipped questions run inside `{store.address.name}` without reading its games, so "
            f"`{about_reading[0]}` does not apply",
            hint="leave it out, or ask with SQL of your own",
        )
    return store


# The options of reading that apply even if no games are read, and the value of another one that changes nothing.
_INSIDE = ("threads", "table", "from_")
_KEEP = ("on_error", "keep")


def _answered(store: Store, question: tuple[str, Mapping[str, object]], reading: Mapping[str, Any]) -> Answer:
    """The answer of a store to a question with its parameters."""
    from scoresheet.engines.rows import relation_of  # here, as above
    from scoresheet.stores.asking import asked

    found = asked(store, question[0].removeprefix("@"), question[1])
    connection = connect("", reading.get("threads"))
    return Answer(relation_of(connection, found), View(connection, "", {}))


def _check(reading: Mapping[str, Any]) -> None:
    """Refuses options that reading has not: some are for DuckDB, which may not say so or not in time."""
    if any(option != _KEEP for option in reading.items()):
        from scoresheet.reading import Games  # here, as above: Parquet needs no reader

        Games([], options_asked("query", reading))


def where(source: Source, condition: str, **reading: Unpack[QueryOptions]) -> list[tuple[str, list[int]]]:
    """The games that meet an SQL condition: the names of the inputs with the numbers of their games.

    >>> where("examples/historic.pgn", "year < 1800")
    [('examples/historic.pgn', [1, 2])]
    """
    if not condition.strip():
        raise UsageError("the condition is empty", hint="write one over the columns, such as `white_elo > 2400`")
    with _our_errors():
        duckdb.SQLExpression(condition)  # alone first: it must not end early and go on with SQL of its own
    # A comment at its end must not hide what follows.
    question = f"SELECT source, list(game ORDER BY game) FROM games WHERE ({condition}\n) GROUP BY source"
    try:
        # The numbers are those that reading the games again gives them.
        found = _answer(source, (question, {}), {"on_error": "keep", **reading}, numbers_by_reading=True)
        return [(name, numbers) for name, numbers in found.rows()]
    except UsageError as error:
        # The line that DuckDB shows is of the statement around the condition, which nobody has written.
        raise UsageError(error.message.partition("\n\nLINE ")[0], hint=error.hint) from error


def connect(sql: str, threads: int | None = None) -> DuckDBPyConnection:
    """A connection of its own, in memory, with the macros that the SQL names.

    >>> sql = "select uci(square('e2'), square('e4'), 0)"
    >>> connect(sql).sql(sql).fetchall()
    [('e2e4',)]
    """
    config: dict[str, Any] = {"threads": threads} if threads else {}
    # By itself, DuckDB would make a folder where the user works.
    config["temp_directory"] = str(_scratch.own() / "duckdb")
    connection = duckdb.connect(":memory:", config=config)
    named = "".join(macros_in(sql))
    if named:
        connection.execute(named)
    return connection


def _text(question: str, parameters: Mapping[str, object]) -> tuple[str, Mapping[str, object]]:
    """The SQL to run and its values. One word is a question's name."""
    if _SHIPPED.fullmatch(question):
        return bound(questions.find(question.removeprefix("@")), parameters)
    return question, parameters


@contextmanager
def _our_errors(view: View | None = None) -> Iterator[None]:
    """Raises what DuckDB says as an error of this package: wrong SQL, or an input of the view that cannot be read."""
    try:
        yield
    except duckdb.Error as error:
        parquet = view.parquet if view is not None and not isinstance(error, _OF_SQL) else ()
        damaged = next(filter(None, map(_damage, parquet)), None)
        is_file = isinstance(error, duckdb.IOException | duckdb.OutOfMemoryException)
        raise damaged or _ours(str(error), is_file) from error


# What DuckDB finds wrong with the SQL, or with values that it works out. What it finds wrong with files has many names.
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
    """What is wrong with a Parquet file. DuckDB says it in many ways, without the file's name; our reader, in one."""
    from scoresheet.reading import read  # here: a question that is answered needs none of it

    games = read(path, on_error="raise")
    try:
        if games.names:
            duckdb.connect().register("games", games).sql("SELECT count(COLUMNS(*)) FROM games").fetchall()
    except (duckdb.Error, ScoresheetError) as error:
        found = error if isinstance(error, ScoresheetError) else _ours(str(error), is_file=True)
        if found.code == "file-damaged":
            return FileError(found.message, code=found.code, file=path, byte=found.byte, hint=found.hint)
    return None


def _ours(message: str, is_file: bool) -> ScoresheetError:
    from scoresheet._printable import printable  # here: a question that is answered needs none of it

    message = printable(message, lines=True)  # it may show values, which come from games
    # An exception of the reader crosses the Arrow stream as text that starts with its code.
    for code in re.findall(r"\b([a-z0-9]+(?:-[a-z0-9]+)+): ", message):
        if code in names("errors"):
            said = message.partition(f"{code}: ")[2].strip()
            if not code.startswith("file-"):
                return ReadError(said, code=code, hint=hint_of(code))
            # What is said of a file names it first.
            named = re.search("`([^`]+)`", said)
            return FileError(said, code=code, file=named[1] if named else None, hint=hint_of(code))
    refused = re.search(r"(?:External error: usage|failed: UsageError): ([^\n]*)", message)
    if refused:
        return UsageError(refused[1], hint="docs/reference/columns.md lists the columns")
    if is_file:
        return FileError(message, hint="check the path, the free space, and whether you may read and write there")
    return UsageError(message, hint="`scoresheet list columns` shows the columns of `games`; the SQL is DuckDB's")

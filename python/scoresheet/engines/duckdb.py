"""SQL and questions about games, run by DuckDB inside this process. The inputs form the view `games`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast

import duckdb

from scoresheet import _core, _scratch, questions
from scoresheet._interruptible import interruptible, left_behind
from scoresheet._options import asked as options_asked
from scoresheet._options import options_of, store_kind
from scoresheet._registry import registry
from scoresheet.engines.extension import CONFIG, functions, load
from scoresheet.engines.failures import our_errors
from scoresheet.engines.openings import offer_openings
from scoresheet.engines.parameters import check as check_parameters
from scoresheet.engines.parameters import of_statement
from scoresheet.engines.relation import Relation
from scoresheet.engines.row_formats import Form
from scoresheet.engines.row_formats import find as form_named
from scoresheet.engines.spooled import renamed
from scoresheet.engines.view import Origin, Source, View
from scoresheet.errors import UsageError
from scoresheet.questions.duckdb import bound, macros_in, names_lists
from scoresheet.questions.engine import LATER

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation
    from typing_extensions import Unpack

    from scoresheet._ids import QueryOptions
    from scoresheet.notation import Position
    from scoresheet.stores.store import Store

__all__ = ["KEEP", "Answer", "Source", "ask", "connection_for", "query"]

Result = TypeVar("Result")
Watch = Callable[[], AbstractContextManager[Callable[[int, int], object] | None]]

# How many rows to fetch at once from a statement whose rows are not needed.
_AT_ONCE = 10_000

_LAST = "the last statement must return rows, as a SELECT does"

# The name of a built-in question. No SQL statement about games is one word.
_SHIPPED = re.compile(r"@?[\w-]+")

# What `read` takes. If a question has a parameter with such a name, as `fen`, that is meant.
READING = frozenset(
    option["name"]
    for options in (options_of("query"), *(entry["options"] for entry in registry("formats")))
    for option in options
    if option["works"] != "write" and option["name"] != "choices"
)


@dataclass(frozen=True)
class Answer:
    """The result of a question: a relation that is not computed yet, and what will be read for it."""

    relation: DuckDBPyRelation | None
    view: View
    watched: Watch = nullcontext
    """A context for the reading of games. It yields the function to call with the bytes and games read so far."""

    def rows(self, at_most: int | None = None) -> list[tuple[Any, ...]]:
        """The rows. Each call computes them again."""
        if self.relation is None:
            return []
        return self.computed(lambda rows: (rows if at_most is None else rows.limit(at_most)).fetchall())

    def write(self, path: str, form: str | Form) -> None:
        """Writes the rows to a file in one of the forms of `scoresheet.engines.row_formats`."""
        taken = form_named(form) if isinstance(form, str) else form
        if taken is None:
            raise UsageError(f"rows cannot be written as `{form}`", hint="see `scoresheet query --help` for the forms")
        self.computed(lambda rows: taken.write(self.view.connection, rows, path))

    def computed(self, work: Callable[[DuckDBPyRelation], Result]) -> Result:
        """The result of `work` on the rows, for which the games are read."""
        rows = self.relation
        if rows is None:
            raise UsageError("the SQL returns no rows", hint=_LAST)
        with self.errors():
            return self._watched(lambda: work(rows))

    def run(self, sql: str, values: Mapping[str, object]) -> None:
        """Runs a statement for its effect, such as creating a table. It drops the rows, and raises DuckDB's errors."""

        def work() -> None:
            cursor = self.view.connection.execute(sql, dict(values) or None)
            while cursor.fetchmany(_AT_ONCE):
                pass  # DuckDB continues the statement only as rows are fetched

        self._watched(work)

    def errors(self) -> AbstractContextManager[None]:
        """Raises DuckDB's errors about the rows as errors of this package."""
        return our_errors(self.view)

    def _watched(self, work: Callable[[], Result]) -> Result:
        games = self.view.games
        if games is None:
            return interruptible(self.view.connection, work)
        with self.watched() as tell:
            look = None if tell is None else lambda: tell(*games.done())
            return interruptible(self.view.connection, work, look)

    def close(self) -> None:
        """Closes the connection. The relation cannot be used afterwards."""
        if not left_behind():
            self.view.connection.close()

    def report(self) -> dict[str, Any] | None:
        """The report of the reading; None if nothing was read on the fly, or not to the end."""
        report = self.view.games.report() if self.view.games is not None else None
        if report is None:
            return None
        from scoresheet.report import Report  # here: Parquet needs no report

        # The games went to DuckDB; none was written.
        return renamed({**Report.from_dict(report).to_dict(), "written": 0}, self.view.names)


def query(source: Source, question: str, **parameters: Any) -> DuckDBPyRelation:
    """Runs SQL on the view `games`, or a built-in question; returns a DuckDB relation.

    `source` is anything that `read` takes, or an object with an Arrow stream. `question` is the name of a built-in
    question, or SQL. SQL may hold several statements, which run in one session; the result is that of the last one.
    Pass parameters by name (`$name` in SQL), and likewise options of `read`: `limit`, `threads`, `on_error` … The rows
    are computed when they are fetched. Inputs that cannot be read then, or that are damaged, raise a `ScoresheetError`,
    unless `on_error` allows that.

    DuckDB waits for ever in a process that was forked after it was used. Start processes with `spawn`
    (`multiprocessing.get_context("spawn")`) if they query games, too.

    >>> query("examples/historic.pgn", "select count(*) as games from games").fetchall()
    [(45,)]
    >>> query("examples/historic.pgn", "select white from games where year < $year", year=1780).fetchall()
    [('Greco, Gioachino',), ('Legall de Kermeur',)]
    >>> query("examples/historic.pgn", "castling", moves=10).columns
    ['games', 'castled', 'undated']
    """
    own = _Question(question, {}).names
    reading = {name: parameters.pop(name) for name in READING & parameters.keys() - own}
    answer = _answer(source, _Question(question, parameters), reading)
    if answer.relation is None:
        raise UsageError("the SQL returns no rows", hint=_LAST)
    return cast("DuckDBPyRelation", Relation(answer.relation, answer.errors, answer.view.origin))


def ask(
    source: Source,
    question: str,
    parameters: Mapping[str, object] | None = None,
    *,
    watched: Watch = nullcontext,
    numbers_by_reading: bool = False,
    **reading: Unpack[QueryOptions],
) -> Answer:
    """Like `query`, but returns the report of the reading as well. `watched` is entered while games are read.

    Damage is in the report, so the result comes from what could be read, unless `on_error` forbids that. With
    `numbers_by_reading`, games of a database have the numbers that reading gives them.

    >>> ask("examples/historic.pgn", "select white from games").relation.columns
    ['white']
    """
    given = {name: value for name, value in reading.items() if value is not None}
    asked = _Question(question, parameters or {}, numbers_by_reading, watched)
    return _answer(source, asked, {"on_error": "keep", **given})


@dataclass(frozen=True)
class _Question:
    """A question with its parameters."""

    text: str
    """SQL, or the name of a built-in question."""
    parameters: Mapping[str, object]
    numbers_by_reading: bool = False
    """Whether games of a database have the numbers that reading gives them."""
    watched: Watch = nullcontext

    @property
    def is_shipped(self) -> bool:
        """Whether it is the name of a built-in question."""
        return _SHIPPED.fullmatch(self.text) is not None

    @property
    def names(self) -> frozenset[str]:
        """The names of the parameters of a built-in question."""
        return frozenset(parameter.name for parameter in self.shipped.parameters) if self.is_shipped else frozenset()

    @property
    def moves(self) -> str:
        """The column of a built-in question that holds moves; empty if there is none."""
        return self.shipped.moves if self.is_shipped else ""

    @property
    def position(self) -> Position | None:
        """The position of a built-in question about one; None if there is none."""
        if not self.is_shipped or not self.shipped.position:
            return None
        return questions.position_in(self.shipped.values(self.parameters))

    @cached_property
    def shipped(self) -> questions.Question:
        """The built-in question, whose declaration is read once."""
        return questions.find(self.text.removeprefix("@"))

    def sql(self) -> tuple[str, Mapping[str, object]]:
        """The SQL to run, and its values."""
        return bound(self.shipped, self.parameters) if self.is_shipped else (self.text, self.parameters)


def _answer(source: Source, question: _Question, reading: Mapping[str, Any]) -> Answer:
    """The result of a question."""
    reading = {name: value for name, value in reading.items() if value is not None}
    _check(reading)
    store = _asked_inside(source, question, reading)
    if store is not None:
        return _answered(store, question, reading)
    known = _known(source, question, reading)
    if isinstance(known, list):
        from scoresheet.engines.position_index import Explored  # here: few questions are about positions
        from scoresheet.engines.rows import relation_of

        connection = connection_for("", reading.get("threads"))
        return Answer(relation_of(connection, Explored._fields, known), View(connection, "", {}))
    sql, values = question.sql()
    connection = connection_for(sql, reading.get("threads"))
    answer = Answer(None, View(connection, sql, values, question.numbers_by_reading), question.watched)
    answer.view.only_row = known
    answer.view.later = LATER if question.is_shipped else ()
    with our_errors(answer.view):
        try:
            return _shown(_run(answer, source, reading), question)
        except duckdb.BinderException:
            answer.view.explain()
            raise


def _known(source: Source, question: _Question, reading: Mapping[str, Any]) -> list[Any] | int | None:
    """What is known about the position of a question without DuckDB: the result, or the only row to read.

    The index of a Parquet file knows it, or its games are looked through.
    """
    if question.position is None or reading.keys() - {"threads", "on_error"}:
        return None
    from scoresheet.engines.position_index import index_of, moves_in, moves_of, parquet_of  # here, as above

    values = question.shipped.values(question.parameters)
    index = index_of(source)
    found = index and moves_in(index, values)
    if found is not None:
        return found
    games = parquet_of(source)
    return None if games is None else moves_of(games, values, reading.get("threads"))


def _shown(answer: Answer, question: _Question) -> Answer:
    """The result, with moves in SAN, and with openings for lines of moves.

    It fetches all rows; questions with moves have few.
    """
    position = question.position
    if answer.relation is None or not (question.moves or position):
        return answer
    from scoresheet.engines.rows import relation_of, with_openings, with_san  # here, as below

    columns, rows = answer.relation.columns, answer.rows()
    named = with_san(columns, rows, position) if position else with_openings(columns, rows, question.moves)
    return replace(answer, relation=relation_of(answer.view.connection, *named))


def _run(answer: Answer, source: Source, reading: Mapping[str, Any]) -> Answer:
    """The result of the last statement in the view's SQL, after running those before it."""
    view = answer.view
    statements = view.connection.extract_statements(view.sql)
    if not statements:
        raise UsageError("the SQL contains no statement", hint="write one such as `select count(*) from games`")
    check_parameters(statements, view.values)
    view.offer(source, reading)
    for statement in statements[:-1]:
        answer.run(statement.query, of_statement(statement, view.values))
    # A single statement runs as it was written, so that the line numbers in DuckDB's messages fit.
    last = view.sql if len(statements) == 1 else statements[-1].query
    values = of_statement(statements[-1], view.values) or None
    relation = interruptible(view.connection, lambda: view.connection.sql(last, params=values))
    return replace(answer, relation=relation)


def _asked_inside(source: Source, question: _Question, reading: Mapping[str, Any]) -> Store | None:
    """The store that a built-in question runs in, if there is one. None of its games are read then."""
    kind = store_kind(source, reading.get("from_")) if question.is_shipped else None
    if kind is None or (kind == "duckdb" and _needs_functions(question.sql()[0])):
        # DuckDB files are attached to connections with functions. Their own ones are locked before they could load any.
        return None
    from scoresheet.stores.asking import store_of  # here: most questions are about files

    store = store_of(source, reading)
    about_reading = [name for name, value in reading.items() if name not in _INSIDE and (name, value) != KEEP]
    if store is not None and about_reading:
        raise UsageError(
            f"built-in questions run inside `{store.address.name}` without reading its games, so "
            f"`{about_reading[0]}` does not apply",
            hint="omit it, or write your own SQL",
        )
    return store


def _needs_functions(sql: str) -> bool:
    """Whether SQL calls functions of the extension, or may use lists that they make."""
    if names_lists(sql):
        return True
    called = set(re.findall(r"\b(\w+)\(", sql))
    return any(function["name"] in called for function in functions())


# The options of reading that apply even if no games are read, with the value of each that changes nothing.
_INSIDE = ("threads", "table", "from_")
KEEP = ("on_error", "keep")
"""The option of reading with which damage ends nothing."""


def _answered(store: Store, question: _Question, reading: Mapping[str, Any]) -> Answer:
    """The result of a question with its parameters in a store."""
    from scoresheet.engines.rows import Rows, relation_of, with_openings  # here, as above
    from scoresheet.stores.asking import asked

    found = asked(store, question.text.removeprefix("@"), question.parameters)
    connection = connection_for("", reading.get("threads"))
    named = Rows(found.columns, found.rows)
    named = with_openings(*named, question.moves) if question.moves else named
    view = View(connection, "", {})
    view.origin = Origin(attached=True)
    return Answer(relation_of(connection, *named), view)


def _check(reading: Mapping[str, Any]) -> None:
    """Refuses options that `read` does not have. DuckDB might not report them, or not in time."""
    if any(option != KEEP for option in reading.items()):
        _core.Games([], options_asked("query", reading).native())


def connection_for(sql: str, threads: int | None = None) -> DuckDBPyConnection:
    """A new connection, in memory, with the functions of the package and the macros that the SQL uses.

    >>> sql = "select uci(square('e2'), square('e4'), 0)"
    >>> connection_for(sql).sql(sql).fetchall()
    [('e2e4',)]
    """
    config: dict[str, Any] = {**CONFIG, **({"threads": threads} if threads else {})}
    # By default, DuckDB would create a folder in the user's working directory.
    config["temp_directory"] = str(_scratch.own() / "duckdb")
    connection = duckdb.connect(":memory:", config=config)
    load(connection)
    offer_openings(connection, sql)
    named = "".join(macros_in(sql))
    if named:
        connection.execute(named)
    return connection

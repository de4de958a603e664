"""The games that meet a condition in SQL, as a set that reading takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import duckdb

from scoresheet import _core
from scoresheet._interruptible import interruptible
from scoresheet._options import Options, options_of
from scoresheet.engines.duckdb import KEEP, connection_for, query
from scoresheet.engines.failures import made_of, our_errors
from scoresheet.engines.view import View, files_of, is_parquet, listed, schema
from scoresheet.errors import UsageError
from scoresheet.questions.duckdb import quoted, read_parquet

if TYPE_CHECKING:
    from scoresheet._core import GameSet
    from scoresheet._sources import Named
    from scoresheet.reading import Games

__all__ = ["games_at_places", "games_of_inputs"]

_PLACE = {"_input": "BIGINT", "_source": "VARCHAR", "_number": "BIGINT"}
"""The columns beside those of games: the place of the input, from 0; the source, if the game is told by it; and
the number of the game, from 1, in the source or, without one, in the input."""

_TABLES = ("parquet", "arrow")
"""The kinds of inputs whose rows are taken as they stand, with the sources and numbers that they name."""


def games_at_places(games: Games, condition: str) -> GameSet:
    """The places of the games that meet a condition, in the order of the games.

    >>> import scoresheet
    >>> len(games_at_places(scoresheet.read("examples/historic.pgn"), "year < 1800"))
    2
    """
    _check(condition)
    # The condition alone is computed: a row is numbered without any of its columns.
    question = f"""
        SELECT place AS number FROM (SELECT row_number() OVER () AS place, ({condition}\n) AS meets FROM games)
        WHERE meets"""
    with our_errors():
        return made_of(query(games, question), _core.GameSet)


def games_of_inputs(named: Sequence[Named], options: Options, condition: str) -> GameSet:
    """The games of inputs that meet a condition, after the edits in the options.

    The inputs are read again afterwards, so they must not be pipes. The options must not choose among the games.

    >>> len(games_of_inputs(["examples/historic.pgn"], Options(), "year < 1800"))
    2
    """
    _check(condition)
    # A comment at the end of the condition must not hide the text after it.
    question = f"SELECT _input AS input, _source AS source, _number AS number FROM games WHERE ({condition}\n)"
    connection = connection_for(question, options.values.get("threads"))
    view = View(connection, question, {})
    try:
        with our_errors(view):
            _offer(view, named, options)
            relation = interruptible(connection, lambda: connection.sql(question))
            return interruptible(connection, lambda: made_of(relation, _core.GameSet))
    except UsageError as error:
        # DuckDB shows a line of the statement around the condition, which the user did not write.
        raise UsageError(error.message.partition("\n\nLINE ")[0], hint=error.hint) from error


def _check(condition: str) -> None:
    if not condition.strip():
        raise UsageError("the condition is empty", hint="write one about the columns, such as `white_elo > 2400`")
    with our_errors():
        duckdb.SQLExpression(condition)  # parsed alone first: it must not end early and continue as other SQL


class _Input(NamedTuple):
    """An input, as the native part lists it."""

    place: int
    """Its place among all inputs, from 0."""
    name: str
    is_table: bool
    """Whether its rows are taken as they stand, with the sources and numbers that they name."""


class _Sources(NamedTuple):
    """Sources that are read in one go, and their inputs."""

    files: list[Named]
    inputs: list[_Input]

    def selects(self, columns: str, rows: str, *, is_edited: bool) -> Iterator[str]:
        """The SQL for the rows with `_PLACE`. `rows` is where they are read from, and has `source` and `game`."""
        only = self.inputs[0] if len(self.inputs) == 1 else None
        if only and not (only.is_table and is_edited):
            number = "row_number() OVER ()" if only.is_table else "game"
            yield f"SELECT {columns}, {_place(only.place, number)} FROM {rows}"
            return
        named = [each for each in self.inputs if not each.is_table]
        if named:
            yield f"SELECT {columns}, {_place('input', 'game')} FROM {rows} JOIN {_listed(named)} ON source = name"
        # Rows of a table name other sources than the table, and each table among the inputs may hold them. An edit may
        # rebuild their games, which then have the name of the table and their numbers in it.
        others = f" WHERE source NOT IN ({', '.join(quoted(each.name) for each in named)})" if named else ""
        for each in self.inputs:
            if each.is_table:
                source = f"nullif(source, {quoted(each.name)})"
                yield f"SELECT {columns}, {_place(each.place, 'game', source)} FROM {rows}{others}"


def _place(place: object, number: str, source: str = "NULL") -> str:
    """The columns of `_PLACE`."""
    values = zip((place, source, number), _PLACE.items(), strict=True)
    return ", ".join(f"({value})::{kind} AS {name}" for value, (name, kind) in values)


def _listed(inputs: Sequence[_Input]) -> str:
    return f"(VALUES {', '.join(f'({each.place}, {quoted(each.name)})' for each in inputs)}) AS inputs(input, name)"


def _offer(view: View, named: Sequence[Named], options: Options) -> None:
    """Creates the view `games` of inputs, with the columns of `_PLACE`."""
    # The limit is one of the games that meet the condition, not of those that are asked whether they do.
    values = {name: value for name, value in options.values.items() if name in _READING - {"limit", "columns"}}
    # Damage is announced when the games are read again.
    reading = options._replace(values=dict((KEEP, *values.items())))
    parquet, others = _divided(files_of(named), reading)
    view.parquet = list(dict.fromkeys(each.name for each in parquet))
    if not others:
        view.create(_of_parquet(parquet, f"* {view.packed()}"))
        return
    names = list(schema())
    needed = view.needed(schema(), _PLACE)
    selects = [_of_parquet(parquet, ", ".join(listed(names, needed).values()))] if parquet else []
    columns = list(dict.fromkeys([*needed, "source", "game"]))
    for number, sources in enumerate(others):
        games = _core.Games(sources.files, {**reading.native(), "columns": columns})
        view.register(games, f"reading{number}")
        selects += sources.selects(
            ", ".join(listed(names, columns).values()), f"reading{number}", is_edited=bool(reading.chain)
        )
    view.create(" UNION ALL ".join(selects))


_READING = frozenset(option["name"] for option in options_of("read") if option["works"] != "transform")


def _of_parquet(parquet: Sequence[_Input], columns: str) -> str:
    """The SQL for the rows of Parquet files with `_PLACE`. DuckDB reads them."""
    files = read_parquet(list(dict.fromkeys(each.name for each in parquet)))
    rows = f"{files[:-1]}, file_row_number = true, filename = '_file')"
    number = "file_row_number + 1"
    if len(parquet) == 1:
        return f"SELECT {columns}, {_place(parquet[0].place, number)} FROM {rows}"
    return f"SELECT {columns}, {_place('input', number)} FROM {rows} JOIN {_listed(parquet)} ON _file = name"


def _divided(files: Sequence[Named], reading: Options) -> tuple[list[_Input], list[_Sources]]:
    """The Parquet files that DuckDB can read itself, and the other sources by what can be read together."""
    found = _core.inputs(files, reading.only(["from_"]).native())
    each_is_one = len(found) == len(files)
    parquet: list[_Input] = []
    together: list[_Sources] = []
    apart: list[_Sources] = []
    is_plain = not reading.chain and not reading.values.keys() & {"from_", "part"}
    before = 0
    for place, file in enumerate(files):
        own = [found[place]] if each_is_one else _core.inputs([file], reading.only(["from_"]).native())
        inputs = [_Input(before + number, str(row["name"]), row["kind"] in _TABLES) for number, row in enumerate(own)]
        before += len(inputs)
        if is_plain and isinstance(file, str) and is_parquet(file):
            parquet.append(inputs[0]._replace(name=file))
        elif any(each.is_table for each in inputs):
            apart.append(_Sources([file], inputs))
        else:
            _add(together, file, inputs)
    return parquet, together + apart


def _add(together: list[_Sources], file: Named, inputs: Sequence[_Input]) -> None:
    """Adds a source to the first ones that have no inputs of its names, which tell inputs apart."""
    names = {each.name for each in inputs}
    for sources in together:
        if names.isdisjoint(each.name for each in sources.inputs):
            sources.files.append(file)
            sources.inputs.extend(inputs)
            return
    together.append(_Sources([file], list(inputs)))

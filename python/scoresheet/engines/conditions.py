"""The games that meet a condition in SQL, as a set that reading takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import duckdb

from scoresheet import _core
from scoresheet._interruptible import interruptible
from scoresheet._options import Options, options_of
from scoresheet.engines.duckdb import KEEP, connection_for
from scoresheet.engines.failures import made_of, our_errors
from scoresheet.engines.parameters import check as check_parameters
from scoresheet.engines.referenced_columns import period, wanted
from scoresheet.engines.view import View, files_of, is_parquet, missing_columns, schema
from scoresheet.errors import FileError, UsageError
from scoresheet.questions.duckdb import identifier, packed_of, quoted, read_parquet

if TYPE_CHECKING:
    from scoresheet._core import GameSet
    from scoresheet._sources import Named
    from scoresheet.reading import Games

__all__ = ["games_that_meet"]

_PLACE = {"_input": "BIGINT", "_number": "BIGINT"}
"""The columns beside those of games: the place of the input, from 0, and the number of the game in it, from 1."""

_TABLES = ("parquet", "arrow")
"""The kinds of inputs whose rows are used unchanged, with the sources and numbers that they name."""

_CHOOSING = frozenset({"chosen", "select", "dedupe", "dedupe_against", "sample", "sort", "reverse", "limit"})
"""The options after which a game is identified by its place among the others, no longer by its number in its input."""

_AS_STORED = frozenset({"chosen", "select", "dedupe", "dedupe_keep", "sample", "seed", "limit"})
"""The options with which the rows of a table are used unchanged. With others, its games are rebuilt."""


def games_that_meet(
    condition: str, named: Sequence[Named], options: Options, games_of: Callable[[Options], Games]
) -> GameSet:
    """The games of inputs that meet a condition, after the steps in the options.

    The inputs are read again afterwards, so they must not be pipes. `games_of` makes games of them and options.

    >>> from scoresheet.reading import Games
    >>> files = ["examples/historic.pgn"]
    >>> len(games_that_meet("year < 1800", files, Options(), lambda options: Games(files, options)))
    2
    """
    with our_errors():
        duckdb.SQLExpression(condition)  # parsed alone first: it must not end early and continue as other SQL
    # The limit applies to the games that meet the condition, not to those that are checked. Damage is
    # announced when the games are read again.
    values = {name: value for name, value in options.values.items() if name in _READING - {"limit", "columns"}}
    reading = options._replace(values=dict((KEEP, *values.items())))
    connection = connection_for(condition, reading.values.get("threads"))
    view = View(connection, condition, {})
    try:
        with our_errors(view):
            inputs = _divided(files_of(named), reading)
            view.parquet = list(dict.fromkeys(each.name for each in inputs.parquet))
            columns, used = _columns(view, inputs, reading)
            by_place = inputs.are_by_place(reading)
            if not by_place and _sees_places(view, columns):
                by_place = True
                columns = {name: kind for name, kind in columns.items() if name in schema()}
                used = _used(view, columns)
            read = view.completed(used, columns)
            if by_place:
                view.register(games_of(_counting_all(reading)).columns(*read)._native)
                view.create(f"SELECT {_selected(columns, read)} FROM reading AS rows")
                question = _question(condition, {"number": "row_number() OVER ()"})
            else:
                _offer(view, inputs, reading, columns, read)
                question = _question(condition, {"input": "_input", "number": "_number"})
            relation = interruptible(connection, lambda: connection.sql(question))
            return interruptible(connection, lambda: made_of(relation, _core.GameSet))
    except UsageError as error:
        # DuckDB shows a line of the statement around the condition, which the user did not write.
        raise UsageError(error.message.partition("\n\nLINE ")[0], hint=error.hint) from error


_READING = frozenset(option["name"] for option in options_of("read") if option["works"] != "transform")


def _counting_all(reading: Options) -> Options:
    """The options with which games that are skipped have places, as they have when the games are read again.

    They have none after a selection that plays the moves of all games first.
    """
    if any(name in ("sort", "reverse", "dedupe", "dedupe_against") for step in reading.chain for name, _ in step):
        return reading
    counts = reading.values.get("on_error") == "skip"
    return reading._replace(values={**reading.values, **dict([KEEP])}) if counts else reading


def _question(condition: str, places: Mapping[str, str]) -> str:
    """The SQL for the places of the games that meet a condition.

    It is computed in the SELECT list, where it may have window functions. There, `COLUMNS` makes several columns of it.
    """
    columns = ", ".join(f"{value} AS _{name}" for name, value in places.items())
    answer = ", ".join(f"_{name} AS {name}" for name in places)
    # A comment at the end of the condition must not hide the text after it. DuckDB's messages name the result, so it
    # has no name of ours.
    asked = f"SELECT {columns}, ({condition}\n) FROM games"
    return f"SELECT {answer} FROM ({asked}) WHERE COLUMNS(* EXCLUDE ({', '.join(f'_{name}' for name in places)}))"


# The columns that a condition uses


def _columns(view: View, inputs: _Inputs, reading: Options) -> tuple[dict[str, str], list[str]]:
    """The columns that all inputs have (name to DuckDB type), and those of them that the condition uses."""
    tables = _tables(view, inputs, reading)
    first = next(iter(tables.values()), {})
    # Parquet files that DuckDB reads may have columns of others.
    known = schema() if inputs.others else {**schema(), **first}
    columns = {name: kind for name, kind in known.items() if all(name in present for present in tables.values())}
    if not columns:
        named = ", ".join(f"`{table}`" for table in tables)
        raise UsageError(f"no column of games is in {named}", hint="`scoresheet list columns` shows the columns")
    try:
        return columns, _used(view, columns)
    except duckdb.BinderException:
        for name in _used(view, known):
            for table, present in tables.items():
                if name not in present:
                    raise missing_columns([name], list(present), [table]) from None
        raise


def _used(view: View, columns: Mapping[str, str]) -> list[str]:
    """Those of the columns that the condition uses. Wrong SQL raises DuckDB's own error."""
    as_filter = _as_filter(view)
    check_parameters(view.connection.extract_statements(as_filter), {}, hint=_NO_PARAMETERS)
    try:
        return wanted(view.connection, as_filter, {}, columns)
    except duckdb.BinderException as error:
        if "window functions" not in str(error):
            raise
    # A column beside it makes DuckDB refuse aggregates here too.
    return wanted(view.connection, f"SELECT rowid, ({view.sql}\n) FROM games", {}, columns)


def _as_filter(view: View) -> str:
    return f"SELECT 1 FROM games WHERE ({view.sql}\n)"


_NO_PARAMETERS = "conditions take no parameters: write the value itself, text in single quotes"


def _sees_places(view: View, columns: Mapping[str, str]) -> bool:
    """Whether the condition would use the columns of `_PLACE`, because it uses columns without naming them."""
    try:
        return not _PLACE.keys().isdisjoint(_used(view, {**columns, **_PLACE}))
    except duckdb.BinderException:
        return True  # as `SELECT *` beside rows with fewer columns


def _tables(view: View, inputs: _Inputs, reading: Options) -> dict[str, dict[str, str]]:
    """The columns (name to DuckDB type) of each table whose rows are used unchanged."""
    found: dict[str, dict[str, str]] = {}
    for name in view.parquet:
        rows = view.connection.sql(f"FROM {read_parquet([name])}")
        present = {column: str(kind) for column, kind in zip(rows.columns, rows.types, strict=True)}
        made = ["packed_moves"] if view.asks_for_packed() and packed_of(present) else []
        present = {name: schema()[name] for name in made} | present
        found[name] = {column: kind for column, kind in present.items() if column not in _PLACE}
    if not all(name in _AS_STORED or (name, value) == ("cut", "1-") for step in reading.chain for name, value in step):
        return found
    for sources in inputs.others:
        for each in sources.inputs:
            file = sources.files[0] if len(sources.inputs) == 1 else each.name
            # A member of an archive cannot be opened alone.
            if each.is_table and (file is not each.name or Path(file).exists()):
                # Damage is reported when the games are read.
                with suppress(FileError):
                    games = _core.Games([file], reading._replace(chain=()).native())
                    found[each.name] = {name: schema()[name] for name in games.names}
    return found


def _selected(columns: Mapping[str, str], read: Sequence[str], computed: Mapping[str, str] | None = None) -> str:
    """The SELECT list of a view with these columns, of which only some are read. Others are computed."""
    values = {name: f"rows.{identifier(name)}" if name in read else f"NULL::{kind}" for name, kind in columns.items()}
    return ", ".join(f"{value} AS {identifier(name)}" for name, value in {**values, **(computed or {})}.items())


# The inputs


class _Input(NamedTuple):
    """An input, as the native part lists it."""

    place: int
    """Its place among all inputs, from 0."""
    name: str
    is_table: bool
    """Whether its rows are used unchanged, with the sources and numbers that they name."""


class _Sources(NamedTuple):
    """Sources that are read in one go, and their inputs. A table is read alone."""

    files: list[Named]
    inputs: list[_Input]

    @property
    def has_table(self) -> bool:
        return any(each.is_table for each in self.inputs)

    @property
    def keys(self) -> list[str]:
        """The columns of games that tell their places."""
        if self.has_table:
            return []
        return ["game"] if len(self.inputs) == 1 else ["game", "source"]

    def select(self, columns: str, rows: str) -> str:
        """The SQL for the rows with `_PLACE`. `rows` is where they are read from, and has `keys`."""
        if len(self.inputs) > 1:
            place = _place("inputs._input", "rows.game")
            return f"SELECT {columns}, {place} FROM {rows} AS rows JOIN {_listed(self.inputs)} ON rows.source = _name"
        number = "row_number() OVER ()" if self.has_table else "rows.game"
        return f"SELECT {columns}, {_place(self.inputs[0].place, number)} FROM {rows} AS rows"


class _Inputs(NamedTuple):
    """All inputs, by what reads them."""

    parquet: list[_Input]
    """The Parquet files that DuckDB can read itself."""
    others: list[_Sources]

    def are_by_place(self, reading: Options) -> bool:
        """Whether games must be identified by their places among all of them.

        That is so after a choice. The rows of a table have no numbers in it, unless they are counted.
        """
        if any(name in _CHOOSING for step in reading.chain for name, _ in step):
            return True
        return any(each.has_table and (reading.chain or len(each.inputs) > 1) for each in self.others)


def _place(place: object, number: str) -> str:
    """The columns of `_PLACE`."""
    values = zip((place, number), _PLACE.items(), strict=True)
    return ", ".join(f"({value})::{kind} AS {name}" for value, (name, kind) in values)


def _listed(inputs: Sequence[_Input]) -> str:
    return f"(VALUES {', '.join(f'({each.place}, {quoted(each.name)})' for each in inputs)}) AS inputs(_input, _name)"


def _offer(view: View, inputs: _Inputs, reading: Options, columns: Mapping[str, str], read: Sequence[str]) -> None:
    """Creates the view `games` of inputs, with the columns of `_PLACE`."""
    selects = []
    if inputs.parquet:
        packed = view.packed()
        # DuckDB finds out itself which columns it needs of files that it reads.
        listed = _selected(columns, list(columns), {"packed_moves": packed} if packed else {})
        selects.append(_of_parquet(inputs.parquet, listed))
    dates = period(view.connection, _as_filter(view), {}, schema()) if inputs.others else None
    for number, sources in enumerate(inputs.others):
        wanted = list(dict.fromkeys([*read, *sources.keys]))
        games = _core.Games(sources.files, {**reading.native(), "columns": wanted})
        # The rows of a table are counted by DuckDB.
        games = games if dates is None or sources.has_table else games.within(*dates)
        view.register(games, f"reading{number}")
        selects.append(sources.select(_selected(columns, read), f"reading{number}"))
    view.create(" UNION ALL ".join(selects))


def _of_parquet(parquet: Sequence[_Input], columns: str) -> str:
    """The SQL for the rows of Parquet files with `_PLACE`. DuckDB reads them."""
    files = read_parquet(list(dict.fromkeys(each.name for each in parquet)))
    rows = f"{files[:-1]}, file_row_number = true, filename = '_file') AS rows"
    number = "rows.file_row_number + 1"
    if len(parquet) == 1:
        return f"SELECT {columns}, {_place(parquet[0].place, number)} FROM {rows}"
    return f"SELECT {columns}, {_place('inputs._input', number)} FROM {rows} JOIN {_listed(parquet)} ON _file = _name"


def _divided(files: Sequence[Named], reading: Options) -> _Inputs:
    """The inputs of sources, by what can be read together."""
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
        if is_plain and isinstance(file, str) and is_parquet(file, reading.values):
            parquet.append(inputs[0]._replace(name=file))
        elif any(each.is_table for each in inputs):
            apart.append(_Sources([file], inputs))
        else:
            _add(together, file, inputs)
    return _Inputs(parquet, together + apart)


def _add(together: list[_Sources], file: Named, inputs: Sequence[_Input]) -> None:
    """Adds a source to the first ones that have no inputs of its names, which distinguish inputs."""
    names = {each.name for each in inputs}
    for sources in together:
        if names.isdisjoint(each.name for each in sources.inputs):
            sources.files.append(file)
            sources.inputs.extend(inputs)
            return
    together.append(_Sources([file], list(inputs)))

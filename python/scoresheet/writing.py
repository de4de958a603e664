"""Writing games: `convert` between files, and `write` for the games that `read` returns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from scoresheet import _core
from scoresheet._kinds import is_game
from scoresheet._options import Options, asked
from scoresheet._signatures import takes
from scoresheet._sources import Named, Source, paths
from scoresheet._targets import Target, placed
from scoresheet._transforms import condition_of, edits_before_choice, settled
from scoresheet.errors import UsageError
from scoresheet.reading import Games
from scoresheet.report import Report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from scoresheet import infinite
    from scoresheet._ids import ConvertOptions, WriteOptions
    from scoresheet.engines.selected_games import FoundGames
    from scoresheet.game import Game

__all__ = ["convert", "write", "write_found"]


@takes("convert")
def convert(
    source: Source,
    output: Target | None = None,
    *,
    where: str | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[ConvertOptions],
) -> Report:
    """Rewrites games in another format, as columns, or into a database. A file appears only when it is complete.

    Games are added to a database, and replace those of the same source and number; repeating the call continues
    an interrupted load.

    Args:
        source: as for `read`: paths, patterns, folders, bytes, open files, databases, or `-` for standard input.
        output: a path; its extension determines the format (`games.parquet`) and the compression (`games.pgn.zst`).
            `-` or None is standard output. Fields split the games into many files, as in `"out/{white}.pgn"` or
            `"out/{eco:1}-{part}.pgn"`: columns, `{month}`, `{player}` (the files of both
            players), `{input}` and `{part}`. Folders such as `"out/year={year}/{part}.parquet"` make partitions, which
            DuckDB, Spark and Polars read. A folder gets a file for each input, or for
            each game if `to` names a format with one game per file. `games.duckdb`, `games.sqlite` and URLs
            (`postgresql://…`, `mongodb://…`) are
            databases. An open file of bytes or text, or any object with a method `write`, receives the whole output
            when that is complete; if its name does not determine the format, `to` does, or it is PGN.
        where: only the games that meet this SQL condition over the columns, whose tags are changed first if other
            options do that. Games are read twice, pipes from a copy.
        progress: a function called with the bytes and the games read so far, at most ten times a second.
            If it has a method `phase`, that is called with `"sorting"` or `"writing"`, the number of games done and
            the number of all games, while sorted games are written.
        options: the options for reading and writing, and those of the formats in use.

    Raises:
        ReadError: the first error, if `on_error` is `"raise"`.
        WriteError: the output cannot be written.
        UsageError: an input does not exist, the output exists, or an option is unknown; or games were loaded into the
            database with other options.

    >>> import scoresheet
    >>> report = scoresheet.convert("examples/historic.pgn", "historic.parquet")
    >>> report.written, report.losses
    (45, ())
    >>> report = scoresheet.convert("examples/historic.pgn", "historic.fen", ply=20)  # five games are shorter
    >>> report.written, report.skipped
    (40, 5)
    """
    given = asked("convert", options)
    where = None if where is None else condition_of(where)
    named = paths(source, again=where is not None)
    if output is None:
        return _converted(named, None, where, given, progress)
    with placed(output, given) as (target, given):
        return _converted(named, target, where, given, progress)


def _converted(
    named: list[Named],
    target: str | None,
    where: str | None,
    given: Options,
    progress: Callable[[int, int], object] | None,
) -> Report:
    if where is None:
        return Report.from_dict(_core.convert(named, target, given.native(), progress))
    with _read_twice(named, given.values.get("headers")) as (files, names):
        given = given.with_headers_for(files)
        edits = edits_before_choice("convert", given.values)
        values = {name: value for name, value in given.values.items() if name not in dict(edits)}
        chain = (*given.chain, (*edits, ("where", where)))
        choices = _core.Games.read_choices(target, given.native())
        reading = given._replace(values=values, chain=chain, choices=choices)
        found = settled(files, reading, lambda options: Games(files, options))
        found = found._replace(choices=given.choices, shown_names=tuple(names.items()))
        return Report.from_dict(_core.convert(files, target, found.native(), progress))


@takes("write")
def write(
    games: Games | Game | infinite.Game | Iterable[Game | infinite.Game] | Any,
    output: Target,
    *,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[WriteOptions],
) -> Report:
    """Writes games: those that `read` returned, one or more `Game` objects, or a table that `scoresheet.games` accepts.

    The result of `read` is read again, with its options. Objects are written in their order, and the output appears
    after the last one. The arguments are those of `convert`.

    Raises:
        ReadError: the first error, if the games were created with `on_error="raise"`.
        WriteError: the output cannot be written.
        UsageError: the output already exists, or an option is unknown.

    >>> import scoresheet
    >>> games = scoresheet.read("examples/historic.pgn", limit=5)
    >>> scoresheet.write(games.columns("white", "result"), "five.parquet").written
    5
    >>> scoresheet.write((game for game in games if game.result == "1-0"), "won.pgn").written
    3
    """
    given = asked("write", options)
    source = _writable(games)
    with placed(output, given) as (target, given):
        if not isinstance(source, Games):
            return Report.from_dict(_core.write_games(source, target, given.native(), progress))
        named, reading = source._opened_by
        return Report.from_dict(_core.convert(named, target, reading.then_written(given).native(), progress))


def _writable(games: Any) -> Games | Iterable[Game | infinite.Game]:
    """The games to write: games that can be read, or objects one after another."""
    if isinstance(games, Games):
        return games
    from scoresheet.tables import games as of_table  # here, because most arguments are not tables
    from scoresheet.tables import is_table

    if is_table(games):
        return of_table(games)
    if is_game(games):
        return [games]
    if isinstance(games, str | bytes) or not isinstance(games, Iterable):
        shown = type(games).__name__
        hint = "`scoresheet.convert` takes paths" if isinstance(games, str | bytes) else None
        raise UsageError(f"`write` takes games, one or more, or a table of them, not `{shown}`", hint=hint)
    return games


def write_found(
    found: FoundGames,
    output: str | None,
    *,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[WriteOptions],
) -> Report:
    """Writes the games that the rows of a query name, each once and in the order of the inputs.

    A game that the inputs do not hold is not written: `written` and `skipped` are less than `found.count` then.
    """
    given = found.reading.then_written(asked("write", options))
    given = given._replace(shown_names=tuple(found.names.items()), chosen=found.chosen)
    return Report.from_dict(_core.convert(list(found.files), output, given.native(), progress))


@contextmanager
def _read_twice(named: list[Named], headers: Mapping[str, str] | None) -> Iterator[tuple[list[Named], dict[str, str]]]:
    """Files that can be read again, as a condition needs: copies of pipes, with the names of these."""
    from pathlib import Path  # here, as above

    from scoresheet.engines.spooled import spooled

    files, names = spooled(named, headers)
    try:
        yield files, names
    finally:
        for copy in names:
            Path(copy).unlink(missing_ok=True)

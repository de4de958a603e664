"""Writing games: `convert` between files, and `write` for what `read` gives."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from scoresheet import _core
from scoresheet._options import Source, asked, options_of, paths, shown, text
from scoresheet._signatures import takes
from scoresheet.reading import Games
from scoresheet.report import Report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from scoresheet import infinite
    from scoresheet._ids import ConvertOptions, WriteOptions
    from scoresheet.game import Game

__all__ = ["convert", "write"]


@takes("convert")
def convert(
    source: Source,
    output: str | os.PathLike[str] | None = None,
    *,
    where: str | None = None,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[ConvertOptions],
) -> Report:
    """Rewrites games in another format, as columns, or into a database. A file appears only when it is complete.

    Games are added to a database, and replace those of the same source and number; a load that was interrupted goes on
    with the same call.

    Args:
        source: a path, or several: files, packed or not, folders, zip archives, databases, or `-` for standard input.
        output: a path; its extension says what is written (`games.parquet`) and how it is packed (`games.pgn.zst`).
            `-` or None is standard output. Of formats with one game a file a folder too, which `to` must be given for:
            its files are numbered. `games.duckdb`, `games.sqlite` and URLs (`postgresql://…`, `mongodb://…`) are
            databases.
        where: only the games that meet this SQL condition over the columns. They are read twice, pipes from a copy.
        progress: called with the bytes and the games read so far, at most ten times a second.
        options: those of reading and writing, and of the formats that are read and written.

    Raises:
        ReadError: the first error, where `on_error` is `"raise"`.
        WriteError: the output cannot be written.
        UsageError: an input is not there, the output is, or an option is not known; or games were loaded into the
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
    named = paths(source)
    target = None if output is None else text(output)
    if where is None:
        return Report.from_dict(_core.convert(named, target, given, progress))
    with _read_twice(named) as (files, names):
        chosen = _chosen(files, where, given, names)
        return Report.from_dict(
            _core.convert(files, target, {**given, "shown_names": names, "chosen": chosen}, progress)
        )


@takes("write")
def write(
    games: Games | Iterable[Game | infinite.Game],
    output: str | os.PathLike[str],
    *,
    progress: Callable[[int, int], object] | None = None,
    **options: Unpack[WriteOptions],
) -> Report:
    """Writes games: those that `read` gave, or `Game` objects; those of `scoresheet.infinite` too.

    What `read` gave is read anew, with the options it was made with. Objects are written as they come, and the output
    appears when the last one has been. The arguments are those of `convert`.

    Raises:
        ReadError: the first error, where the games were made with `on_error="raise"`.
        WriteError: the output cannot be written.
        UsageError: the output is there already, or an option is not known.

    >>> import scoresheet
    >>> games = scoresheet.read("examples/historic.pgn", limit=5)
    >>> scoresheet.write(games.columns("white", "result"), "five.parquet").written
    5
    >>> scoresheet.write((game for game in games if game.result == "1-0"), "won.pgn").written
    3
    """
    given = asked("write", options)
    if not isinstance(games, Games):
        return Report.from_dict(_core.write_games(games, text(output), given, progress))
    named, made_with = games._opened_by
    given["read_choices"] = made_with.pop("choices", None)
    return Report.from_dict(_core.convert(named, text(output), {**made_with, **given}, progress))


@contextmanager
def _read_twice(named: list[str]) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Files that can be read again, as a condition needs: copies of pipes, with the names of these."""
    from pathlib import Path  # here, as above

    from scoresheet.engines.spooled import spooled

    files, names = spooled(named)
    try:
        yield files, names
    finally:
        for copy in names:
            Path(copy).unlink(missing_ok=True)


def _chosen(
    named: list[str], where: str, given: Mapping[str, Any], names: Mapping[str, str]
) -> list[tuple[int, str, list[int]]]:
    """The games that meet a condition: the input's place, the source in it, the games' numbers."""
    from scoresheet.engines.duckdb import where as meeting

    found = _core.inputs(named, _taken("inputs", given))
    files: dict[str, list[int]] = {}
    for place, row in enumerate(found):
        files.setdefault(_file_of(str(row["name"]), named), []).append(place)
    # The limit is one of the games that meet the condition, not of those that are asked whether they do.
    reading = {name: value for name, value in _taken("query", given).items() if name not in ("limit", "choices")}
    chosen = []
    for file, places in files.items():
        for source, games in meeting(file, where, **reading):
            # Columns hold games of other sources than themselves: in an archive, any of its members may hold these.
            members = [place for place in places if found[place]["name"] == source] or places
            chosen += [(place, _known_as(source, names), games) for place in members]
    return chosen


def _taken(taker: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the options that were given for another job that `taker` takes too."""
    return {option["name"]: given[option["name"]] for option in options_of(taker) if option["name"] in given}


def _known_as(source: str, names: Mapping[str, str]) -> str:
    """The name of a source that lies in a copy of a pipe; else its own.

    >>> _known_as("x.spool:a.pgn", {"x.spool": "-"}), _known_as("a.pgn", {"x.spool": "-"})
    ('-:a.pgn', 'a.pgn')
    """
    for copy, name in names.items():
        if source.startswith(copy):
            return name + source.removeprefix(copy)
    return source


def _file_of(name: str, named: list[str]) -> str:
    """The file that an input stands in: itself, or the archive of `a.zip:member.pgn`; a URL as it was named."""
    from pathlib import Path  # here, as above

    for path in named:
        if shown(path) == name:
            return path
    file = name
    while not Path(file).exists() and ":" in file:
        file = file.rpartition(":")[0]
    return file

"""Writing games: `convert` between files, and `write` for what `read` gives."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from scoresheet import _core
from scoresheet._options import OnError, Source, Strict, choices, options, paths, text
from scoresheet.reading import Games
from scoresheet.report import Report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from scoresheet import infinite
    from scoresheet._ids import (
        FormatChoices,
        FormatId,
        LanguageId,
        LimitName,
        MovesId,
        PositionsId,
        WriteChoices,
    )
    from scoresheet.game import Game

__all__ = ["convert", "write"]


def convert(
    source: Source,
    output: str | os.PathLike[str] | None = None,
    *,
    to: FormatId | None = None,
    columns: Sequence[str] | None = None,
    where: str | None = None,
    keep_spelling: bool = False,
    sort_tags: bool = False,
    export: bool = False,
    no_sort: bool = False,
    sort_memory: int | None = None,
    force: bool = False,
    on_error: OnError = "keep",
    strict: Strict = False,
    threads: int | None = None,
    limit: int | None = None,
    language: LanguageId | Literal["auto"] = "auto",
    limits: Mapping[LimitName, int] | None = None,
    from_: FormatId | None = None,
    fen: str | None = None,
    moves: MovesId | None = None,
    positions: PositionsId | None = None,
    progress: Callable[[int, int], object] | None = None,
    **format_options: Unpack[FormatChoices],
) -> Report:
    """Rewrites games in another format, or as columns. The output appears only when it is complete.

    Args:
        source: a path, or several: files, packed or not, folders, zip archives, or `-` for standard input.
        output: a path; its extension says what is written (`games.parquet`) and how it is packed (`games.pgn.zst`).
            `-` or None is standard output. Of formats with one game a file a folder too, which `to` must be given for:
            its files are numbered.
        to: the format to write, whatever the output's name (`scoresheet list formats`).
        columns: for columns: families and columns (`scoresheet list columns`); where it is None, `tags`, `summary` and
            `moves`. The family `errors` is added.
        where: only the games that meet this SQL condition over the columns. They are read twice, pipes from a copy.
        keep_spelling: moves and annotations are written as they stood.
        sort_tags: tags are written in the standard's order.
        export: the Seven Tag Roster is written first, and completely.
        no_sort: rows of Parquet stay in the order of the inputs.
        sort_memory: how many bytes sorting may hold before it uses temporary files.
        force: an output that exists is overwritten.
        on_error: a game with an error is kept up to it (`"keep"`), left out (`"skip"`), or ends it all (`"raise"`).
        strict: leniencies are errors, and a game that would lose something is refused; `"read"` or `"write"` for one.
        threads: how many threads work; all there are where it is None.
        limit: how many games are read at most; with `where`, how many that meet it.
        language: the piece letters (`scoresheet list languages`); `"auto"` finds them out for each input.
        limits: limits against hostile input by name (`scoresheet list limits`).
        from_: the format of the inputs, whatever they look like.
        fen: where games start that do not say so themselves: bare streams and lists of moves.
        moves: the notation of the moves, where the format that is written has a choice of them.
        positions: the notation of the position that a game starts from, likewise.
        progress: called with the bytes and the games read so far, at most ten times a second.
        format_options: options of the format that is written, or of one that is read, as `scoresheet list formats`
            shows them: `comments="inplace"`, `ply=20`. Those that are `yes` or `no` take a bool too.

    Raises:
        ReadError: the first error, where `on_error` is `"raise"`.
        WriteError: the output cannot be written.
        UsageError: an input is not there, the output is, or an option is not known.

    >>> import scoresheet
    >>> report = scoresheet.convert("examples/historic.pgn", "historic.parquet")
    >>> report.written, report.losses
    (45, ())
    >>> scoresheet.convert("examples/historic.pgn", "historic.fen", ply=20).written
    45
    """
    given: dict[str, Any] = {
        "to": to,
        "columns": list(columns) if columns else None,
        "keep_spelling": keep_spelling,
        "sort_tags": sort_tags,
        "export": export,
        "no_sort": no_sort,
        "sort_memory": sort_memory,
        "force": force,
        "on_error": on_error,
        "threads": threads,
        "limit": limit,
        "language": language,
        "limits": dict(limits) if limits else None,
        "from_": from_,
        "fen": fen,
        "moves": moves,
        "positions": positions,
        "choices": choices(format_options),
    }
    named = paths(source)
    target = None if output is None else text(output)
    if where is None:
        return Report.from_dict(_core.convert(named, target, options(given, strict), progress))
    with _read_twice(named) as (files, names):
        given["names"] = names
        given["games"] = _chosen(files, where, {name: given[name] for name in _READING}, strict, names)
        return Report.from_dict(_core.convert(files, target, options(given, strict), progress))


def write(
    games: Games | Iterable[Game | infinite.Game],
    output: str | os.PathLike[str],
    *,
    to: FormatId | None = None,
    keep_spelling: bool = False,
    sort_tags: bool = False,
    export: bool = False,
    no_sort: bool = False,
    sort_memory: int | None = None,
    force: bool = False,
    moves: MovesId | None = None,
    positions: PositionsId | None = None,
    progress: Callable[[int, int], object] | None = None,
    **format_options: Unpack[WriteChoices],
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
    given = {
        "to": to,
        "keep_spelling": keep_spelling,
        "sort_tags": sort_tags,
        "export": export,
        "no_sort": no_sort,
        "sort_memory": sort_memory,
        "force": force,
        "moves": moves,
        "positions": positions,
        "choices": choices(format_options),
    }
    if not isinstance(games, Games):
        return Report.from_dict(_core.write_games(games, text(output), options(given), progress))
    named, made_with = games._opened_by
    writing = options(given)
    writing["read_choices"] = made_with.pop("choices", None)
    return Report.from_dict(_core.convert(named, text(output), {**made_with, **writing}, progress))


_READING = ("on_error", "threads", "language", "limits", "from_", "fen")


@contextmanager
def _read_twice(named: list[str]) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Files that can be read again, as a condition needs: copies of pipes, with the names of these."""
    from scoresheet.engines.spooled import spooled

    files, names = spooled(named)
    try:
        yield files, names
    finally:
        for copy in names:
            Path(copy).unlink(missing_ok=True)


def _chosen(
    named: list[str], where: str, given: Mapping[str, Any], strict: Strict, names: Mapping[str, str]
) -> list[tuple[int, str, list[int]]]:
    """The games that meet a condition: the input's place, the source in it, the games' numbers."""
    from scoresheet.engines.duckdb import where as meeting

    found = _core.inputs(named, options({"from_": given["from_"]}))
    files: dict[str, list[int]] = {}
    for place, row in enumerate(found):
        files.setdefault(_file_of(str(row["name"])), []).append(place)
    reading = {name: value for name, value in given.items() if value is not None}
    chosen = []
    for file, places in files.items():
        for source, games in meeting(file, where, strict=strict, **reading):
            # Columns hold games of other sources than themselves: in an archive, any of its members may hold these.
            members = [place for place in places if found[place]["name"] == source] or places
            chosen += [(place, _known_as(source, names), games) for place in members]
    return chosen


def _known_as(source: str, names: Mapping[str, str]) -> str:
    """The name of a source that lies in a copy of a pipe; else its own.

    >>> _known_as("x.spool:a.pgn", {"x.spool": "-"}), _known_as("a.pgn", {"x.spool": "-"})
    ('-:a.pgn', 'a.pgn')
    """
    for copy, name in names.items():
        if source.startswith(copy):
            return name + source.removeprefix(copy)
    return source


def _file_of(name: str) -> str:
    """The file that an input stands in: itself, or the archive of `a.zip:member.pgn`."""
    file = name
    while not Path(file).exists() and ":" in file:
        file = file.rpartition(":")[0]
    return file

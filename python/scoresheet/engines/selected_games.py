"""The games that rows name in the columns `source` and `game`, for writing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoresheet import _core
from scoresheet._options import Options
from scoresheet._options import asked as options_asked
from scoresheet.engines.failures import made_of, our_errors
from scoresheet.engines.relation import Relation
from scoresheet.engines.spooled import known_as
from scoresheet.engines.view import Origin
from scoresheet.errors import UsageError
from scoresheet.questions.duckdb import read_parquet

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

    from scoresheet._sources import Named

__all__ = ["KEYS", "FoundGames", "found_games", "games_of", "names_games"]

KEYS = ("source", "game")
"""The columns that identify a game: its source, and its number there."""


@dataclass(frozen=True)
class FoundGames:
    """Games chosen by their sources and numbers, for `scoresheet.writing.write_found`."""

    files: Sequence[Named]
    """What to read the games from."""
    chosen: _core.GameSet
    """The games."""
    names: Mapping[str, str]
    """The names of pipes, by the copies that are read instead."""
    reading: Options
    """The options with which the inputs were opened."""
    count: int
    """How many games the rows named."""


def names_games(columns: Iterable[str]) -> bool:
    """Whether rows with these columns name games.

    >>> names_games(["game", "white", "source"]), names_games(["white"])
    (True, False)
    """
    return set(KEYS) <= set(columns)


def games_of(relation: Relation | DuckDBPyRelation) -> FoundGames:
    """The games that the rows of a relation name.

    The games are read again from the source that was passed to `scoresheet.query`. For relations made in another way,
    `source` names the files to read.

    Raises:
        UsageError: the rows do not name games, or name games that are in no input.

    >>> from scoresheet.engines.duckdb import query
    >>> relation = query("examples/historic.pgn", "select source, game from games where year < 1800")
    >>> games_of(relation).count
    2
    """
    if isinstance(relation, Relation):
        origin = relation.origin if isinstance(relation.origin, Origin) else Origin()
        with relation.guarded():
            return found_games(relation, origin)
    with our_errors():
        return found_games(relation, Origin())


def found_games(rows: Any, origin: Origin) -> FoundGames:
    """The games that rows name, in the inputs of a view or, without a view, in the files that the rows name."""
    if not names_games(rows.columns):
        raise UsageError(
            f"the rows do not name games: their columns are {', '.join(f'`{name}`' for name in rows.columns)}",
            hint="to write games, select the columns `source` and `game`: `select source, game from games`",
        )
    if origin.reading.chain:
        raise UsageError(
            "the rows name games that were edited or selected by methods of `Games`",
            hint="query the files, and pass the edits to `write_found`",
        )
    if origin.attached:
        raise UsageError(
            "the rows of a database hold the numbers that games have in their own sources",
            hint="write its games with `convert` and its option `where`",
        )
    named = made_of(rows.project("source::VARCHAR AS source, game::BIGINT AS number"), _core.NamedGames)
    files: list[Named] = list(origin.files) or [*_files_named(named.sources)]
    chosen = named.in_inputs(_inputs(files, named.sources, origin))
    return FoundGames(files, chosen, origin.names, _reading(origin.reading), len(named))


# The limit applies to the games that the SQL searches, not to those that it finds.
_NOT_AGAIN = ("limit", "columns")


def _reading(options: Options) -> Options:
    """The options for reading the games again."""
    return options._replace(values={name: value for name, value in options.values.items() if name not in _NOT_AGAIN})


def _files_named(sources: Iterable[str]) -> list[str]:
    """The files that sources name. The name of an archive member starts with the archive: `a.zip:member.pgn`."""
    files: dict[str, None] = {}
    for source in sources:
        file = source
        while not Path(file).exists() and ":" in file:
            file = file.rpartition(":")[0]
        if not Path(file).exists():
            hint = "keep the files where they were when the rows were made, or use `scoresheet.query`"
            raise UsageError(f"the rows name games of `{source}`, which does not exist", hint=hint)
        files[file] = None
    return list(files)


def _inputs(files: Sequence[Named], sources: Sequence[str], origin: Origin) -> dict[str, int]:
    """The index of each source: of an input with this name, or else of an input with games from several sources."""
    options = options_asked("inputs", {"from_": origin.reading.values.get("from_")})
    found = _core.inputs(files, options.native()) if files else []
    opened = [(known_as(str(row["name"]), origin.names), str(row["kind"])) for row in found]
    places = {name: place for place, (name, _) in enumerate(opened)}
    holders = [place for place, (_, kind) in enumerate(opened) if kind in _OF_SEVERAL]
    return {source: places[source] if source in places else _holder(source, holders, opened) for source in sources}


# The kinds of inputs whose games keep the names of their original sources.
_OF_SEVERAL = ("parquet", "arrow", "duckdb", "sqlite", "postgresql", "mongodb")


def _holder(source: str, holders: Sequence[int], opened: Sequence[tuple[str, str]]) -> int:
    """The index of the only input that can hold games of a source that is not an input itself."""
    found = holders if len(holders) < 2 else [place for place in holders if _may_hold(opened[place], source)]
    if len(found) == 1:
        return found[0]
    if found:
        both = ", ".join(f"`{opened[place][0]}`" for place in found)
        raise UsageError(f"games of `{source}` are in more than one input: {both}", hint="query one input at a time")
    raise UsageError(
        f"the rows name games of `{source}`, which is not an input",
        hint="select the columns `source` and `game` of `games` unchanged",
    )


def _may_hold(named: tuple[str, str], source: str) -> bool:
    path, kind = named
    if kind != "parquet":
        return True
    import duckdb  # here: there is rarely more than one such input

    sql = f"SELECT count(*) FROM (FROM {read_parquet([path])} WHERE source = $source LIMIT 1)"
    return bool(duckdb.connect().sql(sql, params={"source": source}).fetchall()[0][0])

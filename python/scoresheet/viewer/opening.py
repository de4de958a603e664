"""Opens inputs as a library: Parquet and DuckDB files as they are, everything else converted or read first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import scoresheet
from scoresheet import _scratch
from scoresheet._options import is_url, store_kind
from scoresheet._registry import hint_of
from scoresheet.engines.position_index import index_of
from scoresheet.engines.view import schema
from scoresheet.errors import FileError, UsageError
from scoresheet.viewer import cache
from scoresheet.viewer.library import Library, connect, locked
from scoresheet.viewer.parts import Part, of_database, of_parquet, of_texts

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from scoresheet._core import PositionIndex

__all__ = ["Opener", "Watching", "files_of"]

_FAR = ("icn", "icn-json")
"""The formats of games of infinite chess, which cannot be columns."""

_MOST_FILES = 10_000
"""The number of files of one library."""

Watching = Callable[[str, int, int], None]
"""Called with the name of the file that is read, and the bytes and games read of it so far."""


def files_of(inputs: Iterable[str]) -> list[tuple[str, str]]:
    """The files that inputs name, each with its kind. Folders are expanded; archives are not.

    Raises:
        UsageError: an input does not exist, or holds no games.

    >>> files_of(["examples/historic.pgn"])
    [('examples/historic.pgn', 'pgn')]
    """
    found: dict[str, str] = {}
    for path in inputs:
        kind = store_kind(path)
        if kind is not None:
            found[path] = kind
            continue
        for entry in scoresheet.inputs(path):
            name = str(entry["name"])
            # The name of a member of a zip archive starts with that of the archive: `a.zip:member.pgn`.
            packed = name.partition(".zip:")[0] + ".zip"
            found.setdefault(*((name, str(entry["kind"])) if Path(name).exists() else (packed, "zip")))
    if len(found) > _MOST_FILES:
        raise UsageError(f"{len(found):,} files are too many", hint=f"name a folder with at most {_MOST_FILES:,}")
    return list(found.items())


@dataclass
class Opener:
    """Opens one library."""

    threads: int | None = None
    memory: str | None = None
    watching: Watching = lambda _name, _bytes, _games: None
    _paths: list[str] = field(default_factory=list)
    _empty: list[str] = field(default_factory=list)
    """The files without games that can be read."""

    def library(self, files: Sequence[tuple[str, str]], needed: str | None = None) -> Library:
        """The library of these files. Those without games are left out, unless one of them is `needed`.

        Raises:
            ScoresheetError: a file cannot be read.
        """
        connection = connect(self.threads, self.memory)
        try:
            parts = list(self._parts(connection, files))
            if not any(part.games for part in parts):
                raise _no_games(files)
            if needed is not None and needed in self._empty:
                raise _no_games([(needed, "")])
            locked(connection, self._paths)
            return Library(connection, parts, _index(files))
        except BaseException:
            connection.close()
            raise

    def _parts(self, connection: DuckDBPyConnection, files: Sequence[tuple[str, str]]) -> Iterable[Part]:
        infinite: list[tuple[str, str]] = []
        for place, (path, kind) in enumerate(files):
            name = Path(path).name if not is_url(path) else path
            if kind in _FAR:
                infinite.append((path, kind))
                continue
            if kind == "duckdb":
                found = [of_database(connection, name, path, f"store_{place}")]
            else:
                found = list(self._part(connection, name, path, kind))
            if not any(part.games for part in found):
                self._empty.append(path)
            yield from found
        if infinite:
            yield self._infinite_part(connection, infinite)

    def _part(self, connection: DuckDBPyConnection, name: str, path: str, kind: str) -> Iterable[Part]:
        """A file as a part; nothing if nothing of it can be read."""
        errors: int | None = None
        if kind != "parquet":
            found = self._converted(name, path, kind)
            if found is None:
                return
            path, errors = found
        self._paths.append(path)
        yield of_parquet(connection, name, path, errors)

    def _converted(self, name: str, path: str, kind: str) -> tuple[str, int] | None:
        def tell(done: int, games: int) -> None:
            self.watching(name, done, games)

        if is_url(path):
            # Nothing shows whether a database has changed, so it is read each time.
            target = _scratch.own() / f"store-{len(self._paths)}.parquet"
            scoresheet.convert(path, target, columns=list(cache.COLUMNS), no_sort=True, force=True, progress=tell)
            return (str(target), 0) if target.exists() else None
        found = cache.converted(path, tell, kind)
        return (str(found.path), found.errors) if found else None

    def _infinite_part(self, connection: DuckDBPyConnection, files: Sequence[tuple[str, str]]) -> Part:
        """The games of infinite chess, as a table of their texts and tags."""
        known = schema()
        listed = ", ".join(f"{name} {known[name]}" for name in (*_INFINITE_COLUMNS, "game_text"))
        connection.execute(f"CREATE TABLE infinite ({listed})")
        errors = 0
        for path, kind in files:
            self.watching(Path(path).name, 0, 0)
            for number, game in enumerate(_infinite_games(path, kind), 1):
                errors += len(game.errors)
                values = [_infinite_value(game, path, number, name) for name in _INFINITE_COLUMNS]
                marks = ", ".join("?" for _ in range(len(values) + 1))
                connection.execute(f"INSERT INTO infinite VALUES ({marks})", [*values, _infinite_text(path, game)])
        return of_texts(connection, _names(files), "infinite", errors)


def _names(files: Sequence[tuple[str, str]]) -> str:
    return ", ".join(Path(path).name for path, _ in files)


def _no_games(files: Sequence[tuple[str, str]]) -> FileError:
    named = f"`{Path(files[0][0]).name}` holds" if len(files) == 1 else f"{len(files)} files hold"
    return FileError(f"{named} no games that can be read", code="file-kind", hint=hint_of("file-kind"))


def _index(files: Sequence[tuple[str, str]]) -> PositionIndex | None:
    """The index beside the only file. One that is damaged, or older than its games, counts for nothing."""
    try:
        return index_of(files[0][0]) if len(files) == 1 else None
    except FileError:
        return None


_INFINITE_COLUMNS = ("game", "source", "event", "site", "round", "white", "black", "result", "variant", "ply_count")


def _infinite_games(path: str, kind: str) -> Iterable[Any]:
    try:
        return list(scoresheet.read(path, on_error="keep"))
    except scoresheet.ScoresheetError as error:
        raise FileError(f"cannot read `{path}` as {kind}: {error.message}", code=error.code, file=path) from error


def _infinite_value(game: Any, path: str, number: int, column: str) -> object:
    facts = {"game": number, "source": path, "result": game.result, "ply_count": game.ply_count}
    return facts[column] if column in facts else game.tags.get(column.capitalize())


def _infinite_text(path: str, game: Any) -> bytes:
    """The text of a game as it is written: the whole file, or what the format makes of a game of an archive."""
    if Path(path).suffix in (".icn", ".json"):
        return Path(path).read_bytes()
    return str(game.to("icn")).encode()

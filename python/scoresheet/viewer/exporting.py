"""Games of a view, or some that the user has selected, as a file of any format."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import scoresheet
from scoresheet import _scratch
from scoresheet._registry import registry
from scoresheet.questions.duckdb import identifier, quoted, read_parquet
from scoresheet.viewer.errors import Refused, wrong
from scoresheet.viewer.game_texts import options_of
from scoresheet.viewer.library import DOCUMENT

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame
    from scoresheet.viewer.query_slots import Turn
    from scoresheet.viewer.session import Opened

__all__ = ["Export", "export"]

_MOST_SELECTED = 100_000
"""The number of games that a request may list."""

_ROWS = 8192
"""How many games are written and read at once."""

_AT_ONCE = 1 << 20
"""How many bytes of a file are sent at once."""

_numbers = itertools.count(1)


class Export:
    """A file that is sent and removed."""

    def __init__(self, path: Path, name: str, media: str) -> None:
        self._path = path
        self.media = media
        # Names of files may have any letters; old clients get one without.
        plain = re.sub(r"[^\w. -]", "_", name.encode("ascii", "replace").decode())
        self.disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"

    def parts(self) -> Iterator[bytes]:
        """The bytes of the file, which is removed at the end."""
        try:
            with self._path.open("rb") as file:
                while part := file.read(_AT_ONCE):
                    yield part
        finally:
            self._path.unlink(missing_ok=True)


def export(opened: Opened, asked: Mapping[str, Any]) -> Export:
    """The games of `view`, or those of `rows`, in a format.

    Raises:
        Refused: the format, the view or a game does not exist.
        ScoresheetError: the games cannot be written in the format.
    """
    name = str(asked.get("format") or "pgn")
    entry = next((entry for entry in registry("formats") if entry["id"] == name and not entry["store"]), None)
    if entry is None or not entry["writes"]:
        raise wrong(f"there is no format `{name}` to write")
    ending = entry["extensions"][0] if entry["extensions"] else name
    number = next(_numbers)
    games, target = (_scratch.own() / f"export-{number}.{suffix}" for suffix in ("games.parquet", ending))
    try:
        with opened.library.turns.turn(f"export {number}") as turn:
            if opened.kind == "chess":
                _collect(turn, opened, _chosen(opened, asked), games)
                keeps_sources = DOCUMENT in opened.library.columns and "attribution" not in entry["losses"]
                source: Any = _documents(opened, games) if keeps_sources else games
            else:
                source = _objects(turn, opened, _chosen(opened, asked))
        _write(source, target, name, options_of(asked.get("options")))
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    finally:
        games.unlink(missing_ok=True)
    stem = Path(opened.name).name.split(".")[0] or "games"
    return Export(target, f"{stem}.{ending}", str(entry["media"] or "application/octet-stream"))


def _write(source: Any, target: Path, name: str, options: dict[str, Any]) -> None:
    given: dict[str, Any] = {**options, "to": name, "no_sort": True, "force": True}
    if isinstance(source, Path):
        scoresheet.convert(source, target, **given)
    else:
        scoresheet.write(source, target, **given)


def _chosen(opened: Opened, asked: Mapping[str, Any]) -> str:
    """A table of rows in SQL, with their order in the column `place`."""
    rows = asked.get("rows")
    if rows is None:
        return opened.views.table(str(asked.get("view") or "all"))
    if not isinstance(rows, list) or not all(type(row) is int and 0 <= row < opened.library.games for row in rows):
        raise wrong("`rows` is not a list of numbers of games")
    if not 0 < len(rows) <= _MOST_SELECTED:
        raise wrong(f"between 1 and {_MOST_SELECTED:,} games can be selected", "narrow the list with filters instead")
    return f"(SELECT unnest({rows}) AS row, unnest(range({len(rows)})) AS place)"


def _collect(turn: Turn, opened: Opened, chosen: str, path: Path) -> None:
    """Writes the games to a Parquet file, in the order of the list, with all that is known of them."""
    listed = ", ".join(f"games.{identifier(name)}" for name in sorted(opened.library.columns))
    turn.rows(f"""
        COPY (SELECT {listed} FROM {chosen} AS chosen JOIN games ON games.row = chosen.row ORDER BY chosen.place)
        TO {quoted(str(path))} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {_ROWS})""")


def _documents(opened: Opened, path: Path) -> Iterator[EitherGame]:
    """The games of a Parquet file, made from documents, which name the sources of notes, or else from the columns."""
    documents = _documents_in(opened, path)
    for game, document in zip(scoresheet.read(path, on_error="keep"), documents, strict=True):
        yield game if document is None else scoresheet.parse(document, from_="bgnl", on_error="keep")


def _documents_in(opened: Opened, path: Path) -> Iterator[str | None]:
    found: list[tuple[str | None]]
    for first in itertools.count(0, _ROWS):
        with opened.library.turns.turn() as turn:
            found = turn.rows(f"""
                SELECT {DOCUMENT} FROM {read_parquet([str(path)], numbered=True)}
                WHERE file_row_number BETWEEN {first} AND {first + _ROWS - 1} ORDER BY file_row_number""")
        yield from (document for (document,) in found)
        if len(found) < _ROWS:
            return


def _objects(turn: Turn, opened: Opened, chosen: str) -> Sequence[Any]:
    """The games as objects. Those on infinite boards are few, and cannot be columns."""
    rows = [row for (row,) in turn.rows(f"SELECT row FROM {chosen} ORDER BY place LIMIT {_MOST_SELECTED + 1}")]
    if len(rows) > _MOST_SELECTED:
        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", f"more than {_MOST_SELECTED:,} games")
    return [opened.library.game(row) for row in rows]

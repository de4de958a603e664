"""Games with the edits of the page as a file, in the folder of the file that the viewer was started with, or sent."""

from __future__ import annotations

import base64
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

import scoresheet
from scoresheet import _scratch
from scoresheet._kinds import EitherGame
from scoresheet._registry import registry
from scoresheet.viewer.errors import Refused, whole, wrong
from scoresheet.viewer.game_edits import with_edits
from scoresheet.viewer.game_texts import options_of

if TYPE_CHECKING:
    from scoresheet.report import Report
    from scoresheet.viewer.session import Opened

__all__ = ["MOST_COPIED", "edited_games", "folder_of", "games_text", "save_game", "save_games"]

MOST_COPIED = 20_000
"""The maximum number of games of a source of which a copy is saved."""

_MOST_EDITED = 1000
"""The number of edited games that are saved at once."""

_numbers = itertools.count(1)

_NAME = re.compile(r"[\w() ,+-][\w() .,+-]{0,199}")
"""The names of files: no separators, no leading dot, and nothing that a shell or another system reads as a path."""


def folder_of(inputs: Sequence[str]) -> Path | None:
    """The folder of the input if it is a single local file; otherwise None.

    >>> str(folder_of(["examples/historic.pgn"]).name), folder_of(["examples"])
    ('examples', None)
    """
    path = Path(inputs[0]) if len(inputs) == 1 else None
    return path.resolve().parent if path is not None and path.is_file() else None


def save_game(game: EitherGame, asked: Mapping[str, Any], folder: Path | None) -> dict[str, Any]:
    """Writes a game with its `edits` to the file `name` in a folder. Returns the name and the losses of the format.

    The file appears only when it is complete. An existing one is replaced only if `replace` is true.

    Raises:
        Refused: no folder is known, the name or the format is unusable, or the file exists.
        ScoresheetError: the edits are not possible, or the game cannot be written in the format.
    """
    return _saved(lambda: [with_edits(game, asked.get("edits") or ())], asked, folder)


def save_games(opened: Opened, asked: Mapping[str, Any], folder: Path | None) -> dict[str, Any]:
    """Writes the games that `edited_games` returns to the file `name` in a folder, as `save_game` does for one game."""
    return _saved(lambda: edited_games(opened, asked), asked, folder)


def games_text(opened: Opened, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The games that `edited_games` returns as one file: its name, the losses of the format, and `text` or `base64`.

    Raises:
        Refused: the games or the format are unusable.
        ScoresheetError: the edits are not possible, or a game cannot be written in the format.
    """
    entry = _format(asked)
    number = next(_numbers)
    path = _scratch.own() / f"edited-{number}"
    options: dict[str, Any] = {**options_of(asked.get("options")), "to": entry["id"], "force": True}
    try:
        report = scoresheet.write(edited_games(opened, asked), path, **options)
        content = path.read_bytes()
    finally:
        path.unlink(missing_ok=True)
    body = {"text": content.decode()} if entry["text"] else {"base64": base64.b64encode(content).decode()}
    ending = entry["extensions"][0] if entry["extensions"] else entry["id"]
    stem = Path(opened.name).name.split(".")[0] or "games"
    return {**body, "name": f"{stem}-edited.{ending}", "losses": _losses(report)}


def edited_games(opened: Opened, asked: Mapping[str, Any]) -> Iterator[EitherGame]:
    """The games of `games` with their edits, in the order of the list; with `whole`, all games, those edited in place.

    Each of `games` has its `row`, its `edits`, and `given`, the number of nodes of the game that the edits belong to.

    Raises:
        Refused: the games are not described so, there is no such game, edits belong to another version of a game, or
            there are too many games for a copy of all.
        ScoresheetError: an edit is not possible.
    """
    games = asked.get("games")
    if not isinstance(games, list) or not games or not all(isinstance(one, dict) for one in games):
        raise wrong("`games` is not a list of games with edits")
    if len(games) > _MOST_EDITED:
        raise wrong(f"more than {_MOST_EDITED} games are edited")
    by_row = {whole(str(one.get("row"))): one for one in games}
    rows: Sequence[int] = sorted(by_row)
    if asked.get("whole") is True:
        if opened.library.games > MOST_COPIED:
            raise wrong(f"more than {MOST_COPIED:,} games are not copied", hint="save only the edited games")
        rows = range(opened.library.games)
    for one in by_row.values():
        _edited(opened, one)  # so that nothing is written if an edit is not possible
    for row in rows:
        yield opened.library.game(row) if row not in by_row else _edited(opened, by_row[row])


def _edited(opened: Opened, one: Mapping[str, Any]) -> EitherGame:
    row, edits = whole(str(one.get("row"))), one.get("edits") or ()
    game = opened.game(row)
    given = 1 + sum(1 for _ in game.walk())
    if one.get("given") not in (None, given):
        raise wrong(
            f"the changes of game {row + 1} belong to another version of it", hint="open it and change it again"
        )
    return with_edits(game, edits)


def _format(asked: Mapping[str, Any]) -> Any:
    form = str(asked.get("format") or "pgn")
    entry = next((entry for entry in registry("formats") if entry["id"] == form and not entry["store"]), None)
    if entry is None or not entry["writes"]:
        raise wrong(f"there is no format `{form[:40]}` to write")
    return entry


def _saved(games: Callable[[], Iterable[EitherGame]], asked: Mapping[str, Any], folder: Path | None) -> dict[str, Any]:
    """Writes games to the file that the page names."""
    if folder is None:
        raise Refused(
            HTTPStatus.FORBIDDEN, "forbidden", "there is no file to save beside", hint="start `scoresheet serve FILE`"
        )
    entry, name = _format(asked), str(asked.get("name") or "")
    if not _NAME.fullmatch(name) or name.endswith((" ", ".")):
        raise wrong(f"`{name[:80]}` is not the name of a file", hint="use letters, digits, spaces and `-_.,+()`")
    path = folder / name
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise wrong(f"`{name}` is not a plain file", hint="choose another name")
    replaces = asked.get("replace") is True
    if path.exists() and not replaces:
        raise Refused(HTTPStatus.CONFLICT, "file-exists", f"`{name}` already exists", hint="choose another name")
    options: dict[str, Any] = {**options_of(asked.get("options")), "to": entry["id"], "force": replaces}
    report = scoresheet.write(games(), path, **options)
    return {"name": name, "losses": _losses(report)}


def _losses(report: Report) -> list[dict[str, str]]:
    return [{"kind": loss.kind, "message": f"{loss.kind}: {loss.count}"} for loss in report.losses]

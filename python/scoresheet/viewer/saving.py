"""A game with the edits of the page as a new file in the folder of the file that the viewer was started with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import Any

import scoresheet
from scoresheet._kinds import EitherGame
from scoresheet._registry import registry
from scoresheet.viewer.errors import Refused, wrong
from scoresheet.viewer.game_edits import with_edits
from scoresheet.viewer.game_texts import options_of

__all__ = ["folder_of", "save_game"]

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
    if folder is None:
        raise Refused(
            HTTPStatus.FORBIDDEN, "forbidden", "there is no file to save beside", hint="start `scoresheet serve FILE`"
        )
    name, form = str(asked.get("name") or ""), str(asked.get("format") or "pgn")
    entry = next((entry for entry in registry("formats") if entry["id"] == form and not entry["store"]), None)
    if entry is None or not entry["writes"]:
        raise wrong(f"there is no format `{form[:40]}` to write")
    if not _NAME.fullmatch(name) or name.endswith((" ", ".")):
        raise wrong(f"`{name[:80]}` is not the name of a file", hint="use letters, digits, spaces and `-_.,+()`")
    path = folder / name
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise wrong(f"`{name}` is not a plain file", hint="choose another name")
    if path.exists() and asked.get("replace") is not True:
        raise Refused(HTTPStatus.CONFLICT, "file-exists", f"`{name}` already exists", hint="choose another name")
    changed = with_edits(game, asked.get("edits") or ())
    options: dict[str, Any] = {**options_of(asked.get("options")), "to": form, "force": asked.get("replace") is True}
    report = scoresheet.write([changed], path, **options)
    return {
        "name": name,
        "losses": [{"kind": loss.kind, "message": f"{loss.kind}: {loss.count}"} for loss in report.losses],
    }

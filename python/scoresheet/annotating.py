"""Annotations of games that are stored: what one is in a document, and adding it to a game of a file."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scoresheet import _registry
from scoresheet._options import text
from scoresheet.errors import UsageError
from scoresheet.reading import inputs, read
from scoresheet.writing import write

if TYPE_CHECKING:
    from scoresheet.game import Game
    from scoresheet.report import Report

__all__ = ["annotate", "annotation"]


def annotation(game: Game, ply: int, source: str, **said: Any) -> dict[str, Any]:
    """An annotation as a document has it: what a store appends to the array `a` of a move, or of `bgn` for ply 0.

    The game stays as it is; the arguments are those of `Node.annotate`, which checks them.

    >>> import scoresheet
    >>> game = scoresheet.parse("1. e4 e5 *")
    >>> annotation(game, 2, "AA2", nag=4, alt="c5", date="2022-03-04")
    {'id': 'AA2', 'date': '2022-03-04', 'nag': 4, 'alt': {'moves': [{'p': 'P', 'f': 'c7', 't': 'c5'}]}}
    """
    annotated = copy.copy(game)
    annotated.at(ply).annotate(source, **said)
    document = json.loads(annotated.to("bgnl"))
    holder = document["bgn"]
    if ply > 0:
        moves = document["moves"]
        holder = moves[ply - (moves[0] is not None)]
    found: dict[str, Any] = next(note for note in reversed(holder["a"]) if "before" not in note)
    return found


def annotate(
    file: str | os.PathLike[str],
    game: int,
    ply: int,
    source: str,
    *,
    output: str | os.PathLike[str] | None = None,
    force: bool = False,
    **said: Any,
) -> Report:
    """Adds an annotation to a game of a file of documents. The file, or another one, appears when it is complete.

    Args:
        file: a file of a format that says whose annotations are, packed or not.
        game: its number, from 1.
        ply: that of the move in the mainline; 0 for the game itself.
        source: whose it is.
        output: another file; None for the same.
        force: overwrite the output.
        said: as in `Node.annotate`.

    Raises:
        ReadError: the file has an error, which would be lost. Then it stays as it is.
        UsageError: there is no such game or ply, the format cannot say it, or the output is there already.
    """
    path = text(file)
    found = inputs([path])
    kind = found[0]["kind"] if len(found) == 1 else None
    if kind not in formats():
        hint = f"convert it to one of these: {', '.join(formats())}"
        raise UsageError(f"the games of `{path}` do not say whose annotations are", hint=hint)
    if game < 1:
        raise UsageError(f"there is no game {game}", hint="games count from 1")
    same = output is None
    to = {"to": kind} if same else {}
    games = _annotated(path, game, ply, (source, said))
    return write(games, path if same else text(output), force=force or same, **to)  # type: ignore[arg-type]


def formats() -> list[str]:
    """The formats of files whose games say whose annotations are: those that lose no part of an annotation."""
    parts = {"attribution", "nag", "comment", "variation"}
    return [str(entry["id"]) for entry in _registry.registry("formats") if parts.isdisjoint(entry["losses"])]


def _annotated(path: str, number: int, ply: int, said: tuple[str, dict[str, Any]]) -> Iterator[Game]:
    """The games of a file, one of which is annotated."""
    count = 0
    source, more = said
    for count, game in enumerate(read(path, on_error="raise"), 1):
        if count == number:
            game.at(ply).annotate(source, **more)
        yield game
    if count < number:
        raise UsageError(f"there is no game {number} in `{path}`", hint=f"it has {count}")

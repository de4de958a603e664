"""Annotations as parts of documents, and adding them to games in files."""

from __future__ import annotations

import os
import pathlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from scoresheet import _registry
from scoresheet._annotations import annotation, node_at
from scoresheet._options import text
from scoresheet.errors import UsageError
from scoresheet.reading import inputs, read
from scoresheet.writing import write

if TYPE_CHECKING:
    from scoresheet.game import Game
    from scoresheet.report import Report

__all__ = ["annotate", "annotation"]


def annotate(
    file: str | os.PathLike[str],
    game: int,
    ply: int | str | Sequence[int],
    source: str,
    *,
    output: str | os.PathLike[str] | None = None,
    force: bool = False,
    **said: Any,
) -> Report:
    """Adds an annotation to a game in a file of documents. The result appears only when it is complete.

    Programs that annotate the same file at the same time wait for each other, except on Windows.

    Args:
        file: a file in a format that keeps the source of each annotation, compressed or not.
        game: the number of the game, from 1.
        ply: the ply of the move in the mainline, or the address of any move (`Node.address`), such as `"12.1.3"`; 0 for
            the game itself.
        source: the source of the annotation.
        output: the file to write; None replaces `file`.
        force: overwrite the output if it exists.
        said: the parts of the annotation, as in `Node.annotate`.

    Raises:
        ReadError: the file has an error. The file is not changed, because the faulty part would be lost.
        UsageError: there is no such game or move, the format cannot hold the annotation, or the output already exists.
    """
    path = text(file)
    found = inputs([path])
    kind = found[0]["kind"] if len(found) == 1 else None
    if kind not in formats():
        hint = f"convert it to one of these formats: {', '.join(formats())}"
        raise UsageError(f"`{path}` cannot hold annotations by source", hint=hint)
    if game < 1:
        raise UsageError(f"there is no game {game}", hint="games are numbered from 1")
    if output is not None:
        return write(_annotated(path, game, ply, (source, said)), text(output), force=force)
    with _locked(path):
        return write(_annotated(path, game, ply, (source, said)), path, force=True, to=kind)


@contextmanager
def _locked(path: str) -> Iterator[None]:
    """Waits until no other process replaces a file, and keeps others from it, if the file system has such locks.

    Of two that read the same state of the file, the later one would undo what the other has added.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl  # here: it is not everywhere

    while True:
        with pathlib.Path(path).open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX)
            except OSError:
                yield
                return
            # It may have been replaced while this waited; then the lock is that of a file without a name.
            if os.path.samestat(os.fstat(file.fileno()), pathlib.Path(path).stat()):
                yield
                return


def formats() -> list[str]:
    """The file formats that can hold annotations with their sources: those that lose no part of an annotation."""
    parts = {"attribution", "nag", "comment", "variation"}
    known = _registry.registry("formats")
    return [entry["id"] for entry in known if entry["writes"] and parts.isdisjoint(entry["losses"])]


def _annotated(
    path: str, number: int, ply: int | str | Sequence[int], said: tuple[str, dict[str, Any]]
) -> Iterator[Game]:
    """The games of a file, with the annotation added to one of them."""
    count = 0
    source, more = said
    for count, game in enumerate(read(path), 1):
        if game.errors:
            raise game.errors[0]
        if count == number:
            node_at(game, ply).annotate(source, **more)
        yield game
    if count < number:
        raise UsageError(
            f"there is no game {number} in `{path}`", hint=f"it has {count} game{'' if count == 1 else 's'}"
        )

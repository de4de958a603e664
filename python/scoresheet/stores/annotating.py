"""Adding annotations to games in a store."""

from __future__ import annotations

import json
from typing import Any

from scoresheet._annotations import annotation
from scoresheet._hints import either
from scoresheet.errors import FileError, UsageError, WriteError
from scoresheet.game import parse
from scoresheet.stores import check_documents, failures_told
from scoresheet.stores.store import Note, Store

__all__ = ["annotate_in"]


def annotate_in(store: Store, place: tuple[str | None, int, int], who: str, **said: Any) -> None:
    """Adds an annotation to a game of a store, in place. All other annotations stay as they are.

    Args:
        store: where the game is.
        place: the source of the game, or None if the store has only one; the number of the game in that source; and the
            ply, 0 for the game itself.
        who: the id of the source of the annotation.
        said: the parts of the annotation, as in `Node.annotate`.

    Raises:
        UsageError: there is no such source, game or ply, or the store has no documents.
    """
    named, number, ply = place
    with store:
        with failures_told(store, FileError):
            check_documents(store)
            source = _source(store, named)
            document = store.document(source, number)
        if document is None:
            raise UsageError(f"there is no game {number} of `{source}` in `{store.address.name}`")
        game = parse(document, from_=store.rendering)
        note = annotation(game, ply, who, **said)
        info = said.get("info")
        entry = {"id": who} if info is None else {"id": who, "info": info}
        made = Note(source, number, ply, _json(note), who, _json(entry))
        with failures_told(store, WriteError):
            if not store.annotate(made):
                raise UsageError(f"game {number} of `{source}` no longer has a ply {ply}")


def _source(store: Store, named: str | None) -> str:
    """The source that was named, or the only one."""
    known = sorted(store.loads() or {})
    if named is None and len(known) != 1:
        listed = ", ".join(f"`{name}`" for name in known[:5]) + (" …" if len(known) > 5 else "")
        named_by = either("`--file`", "the first part of `place`")
        raise UsageError(
            f"`{store.address.name}` has games from {len(known)} sources",
            hint=f"name one of them by {named_by}: {listed}",
        )
    return known[0] if named is None else named


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

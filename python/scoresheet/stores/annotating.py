"""Adding annotations to games in a store."""

from __future__ import annotations

import json
from typing import Any

from scoresheet._annotations import annotation, node_at
from scoresheet._hints import either
from scoresheet._note_places import appended, place_of
from scoresheet.errors import FileError, UsageError, WriteError
from scoresheet.game import parse
from scoresheet.stores import check_documents, failures_told
from scoresheet.stores.store import Note, Store

__all__ = ["annotate_in"]


def annotate_in(store: Store, place: tuple[str | None, int, Any], who: str, **said: Any) -> None:
    """Adds an annotation to a game of a store, in place. All other annotations stay as they are.

    Args:
        store: where the game is.
        place: the source of the game, or None if the store has only one; the number of the game in that source; and the
            ply of a move of the mainline, or the address of any move (`Node.address`), 0 for the game itself.
        who: the id of the source of the annotation.
        said: the parts of the annotation, as in `Node.annotate`.

    Raises:
        UsageError: there is no such source, game or move, or the store has no documents.
    """
    named, number, address = place
    with store:
        with failures_told(store, FileError):
            check_documents(store)
            source = _source(store, named)
        read: bytes | None = None
        while True:
            with failures_told(store, FileError):
                document = store.document(source, number)
            if document is None:
                raise UsageError(f"there is no game {number} of `{source}` in `{store.address.name}`")
            if document == read:
                raise UsageError(f"game {number} of `{source}` cannot be annotated at `{address}`")
            made = _note(store, (source, number, document), address, (who, said))
            with failures_told(store, WriteError):
                if store.annotate(made):
                    return
            # That place was changed in the meantime.
            read = document


def _note(store: Store, of: tuple[str, int, bytes], address: Any, what: tuple[str, dict[str, Any]]) -> Note:
    """The annotation for a store that holds this document of a game."""
    (source, number, document), (who, said) = of, what
    content = store.content(document)
    game = parse(document, from_=store.rendering)
    node = node_at(game, address)
    info = said.get("info")
    entry = _json({"id": who} if info is None else {"id": who, "info": info})
    note = _json(annotation(game, node, who, **said))
    texts, path, held = place_of(content, node)
    if not texts:
        return Note(source, number, path, (held.get("f"), held.get("t")), note, who, entry)
    before = content
    for step in texts[0]:
        before = before[step]  # type: ignore[index]
    after = appended(str(before), texts[1:], path, note)
    return Note(source, number, texts[0], (None, None), note, who, entry, (str(before), after))


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

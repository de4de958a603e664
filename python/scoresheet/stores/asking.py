"""Built-in questions that run inside a store."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from scoresheet._hints import hint
from scoresheet._options import shown, store_kind, text
from scoresheet._registry import families_of, registry
from scoresheet.errors import FileError, UsageError
from scoresheet.stores import columns_of, failures_told, opened

if TYPE_CHECKING:
    from scoresheet._options import Path
    from scoresheet.stores.store import Answer, Store

__all__ = ["asked", "store_of"]


def store_of(source: object, reading: Mapping[str, Any]) -> Store | None:
    """The store that a source names, None if it names anything else; `reading` are the options of `read`."""
    kind = store_kind(source, reading.get("from_"))
    if kind is None:
        return None
    from scoresheet.stores.store import Address  # here, as below: most sources are files

    (named,) = [source] if isinstance(source, str | os.PathLike) else cast("list[Path]", source)
    location = text(named)
    return opened(kind, Address(location, shown(location), str(reading.get("table", "games"))))


def asked(store: Store, question: str, parameters: Mapping[str, object]) -> Answer:
    """A store's result for a built-in question."""
    from scoresheet.questions.engine import LATER, Asked  # here, as above: most questions are about files
    from scoresheet.questions.texts import asked_of, text_for

    shipped, _ = asked_of(store.engine, question)
    with failures_told(store, FileError), store:
        there = columns_of(store)
        try:
            answer = store.ask(question, parameters, [name for name in LATER if name not in there])
            return _with_san(store, answer, shipped.played) if shipped.played else answer
        except store.failures:
            said = text_for(store.engine, question, parameters, Asked(store.address.table))
            lacking = _lacking(said, [*there, *LATER])
            if not (store.asks_columns and lacking):
                raise
    raise UsageError(
        f"`@{question}` needs {_listed('column', lacking)} of {_listed('family', lacking.values())}, "
        f"which `{store.address.name}` does not have",
        hint=hint(f"load the games again with `{{columns={','.join(families_of([*there, *lacking]))}}}`"),
    )


def _with_san(store: Store, answer: Answer, column: str) -> Answer:
    """The result with the moves of a column in SAN. Each row names the game and the ply; its game is read for that."""
    source, game, ply, move = (answer.columns.index(name) for name in ("source", "game", "ply", column))
    plies: dict[tuple[str, int], set[int]] = {}
    for row in answer.rows:
        plies.setdefault((row[source], row[game]), set()).add(row[ply])
    written = {name: _written(store, name, some) for name, some in plies.items()}
    rows = [
        (*row[:move], written[row[source], row[game]].get(row[ply], row[move]), *row[move + 1 :]) for row in answer.rows
    ]
    return replace(answer, rows=rows)


def _written(store: Store, name: tuple[str, int], plies: set[int]) -> dict[int, str]:
    """The moves of a game at these plies in SAN. Others may have changed the game in the meantime."""
    from scoresheet.game import parse  # here, as above

    document = store.document(*name)
    if document is None:
        return {}
    nodes = parse(document, from_=store.rendering).mainline()
    return {ply: str(node.san) for ply, node in enumerate(nodes, 1) if ply in plies}


def _lacking(said: str, there: Sequence[str]) -> dict[str, str]:
    """The columns that a text names but the table lacks, each with its family."""
    families = {column["name"]: column["family"] for column in registry("columns")}
    words = dict.fromkeys(re.findall(r"\w+", said))
    return {word: families[word] for word in words if word in families and word not in there}


def _listed(what: str, names: Iterable[str]) -> str:
    """Names, introduced by what they are.

    >>> _listed("family", ["tags", "tags"]), _listed("column", ["white", "black"])
    ('the family `tags`', 'the columns `white`, `black`')
    """
    found = list(dict.fromkeys(names))
    several = {"column": "columns", "family": "families"}[what] if len(found) > 1 else what
    return f"the {several} {', '.join(f'`{name}`' for name in found)}"

"""What an output can hold of an analysis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoresheet._registry import registry
from scoresheet.game import parse

__all__ = ["columns_for", "holds_evaluations"]

_WITH_NOTES = ("tags", "summary", "moves", "notes")
_WITH_DOCUMENTS = ("tags", "summary", "moves", "documents")

_TABLES = {
    "parquet": _WITH_NOTES, "arrow": _WITH_NOTES,
    "duckdb": _WITH_DOCUMENTS, "sqlite": _WITH_DOCUMENTS, "postgresql": _WITH_DOCUMENTS,
}  # fmt: skip
"""Tables, and their columns by default: the usual ones, and evaluations."""

_WHOLE = ("archive", "mongodb")
"""Outputs that always hold whole games."""

_HOLDING = frozenset(["eval_cp", "eval_mate", "annotations", "doc", "game_text"])
"""The columns that hold evaluations."""


def columns_for(form: str | None, given: Sequence[str] | None) -> Sequence[str] | None:
    """The columns of an output, from those that the caller has named; None for an output without columns.

    >>> columns_for("parquet", None)
    ('tags', 'summary', 'moves', 'notes')
    >>> columns_for("pgn", None) is None
    True
    """
    return (given or _TABLES[form]) if form in _TABLES else None


def holds_evaluations(form: str | None, columns: Sequence[str] | None) -> bool:
    """Whether an output with these columns, if it is a table, has a place for the evaluations of moves.

    >>> holds_evaluations("vgn", None), holds_evaluations("csv", None), holds_evaluations("parquet", ["tags", "packed"])
    (True, False, False)
    """
    if form in _TABLES:
        wanted = set(columns_for(form, columns) or ())
        return any(
            not wanted.isdisjoint((row["name"], row["family"]))
            for row in registry("columns")
            if row["name"] in _HOLDING
        )
    if form is None or form in _WHOLE:
        return True
    entry = next(row for row in registry("formats") if row["id"] == form)
    if not entry["reads"]:
        return False  # an opening book
    from scoresheet.reading import read  # here: it is needed once, at the end

    known: Any = form
    text = parse("1. e4 {[%eval 0.31]} *").to(known)
    [game] = read(text if isinstance(text, bytes) else text.encode(), from_=known)
    return any(node.eval is not None for node in game.mainline())

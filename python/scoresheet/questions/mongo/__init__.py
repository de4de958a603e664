"""MongoDB: aggregation pipelines over the collection of a store, one Python file for each question.

`expressions`, `games`, `sides`, `clocks` and `judged_moves` hold what several of them share.

A pipeline consists of objects, so nothing has to be quoted: drivers send the objects, and the printed text is what
`mongosh` takes. Pipelines use only features that MongoDB has since version 4.4.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any

from scoresheet.errors import UsageError
from scoresheet.questions import Question, Value
from scoresheet.questions.engine import Asked, Engine

__all__ = ["COLLECTION", "Pipeline", "collection_name", "pipeline"]

Pipeline = list[dict[str, Any]]

_WIDTH = 100
"""The maximum length of a line that holds a whole object."""


_SHARED = ("expressions", "games", "clocks", "judged_moves", "sides")
"""The files that are not about a question."""


class _Collection(Engine):
    """The pipelines over a collection of documents."""

    def has(self, question: str) -> bool:
        """Whether there is a pipeline for a question."""
        return question not in _SHARED and (Path(__file__).parent / f"{question}.py").exists()

    def text(self, question: Question, values: Mapping[str, Value], asked: Asked) -> str:
        """The `mongosh` command that runs a question."""
        name = collection_name(asked.table)
        stages = _shown(pipeline(question, values), "")
        return f"db.getCollection({json.dumps(name)}).aggregate({stages})"


def collection_name(name: str) -> str:
    """The name of a collection, if it is a valid one.

    >>> collection_name("games")
    'games'
    """
    is_odd = name.startswith((".", "system.")) or name.endswith(".") or ".." in name
    if not name or is_odd or "\0" in name or "$" in name:
        raise UsageError(f"`{name}` cannot be the name of a collection", hint="choose another name")
    return name


COLLECTION = _Collection("mongo", "MongoDB")


def pipeline(question: Question, values: Mapping[str, Value]) -> Pipeline:
    """The pipeline of a question. Days are instants, midnight in UTC, as in BSON.

    >>> from scoresheet.questions import find
    >>> asked = find("castling")
    >>> [next(iter(stage)) for stage in pipeline(asked, asked.values({"plies": 10}))]
    ['$match', '$match', '$addFields', '$project', '$group']
    """
    module = importlib.import_module(f"scoresheet.questions.mongo.{question.name}")
    lacking = getattr(module, "LACKING", ())
    COLLECTION.refuse(question, values, lambda name, value: name in module.PARAMETERS and (name, value) not in lacking)
    made: Pipeline = module.pipeline({name: _instant(value) for name, value in values.items()})
    return made


def _instant(value: Value) -> Value:
    return datetime(value.year, value.month, value.day, tzinfo=timezone.utc) if isinstance(value, date) else value


def _shown(value: Any, indent: str) -> str:
    """A value as `mongosh` reads it: JSON, with function calls for dates."""
    line = _in_line(value)
    if not isinstance(value, dict | list) or len(indent) + len(line) <= _WIDTH:
        return line
    inner = indent + "  "
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + _shown(part, inner) for part in value) + f"\n{indent}]"
    parts = (f"{inner}{json.dumps(key)}: {_shown(part, inner)}" for key, part in value.items())
    return "{\n" + ",\n".join(parts) + f"\n{indent}}}"


def _in_line(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {_in_line(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_in_line, value)) + "]"
    return f'ISODate("{value:%Y-%m-%dT%H:%M:%SZ}")' if isinstance(value, datetime) else json.dumps(value)

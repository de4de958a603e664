"""What MongoDB makes of a pipeline, for the few stages and operators that the shipped questions use.

Small on purpose: it knows nothing that no question uses, and refuses that, so that a pipeline cannot outgrow its test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

Document = dict[str, Any]

_MISSING = object()


def aggregate(documents: list[Document], pipeline: list[Document]) -> list[Document]:
    """The documents that a pipeline gives."""
    for stage in pipeline:
        ((name, about),) = stage.items()
        documents = STAGES[name](documents, about)
    return documents


# Matching


def _match(documents: list[Document], query: Document) -> list[Document]:
    return [document for document in documents if _matches(document, query)]


def _matches(document: Document, query: Document) -> bool:
    return all(
        any(_matches(document, part) for part in wanted) if key == "$or" else _meets(_path(document, key), wanted)
        for key, wanted in query.items()
    )


def _meets(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict):
        return all(BOUNDS[sign](value, bound) for sign, bound in wanted.items())
    assert wanted is None, "only `null` is compared with"
    return value is _MISSING or value is None


def _bound(compare: Callable[[datetime, datetime], bool]) -> Callable[[Any, Any], bool]:
    # Values of another type are never within bounds, whatever their order.
    return lambda value, bound: isinstance(value, datetime) and compare(value, bound)


BOUNDS = {"$gte": _bound(lambda a, b: a >= b), "$lt": _bound(lambda a, b: a < b)}


def _path(document: Any, path: str) -> Any:
    for name in path.split("."):
        if not isinstance(document, dict) or name not in document:
            return _MISSING
        document = document[name]
    return document


# Making documents


def _project(documents: list[Document], fields: Document) -> list[Document]:
    return [
        {
            name: value
            for name, about in fields.items()
            if (value := _value(about, {"ROOT": document})) is not _MISSING
        }
        for document in documents
    ]  # fmt: skip


def _group(documents: list[Document], fields: Document) -> list[Document]:
    assert fields["_id"] is None, "everything is one group"
    if not documents:
        return []
    made: Document = {"_id": None}
    for name, about in fields.items():
        if name != "_id":
            ((sign, expression),) = about.items()
            made[name] = ACCUMULATORS[sign]([_value(expression, {"ROOT": document}) for document in documents])
    return [made]


ACCUMULATORS: dict[str, Callable[[list[Any]], Any]] = {
    "$sum": lambda values: sum(value for value in values if isinstance(value, int)),
}

STAGES: dict[str, Callable[[list[Document], Document], list[Document]]] = {
    "$match": _match,
    "$project": _project,
    "$group": _group,
}


# Expressions


def _value(about: Any, names: Mapping[str, Any]) -> Any:
    if isinstance(about, str) and about.startswith("$$"):
        name, _, path = about[2:].partition(".")
        return _path(names[name], path) if path else names[name]
    if isinstance(about, str) and about.startswith("$"):
        return _path(names["ROOT"], about[1:])
    if isinstance(about, list):
        return [_or_null(_value(part, names)) for part in about]
    if isinstance(about, dict):
        ((name, arguments),) = about.items()
        return OPERATORS[name](arguments, names)
    return about


def _or_null(value: Any) -> Any:
    return None if value is _MISSING else value


def _cond(arguments: list[Any], names: Mapping[str, Any]) -> Any:
    condition, then, otherwise = arguments
    return _value(then if _value(condition, names) else otherwise, names)


def _if_null(arguments: list[Any], names: Mapping[str, Any]) -> Any:
    # More than two arguments came with MongoDB 5.0.
    first, otherwise = arguments
    value = _or_null(_value(first, names))
    return _value(otherwise, names) if value is None else value


def _reduce(about: Document, names: Mapping[str, Any]) -> Any:
    assert about.keys() == {"input", "initialValue", "in"}
    value = _value(about["initialValue"], names)
    for this in _value(about["input"], names):
        value = _value(about["in"], {**names, "value": value, "this": this})
    return value


def _slice(arguments: list[Any], names: Mapping[str, Any]) -> Any:
    array, start, number = (_value(part, names) for part in arguments)
    assert start >= 0
    assert number > 0, "MongoDB refuses to take nothing"
    assert start + number < 2**31, "mongo-java-server adds them in 32 bits"
    return array[start : start + number]


def _element(arguments: list[Any], names: Mapping[str, Any]) -> Any:
    array, place = (_value(part, names) for part in arguments)
    return array[place] if place < len(array) else _MISSING


def _concatenated(arguments: list[Any], names: Mapping[str, Any]) -> Any:
    return [part for argument in arguments for part in _value(argument, names)]


def _pair(compare: Callable[[Any, Any], Any]) -> Callable[[list[Any], Mapping[str, Any]], Any]:
    def of(arguments: list[Any], names: Mapping[str, Any]) -> Any:
        left, right = (_value(part, names) for part in arguments)
        return compare(left, right)

    return of


OPERATORS: dict[str, Callable[[Any, Mapping[str, Any]], Any]] = {
    "$arrayElemAt": _element,
    "$concatArrays": _concatenated,
    "$cond": _cond,
    # What is missing is not `null` to an operator.
    "$eq": _pair(lambda left, right: left == right),
    "$ifNull": _if_null,
    "$literal": lambda about, _names: about,
    "$ne": _pair(lambda left, right: left != right),
    "$reduce": _reduce,
    "$size": lambda about, names: len(_value(about, names)),
    "$slice": _slice,
}

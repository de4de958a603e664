"""What MongoDB makes of a pipeline, for the stages and operators that the built-in questions use.

Small on purpose: it knows nothing that no question uses, and refuses that, so that a pipeline cannot outgrow its test.
If MongoDB ends with an error, so does it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cmp_to_key
from typing import Any

Document = dict[str, Any]
Names = Mapping[str, Any]

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


def _matches(document: Any, query: Document) -> bool:
    return all(
        LOGIC[key](_matches(document, part) for part in wanted)
        if key in LOGIC
        else _meets(_path(document, key, places=True), wanted)
        for key, wanted in query.items()
    )


LOGIC: dict[str, Callable[[Iterable[bool]], bool]] = {"$or": any, "$nor": lambda parts: not any(parts)}


def _meets(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict):
        flags = re.IGNORECASE if wanted.get("$options") == "i" else 0
        if "$regex" in wanted:
            return isinstance(value, str) and re.search(wanted["$regex"], value, flags) is not None
        return all(SIGNS[sign](value, bound) for sign, bound in wanted.items())
    return value is _MISSING or value is None if wanted is None else _same(value, wanted)


def _bound(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    # Values of another type are never within bounds, regardless of their order.
    return lambda value, bound: _order_of_type(value) == _order_of_type(bound) and compare(value, bound)


SIGNS: dict[str, Callable[[Any, Any], bool]] = {
    "$exists": lambda value, wanted: (value is not _MISSING) is wanted,
    "$gte": _bound(lambda a, b: a >= b),
    "$in": lambda value, wanted: any(_same(value, each) for each in wanted),
    "$lt": _bound(lambda a, b: a < b),
    "$lte": _bound(lambda a, b: a <= b),
    "$mod": lambda value, wanted: isinstance(value, int | float) and value % wanted[0] == wanted[1],
    "$ne": lambda value, wanted: not _meets(value, wanted),
    "$size": lambda value, wanted: isinstance(value, list) and len(value) == wanted,
}


def _path(value: Any, path: str, places: bool = False) -> Any:
    """The value at a path. In queries, numbers are places in arrays; expressions go into the elements instead."""
    name, _, rest = path.partition(".")
    if isinstance(value, list) and places:
        assert name.isdigit(), "no question looks for something in any element of an array"
        found = value[int(name)] if int(name) < len(value) else _MISSING
    elif isinstance(value, list):
        elements = (_path(element, path) for element in value)
        return [element for element in elements if element is not _MISSING]
    else:
        found = value.get(name, _MISSING) if isinstance(value, dict) else _MISSING
    return _path(found, rest, places) if rest else found


# Order


def _order_of_type(value: Any) -> int:
    if value is None or value is _MISSING:
        return 1
    kinds: list[tuple[Any, int]] = [(bool, 8), (int | float, 2), (str, 3), (dict, 4), (list, 5), (datetime, 9)]
    return next(order for kind, order in kinds if isinstance(value, kind))


def _compare(one: Any, other: Any) -> int:
    kinds = _order_of_type(one), _order_of_type(other)
    if kinds[0] != kinds[1]:
        return -1 if kinds[0] < kinds[1] else 1
    if kinds[0] == 1 or one == other:
        return 0
    assert kinds[0] not in (4, 5), "nothing orders objects or arrays"
    return -1 if one < other else 1


def _same(one: Any, other: Any) -> bool:
    # Python takes True for 1.
    return _order_of_type(one) == _order_of_type(other) and (one is other or one == other)


def _sort(documents: list[Document], keys: Document) -> list[Document]:
    for path, direction in reversed(keys.items()):
        assert direction in (1, -1)
        documents = sorted(
            documents,
            key=cmp_to_key(lambda a, b, path=path: _compare(_path(a, path), _path(b, path))),  # type: ignore[misc]
            reverse=direction == -1,
        )
    return documents


# Making documents


def _project(documents: list[Document], fields: Document) -> list[Document]:
    made = []
    for document in documents:
        kept: Document = {} if fields.get("_id") == 0 or "_id" not in document else {"_id": document["_id"]}
        for name, about in fields.items():
            assert "." not in name, "mongo-java-server misunderstands it"
            assert about is not None
            assert about != []
            value = document.get(name, _MISSING) if about == 1 else _value(about, {"ROOT": document})
            if value is not _MISSING and name != "_id":
                kept[name] = value
        made.append(kept)
    return made


def _add_fields(documents: list[Document], fields: Document) -> list[Document]:
    assert not any("." in name for name in fields), "mongo-java-server misunderstands it"
    made = [{name: _value(about, {"ROOT": document}) for name, about in fields.items()} for document in documents]
    merged = [{**document, **new} for document, new in zip(documents, made, strict=True)]
    return [{name: value for name, value in each.items() if value is not _MISSING} for each in merged]


def _unwind(documents: list[Document], path: str) -> list[Document]:
    name = path.removeprefix("$")
    assert "." not in name
    made = []
    for document in documents:
        value = document.get(name)
        for element in value if isinstance(value, list) else [] if value is None else [value]:
            made.append({**document, name: element})
    return made


def _group(documents: list[Document], fields: Document) -> list[Document]:
    groups: dict[str, tuple[Any, list[Document]]] = {}
    for document in documents:
        key = _or_null(_value(fields["_id"], {"ROOT": document}))
        groups.setdefault(repr(key), (key, []))[1].append(document)
    return [
        {
            "_id": key,
            **{name: _accumulated(about, some) for name, about in fields.items() if name != "_id"},
        }
        for key, some in groups.values()
    ]  # fmt: skip


def _accumulated(about: Document, documents: list[Document]) -> Any:
    ((sign, expression),) = about.items()
    return ACCUMULATORS[sign]([_value(expression, {"ROOT": document}) for document in documents])


def _distinct(values: list[Any]) -> list[Any]:
    # Their order is not defined, so nothing may depend on it.
    return [value for place, value in enumerate(values) if value not in values[:place]][::-1]


ACCUMULATORS: dict[str, Callable[[list[Any]], Any]] = {
    "$addToSet": _distinct,
    "$max": lambda values: max(values, key=cmp_to_key(_compare)),
    "$min": lambda values: min(values, key=cmp_to_key(_compare)),
    "$push": lambda values: [value for value in values if value is not _MISSING],
    "$sum": lambda values: sum(value for value in values if _is_number(value)),
}


def _facet(documents: list[Document], parts: Document) -> list[Document]:
    assert all(parts.values()), "MongoDB refuses an empty part"
    return [{name: aggregate(documents, stages) for name, stages in parts.items()}]


def _limit(documents: list[Document], number: int) -> list[Document]:
    assert number > 0
    return documents[:number]


STAGES: dict[str, Callable[[list[Document], Any], list[Document]]] = {
    "$addFields": _add_fields,
    "$facet": _facet,
    "$group": _group,
    "$limit": _limit,
    "$match": _match,
    "$project": _project,
    "$sort": _sort,
    "$unwind": _unwind,
}


# Expressions


def _value(about: Any, names: Names) -> Any:
    if isinstance(about, str) and about.startswith("$$"):
        name, _, path = about[2:].partition(".")
        return _path(names[name], path) if path else names[name]
    if isinstance(about, str) and about.startswith("$"):
        return _path(names["ROOT"], about[1:])
    if isinstance(about, list):
        return [_or_null(_value(part, names)) for part in about]
    if isinstance(about, dict) and any(key.startswith("$") for key in about):
        ((name, arguments),) = about.items()
        return OPERATORS[name](arguments, names)
    if isinstance(about, dict):
        made = {key: _value(part, names) for key, part in about.items()}
        return {key: value for key, value in made.items() if value is not _MISSING}
    return about


def _or_null(value: Any) -> Any:
    return None if value is _MISSING else value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _cond(arguments: list[Any], names: Names) -> Any:
    condition, then, otherwise = arguments
    return _value(then if _holds(_value(condition, names)) else otherwise, names)


def _holds(value: Any) -> bool:
    return value is not _MISSING and value is not None and value is not False and value != 0


def _if_null(arguments: list[Any], names: Names) -> Any:
    # More than two arguments came with MongoDB 5.0.
    first, otherwise = arguments
    value = _or_null(_value(first, names))
    return _value(otherwise, names) if value is None else value


def _reduce(about: Document, names: Names) -> Any:
    assert about.keys() == {"input", "initialValue", "in"}
    value = _value(about["initialValue"], names)
    for this in _value(about["input"], names):
        value = _value(about["in"], {**names, "value": value, "this": this})
    return value


def _map(about: Document, names: Names) -> Any:
    assert about.keys() == {"input", "as", "in"}
    array = _value(about["input"], names)
    return None if array is None else [_or_null(_value(about["in"], {**names, about["as"]: each})) for each in array]


def _filter(about: Document, names: Names) -> Any:
    assert about.keys() == {"input", "as", "cond"}
    array = _or_null(_value(about["input"], names))
    if array is None:
        return None
    return [each for each in array if _holds(_value(about["cond"], {**names, about["as"]: each}))]


def _convert(about: Document, names: Names) -> Any:
    assert about.keys() == {"input", "to", "onError", "onNull"}
    value = _or_null(_value(about["input"], names))
    if value is None:
        return _value(about["onNull"], names)
    try:
        return CONVERSIONS[about["to"]](value)
    except (TypeError, ValueError):
        return _value(about["onError"], names)


def _to_double(value: Any) -> float:
    # MongoDB takes no blanks around a number.
    if isinstance(value, str) and not re.fullmatch(r"[-+]?[0-9]+(\.[0-9]*)?(e[0-9]+)?", value):
        raise ValueError
    return float(value)


def _to_string(value: Any) -> str:
    if isinstance(value, dict | list):
        raise TypeError
    return str(value)


def _date_to_string(about: Document, names: Names) -> str | None:
    assert about.keys() == {"format", "date"}
    moment = _or_null(_value(about["date"], names))
    return None if moment is None else moment.strftime(about["format"])


def _to_date(value: Any) -> datetime:
    if not isinstance(value, datetime):
        raise TypeError
    return value


CONVERSIONS: dict[str, Callable[[Any], Any]] = {
    "date": _to_date, "double": _to_double, "int": int, "string": _to_string,
}  # fmt: skip


def _of(compute: Callable[..., Any]) -> Callable[[Any, Names], Any]:
    """An operator whose arguments are computed first. A single argument may come without an array."""

    def of(arguments: Any, names: Names) -> Any:
        given = arguments if isinstance(arguments, list) else [arguments]
        return compute(*(_value(part, names) for part in given))

    return of


def _of_known(compute: Callable[..., Any]) -> Callable[[Any, Names], Any]:
    """The same for an operator that gives null if one of them is null or missing."""

    def known(*values: Any) -> Any:
        return None if any(_or_null(value) is None for value in values) else compute(*values)

    return _of(known)


def _slice(array: list[Any], start: int, number: int) -> list[Any]:
    assert start >= 0
    assert number > 0, "MongoDB refuses to take nothing"
    assert start + number <= 2**31, "it takes numbers of 32 bits"
    return array[start : start + number]


def _element(array: list[Any], place: int) -> Any:
    assert isinstance(array, list)
    return array[int(place)] if -len(array) <= place < len(array) else _MISSING


def _substring(text: str, start: int, length: int) -> str:
    assert start >= 0
    assert length >= 0
    return text[start : start + length]


def _index(array: list[Any], wanted: Any) -> int:
    return next((place for place, each in enumerate(array) if _same(each, wanted)), -1)


def _split(text: str, separator: str) -> list[str]:
    assert separator
    return text.split(separator)


def _of_numbers(choose: Callable[..., Any]) -> Callable[..., Any]:
    """The least or the greatest of several values, or of the one array that is given."""

    def of(*values: Any) -> Any:
        given = values[0] if len(values) == 1 and isinstance(values[0], list) else values
        known = [value for value in given if _or_null(value) is not None]
        return choose(known) if known else None

    return of


def _sum(*values: Any) -> Any:
    given = values[0] if len(values) == 1 and isinstance(values[0], list) else values
    return sum(value for value in given if _is_number(value))


def _average(numbers: Any) -> float | None:
    known = [number for number in numbers if _is_number(number)]
    return sum(known) / len(known) if known else None


def _concat_arrays(*arrays: Any) -> list[Any]:
    return [part for array in arrays for part in array]


def _product(one: float, other: float) -> float:
    return one * other


OPERATORS: dict[str, Callable[[Any, Names], Any]] = {
    "$add": _of_known(lambda *numbers: sum(numbers)),
    "$and": _of(lambda *conditions: all(map(_holds, conditions))),
    "$arrayElemAt": _of_known(_element),
    "$avg": _of(_average),
    "$concat": _of_known(lambda *texts: "".join(texts)),
    "$concatArrays": _of_known(_concat_arrays),
    "$cond": _cond,
    "$convert": _convert,
    "$dateToString": _date_to_string,
    "$divide": _of_known(lambda one, other: one / other),
    # What is missing is not `null` to an operator.
    "$eq": _of(lambda one, other: one is other or (_MISSING not in (one, other) and _same(one, other))),
    "$exp": _of_known(math.exp),
    "$filter": _filter,
    "$floor": _of_known(math.floor),
    "$gt": _of(lambda one, other: _compare(one, other) > 0),
    "$gte": _of(lambda one, other: _compare(one, other) >= 0),
    "$ifNull": _if_null,
    "$in": _of(lambda value, array: any(_same(value, each) for each in array)),
    "$indexOfArray": _of_known(_index),
    "$indexOfCP": _of_known(lambda text, part: text.find(part)),
    "$literal": lambda about, _names: about,
    "$lt": _of(lambda one, other: _compare(one, other) < 0),
    "$lte": _of(lambda one, other: _compare(one, other) <= 0),
    "$map": _map,
    "$max": _of(_of_numbers(max)),
    "$min": _of(_of_numbers(min)),
    "$mod": _of_known(math.fmod),
    "$multiply": _of_known(_product),
    "$ne": _of(lambda one, other: one is not other and (_MISSING in (one, other) or not _same(one, other))),
    "$not": _of(lambda condition: not _holds(condition)),
    "$or": _of(lambda *conditions: any(map(_holds, conditions))),
    "$range": _of(lambda *bounds: list(range(*map(int, bounds)))),
    "$reduce": _reduce,
    "$reverseArray": _of_known(lambda array: array[::-1]),
    "$setDifference": _of_known(lambda one, other: [each for each in one if each not in other]),
    "$size": _of(len),
    "$slice": _of_known(_slice),
    "$split": _of_known(_split),
    "$sqrt": _of_known(math.sqrt),
    "$strLenCP": _of(len),
    "$substrCP": _of(_substring),
    "$subtract": _of_known(lambda one, other: one - other),
    "$sum": _of(_sum),
    "$toLong": _of_known(int),
    "$toLower": _of_known(str.lower),
    "$toString": _of_known(_to_string),
    "$toUpper": _of_known(str.upper),
    "$year": _of_known(lambda moment: moment.year),
}

"""Expressions of MongoDB's aggregation language that several pipelines use."""

from __future__ import annotations

from typing import Any

__all__ = [
    "BLACK_BEGINS",
    "PLIES",
    "Expression",
    "Stage",
    "date_or_null",
    "element",
    "first",
    "letters",
    "listed",
    "mapped",
    "median",
    "number_of",
    "number_or_null",
    "one",
    "or_else",
    "share",
    "shown",
    "source_of",
    "total",
    "when",
    "words",
]

Expression = Any
"""An expression: a path, a value, or an object with an operator."""

Stage = dict[str, Any]
"""A stage of a pipeline."""


def or_else(expression: Expression, otherwise: Expression) -> Expression:
    """The value of an expression, or another one if it is null or missing."""
    return {"$ifNull": [expression, otherwise]}


def element(array: Expression, place: Expression) -> Expression:
    """The element of an array at a place, counted from the end if that is negative."""
    return {"$arrayElemAt": [array, place]}


def first(array: Expression) -> Expression:
    """The first element of an array."""
    return element(array, 0)


def mapped(array: Expression, name: str, expression: Expression) -> Expression:
    """What an expression makes of each element of an array, which it calls `$$name`."""
    return {"$map": {"input": array, "as": name, "in": expression}}


def one(expression: Expression) -> Expression:
    """An array with one element. Not every server computes the elements of an array that an operator takes."""
    return mapped({"$range": [0, 1]}, "one", expression)


def total(array: Expression) -> Expression:
    """The sum of an array."""
    return {"$sum": array}


def when(condition: Expression, then: Expression = 1, otherwise: Expression = 0) -> Expression:
    """One of two values. Without values, a sum of it counts how often the condition holds."""
    return {"$cond": [condition, then, otherwise]}


def words(text: Expression) -> Expression:
    """The parts of a text between its blanks."""
    return {"$filter": {"input": {"$split": [text, " "]}, "as": "word", "cond": {"$ne": ["$$word", ""]}}}


def letters(text: Expression) -> Expression:
    """The letters of a text."""
    return mapped({"$range": [0, {"$strLenCP": text}]}, "at", {"$substrCP": [text, "$$at", 1]})


def date_or_null(value: Expression) -> Expression:
    """The date in a value; null if it is not one."""
    return {"$convert": {"input": value, "to": "date", "onError": None, "onNull": None}}


def number_or_null(text: Expression) -> Expression:
    """The number in a text; null if it is not one."""
    return {"$convert": {"input": text, "to": "double", "onError": None, "onNull": None}}


def number_of(identity: str) -> Expression:
    """The number of a game in its source, from the `_id` of its document; null if that has another form."""
    return {"$toLong": number_or_null(_last_word(_text(identity)))}


def source_of(identity: str) -> Expression:
    """The source of a game, from the `_id` of its document: all that comes before the number and its sign."""
    text = _text(identity)
    length = {"$subtract": [{"$strLenCP": text}, {"$add": [{"$strLenCP": _last_word(text)}, 1]}]}
    return {"$substrCP": [text, 0, {"$max": [0, length]}]}


def _text(identity: str) -> Expression:
    """The `_id` as a text: documents that were not loaded by Scoresheet may have any other."""
    return or_else({"$convert": {"input": identity, "to": "string", "onError": None, "onNull": None}}, "")


def _last_word(text: Expression) -> Expression:
    return element({"$split": [text, "#"]}, -1)


def median(counts: Expression, count: Expression) -> Expression:
    """The median of `count` numbers, from an array with each `value` and the number of `times` it occurs, in order.

    It is null if there are no numbers.
    """
    middle = [_numbered(counts, {"$floor": {"$divide": [{"$add": [count, more]}, 2]}}) for more in (1, 2)]
    return {"$divide": [{"$add": middle}, 2]}


def _numbered(counts: Expression, number: Expression) -> Expression:
    """The value that has this number, from 1, in the order of values."""
    past = {"$add": ["$$value.times", "$$this.times"]}
    is_it = {"$and": [{"$lt": ["$$value.times", number]}, {"$gte": [past, number]}]}
    step = {"times": past, "value": when(is_it, "$$this.value", "$$value.value")}
    reduced = {"$reduce": {"input": counts, "initialValue": {"times": 0, "value": None}, "in": step}}
    return first(mapped(one(reduced), "last", "$$last.value"))


def share(part: Expression, whole: Expression, places: int = 1, times: int = 100) -> Expression:
    """A part of a whole, in percent unless `times` is set, with this many decimals; null if the whole is 0.

    A half is rounded up, where `$round` would round to an even digit.

    >>> share("$x", 8, times=1)["$cond"][2]
    {'$divide': [{'$floor': {'$add': [{'$divide': [{'$multiply': ['$x', 10]}, 8]}, 0.5]}}, 10]}
    """
    unit = 10**places
    exact = {"$divide": [{"$multiply": [part, times * unit]}, whole]}
    return when({"$eq": [whole, 0]}, None, {"$divide": [{"$floor": {"$add": [exact, 0.5]}}, unit]})


def shown(*names: str, **computed: Expression) -> Stage:
    """The stage that leaves these fields, and then those that are computed.

    >>> shown("games", percent="$x")
    {'$project': {'_id': 0, 'games': '$games', 'percent': '$x'}}
    """
    return {"$project": {"_id": 0, **{name: f"${name}" for name in names}, **computed}}


def listed(stages: list[Stage]) -> Stage:
    """The stage that collects the documents of stages in the array `found`. It gives one document even for no games."""
    return {"$facet": {"found": stages}}


BLACK_BEGINS: Expression = when({"$and": [{"$gt": [{"$size": "$moves"}, 0]}, {"$eq": [first("$moves"), None]}]})
"""1 if Black moves first: then `moves` starts with null, which is not a ply. Else 0."""

PLIES: Expression = {"$subtract": [{"$size": "$moves"}, BLACK_BEGINS]}
"""The number of plies."""

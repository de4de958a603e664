"""Documents of BGN as PyMongo writes them, made without the package's own code."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

import bson
from bson.decimal128 import Decimal128
from bson.int64 import Int64

# The places of dates: the keys of objects from the top down, without the numbers in arrays.
LINES = (("alt", "moves", "a"), ("alt", "a"))


def is_date(path: tuple[str, ...]) -> bool:
    """Whether a text with this path of keys is a date."""
    if path in {("bgn", "eventDate"), ("bgn", "dateRange"), ("bgn", "startTime")}:
        return True
    if path[-1:] != ("date",):
        return False
    notes = path[:-1]
    while notes not in {("bgn", "a"), ("bgn", "end"), ("moves", "a")}:
        line = next((line for line in LINES if notes[-len(line) :] == line), None)
        if line is None:
            return False
        notes = notes[: -len(line)]
    return True


def escaped(key: str) -> str:
    key = key.replace("%", "%25").replace(".", "%2E").replace("\0", "%00")
    return "%24" + key[1:] if key.startswith("$") else key


def number(text: str) -> Any:
    """The value of a JSON number that is not an integer of at most 64 bits."""
    value = float(text)
    return value if Decimal(repr(value)) == Decimal(text) else Decimal128(text)


def whole(text: str) -> Any:
    value = int(text)
    if -(2**31) <= value < 2**31:
        return value
    return Int64(value) if -(2**63) <= value < 2**63 else number(text)


def told(value: Any, path: tuple[str, ...] = ()) -> Any:
    """A value of a document as PyMongo takes it."""
    if isinstance(value, dict):
        return {escaped(key): told(held, (*path, key)) for key, held in value.items()}
    if isinstance(value, list):
        return [told(held, path) for held in value]
    if isinstance(value, str) and is_date(path):
        return datetime.fromisoformat(value.replace("Z", "+00:00")).replace(tzinfo=timezone.utc)
    return value


def document(line: str | bytes) -> dict[str, Any]:
    """A document as PyMongo takes it."""
    found = told(json.loads(line, parse_float=number, parse_int=whole))
    assert isinstance(found, dict)
    return found


def encoded(line: str | bytes) -> bytes:
    """A document as BSON."""
    return bson.encode(document(line))

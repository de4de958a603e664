"""JSON as text, from whoever sends it: bounded in depth and digits, without repeated keys, without NaN."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, NoReturn

from scoresheet._registry import registry
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.real import Real

__all__ = ["read_json"]

# The quote that ends a string may be missing: a string is scanned once, whatever it looks like.
_PART = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[{}\[\]]', re.DOTALL)
# The highest limit: Python itself writes no number beyond its own.
_MOST_DIGITS = 4000
_MOST_LEVELS = 200


def read_json(text: str, limits: dict[str, int] | None = None) -> Any:
    """The value of a JSON text.

    Args:
        text: JSON, with a byte order mark or without.
        limits: `digits` and `depth`, where they are not the usual ones.

    Raises:
        Refused: it is no JSON, a key stands twice in an object, or it is beyond a limit.

    >>> read_json('{"a": [1, "x"]}')
    {'a': [1, 'x']}
    """
    text = text.removeprefix("\ufeff")
    bounds = _limits(limits or {})
    _check_depth(text, bounds["depth"])
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=lambda digits: _integer(digits, bounds["digits"]),
            parse_float=Real,
            parse_constant=_no_constant,
        )
    except json.JSONDecodeError as error:
        message = f"cannot read the JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise Refused(Fault("icn-json", message, at=error.pos, text=text[error.pos : error.pos + 20])) from None


def _check_depth(text: str, levels: int) -> None:
    depth = 0
    for found in _PART.finditer(text):
        mark = found.group()
        if mark in "{[":
            depth += 1
            if depth > levels:
                message = f"cannot read the JSON: it nests deeper than the limit of {levels:,}"
                raise Refused(Fault("limit-depth", message, at=found.start()))
        elif mark in "}]":
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    said = dict(pairs)
    if len(said) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise Refused(Fault("icn-json", f"cannot read the JSON: the key `{twice[:40]}` stands twice", text=twice[:40]))
    return said


def _integer(digits: str, most: int) -> int | Real:
    if len(digits.lstrip("-")) > most:
        message = f"cannot read the JSON: a number is beyond the limit of {most:,} digits"
        raise Refused(Fault("limit-digits", message, text=digits[:20]))
    return int(digits) if digits != "-0" else Real(digits)


def _no_constant(name: str) -> NoReturn:
    raise Refused(Fault("icn-json", f"cannot read the JSON: `{name}` is no number of JSON", text=name))


def _limits(given: dict[str, int]) -> dict[str, int]:
    usual = {str(entry["id"]): int(entry["default"]) for entry in registry("limits")}
    digits = given.get("digits", usual.get("digits", 1000))
    depth = given.get("depth", usual.get("depth", 64))
    return {"digits": min(digits, _MOST_DIGITS), "depth": min(depth, _MOST_LEVELS)}

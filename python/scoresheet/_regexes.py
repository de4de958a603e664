"""The regular expressions of whole games and of their tokens, for every text format that has them."""

from __future__ import annotations

from functools import cache
from typing import Any

from scoresheet._registry import entries

__all__ = ["NO_REGEXES", "regexes"]

NO_REGEXES: dict[str, Any] = {
    "regex": None,
    "regex_depth": None,
    "token_regex": None,
    "token_regex_js": None,
}
"""The row of a format without regular expressions."""


@cache
def regexes() -> dict[str, dict[str, Any]]:
    """The regular expressions of each format that has one.

    Each format maps to its `regex`, and to `regex_depth`: how deep variations may nest, or None. `token_regex` is the
    expression for the tokens of its files, or None, and `token_regex_js` the same with the named groups of JavaScript.

    >>> regexes()["pgn"]["regex_depth"]
    3
    """
    from scoresheet.infinite.interface import icn_regex

    of_core = {entry["id"]: {key: entry[key] for key in NO_REGEXES} for entry in entries("regexes")}
    # The reader of games of infinite chess is written in Python.
    return of_core | {"icn": NO_REGEXES | {"regex": icn_regex()}}

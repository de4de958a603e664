"""The regular expressions of whole games and of their tokens, for every text format that has them."""

from __future__ import annotations

from functools import cache
from typing import Any

from scoresheet._registry import entries

__all__ = ["NO_PATTERNS", "patterns"]

NO_PATTERNS: dict[str, Any] = {
    "pattern": None,
    "pattern_depth": None,
    "token_pattern": None,
    "token_pattern_js": None,
}
"""The row of a format without patterns."""


@cache
def patterns() -> dict[str, dict[str, Any]]:
    """The patterns of each format that has one.

    Each format maps to its `pattern`, and to `pattern_depth`: how deep variations may nest, or None. `token_pattern` is
    the expression for the tokens of its files, or None, and `token_pattern_js` the same with the named groups of
    JavaScript.

    >>> patterns()["pgn"]["pattern_depth"]
    3
    """
    from scoresheet.infinite.interface import icn_pattern

    of_core = {entry["id"]: {key: entry[key] for key in NO_PATTERNS} for entry in entries("patterns")}
    # The reader of games of infinite chess is written in Python.
    return of_core | {"icn": NO_PATTERNS | {"pattern": icn_pattern()}}

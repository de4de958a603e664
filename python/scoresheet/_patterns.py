"""The regular expressions of whole games, for every text format that has one."""

from __future__ import annotations

from functools import cache
from typing import Any

from scoresheet._registry import registry

__all__ = ["patterns"]


@cache
def patterns() -> dict[str, dict[str, Any]]:
    """Maps each format to its `pattern`, if it has one, and to `pattern_depth`: how deep variations may nest, or None.

    >>> patterns()["pgn"]["pattern_depth"]
    3
    """
    from scoresheet.infinite.interface import icn_pattern

    of_core = {
        entry["id"]: {"pattern": entry["pattern"], "pattern_depth": entry["pattern_depth"]}
        for entry in registry("patterns")
    }
    # The reader of games of infinite chess is written in Python.
    return of_core | {"icn": {"pattern": icn_pattern(), "pattern_depth": None}}

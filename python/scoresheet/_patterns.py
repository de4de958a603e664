"""The regular expressions of whole games, of every format of text that has one."""

from __future__ import annotations

from functools import cache
from typing import Any

from scoresheet._registry import registry

__all__ = ["patterns"]


@cache
def patterns() -> dict[str, dict[str, Any]]:
    """For each format that has one its `pattern`, and `pattern_depth`: how deep variations may nest, or None.

    >>> patterns()["pgn"]["pattern_depth"]
    3
    """
    from scoresheet.infinite.reading.pattern import icn_pattern

    of_core = {
        entry["id"]: {"pattern": entry["pattern"], "pattern_depth": entry["pattern_depth"]}
        for entry in registry("patterns")
    }
    # Games on boards without edges are read in Python.
    return of_core | {"icn": {"pattern": icn_pattern(), "pattern_depth": None}}

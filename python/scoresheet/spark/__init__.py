"""Games in Apache Spark. Install it with `pip install scoresheet[spark]`.

The data source `scoresheet` needs no registration: `spark.read.format("scoresheet").load("month.pgn.zst")`.

Spark imports this package for each task, so the parts that only programs use are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoresheet.spark.columns import ask, query, read, sides
    from scoresheet.spark.functions import register

__all__ = ["ask", "query", "read", "register", "sides"]

_STANDS_IN = {"ask": "columns", "query": "columns", "read": "columns", "register": "functions", "sides": "columns"}
"""The module of each name."""


def __getattr__(name: str) -> Any:
    """Imports a name when it is first used."""
    from importlib import import_module

    if name not in _STANDS_IN:
        raise AttributeError(f"module 'scoresheet.spark' has no attribute {name!r}")
    found = getattr(import_module(f"scoresheet.spark.{_STANDS_IN[name]}"), name)
    globals()[name] = found  # the next access does not come here
    return found

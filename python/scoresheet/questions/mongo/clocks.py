"""The commands in comments, which documents have as properties, and the clocks among them."""

from __future__ import annotations

from scoresheet.questions.mongo.expressions import (
    Expression,
    element,
    first,
    letters,
    mapped,
    number_or_null,
    or_else,
    when,
)
from scoresheet.questions.mongo.games import thousandths

__all__ = ["CLOCK_MS", "CLOCK_TEXT", "command"]


def command(name: str) -> Expression:
    """The value of a command after `$$move`, as it is written; a hyphen if there is none.

    >>> command("clk")["$ifNull"][1]
    '-'
    """
    of_site = or_else(f"$$move.properties.lichess.{name}", f"$$move.properties.chesscom.{name}")
    value = or_else(f"$$move.properties.pgn.{name}", of_site)
    return or_else({"$convert": {"input": value, "to": "string", "onError": None, "onNull": None}}, "-")


CLOCK_TEXT: Expression = command("clk")
"""The clock after `$$move`, as it is written; a hyphen if there is none."""

_PARTS: Expression = {"$split": ["$$text", "."]}
_FIELDS: Expression = {"$split": [first(_PARTS), ":"]}
_FRACTION: Expression = or_else(element(_PARTS, 1), "0")
_IS_CLOCK: Expression = {
    "$and": [
        {"$eq": [{"$size": {"$setDifference": [letters("$$text"), [*"0123456789:."]]}}, 0]},
        {"$lte": [{"$size": _FIELDS}, 3]},
        {"$ne": [_FRACTION, ""]},
    ]
}
_SECONDS: Expression = {
    "$reduce": {
        "input": mapped(_FIELDS, "field", number_or_null("$$field")),
        "initialValue": 0,
        "in": {"$add": [{"$multiply": ["$$value", 60]}, "$$this"]},
    }
}
CLOCK_MS: Expression = when(
    _IS_CLOCK, {"$add": [{"$multiply": [_SECONDS, 1000]}, number_or_null(thousandths(_FRACTION))]}, None
)
"""The milliseconds of a clock, `$$text`; null if it is not one."""

"""The parameters of SQL: `$name` in its text, `name=value` on the command line, and keywords in Python.

Values are bound, so they are never parsed as SQL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import TYPE_CHECKING

from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from duckdb import Statement

__all__ = ["check", "of_statement", "typed"]

_WHOLE = re.compile(r"[+-]?(0|[1-9]\d*)", re.ASCII)
_DECIMAL = re.compile(r"[+-]?(0|[1-9]\d*)\.\d+", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?", re.ASCII)
_BOOLEANS = {"true": True, "false": False}


def typed(text: str) -> object:
    """The value of a parameter as a user typed it: a number, a date, a time or a boolean, otherwise text.

    Text that looks like one of these must be in single quotes.

    >>> typed("2400"), typed("0.5"), typed("1960-01-31"), typed("true")
    (2400, 0.5, datetime.date(1960, 1, 31), True)
    >>> typed("Tal"), typed("'2400'"), typed("007"), typed("1960-02-31")
    ('Tal', '2400', '007', '1960-02-31')
    """
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1]
    if text.lower() in _BOOLEANS:
        return _BOOLEANS[text.lower()]
    if _WHOLE.fullmatch(text) and len(text) <= _LONGEST_NUMBER:
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return _moment(text)


# DuckDB's widest integers have 38 digits.
_LONGEST_NUMBER = 38


def _moment(text: str) -> object:
    """A date or a time; the text itself if it is neither, or if there is no such day."""
    try:
        if _DATE.fullmatch(text):
            return date.fromisoformat(text)
        if _TIMESTAMP.fullmatch(text):
            return datetime.fromisoformat(text)
    except ValueError:
        pass
    return text


def of_statement(statement: Statement, values: Mapping[str, object]) -> dict[str, object]:
    """The values that one statement uses. DuckDB refuses any others."""
    return {name: value for name, value in values.items() if name in statement.named_parameters}


def check(statements: Iterable[Statement], values: Mapping[str, object], *, hint: str | None = None) -> None:
    """Refuses SQL whose parameters are not exactly those that were given. `hint` is for SQL that takes none."""
    named = sorted({name for statement in statements for name in statement.named_parameters})
    if any(name.isdigit() for name in named):
        named_instead = "write `$name` instead of `?` or `$1`, and pass `name=value`"
        raise UsageError("the SQL has parameters without a name", hint=hint or named_instead)
    unknown = [name for name in values if name not in named]
    missing = [name for name in named if name not in values]
    if unknown:
        raise UsageError(f"the SQL has no parameter {_listed(unknown)}", hint=_those(named))
    if missing:
        hint = hint or "give " + ", ".join(f"`{name}=VALUE`" for name in missing)
        raise UsageError(f"the SQL needs a value for {_listed(missing, '$')}", hint=hint)


def _listed(names: Iterable[str], sign: str = "") -> str:
    return ", ".join(f"`{sign}{name}`" for name in names)


def _those(named: list[str]) -> str:
    return f"its parameters are {_listed(named, '$')}" if named else "it has none; a parameter is `$name` in the SQL"

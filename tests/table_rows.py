"""Golden tables in one test each: thousands of tests of a row each would take longer to be counted than to run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import pytest

Row = TypeVar("Row", bound=Mapping[str, Any])


def failing(rows: Iterable[Row], check: Callable[[Row], object]) -> list[str]:
    """The rows that fail a check, each by its id, with the reason."""
    found = []
    for row in rows:
        try:
            check(row)
        except (Exception, pytest.fail.Exception) as error:
            found.append(f"{row['id']}: {type(error).__name__}: {error}")
    return found

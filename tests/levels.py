"""What the quick levels leave out: most rounds of random data, some cases of tests that have many, and large pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

SHARE = 10

slow_too = True
"""Whether slow tests run, too; `conftest.py` sets it before it loads the tests."""

large_too = True
"""The same for large tests of the page."""


def rounds(full: int) -> int:
    """How many rounds to run: all of them if slow tests run, too, and a tenth of them otherwise."""
    return full if slow_too else max(1, full // SHARE)


def slow(cases: Iterable[Any]) -> list[Any]:
    """Cases of a parametrized test that are as slow tests are; those that stay show the same in less time."""
    return [pytest.param(case, marks=pytest.mark.slow) for case in cases]


def large(cases: Iterable[Any]) -> list[Any]:
    """Cases of a parametrized test of the page that are large; those that stay are smaller ones of the same kind."""
    return [pytest.param(case, marks=pytest.mark.large) for case in cases]


def few(cases: Iterable[tuple[Any, ...]], step: int = 7) -> list[Any]:
    """Combinations of several values, of which all are slow but every seventh, or another step.

    The numbers of values may not be divisible by the step, or some values would be in slow cases alone. And as
    many cases have to be left as there are values.
    """
    return [
        case if number % step == 0 else pytest.param(*case, marks=pytest.mark.slow) for number, case in enumerate(cases)
    ]

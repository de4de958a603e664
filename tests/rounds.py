"""How many rounds tests with random data go: all of them where slow tests run, too, and a tenth of them otherwise."""

from __future__ import annotations

SHARE = 10

every = True
"""Whether all rounds are gone; `conftest.py` sets it before it loads the tests."""


def rounds(full: int) -> int:
    return full if every else max(1, full // SHARE)

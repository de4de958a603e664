"""Every test of a function runs twice: over the extension, and over the functions that Python computes in its place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import sql_games


@pytest.fixture(autouse=True, params=["extension", "python"])
def way(request: pytest.FixtureRequest) -> Iterator[str]:
    """Which of the two a test uses."""
    if request.param == "extension":
        yield request.param
    else:
        if "data" in request.fixturenames:
            pytest.skip("Python would take minutes for 10,000 games; the examples are enough")
        with sql_games.computed_in_python():
            yield request.param

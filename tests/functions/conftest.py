"""What tests of functions that give tables share: a DuckDB that knows nothing of the package but its extension."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

import scoresheet

BROKEN = """[White "A"]
[Result "*"]

1. e4 e5 2. Ke3 *

[White "B"]
[Result "1-0"]

1. d4 $300 d5 1-0
"""


@pytest.fixture
def connection() -> Iterator[Any]:
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{scoresheet.extension_path()}'")
    with connection:
        yield connection


@pytest.fixture
def broken(tmp_path: Path) -> str:
    """A file with a game that ends in an illegal move, and one with a note."""
    path = tmp_path / "broken.pgn"
    path.write_text(BROKEN, "utf-8")
    return str(path)

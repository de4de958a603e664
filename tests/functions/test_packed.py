"""`packed` in SQL, compared with the package."""

from __future__ import annotations

import sql_games


def test_every_example() -> None:
    table = sql_games.examples()
    lists = "packed(from_square, to_square, promotion, castle)"
    assert table.values(lists) == table.values("packed_moves")


def test_null_and_lists_of_different_lengths() -> None:
    assert sql_games.scalar("packed(NULL, [], [], [])") is None
    message = sql_games.error_of("packed([12]::TINYINT[], []::TINYINT[], [0]::TINYINT[], [0]::TINYINT[])")
    assert "the lists of the moves have different lengths" in message

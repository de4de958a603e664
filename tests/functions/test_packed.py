"""`packed` in SQL, compared with the package."""

from __future__ import annotations

import pytest

import sql_games


def test_every_example() -> None:
    table = sql_games.examples()
    lists = "packed(from_square, to_square, promotion, castle)"
    assert table.values(lists) == table.values("packed_moves")


def test_null_and_lists_of_different_lengths() -> None:
    assert sql_games.scalar("packed(NULL, [], [], [])") is None
    message = sql_games.error_of("packed([12]::TINYINT[], []::TINYINT[], [0]::TINYINT[], [0]::TINYINT[])")
    assert "the lists of the moves have different lengths" in message


@pytest.mark.parametrize(
    ("lists", "why"),
    [
        ("[76], [28], [0], [0]", "76 in a list of the moves is not between 0 and 63"),
        ("[-52], [28], [0], [0]", "-52 in a list of the moves is not between 0 and 63"),
        ("[12], [92], [0], [0]", "92 in a list of the moves is not between 0 and 63"),
        ("[12], [28], [8], [0]", "8 in a list of the moves is not between 0 and 7"),
        ("[NULL], [28], [0], [0]", "a list of the moves contains NULL"),
        ("[12], [28], [0], [NULL]", "a list of the moves contains NULL"),
    ],
)
def test_numbers_that_no_move_has(lists, why) -> None:
    typed = lists.replace("]", "]::TINYINT[]")
    assert why in sql_games.error_of(f"packed({typed})")
    assert why in sql_games.error_of(f"sans({typed}, NULL)")

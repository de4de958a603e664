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
    assert sql_games.scalar("packed([12]::TINYINT[], []::TINYINT[], [0]::TINYINT[], [0]::TINYINT[])") is None


@pytest.mark.parametrize(
    "lists",
    [
        "[76], [28], [0], [0]",
        "[-52], [28], [0], [0]",
        "[12], [92], [0], [0]",
        "[12], [28], [8], [0]",
        "[NULL], [28], [0], [0]",
        "[12], [28], [0], [NULL]",
    ],
)
def test_numbers_that_no_move_has(lists) -> None:
    typed = lists.replace("]", "]::TINYINT[]")
    assert sql_games.scalar(f"packed({typed})") is None
    assert sql_games.scalar(f"sans({typed}, NULL)") is None

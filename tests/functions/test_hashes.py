"""`hashes` in SQL, compared with the package."""

from __future__ import annotations

import pytest

import sql_games


def expected(game: sql_games.Played) -> list[int]:
    return [position.hash for position in game.positions]


def test_every_example() -> None:
    sql_games.compare(sql_games.examples(), "hashes({game})", expected)


@pytest.mark.long
def test_ten_thousand_games(data) -> None:
    sql_games.compare(sql_games.sample(data(sql_games.SAMPLE)), "hashes({game})", expected)


def test_null() -> None:
    assert sql_games.scalar("hashes(NULL::BLOB, NULL)") is None
    assert sql_games.scalar("hashes(''::BLOB, NULL)") == [0x463B96181691FC9C]


def test_random_bytes_have_no_hashes() -> None:
    # No game of eight such moves is possible, as good as certainly.
    for number in range(1000):
        assert sql_games.scalar(f"hashes(unhex(md5('{number}')), NULL)") is None

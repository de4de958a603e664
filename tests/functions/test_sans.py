"""`sans` in SQL, compared with the package."""

from __future__ import annotations

import pytest

import sql_games


def spelled(game: sql_games.Played) -> list[str]:
    pairs = zip(game.positions, game.moves, strict=False)
    return [position.write(move, "san") for position, move in pairs]


def test_every_example() -> None:
    sql_games.compare(sql_games.examples(), "sans({game})", spelled)


@pytest.mark.parametrize(("first", "last"), [(1, 1), (3, 8), (8, 3), (0, 2), (50, 1000), (-5, -1)])
def test_between_two_plies(first, last) -> None:
    def expected(game: sql_games.Played) -> list[str]:
        return spelled(game)[max(first - 1, 0) : max(last, 0)]

    sql_games.compare(sql_games.examples(), f"sans({{game}}, {first}, {last})", expected)


@pytest.mark.long
def test_ten_thousand_games(data) -> None:
    sql_games.compare(sql_games.sample(data(sql_games.SAMPLE)), "sans({game})", spelled)


def test_null_and_damage() -> None:
    assert sql_games.scalar("sans(NULL::BLOB, NULL)") is None
    assert sql_games.scalar("sans(''::BLOB, NULL, NULL, 1)") is None
    assert sql_games.scalar("sans(''::BLOB, NULL)") == []
    assert sql_games.scalar(r"sans('\x00\x01'::BLOB, NULL)") is None

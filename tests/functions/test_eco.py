"""`eco` in SQL, compared with the package."""

from __future__ import annotations

import sql_games


def test_every_example() -> None:
    def expected(game: sql_games.Played) -> str | None:
        found = None
        for position in game.positions:
            found = position.opening or found
        return found and found.eco

    table = sql_games.examples()
    usual = [game.positions[0].variant == "standard" for game in table.played]
    found = table.values("eco({game})")
    for value, game, is_usual in zip(found, table.played, usual, strict=True):
        if is_usual:
            assert value == expected(game)


def test_null() -> None:
    assert sql_games.scalar("eco(NULL::BLOB, NULL)") is None
    assert sql_games.scalar("eco(''::BLOB, NULL)") is None

"""`play` in SQL, compared with the package."""

from __future__ import annotations

import sql_games


def test_every_example() -> None:
    def expected(game: sql_games.Played) -> str:
        return game.positions[-1].fen()

    sql_games.compare(sql_games.examples(), "play(fen, array_to_string(sans({game}), ' '))", expected)


def test_null_and_illegal_moves() -> None:
    start = sql_games.scoresheet.Position()
    assert sql_games.scalar("play(NULL, '')") == start.fen()
    assert sql_games.scalar("play(NULL, 'e2e4 e5')") == sql_games.after(start, "e4", "e5").fen()
    assert sql_games.scalar("play(NULL, NULL)") is None
    assert "`e5` is not a legal move in `rnbq" in sql_games.error_of("play(NULL, 'e5')")

"""`legal_moves` in SQL, compared with the package."""

from __future__ import annotations

import sql_games


def test_every_example() -> None:
    def expected(game: sql_games.Played) -> list[str]:
        position = game.positions[min(15, len(game.moves))]
        return sorted(position.write(move, "san") for move in position.legal_moves)

    sql_games.compare(sql_games.examples(), "list_sort(legal_moves(fen_at({game}, least(15, ply_count))))", expected)


def test_null_and_damage() -> None:
    assert sql_games.scalar("legal_moves(NULL)") is None
    assert sql_games.scalar("legal_moves('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1')") == []
    assert sql_games.scalar("legal_moves('x')") is None

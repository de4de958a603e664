"""`piece_at` in SQL, compared with the package."""

from __future__ import annotations

import pytest

import sql_games


@pytest.mark.parametrize(("ply", "square"), [(0, "e1"), (3, "e4"), (12, "f3"), (40, "g8"), (400, "a1")])
def test_every_example(ply, square) -> None:
    def expected(game: sql_games.Played) -> str | None:
        return str(game.positions[ply].piece_at(square) or "") or None if ply < len(game.positions) else None

    sql_games.compare(sql_games.examples(), f"piece_at({{game}}, {ply}, '{square}')", expected)


def test_null_and_bad_squares() -> None:
    assert sql_games.scalar("piece_at(''::BLOB, NULL, 0, NULL)") is None
    assert sql_games.scalar("piece_at(''::BLOB, NULL, 0, 'e4')") is None
    for square in ("e9", "", "e44", "E4"):
        assert f"`{square}` is not a square" in sql_games.error_of(f"piece_at(''::BLOB, NULL, 0, '{square}')")

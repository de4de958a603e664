"""`matches` in SQL, compared with the package."""

from __future__ import annotations

import pytest

import sql_games


def plies(game: sql_games.Played, holds) -> list[int]:
    return [ply for ply, position in enumerate(game.positions) if holds(position)]


@pytest.mark.parametrize(
    ("pattern", "holds"),
    [
        ("mate", lambda position: position.is_checkmate),
        ("check", lambda position: position.is_check),
        ("white to move", lambda position: position.turn == "white"),
    ],
)
def test_every_example(pattern, holds) -> None:
    expression = f"matches({{game}}, '{pattern}')"
    sql_games.compare(sql_games.examples(), expression, lambda game: plies(game, holds))


def test_null_and_bad_patterns() -> None:
    assert sql_games.scalar("matches(''::BLOB, NULL, NULL)") is None
    assert sql_games.scalar("matches(NULL::BLOB, NULL, 'mate')") is None
    assert "the pattern `check and` is wrong" in sql_games.error_of("matches(''::BLOB, NULL, 'check and')")

"""`is_legal` in SQL, compared with the package."""

from __future__ import annotations

import pytest

import sql_games

START = sql_games.scoresheet.Position().fen()


@pytest.mark.parametrize(
    ("move", "expected"),
    [("e4", True), ("e2e4", True), ("Nf3", True), ("e5", False), ("Ke2", False), ("e2e5", False), ("rubbish", False)],
)
def test_moves_from_the_start(move, expected) -> None:
    assert sql_games.scalar(f"is_legal('{START}', '{move}')") is expected


def test_null() -> None:
    assert sql_games.scalar("is_legal(NULL, 'e4')") is None
    assert sql_games.scalar(f"is_legal('{START}', NULL)") is None

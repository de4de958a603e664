"""`fen_at` in SQL, compared with the package."""

from __future__ import annotations

import pytest

import sql_games

PLIES = [0, 1, 2, 7, 20, 55, 400]


def expected(ply: int):
    def of(game: sql_games.Played):
        return game.positions[ply].fen() if ply < len(game.positions) else None

    return of


@pytest.mark.parametrize("ply", PLIES)
def test_every_example(ply) -> None:
    sql_games.compare(sql_games.examples(), f"fen_at({{game}}, {ply})", expected(ply))


@pytest.mark.long
@pytest.mark.parametrize("ply", PLIES)
def test_ten_thousand_games(ply, data) -> None:
    sql_games.compare(sql_games.sample(data(sql_games.SAMPLE)), f"fen_at({{game}}, {ply})", expected(ply))


def test_null() -> None:
    assert sql_games.scalar("fen_at(NULL::BLOB, NULL, 0)") is None
    assert sql_games.scalar("fen_at(''::BLOB, NULL, NULL)") is None
    assert sql_games.scalar("fen_at(''::BLOB, NULL, -1)") is None
    assert sql_games.scalar("fen_at(''::BLOB, NULL, 0)") == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_damage() -> None:
    assert sql_games.scalar(r"fen_at('\x00\x01'::BLOB, NULL, 1)") is None
    assert sql_games.scalar(r"fen_at('\x00'::BLOB, NULL, 1)") is None
    assert sql_games.scalar("fen_at(''::BLOB, 'nonsense', 0)") is None

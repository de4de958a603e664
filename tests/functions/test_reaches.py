"""`reaches` in SQL, compared with the package."""

from __future__ import annotations

import pytest

import sql_games

LINES = [(), ("e4",), ("d4", "d5"), ("e4", "e5", "Nf3", "Nc6"), ("Nf3", "Nf6", "Ng1", "Ng8")]


def reached(game: sql_games.Played, target: sql_games.scoresheet.Position) -> int | None:
    return next((ply for ply, position in enumerate(game.positions) if position.hash == target.hash), None)


@pytest.mark.parametrize("line", LINES)
def test_every_example(line) -> None:
    target = sql_games.after(sql_games.scoresheet.Position(), *line)
    expression = f"reaches({{game}}, '{target.fen()}')"
    sql_games.compare(sql_games.examples(), expression, lambda game: reached(game, target))


@pytest.mark.long
@pytest.mark.parametrize("line", LINES)
def test_ten_thousand_games(line, data) -> None:
    target = sql_games.after(sql_games.scoresheet.Position(), *line)
    expression = f"reaches({{game}}, '{target.fen()}')"
    sql_games.compare(sql_games.sample(data(sql_games.SAMPLE)), expression, lambda game: reached(game, target))


def test_the_last_position_of_each_game() -> None:
    assert sql_games.examples().values("reaches({game}, fen_at({game}, ply_count)) <= ply_count") == [True] * len(
        sql_games.examples().played
    )


def test_null() -> None:
    assert sql_games.scalar("reaches(''::BLOB, NULL, NULL)") is None
    assert sql_games.scalar("reaches(NULL::BLOB, NULL, play(NULL, ''))") is None

"""`played_from` in SQL, compared with the package."""

from __future__ import annotations

import pytest

import sql_games

LINES = [(), ("e4",), ("d4", "d5"), ("e4", "e5", "Nf3", "Nc6"), ("Nf3", "Nf6", "Ng1", "Ng8")]


def reached(game: sql_games.Played, target: sql_games.scoresheet.Position) -> int | None:
    return next((ply for ply, position in enumerate(game.positions) if position.hash == target.hash), None)


@pytest.mark.parametrize("line", LINES)
def test_every_example(line) -> None:
    target = sql_games.after(sql_games.scoresheet.Position(), *line)

    def expected(game: sql_games.Played):
        ply = reached(game, target)
        if ply is None:
            return None
        position = game.positions[ply]
        move = game.moves[ply] if ply < len(game.moves) else None
        return ply, move and position.write(move, "san")

    table = sql_games.examples()
    found = table.values(f"played_from({{game}}, '{target.fen()}')")
    for row, game in zip(found, table.played, strict=True):
        assert (row and (row["ply"], row["san"])) == expected(game)
        if row and row["move"] is not None:
            assert game.positions[row["ply"]].unpack(row["move"]) == game.moves[row["ply"]]


def test_null() -> None:
    assert sql_games.scalar("played_from(''::BLOB, NULL, NULL)") is None
    assert sql_games.scalar("played_from(''::BLOB, NULL, play(NULL, ''))") == {"ply": 0, "move": None, "san": None}

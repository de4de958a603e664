"""`spent_ms` in SQL, compared with the package."""

from __future__ import annotations

import sql_games


def test_clocks_of_the_examples() -> None:
    table = sql_games.examples()
    clocks = table.values("clock_ms")
    found = table.values("spent_ms(clock_ms, 2)")
    assert any(clocks)
    for own, spent in zip(clocks, found, strict=True):
        if own is None:
            assert spent is None
            continue
        expected = [
            None if ply < 2 or own[ply] is None or own[ply - 2] is None else own[ply - 2] - own[ply] + 2000
            for ply in range(len(own))
        ]
        assert spent == expected


def test_null() -> None:
    assert sql_games.scalar("spent_ms(NULL, 2)") is None
    assert sql_games.scalar("spent_ms([1], NULL)") is None
    assert sql_games.scalar("spent_ms([60000, 60000, 58500, NULL, 57000], 0)") == [None, None, 1500, None, 1500]

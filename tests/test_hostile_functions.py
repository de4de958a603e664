"""Functions in SQL over moves of any bytes: a value or NULL, and never an error if these rules know such moves."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import scoresheet
import sql_games

CALLS = [
    "fen_at({game}, {ply})",
    "board_at({game}, {ply})",
    "hash_at({game}, {ply})",
    "hashes({game})",
    "piece_at({game}, {ply}, 'e4')",
    "material_at({game}, {ply})",
    "sans({game})",
    "ucis({game}, 1, {ply})",
    "reaches({game}, play(NULL, 'e4'))",
    "played_from({game}, play(NULL, 'e4'))",
    "matches({game}, 'capture or check')",
    "eco({game})",
]
STARTS = [
    "NULL",
    "NULL",
    "'4k3/P7/8/8/8/8/8/4K2R w K - 0 1'",
    "'bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1'",
]


def games(seed: random.Random, count: int) -> Iterator[str]:
    """The moves and the start of games that begin with legal moves, or with none."""
    for _ in range(count):
        position = scoresheet.Position()
        words = []
        for _ in range(seed.choice([0, 1, 4, 10, 30])):
            legal = list(position.legal_moves)
            if not legal:
                break
            move = seed.choice(legal)
            words.append(packed(position, move))
            position = position.play(move)
        others = [seed.randrange(1 << 16) for _ in range(seed.choice([0, 0, 1, 3]))]
        data = b"".join(word.to_bytes(2, "little") for word in [*words, *others]) + bytes(seed.random() < 0.05)
        if seed.random() < 0.2:
            # Promotions to kings and drops are errors that ask for the rules of the game.
            lists = [[seed.choice([seed.randrange(most), -1, 100])] for most in (64, 64, 6, 2)]
            if lists[0] == lists[1]:
                lists[1] = [63 - lists[0][0]]
            yield f"{', '.join(f'{one}::TINYINT[]' for one in lists)}, NULL"
        else:
            yield f"from_hex('{data.hex()}'), {seed.choice(STARTS)}"


def packed(position: scoresheet.Position, move: scoresheet.Move) -> int:
    """A move of a usual game as 16 bits."""
    to_square = move.to_square if move.castle is None else move.from_square + (2 if move.castle == "K" else -2)
    promotion = 0 if move.promotion is None else move.promotion
    word = move.from_square | to_square << 6 | promotion << 12 | (move.castle is not None) << 15
    assert position.unpack(word) == move
    return word


def call_all(count: int) -> None:
    seed = random.Random(2026)
    nulls = 0
    for game in games(seed, count):
        for call in CALLS:
            nulls += sql_games.scalar(call.format(game=game, ply=seed.randrange(-1, 6))) is None
    assert nulls > count // 10


def test_any_moves_give_a_value_or_null() -> None:
    call_all(60)


@pytest.mark.long
def test_many_moves_give_a_value_or_null() -> None:
    call_all(10_000)


@pytest.mark.long
def test_a_hundred_thousand_rows_at_once() -> None:
    seed = random.Random(2026)
    rows = [(bytes(seed.randrange(256) for _ in range(2 * seed.randrange(12))),) for _ in range(100_000)]
    connection = sql_games.examples().connection
    connection.execute("CREATE TEMP TABLE hostile (packed_moves BLOB)")
    connection.executemany("INSERT INTO hostile VALUES (?)", rows)
    for call in CALLS:
        sql = call.format(game="packed_moves, NULL", ply=1)
        assert len(connection.execute(f"SELECT {sql} FROM hostile").fetchall()) == len(rows)

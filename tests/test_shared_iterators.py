"""Threads that share what one of them has: every game comes to one of them, and nothing breaks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest

import scoresheet

Item = TypeVar("Item")


def shared(items: Iterator[Item], threads: int = 4) -> list[Item]:
    """Everything that an iterator gives to so many threads at once."""
    together = threading.Barrier(threads)

    def take(_number: int) -> list[Item]:
        together.wait()
        return list(items)

    with ThreadPoolExecutor(threads) as pool:
        return [item for taken in pool.map(take, range(threads)) for item in taken]


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "many.pgn"
    games = (f'[Round "{number}"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n' for number in range(20_000))
    path.write_text("".join(games))
    return path


def test_each_game_comes_to_one_thread(many: Path) -> None:
    rounds = [int(game.tags["Round"]) for game in shared(iter(scoresheet.read(many)))]
    assert sorted(rounds) == list(range(20_000))


def test_each_game_of_a_board_without_edges_comes_to_one_thread(tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / f"{number:03}.icn").write_text(f'[Round "{number}"] K5,1|k5,8')
    rounds = [int(game.tags["Round"]) for game in shared(iter(scoresheet.read(tmp_path)))]
    assert sorted(rounds) == list(range(200))


def test_each_node_comes_to_one_thread() -> None:
    game = scoresheet.parse("Nf3 Nf6 Ng1 Ng8 " * 2_000 + "*")
    assert sorted(node.ply for node in shared(game.mainline())) == list(range(1, 8_001))


def test_an_error_ends_it_for_all(many: Path) -> None:
    with many.open("a") as file:
        file.write("1. e5 *\n")
    games, caught = iter(scoresheet.read(many, on_error="raise")), []

    def take() -> None:
        try:
            list(games)
        except scoresheet.ReadError as error:
            caught.append(error)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(caught) == 1
    assert next(games, None) is None

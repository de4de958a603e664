"""Threads that share an iterator: every game goes to exactly one of them, and nothing breaks."""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

import scoresheet

Item = TypeVar("Item")


def shared(items: Iterator[Item], threads: int = 4) -> list[Item]:
    """Everything that an iterator gives to this many threads at once."""
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


WAYS_TO_USE: dict[str, Callable[[scoresheet.Game], object]] = {
    "to": lambda game: game.to("icn"),
    "losses": lambda game: game.losses("icn-json"),
    "errors": lambda game: game.errors,
    "notes": lambda game: game.notes,
    "write": lambda game: scoresheet.write([game], "out.icn", force=True),
}


@contextmanager
def meanwhile(act: Callable[[int], object]) -> Iterator[None]:
    """Another thread calls `act` with 1, 2 and so on as long as the block runs, and nothing it does may fail."""
    stopped, caught = threading.Event(), []

    def keep_acting() -> None:
        try:
            for number in itertools.takewhile(lambda _: not stopped.is_set(), itertools.count(1)):
                act(number)
        except BaseException as error:
            caught.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread = threading.Thread(target=keep_acting)
    try:
        thread.start()
        yield
    finally:
        stopped.set()
        thread.join()
        sys.setswitchinterval(interval)
    assert caught == []


@pytest.mark.parametrize("way", WAYS_TO_USE)
def test_a_game_may_be_changed_while_another_thread_uses_it(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = scoresheet.parse("1. e4 e5 2. Nf3 Nc6 3. 0-0 (3. Bb5) (3. Ke3) *" + " {1. e9}" * 50)

    def change(number: int) -> None:
        game.tags["Round"] = str(number)
        game.at(1).comment = f"{number}"
        game.result = ["1-0", "0-1"][number % 2]

    with meanwhile(change):
        for _ in range(60):
            WAYS_TO_USE[way](game)


def test_a_wrong_change_is_refused_while_another_thread_uses_the_game() -> None:
    game = scoresheet.Game()

    def change(_number: int) -> None:
        with pytest.raises(scoresheet.UsageError):
            game.result = "nobody won"

    with meanwhile(change):
        assert {game.result for _ in range(20_000)} == {"*"}


def test_a_game_may_be_given_its_own_tags() -> None:
    game = scoresheet.parse('[White "A"]\n[White "B"]\n[Black "C"]\n\n1. e4 *')
    game.tags = game.tags
    assert dict(game.tags) == {"White": "A", "Black": "C"}


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

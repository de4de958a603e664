"""Reading games while an event loop continues with other things."""

from __future__ import annotations

import asyncio
import gzip
import io
import os
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

import scoresheet
from waiting import SECONDS, wait_until

ROOT = Path(__file__).resolve().parent.parent
HISTORIC = ROOT / "examples" / "historic.pgn"
DATA = HISTORIC.read_bytes()
GAME = b'[White "A"]\n\n1. e4 e5 2. Nf3 *\n\n'


@pytest.fixture(autouse=True)
def threads_end() -> Iterator[None]:
    """Each test leaves as few threads as there were."""
    before = threading.active_count()
    yield
    wait_until(lambda: threading.active_count() <= before)


async def pieces(content: bytes | str, size: int = 777) -> AsyncIterator[Any]:
    for at in range(0, len(content), size):
        await asyncio.sleep(0)
        yield content[at : at + size]


class Coroutine:
    """Its method `read` is a coroutine."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    async def read(self, size: int) -> bytes:
        await asyncio.sleep(0)
        piece, self.content = self.content[:size], self.content[size:]
        return piece


def stream_reader(content: bytes, end: bool = True) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    reader.feed_data(content)
    if end:
        reader.feed_eof()
    return reader


async def games_of(source: Any, **options: Any) -> list[scoresheet.Game]:
    return [game async for game in scoresheet.aread(source, **options)]


@pytest.mark.parametrize(
    "make",
    [
        lambda: pieces(DATA),
        lambda: pieces(DATA.decode()),
        lambda: pieces(gzip.compress(DATA)),
        lambda: Coroutine(DATA),
        lambda: stream_reader(DATA),
        lambda: HISTORIC,
        lambda: DATA,
        lambda: io.BytesIO(DATA),
        lambda: [HISTORIC],
    ],
    ids=["bytes", "text", "packed", "coroutine", "StreamReader", "path", "memory", "BytesIO", "list"],
)
def test_games_match_those_of_read(make: Any) -> None:
    async def run() -> list[scoresheet.Game]:
        return await games_of(make())

    assert asyncio.run(run()) == list(scoresheet.read(HISTORIC))


def test_options_apply() -> None:
    assert len(asyncio.run(games_of(pieces(DATA), limit=3))) == 3
    with pytest.raises(scoresheet.MoveError):
        asyncio.run(games_of(pieces(b"1. Ke3 *"), on_error="raise"))
    with pytest.raises(scoresheet.UsageError, match="there is no option `on_eror`"):
        asyncio.run(games_of(pieces(DATA), on_eror="raise"))
    with pytest.raises(scoresheet.UsageError):
        asyncio.run(games_of("nothing.pgn"))


def test_games_come_while_others_are_still_to_be_sent() -> None:
    async def run() -> int:
        more = asyncio.Event()

        async def slow() -> AsyncIterator[bytes]:
            yield GAME * 100_000
            await more.wait()
            yield GAME

        count = 0
        async for _ in scoresheet.aread(slow()):
            count += 1
            more.set()  # were nothing given before all was sent, this would never be reached
        return count

    assert asyncio.run(asyncio.wait_for(run(), SECONDS)) == 100_001


def test_the_loop_continues() -> None:
    async def run(games: int) -> int:
        turns = 0

        async def look() -> None:
            nonlocal turns
            while True:
                await asyncio.sleep(0.001)
                turns += 1

        looking = asyncio.create_task(look())
        assert len(await games_of(GAME * games)) == games
        looking.cancel()
        return turns

    # On a busy machine, it may have few turns while few games are read.
    assert any(asyncio.run(run(games)) > 10 for games in (50_000, 200_000, 1_000_000))


def test_it_may_be_left_early() -> None:
    async def run() -> None:
        async for game in scoresheet.aread(pieces(GAME * 20_000)):
            assert game.tags["White"] == "A"
            break

    asyncio.run(run())


def test_a_source_that_never_ends_may_be_left_and_cancelled() -> None:
    async def run() -> None:
        reader = stream_reader(GAME * 3, end=False)
        task = asyncio.create_task(games_of(reader))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(games_of(stream_reader(GAME, end=False)), 0.2)

    asyncio.run(run())


def test_a_pipe_that_never_ends_may_be_cancelled() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as file:

        async def run() -> None:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(games_of(file), 0.3)

        asyncio.run(run())
        os.close(writing)
        time.sleep(0.1)


def test_an_error_of_the_source_is_ours() -> None:
    async def broken() -> AsyncIterator[bytes]:
        yield GAME
        raise ConnectionResetError("the line is dead")

    with pytest.raises(scoresheet.FileError, match="ConnectionResetError: the line is dead"):
        asyncio.run(games_of(broken()))

    async def numbers() -> AsyncIterator[Any]:
        yield 5

    with pytest.raises(scoresheet.FileError, match="must yield bytes or text, not `int`"):
        asyncio.run(games_of(numbers()))


def test_many_are_read_at_once() -> None:
    async def run() -> list[int]:
        found = await asyncio.gather(*(games_of(pieces(DATA)) for _ in range(20)))
        return [len(games) for games in found]

    assert asyncio.run(run()) == [45] * 20

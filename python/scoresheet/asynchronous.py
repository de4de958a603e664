"""Reading games in programs that use `asyncio`: `aread`."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import AsyncIterable, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from scoresheet._signatures import takes
from scoresheet.errors import UsageError
from scoresheet.reading import read

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from scoresheet._ids import ReadOptions
    from scoresheet._sources import Source
    from scoresheet.game import Game

__all__ = ["AsyncReadable", "aread"]

Result = TypeVar("Result")

# How many games the thread hands over at once, how many chunks may wait for it, and how much it requests at once.
_GAMES = 256
_CHUNKS = 4
_AT_ONCE = 1 << 16


@runtime_checkable
class AsyncReadable(Protocol):
    """An object whose `read` method is a coroutine, such as `asyncio.StreamReader`."""

    async def read(self, size: int, /) -> bytes | str:
        """Returns at most `size` bytes or characters, and nothing at the end."""


AsyncSource: TypeAlias = "AsyncIterable[bytes | str] | AsyncReadable"


@takes("read")
def aread(source: Source | AsyncSource, **options: Unpack[ReadOptions]) -> AsyncIterator[Game]:
    """The games of a source, one after another, for `async for`. Threads read them, so the event loop keeps running.

    The threads end with the loop over the games, even if the loop is left early or its task is cancelled.

    Args:
        source: anything that `read` takes, an asynchronous iterator of bytes, or an object whose `read` method is a
            coroutine, such as `asyncio.StreamReader`.
        options: those of reading, and of the formats that are read.

    Raises:
        ReadError: the first error, if `on_error` is `"raise"`.
        UsageError: an input does not exist, or an option is not known.

    >>> import asyncio, scoresheet
    >>> async def count():
    ...     return len([game async for game in scoresheet.aread("examples/historic.pgn")])
    >>> asyncio.run(count())
    45
    """
    return _games(source, options)


async def _games(source: Any, options: Any) -> AsyncIterator[Game]:
    feed = _Feed(_chunks(source)) if _is_async(source) else None
    # A separate thread: those of the event loop may all be busy, and end only with the program.
    with _Thread() as thread:
        reading: Any = None
        try:
            games = await thread.run(lambda: read(source if feed is None else feed, **options))
            reading = iter(games)
            if feed is not None:
                feed.start()
            while (some := await thread.run(lambda: reading.some(_GAMES))) is not None:
                for game in some:
                    yield game
        finally:
            if feed is not None:
                await feed.stop()
            if reading is not None:
                thread.last(reading.close)


class _Thread:
    """A thread that works for a coroutine."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="scoresheet")

    def __enter__(self) -> _Thread:
        return self

    def __exit__(self, *_raised: object) -> None:
        # The thread ends by itself after its current call. Waiting for it would block the event loop.
        self._pool.shutdown(wait=False)

    async def run(self, work: Callable[[], Result]) -> Result:
        """The result of the work. Raises the exception that the work raised."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def last(self, work: Callable[[], object]) -> None:
        """Does something after all work that is still queued."""
        self._pool.submit(work)


class _Feed:
    """Bytes that a coroutine receives and a thread reads."""

    name = "<stream>"

    def __init__(self, chunks: AsyncIterator[bytes | str]) -> None:
        self._chunks = chunks
        self._waiting: queue.Queue[bytes | str | BaseException] = queue.Queue()
        self._room = asyncio.Semaphore(_CHUNKS)
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        self._ended = False

    def start(self) -> None:
        """Starts receiving."""
        self._task = self._loop.create_task(self._receive())

    async def stop(self) -> None:
        """Stops receiving, and ends the reading of a caller that waits for more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await self._task
        self._waiting.put(b"")

    def read(self, _size: int = -1) -> bytes | str:
        """The next chunk, empty at the end. Called by a thread."""
        if self._ended:
            return b""
        chunk = self._waiting.get()
        with suppress(RuntimeError):  # the loop may already be closed
            self._loop.call_soon_threadsafe(self._room.release)
        if isinstance(chunk, BaseException):
            self._ended = True
            raise chunk
        self._ended = not chunk
        return chunk

    async def _receive(self) -> None:
        try:
            async for chunk in self._chunks:
                if chunk:
                    await self._room.acquire()
                    self._waiting.put(chunk)
        except Exception as error:  # it is raised where the bytes are read
            self._waiting.put(error)
        else:
            self._waiting.put(b"")


def _is_async(source: object) -> bool:
    return isinstance(source, AsyncIterable) or asyncio.iscoroutinefunction(getattr(source, "read", None))


async def _chunks(source: Any) -> AsyncIterator[bytes | str]:
    # A `StreamReader` also iterates over lines, but larger pieces cost less.
    if asyncio.iscoroutinefunction(getattr(source, "read", None)):
        while chunk := await source.read(_AT_ONCE):
            yield chunk
        return
    async for chunk in source:
        if not isinstance(chunk, bytes | bytearray | memoryview | str):
            raise UsageError(f"an asynchronous source must yield bytes or text, not `{type(chunk).__name__}`")
        yield chunk if isinstance(chunk, str) else bytes(chunk)

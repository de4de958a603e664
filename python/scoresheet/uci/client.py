"""What programs request from an engine: its options, the best lines from a position, and a move."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scoresheet._printable import printable
from scoresheet.errors import EngineError, MoveError, UsageError
from scoresheet.uci.conversation import Conversation
from scoresheet.uci.faults import excerpt
from scoresheet.uci.options import EngineOptions, OptionValue
from scoresheet.uci.searches import SearchLimit, SearchRoot

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Client", "Played"]

PlaceType = TypeVar("PlaceType")
MoveType = TypeVar("MoveType")
LineType = TypeVar("LineType")
Result = TypeVar("Result")

LINES = 500
"""How many lines one search may request."""

_REASON_LENGTH = 300
"""How many characters of the reason for which a move is illegal are shown."""

_NO_MOVE = ("", "(none)", "0000")


@dataclass(frozen=True)
class Played(Generic[MoveType, LineType]):
    """A move that an engine played, and the search that led to it."""

    move: MoveType
    line: LineType | None
    """The best line; None if the engine gave no evaluation."""
    stopped: bool
    """Whether the search did not end by its limit and had to be stopped."""
    seconds: float
    """The time from `go` to the move."""


class Client(Conversation, ABC, Generic[PlaceType, MoveType, LineType]):
    """An engine for one kind of games. A subclass names the types, and how engines write positions and moves."""

    @abstractmethod
    def _root(self, position: PlaceType) -> SearchRoot[Any, MoveType, LineType]:
        """What is searched for a position or a node of a game.

        Raises:
            UsageError: it is neither.
        """

    @abstractmethod
    def _start(self) -> SearchRoot[Any, MoveType, LineType]:
        """The position from which games usually start."""

    @property
    def name(self) -> str:
        """The name of the engine, as it reports it."""
        return self._name

    @property
    def author(self) -> str:
        """The authors of the engine, as it reports them; empty if it does not."""
        return self._author

    @property
    def options(self) -> EngineOptions:
        """The options of the engine by their names, without regard to case."""
        return self._options

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options by their names. Those that are not named keep their values.

        The engine receives either all of them or none. Options such as `MultiPV` and `UCI_Variant` are not among them,
        because each search sets these to what it needs.

        Args:
            options: a `bool` for an option of the kind `"check"`, an `int` for `"spin"`, a `str` for `"combo"` and
                `"string"`, and None for `"button"`.

        Raises:
            EngineError: there is no such option, or it cannot have this value (`engine-option`).

        >>> import sys, scoresheet
        >>> with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
        ...     engine.configure({"capture": False})
        ...     try:
        ...         engine.configure({"captures": True})
        ...     except scoresheet.EngineError as error:
        ...         print(error.code, error.hint)
        engine-option did you mean `Capture`?
        """
        with self._conversation():
            self._configure(dict(options))

    def analyse(
        self,
        position: PlaceType,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
    ) -> list[LineType]:
        """The best lines from a position, the best first. Empty if the game has ended on the board.

        There are fewer lines than requested if there are fewer legal moves. An evaluation may be a bound, the lower or
        the upper one, if the engine had no exact one before its limit.

        Args:
            position: the position, or a node of a game, whose history is then sent too.
            nodes: how many positions to search.
            depth: how many plies deep to search.
            seconds: how long to search.
            lines: how many lines to find.

        Raises:
            EngineError: the engine did not answer in time (`engine-timeout`), ended (`engine-exit`), gave no evaluation
                (`engine-protocol`), or cannot play by these rules (`engine-option`).
            UsageError: there is not exactly one limit, or another thread uses the engine.

        >>> import sys, scoresheet
        >>> game = scoresheet.parse("1. e4 d5 *")
        >>> with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
        ...     for line in engine.analyse(game.last, depth=1, lines=2):
        ...         print(line.eval.cp, line.sans)
        100 ['exd5']
        0 ['a3']
        """
        limit = SearchLimit.of(nodes, depth, seconds)
        return self._analyse(self._root(position), limit, _count(lines))

    def play(
        self,
        position: PlaceType,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        white_clock: float | None = None,
        black_clock: float | None = None,
        increment: float = 0,
    ) -> MoveType:
        """The move that the engine plays.

        Args:
            position: the position, or a node of a game, whose history is then sent too.
            nodes: how many positions to search.
            depth: how many plies deep to search.
            seconds: how long to search.
            white_clock: the time left to White in seconds. Clocks are given instead of the other limits.
            black_clock: the time left to Black in seconds.
            increment: the seconds that each side gets for a move.

        Raises:
            EngineError: the move is illegal (`engine-move`), or as in `analyse`.
            UsageError: there is no limit, or more than one; the game has ended; or another thread uses the engine.

        >>> import sys, scoresheet
        >>> with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
        ...     engine.play(scoresheet.parse("1. e4 d5 *").last, white_clock=60, black_clock=60, increment=1)
        <Move e4d5>
        """
        root = self._root(position)
        limit = _play_limit(root, (nodes, depth, seconds), (white_clock, black_clock, increment))
        return self._play(root, limit).move

    async def aanalyse(
        self,
        position: PlaceType,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
    ) -> list[LineType]:
        """The same as `analyse`, in a thread, so the event loop keeps running. A cancelled task stops its search.

        >>> import asyncio, sys, scoresheet
        >>> async def best(position: scoresheet.Position) -> list[str]:
        ...     with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
        ...         return (await engine.aanalyse(position, depth=1))[0].sans
        >>> asyncio.run(best(scoresheet.Position()))
        ['a3']
        """
        limit, root, count = SearchLimit.of(nodes, depth, seconds), self._root(position), _count(lines)
        return await self._in_thread(lambda cancelled: self._analyse(root, limit, count, cancelled))

    async def aplay(
        self,
        position: PlaceType,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        white_clock: float | None = None,
        black_clock: float | None = None,
        increment: float = 0,
    ) -> MoveType:
        """The same as `play`, in a thread, so the event loop keeps running. A cancelled task stops its search.

        >>> import asyncio, sys, scoresheet
        >>> async def move(position: scoresheet.Position) -> scoresheet.Move:
        ...     with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
        ...         return await engine.aplay(position, depth=1)
        >>> asyncio.run(move(scoresheet.Position()))
        <Move a2a3>
        """
        root = self._root(position)
        limit = _play_limit(root, (nodes, depth, seconds), (white_clock, black_clock, increment))
        return await self._in_thread(lambda cancelled: self._play(root, limit, cancelled).move)

    def new_game(self) -> None:
        """Announces that the next position is from another game, so that the engine clears its memory.

        >>> import sys, scoresheet
        >>> with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
        ...     engine.new_game()
        """
        with self._conversation():
            self._settle()
            self._send("ucinewgame")
            self._until_ready()

    def knows(self, position: PlaceType) -> bool:
        """Whether the engine has the options for the rules of a position.

        >>> import sys, scoresheet
        >>> with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
        ...     engine.knows(scoresheet.Position()), engine.knows(scoresheet.Position(variant="atomic"))
        (True, False)
        """
        try:
            settings = self._root(position).settings(self._options)
            for name, value, usual in settings:
                if name in self._options:
                    self._options[name].checked(value)
                elif value != usual:
                    return False
        except EngineError:
            return False
        return True

    def check_limit(self, *, nodes: int | None = None, depth: int | None = None, seconds: float | None = None) -> None:
        """Searches the starting position, and raises an error if the engine does not obey the limit.

        Some engines ignore `nodes` and search on, others stop at once. `depth` and `seconds` work in more engines.

        Raises:
            EngineError: the search had to be stopped, or reported less than a tenth of the nodes (`engine-limit`), or
                as in `analyse`.

        >>> import sys, scoresheet
        >>> with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
        ...     engine.check_limit(depth=1)
        ...     try:
        ...         engine.check_limit(nodes=100_000)
        ...     except scoresheet.EngineError as error:
        ...         print(error)
        `One Ply` does not obey `nodes 100000`: it searched only 20 nodes
        """
        limit = SearchLimit.of(nodes, depth, seconds)
        with self._conversation():
            self._prepare(self._start(), 1)
            answer = self._search(limit, 1)
            reason = "it had to be stopped" if answer.stopped else f"it searched only {answer.infos.nodes:,} nodes"
            if answer.stopped and self._search_timeout is not None:
                hint = "allow more seconds, or search less"
                reason = f"had not finished `{limit.words}` after {self._search_timeout:g} s, so it was stopped"
                raise self._error("engine-limit", reason, hint=hint)
            if answer.stopped or (limit.nodes is not None and answer.infos.nodes * 10 < limit.nodes):
                raise self._error("engine-limit", f"does not obey `{limit.words}`: {reason}")

    def restart(self) -> None:
        """Ends the engine and starts it again, with the options that were set.

        Raises:
            EngineError: the engine cannot be started (`engine-start`).

        >>> import sys, scoresheet
        >>> with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
        ...     engine.restart()
        ...     engine.name
        'One Ply'
        """
        with self._conversation():
            self._finalizer()
            self._launch()
            self._configure(self._wanted)

    def close(self) -> None:
        """Ends the engine: asks it to quit, and kills it with all that it started if it has not ended after a second.

        Any thread may do this. A search that is running in another thread then raises `engine-exit`.

        >>> import sys, scoresheet
        >>> engine = scoresheet.Engine([sys.executable, "examples/one_ply.py"])
        >>> engine.close()
        """
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    # These use a separate conversation.

    def _show(self, root: SearchRoot[Any, MoveType, LineType]) -> None:
        """Sends a position to the engine without a search, so that an unsupported one raises the error."""
        with self._conversation():
            self._prepare(root, 1)

    def _analyse(
        self,
        root: SearchRoot[Any, MoveType, LineType],
        limit: SearchLimit,
        lines: int,
        cancelled: threading.Event | None = None,
    ) -> list[LineType]:
        with self._conversation():
            if root.ended is not None:
                return []
            self._prepare(root, lines)
            answer = self._search(limit, lines, cancelled)
            found = answer.infos.best()
            if not found:
                refused = answer.infos.refused
                text = None if refused is None else printable(refused.decode("utf-8", "replace"))
                reason = (
                    "gave no evaluation" if text is None else f"gave no evaluation that can be read: {excerpt(text)}"
                )
                raise self._error("engine-protocol", reason, fen=root.fen, text=text)
            self._require(answer.move, root)
            return [root.line(info, stopped=answer.stopped) for info in found]

    def _play(
        self,
        root: SearchRoot[Any, MoveType, LineType],
        limit: SearchLimit,
        cancelled: threading.Event | None = None,
    ) -> Played[MoveType, LineType]:
        with self._conversation():
            if (ended := root.ended) is not None:
                raise UsageError(f"there is no move: the game has ended (`{ended}`)")
            self._prepare(root, 1)
            answer = self._search(limit, 1, cancelled)
            self._require(answer.move, root)
            try:
                move = root.legal_move(root.position, answer.move)
            except MoveError as error:
                raise self._illegal(answer.move, error, root.fen) from None
            best = next((root.line(info, stopped=answer.stopped) for info in answer.infos.best()), None)
            return Played(move, best, answer.stopped, answer.seconds)

    def _require(self, move: str, root: SearchRoot[Any, MoveType, LineType]) -> None:
        if move in _NO_MOVE:
            raise self._error("engine-protocol", "found no move, but there are legal ones", fen=root.fen)

    def _illegal(self, text: str, error: MoveError, fen: str | None) -> EngineError:
        reason = f"played an illegal move: {printable(error.message)[:_REASON_LENGTH]}"
        return self._error("engine-move", reason, text=printable(text[:80]), fen=fen)

    async def _in_thread(self, work: Callable[[threading.Event], Result]) -> Result:
        """The result of work that ends soon after its event is set."""
        import asyncio
        from concurrent.futures import ThreadPoolExecutor

        cancelled = threading.Event()
        # A separate thread: those of the event loop may all be busy.
        pool = ThreadPoolExecutor(1, thread_name_prefix="scoresheet")
        future = asyncio.get_running_loop().run_in_executor(pool, work, cancelled)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            cancelled.set()
            self._process.wake()
            # Only then can the engine be used again.
            await asyncio.wait([future])
            if not future.cancelled():
                future.exception()  # no caller is left to raise it for
            raise
        finally:
            pool.shutdown(wait=False)


def _count(lines: int) -> int:
    if isinstance(lines, bool) or not isinstance(lines, int) or not 1 <= lines <= LINES:
        raise UsageError(f"`lines` is a number from 1 to {LINES}, not `{lines!r}`")
    return lines


def _play_limit(
    root: SearchRoot[Any, Any, Any],
    limits: tuple[int | None, int | None, float | None],
    clocks: tuple[float | None, float | None, float],
) -> SearchLimit:
    white, black, increment = clocks
    if white is None and black is None:
        return SearchLimit.of(*limits)
    if any(limit is not None for limit in limits):
        raise UsageError("a search needs one limit, not clocks and another one")
    return SearchLimit.of_clocks(white, black, increment, root.position.turn)

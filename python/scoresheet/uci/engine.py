"""A chess engine: starts it, sets its options, and asks it about positions."""

from __future__ import annotations

import os
import shutil
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from scoresheet._printable import printable
from scoresheet.errors import EngineError, UsageError
from scoresheet.notation import Position
from scoresheet.uci import process
from scoresheet.uci.faults import engine_error, excerpt
from scoresheet.uci.info import SearchInfos
from scoresheet.uci.lines import Line, line_of
from scoresheet.uci.options import EngineOption, EngineOptions, OptionValue, parse_option
from scoresheet.uci.process import GARBAGE_LINES, EngineProcess, Garbage, Gone, Silent
from scoresheet.uci.searches import SearchLimit, SearchRoot, legal_move

if TYPE_CHECKING:
    from typing_extensions import Self

    from scoresheet.game import Node
    from scoresheet.notation import Move

__all__ = ["Engine"]

Result = TypeVar("Result")

LINES = 500
"""How many lines one search may ask for."""

OPTIONS = 1_000
"""How many options an engine may have."""

_NAME_LENGTH = 200
"""How many characters of the name of an engine are kept."""

STOPS_S = 2.0
"""How long an engine may take to answer to `stop`."""

_FURTHER_PATH = "/usr/games"
"""Where Debian installs engines. The folder is not in the `PATH` of root."""

_OF_SEARCHES = {
    "MultiPV": "use `lines`",
    "UCI_Chess960": "it follows the position",
    "UCI_Variant": "it follows the rules of the position",
}
"""The options that each search sets to what it needs, with advice for those who want to set them."""

_NO_MOVE = ("", "(none)", "0000")


class Engine:
    """A chess engine that speaks UCI, as a program of its own.

    The methods block. An engine serves one thread at a time: a call from another thread raises `UsageError`. `aanalyse`
    and `aplay` are for programs that use `asyncio`. The engine ends with `close`, at the end of a `with` block, and at
    the latest with the Python program.

    After an error that ends the engine (`engine-timeout`, `engine-exit`, `engine-protocol` with too many lines),
    `restart` starts it again.

    Args:
        command: the name of a program, its path, or a list of the program and its arguments. No shell interprets it. A
            name is looked up in `PATH`, then in `/usr/games`.
        options: options to set at the start, as in `configure`.
        start_timeout: how many seconds the engine may take to start.
        reply_timeout: how many seconds it may take for any other answer except that of a search.
        search_timeout: after how many seconds a search is stopped. If None, this depends on the limit: a search by time
            has its time and `reply_timeout`; one by nodes a second for 5,000 nodes, at least 60; one by depth an hour.
        debug: a function that receives every line that is sent (`> uci`) and received (`< uciok`), such as `print`.

    Raises:
        EngineError: the engine cannot be started (`engine-start`), or an option is wrong (`engine-option`).

    >>> import sys, scoresheet
    >>> with scoresheet.Engine([sys.executable, "examples/one_ply.py"], options={"Capture": False}) as engine:
    ...     engine.name, engine.options["capture"].kind, engine.play(scoresheet.Position(), depth=1)
    ('One Ply', 'check', <Move a2a3>)
    """

    def __init__(
        self,
        command: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        *,
        options: Mapping[str, OptionValue] | None = None,
        start_timeout: float = 10,
        reply_timeout: float = 10,
        search_timeout: float | None = None,
        debug: Callable[[str], object] | None = None,
    ) -> None:
        self._arguments = _arguments(command)
        self._start_timeout = _positive("start_timeout", start_timeout)
        self._reply_timeout = _positive("reply_timeout", reply_timeout)
        self._search_timeout = None if search_timeout is None else _positive("search_timeout", search_timeout)
        self._debug = debug
        self._turn = threading.Lock()
        self._closed = False
        self._wanted: dict[str, OptionValue] = {}
        self._name = printable(Path(self._arguments[0]).name)
        self._author = ""
        self._options = EngineOptions([])
        self._launch()
        try:
            with self._conversation():
                self._configure(dict(options or {}))
        except BaseException:
            self.close()
            raise

    @property
    def name(self) -> str:
        """The name of the engine, as it says itself."""
        return self._name

    @property
    def author(self) -> str:
        """The authors of the engine, as it says itself; empty if it does not."""
        return self._author

    @property
    def options(self) -> EngineOptions:
        """The options of the engine by their names, without regard to case."""
        return self._options

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options by their names. Those that are not named keep their values.

        The engine receives either all of them or none. `MultiPV`, `UCI_Chess960` and `UCI_Variant` are not among them,
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
        position: Position | Node,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
    ) -> list[Line]:
        """The best lines from a position, the best first. Empty if the game has ended on the board.

        There are fewer lines than asked for if there are fewer legal moves. An evaluation may be a bound, the lower or
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
        return self._analyse(SearchRoot(position), limit, _count(lines))

    def play(
        self,
        position: Position | Node,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        white_clock: float | None = None,
        black_clock: float | None = None,
        increment: float = 0,
    ) -> Move:
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
        root = SearchRoot(position)
        limit = _play_limit(root, (nodes, depth, seconds), (white_clock, black_clock, increment))
        return self._play(root, limit)

    async def aanalyse(
        self,
        position: Position | Node,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        lines: int = 1,
    ) -> list[Line]:
        """The same as `analyse`, in a thread, so the event loop keeps running. A cancelled task stops its search.

        >>> import asyncio, sys, scoresheet
        >>> async def best(position: scoresheet.Position) -> list[str]:
        ...     with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
        ...         return (await engine.aanalyse(position, depth=1))[0].sans
        >>> asyncio.run(best(scoresheet.Position()))
        ['a3']
        """
        limit, root, count = SearchLimit.of(nodes, depth, seconds), SearchRoot(position), _count(lines)
        return await self._in_thread(lambda cancelled: self._analyse(root, limit, count, cancelled))

    async def aplay(
        self,
        position: Position | Node,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        white_clock: float | None = None,
        black_clock: float | None = None,
        increment: float = 0,
    ) -> Move:
        """The same as `play`, in a thread, so the event loop keeps running. A cancelled task stops its search.

        >>> import asyncio, sys, scoresheet
        >>> async def move(position: scoresheet.Position) -> scoresheet.Move:
        ...     with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
        ...         return await engine.aplay(position, depth=1)
        >>> asyncio.run(move(scoresheet.Position()))
        <Move a2a3>
        """
        root = SearchRoot(position)
        limit = _play_limit(root, (nodes, depth, seconds), (white_clock, black_clock, increment))
        return await self._in_thread(lambda cancelled: self._play(root, limit, cancelled))

    def new_game(self) -> None:
        """Tells the engine that the next position is from another game, so that it forgets what it remembers.

        >>> import sys, scoresheet
        >>> with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
        ...     engine.new_game()
        """
        with self._conversation():
            self._settle()
            self._send("ucinewgame")
            self._until_ready()

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
        `One Ply` does not obey `nodes 100000`: it searched 20 nodes
        """
        limit = SearchLimit.of(nodes, depth, seconds)
        with self._conversation():
            self._prepare(SearchRoot(Position()), 1)
            infos, _, stopped = self._search(limit, 1)
            reason = "it had to be stopped" if stopped else f"it searched {infos.nodes:,} nodes"
            if stopped or (limit.nodes is not None and infos.nodes * 10 < limit.nodes):
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
        self._closed = True
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Engine {self._name}>"

    # The methods below are called in a conversation, except `_launch` at the start.

    @contextmanager
    def _conversation(self) -> Iterator[None]:
        """Makes this thread the only one that uses the engine. Failures of the process become errors."""
        if not self._turn.acquire(blocking=False):
            hint = "start an engine for each thread"
            raise UsageError(f"the engine `{self._name}` is in use by another thread", hint=hint)
        try:
            if self._closed:
                raise UsageError(f"the engine `{self._name}` is closed", hint="start another one")
            yield
        except (Silent, Gone, Garbage) as failure:
            code, reason = self._ended_by(failure, self._reply_timeout)
            raise self._error(code, reason) from None
        except EngineError as error:
            error.engine = self._name
            raise
        finally:
            self._turn.release()

    def _ended_by(self, failure: Exception, timeout: float) -> tuple[str, str]:
        """Ends the process after a failure, and returns the code and the reason."""
        # An engine that has closed its output gets the time to end with a status of its own.
        how = self._process.end(process.QUITS_S if isinstance(failure, Gone) else 0)
        if isinstance(failure, Silent):
            return "engine-timeout", f"did not answer in {timeout:g} s"
        if isinstance(failure, Garbage):
            return "engine-protocol", f"printed more than {GARBAGE_LINES:,} lines that mean nothing"
        return "engine-exit", how

    def _error(self, code: str, reason: str, **place: str) -> EngineError:
        return engine_error(code, f"`{self._name}` {reason}", engine=self._name, **place)

    def _launch(self) -> None:
        """Starts the process and reads what it says about itself."""
        program, *arguments = self._arguments
        try:
            self._process = EngineProcess([_found(program), *arguments], self._debug)
        except (OSError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            message = f"cannot start {excerpt(program)}: {reason.lower()}"
            raise engine_error("engine-start", message, engine=self._name) from None
        self._finalizer = weakref.finalize(self, self._process.close)
        self._searching = False
        self._set_by_searches: dict[str, OptionValue] = {}
        try:
            self._introduce()
        except (Silent, Gone, Garbage) as failure:
            _, reason = self._ended_by(failure, self._start_timeout)
            raise self._error("engine-start", f"does not speak UCI: it {reason}") from None
        except BaseException:
            self._finalizer()
            raise

    def _introduce(self) -> None:
        deadline = time.monotonic() + self._start_timeout
        self._process.expect()
        self._process.send("uci", deadline)
        known: dict[str, str] = {}
        options: list[EngineOption] = []
        while (line := self._process.answer(deadline)) != "uciok":
            word, _, rest = line.partition(" ")
            if word == "id":
                key, _, value = rest.strip().partition(" ")
                known[key] = printable(value.strip()[:_NAME_LENGTH])
            elif known and (option := parse_option(line)):  # what comes before `id` is a banner
                options.append(option)
                if len(options) > OPTIONS:
                    raise Garbage
        self._name = known.get("name") or self._name
        self._author = known.get("author", "")
        self._options = EngineOptions(options)

    def _configure(self, options: dict[str, OptionValue]) -> None:
        checked = [(option := self._options.named(name), option.checked(options[name])) for name in options]
        for option, _ in checked:
            for name, hint in _OF_SEARCHES.items():
                if option.name.lower() == name.lower():
                    raise engine_error("engine-option", f"the option `{name}` is set by each search", hint=hint)
        self._settle()
        for option, text in checked:
            self._set(option, text)
        self._until_ready()
        self._wanted |= {name: value for (option, _), (name, value) in zip(checked, options.items(), strict=True)}

    def _set(self, option: EngineOption, text: str) -> None:
        value = "" if option.kind == "button" else f" value {text}"
        self._send(f"setoption name {option.name}{value}")

    def _adapt(self, name: str, value: str | int | bool, usual: str | int | bool) -> bool:
        """Gives an option the value that a search needs, and returns whether it had another one before."""
        if name not in self._options:
            if value != usual:
                hint = "use an engine that can do this"
                reason = f"has no option `{name}`, which would have to be `{str(value).lower()}`"
                raise self._error("engine-option", reason, hint=hint)
            return False
        option = self._options[name]
        if self._set_by_searches.get(name, option.default) == value:
            return False
        self._set(option, option.checked(value))
        self._set_by_searches[name] = value
        return True

    def _prepare(self, root: SearchRoot, lines: int) -> None:
        """Sends the position, and drops all that the engine printed before."""
        self._settle()
        self._adapt("MultiPV", lines, 1)
        # In this order: some engines look at the rules when they read the other option.
        other_rules = [
            self._adapt("UCI_Variant", root.variant, "chess"),
            self._adapt("UCI_Chess960", root.chess960, False),
        ]
        if any(other_rules):
            self._send("ucinewgame")
        self._send(root.command)
        self._until_ready()

    def _search(
        self, limit: SearchLimit, lines: int, cancelled: threading.Event | None = None
    ) -> tuple[SearchInfos, str, bool]:
        """What the engine printed, its move, and whether it had to be stopped."""
        infos = SearchInfos(lines)
        timeout = self._search_timeout or limit.expected_s + self._reply_timeout
        deadline = time.monotonic() + timeout
        self._process.expect(infos=infos)
        self._searching = True
        try:
            self._send(f"go {limit.words}")
            try:
                return infos, self._best_move(deadline, cancelled), False
            except Silent:
                self._send("stop")
                return infos, self._best_move(time.monotonic() + STOPS_S), True
        except Silent:
            self._process.end()
            raise self._error("engine-timeout", f"searched for {timeout:g} s and did not stop") from None
        except BaseException:
            # Such as Ctrl-C. The next command waits for the end of this search.
            with suppress(Silent, Gone):
                self._send("stop")
            raise

    def _best_move(self, deadline: float, cancelled: threading.Event | None = None) -> str:
        while True:
            word, _, rest = self._process.answer(deadline, cancelled).partition(" ")
            if word == "bestmove":
                self._searching = False
                return rest.split()[0] if rest.strip() else ""

    def _settle(self) -> None:
        """Waits for the end of a search that was interrupted."""
        if self._searching:
            self._send("stop")
            try:
                self._best_move(time.monotonic() + STOPS_S)
            except Silent:
                self._process.end()
                raise self._error("engine-timeout", "did not stop after a search was interrupted") from None

    def _until_ready(self) -> None:
        deadline = time.monotonic() + self._reply_timeout
        self._process.expect()
        self._send("isready")
        while self._process.answer(deadline) != "readyok":
            pass

    def _send(self, line: str) -> None:
        self._process.send(line, time.monotonic() + self._reply_timeout)

    def _analyse(
        self, root: SearchRoot, limit: SearchLimit, lines: int, cancelled: threading.Event | None = None
    ) -> list[Line]:
        with self._conversation():
            if root.has_ended:
                return []
            self._prepare(root, lines)
            infos, move, stopped = self._search(limit, lines, cancelled)
            found = infos.best()
            if not found:
                raise self._error("engine-protocol", "gave no evaluation", fen=root.position.fen())
            self._require(move, root)
            return [line_of(info, root.position, stopped=stopped) for info in found]

    def _play(self, root: SearchRoot, limit: SearchLimit, cancelled: threading.Event | None = None) -> Move:
        with self._conversation():
            if (outcome := root.position.outcome()) is not None:
                raise UsageError(f"there is no move: the game has ended (`{outcome.reason}`)")
            self._prepare(root, 1)
            _, text, _ = self._search(limit, 1, cancelled)
            self._require(text, root)
            move = legal_move(root.position, text)
            if move is None:
                reason = f"played {excerpt(text)}, which is not a legal move"
                raise self._error("engine-move", reason, text=printable(text[:80]), fen=root.position.fen())
            return move

    def _require(self, move: str, root: SearchRoot) -> None:
        if move in _NO_MOVE:
            raise self._error("engine-protocol", "found no move, but there are legal ones", fen=root.position.fen())

    async def _in_thread(self, work: Callable[[threading.Event], Result]) -> Result:
        """The result of work that ends soon after its event is set."""
        import asyncio
        from concurrent.futures import ThreadPoolExecutor

        cancelled = threading.Event()
        # A thread of its own: those of the event loop may all be busy.
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
                future.exception()  # it was raised for nobody
            raise
        finally:
            pool.shutdown(wait=False)


def _arguments(command: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> list[str]:
    words = [command] if isinstance(command, str | os.PathLike) else list(command)
    arguments = [os.fspath(word) for word in words]
    if not arguments or not all(isinstance(word, str) for word in arguments) or not arguments[0]:
        raise UsageError("an engine is a program, or a list of a program and its arguments, all of them texts")
    return arguments


def _found(program: str) -> str:
    """The path of a program. A name is looked up; anything else is a path already."""
    if os.path.dirname(program):  # noqa: PTH120 a `Path` would lose the `./` that makes a path of a name
        return program
    path = shutil.which(program) or shutil.which(program, path=_FURTHER_PATH)
    if path is None:
        raise OSError(f"there is no such program in `PATH` and `{_FURTHER_PATH}`")
    return path


def _positive(name: str, seconds: float) -> float:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < threading.TIMEOUT_MAX:
        raise UsageError(f"`{name}` is a number of seconds above 0, not `{seconds!r}`")
    return seconds


def _count(lines: int) -> int:
    if isinstance(lines, bool) or not isinstance(lines, int) or not 1 <= lines <= LINES:
        raise UsageError(f"`lines` is a number from 1 to {LINES}, not `{lines!r}`")
    return lines


def _play_limit(
    root: SearchRoot,
    limits: tuple[int | None, int | None, float | None],
    clocks: tuple[float | None, float | None, float],
) -> SearchLimit:
    white, black, increment = clocks
    if white is None and black is None:
        return SearchLimit.of(*limits)
    if any(limit is not None for limit in limits):
        raise UsageError("a search needs one limit, not clocks and another one")
    return SearchLimit.of_clocks(white, black, increment, root.position.turn)

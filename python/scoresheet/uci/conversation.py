"""The conversation with an engine: its start, its options, and its searches, under any rules."""

from __future__ import annotations

import os
import shutil
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from scoresheet._printable import printable
from scoresheet._registry import hint_of
from scoresheet.errors import EngineError, UsageError
from scoresheet.uci import process
from scoresheet.uci.faults import engine_error, excerpt
from scoresheet.uci.info import SearchInfos
from scoresheet.uci.options import EngineOption, EngineOptions, OptionValue, parse_option
from scoresheet.uci.process import GARBAGE_LINES, EngineProcess, Garbage, Gone, Silent
from scoresheet.uci.searches import SearchLimit, SearchRoot

__all__ = ["Answer", "Conversation"]

OPTIONS = 1_000
"""How many options an engine may have."""

_NAME_LENGTH = 200
"""How many characters of the name of an engine are kept."""

STOPS_S = 2.0
"""How long an engine may take to reply to `stop`."""

_FURTHER_PATH = "/usr/games"
"""Where Debian installs engines. The folder is not in the `PATH` of root."""


class Answer(NamedTuple):
    """What an engine printed during a search."""

    infos: SearchInfos
    move: str
    """The word after `bestmove`; empty if there is none."""
    stopped: bool
    """Whether the search did not end by its limit and had to be stopped."""
    seconds: float
    """The time from `go` to the move."""


class Conversation:
    """An engine that is running, and what was sent to it. `Client` adds the methods about positions.

    Except for `_launch` at the start, the methods that send something are called in `_conversation`.
    """

    _SET_BY_SEARCHES: ClassVar[Mapping[str, str]] = {"MultiPV": "use `lines`"}
    """The options that each search sets to what it needs, with advice for those who want to set them."""

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
        self._fen: str | None = None
        """The position of the last search, for errors."""
        self._name = printable(Path(self._arguments[0]).name)
        self._author = ""
        self._options = EngineOptions([])
        self._launch()
        try:
            with self._conversation():
                self._configure(dict(options or {}))
        except BaseException:
            self._close()
            raise

    def __repr__(self) -> str:
        return f"<Engine {self._name}>"

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
            raise self._error(code, reason, fen=self._fen) from None
        except EngineError as error:
            error.engine = self._name
            raise
        finally:
            self._turn.release()

    def _ended_by(self, failure: Exception, timeout: float) -> tuple[str, str]:
        """Ends the process after a failure, and returns the code and the reason."""
        # An engine that has closed its output gets time to exit with its own status.
        how = self._process.end(process.QUITS_S if isinstance(failure, Gone) else 0)
        if isinstance(failure, Silent):
            return "engine-timeout", f"did not answer in {timeout:g} s"
        if isinstance(failure, Garbage):
            return "engine-protocol", f"printed more than {GARBAGE_LINES:,} unknown lines"
        return "engine-exit", how

    def _error(self, code: str, reason: str, **place: str | None) -> EngineError:
        blank = "" if reason.startswith(",") else " "
        return engine_error(code, f"`{self._name}`{blank}{reason}", engine=self._name, **place)

    def _launch(self) -> None:
        """Starts the process and reads its description of itself."""
        program, *arguments = self._arguments
        try:
            self._process = EngineProcess([_found(program), *arguments], self._debug)
        except (OSError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            message = f"cannot start {excerpt(program)}: {reason[:1].lower()}{reason[1:]}"
            raise engine_error("engine-start", message, engine=self._name) from None
        self._finalizer = weakref.finalize(self, self._process.close)
        self._searching = False
        self._set_by_searches: dict[str, OptionValue] = {}
        try:
            self._introduce()
        except (Silent, Gone, Garbage) as failure:
            _, reason = self._ended_by(failure, self._start_timeout)
            asked = "" if len(self._arguments) == 1 else f", started as {excerpt(' '.join(self._arguments))}, "
            raise self._error("engine-start", f"{asked}does not speak UCI: it {reason}") from None
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
        checked = [(option := self._settable(name), option.checked(options[name])) for name in options]
        self._settle()
        for option, text in checked:
            self._set(option, text)
        self._until_ready()
        self._wanted |= {name: value for (option, _), (name, value) in zip(checked, options.items(), strict=True)}

    def _settable(self, name: str) -> EngineOption:
        option = self._options.named(name)
        for other, hint in self._SET_BY_SEARCHES.items():
            if option.name.lower() == other.lower():
                raise engine_error("engine-option", f"the option `{other}` is set by each search", hint=hint)
        return option

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

    def _prepare(self, root: SearchRoot[Any, Any, Any], lines: int) -> None:
        """Sends the position, and drops all that the engine printed before."""
        self._settle()
        self._fen = root.fen
        command = root.command(self._options)
        self._adapt("MultiPV", lines, 1)
        changed = [self._adapt(*setting) for setting in root.settings(self._options)]
        if any(changed):
            self._send("ucinewgame")
        self._send(command)
        self._until_ready()

    def _search(self, limit: SearchLimit, lines: int, cancelled: threading.Event | None = None) -> Answer:
        """Searches the position that was sent."""
        infos = SearchInfos(lines)
        timeout = self._search_timeout or limit.expected_s + self._reply_timeout
        self._process.expect(infos=infos)
        self._searching = True
        start = time.monotonic()
        try:
            self._send(f"go {limit.words}")
            try:
                move, stopped = self._best_move(start + timeout, cancelled), False
            except Silent:
                self._send("stop")
                move, stopped = self._best_move(time.monotonic() + STOPS_S), True
            return Answer(infos, move, stopped, time.monotonic() - start)
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

    def _close(self) -> None:
        self._closed = True
        self._finalizer()


def _arguments(command: str | os.PathLike[str] | Sequence[str | os.PathLike[str]]) -> list[str]:
    words = list(command) if isinstance(command, list | tuple) else [command]
    arguments = [os.fspath(word) for word in words if isinstance(word, str | os.PathLike)]
    is_text = len(arguments) == len(words) and all(isinstance(word, str) for word in arguments)
    if not is_text or not arguments or not arguments[0]:
        raise UsageError("the command of an engine is empty, or not made of texts", hint=hint_of("engine-start"))
    return arguments


def _found(program: str) -> str:
    """The path of a program. A name is looked up; anything else is a path already."""
    if os.path.dirname(program):  # noqa: PTH120 a `Path` would lose the `./` that makes a path of a name
        return program
    path = shutil.which(program) or shutil.which(program, path=_FURTHER_PATH)
    if path is None:
        raise OSError(f"there is no such program in `PATH` or `{_FURTHER_PATH}`")
    return path


def _positive(name: str, seconds: float) -> float:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < threading.TIMEOUT_MAX:
        raise UsageError(f"`{name}` is a number of seconds above 0, not `{seconds!r}`")
    return seconds

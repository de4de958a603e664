"""The engine that the command line names, and the thread in which it works: on a game, else on a position."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from scoresheet.analysis.engines import EngineChoice
from scoresheet.errors import EngineError
from scoresheet.uci.engine import Engine
from scoresheet.viewer.engine_work import EngineWork, engine_refusal
from scoresheet.viewer.errors import Refused
from scoresheet.viewer.game_analysis import NODES, GameWork
from scoresheet.viewer.live_lines import LiveWork

__all__ = ["EngineDesk"]

_ENDED = ("engine-exit", "engine-timeout")
"""The codes of errors after which the engine has to be started again."""

_PATIENCE = 30.0
"""How many seconds the end of the viewer waits for the thread."""


class EngineDesk:
    """One process of an engine, for any number of pages.

    An analysis of a game goes first. A search of a position waits for it, and a newer one replaces an older one.
    """

    def __init__(self, chosen: EngineChoice) -> None:
        """Starts the engine.

        Raises:
            EngineError: it cannot be started, or an option is wrong.
        """
        self._engine = Engine(chosen.command, options=chosen.options)
        self._lock = threading.Lock()
        self._starting = threading.Lock()
        self._failure: Refused | None = None
        self._game: GameWork | None = None
        self._live: LiveWork | None = None
        self._is_closed = False
        self._loop = asyncio.new_event_loop()
        self._changed = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="scoresheet-desk", daemon=True)
        self._thread.start()

    # Handlers of requests

    def to_dict(self) -> dict[str, Any]:
        """The engine for the page."""
        failure = {} if self._failure is None else self._failure.to_dict()
        return {"name": self._engine.name, "nodes": list(NODES), **failure}

    def analyse(self, work: GameWork) -> dict[str, Any]:
        """Starts the analysis of a game.

        Raises:
            Refused: the engine analyses a game already, or has failed.
        """
        with self._lock:
            if self._failure is not None:
                raise self._failure
            if self._game is not None and self._game.is_active:
                hint = "wait until it is done, or stop it"
                raise Refused(HTTPStatus.CONFLICT, "engine-busy", "the engine analyses another game", hint=hint)
            self._game = work
        self._later(self._give_way)
        return self.told(work)

    def look(self, work: LiveWork) -> dict[str, Any]:
        """Searches a position, instead of that before."""
        with self._lock:
            older, self._live = self._live, work
        self.stop(older)
        self._later()
        return self.told(work)

    @property
    def game(self) -> GameWork | None:
        """The last requested analysis."""
        return self._game

    def live(self, number: int) -> dict[str, Any]:
        """The search with this number; that it was taken if another one has replaced it."""
        work = self._live
        return {"number": number, "state": "taken"} if work is None or work.number != number else self.told(work)

    def stop(self, work: EngineWork | None) -> None:
        """Stops some work, if there is any."""
        if work is not None:
            self._later(lambda: work.end("stopped"))

    def stop_live(self, number: int) -> dict[str, Any]:
        """Stops the search with this number. That of another page continues."""
        work = self._live
        if work is not None and work.number == number:
            self.stop(work)
        return self.live(number)

    def stop_all(self) -> None:
        """Stops all work."""
        self.stop(self._game)
        self.stop(self._live)

    def told(self, work: EngineWork) -> dict[str, Any]:
        """How far some work has come: `queued` after a game, or failed because the engine that it waits for has."""
        told, failure, game = work.to_dict(), self._failure, self._game
        if told["state"] != "waiting":
            return told
        if failure is not None:
            return {**told, "state": "failed", **failure.to_dict()}
        return {**told, "state": "queued"} if game is not None and game is not work and game.is_active else told

    def restart(self) -> dict[str, Any]:
        """Starts an engine again that has failed.

        Raises:
            Refused: it cannot be started, or another request does so.
        """
        if not self._starting.acquire(blocking=False):
            raise Refused(HTTPStatus.CONFLICT, "engine-busy", "the engine is being started")
        try:
            if self._failure is not None:
                self._engine.restart()
                self._failure = None
        except EngineError as error:
            self._failure = engine_refusal(error)
            raise self._failure from error
        finally:
            self._starting.release()
        self._later()
        return self.to_dict()

    def close(self) -> None:
        """Ends the engine, and the thread."""
        self._is_closed = True
        self.stop_all()
        self._later()
        self._engine.close()
        self._thread.join(_PATIENCE)

    # The thread

    def _later(self, act: Callable[[], object] = lambda: None) -> None:
        """Lets the thread do something, and look for work after that."""

        def run() -> None:
            act()
            self._changed.set()

        with suppress(RuntimeError):  # the thread has ended
            self._loop.call_soon_threadsafe(run)

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._work())
        finally:
            self._loop.close()

    async def _work(self) -> None:
        while not self._is_closed:
            self._changed.clear()
            work = self._next()
            if work is None:
                await self._changed.wait()
                continue
            code = await work.carry_out(self._engine)
            if code in _ENDED and not self._is_closed:
                self._failure = work.failure or engine_refusal(EngineError("the engine was stopped", code=code))

    def _next(self) -> EngineWork | None:
        if self._failure is not None:
            return None
        waiting = (work for work in (self._game, self._live) if work is not None and work.state == "waiting")
        return next(waiting, None)

    def _give_way(self) -> None:
        """Interrupts the search of a position for the analysis of a game. It continues after that."""
        live = self._live
        if live is not None and live.state == "running":
            live.end("waiting")

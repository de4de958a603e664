"""Responses about the engine: the analysis of a game, and the lines from a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scoresheet.viewer.errors import missing, whole
from scoresheet.viewer.game_analysis import GameWork
from scoresheet.viewer.live_lines import LiveWork

if TYPE_CHECKING:
    from scoresheet.viewer.answers import Request
    from scoresheet.viewer.engine_desk import EngineDesk
    from scoresheet.viewer.session import Opened, Session

__all__ = ["EngineAnswers"]


class EngineAnswers:
    """Responds to requests about the engine. Without one, it refuses all of them.

    Requests choose among a few limits, and name neither engines nor options nor files.
    """

    def __init__(self, session: Session, desk: EngineDesk | None) -> None:
        self._session = session
        self._given = desk
        self.routes: list[tuple[str, tuple[str, ...], Callable[..., object]]] = [
            ("GET", ("engine",), lambda _: self._desk.to_dict()),
            ("POST", ("engine", "start"), lambda _: self._desk.restart()),
            ("POST", ("engine", "lines"), lambda request: self._desk.look(LiveWork(request.json()))),
            ("GET", ("engine", "lines", "*"), lambda _, number: self._desk.live(whole(number))),
            ("POST", ("engine", "lines", "*", "stop"), lambda _, number: self._desk.stop_live(whole(number))),
            ("GET", ("game", "*", "analysis"), lambda _, row: self._analysis(whole(row))),
            ("POST", ("game", "*", "analysis"), lambda request, row: self._analyse(request, whole(row))),
            ("POST", ("game", "*", "analysis", "stop"), lambda _, row: self._stop(whole(row))),
            ("POST", ("game", "*", "analysis", "remove"), lambda _, row: self._remove(whole(row))),
        ]

    @property
    def _desk(self) -> EngineDesk:
        if self._given is None:
            raise missing("there is no engine")
        return self._given

    def to_dict(self) -> dict[str, Any] | None:
        """The engine for the page; None without one."""
        return None if self._given is None else self._given.to_dict()

    def leave(self) -> None:
        """Stops all work, because other games are opened."""
        if self._given is not None:
            self._given.stop_all()

    def _work(self, opened: Opened, row: int) -> GameWork | None:
        """The analysis of a game, if it is the last requested one."""
        work = self._desk.game
        return work if work is not None and work.kept is opened.analysed and work.row == row else None

    def _analysis(self, row: int) -> dict[str, Any]:
        work, latest = self._work(self._session.opened, row), self._desk.game
        if work is not None:
            return self._desk.told(work)
        return {"state": "busy" if latest is not None and latest.is_active else "none"}

    def _analyse(self, request: Request, row: int) -> dict[str, Any]:
        opened = self._session.opened
        return self._desk.analyse(GameWork(opened.library.game(row), row, opened.analysed, request.json()))

    def _stop(self, row: int) -> dict[str, Any]:
        self._desk.stop(self._work(self._session.opened, row))
        return self._analysis(row)

    def _remove(self, row: int) -> dict[str, Any]:
        self._session.opened.analysed.drop(row)
        return {"state": "none"}

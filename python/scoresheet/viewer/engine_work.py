"""Jobs of the viewer's engine: the work itself, and its progress."""

from __future__ import annotations

import asyncio
import itertools
from abc import ABC, abstractmethod
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from scoresheet._printable import printable
from scoresheet.errors import EngineError, ScoresheetError
from scoresheet.viewer.errors import Refused

if TYPE_CHECKING:
    from scoresheet.uci.engine import Engine

__all__ = ["EngineWork", "engine_refusal"]

_ACTIVE = ("waiting", "running", "ending")

_numbers = itertools.count(1)


class EngineWork(ABC):
    """A job of the engine. It is carried out in the thread of the engine; others only read it.

    Attributes:
        number: its number, by which a page knows it again.
        state: `waiting`, `running`, `ending`, `done`, `stopped` or `failed`.
        failure: why it has failed.
    """

    def __init__(self) -> None:
        self.number = next(_numbers)
        self.state = "waiting"
        self.failure: Refused | None = None
        self._task: asyncio.Task[None] | None = None
        self._ends_as = ""

    @property
    def is_active(self) -> bool:
        """Whether it waits or runs."""
        return self.state in _ACTIVE

    @abstractmethod
    async def run(self, engine: Engine) -> None:
        """Does the work. It can be cancelled at each `await`."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """How far it has come, for the page."""

    async def carry_out(self, engine: Engine) -> str | None:
        """Does the work until it is done, or ended. Returns the code of the error of the engine if there was one."""
        self.state, self._ends_as = "running", ""
        self._task = asyncio.create_task(self.run(engine))
        try:
            await self._task
            self.state = "done"
        except asyncio.CancelledError:
            self.state = self._ends_as or "stopped"
        except Exception as error:  # the page would wait for ever
            if self._ends_as:
                self.state = self._ends_as
            else:
                self.fail(engine_refusal(error))
            return error.code if isinstance(error, EngineError) else None
        finally:
            self._task = None
        return None

    def end(self, state: str) -> None:
        """Ends the work soon, in this state. The thread of the engine calls this."""
        if self.state == "waiting":
            self.state = state
        elif self._task is not None:
            if not self._ends_as:  # a search that is cancelled twice would continue
                self._task.cancel()
            self._ends_as, self.state = state, "ending"

    def fail(self, reason: Refused) -> None:
        """Ends the work with a reason."""
        self.failure = reason
        self.state = "failed"

    def facts(self) -> dict[str, Any]:
        """The state for the page."""
        failure = {} if self.failure is None else self.failure.to_dict()
        return {"number": self.number, "state": self.state, **failure}


def engine_refusal(error: Exception) -> Refused:
    """The refusal for an error of an engine, or for any other one. What engines print is made safe to show."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, ScoresheetError):
        return Refused(HTTPStatus.BAD_GATEWAY, error.code or "bad-request", printable(error.message), hint=error.hint)
    return Refused(HTTPStatus.INTERNAL_SERVER_ERROR, "internal", f"the engine failed: {type(error).__name__}")

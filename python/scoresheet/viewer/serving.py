"""Runs the viewer until Ctrl-C, or until the page ends it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from scoresheet.analysis.engines import EngineChoice
from scoresheet.errors import UsageError
from scoresheet.viewer.answers import Answers
from scoresheet.viewer.browser import open_browser
from scoresheet.viewer.engine_desk import EngineDesk
from scoresheet.viewer.saving import folder_of
from scoresheet.viewer.server import Server
from scoresheet.viewer.session import Session

__all__ = ["Running", "Settings"]

_USUAL_PORT = 6464
"""Browsers keep the reader's choices, such as the theme and the columns, by the address with its port."""


@dataclass(frozen=True)
class Settings:
    """Where the viewer listens, and what it may use."""

    host: str = "127.0.0.1"
    port: int | None = None
    """The port: 0 for any free one, None for the usual one, or a free one if it is taken."""
    token: str | None = None
    threads: int | None = None
    memory: str | None = None
    engine: EngineChoice | None = None
    """The engine that pages may use, with its options; None for none."""


class Running:
    """A server with its session."""

    def __init__(self, settings: Settings = Settings()) -> None:
        """Listens, so that the address is known.

        Raises:
            EngineError: the engine cannot be started.
            UsageError: the address is in use, or not one of this machine.
        """
        self.session = Session(settings.threads, settings.memory)
        self._desk = None if settings.engine is None else EngineDesk(settings.engine)
        try:
            self._server = self._listening(settings)
        except BaseException:
            self._end_engine()
            raise
        self.address = self._server.guard.address

    def _listening(self, settings: Settings) -> Server:
        answers = Answers(self.session, self._desk)
        if settings.port is None:
            with suppress(OSError):  # another viewer may use the port
                return Server(settings.host, _USUAL_PORT, answers, settings.token)
        port = settings.port or 0
        try:
            return Server(settings.host, port, answers, settings.token)
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageError(
                f"cannot listen on `{settings.host}:{port}`: {reason}",
                hint="choose another port with `--port`, or leave it out",
            ) from error

    def open(self, inputs: Sequence[str]) -> None:
        """Opens inputs in the background. Waits a moment, because many errors show at once.

        Raises:
            ScoresheetError: an input does not exist, holds no games, or cannot be read.
        """
        if not inputs:
            return
        self.session.open(inputs, folder=folder_of(inputs))
        self.session.wait_for_first_games()
        if self.session.failure is not None:
            raise self.session.failure

    def open_browser(self) -> bool:
        """Opens the browser; returns whether there is one."""
        return open_browser(self.address)

    def quit(self) -> None:
        """Makes `run` return. Other threads call this."""
        self._server.quit()

    def run(self) -> None:
        """Responds to requests until `quit` is called, or an exception such as that of Ctrl-C ends it."""
        self._server.serve_forever()

    def close(self) -> None:
        """Gives up the address, and stops all work."""
        self._server.server_close()
        self._end_engine()
        self.session.close()

    def _end_engine(self) -> None:
        if self._desk is not None:
            self._desk.close()

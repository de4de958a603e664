"""A way to a server that can be cut: connections to it go through here, until this many bytes were sent."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

__all__ = ["Way"]


class Way:
    """Listens on a port of the loopback and passes everything on to another one."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._open: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.sent = 0
        """How many bytes clients have sent so far."""
        self.most: int | None = None
        """After so many bytes, all connections are cut and no new one is taken."""
        self._ended = False
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def is_cut(self) -> bool:
        """Whether the server cannot be reached any more."""
        return self.most is not None and self.sent >= self.most

    def mend(self) -> None:
        """Counts from 0 again, and cuts no more."""
        self.sent, self.most = 0, None

    def end(self) -> None:
        """Stops listening."""
        self._ended = True
        self._listening.close()
        self._cut()

    def _accept(self) -> None:
        while not self._ended:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            if self.is_cut:
                client.close()
                continue
            server = socket.create_connection(("127.0.0.1", self._to))
            self._open += [client, server]
            for start, end in ((client, server), (server, client)):
                threading.Thread(target=self._pass_on, args=(start, end, start is client), daemon=True).start()

    def _pass_on(self, start: socket.socket, end: socket.socket, is_client: bool) -> None:
        with suppress(OSError):
            while piece := start.recv(1 << 16):
                if is_client:
                    self.sent += len(piece)
                    if self.is_cut:
                        self._cut()
                        return
                end.sendall(piece)
        for one in (start, end):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _cut(self) -> None:
        cut, self._open = self._open, []
        for one in cut:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

"""The server: threads of the standard library, HTTP/1.1, and limits on everything that a client controls."""

from __future__ import annotations

import gzip
import io
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, BinaryIO, cast
from urllib.parse import parse_qsl, unquote, urlsplit

from scoresheet.viewer.answers import Answer, Answers, Request, plain
from scoresheet.viewer.errors import Refused, wrong
from scoresheet.viewer.guard import HEADERS, Guard

__all__ = ["Server"]

_MOST_BODY = 8 << 30
"""The maximum size of a file that is sent to be opened, in bytes."""

_MOST_URL = 16 << 10
"""The maximum length of an address, in characters."""

_MOST_CONNECTIONS = 64
"""The number of connections at a time that know the token. Browsers open six."""

_MOST_STRANGERS = 64
"""The number of connections at a time without a request that knows the token. A further one closes the oldest of them,
so that connections of others cannot keep the page out."""

_HEAD_SECONDS = 10.0
"""The time for the first line and the headers of a request."""

_IDLE_SECONDS = 60.0
"""The time after which a connection without a request is closed, and within which each part of a body must arrive."""

_MOST_REST = 16 << 20
"""How much of an unwanted body is read before the connection is closed, in bytes."""

_REST_SECONDS = 2.0
"""The time in which that must arrive."""

_ZIPPED_FROM = 1400
"""The size from which on responses are compressed, in bytes: smaller ones fit one packet."""

_MEDIA_ZIPPED = ("application/json", "image/svg+xml", "text/")


class Server(ThreadingHTTPServer):
    """Responds to requests on one address until it is stopped."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(self, host: str, port: int, answers: Answers, token: str | None = None) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), _Handler)
        given = {} if token is None else {"token": token}
        self.guard = Guard(self.server_address[1], host, **given)
        self.answers = answers
        self._strangers: dict[socket.socket, None] = {}
        self._known: set[socket.socket] = set()
        self._deadlines: dict[socket.socket, float] = {}
        self._lock = threading.Lock()

    def server_bind(self) -> None:
        """Binds the address. The standard library would look up the name of the machine, which may take seconds."""
        # On Windows, SO_REUSEADDR would let any other program take the port over, with the token in its requests.
        exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR if exclusive is None else exclusive, 1)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        """Starts a thread for a connection, whose first request must arrive soon."""
        with self._lock:
            oldest = next(iter(self._strangers)) if len(self._strangers) >= _MOST_STRANGERS else None
            if oldest is not None:
                del self._strangers[oldest]
            self._strangers[request] = None
        if oldest is not None:
            _end(oldest)
        self.expect(request, _HEAD_SECONDS)
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Responds to the requests of a connection."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.expect(request, None)
            with self._lock:
                self._strangers.pop(request, None)
                self._known.discard(request)

    def know(self, connection: socket.socket) -> bool:
        """Counts a connection among those that know the token; False if there are too many."""
        with self._lock:
            if connection not in self._known and len(self._known) >= _MOST_CONNECTIONS:
                return False
            self._strangers.pop(connection, None)
            self._known.add(connection)
            return True

    def quit(self) -> None:
        """Makes `serve_forever` return, without waiting for that."""
        threading.Thread(target=self.shutdown, daemon=True).start()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Prints nothing: clients that break off are not errors."""

    def expect(self, connection: socket.socket, seconds: float | None) -> None:
        """Sets the time in which a request must have arrived; None if nothing is awaited."""
        with self._lock:
            if seconds is None:
                self._deadlines.pop(connection, None)
            else:
                self._deadlines[connection] = time.monotonic() + seconds

    def service_actions(self) -> None:
        """Closes connections whose requests arrive too slowly. The standard library calls this twice a second."""
        now = time.monotonic()
        with self._lock:
            late = [connection for connection, deadline in self._deadlines.items() if deadline < now]
        for connection in late:
            _end(connection)


def _end(connection: socket.socket) -> None:
    """Ends a connection. Its thread notices and closes it."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    """The requests of one connection."""

    protocol_version = "HTTP/1.1"
    # Otherwise each response waits 40 ms for the acknowledgement of its first packet.
    disable_nagle_algorithm = True
    wbufsize = -1
    timeout = _IDLE_SECONDS
    server_version = "scoresheet"
    server: Server

    def version_string(self) -> str:
        """The name of the server, without versions."""
        return self.server_version

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name of the base class
        """Logs nothing: addresses hold the token."""

    def handle_one_request(self) -> None:
        """Reads one request and responds to it. Its headers must arrive in a limited time once it has begun."""
        try:
            begun = self.rfile.peek(1)  # type: ignore[attr-defined] # the file is buffered
        except OSError:
            begun = b""
        if not begun:
            self.close_connection = True
            return
        self.server.expect(self.connection, _HEAD_SECONDS)
        super().handle_one_request()

    def parse_request(self) -> bool:
        """Parses the first line and the headers."""
        parsed = super().parse_request()
        self.server.expect(self.connection, None)
        return parsed

    def do_GET(self) -> None:
        """Responds to a GET."""
        self._answer()

    def do_POST(self) -> None:
        """Responds to a POST."""
        self._answer()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuses a request that the standard library could not parse."""
        del explain
        self.close_connection = True
        if not hasattr(self, "headers"):
            self.headers = cast(Any, {})
        status = HTTPStatus(code)
        self._send(plain(Refused(status, "bad-request", message or status.phrase).to_dict(), status))

    def _answer(self) -> None:
        body = _Body(self.rfile, 0)
        try:
            request, body = self._request()
            answer = self.server.answers.answer(request)
        except Refused as reason:
            answer = plain(reason.to_dict(), reason.status)
            self.close_connection = True
        if body.left:
            self.close_connection = True  # the rest of the body would be taken for the next request
        self._send(answer)
        self._take_in(body)
        if answer.ends:
            self.server.quit()

    def _take_in(self, body: _Body) -> None:
        """Reads some of the rest of a refused body, because clients that are still sending would miss the response."""
        if not body.left:
            return
        self.server.expect(self.connection, _REST_SECONDS)
        with suppress(OSError):
            for _ in range(_MOST_REST >> 16):
                if not body.read(1 << 16):
                    break

    def _request(self) -> tuple[Request, _Body]:
        if len(self.path) > _MOST_URL:
            raise Refused(HTTPStatus.REQUEST_URI_TOO_LONG, "too-large", "the address is too long")
        if any(len(self.headers.get_all(name, [])) > 1 for name in ("Host", "Origin", "Sec-Fetch-Site")):
            raise Refused(HTTPStatus.FORBIDDEN, "forbidden", "the request names two sites")
        url = urlsplit(self.path)
        path = self.server.guard.admitted(url.path, cast(Any, self.headers))
        if not self.server.know(self.connection):
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, "busy", "there are too many connections")
        query = dict(parse_qsl(url.query, keep_blank_values=True, max_num_fields=100))
        length = self._length()
        media = self.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        body = _Body(self.rfile, length)
        if not path:
            raise Refused(HTTPStatus.NOT_FOUND, "not-found", "the address ends with a slash")
        games = self.headers.get("Scoresheet-Games", "")
        return Request(self.command, unquote(path), query, cast(BinaryIO, body), length, media, games), body

    def _length(self) -> int:
        text = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers or len(self.headers.get_all("Content-Length", [])) > 1:
            raise Refused(HTTPStatus.LENGTH_REQUIRED, "bad-request", "the size of the body is not given")
        if not (text.isascii() and text.isdecimal()):
            raise wrong("the size of the body is not a number")
        if len(text) > 15 or int(text) > _MOST_BODY:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", f"more than {_MOST_BODY:,} bytes")
        return int(text)

    def _send(self, answer: Answer) -> None:
        body = answer.body
        if isinstance(body, bytes):
            self._send_whole(answer, body)
        else:
            self._send_parts(answer, body)

    def _send_whole(self, answer: Answer, body: bytes) -> None:
        zips = len(body) >= _ZIPPED_FROM and answer.media.startswith(_MEDIA_ZIPPED) and self._takes_gzip()
        if zips:
            body = gzip.compress(body, 1, mtime=0)
        head = {"Content-Length": str(len(body)), **({"Content-Encoding": "gzip"} if zips else {})}
        self._send_head(answer, head)
        self.wfile.write(body)  # the buffer still holds the headers, so both are one packet
        self.wfile.flush()

    def _takes_gzip(self) -> bool:
        return "gzip" in self.headers.get("Accept-Encoding", "")

    def _send_parts(self, answer: Answer, parts: Iterator[bytes]) -> None:
        """Sends parts as they are made. If one fails, the connection breaks off, so that the client notices."""
        self._send_head(answer, {"Transfer-Encoding": "chunked"})
        try:
            for part in parts:
                if part:
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
            self.wfile.write(b"0\r\n\r\n")
            self.wfile.flush()
        except Exception:
            self.close_connection = True
        finally:
            close = getattr(parts, "close", None)
            if close is not None:
                close()

    def _send_head(self, answer: Answer, more: dict[str, str]) -> None:
        self.send_response(answer.status)
        usual = {"Content-Type": answer.media, "Cache-Control": "no-store", "Vary": "Accept-Encoding"}
        for name, value in {**usual, **HEADERS, **answer.headers, **more}.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()


class _Body(io.RawIOBase):
    """The body of a request, which ends after its size."""

    def __init__(self, stream: Any, left: int) -> None:
        self._stream = stream
        self.left = left

    def readable(self) -> bool:
        """It can be read."""
        return True

    def read(self, size: int = -1) -> bytes:
        """The next bytes, at most as many as are left."""
        wanted = self.left if size < 0 else min(size, self.left)
        data: bytes = self._stream.read(wanted) if wanted else b""
        self.left -= len(data)
        if len(data) < wanted:
            self.left = 0
        return data

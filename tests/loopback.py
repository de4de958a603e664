"""A web server of the tests, on this machine, which serves ranges of files and notes the requests."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Answer:
    """A response without a length, or with another status than 200."""

    chunks: list[bytes] = field(default_factory=list)
    """What is sent, in chunks of HTTP."""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    whole: bool = True
    """Whether the last chunk is followed by the mark of the end, or the connection just ends."""


@dataclass
class Web:
    """What is served, by path, and what was requested."""

    files: dict[str, bytes]
    url: str = ""
    ranges: bool = True
    refused: dict[str, int] = field(default_factory=dict)
    """The statuses of the responses for some paths."""
    gets: list[tuple[int, int]] = field(default_factory=list)
    """The first byte and the number of bytes of each response to GET."""
    answers: dict[str, Answer] = field(default_factory=dict)
    """Other responses to GET, by path."""
    asked: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    """The method, the path with its query, and the headers of each request."""


@contextmanager
def served(files: dict[str, bytes], *, ranges: bool = True) -> Iterator[Web]:
    """Serves files, by their paths."""
    web = Web(files, ranges=ranges)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            web.asked.append((self.command, self.path, dict(self.headers)))
            self.answer()

        def do_GET(self) -> None:
            web.asked.append((self.command, self.path, dict(self.headers)))
            if other := web.answers.get(self.path.partition("?")[0]):
                self.send(other)
                return
            content = self.answer()
            if content is not None:
                self.wfile.write(content)

        def answer(self) -> bytes | None:
            """Sends the headers, and returns what follows them."""
            path = self.path.partition("?")[0]
            content = web.files.get(path)
            if content is None or path in web.refused:
                self.send_response(web.refused.get(path, 404))
                self.send_header("Content-Length", "0")
                self.end_headers()
                return None
            asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", "")) if web.ranges else None
            start, end = (int(asked[1]), int(asked[2]) + 1) if asked else (0, len(content))
            part = content[start:end]
            self.send_response(206 if asked else 200)
            self.send_header("Content-Length", str(len(part)))
            self.send_header("ETag", f'"{hash(content)}"')
            if web.ranges:
                self.send_header("Accept-Ranges", "bytes")
            if asked:
                self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(content)}")
            self.end_headers()
            if self.command == "GET":
                web.gets.append((start, len(part)))
            return part

        def send(self, answer: Answer) -> None:
            """Sends a response in chunks."""
            self.send_response(answer.status)
            self.send_header("Transfer-Encoding", "chunked")
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            for chunk in answer.chunks:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
                self.wfile.flush()
            if answer.whole:
                self.wfile.write(b"0\r\n\r\n")
            self.close_connection = True

        def log_message(self, *_: object) -> None:
            """Logs nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    web.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield web
    finally:
        server.shutdown()
        server.server_close()

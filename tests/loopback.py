"""A web server of the tests, on this machine, which serves ranges of files and notes the requests."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Web:
    """What is served, by path, and what was requested."""

    files: dict[str, bytes]
    url: str = ""
    ranges: bool = True
    refused: dict[str, int] = field(default_factory=dict)
    """The statuses with which requests for some paths are answered."""
    gets: list[tuple[int, int]] = field(default_factory=list)
    """The first byte and the number of bytes of each answer to GET."""


@contextmanager
def served(files: dict[str, bytes], *, ranges: bool = True) -> Iterator[Web]:
    """Serves files, by their paths."""
    web = Web(files, ranges=ranges)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self.answer()

        def do_GET(self) -> None:
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

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    web.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield web
    finally:
        server.shutdown()
        server.server_close()

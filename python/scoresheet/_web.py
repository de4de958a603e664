"""Files and responses of web servers: read by ranges if the server has these, else once from start to end."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from contextlib import suppress
from email.message import Message
from email.utils import format_datetime, parsedate_to_datetime
from http.client import HTTPException, HTTPMessage, HTTPResponse, responses
from typing import IO, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import quote, unquote, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from scoresheet import _core

__all__ = ["AnswerError", "WebFile", "WebStream", "found", "is_web"]

_HEAD = 64 << 10
"""How many bytes the first request covers. A server without ranges sends everything instead."""

_PATIENCE = 120
"""The seconds after which a server that sends nothing is given up."""

_AT_ONCE = 1 << 20

Headers = Iterable[tuple[str, str]]


class AnswerError(OSError):
    """A server that responds with an error status instead of data.

    Attributes:
        status: the status, such as 429.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def is_web(url: str) -> bool:
    """Whether a URL is one of a web server.

    >>> is_web("HTTPS://host/games.pgn"), is_web("s3://bucket/games.pgn")
    (True, False)
    """
    return url.lower().startswith(("https://", "http://"))


def found(url: str, headers: Headers) -> WebFile | WebStream:
    """What is at a URL. One request is sent, whose response is the beginning of the data, or all of them.

    Raises:
        OSError: the server does not respond, or not with data.
    """
    client = _Client(url, headers)
    try:
        answer = client.ask(0, _HEAD)
    except AnswerError as error:
        if error.status == _UNSATISFIABLE:
            return WebFile(url, headers, b"", (0, None))
        raise
    size = _size(answer, 0)
    if size is not None:
        with answer:
            return WebFile(url, headers, _whole(answer, min(size, _HEAD)), (size, _version(answer)))
    if answer.status == _PARTIAL:
        answer.close()
        answer = client.ask()
    return WebStream(answer)


class WebFile:
    """A file of which threads may read ranges in parallel."""

    def __init__(
        self, url: str, headers: Headers, head: bytes = b"", stamp: tuple[int, str | None] | None = None
    ) -> None:
        self._client = _Client(url, headers)
        self._head = head
        self._stamp = stamp

    def stamp(self) -> tuple[int, str | None]:
        """The size of the file in bytes, and its version, if the server has one."""
        if self._stamp is None:
            with self._client.ask(0, 1) as answer:
                size = _size(answer, 0)
                if size is None:
                    raise OSError("the server does not support range requests")
                self._stamp = size, _version(answer)
        return self._stamp

    def fetch(self, start: int, end: int) -> bytes:
        """The bytes of a range."""
        if end <= len(self._head):
            return self._head[start:end]
        with self._client.ask(start, end) as answer:
            if _size(answer, start) is None:
                raise OSError("the server no longer supports range requests")
            return _whole(answer, end - start)


class WebStream:
    """A response that is read while it arrives, once."""

    def __init__(self, answer: HTTPResponse) -> None:
        self._answer = answer
        self._left = _length(answer)
        if (encoding := answer.headers.get("Content-Encoding", "identity").lower()) not in ("identity", "gzip", "zstd"):
            answer.close()
            raise OSError(f"the server sends it in the encoding `{encoding[:20]}`, which was not requested")

    def read(self, size: int) -> bytes:
        """At most this many bytes: as many as have arrived, and none at the end."""
        try:
            data = self._answer.read1(size)
        except (HTTPException, OSError) as error:
            raise _failure(error) from error
        if self._left is not None:
            self._left -= len(data)
            if not data and self._left > 0:
                raise OSError("the connection ended before everything was sent")
        if not data:
            self._answer.close()
        return data


_PARTIAL = 206
_UNSATISFIABLE = 416
_BUSY = 429


class _Client:
    """Sends the requests for one URL."""

    def __init__(self, url: str, headers: Headers) -> None:
        parts = urlsplit(url)
        user, _, host = parts.netloc.rpartition("@")
        self._url = urlunsplit((parts.scheme.lower(), host, _quoted(parts.path or "/"), _quoted(parts.query), ""))
        self._own = dict(headers)
        if user:
            token = base64.b64encode(unquote(user).encode()).decode()
            self._own = {"Authorization": f"Basic {token}", **self._own}

    def ask(self, start: int = 0, end: int | None = None) -> HTTPResponse:
        """The response to a request: for a range, if `end` is given."""
        about = {"User-Agent": f"scoresheet/{_core.__version__}", "Accept-Encoding": "identity"}
        if end is not None:
            about["Range"] = f"bytes={start}-{end - 1}"
        request = Request(self._url, headers=about)
        _add(request, self._own)
        try:
            answer: HTTPResponse = build_opener(_Redirects(self._own)).open(request, timeout=_PATIENCE)
        except HTTPError as error:
            error.close()
            _refuse(error.code, error.headers)
        except URLError as error:
            raise OSError(f"cannot connect: {_line(error.reason)}") from error
        except (HTTPException, OSError, ValueError) as error:
            raise _failure(error) from error
        return answer


class _Redirects(HTTPRedirectHandler):
    """Follows redirects. The headers of the caller go to no other host."""

    http_error_308 = HTTPRedirectHandler.http_error_302  # older releases of Python do not know it

    def __init__(self, own: dict[str, str]) -> None:
        self._own = own

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request:
        """The request that follows a redirect."""
        if not is_web(newurl):
            raise HTTPError(req.full_url, code, msg, headers, fp)
        following = Request(newurl, headers=dict(req.headers), origin_req_host=req.origin_req_host, unverifiable=True)
        if _is_same_place(req.full_url, newurl):
            _add(following, self._own)
        return following


def _add(request: Request, own: dict[str, str]) -> None:
    for name, value in own.items():
        request.add_unredirected_header(name, value)
        request.headers.pop(name.capitalize(), None)


def _is_same_place(one: str, other: str) -> bool:
    """Whether a URL is of the same host as another, and no less safe.

    >>> _is_same_place("http://host/a", "https://HOST/b"), _is_same_place("https://host/a", "https://other/a")
    (True, False)
    >>> _is_same_place("https://host/a", "http://host/a"), _is_same_place("https://host/a", "https://host:444/a")
    (False, False)
    """
    old, new = urlsplit(one), urlsplit(other)
    is_safer = (old.scheme, old.port, new.scheme, new.port) == ("http", None, "https", None)
    return old.hostname == new.hostname and (is_safer or (old.scheme, old.port) == (new.scheme, new.port))


def _refuse(status: int, headers: Message) -> NoReturn:
    """Raises the error for a response without data."""
    if status in (404, 410):
        raise FileNotFoundError(f"the server responded with {status}")
    told = f"the server responded with {status} {responses.get(status, '')}".rstrip()
    if 300 <= status < 400:
        told += ": it redirects in a loop, or to a URL that is not HTTP"
    wait = _wait(headers.get("Retry-After", "")) if status in (_BUSY, 503) else ""
    raise AnswerError(status, f"{told}, and asks to wait {wait}" if wait else told)


def _wait(text: str) -> str:
    """How long to wait, according to the server; empty if unknown.

    >>> _wait("60"), _wait("Sat, 28 Nov 2026 22:00:00 GMT"), _wait("soon")
    ('60 seconds', 'until Sat, 28 Nov 2026 22:00:00 GMT', '')
    """
    if re.fullmatch(r"[0-9]{1,9}", text.strip()):
        return f"{int(text)} second{'' if int(text) == 1 else 's'}"
    with suppress(ValueError, TypeError):
        return f"until {format_datetime(parsedate_to_datetime(text), usegmt=True)}"
    return ""


def _size(answer: HTTPResponse, start: int) -> int | None:
    """The size of the file of which a response has the range that starts here; None if it has no range."""
    told = re.fullmatch(r"bytes ([0-9]{1,18})-[0-9]{1,18}/([0-9]{1,18})", answer.headers.get("Content-Range", ""))
    if answer.status != _PARTIAL or told is None or int(told[1]) != start:
        return None
    return int(told[2])


def _version(answer: HTTPResponse) -> str | None:
    return answer.headers.get("ETag") or answer.headers.get("Last-Modified")


def _length(answer: HTTPResponse) -> int | None:
    text = answer.headers.get("Content-Length", "")
    return int(text) if re.fullmatch(r"[0-9]{1,18}", text) else None


def _whole(answer: HTTPResponse, size: int) -> bytes:
    """The data of a response, of which no more than this is read."""
    try:
        return answer.read(size)
    except (HTTPException, OSError) as error:
        raise _failure(error) from error


def _failure(error: Exception) -> OSError:
    """What went wrong with a connection, in one line."""
    if isinstance(error, TimeoutError):
        return OSError(f"the server sent nothing for {_PATIENCE} seconds")
    if isinstance(error, HTTPException):
        return OSError("the connection ended before everything was sent, or the response is not HTTP")
    return error if isinstance(error, AnswerError) else OSError(_line(error))


def _line(error: object) -> str:
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return next(iter(str(said).splitlines()), type(error).__name__)


def _quoted(text: str) -> str:
    """A part of a URL whose letters can all be sent. What is quoted already stays as it is."""
    return quote(text, safe="%/:=&?~#+!$,;'@()*[]")

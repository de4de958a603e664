"""Attacks on the viewer: pages of other sites, other programs of the machine, and clients that misbehave."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("duckdb")

from scoresheet.errors import UsageError
from scoresheet.viewer import browser, server
from scoresheet.viewer.guard import HEADERS, Guard, checked_token
from scoresheet.viewer.serving import Running
from viewing import pgn, running, write
from waiting import SECONDS, wait_until


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("guarded")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCORESHEET_CACHE", str(folder / "cache"))
        with running(write(folder / "games.pgn", pgn(White="A"))) as served:
            yield served


class Client:
    """A client that sends arbitrary requests."""

    def __init__(self, served: Running) -> None:
        url = urlsplit(served.address)
        assert url.hostname is not None
        assert url.port is not None
        self.host, self.port, self.base = url.hostname, url.port, url.path

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any, bytes]:
        """The status, the headers and the body of the response; `Sec_Fetch_Site` is the header `Sec-Fetch-Site`."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=SECONDS)
        try:
            connection.request(method, path, body, {name.replace("_", "-"): text for name, text in headers.items()})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def raw(self, data: bytes, timeout: float = 20) -> bytes:
        """What comes back for bytes, until the server closes the connection."""
        with socket.create_connection((self.host, self.port), timeout=timeout) as connection:
            connection.sendall(data)
            with suppress(OSError):  # the server may have closed it already
                connection.shutdown(socket.SHUT_WR)
            parts = []
            while part := connection.recv(1 << 16):
                parts.append(part)
        return b"".join(parts)


@pytest.fixture(scope="module")
def client(served: Running) -> Client:
    return Client(served)


def safe(headers: Any) -> bool:
    """Whether a response has all the headers that protect the page."""
    return all(headers[name] == value for name, value in HEADERS.items()) and headers["Cache-Control"] == "no-store"


def test_the_page_gets_responses(client: Client) -> None:
    host = f"{client.host}:{client.port}"
    for headers in ({}, {"Origin": f"http://{host}"}, {"Sec_Fetch_Site": "same-origin"}, {"Sec_Fetch_Site": "none"}):
        status, sent, body = client.ask("GET", client.base + "api/session", **headers)
        assert (status, json.loads(body)["games"]) == (200, 1)
        assert safe(sent)


@pytest.mark.parametrize(
    "path", ["/", "/api/session", "/x/api/session", "//api/session", "/favicon.ico", "/%2e%2e/api/session"]
)
def test_every_request_without_the_token_is_refused(client: Client, path: str) -> None:
    for method in ("GET", "POST"):
        status, headers, body = client.ask(method, path, b"{}" if method == "POST" else None)
        assert status == 404
        assert json.loads(body)["error"]["message"] == "the address is incomplete"
        assert safe(headers)
        assert client.base.strip("/") not in body.decode() + str(headers)


def test_half_a_token_is_not_accepted(client: Client) -> None:
    token = client.base.strip("/")
    for wrong in (token[:-1], token + "x", token.swapcase(), token[:-1] + "%00", ""):
        assert client.ask("GET", f"/{wrong}/api/session")[0] == 404
    assert client.ask("GET", f"/{token}")[0] == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:PORT"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Host": "127.0.0.1:PORT.evil.example"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://localhost:PORT"},
        {"Origin": "https://127.0.0.1:PORT"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
    ids=str,
)
def test_other_sites_are_refused_even_with_the_token(client: Client, headers: dict[str, str]) -> None:
    sent = {name: text.replace("PORT", str(client.port)) for name, text in headers.items()}
    for method, body in (("GET", None), ("POST", b"{}")):
        path = client.base + ("api/session" if method == "GET" else "api/quit")
        status, answered, said = client.ask(method, path, body, Content_Type="application/json", **sent)
        assert (status, json.loads(said)["error"]["code"]) == (403, "forbidden")
        assert safe(answered)
        assert "Access-Control-Allow-Origin" not in answered


def test_a_request_needs_exactly_one_host(client: Client) -> None:
    path = client.base.encode()
    for head in (b"", b"Host: 127.0.0.1:%d\r\nHost: evil.example\r\n" % client.port):
        answer = client.raw(b"GET " + path + b"api/session HTTP/1.1\r\n" + head + b"\r\n")
        assert answer.startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "DELETE", "TRACE", "CONNECT", "PATCH", "HEAD", "x" * 50])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    status, headers, _ = client.ask(method, client.base + "api/session", Origin="https://evil.example")
    assert status in (501, 405)
    assert safe(headers)


@pytest.mark.parametrize(
    "path",
    [
        "../server.py", "..%2fserver.py", "%2e%2e/server.py", "js/../../server.py", "....//server.py", "/etc/passwd",
        "%00", "js/%00.js", "\\..\\server.py", "..%5cserver.py", "static.py", "client", "js", "index.html%00.js", "~",
        "C:/x.js",
    ],
)  # fmt: skip
def test_only_files_of_the_page_are_served(client: Client, path: str) -> None:
    status, headers, body = client.ask("GET", client.base + path)
    assert status == 404
    assert safe(headers)
    assert b"import" not in body


def test_the_policy_allows_nothing_from_elsewhere() -> None:
    policy = dict(part.strip().split(" ", 1) for part in HEADERS["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["require-trusted-types-for"] == "'script'"
    assert not re.search(r"unsafe|https?:|\*", HEADERS["Content-Security-Policy"])


# Sizes


def test_long_addresses_are_refused(client: Client) -> None:
    for length, statuses in ((20_000, (414,)), (200_000, (414,))):
        answer = client.raw(b"GET " + client.base.encode() + b"a" * length + b" HTTP/1.1\r\nHost: x\r\n\r\n")
        assert int(answer.split()[1]) in statuses


def test_many_and_long_headers_are_refused(client: Client) -> None:
    start = b"GET " + client.base.encode() + b"api/session HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n" % client.port
    for headers in (b"".join(b"X-%d: y\r\n" % number for number in range(500)), b"X: " + b"y" * 100_000 + b"\r\n"):
        assert client.raw(start + headers + b"\r\n").startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("length", ["99999999999999", "9" * 5000, "-1", "1e3", "", "0x10", "+5", "٣"])
def test_sizes_without_sense_are_refused(client: Client, length: str) -> None:
    head = f"POST {client.base}api/view HTTP/1.1\r\nHost: 127.0.0.1:{client.port}\r\nContent-Length: {length}\r\n\r\n"
    answer = client.raw(head.encode() + b"{}")
    assert int(answer.split()[1]) in (400, 413)
    assert answer.count(b"HTTP/1.1") == 1  # the body was not taken for another request


def test_bodies_without_a_certain_size_are_refused(client: Client) -> None:
    start = (
        f"POST {client.base}api/view HTTP/1.1\r\nHost: 127.0.0.1:{client.port}\r\nContent-Type: application/json\r\n"
    )
    chunked = b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    twice = b"Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}"
    smuggled = b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}GET / HTTP/1.1\r\n\r\n"
    for rest in (chunked, twice, smuggled):
        answer = client.raw(start.encode() + rest)
        assert answer.startswith(b"HTTP/1.1 411 ")
        assert answer.count(b"HTTP/1.1") == 1


def test_large_json_is_refused(client: Client) -> None:
    body = b'{"filter": "' + b"x" * (3 << 20) + b'"}'
    status, headers, _ = client.ask("POST", client.base + "api/view", body, Content_Type="application/json")
    assert status == 413
    assert safe(headers)


def test_forms_of_other_sites_are_refused(client: Client) -> None:
    """What a form can send without a preflight request: texts, but no JSON."""
    for media in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert client.ask("POST", client.base + "api/view", b"{}", Content_Type=media)[0] == 415


def test_a_body_that_ends_early_is_refused(client: Client) -> None:
    head = f"POST {client.base}api/files?name=x.pgn HTTP/1.1\r\nHost: 127.0.0.1:{client.port}\r\n"
    answer = client.raw(head.encode() + b"Content-Length: 1000\r\n\r\n1. e4 *")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert client.ask("GET", client.base + "api/session")[0] == 200


# Time


def drip(connection: socket.socket) -> None:
    """Sends a header each moment, for a minute."""
    for _ in range(600):
        connection.sendall(b"X: y\r\n")
        time.sleep(0.1)


def test_slow_clients_are_cut_off(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_HEAD_SECONDS", 0.5)
    with socket.create_connection((client.host, client.port), timeout=SECONDS) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")
        with pytest.raises(OSError, match=r"."):  # a header each moment would keep it open for ever
            drip(connection)
    assert client.ask("GET", client.base + "api/session")[0] == 200


def test_too_many_connections_are_closed(client: Client) -> None:
    held = []
    try:
        for _ in range(server._MOST_STRANGERS + 20):
            held.append(socket.create_connection((client.host, client.port), timeout=SECONDS))
        closed: set[socket.socket] = set()

        def enough() -> bool:
            closed.update(connection for connection in held if is_closed(connection))
            return len(closed) >= 20

        wait_until(enough)
    finally:
        for connection in held:
            connection.close()

    def answers() -> bool:
        try:
            return client.ask("GET", client.base + "api/session")[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    wait_until(answers)  # the threads of the closed connections end by and by


def test_connections_without_the_token_do_not_keep_the_page_out(client: Client) -> None:
    with ExitStack() as held:
        for _ in range(3 * server._MOST_STRANGERS):
            held.enter_context(socket.create_connection((client.host, client.port), timeout=SECONDS))
        for _ in range(20):
            assert client.ask("GET", client.base + "api/session")[0] == 200


def test_connections_without_a_request_are_cut_off(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_HEAD_SECONDS", 0.5)
    with socket.create_connection((client.host, client.port), timeout=SECONDS) as connection:
        assert connection.recv(1) == b""


def test_too_many_connections_with_the_token_are_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_MOST_CONNECTIONS", 1)
    held = http.client.HTTPConnection(client.host, client.port, timeout=SECONDS)
    try:
        held.request("GET", client.base + "api/session")
        assert held.getresponse().read()
        assert client.ask("GET", client.base + "api/session")[0] == 503
        held.request("GET", client.base + "api/session")
        assert held.getresponse().status == 200
    finally:
        held.close()


def is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def test_several_requests_use_one_connection(client: Client) -> None:
    connection = http.client.HTTPConnection(client.host, client.port, timeout=SECONDS)
    statuses = []
    for _ in range(3):
        for path in ("api/session", "api/nothing", "api/game/0"):
            connection.request("GET", client.base + path)
            answer = connection.getresponse()
            answer.read()
            statuses.append(answer.status)
    connection.close()
    assert statuses == [200, 404, 200] * 3


def test_large_responses_are_compressed(client: Client) -> None:
    import gzip

    path = client.base + "api/session"
    plain = client.ask("GET", path)[2]
    status, headers, body = client.ask("GET", path, Accept_Encoding="gzip, br")
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert len(body) < len(plain) / 3
    assert json.loads(gzip.decompress(body))["formats"] == json.loads(plain)["formats"]


def test_random_bytes_do_no_harm(client: Client) -> None:
    import random

    chance = random.Random(5)
    for _ in range(60):
        data = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 400)))
        client.raw(data + b"\r\n\r\n")
    assert client.ask("GET", client.base + "api/session")[0] == 200


# The token and the browser


def test_each_start_has_a_new_token() -> None:
    tokens = {Guard(1).token for _ in range(10)}
    assert len(tokens) == 10
    assert all(len(checked_token(token)) >= 43 for token in tokens)


@pytest.mark.parametrize("token", ["short", "x" * 129, "a/b" * 8, "ä" * 20, "x" * 15 + " ", "../" * 8, ""])
def test_weak_tokens_are_refused(token: str) -> None:
    with pytest.raises(UsageError, match="the token is unusable"):
        checked_token(token)


def test_a_server_for_a_network_accepts_addresses_only() -> None:
    guard = Guard(8000, "0.0.0.0", "x" * 20)
    path = f"/{guard.token}/"
    for host in ("192.168.1.5:8000", "localhost:8000", "[::1]:8000"):
        assert guard.admitted(path, {"Host": host}) == "/"
    for host in ("evil.example:8000", "192.168.1.5", "192.168.1.5:80", "", "1.evil.example:8000"):
        with pytest.raises(Exception, match="another site"):
            guard.admitted(path, {"Host": host})


def test_the_browser_gets_the_address_in_a_file_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(browser.webbrowser, "open", lambda address: bool(opened.append(address)) or True)
    before = os.umask(0)
    try:
        assert browser.open_browser("http://127.0.0.1:1/secret/?a&b")
    finally:
        os.umask(before)
    assert "secret" not in opened[0]
    file = Path(urlsplit(opened[0]).path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "url=http://127.0.0.1:1/secret/?a&amp;b" in file.read_text("utf-8")


def test_quitting_ends_the_server(tmp_path: Path) -> None:
    with running() as other:
        client = Client(other)
        status, _, body = client.ask("POST", client.base + "api/quit", b"{}", Content_Type="application/json")
        assert (status, json.loads(body)) == (200, {"state": "quit"})
    with pytest.raises(OSError, match=r"."):
        client.ask("GET", client.base + "api/session")
    assert threading.active_count() < 100

"""A separate PostgreSQL server for the tests: in a temporary folder, on a free port of the loopback."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from waiting import SECONDS

Cells = list[tuple[str | None, ...]]

_NULL = "\x01"
_BETWEEN = "\x02"
_END = "\x03"


def missing() -> str | None:
    """The first program that a server needs and that is not installed."""
    return next((name for name in ("initdb", "postgres", "psql") if _program(name) is None), None)


def _program(name: str) -> str | None:
    """Debian keeps the programs of the server outside of PATH."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(installed[-1]) if installed else None)


class Server:
    """A running server, queried through `psql`."""

    def __init__(self, port: int) -> None:
        self.port = port

    @property
    def url(self) -> str:
        """Its address."""
        return f"postgresql://tests@127.0.0.1:{self.port}/postgres"

    def run(self, script: str) -> str:
        """What a script of SQL prints; an error in it ends it and is raised."""
        psql = [str(_program("psql")), "-X", "-q", "-A", "-t", "-F", _BETWEEN, "-P", f"null={_NULL}"]
        command = [*psql, "-v", "ON_ERROR_STOP=1", "-f", "-", self.url]
        done = subprocess.run(command, input=script, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def ask(self, statements: Sequence[str]) -> list[Cells]:
        """The rows that each statement gives, as texts, all by one connection."""
        printed = self.run("".join(f"{statement}\n\\echo {_END}\n" for statement in statements))
        return [_cells(part) for part in printed.split(f"{_END}\n")[:-1]]


def _cells(printed: str) -> Cells:
    rows = (line.split(_BETWEEN) for line in printed.splitlines())
    return [tuple(None if cell == _NULL else cell for cell in row) for row in rows]


@contextmanager
def server() -> Iterator[Server]:
    """Starts a server and stops it. It refuses to be run by root, which lends it another user's name."""
    folder = Path(tempfile.mkdtemp(prefix="scoresheet-postgresql-"))
    user, data = _ordinary_user(), folder / "data"
    if user:
        shutil.chown(folder, *user)
    start = ["setpriv", f"--reuid={user[0]}", f"--regid={user[1]}", "--clear-groups"] if user else []
    process = None
    try:
        made = [*start, str(_program("initdb")), "-D", str(data), "-U", "tests", "-A", "trust", "-E", "UTF8", "-N"]
        subprocess.run([*made, "--locale=C"], check=True, capture_output=True, cwd=folder)
        accepts = False
        while not accepts:
            port = _free_port()
            settings = [f"port={port}", "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"]
            options = [part for setting in settings for part in ("-c", setting)]
            with (folder / "log").open("wb") as log:
                program = [*start, str(_program("postgres")), "-D", str(data), *options]
                process = subprocess.Popen(program, stdout=log, stderr=log, cwd=folder)
            accepts = _accepts(port, process, folder / "log")
        yield Server(port)
    finally:
        if process:
            process.send_signal(3)  # what PostgreSQL calls an immediate shutdown: nothing is kept
            process.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _ordinary_user() -> tuple[int, int] | None:
    if os.getuid() != 0:
        return None
    import pwd  # here: Windows has none

    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    return entry.pw_uid, entry.pw_gid


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _accepts(port: int, process: subprocess.Popen[bytes], log: Path) -> bool:
    """Waits until the server takes connections, according to its log; false if another program has taken the port."""
    deadline = time.monotonic() + SECONDS
    while "ready to accept connections" not in (said := log.read_text("utf-8", "replace")):
        if process.poll() is not None:
            assert "could not bind" in log.read_text("utf-8", "replace"), said
            return False
        assert time.monotonic() < deadline, f"no server on port {port}: {said}"
        time.sleep(0.05)
    return True

"""The process of an engine, and the threads that read what it prints."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import IO

from scoresheet._printable import printable
from scoresheet.uci.faults import excerpt
from scoresheet.uci.info import SearchInfos

__all__ = ["EngineProcess", "Garbage", "Gone", "Silent"]

LINE_BYTES = 64 << 10
"""Where a line of output is cut."""

CUT_MARK = b"..."
"""Replaces the last word of a truncated line about a search. It is not a move in any notation."""

GARBAGE_LINES = 10_000
"""How many unknown lines an engine may print for one command."""

STDERR_BYTES = 4 << 10
"""How much of the end of standard error is kept."""

_ANSWERS = frozenset([b"id", b"option", b"uciok", b"readyok", b"bestmove"])
_CHUNK = 1 << 16

QUITS_S = 1.0
"""How long an engine may take to end after a request to end, or after it has closed its output."""

READERS_END_S = 2.0
"""How long the readers may take to end after the engine."""


class Silent(Exception):  # noqa: N818 - no error by itself: who waits decides what it means
    """There was no reply in time."""


class Gone(Exception):  # noqa: N818 - likewise
    """The engine has ended, or has closed its output."""


class Garbage(Exception):  # noqa: N818 - likewise
    """The engine printed too many unknown lines."""


class EngineProcess:
    """A running engine in a separate process group, which is killed as a whole.

    Two threads read its outputs. They belong to this process alone and close what they read from, so those of a process
    that has ended cannot take lines of the next one. Any thread may call `close`.

    Raises:
        OSError: the program cannot be started.
        ValueError: an argument has a null character.
    """

    def __init__(self, arguments: Sequence[str], debug: Callable[[str], object] | None = None) -> None:
        windows = sys.platform == "win32"
        self._process: subprocess.Popen[bytes] = subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            # Ctrl-C in a terminal reaches only our own group.
            start_new_session=not windows,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) if windows else 0,
        )
        self.pid = self._process.pid
        self._owner = os.getpid()
        self._debug = debug
        self._changed = threading.Condition()
        self._answers: deque[bytes] = deque()
        self._infos: SearchInfos | None = None
        self._lines = 0
        self._output_ended = False
        self._debug_error: Exception | None = None
        self._errors = bytearray()
        self._sending = threading.Lock()
        self._closing = threading.Lock()
        self._how: str | None = None
        if not windows:
            os.set_blocking(self._stdin.fileno(), False)
        self._readers = [
            threading.Thread(target=read, name="scoresheet-engine", daemon=True)
            for read in (self._read_output, self._read_errors)
        ]
        for reader in self._readers:
            reader.start()

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    def send(self, line: str, deadline: float) -> None:
        """Sends a line.

        Raises:
            Gone: the engine has ended.
            Silent: the engine did not read the line in time.
        """
        if self._debug is not None:
            self._debug(f"> {printable(line)}")
        left = memoryview(f"{line}\n".encode())
        try:
            with self._sending, selectors.DefaultSelector() as selector:
                while left := left[self._stdin.write(left) or 0 :]:
                    if not selector.get_map():
                        selector.register(self._stdin, selectors.EVENT_WRITE)
                    if not selector.select(max(0.0, deadline - time.monotonic())):
                        raise Silent
        except (OSError, ValueError):  # a broken pipe, or one that `close` has closed
            raise Gone from None

    def expect(self, *, infos: SearchInfos | None = None) -> None:
        """Forgets all replies so far, and counts lines from now on. `infos` receives the lines of a search."""
        with self._changed:
            self._answers.clear()
            self._lines = 0
            self._infos = infos

    def answer(self, deadline: float, cancelled: threading.Event | None = None) -> str:
        """The next line that is a reply to a command.

        Raises:
            Silent: there is none before the deadline, or before the event is set and `wake` called.
            Gone: the output has ended.
            Garbage: there were too many lines.
        """
        with self._changed:
            while True:
                if self._debug_error is not None:
                    raise self._debug_error
                if self._lines > GARBAGE_LINES:
                    raise Garbage
                if self._answers:
                    return self._answers.popleft().decode("utf-8", "replace")
                if self._output_ended:
                    raise Gone
                left = deadline - time.monotonic()
                if left <= 0 or (cancelled is not None and cancelled.is_set()):
                    raise Silent
                self._changed.wait(min(left, threading.TIMEOUT_MAX))

    def wake(self) -> None:
        """Lets the caller that waits for a reply look at its event."""
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        """Sends `quit` to the engine, and kills what has not ended soon. Waits until the readers have ended."""
        with suppress(Gone, Silent):
            if self._how is None and os.getpid() == self._owner:
                self.send("quit", time.monotonic() + QUITS_S)
        self.end(QUITS_S)

    def end(self, patience_s: float = 0) -> str:
        """Kills what has not ended by itself after some time, and returns how the engine has ended, for messages."""
        if os.getpid() != self._owner:
            return "belongs to another process"  # a fork has the object, but not the engine
        with self._closing:
            if self._how is None:
                self._how = self._end(time.monotonic() + patience_s)
            return self._how

    def _end(self, deadline: float) -> str:
        try:
            self._process.wait(max(0.0, deadline - time.monotonic()))
            told = None
        except subprocess.TimeoutExpired:
            told = "closed its output" if self._output_ended else "was killed"
        finally:
            self._kill()
        status = self._process.wait()
        with self._sending, suppress(OSError):
            self._stdin.close()
        for reader in self._readers:
            # A process that has left the group may hold the pipe; the reader then continues, without effect.
            reader.join(READERS_END_S)
        return (told or _status(status)) + self._last_words()

    def _kill(self) -> None:
        """Kills the whole group, even if its first process has ended."""
        if sys.platform == "win32":
            self._process.kill()
            return
        # On macOS, a group of zombies is not permitted to be killed.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def _last_words(self) -> str:
        lines = bytes(self._errors).decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f": {excerpt(last)}" if last else ""

    # The readers

    def _read_output(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError), self._process.stdout as output:
            for line in _lines(output):
                self._receive(line)
        with self._changed:
            self._output_ended = True
            self._changed.notify_all()

    def _receive(self, line: bytes) -> None:
        if self._debug is not None:
            try:
                self._debug(f"< {printable(line.decode('utf-8', 'replace'))}")
            except Exception as error:  # it belongs to the thread that waits for a reply
                self._debug, self._debug_error = None, error
        word = line.partition(b" ")[0]
        with self._changed:
            if word == b"info":
                if len(line) >= LINE_BYTES:
                    # A part of a move can be another move: `0,0>0,12` begins as `0,0>0,1` does.
                    line = line[: line.rfind(b" ") + 1] + CUT_MARK
                if self._infos is not None:
                    self._infos.add(line)
                return
            self._lines += bool(line)
            if self._lines > GARBAGE_LINES:
                self._changed.notify_all()
            elif word in _ANSWERS:
                if word == b"bestmove":
                    self._infos = None  # the search is over, regardless of further output
                self._answers.append(line)
                self._changed.notify_all()

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with suppress(OSError), self._process.stderr as output:
            while chunk := output.read(_CHUNK):
                self._errors += chunk
                del self._errors[:-STDERR_BYTES]


def _lines(output: IO[bytes]) -> Iterator[bytes]:
    """The lines of an output without the spaces around them. Each is cut at a limit."""
    rest = b""
    while chunk := output.read(_CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[:LINE_BYTES]
        yield from (line[:LINE_BYTES].replace(b"\t", b" ").strip() for line in lines)
    if rest:
        yield rest.strip()


def _status(status: int) -> str:
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"ended by {signal.Signals(-status).name}"
    except ValueError:  # a signal without a name
        return f"ended by signal {-status}"

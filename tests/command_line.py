"""The command line in this process: the start of another one takes longer than most commands."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO
from unittest import mock

from scoresheet.cli import main

PIPE = 1 << 16

TEXT: dict[str, str] = {"encoding": "utf-8"}
"""How the standard outputs are opened; a test can open them as other systems do."""


def run(
    *words: object, stdin: bytes = b"", merged: bool = False, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """What a process would do and print that is started with these words; `merged` sends its stderr to its stdout.

    Tests of signals, of pipes, of memory and of the start itself need a process.
    """
    arguments = [str(word) for word in words]
    assert len(stdin) < PIPE, "a pipe holds no more, and nobody reads it yet"
    reading, writing = os.pipe()
    with os.fdopen(writing, "wb") as filling:
        filling.write(stdin)
    with os.fdopen(reading, "rb") as given, tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as told:
        status: object = None
        with mock.patch.dict(os.environ, environment), _standard(given, printed, printed if merged else told):
            try:
                main(arguments, prog_name="scoresheet")
            except SystemExit as ended:
                status = ended.code
        printed.seek(0)
        told.seek(0)
        return subprocess.CompletedProcess(arguments, int(status or 0), printed.read(), told.read())


def run_text(*words: object, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The same with texts."""
    done = run(*words, stdin=stdin.encode(), **environment)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@contextmanager
def _standard(*files: BinaryIO) -> Iterator[None]:
    """Makes files the standard streams, for Python and for the native part."""
    streams = sys.stdin, sys.stdout, sys.stderr
    for stream in streams[1:]:
        stream.flush()
    kept = [os.dup(number) for number in range(3)]
    try:
        for number, file in enumerate(files):
            os.dup2(file.fileno(), number)
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
        sys.stdout = os.fdopen(1, "w", **TEXT, closefd=False)
        sys.stderr = os.fdopen(2, "w", **TEXT, buffering=1, closefd=False)
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):
                stream.flush()
        sys.stdin, sys.stdout, sys.stderr = streams
        for number, descriptor in enumerate(kept):
            os.dup2(descriptor, number)
            os.close(descriptor)

"""Ctrl-C and SIGTERM while the command starts: it ends at once, without a traceback, and with the right status."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scoresheet.cli.exits import Exit
from scoresheet.cli.signals import Ended, ended_by_signals, status_of

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"

# Sends the signal when the module of this name is looked for, so that it comes in the middle of an import.
PROGRAM = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), getattr(signal, sys.argv[2]))
        return None

sys.meta_path.insert(0, Interrupting())
from scoresheet.cli import main
main(sys.argv[3:])
"""


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("click", ""),
        ("scoresheet.cli.group", ""),
        ("scoresheet.cli.signals", "error: interrupted\n"),
        ("scoresheet.errors", "error: interrupted\n"),
        ("scoresheet.cli.check", "error: interrupted\n"),
        ("scoresheet.cli.output", "error: interrupted\n"),
    ],
)
def test_an_interrupt_within_an_import_leaves_no_traceback(module: str, said: str) -> None:
    command = [sys.executable, "-c", PROGRAM, module, "SIGINT", "check", str(EXAMPLE)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", said)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("module", ["scoresheet.errors", "scoresheet.cli.check", "scoresheet.cli.output"])
def test_a_signal_within_an_import_leaves_no_traceback(module: str) -> None:
    """As soon as the command handles the signal; before that, Python ends in its own way."""
    command = [sys.executable, "-c", PROGRAM, module, "SIGTERM", "check", str(EXAMPLE)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (143, "", "error: terminated\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_signal_that_an_import_turns_into_another_error_still_ends_the_command() -> None:
    """As Python 3.11 does while it creates a class."""

    def create() -> None:
        try:
            signal.raise_signal(signal.SIGTERM)
        except Ended as error:
            raise RuntimeError("error calling __set_name__") from error

    with pytest.raises(Ended) as ended, ended_by_signals():
        create()
    assert status_of(ended.value) == Exit.TERMINATED


def test_an_interrupt_while_the_version_is_found_is_quiet() -> None:
    command = [sys.executable, "-c", PROGRAM, "scoresheet._core", "SIGINT", "--version"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "")

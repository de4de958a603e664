"""Ctrl-C while the command starts: it ends at once, without a traceback, and its status tells of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"

# Sends the signal when the module of this name is looked for, so that it comes in the middle of an import.
PROGRAM = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
        return None

sys.meta_path.insert(0, Interrupting())
from scoresheet.cli import main
main(sys.argv[2:])
"""


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("click", ""),
        ("scoresheet.cli.verbs", ""),
        ("scoresheet.cli.check", "error: interrupted\n"),
        ("scoresheet.cli.output", "error: interrupted\n"),
    ],
)
def test_an_interrupt_within_an_import_leaves_no_traceback(module: str, said: str) -> None:
    command = [sys.executable, "-c", PROGRAM, module, "check", str(EXAMPLE)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", said)


def test_an_interrupt_while_the_version_is_found_is_quiet() -> None:
    command = [sys.executable, "-c", PROGRAM, "scoresheet._core", "--version"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "")

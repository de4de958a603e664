"""The examples of a page of the documentation: its blocks of commands and of Python, and what they print.

    python page_examples.py PAGE

runs the examples of a page in the current folder, with the Python that runs this and the commands beside it. It needs
nothing but the standard library, so it works in an environment that holds only the package.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START = [ROOT / "README.md", *sorted((ROOT / "docs" / "start").glob("*.md"))]
"""The pages that a new user reads first."""

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def check_examples(
    page: Path, shell: Callable[[str], str], languages: Sequence[str] = ("console", "python", "pycon")
) -> None:
    """Runs a page's examples in order, and fails at the first that prints something else; Python blocks share names.

    Args:
        page: the page.
        shell: runs a command and gives what it prints, errors included.
        languages: the languages of the blocks to run.
    """
    names: dict[str, object] = {}
    for language, text in FENCE.findall(page.read_text("utf-8")):
        if language not in languages:
            continue
        if language == "console":
            for command, wanted in commands(text):
                found = shell(command)
                same = doctest.OutputChecker().check_output(timeless(wanted), timeless(found), FLAGS)
                assert same, f"$ {command}\n{found}"
        elif language == "python":
            exec(compile(text, page.name, "exec"), names)
        elif language == "pycon":
            check_session(page, text, names)


def commands(text: str) -> list[tuple[str, str]]:
    """The commands of a block, each with the output below it."""
    # A line that starts with `>` continues the command above it, as a shell's prompt has it.
    pieces = re.split(r"^\$ ", re.sub(r"\n> ", "\0", text), flags=re.MULTILINE)[1:]
    split = [piece.partition("\n") for piece in pieces]
    return [(command.replace("\0", "\n"), output) for command, _, output in split]


def timeless(output: str) -> str:
    """An output without what differs from run to run."""
    output = re.sub(r"in [\d:]+ \([\d.,]+ positions/s\)", "in T (N positions/s)", output)
    return re.sub(r"[\d,]+ games/s", "N games/s", re.sub(r"\d+\.\d+ s\b", "T s", output))


def check_session(page: Path, text: str, names: dict[str, object]) -> None:
    """Runs a block of `>>>` lines and compares what they print."""
    test = doctest.DocTestParser().get_doctest(text, names, page.name, str(page), 0)
    # The parser copies the names; the next block is to see what this one sets.
    test.globs = names
    report: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append, clear_globs=False)
    assert not report, "".join(report)


def terminal() -> dict[str, str]:
    """The variables of a terminal of 100 columns without colours, which finds the commands beside this Python."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {"COLUMNS": "100", "NO_COLOR": "1", "PATH": path}


def run_bash(command: str) -> subprocess.CompletedProcess[bytes]:
    """Runs a command with bash in such a terminal."""
    return subprocess.run(
        ["bash", "-c", command],
        env={**os.environ, **terminal()},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
    )


def outside(commands: Path, home: Path) -> dict[str, str]:
    """The variables of a user who has nothing but the commands of an environment and those of the system."""
    return {"HOME": str(home), "LANG": "C.UTF-8", "PATH": os.pathsep.join([str(commands), "/usr/bin", "/bin"])}


def difference(page: Path, commands: Path, home: Path) -> str:
    """What happens otherwise than a page shows, for such a user in an empty home; nothing, as it should be."""
    shutil.copytree(ROOT / "examples", home / "examples")
    program = [commands / "python", "-I", __file__, page]
    shown = subprocess.run(
        program,
        cwd=home,
        env=outside(commands, home),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    return shown.stdout if shown.returncode else ""


if __name__ == "__main__":
    check_examples(Path(sys.argv[1]), lambda command: run_bash(command).stdout.decode("utf-8"))

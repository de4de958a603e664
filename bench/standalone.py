"""How large the command is as one executable, and how soon it starts, beside other ways to ship it.

python -m bench.standalone [--executable FILE] [--wheel FILE] [-o build/standalone.json]

Measures the executable of `make standalone`, and the same wheel in a virtual environment and as PyInstaller, pex and
shiv pack it. These are installed from an index of packages. All start in an empty home.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from bench.inputs import ROOT, plain
from bench.machine import circumstances
from bench.process import Run, measured, spread

OUTPUT = ROOT / "build" / "standalone.json"
RUNS = 15
FIRST_RUNS = 5
CHECK_RUNS = 5
START = "from scoresheet.cli import main\n\nmain(prog_name='scoresheet')\n"


@dataclass(frozen=True)
class Form:
    """A form of the command: a name, whether it needs Python, its file or folder, and how to run it."""

    name: str
    needs_python: bool
    path: Path
    command: Sequence[str]


def main(arguments: list[str]) -> int:
    """Builds each form, measures it, prints a table and keeps the figures."""
    parser = argparse.ArgumentParser(description="Measure the command as one executable.")
    parser.add_argument("--executable", type=Path, default=newest("scoresheet-*-linux-*", "scoresheet-*-macos-*"))
    parser.add_argument("--wheel", type=Path, default=newest("scoresheet-*.whl"))
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    if options.executable is None or options.wheel is None:
        print("skipped: `dist` has no executable and wheel; `make wheel` and `make standalone EMBED=FOLDER` build them")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        built = forms(here, options.wheel.resolve(), options.executable.resolve())
        rows = [figures(form, here / "home") for form in built]
    options.output.parent.mkdir(parents=True, exist_ok=True)
    runs = {"first_runs": FIRST_RUNS, "runs": RUNS, "check_runs": CHECK_RUNS}
    options.output.write_text(json.dumps({**circumstances(), **runs, "rows": rows}, indent=1) + "\n")
    print(f"kept in {options.output}")
    return 0


def newest(*patterns: str) -> Path | None:
    """The newest file of `dist` with such a name."""
    found = [path for pattern in patterns for path in (ROOT / "dist").glob(pattern)]
    return max(found, key=lambda path: path.stat().st_mtime, default=None)


def forms(here: Path, wheel: Path, executable: Path) -> list[Form]:
    """The command in each form: installed, as the executable, and as others pack it."""
    tools = made(here / "tools", "pex", "pyinstaller", "shiv", str(wheel))
    program = here / "start.py"
    program.write_text(START)
    built = here / "built"
    pyinstaller = ["--log-level", "ERROR", "--onefile", "--name", "pyinstaller", "--distpath", built]
    for command in (
        [tools / "pyinstaller", *pyinstaller, "--collect-all", "scoresheet", program],
        [tools / "pex", wheel, "--venv", "-c", "scoresheet", "-o", built / "pex"],
        [tools / "shiv", "-c", "scoresheet", "-o", built / "shiv", wheel],
    ):
        subprocess.run(command, check=True, cwd=here, stdout=subprocess.DEVNULL)
    installed = made(here / "installed", str(wheel))
    python = str(installed / "python")
    return [
        Form("pip install", True, here / "installed", [str(installed / "scoresheet")]),
        Form("PyApp, as in a release", False, executable, [str(executable)]),
        Form("PyInstaller, one file", False, built / "pyinstaller", [str(built / "pyinstaller")]),
        Form("pex", True, built / "pex", [python, str(built / "pex")]),
        Form("shiv", True, built / "shiv", [python, str(built / "shiv")]),
    ]


def made(environment: Path, *packages: str) -> Path:
    """The commands of a new virtual environment with these packages."""
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    subprocess.run([environment / "bin" / "pip", "install", "--quiet", *packages], check=True)
    return environment / "bin"


def figures(form: Form, home: Path) -> dict[str, Any]:
    """The size of a form, its first starts in an empty home, later ones, a check of the sample, and what it lacks."""
    first = [started(form, home, new=True) for _ in range(FIRST_RUNS)]
    unpacked = size(home)
    later = [started(form, home) for _ in range(RUNS)]
    checks = [run(form, home, "check", str(plain()), "--quiet") for _ in range(CHECK_RUNS)]
    extension = Path(run(form, home, "extension-path").out.decode().strip())
    row: dict[str, Any] = {
        "name": form.name,
        "needs_python": form.needs_python,
        "bytes": size(form.path),
        "unpacked": unpacked,
        "first": spread([found.wall for found in first]),
        "later": spread([found.wall for found in later]),
        "check": spread([found.wall for found in checks]),
        "extension_stays": extension.exists(),
    }
    print(
        f"{row['bytes'] / 1e6:8.1f} MB {row['first']['median']:7.2f} s first {row['later']['median']:7.3f} s later "
        f"{row['check']['median']:7.2f} s check  {form.name}"
    )
    return row


def started(form: Form, home: Path, new: bool = False) -> Run:
    """A start of a form that only prints its version."""
    if new:
        shutil.rmtree(home, ignore_errors=True)
    return run(form, home, "--version")


def run(form: Form, home: Path, *words: str) -> Run:
    """A run of a form that has to succeed."""
    home.mkdir(exist_ok=True)
    with mock.patch.dict(os.environ, {"HOME": str(home)}):
        found = measured([*form.command, *words])
    if found.status:
        raise SystemExit(f"{form.name} ended with {found.status}: {found.err.decode()[-2000:]}")
    return found


def size(path: Path) -> int:
    """The bytes of a file, or of all files in a folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.lstat().st_size for file in files if file.is_file())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

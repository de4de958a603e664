"""What the documentation names exists, and its examples work."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shlex
import subprocess
from pathlib import Path

import pytest

import command_line
import scoresheet
from page_examples import FENCE, FLAGS, check_examples, commands, run_bash, terminal
from test_house import PACKAGE, ROOT, tracked

PAGES = sorted(path for path in tracked("*.md") if "examples" not in path.parts)
PEERS = [path for path in PAGES if path.name in ("from-pgn-extract.md", "from-scid.md")]
RUN_FOLDERS = ("start", "commands", "guides", "concepts", "cookbook", "reference")
RUN = [path for path in PAGES if path.name == "README.md" or path.parent.name in RUN_FOLDERS]
MODULES = sorted(module.name for module in pkgutil.walk_packages(scoresheet.__path__, "scoresheet."))
# What only a shell understands, outside of quotes.
QUOTED = re.compile(r"'[^']*'|\"[^\"$`\\]*\"")
SHELL = re.compile(r"[|&;<>()$`\\\"'*?\[#~\n]")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def prose(path: Path) -> str:
    """A page without its code blocks."""
    return FENCE.sub("", path.read_text("utf-8"))


def anchors(path: Path) -> set[str]:
    """The anchors that a page's headings get."""
    headings = re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page) -> None:
    # Code in a sentence holds no links, though a regular expression may look like one.
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", prose(page))):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        there = (page.parent / file).resolve() if file else page
        assert there.exists(), f"{target} is not there"
        assert not anchor or anchor in anchors(there), f"{target}: no such heading"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_files_that_a_page_names_are_there(page) -> None:
    folders = "crates|docs|examples|python|tests|tools|vectors"
    for path in re.findall(rf"`((?:{folders})/[\w./-]+)`", prose(page)):
        assert (ROOT / path).exists(), f"`{path}` is not there"


@pytest.mark.parametrize("page", RUN, ids=name)
def test_examples_do_what_the_page_shows(page, tmp_path, monkeypatch) -> None:
    """Runs a page's examples in order, in a folder that holds `examples`; Python blocks share their names."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for program in ("rg", "jq", "node"):
        if re.search(rf"^\$.*\b{program} -", page.read_text("utf-8"), re.MULTILINE) and not found_by_shell(program):
            pytest.skip(f"`{program}` is not installed")
    check_examples(page, shell)


@pytest.mark.slow
@pytest.mark.parametrize("page", PEERS, ids=name)
def test_commands_in_tables_succeed(page, tmp_path, monkeypatch) -> None:
    """Runs the commands in the tables of a page, after those of its blocks, and expects each to succeed."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for language, text in FENCE.findall(page.read_text("utf-8")):
        for command, _ in commands(text) if language == "console" else []:
            shell(command)
    found = re.findall(r"^\|.*$", prose(page), re.MULTILINE)
    wanted = dict.fromkeys(re.findall(r"`(scoresheet [^`]+)`", "\n".join(found)))
    assert wanted
    for command in wanted:
        run = run_shell(command)
        assert run.returncode == 0, f"$ {command}\n{run.stdout.decode('utf-8')}"


def found_by_shell(program: str) -> bool:
    """Whether the commands of a page can run this program."""
    return shell(f"command -v {program}") != ""


def shell(command: str) -> str:
    """What a command prints, errors included."""
    return run_shell(command).stdout.decode("utf-8")


def run_shell(command: str) -> subprocess.CompletedProcess[bytes]:
    """Runs a command as in a terminal of 100 columns without colours, in this process if no shell is needed."""
    if command.startswith("scoresheet ") and not SHELL.search(QUOTED.sub("", command)):
        return command_line.run(*shlex.split(command)[1:], merged=True, **terminal())
    return run_bash(command)


def test_every_module_can_be_imported() -> None:
    for module in MODULES:
        if not module.startswith("scoresheet.spark") and not module.endswith("__main__"):
            importlib.import_module(module)


def shows_examples(module: str) -> bool:
    """Whether a module has examples in its docstrings, as the native one has; other modules have nothing to try."""
    place = PACKAGE.parent.joinpath(*module.split("."))
    path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    return not path.exists() or ">>> " in path.read_text("utf-8")


EXTRAS = {
    "scoresheet.spark": ("pyspark", "PySpark"),
    "scoresheet._png": ("resvg_py", "resvg_py"),
    "scoresheet.drawing.pictures": ("PIL", "Pillow"),
}
"""What the examples of modules need that are about optional libraries: its name, and what it is called."""


@pytest.mark.parametrize("module", [module for module in ["scoresheet", *MODULES] if shows_examples(module)])
def test_docstrings_show_what_happens(module, tmp_path, monkeypatch) -> None:
    for part, (library, called) in EXTRAS.items():
        if module.startswith(part):
            pytest.importorskip(library, reason=f"{called} is not installed")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(importlib.import_module(module), optionflags=FLAGS)
    assert result.failed == 0

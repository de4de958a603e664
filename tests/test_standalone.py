"""The command as one executable, in an empty home. `SCORESHEET_STANDALONE` names the executable."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from page_examples import ROOT, START, check_examples, outside
from test_house import table

VERSION = table("Cargo.toml")["workspace"]["package"]["version"]
GIVEN = os.environ.get("SCORESHEET_STANDALONE")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not GIVEN, reason="SCORESHEET_STANDALONE names no executable; `make standalone` builds one"),
]


class Home:
    """The home of a user who put the executable into a folder of commands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        commands = folder / "commands"
        commands.mkdir()
        assert GIVEN is not None
        self.command = commands / f"scoresheet{Path(GIVEN).suffix if sys.platform == 'win32' else ''}"
        shutil.copy(GIVEN, self.command)
        self.unpacked = folder / "unpacked"
        self.variables = {
            **({} if os.name == "posix" else os.environ),
            **outside(commands, folder),
            "PYAPP_INSTALL_DIR_SCORESHEET": str(self.unpacked),
        }

    def run(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Runs the command."""
        return subprocess.run(
            [self.command, *words], cwd=self.folder, env=self.variables, capture_output=True, text=True, timeout=300
        )

    def shell(self, command: str) -> str:
        """What a command prints in a terminal, errors included."""
        return subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env={**self.variables, "COLUMNS": "100", "NO_COLOR": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            timeout=120,
        ).stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Home:
    home = Home(tmp_path_factory.mktemp("home"))
    shutil.copytree(ROOT / "examples", home.folder / "examples")
    return home


def test_it_unpacks_itself_once(home) -> None:
    for _ in range(2):
        assert home.run("--version").stdout.strip() == f"scoresheet {VERSION}"
    assert home.unpacked.is_dir()


def test_duckdb_loads_the_extension_from_the_folder(home) -> None:
    assert Path(home.run("extension-path").stdout.strip()).is_relative_to(home.unpacked)
    assert home.run("convert", "examples", "-o", "all.parquet").returncode == 0
    asked = home.run("query", "all.parquet", "select count(*), play(NULL, 'e4') from games", "--to", "csv")
    assert asked.stdout.splitlines()[-1] == "282,rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


@pytest.mark.skipif(os.name == "nt", reason="the pages are written for the shells of POSIX")
@pytest.mark.parametrize("page", START, ids=lambda page: page.stem)
def test_the_examples_of_the_first_pages_work(home, page) -> None:
    check_examples(page, home.shell, languages=["console"])


@pytest.mark.skipif(os.name == "nt", reason="the launcher ends, and not the viewer that it started")
def test_the_viewer_responds(home) -> None:
    command = [home.command, "serve", "examples", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, cwd=home.folder, env=home.variables, stdout=subprocess.PIPE, text=True) as viewer:
        try:
            assert viewer.stdout is not None
            address = re.search(r"http://\S+", viewer.stdout.readline())
            assert address is not None
            with urlopen(address[0], timeout=60) as page:
                assert b"<title>" in page.read()
        finally:
            viewer.terminate()


def test_what_is_missing_is_installed_by_its_own_pip(home) -> None:
    drawn = home.run("show", "examples/annotated.pgn", "-o", "board.png")
    assert "hint: scoresheet self pip install 'scoresheet[png]'" in drawn.stderr
    assert home.run("self", "pip", "--version").stdout.startswith("pip ")


def test_it_names_no_folder_of_the_build_in_its_records(home) -> None:
    home.run("--version")
    assert list(home.unpacked.rglob("direct_url.json")) == []
    assert [path.name for path in home.unpacked.rglob("scoresheet*") if path.parent.name in ("bin", "Scripts")] == []


def test_it_has_the_licences_of_what_it_contains(home) -> None:
    home.run("--version")
    [notice] = home.unpacked.rglob("licenses/README.txt")
    for library in ("OpenSSL", "SQLite", "expat", "libffi", "mpdecimal", "xz", "zlib"):
        [text] = re.findall(rf"^{library}\b.*?(\S+\.txt)", notice.read_text("utf-8"), re.MULTILINE)
        assert (notice.parent / text).stat().st_size > 50
    assert "pyapp" in (notice.parent / "launcher.txt").read_text("utf-8")


def test_it_removes_what_it_unpacked(home) -> None:
    home.run("--version")
    assert home.run("self", "remove").returncode == 0
    assert not home.unpacked.exists()

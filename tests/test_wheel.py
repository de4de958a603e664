"""The wheel, in an environment that holds nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from page_examples import START, difference, outside

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1500)]  # builds the wheel, if `make build` did not

ROOT = Path(__file__).resolve().parent.parent


def run(*command: str | Path, **options) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=300, **options).stdout


@pytest.fixture(scope="module")
def empty(wheel, tmp_path_factory) -> Path:
    """The commands of an environment in which the first command of the README installed the wheel."""
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", folder)
    first = re.search(r"^```sh\n(.*)$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert first is not None
    assert first[1] == "pip install scoresheet"
    # An index of packages would have another version, so pip gets the file for this name.
    constraint = folder / "constraint.txt"
    constraint.write_text(f"scoresheet @ {wheel.as_uri()}\n", "utf-8")
    run(folder / "bin" / "python", "-m", *first[1].split(), "--quiet", "--constraint", constraint)
    return folder / "bin"


def test_the_wheel_serves_every_python_from_3_10_and_carries_its_licences(wheel) -> None:
    assert "-cp310-abi3-" in wheel.name
    inside = zipfile.ZipFile(wheel).namelist()
    assert {Path(name).name for name in inside if "/licenses/" in name} == {
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "LICENSE-THIRD-PARTY",
    }
    assert "scoresheet/py.typed" in inside
    assert "scoresheet/scoresheet.duckdb_extension" in inside
    assert {"index.html", "app.css", "js/main.js", "js/list.js", "messages/de.json"} <= {
        name.removeprefix("scoresheet/drawing/client/") for name in inside
    }
    assert {"castling.txt", "duckdb/castling.sql", "jq/castling.jq", "mongo/castling.py"} <= {
        name.removeprefix("scoresheet/questions/") for name in inside
    }


def test_the_package_imports_and_types_are_shipped(empty, tmp_path) -> None:
    assert run(empty / "python", "-c", "import scoresheet; print(scoresheet.__version__)", cwd=tmp_path).strip()


def test_the_command_starts(empty, tmp_path) -> None:
    assert run(empty / "scoresheet", "--help", cwd=tmp_path).startswith("Usage: scoresheet")


@pytest.mark.parametrize("page", START, ids=lambda page: page.stem)
def test_the_examples_of_the_first_pages_work(page, empty, tmp_path) -> None:
    assert not (shown := difference(page, empty, tmp_path)), shown


def test_the_viewer_responds(empty, tmp_path) -> None:
    command = [empty / "scoresheet", "serve", ROOT / "examples", "--no-browser", "--port", "0"]
    variables = outside(empty, tmp_path)
    with subprocess.Popen(command, cwd=tmp_path, env=variables, stdout=subprocess.PIPE, text=True) as viewer:
        try:
            assert viewer.stdout is not None
            address = re.search(r"http://\S+", viewer.stdout.readline())
            assert address is not None
            with urlopen(address[0], timeout=60) as page:
                assert b"<title>" in page.read()
        finally:
            viewer.terminate()


def test_the_demo_runs(empty) -> None:
    shown = run("bash", ROOT / "tools" / "demo.sh", env={**os.environ, "PATH": f"{empty}:{os.environ['PATH']}"})
    assert "within n moves" in shown
    # The last line has the files, below a first rank with pieces.
    rank, files = shown.rstrip().splitlines()[-2:]
    assert re.fullmatch(r"1 ( [♔-♟·]){8}", rank)
    assert files.split() == list("abcdefgh")

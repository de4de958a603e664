"""Every small file of `vectors/game` gives exactly the report beside it.

`make bless` rewrites the reports; the difference is read like code.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest

import scoresheet
from scoresheet._hints import on_the_command_line
from scoresheet._registry import registry
from scoresheet.cli import report

CASES = Path(__file__).resolve().parent.parent / "vectors" / "game"
FORMATS = sorted(path.parent.name for path in CASES.glob("*/good"))
BLESS = bool(os.environ.get("SCORESHEET_BLESS"))
GAME = ["game", "ply_count", "termination", "final_fen", "error_code", "error_ply", "error_byte"]


def told(path: Path, folder: Path) -> str:
    """Everything about a file: its games, the report, and how it is written again."""
    with on_the_command_line():
        facts = scoresheet.check([path.name]).to_dict()
    parts = [games(path), re.sub(r" in [\d.]+ s.*", "", report.text(facts)), places(facts), written(path, folder)]
    return "\n".join(part.strip("\n") + "\n" for part in parts if part.strip())


def games(path: Path) -> str:
    # Said, for else the stream would end with the error of a file that cannot be read.
    rows = pa.table(scoresheet.read(path.name, on_error="keep").columns(*GAME)).to_pylist()
    lines = [
        f"game {row['game']}: {row['ply_count']} plies, {row['termination'] or 'no marker'}, {row['final_fen']}"
        + (f", {row['error_code']} at ply {row['error_ply']}, byte {row['error_byte']}" if row["error_code"] else "")
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def places(facts: dict) -> str:
    """The place of the first note of each code."""
    lines = [
        f"{note['code']}: {note['first']['message']} (game {note['first']['game']}, byte {note['first']['byte']})"
        for note in facts["notes"]
    ]
    return "\n".join(lines) + "\n"


def written(path: Path, folder: Path) -> str:
    entry = ENTRIES[path.parent.parent.name]
    # BGN keeps all that a format has that is only read.
    output = folder / f"written{path.suffix if entry['writes'] else '.bgnl'}"
    scoresheet.convert(path.name, str(output))
    # Nothing is written if nothing could be read.
    found = output.read_bytes() if output.exists() else b""
    return "written:\n" + (found.hex() + "\n" if path.suffix in BINARY else found.decode("utf-8"))


ENTRIES = {str(entry["id"]): entry for entry in registry("formats")}
BINARY = {".pgc", ".bccf", ".bcfen"}


def cases(kind: str) -> list[Path]:
    found = [path for format_ in FORMATS for path in (CASES / format_ / kind).iterdir()]
    return sorted(path for path in found if path.suffix[1:] in ENTRIES[path.parent.parent.name]["extensions"])


@pytest.mark.parametrize(
    "path",
    [*cases("good"), *cases("bad")],
    ids=lambda path: f"{path.parent.parent.name}-{path.parent.name}-{path.stem}",
)
def test_the_report_is_as_expected(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    found = told(path, tmp_path)
    expected = path.with_suffix(".txt")
    if BLESS:
        expected.write_text(found, "utf-8", newline="\n")
    assert expected.exists(), f"{expected} is missing: `make bless` writes it"
    assert found == expected.read_bytes().decode()


@pytest.mark.parametrize("kind", ["good", "bad"])
def test_good_files_have_no_errors_and_bad_files_have_some(kind: str) -> None:
    for path in cases(kind):
        found = scoresheet.check([str(path)]).to_dict()
        assert bool(found["errors"]) is (kind == "bad"), path.name


def test_every_report_has_its_file() -> None:
    reports = {path.with_suffix("") for path in CASES.rglob("*.txt")}
    files = {path.with_suffix("") for kind in ("good", "bad") for path in cases(kind)}
    assert reports == files


@pytest.mark.parametrize("name", ["weird", "annotated", "variants", "lichess-other"])
def test_real_oddities_are_read_and_every_error_has_its_place(name: str, data: Callable[[str], Path]) -> None:
    paths = sorted(path for path in data(name).rglob("*.pgn") if "outfiles" not in path.parts)
    assert paths
    known = {str(entry["id"]) for entry in scoresheet._core.registry("errors")}
    for path in paths:
        found = scoresheet.check([str(path)]).to_dict()
        for entry in found["errors"] + found["notes"]:
            assert entry["code"] in known
            assert entry["count"] > 0
            # What does not look like games at all is refused whole.
            if entry["code"] in ("encoding-utf16", "file-kind"):
                continue
            place = entry["first"]
            assert 1 <= place["game"] <= found["games"], path
            assert 0 <= place["byte"] <= path.stat().st_size, path

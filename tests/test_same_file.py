"""Outputs that are inputs as well, and outputs that are links."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

import scoresheet
from scoresheet.cli.group import command

GAME = '[White "A"]\n\n1. e4 *\n'
SAID = "it is an input"


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.pgn"
    path.write_text(GAME)
    (tmp_path / "soft.pgn").symlink_to("a.pgn")
    os.link(path, tmp_path / "hard.pgn")
    return path


def ran(*arguments: str) -> tuple[int, str]:
    run = CliRunner().invoke(command, arguments)
    return run.exit_code, run.stderr


@pytest.mark.parametrize("output", ["a.pgn", "./a.pgn", "soft.pgn", "hard.pgn"])
def test_an_output_that_is_an_input_is_refused_unless_forced(games: Path, output: str) -> None:
    status, said = ran("convert", "a.pgn", "-o", output)
    assert (status, f"cannot write `{output}`: {SAID}" in said) == (2, True)
    with pytest.raises(scoresheet.UsageError, match=f"cannot write `{output}`: {SAID}") as caught:
        scoresheet.convert("a.pgn", output)
    assert "after reading it completely" in str(caught.value.hint)
    assert games.read_text() == GAME
    assert ran("convert", "a.pgn", "-o", output, "--force", "--export")[0] == 0
    assert '[Result "*"]' in Path(output).read_text()


def test_an_input_that_cannot_be_read_to_its_end_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn.gz"
    bad = gzip.compress((GAME * 500).encode())[:-9]
    path.write_bytes(bad)
    with pytest.raises(scoresheet.WriteError, match="not all of the inputs could be read"):
        scoresheet.convert(path, path, force=True)
    assert path.read_bytes() == bad
    assert [found.name for found in tmp_path.iterdir()] == ["a.pgn.gz"]


@pytest.mark.parametrize("output", ["in", "in/", "in/out/", "link/", "in/../in"])
def test_a_folder_that_is_read_is_not_written_to_unless_forced(games: Path, output: str) -> None:
    Path("in").mkdir()
    Path("link").symlink_to("in")
    Path("in/a.pgn").write_text(GAME * 2)
    status, said = ran("convert", "in", "-o", output, "--to", "icn")
    assert (status, f"cannot write `{output}`: it is " in said) == (2, True)
    with pytest.raises(scoresheet.UsageError, match=r"it is (an input|in the input `in`)") as caught:
        scoresheet.convert("in", output, to="icn")
    assert "`force=True`" in str(caught.value.hint)
    assert [path.name for path in Path("in").iterdir()] == ["a.pgn"]
    report = scoresheet.convert("in", output, to="icn", force=True)
    assert (report.games, report.written) == (2, 2)
    assert sorted(path.name for path in Path(output).glob("*.icn")) == ["0001.icn", "0002.icn"]
    assert scoresheet.check("in").games == 4


def test_a_folder_elsewhere_is_written_to(games: Path) -> None:
    Path("in").mkdir()
    Path("in/a.pgn").write_text(GAME)
    assert scoresheet.convert("in", "inner/", to="icn").written == 1
    # A file that was named is not a folder, and the next run reads it alone.
    assert scoresheet.convert("in/a.pgn", "in/", to="icn").written == 1


def test_what_could_not_be_read_is_not_replaced_in_a_folder_either(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(GAME)
    bad = gzip.compress((GAME * 500).encode())[:-9]
    (tmp_path / "b.pgn.gz").write_bytes(bad)
    with pytest.raises(scoresheet.WriteError, match="not all of the inputs could be read"):
        scoresheet.convert(tmp_path, tmp_path, to="icn", force=True)
    assert sorted(found.name for found in tmp_path.iterdir()) == ["a.pgn", "b.pgn.gz"]


def test_a_report_does_not_take_the_place_of_games(games: Path) -> None:
    status, said = ran("check", "a.pgn", "--report", "soft.pgn", "--force")
    assert (status, "cannot write the report to `soft.pgn`: it is an input" in said) == (2, True)
    assert games.read_text() == GAME


@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_what_it_leads_to_is_written(games: Path, there: bool) -> None:
    folder = games.parent / "far"
    folder.mkdir()
    if there:
        (folder / "out").write_text("old")
    jobs = {
        "out.pgn": ("convert", "a.pgn", "-o"),
        "out.csv": ("query", "a.pgn", "select white from games", "-o"),
        "out.svg": ("show", "a.pgn", "--svg"),
        "out.html": ("show", "a.pgn", "--html"),
        "out.json": ("check", "a.pgn", "--report"),
    }
    for name, job in jobs.items():
        Path(name).symlink_to("far/out")
        status, said = ran(*job, name, "--force")
        assert (status, Path(name).is_symlink()) == (0, True), said
        assert (folder / "out").read_text() not in ("", "old"), name
        assert [found.name for found in folder.iterdir()] == ["out"]
        (folder / "out").write_text("old") if there else (folder / "out").unlink()

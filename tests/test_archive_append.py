"""Appending to archives: the new games come after the old ones, or the file stays as it was."""

from __future__ import annotations

import io
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import scoresheet
from scoresheet.cli.exits import Exit
from scoresheet.cli.group import command

ROOT = Path(__file__).parent.parent
OLD, NEW = ROOT / "examples" / "historic.pgn", ROOT / "examples" / "generated.pgn"
BAD = b'[Event "Bad"]\n\n1. e4 Ke4 *\n'


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "games.scz"
    scoresheet.convert(OLD, path)
    return path


def games(*paths: Path) -> list[Any]:
    return [game for path in paths for game in scoresheet.read(path)]


def ran(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(command, [str(word) for word in words])
    return result.exit_code, result.stderr


def test_games_are_appended_after_the_existing_ones(archive: Path) -> None:
    for count, options in enumerate([{}, {"block": "32"}, {"effort": "max"}, {"exact": "yes"}], 1):
        report = scoresheet.convert(NEW, archive, append=True, **options)
        assert report.written == 200
        assert games(archive) == games(OLD, *[NEW] * count)
    assert scoresheet.check(archive).errors == ()


def test_objects_are_appended(archive: Path) -> None:
    assert scoresheet.write(games(NEW), archive, append=True).written == 200
    assert games(archive) == games(OLD, NEW)


def test_a_file_that_does_not_exist_is_created(tmp_path: Path) -> None:
    for _ in range(2):
        assert ran("convert", OLD, "-o", tmp_path / "new.scz", "--append")[0] == Exit.OK
    assert games(tmp_path / "new.scz") == games(OLD, OLD)


def test_what_an_interrupted_append_has_left_is_replaced(archive: Path) -> None:
    whole = archive.read_bytes()
    scoresheet.convert(NEW, archive, append=True)
    longer = archive.read_bytes()
    for length in (len(whole) + 1, len(whole) + 100, len(longer) - 1):
        archive.write_bytes(longer[:length])
        assert games(archive) == games(OLD)
        scoresheet.convert(NEW, archive, append=True)
        assert archive.read_bytes() == longer


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--on-error", "raise"], "the king has no legal move"),
        (["--force"], "not both"),
        (["--to", "csv"], "cannot be appended"),
        (["--to", "pgn"], "it is `archive`, and the games are written as `pgn`"),
    ],
)
def test_a_failure_leaves_the_file_as_it_was(words: list[str], said: str, archive: Path, tmp_path: Path) -> None:
    before = archive.read_bytes()
    (tmp_path / "bad.pgn").write_bytes(BAD)
    status, message = ran("convert", NEW, tmp_path / "bad.pgn", "-o", archive, "--append", *words)
    assert status != Exit.OK
    assert said in message
    assert archive.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"no archive", b"cut"], ids=["empty", "other", "cut"])
def test_only_whole_archives_grow(content: bytes, archive: Path) -> None:
    if content == b"cut":
        content = archive.read_bytes()[:-1]
    archive.write_bytes(content)
    status, message = ran("convert", NEW, "-o", archive, "--append")
    assert status not in (Exit.OK, Exit.WRONG_USE)
    assert str(archive) in message
    assert "an archive that is whole" in message
    assert archive.read_bytes() == content


def test_an_archive_cannot_be_appended_to_itself(archive: Path) -> None:
    before = archive.read_bytes()
    assert "it is an input" in ran("convert", archive, "-o", archive, "--append")[1]
    with pytest.raises(scoresheet.UsageError, match="it is an input"):
        scoresheet.convert(archive, archive, append=True)
    assert archive.read_bytes() == before


def test_open_files_and_packed_files_do_not_grow(archive: Path, tmp_path: Path) -> None:
    with pytest.raises(scoresheet.UsageError, match="named by its path"):
        scoresheet.convert(NEW, io.BytesIO(), to="archive", append=True)
    packed = tmp_path / "games.scz.zst"
    scoresheet.convert(archive, packed)
    assert "compressed as a whole" in ran("convert", NEW, "-o", packed, "--append")[1]


def killed(archive: Path, moment: random.Random, waits: bool) -> None:
    """An append that is killed: at any moment, or soon after the file has started to grow."""
    length = archive.stat().st_size
    words = [sys.executable, "-m", "scoresheet", "convert", str(NEW), "-o", str(archive), "--append", "--quiet"]
    with subprocess.Popen(words) as process:
        if waits:
            while process.poll() is None and archive.stat().st_size == length:
                time.sleep(0.0001)
            time.sleep(moment.uniform(0, 0.003))
        else:
            time.sleep(moment.uniform(0, 0.6))
        process.kill()


def appends_that_are_killed(archive: Path, tmp_path: Path, count: int) -> None:
    before, after = games(OLD), games(OLD, NEW)
    moment, path = random.Random(count), tmp_path / "killed.scz"
    for number in range(count):
        shutil.copy(archive, path)
        killed(path, moment, waits=number % 2 == 0)
        found = list(scoresheet.read(path, on_error="raise"))
        assert found in (before, after), number
        # The next one continues after what is there.
        assert scoresheet.convert(NEW, path, append=True).written == 200
        assert scoresheet.read(path, on_error="raise").count() == len(found) + 200


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_a_killed_append_leaves_a_whole_archive(archive: Path, tmp_path: Path) -> None:
    appends_that_are_killed(archive, tmp_path, 10)


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_200_killed_appends_leave_whole_archives(archive: Path, tmp_path: Path) -> None:
    appends_that_are_killed(archive, tmp_path, 200)

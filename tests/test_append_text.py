"""Games that are added to files of text, compressed or not."""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

import scoresheet
from scoresheet._registry import registry
from scoresheet.errors import FileError, ScoresheetError, UsageError

ROOT = Path(__file__).parent.parent
HISTORIC = ROOT / "examples" / "historic.pgn"
ONE = b'[White "Ann"]\n\n1. e4 e5 1-0\n'
TWO = b'[White "Bob"]\n\n1. d4 *\n'

GROWING = {"pgn", "uci", "san", "lan", "fen", "epd", "bgnl"}
"""The formats of text without a header, a footer and separators of their own."""


def whites(path: Path) -> list[str]:
    return [game.tags["White"] for game in scoresheet.read(path)]


@pytest.mark.parametrize("ending", ["", ".gz", ".bz2", ".zst", ".xz"])
def test_games_are_added_to_a_file_or_begin_one(tmp_path: Path, ending: str) -> None:
    path, whole = tmp_path / f"games.pgn{ending}", tmp_path / "whole.pgn"
    for source in (ONE, TWO, HISTORIC):
        scoresheet.convert(source, path, append=True)
    (tmp_path / "one.pgn").write_bytes(ONE)
    (tmp_path / "two.pgn").write_bytes(TWO)
    scoresheet.convert([tmp_path / "one.pgn", tmp_path / "two.pgn", HISTORIC], whole)
    if not ending:
        assert path.read_bytes() == whole.read_bytes()
    assert whites(path) == whites(whole)
    assert len(whites(path)) == 47


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\r\n", "\r\n\r\n", "\n\n\n"])
def test_a_blank_line_separates_the_games(tmp_path: Path, end: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(ONE.rstrip() + end.encode())
    report = scoresheet.convert(TWO, path, append=True)
    assert (report.written, whites(path)) == (1, ["Ann", "Bob"])
    assert b"1-0" + (end.encode() or b"\n") in path.read_bytes()


@pytest.mark.parametrize("name", [row["id"] for row in registry("formats") if row["writes"] and row["text"]])
def test_every_format_of_text_grows_or_refuses_to(tmp_path: Path, name: str) -> None:
    path, whole = tmp_path / "grown", tmp_path / "whole"
    if name not in GROWING:
        with pytest.raises(UsageError, match="games cannot be appended"):
            scoresheet.convert(HISTORIC, path, append=True, to=name)
        return
    for _ in range(2):
        scoresheet.convert(HISTORIC, path, append=True, to=name, limit=3)
    six = b"".join(game.to("pgn").encode() for game in [*scoresheet.read(HISTORIC, limit=3)] * 2)
    scoresheet.convert(six, whole, to=name)
    assert path.read_bytes() == whole.read_bytes()


def test_a_file_of_another_format_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    for content in (b"PAR1" + bytes(20), '[White "Ann"]\n\n1. e4 *\n'.encode("utf-16"), b"e2e4 e7e5\n"):
        path.write_bytes(content)
        with pytest.raises(ScoresheetError):
            scoresheet.convert(TWO, path, append=True, to="lan")
        assert path.read_bytes() == content


def test_nothing_is_left_of_an_append_that_fails(tmp_path: Path) -> None:
    path, cut = tmp_path / "games.pgn", tmp_path / "cut.pgn.gz"
    path.write_bytes(ONE)
    cut.write_bytes(gzip.compress(HISTORIC.read_bytes())[:-500])
    with pytest.raises(ScoresheetError):
        scoresheet.convert(cut, path, append=True, on_error="raise")
    with pytest.raises(ScoresheetError):
        scoresheet.convert(path, path, append=True)
    assert path.read_bytes() == ONE
    before = cut.read_bytes()
    with pytest.raises(FileError):
        scoresheet.convert(ONE, cut, append=True)
    assert cut.read_bytes() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cut.pgn.gz", "games.pgn"]


def test_wrong_uses_are_refused(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_bytes(ONE)
    with pytest.raises(UsageError, match="the name of the output has no"):
        scoresheet.convert(TWO, tmp_path / "{white}.pgn", append=True)
    with pytest.raises(UsageError, match="games are added to a file or replace it"):
        scoresheet.convert(TWO, tmp_path / "games.pgn", append=True, force=True)
    with pytest.raises(UsageError, match="cannot be appended to a file of `csv`"):
        scoresheet.convert(TWO, tmp_path / "games.csv", append=True)


def test_one_process_appends_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(ONE)
    command = [sys.executable, "-m", "scoresheet", "convert", "-", "-o", str(path), "--append", "--quiet"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as waiting:
        assert waiting.stdin is not None
        waiting.stdin.write(HISTORIC.read_bytes())
        waiting.stdin.flush()
        # It has the file when it has made the temporary one beside it.
        while len(list(tmp_path.iterdir())) == 1:
            assert waiting.poll() is None
        with pytest.raises(ScoresheetError, match="another process is appending to it"):
            scoresheet.convert(TWO, path, append=True)
        assert path.read_bytes() == ONE
        waiting.stdin.close()
        assert waiting.wait() == 0
    assert len(whites(path)) == 46

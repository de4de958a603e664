"""Arrow as a stream: what programs hand each other through pipes."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest

import scoresheet

COMMAND = [sys.executable, "-m", "scoresheet"]

GAMES = """[White "A"]
[Result "1-0"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

[White "B"]

1. d4 *
"""


def stream(games: Path, *options: str) -> bytes:
    command = [*COMMAND, "convert", str(games), "-o", "-", "--to", "arrow", *options]
    return subprocess.run(command, capture_output=True, check=True).stdout


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, encoding="utf-8")
    return path


def test_standard_output_gets_a_stream_that_other_engines_read(games: Path) -> None:
    with pa.ipc.open_stream(io.BytesIO(stream(games))) as reader:
        table = reader.read_all()
    assert table.column("white").to_pylist() == ["A", "B"]
    assert table.column("ply_count").to_pylist() == [5, 1]


def test_a_stream_is_read_back(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.arrows"
    path.write_bytes(stream(games, "--columns", "tags,moves"))
    piped = subprocess.run([*COMMAND, "convert", "-"], input=path.read_bytes(), capture_output=True, check=True)
    straight = subprocess.run([*COMMAND, "convert", str(games)], capture_output=True, check=True)
    assert piped.stdout == straight.stdout
    assert [game.tags["White"] for game in scoresheet.read(path)] == ["A", "B"]


def test_a_named_file_stays_a_file(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.arrow"
    scoresheet.convert(games, path)
    assert path.read_bytes().startswith(b"ARROW1")


def test_a_stream_that_is_cut_short_is_an_error_with_a_place(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.arrows"
    path.write_bytes(stream(games)[:-30])
    with pytest.raises(scoresheet.ScoresheetError, match="truncated"):
        list(scoresheet.read(path))

"""Texts of games and files that are printed to a terminal: they cannot control it or change the writing direction."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pty", exc_type=ImportError)  # Windows has no such terminals

import pty

import scoresheet
from levels import slow
from scoresheet import infinite
from scoresheet.engines.duckdb import ask

# A clear of the screen in two spellings, a delete, and a mark that turns the direction of writing.
ODD = "\x1b[2J\x9b2J\x7f\u202e"
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
# What we write ourselves: colours, and a bar that is drawn over itself.
OURS = re.compile(r"\x1b\[[0-9;]*[mKA]|\x1b\[\?25[hl]|\r")


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / f"odd{ODD}.pgn"
    comment = f"{{{ODD} [%clk {ODD}]}}"
    path.write_text(f'[White "A{ODD}"]\n[Black "B"]\n[Event "{ODD}"]\n\n1. e4 {comment} e5 2. Zz{ODD} *\n', "utf-8")
    return path


def seen(*arguments: str) -> str:
    """What a terminal gets of the command: what we write to steer it is taken out."""
    shown = bytearray()

    def read(file: int) -> bytes:
        part = os.read(file, 4096)
        shown.extend(part)
        return part

    silent = os.open(os.devnull, os.O_WRONLY)
    kept = os.dup(1)
    try:
        os.dup2(silent, 1)
        pty.spawn([sys.executable, "-m", "scoresheet", *arguments], read, lambda _file: b"")
    finally:
        os.dup2(kept, 1)
        os.close(silent)
        os.close(kept)
    return OURS.sub("", shown.decode("utf-8", "replace"))


@pytest.mark.parametrize(
    "arguments",
    [
        ("query", "GAMES", "select white, event from games"),
        ("query", "GAMES", "select white::integer from games"),
        ("check", "GAMES", "--progress", "always"),
        ("show", "GAMES"),
        ("convert", "GAMES"),
        ("convert", f"nowhere{ODD}.pgn", "-o", "out.pgn"),
        ("check", "GAMES", "--limit", ODD),
        (ODD,),
        *slow(
            [
                ("query", "GAMES", "select * from games"),
                ("query", "GAMES", "select white from games", "--to", "csv"),
                ("query", "GAMES", "select white from games", "--json"),
                ("query", "GAMES", f"select {ODD} from games"),
                ("check", "GAMES"),
                ("check", "GAMES", "--json"),
                ("check", "GAMES", "--on-error", "raise"),
                ("convert", "GAMES", "-o", "out.csv"),
                ("convert", "GAMES", "--to", "csv"),
                ("convert", "GAMES", "-o", "/dev/stdout", "--to", "pgn"),
            ]
        ),
    ],
)
def test_nothing_of_a_file_steers_a_terminal(games: Path, arguments: tuple[str, ...]) -> None:
    text = seen(*(games.name if word == "GAMES" else word for word in arguments))
    assert text, arguments
    assert not STEERS.findall(text), text


def test_data_in_a_pipe_is_what_it_is(games: Path, tmp_path: Path) -> None:
    rows = scoresheet.query(games.name, "select white from games").fetchall()
    assert rows == [(f"A{ODD}",)]
    assert f"A{ODD}" in scoresheet.parse(games.read_text("utf-8")).to("pgn")
    for output in ((), ("-o", "/dev/stdout", "--to", "pgn")):
        command = [sys.executable, "-m", "scoresheet", "convert", games.name, *output]
        assert f"A{ODD}" in subprocess.run(command, capture_output=True, check=False).stdout.decode()


def test_reprs_steer_no_terminal(games: Path) -> None:
    (game,) = scoresheet.read(games.name)
    board = infinite.Game({"White": f"C{ODD}"})
    for shown in (
        repr(game),
        repr(scoresheet.read(games.name)),
        repr(board),
        repr(game.tags),
        repr(game.at(1)),
    ):
        assert not STEERS.findall(shown), shown
    assert "A\ufffd[2J\ufffd2J\ufffd\ufffd" in repr(game)


def test_errors_of_duckdb_steer_no_terminal(games: Path) -> None:
    with pytest.raises(scoresheet.UsageError) as caught:
        ask(games.name, "select white::integer from games").rows()
    assert not STEERS.findall(str(caught.value))

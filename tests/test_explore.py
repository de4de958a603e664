"""`scoresheet explore`: a walk through positions, by its methods and by keys in a terminal."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time

import pytest

pytest.importorskip("pty", exc_type=ImportError)  # Windows has no such terminals

import pty
import termios

import command_line
import scoresheet
from scoresheet import Explorer, Position
from scoresheet.cli.explore import Walk
from scoresheet.drawing.terminal import Look
from waiting import SECONDS, wait_until

COMMAND = [sys.executable, "-m", "scoresheet", "explore"]


@pytest.fixture
def walk(root) -> Walk:
    return Walk(Explorer(root / "examples" / "historic.pgn"), Position(), {})


def test_moves_are_chosen_played_and_taken_back(walk) -> None:
    assert [row.move for row in walk.moves][:2] == ["e4", "d4"]
    walk.up()
    assert walk.chosen == 0
    walk.down()
    walk.play()
    assert walk.line == ["d4"]
    assert walk.position.is_same(Position().play("d4"))
    walk.play()
    assert len(walk.line) == 2
    walk.back()
    walk.back()
    assert (walk.line, walk.moves[walk.chosen].move) == ([], "d4")
    walk.back()
    for _ in range(20):
        walk.down()
    assert walk.chosen == len(walk.moves) - 1
    walk.go("e4")
    walk.go("e5")
    walk.home()
    assert (walk.line, walk.chosen) == ([], 0)


def test_a_position_without_moves(walk) -> None:
    walk.go("a3")
    walk.go("a6")
    assert walk.moves == []
    walk.play()
    walk.down()
    assert walk.line == ["a3", "a6"]
    assert "No game continued from here." in walk.screen(Look(height=24))


def test_the_screen(walk) -> None:
    walk.go("e4")
    walk.go("c5")
    screen = walk.screen(Look(height=24))
    assert "1. e4 c5\nB20 Sicilian Defense\n" in screen
    assert "> Nf3" in screen
    assert len(screen.splitlines()) <= 24
    assert len(Walk(walk._explorer, Position(), {}).screen(Look(height=17)).splitlines()) <= 17


def test_black_to_move_and_bounds(root) -> None:
    start = Position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    walk = Walk(Explorer(root / "examples" / "historic.pgn"), start, {"until": "1860-01-01"})
    assert sum(row.games for row in walk.moves) < 15
    walk.go("e5")
    walk.go("Nf3")
    assert "1... e5 2. Nf3" in walk.screen(Look(height=30))


def test_without_a_terminal_the_position_is_printed_once(root) -> None:
    games = root / "examples" / "historic.pgn"
    run = command_line.run_text("explore", games, "--moves", "e4 e5")
    assert run.returncode == 0
    assert "1. e4 e5" in run.stdout
    assert "> Nf3" in run.stdout
    assert "quit" not in run.stdout
    bad = command_line.run_text("explore", games, "--moves", "e5")
    assert bad.returncode == 1
    assert "`e5`" in bad.stderr


def test_keys_in_a_terminal(root, tmp_path) -> None:
    games = str(tmp_path / "games.parquet")
    scoresheet.convert(root / "examples" / "historic.pgn", games, columns=["tags", "packed"])
    scoresheet.index(games)
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "30"}
    process = subprocess.Popen([*COMMAND, games], stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)

    def seen(wanted: str) -> str:
        text, end = "", time.monotonic() + SECONDS
        while wanted not in text and time.monotonic() < end:
            if select.select([ours], [], [], 0.1)[0]:
                text += os.read(ours, 65536).decode()
        assert wanted in text, text
        return text

    def press(keys: bytes) -> None:
        # Keys that are pressed before the program waits for one are lost. While it waits, no line is put together.
        wait_until(lambda: not termios.tcgetattr(ours)[3] & termios.ICANON, process)
        os.write(ours, keys)

    assert "> e4" in seen("quit")
    press(b"\x1b[B")
    assert "> d4" in seen("quit")
    press(b"\r")
    assert "1. d4" in seen("quit")
    press(b"\x1b[D")
    assert "> d4" in seen("quit")
    press(b"q")
    assert process.wait(SECONDS) == 0
    os.close(ours)

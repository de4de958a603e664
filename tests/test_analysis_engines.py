"""Analyses by Stockfish, if it is installed: repeatable, legal, and within what evaluations can be."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import scoresheet
from engine_processes import LONG, watched

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
GAMES = 6


pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with watched(tmp_path, monkeypatch):
        yield


@pytest.fixture
def stockfish() -> str:
    found = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    return found or pytest.skip("`stockfish` is not installed")


def analysed(stockfish: str, inputs: object, output: Path, **options: object) -> bytes:
    usual = {"engine": stockfish, "nodes": 2000, "date": "2026-01-02", "position_timeout": LONG}
    report = scoresheet.analyse(inputs, output, force=True, **{**usual, **options})  # type: ignore[arg-type]
    assert report.analysis is not None
    assert report.analysis.failed == 0
    return output.read_bytes()


@pytest.mark.parametrize("reuse", ["game", "none"])
def test_stockfish_finds_the_same_with_any_number_of_processes(stockfish: str, tmp_path: Path, reuse: str) -> None:
    source = EXAMPLES / "historic.pgn"
    found = {
        analysed(stockfish, source, tmp_path / "out.bgnl", engines=engines, reuse=reuse, limit=GAMES)
        for engines in (1, 2, 3)
    }
    assert len(found) == 1


def test_positions_do_not_depend_on_their_games(stockfish: str, tmp_path: Path) -> None:
    games = list(scoresheet.read(EXAMPLES / "historic.pgn", limit=GAMES))
    for name, order in (("one", games), ("other", games[::-1])):
        scoresheet.write(order, tmp_path / f"{name}.pgn")
        analysed(stockfish, tmp_path / f"{name}.pgn", tmp_path / f"{name}.bgnl", reuse="none", engines=1)
    one, other = (list(scoresheet.read(tmp_path / f"{name}.bgnl")) for name in ("one", "other"))
    assert one == other[::-1]


def test_lines_are_legal_and_evaluations_are_possible(stockfish: str, tmp_path: Path) -> None:
    analysed(stockfish, EXAMPLES / "chess960.pgn", tmp_path / "out.bgnl", limit=GAMES, lines=2, comments=True)
    marks = 0
    for game in scoresheet.read(tmp_path / "out.bgnl"):
        assert not game.errors
        for node in game.mainline():
            facts = next((dict(own) for source, own in node.properties.items() if source != "pgn"), {})
            assert ("cp" in facts) != ("mate" in facts) or node.position.outcome() is not None
            assert -10_000 <= facts.get("cp", 0) <= 10_000
            for line in facts.get("lines", []):
                position = node.position
                for move in line["moves"]:
                    position = position.play(position.parse(move, "uci"))
            marks += any(said.alt is not None for said in node.annotations)
    assert marks > 0

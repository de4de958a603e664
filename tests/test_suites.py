"""Suites of positions: what engines find is written as operations of EPD, and solutions are compared with it."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import scoresheet
from command_line import run_text as run
from scoresheet import Evaluation, Position
from scoresheet.analysis.results import FoundLine
from scoresheet.analysis.suites import operations_of
from scoresheet.cli.exits import Exit
from scripted_engine import score_of

SCRIPT = [sys.executable, str(Path(__file__).with_name("scripted_engine.py"))]
LONG = 60
"""Seconds for what succeeds."""

BK_01 = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -"
ENDING = "4k3/8/8/8/8/8/8/4K2R w K -"
MATED = "7k/6Q1/6K1/8/8/8/8/8 b - -"


def best_of(fen: str) -> str:
    """What the scripted engine plays, in SAN."""
    position = Position(fen)
    scores = {move.uci(): score_of(position.play(move).fen()) for move in position.legal_moves}
    return position.write(position.parse(min(scores, key=lambda uci: (scores[uci], uci)), "uci"))


BEST = best_of(f"{BK_01} 0 1")
SUITE = f"""\
{BK_01} bm Qe6 {BEST}; id "one"; ce 5000; c0 "take; x"; acs 7;
{BK_01} am {BEST};
{ENDING} hmvc 7; fmvn 30; bm Kd9 Ke9; id "three";
{ENDING} c0 "no solution";
{MATED} bm Kg8;
{ENDING}
"""


def analysed(inputs: object, output: Path, *behaviour: str, **options: object) -> scoresheet.Report:
    usual = {"engine": [*SCRIPT, *behaviour], "depth": 9, "engines": 1, "position_timeout": LONG, "date": "2026-01-02"}
    return scoresheet.analyse(inputs, output, **{**usual, **options})  # type: ignore[arg-type]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "suite.epd"
    path.write_text(SUITE)
    return path


def test_operations_are_replaced_and_others_stay(suite: Path, tmp_path: Path) -> None:
    report = analysed(suite, tmp_path / "out.epd")
    # That a position is mate is not an operation.
    assert {loss.kind: loss.count for loss in report.losses} == {"result": 1}
    lines = (tmp_path / "out.epd").read_text().splitlines()
    assert lines[0].startswith(f'{BK_01} bm Qe6 {BEST}; id "one"; c0 "take; x"; acd 9; acn 100000; ce ')
    for line, game in zip(lines, scoresheet.read(tmp_path / "out.epd"), strict=True):
        found, position = game.operations, game.start
        if position.outcome() is not None:
            assert line == f"{MATED} bm Kg8;"
            continue
        best = best_of(position.fen())
        assert (found["acd"], found["acn"], found["pm"]) == ([9], [100_000], [best])
        assert found["ce"] == [-score_of(position.play(best).fen())]
        assert found["pv"][0] == best
        for san in found["pv"]:
            position = position.play(str(san))
        assert not {"acs", "dm"} & found.keys()
    assert lines[2].startswith(f'{ENDING} hmvc 7; fmvn 30; bm Kd9 Ke9; id "three"; acd 9;')


def test_results_are_the_same_each_time(suite: Path, tmp_path: Path) -> None:
    analysed(suite, tmp_path / "1.epd")
    for engines in (1, 2, 3):
        analysed(tmp_path / "1.epd", tmp_path / "2.epd", engines=engines, force=True)
        assert (tmp_path / "2.epd").read_text() == (tmp_path / "1.epd").read_text()


def test_evaluations_are_from_the_side_to_move() -> None:
    def shown(turn: str, evaluation: Evaluation) -> list[str]:
        lines = (FoundLine(evaluation, None, None, ()),)
        return list(operations_of(Position(f"4k3/8/8/8/8/8/8/4K2R {turn} - - 0 1"), lines))

    assert shown("w", Evaluation(cp=31)) == ["ce 31"]
    assert shown("b", Evaluation(cp=31)) == ["ce -31"]
    assert shown("b", Evaluation(mate=-2)) == ["dm 2"]
    # EPD has a count of moves only for the side that mates.
    assert shown("w", Evaluation(mate=-2)) == ["ce -32763"]
    assert list(operations_of(Position(), ())) == []


def test_solved_positions_are_counted(suite: Path, tmp_path: Path) -> None:
    report = analysed(suite, tmp_path / "out.epd")
    assert report.analysis is not None
    counts = report.analysis.suite
    assert counts is not None
    # The game with a mate on the board is not searched.
    assert report.analysis.left_out == 1
    assert (counts.solved, counts.tested, counts.unreadable) == (1, 3, 2)
    assert [(one.game, one.id, one.expected, one.avoided, one.solved) for one in counts.positions] == [
        (1, "one", ("Qe6", BEST), (), True),
        (2, None, (), (BEST,), False),
        (3, "three", ("Kd9", "Ke9"), (), False),
    ]
    assert [one.found for one in counts.positions] == [BEST, BEST, best_of(f"{ENDING} 7 30")]
    [error] = report.errors
    assert (error.code, error.count, error.first["game"]) == ("move-syntax", 2, 3)
    assert "cannot read the solution of `three`: `Kd9`" in error.first["message"]
    assert scoresheet.Report.from_dict(json.loads(json.dumps(report.to_dict()))) == report


def test_games_without_solutions_have_no_suite(tmp_path: Path) -> None:
    report = analysed(b"1. e4 *", tmp_path / "out.pgn")
    assert report.analysis is not None
    assert report.analysis.suite is None
    assert "suite" not in report.to_dict()["analysis"]


def test_positions_keep_their_evaluation_in_every_output_that_has_a_place(suite: Path, tmp_path: Path) -> None:
    for ending in ("pgn", "bgnl"):
        analysed(suite, tmp_path / f"out.{ending}")
        first, *_, last = scoresheet.read(tmp_path / f"out.{ending}")
        expected = score_of(Position(f"{BK_01} 0 1").play(BEST).fen())
        assert first.root.eval == Evaluation(expected)
        assert first.operations["ce"] == [-expected]
        # Without operations before, there are none afterwards.
        assert last.root.eval is not None
        assert "EPD" not in last.tags
    report = analysed(suite, tmp_path / "out.fen")
    assert {loss.kind: loss.count for loss in report.losses}["command"] == 5


def test_positions_of_other_formats_become_operations(tmp_path: Path) -> None:
    analysed(f'[SetUp "1"]\n[FEN "{ENDING} 0 1"]\n\n*\n'.encode(), tmp_path / "out.epd")
    assert (tmp_path / "out.epd").read_text().startswith(f"{ENDING} acd 9; acn 100000; ce ")


def test_a_position_that_fails_is_written_as_it_was(suite: Path, tmp_path: Path) -> None:
    # Each process ends at its third search, and the first one is of the check of the limit.
    report = analysed(suite, tmp_path / "out.epd", "leave=3", "at=3", where="ply_count = 0", limit=3)
    assert report.written == 3
    assert report.analysis is not None
    assert report.analysis.suite is not None
    assert report.analysis.suite.tested + report.analysis.failed == 3


def test_hostile_operations_do_no_harm(tmp_path: Path) -> None:
    text = f'[SetUp "1"]\n[FEN "{ENDING} 0 1"]\n[EPD "; ;; x \\"open; ce 5"]\n\n*\n'
    analysed(text.encode(), tmp_path / "out.epd")
    [game] = scoresheet.read(tmp_path / "out.epd")
    assert game.operations["x"] == ["open; ce 5"]
    assert game.operations["acd"] == [9]


def test_the_command_reports_what_was_solved(suite: Path, tmp_path: Path) -> None:
    options = ["--engine", shlex.join(SCRIPT), "--depth", "9"]
    done = run("analyse", suite, "-o", tmp_path / "out.epd", *options)
    assert "solved 1 of 3 positions; 2 moves in their solutions could not be read" in done.stderr
    assert "error: cannot read the solution of `three`: `Kd9` is not a move" in done.stderr
    assert done.returncode == Exit.BAD_INPUT
    done = run("analyse", suite, "-o", tmp_path / "json.epd", *options, "--json")
    positions = json.loads(done.stdout)["analysis"]["suite"]["positions"]
    assert positions[0] == {
        "game": 1,
        "id": "one",
        "fen": f"{BK_01} 0 1",
        "expected": ["Qe6", BEST],
        "avoided": [],
        "found": BEST,
        "solved": True,
    }


@pytest.mark.skipif(not (shutil.which("stockfish") or Path("/usr/games/stockfish").exists()), reason="needs stockfish")
def test_stockfish_solves_mates(tmp_path: Path, data: Callable[[str], Path]) -> None:
    [suite] = data("positions").rglob("wac.epd")
    report = scoresheet.analyse(suite, tmp_path / "out.epd", engine="stockfish", nodes=10_000, limit=20)
    assert report.analysis is not None
    assert report.analysis.suite is not None
    assert (report.analysis.suite.tested, report.analysis.suite.unreadable) == (20, 0)
    assert report.analysis.suite.solved >= 10

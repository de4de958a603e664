"""Puzzles: which moves may leave one, what the solution is, and what is written."""

from __future__ import annotations

import csv
import json
import math
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import scoresheet
from command_line import run_text as run
from scoresheet import Engine, EngineError, Evaluation, Game, Move, Position, UsageError
from scoresheet.analysis.results import FoundLine, PositionResult
from scoresheet.analysis.solving import PuzzleSearch, candidates_of, solution_of
from scoresheet.cli.exits import Exit

SCRIPT = [sys.executable, str(Path(__file__).with_name("scripted_engine.py"))]
ONE_PLY = [sys.executable, "examples/one_ply.py"]
STOCKFISH = shutil.which("stockfish") or (Path("/usr/games/stockfish").exists() and "stockfish")
LONG = 60
"""Seconds for what succeeds."""

QUEEN_LOST = """\
[Event "Club"]
[Site "https://lichess.org/abcdEFGH"]
[White "Alpha, A"]
[Black "Beta"]

1. e4 e5 2. Qh5 Nc6 3. Qxe5+?? Nxe5 1-0

[Event "Elsewhere"]
[Site "?"]

1. e4 e5 2. Qh5 d6 3. Qxe5+ $4 dxe5 *

[Event "The first one again"]

1. e4 e5 2. Qh5 Nc6 3. Qxe5+?? *
"""


def found(inputs: object, output: Path, *behaviour: str, **options: object) -> scoresheet.Report:
    usual = {"engine": [*SCRIPT, *behaviour], "depth": 9, "engines": 1, "position_timeout": LONG}
    return scoresheet.puzzles(inputs, output, **{**usual, **options})  # type: ignore[arg-type]


def counts(report: scoresheet.Report) -> scoresheet.PuzzleCounts:
    assert report.puzzles is not None
    return report.puzzles


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(QUEEN_LOST)
    return path


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    """Games whose moves are all bad, so that each may be a puzzle."""
    games = list(scoresheet.read("examples/historic.pgn", limit=3))
    for game in games:
        for node in game.mainline():
            node.nags = [4]
    path = tmp_path / "marked.pgn"
    scoresheet.write(games, path)
    return path


# Candidates


def sans(text: str) -> list[str | None]:
    return [node.san for node in candidates_of(scoresheet.parse(text))]


def test_bad_moves_are_those_with_a_mark() -> None:
    assert sans("1. e4? e5! 2. Nf3?? Nc6?! 3. Bb5!? a6 $6 4. Ba4 (4. Bxc6??) *") == ["e4", "Nf3", "Nc6", "a6"]


def test_bad_moves_are_those_that_lose_by_the_evaluations_of_the_game() -> None:
    assert sans("1. e4 {[%eval 0.3]} g5 {[%eval 4.5]} 2. Nf3 {[%eval 0.0]} h6 {[%eval #3]} *") == ["g5", "h6"]
    # Before the first move, the position counts as on the site.
    assert sans("1. g4 {[%eval -5.0]} *") == ["g4"]
    # A mark alone is not enough if the evaluation is known, and favours neither side.
    assert sans("1. e4 {[%eval 0.3]} e5?? {[%eval 0.5]} *") == []


def test_ended_games_and_illegal_moves_leave_no_puzzle() -> None:
    assert sans("1. f3 e5 2. g4 Qh4#?? *") == []
    game = Game()
    node = game.root.add("e4")
    node.add(Move("e8", "e6"), illegal=True).nags = [4]
    assert list(candidates_of(game)) == []


# Solutions

START = Position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
"""A mate in one: Ra8."""


def line(cp: int | None = None, *moves: str, mate: int | None = None, position: Position = START) -> FoundLine:
    packed = []
    for san in moves:
        move = position.parse(san)
        packed.append(position.pack(move))
        position = position.play(move)
    return FoundLine(Evaluation(cp, mate), None, None, tuple(packed))


def solved(*results: PositionResult, position: Position = START) -> list[str]:
    answers = iter(results)
    written = []
    for move in solution_of(position, lambda _position: next(answers)):
        written.append(position.write(move))
        position = position.play(move)
    return written


def cp_of(chance: float) -> int:
    """The evaluation with a win chance, from the formula solved for it."""
    return math.ceil(math.log((1 + chance) / (1 - chance)) / 0.00368208)


def test_the_only_good_move_is_a_solution() -> None:
    assert solved((line(None, "Ra8", mate=1), line(0, "h3"))) == ["Ra8#"]
    assert solved(()) == []
    assert solved((line(cp_of(0.5), "Ra7", "h6"), line(cp_of(-0.11), "h3")), ()) == ["Ra7"]
    # The best move is not good enough, or the second best is.
    assert solved((line(cp_of(0.5) - 1, "Ra7"), line(-900, "h3"))) == []
    assert solved((line(cp_of(0.9), "Ra7"), line(cp_of(0.31), "h3"))) == []
    # Black's chances are those of White, reversed.
    black = Position("r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1")
    good, bad = (line(cp, san, position=black) for cp, san in ((-900, "Ra2"), (900, "h6")))
    assert solved((good, bad), (), position=black) == ["Ra2"]
    assert solved((bad, good), position=black) == []


def test_a_solution_continues_while_there_is_only_one_move() -> None:
    first = (line(900, "Ra7", "h6"), line(0, "h3"))
    later = Position("6k1/R4pp1/7p/8/8/8/5PPP/6K1 w - - 0 2")
    second = (line(None, "Ra8+", mate=2, position=later), line(100, "h3", position=later))
    after = later.play("Ra8+")
    # The line of the engine has no answer, so the position after the move is searched for one.
    reply = (line(None, "Kh7", mate=1, position=after),)
    end = after.play("Kh7")
    both = tuple(line(500, san, position=end) for san in ("Ra7", "h3"))
    assert solved(first, second, reply, both) == ["Ra7", "h6", "Ra8+"]
    assert solved(first, both) == ["Ra7"]


def test_only_the_end_may_have_several_mates() -> None:
    two = Position("6k1/8/6K1/8/8/8/8/QR6 w - - 0 1")
    mates = tuple(line(None, san, mate=1, position=two) for san in ("Qa8", "Rb8"))
    assert solved(mates, position=two) == []
    before = Position("7k/8/6K1/8/8/8/1R6/Q7 w - - 0 1")
    first = (line(None, "Rb1+", "Kg8", mate=2, position=before), line(0, "Kf7", position=before))
    assert solved(first, mates, position=before)[:1] == ["Rb1+"]
    assert len(solved(first, mates, position=before)) == 3
    slow = tuple(line(None, san, mate=2, position=two) for san in ("Qa7", "Rb7"))
    assert len(solved(first, slow, position=before)) == 1


def test_a_move_without_an_alternative_is_not_a_puzzle_by_itself() -> None:
    forced = Position("8/8/8/8/8/5k2/7q/7K w - - 0 1")
    assert [forced.write(move) for move in forced.legal_moves] == ["Kxh2"]
    assert solved((line(900, "Kxh2", position=forced),), position=forced) == []
    # An engine that finds only one line shows nothing about the other moves.
    assert solved((line(900, "Ra7"),)) == []


# What is written


def test_csv_has_the_layout_of_lichess(pgn: Path, tmp_path: Path) -> None:
    report = found(pgn, tmp_path / "out.csv", engine=ONE_PLY, depth=1)
    assert report.losses == ()
    assert (report.games, counts(report).games, counts(report).candidates, counts(report).repeated) == (3, 3, 2, 1)
    assert (report.written, counts(report).puzzles) == (2, 2)
    with (tmp_path / "out.csv").open(newline="") as file:
        first, second = csv.DictReader(file)
    assert list(first) == [
        "PuzzleId", "FEN", "Moves", "Rating", "RatingDeviation", "Popularity", "NbPlays", "Themes", "GameUrl",
        "OpeningTags",
    ]  # fmt: skip
    assert first["FEN"] == "r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3"
    assert first["Moves"] == "h5e5 c6e5"
    assert first["GameUrl"] == "https://lichess.org/abcdEFGH#5"
    assert second["GameUrl"] == second["Rating"] == ""
    assert first["PuzzleId"] != second["PuzzleId"]


def test_puzzles_are_read_back(pgn: Path, tmp_path: Path) -> None:
    for ending in ("csv", "pgn", "bgnl"):
        found(pgn, tmp_path / f"out.{ending}", engine=ONE_PLY, depth=1)
        check = scoresheet.check(tmp_path / f"out.{ending}")
        assert (check.games, check.plies, check.errors) == (2, 4, ())
        first, second = scoresheet.read(tmp_path / f"out.{ending}")
        assert [node.san for node in first.mainline()] == ["Qxe5+", "Nxe5"]
        assert [node.san for node in second.mainline()] == ["Qxe5+", "dxe5"]
        assert first.tags["GameUrl"] == "https://lichess.org/abcdEFGH#5"
        if ending != "csv":
            assert (first.tags["White"], second.tags["Event"]) == ("Alpha, A", "Elsewhere")


def test_epd_has_the_position_to_solve(pgn: Path, tmp_path: Path) -> None:
    report = found(pgn, tmp_path / "out.epd", engine=ONE_PLY, depth=1)
    assert report.losses == ()
    first, _second = scoresheet.read(tmp_path / "out.epd")
    assert first.start.turn == "black"
    assert (first.operations["bm"], first.operations["pv"]) == (["Nxe5"], ["Nxe5"])
    assert first.operations["c0"] == ["https://lichess.org/abcdEFGH#5"]
    # A suite that engines can be tested with.
    suite = scoresheet.analyse(tmp_path / "out.epd", tmp_path / "solved.epd", engine=ONE_PLY, depth=1).analysis
    assert suite is not None
    assert suite.suite is not None
    assert (suite.suite.solved, suite.suite.tested) == (2, 2)


def test_columns_of_csv_can_be_chosen(pgn: Path, tmp_path: Path) -> None:
    found(pgn, tmp_path / "out.csv", engine=ONE_PLY, depth=1, fields="White,Result,moves")
    assert (tmp_path / "out.csv").read_text().splitlines()[:2] == ["White,Result,moves", '"Alpha, A",*,Qxe5+ Nxe5']


def test_other_rules_have_puzzles_too(tmp_path: Path) -> None:
    start = "bnrkrbqn/pppppppp/8/8/8/8/PPPPPPPP/BNRKRBQN w CEce - 0 1"
    text = f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{start}"]\n\n1. e4 e5 2. Bc4 Ng6 3. Bxf7?? *\n'
    for ending in ("csv", "pgn", "epd"):
        report = found(text.encode(), tmp_path / f"out.{ending}", "variants", "sharp=2")
        assert counts(report).candidates == 1


# Repeatable results


def texts(path: Path) -> str:
    return path.read_text()


def test_the_number_of_processes_does_not_matter(marked: Path, tmp_path: Path) -> None:
    outputs = set()
    for engines in (1, 2, 3):
        report = found(marked, tmp_path / f"{engines}.csv", "sharp=2", engines=engines)
        outputs.add(texts(tmp_path / f"{engines}.csv"))
    assert len(outputs) == 1
    assert counts(report).puzzles > 10
    assert counts(report).positions > counts(report).candidates


def test_a_run_continues_from_its_store(marked: Path, tmp_path: Path) -> None:
    first = found(marked, tmp_path / "1.csv", "sharp=2", store=tmp_path / "store")
    again = found(marked, tmp_path / "2.csv", "sharp=2", store=tmp_path / "store")
    assert counts(first).stored < counts(first).positions == counts(again).stored
    assert texts(tmp_path / "1.csv") == texts(tmp_path / "2.csv")
    assert not (tmp_path / "1.csv.analysis").exists()


def chance(evaluation: Evaluation, turn: str) -> float:
    """The chance of a side to win, by the formula of the site."""
    if evaluation.mate is not None:
        white = 1.0 if evaluation.mate > 0 else -1.0
    else:
        white = 2 / (1 + math.exp(-0.00368208 * (evaluation.cp or 0))) - 1
    return white if turn == "white" else -white


def assert_unique(puzzles: Iterator[Game], engine: Engine, **limit: int) -> int:
    """Searches each position of solutions once more. Returns how many there were."""
    searched = 0
    for puzzle in puzzles:
        nodes = [puzzle.root, *puzzle.mainline()]
        # The bad move is first; the solver moves next and last.
        assert len(nodes) % 2 == 1
        assert all(not node.illegal for node in nodes)
        for node, following in zip(nodes[1:-1:2], nodes[2::2], strict=True):
            position = node.position
            engine.new_game()
            lines = engine.analyse(position, lines=2, **limit)
            searched += 1
            best = chance(lines[0].eval, position.turn)
            assert best >= 0.5
            if len(lines) == 2 and chance(lines[1].eval, position.turn) > best - 0.6:
                # Only the end may have several moves, all of which mate.
                assert following is nodes[-1]
                assert node is not nodes[1]
                assert following.position.is_checkmate
            else:
                assert lines[0].moves[0] == following.move
    return searched


def test_solutions_are_unique_by_a_second_search(marked: Path, tmp_path: Path) -> None:
    report = found(marked, tmp_path / "out.csv", "sharp=2")
    with Engine([*SCRIPT, "sharp=2"], reply_timeout=LONG) as engine:
        searched = assert_unique(iter(scoresheet.read(tmp_path / "out.csv")), engine, depth=9)
    assert searched >= counts(report).puzzles + counts(report).longer
    assert counts(report).longer > 0


@pytest.mark.skipif(not STOCKFISH, reason="needs stockfish")
def test_solutions_are_unique_by_a_second_search_of_stockfish(
    marked: Path, tmp_path: Path, data: Callable[[str], Path]
) -> None:
    report = scoresheet.puzzles(marked, tmp_path / "out.pgn", engine="stockfish", depth=8, limit=3)
    assert counts(report).puzzles > 0
    with Engine("stockfish", options={"Threads": 1}) as engine:
        assert_unique(iter(scoresheet.read(tmp_path / "out.pgn")), engine, depth=8)


# Failures


def test_a_failure_costs_one_candidate(marked: Path, tmp_path: Path) -> None:
    # Each process ends at its fourth search, which is in the middle of what it does.
    report = found(marked, tmp_path / "out.csv", "sharp=2", "leave=3", "at=4", limit=1)
    whole = found(marked, tmp_path / "whole.csv", "sharp=2", limit=1)
    assert counts(report).failed + counts(report).puzzles <= counts(whole).candidates
    assert counts(report).restarts > 0
    assert set(texts(tmp_path / "out.csv").splitlines()) <= set(texts(tmp_path / "whole.csv").splitlines())


def test_an_engine_that_always_fails_ends_the_run(pgn: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="ended with status 3"):
        found(pgn, tmp_path / "out.csv", "leave=3")
    assert not (tmp_path / "out.csv").exists()


def test_an_engine_that_finds_one_line_is_refused(pgn: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="no option `MultiPV`") as caught:
        found(pgn, tmp_path / "out.csv", "single")
    assert caught.value.code == "engine-option"


def test_wrong_options_are_refused(pgn: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="one limit"):
        found(pgn, tmp_path / "out.csv", nodes=5)
    with pytest.raises(UsageError, match="no format has an option `colour`"):
        found(pgn, tmp_path / "out.csv", colour=5)


# The command


def test_the_command_reports_what_it_found(pgn: Path, tmp_path: Path) -> None:
    done = run("puzzles", pgn, "-o", tmp_path / "out.csv", "--engine", shlex.join(ONE_PLY), "--depth", "1")
    assert done.returncode == Exit.OK, done.stderr
    assert "searched by One Ply: 6 positions for 2 candidates in 3 games, 0 from the store, in 0:0" in done.stderr
    assert "2 puzzles, 0 of them with several moves to find" in done.stderr
    assert "left out: 1 candidate that repeated an earlier one" in done.stderr
    options = ["--engine", shlex.join(ONE_PLY), "--depth", "1", "--json"]
    done = run("puzzles", pgn, "-o", tmp_path / "out.epd", *options)
    report = json.loads(done.stdout)
    assert report["puzzles"]["puzzles"] == 2
    assert scoresheet.Report.from_dict(report).to_dict() == report


def test_ids_depend_on_the_position_and_the_move(pgn: Path) -> None:
    first, second, again = (PuzzleSearch(game, 1, game.at(5)) for game in scoresheet.read(pgn))
    assert first.id() == again.id() != second.id()
    assert len(first.id()) == 16

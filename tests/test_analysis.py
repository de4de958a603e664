"""Analysis with engines: what is searched, judged and written, and that nothing else changes."""

from __future__ import annotations

import datetime
import json
import random
import re
import shlex
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

import scoresheet
from command_line import run_text as run
from engine_processes import LONG, watched
from scoresheet import Engine, EngineError, Evaluation, Game, UsageError
from scoresheet.analysis import engines, searching
from scoresheet.analysis.accuracy import mean_loss, side_accuracy
from scoresheet.analysis.judging import JUDGES
from scoresheet.analysis.results import FoundLine, decoded, encoded
from scoresheet.analysis.searching import GameSearch, MoveChoice
from scoresheet.cli.exits import Exit
from scoresheet.uci import client, conversation, process, searches
from scripted_engine import score_of

SCRIPT = Path(__file__).with_name("scripted_engine.py")
ONE_PLY = [sys.executable, "examples/one_ply.py"]
DATE = "2026-01-02"
SOURCE = "scripted-2j-1.0"
GAMES = """\
[White "Alpha, A"]
[Black "Beta"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1-0

[White "Beta"]
[Black "Gamma"]

1. d4 {a remark} d5 2. c4 e6! (2... c6 3. Nf3) 3. Nc3 Nf6 1/2-1/2

[White "Alpha, A"]
[Black "Gamma"]

1. f3 e5 2. g4 Qh4# 0-1

[White "Short"]

*

[White "Beta"]

1. e4 {[%eval 0.3]} c5 {[%eval 0.2]} *
"""


@pytest.fixture(autouse=True)
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After each test, no engine is left, and no thread that reads from one."""
    with watched(tmp_path, monkeypatch):
        yield


def scripted(*behaviour: str) -> list[str]:
    return [sys.executable, str(SCRIPT), *behaviour]


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return path


def analysed(inputs: object, output: Path, *behaviour: str, **options: object) -> scoresheet.Report:
    usual = {"engine": scripted(*behaviour), "depth": 9, "engines": 1, "date": DATE, "position_timeout": LONG}
    return scoresheet.analyse(inputs, output, **{**usual, **options})  # type: ignore[arg-type]


def counts(report: scoresheet.Report) -> scoresheet.AnalysisCounts:
    assert report.analysis is not None
    return report.analysis


def expected(game: Game) -> list[Evaluation | None]:
    """The evaluations that the scripted engine gives the positions after the moves."""
    found: list[Evaluation | None] = []
    for node in game.mainline():
        position = node.position
        if position.outcome() is not None:
            found.append(None)
            continue
        best = min(score_of(position.play(move).fen()) for move in position.legal_moves)
        found.append(Evaluation(-best if position.turn == "white" else best))
    return found


# What is written


def test_moves_get_the_evaluations_of_the_engine(pgn: Path, tmp_path: Path) -> None:
    report = analysed(pgn, tmp_path / "out.bgnl")
    found = counts(report)
    assert (report.written, found.games, found.kept, found.failed, found.restarts) == (5, 4, 1, 0, 0)
    # Each position but the mate, and the start of the game without moves.
    assert (found.positions, found.stored) == (9 + 7 + 4 + 1, 0)
    for game in list(scoresheet.read(tmp_path / "out.bgnl"))[:3]:
        evaluations = [node.eval and node.eval._replace(depth=None) for node in game.mainline()]
        assert evaluations == expected(game)
        for node in game.mainline():
            facts = node.properties.get(SOURCE, {})
            assert (facts.get("cp"), facts.get("depth")) == ((node.eval.cp, 9) if node.eval else (None, None))
            assert facts.get("wdl") is None or sum(facts["wdl"]) == 1000


def test_marks_have_a_source_a_date_a_loss_and_a_better_line(pgn: Path, tmp_path: Path) -> None:
    analysed(pgn, tmp_path / "out.bgnl", best_line=2)
    game = next(iter(scoresheet.read(tmp_path / "out.bgnl")))
    before = [Evaluation(cp=None), *expected(game)]
    marks = 0
    for node in game.mainline():
        own = [said for said in node.annotations if said.source == SOURCE]
        was, now = before[node.ply - 1], before[node.ply]
        if node.ply == 1 or was is None or now is None:
            continue
        facts = game.at(node.ply - 1).properties[SOURCE]
        mark = JUDGES["lichess"](was, now, white=node.ply % 2 == 1)
        if mark is None or node.move is None or facts["best"] == node.move.uci():
            assert own == []
            continue
        [said] = own
        marks += 1
        assert said.nag == {"inaccuracy": 6, "mistake": 2, "blunder": 4}[mark]
        assert said.date == datetime.date(2026, 1, 2)
        assert 0.1 <= (said.q or 0) <= 2
        line = list(moves_of(said.alt))
        assert (line[0], len(line)) == (facts["best"], 2)
    assert marks > 0
    [source] = json.loads(game.to("bgnl"))["bgn"]["sources"]
    assert source == {
        "id": SOURCE,
        "info": {"kind": "engine", "name": "Scripted�[2J 1.0", "options": {}, "limit": {"depth": 9}},
    }


def moves_of(node: scoresheet.Node | None) -> Iterator[str]:
    while node is not None:
        yield str(node.move)
        node = node.next


def test_remarks_of_people_stay(pgn: Path, tmp_path: Path) -> None:
    analysed(pgn, tmp_path / "out.pgn", comments=True)
    first, second, *_ = scoresheet.read(tmp_path / "out.pgn")
    assert first.tags["Annotator"].startswith("Scripted")
    # The remarks would become those of the engine.
    assert "Annotator" not in second.tags
    assert "a remark" in second.at(1).comment
    # A move that already has a judgement gets no second one.
    assert [nag for nag in second.at(4).nags if nag in range(1, 7)] == [1]
    assert "c6" in [line.san for line in second.at(4).variations]
    said = [node.comment for game in (first, second) for node in game.mainline() if "was better" in node.comment]
    assert said
    assert all("→" in text for text in said)


def test_games_with_evaluations_are_kept_or_replaced(pgn: Path, tmp_path: Path) -> None:
    analysed(pgn, tmp_path / "kept.pgn")
    assert [node.eval for node in list(scoresheet.read(tmp_path / "kept.pgn"))[4].mainline()] == [
        Evaluation(30),
        Evaluation(20),
    ]
    report = analysed(pgn, tmp_path / "replaced.pgn", replace=True)
    assert counts(report).kept == 0
    replaced = list(scoresheet.read(tmp_path / "replaced.pgn"))[4]
    assert [node.eval for node in replaced.mainline()] == expected(replaced)


def test_replacing_an_analysis_by_the_same_one_changes_nothing(pgn: Path, tmp_path: Path) -> None:
    analysed(pgn, tmp_path / "once.bgnl", replace=True)
    analysed(tmp_path / "once.bgnl", tmp_path / "twice.bgnl", replace=True)
    assert (tmp_path / "twice.bgnl").read_text() == (tmp_path / "once.bgnl").read_text()
    # Another limit is another fact about the source, which replaces the old one.
    analysed(tmp_path / "once.bgnl", tmp_path / "deeper.bgnl", replace=True, depth=8)
    assert '"limit":{"depth":8}' in (tmp_path / "deeper.bgnl").read_text()
    assert '"limit":{"depth":9}' not in (tmp_path / "deeper.bgnl").read_text()


def test_columns_have_the_evaluations(pgn: Path, tmp_path: Path) -> None:
    analysed(pgn, tmp_path / "out.parquet", columns=["white", "eval_cp"])
    rows = scoresheet.read(tmp_path / "out.parquet").columns("eval_cp").arrow().to_pylist()
    game = next(iter(scoresheet.read(pgn)))
    assert rows[0]["eval_cp"] == [found and found.cp for found in expected(game)]


def test_databases_know_where_analysed_games_come_from(pgn: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.pgn"
    other.write_text("1. c4 c5 *\n")
    for source in (pgn, other, pgn):
        analysed(source, tmp_path / "out.sqlite", limit=2)
    with closing(sqlite3.connect(tmp_path / "out.sqlite")) as database:
        rows = database.execute("SELECT source, game, white FROM games ORDER BY source, game").fetchall()
    assert rows == [(str(pgn), 1, "Alpha, A"), (str(pgn), 2, "Beta"), (str(other), 1, None)]


def test_depth_and_figures_are_written_on_request(pgn: Path, tmp_path: Path) -> None:
    analysed(pgn, tmp_path / "out.pgn", eval_depth=True, summary_tags=True)
    game = next(iter(scoresheet.read(tmp_path / "out.pgn")))
    assert all(node.eval and node.eval.depth == 9 for node in game.mainline())
    assert 0 <= float(game.tags["WhiteAccuracy"]) <= 100
    assert int(game.tags["BlackACPL"]) >= 0


def test_further_lines_are_properties(pgn: Path, tmp_path: Path) -> None:
    analysed(pgn, tmp_path / "out.bgnl", lines=3)
    game = next(iter(scoresheet.read(tmp_path / "out.bgnl")))
    facts = game.at(1).properties[SOURCE]
    assert len(facts["lines"]) == 2
    assert all(len(line["moves"]) >= 1 for line in facts["lines"])


def test_several_engines_each_write_an_annotation(pgn: Path, tmp_path: Path) -> None:
    report = analysed(
        pgn, tmp_path / "out.bgnl", engine=[scripted(), scripted("mate=2")], source=["one", "two"], limit=1
    )
    assert report.analysis is not None
    assert len(counts(report).engines) == 2
    assert counts(report).positions == 18
    game = next(iter(scoresheet.read(tmp_path / "out.bgnl")))
    assert [node.eval and node.eval.cp for node in game.mainline()] == [found and found.cp for found in expected(game)]
    assert all("cp" in node.properties["one"] for node in game.mainline())
    assert all("mate" in node.properties["two"] for node in game.mainline())
    with pytest.raises(UsageError, match="two engines have the source"):
        analysed(pgn, tmp_path / "other.bgnl", engine=[scripted(), scripted()])


# Which moves are judged


def plies(game: str, **choice: object) -> list[int]:
    return GameSearch(scoresheet.parse(game), MoveChoice(**choice)).judged  # type: ignore[arg-type]


def test_moves_are_chosen_by_ply_side_player_and_book() -> None:
    game = '[White "Carlsen, Magnus"] [Black "Niemann"] 1. e4 e5 2. Nf3 Nc6 3. h4 h5 *'
    assert plies(game) == [1, 2, 3, 4, 5, 6]
    assert plies(game, plies=(3, 4)) == [3, 4]
    assert plies(game, side="black") == [2, 4, 6]
    assert plies(game, player="carlsen  magnus") == [1, 3, 5]
    assert plies(game, player="Nobody") == []
    assert plies(game, player="niemann", side="white") == []
    assert plies(game, skip_book=4) == [5, 6]
    assert plies(game, skip_book="opening") == [5, 6]


def test_only_what_the_judged_moves_need_is_searched() -> None:
    game = scoresheet.parse("1. f3 e5 2. g4 Qh4# *")
    assert GameSearch(game, MoveChoice()).plies == [0, 1, 2, 3]
    assert GameSearch(game, MoveChoice(plies=(2, 2))).plies == [1, 2]
    illegal = Game()
    node = illegal.root
    for move in ("e4", "f6", "Qh5"):
        node = node.add(move)
    node.add(scoresheet.Move("a7", "a6"), illegal=True)
    # White could take the king.
    assert GameSearch(illegal, MoveChoice()).plies == [0, 1, 2, 3]


def test_a_draw_on_the_board_needs_no_search(tmp_path: Path) -> None:
    report = analysed(b'[FEN "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"] 1. Qf7 *', tmp_path / "out.bgnl")
    assert counts(report).positions == 1
    [game] = scoresheet.read(tmp_path / "out.bgnl")
    assert game.at(1).eval == Evaluation(0)


# Repeatable results


@pytest.mark.parametrize("reuse", ["game", "none"])
def test_the_number_of_processes_does_not_matter(pgn: Path, tmp_path: Path, reuse: str) -> None:
    texts = set()
    for number in (1, 2, 3):
        analysed(pgn, tmp_path / f"{number}.bgnl", engines=number, reuse=reuse)
        texts.add((tmp_path / f"{number}.bgnl").read_text())
    assert len(texts) == 1


def test_positions_of_several_games_are_searched_once(pgn: Path, tmp_path: Path) -> None:
    report = analysed(pgn, tmp_path / "out.bgnl", reuse="none", store=tmp_path / "store")
    # The start occurs in four games.
    assert counts(report).stored == 3


def test_a_run_continues_from_its_store(pgn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    analysed(pgn, tmp_path / "whole.bgnl")
    store = tmp_path / "out.bgnl.analysis"

    def stopped(search: GameSearch, *_others: object) -> None:
        if search.game.tags["White"] == "Beta":
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("scoresheet.analysis.job.marked", stopped)
        patched.setattr("scoresheet.analysis.job.Analysis._count", lambda *_: None)
        with pytest.raises(KeyboardInterrupt):
            analysed(pgn, tmp_path / "out.bgnl")
    assert store.exists()
    assert not (tmp_path / "out.bgnl").exists()
    report = analysed(pgn, tmp_path / "out.bgnl")
    assert counts(report).stored >= 16
    assert (tmp_path / "out.bgnl").read_text() == (tmp_path / "whole.bgnl").read_text()
    assert not store.exists()


def test_a_named_store_stays_and_has_results_by_setup(pgn: Path, tmp_path: Path) -> None:
    store = tmp_path / "kept.store"
    stored = []
    for number, depth in enumerate([9, 8, 9]):
        report = analysed(pgn, tmp_path / f"{number}.bgnl", store=store, depth=depth)
        stored.append(counts(report).stored)
    assert stored == [0, 0, 21]
    assert (tmp_path / "0.bgnl").read_text() == (tmp_path / "2.bgnl").read_text()


def test_damaged_results_are_searched_again(pgn: Path, tmp_path: Path) -> None:
    store = tmp_path / "kept.store"
    analysed(pgn, tmp_path / "0.bgnl", store=store)
    with sqlite3.connect(store) as database:
        database.execute("UPDATE games SET result = substr(result, 1, 9)")
    database.close()
    report = analysed(pgn, tmp_path / "1.bgnl", store=store)
    assert counts(report).stored == 0
    assert (tmp_path / "0.bgnl").read_text() == (tmp_path / "1.bgnl").read_text()


def test_an_invalid_store_is_refused(pgn: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is an input or the output"):
        analysed(pgn, tmp_path / "out.pgn", store=pgn)
    other = tmp_path / "other"
    other.write_text("no database " * 100)
    with pytest.raises(scoresheet.FileError, match="cannot use the store"):
        analysed(pgn, tmp_path / "out.pgn", store=other)
    assert other.read_text() == "no database " * 100


def test_results_survive_their_compact_form() -> None:
    lines = (
        FoundLine(Evaluation(cp=0), None, None, ()),
        FoundLine(Evaluation(cp=-100_000, depth=1000), 1 << 50, (1, 2, 997), tuple(range(0, 65_536, 500))),
        FoundLine(Evaluation(mate=-1, depth=3), 7, None, (65_535,)),
    )
    packed = encoded([lines, (), lines[:1]])
    assert decoded(packed) == [lines, (), lines[:1]]
    for end in range(len(packed)):
        with pytest.raises(ValueError):  # noqa: PT011 each cut has a reason of its own
            decoded(packed[:end])


# Failures

FAILING = ("leave=3", "at=3")


def test_a_game_that_fails_is_written_as_it_was_and_counted(pgn: Path, tmp_path: Path) -> None:
    # Each process ends at its third search, so only the game with one position succeeds.
    report = analysed(pgn, tmp_path / "out.pgn", *FAILING)
    assert (report.written, counts(report).failed, counts(report).games) == (5, 3, 1)
    assert (counts(report).positions, counts(report).restarts) == (1, 9)
    [failure] = [error for error in report.errors if error.code == "engine-failed"]
    assert failure.count == 3
    assert failure.first["game"] == 1
    assert "ended with status 3" in failure.first["message"]
    assert games_of(tmp_path / "out.pgn")[:3] == games_of(pgn)[:3]


def games_of(path: Path) -> list[Game]:
    return list(scoresheet.read(path))


def test_failed_games_obey_on_error(pgn: Path, tmp_path: Path) -> None:
    report = analysed(pgn, tmp_path / "out.pgn", *FAILING, on_error="skip")
    assert (counts(report).failed, report.written, report.skipped) == (3, 2, 3)
    with pytest.raises(EngineError, match="ended with status 3"):
        analysed(pgn, tmp_path / "other.pgn", *FAILING, on_error="raise")


def test_a_restarted_engine_starts_the_game_again(pgn: Path, tmp_path: Path) -> None:
    analysed(pgn, tmp_path / "whole.bgnl")
    report = analysed(pgn, tmp_path / "out.bgnl", "leave=3", "at=12")
    # In the second game, and in the twelfth search of the next process.
    assert counts(report).restarts == 2
    assert (tmp_path / "out.bgnl").read_text() == (tmp_path / "whole.bgnl").read_text()


def test_engines_that_never_work_end_the_run(pgn: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineError) as caught:
        # The first search of all is the one that checks the limit.
        analysed(pgn, tmp_path / "out.pgn", "leave=3", "at=1")
    assert caught.value.code == "engine-exit"
    assert not (tmp_path / "out.pgn").exists()


def test_an_engine_that_cannot_be_started_leaves_nothing(pgn: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineError) as caught:
        analysed(pgn, tmp_path / "out.pgn", "exit=3")
    assert caught.value.code == "engine-start"
    assert list(tmp_path.iterdir()) == [pgn]


def test_an_engine_that_does_not_obey_ends_the_run(pgn: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineError) as caught:
        analysed(pgn, tmp_path / "out.pgn", "nodes=5", depth=None, nodes=1000)
    assert caught.value.code == "engine-limit"


def test_an_engine_that_plays_some_variants_analyses_only_these(tmp_path: Path) -> None:
    games = '[Variant "Atomic"] 1. e4 e5 *\n\n1. d4 d5 *\n\n[Variant "Crazyhouse"] 1. d4 d5 *\n'
    report = analysed(games.encode(), tmp_path / "out.bgnl", "variants")
    found = counts(report)
    assert (report.written, found.unknown_rules, found.failed, found.games, found.restarts) == (3, 1, 0, 2, 0)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"depth": 9, "nodes": 5}, "one limit"),
        ({"depth": 0}, "not possible"),
        ({"lines": 501}, "from 1 to 500"),
        ({"plies": "6-5"}, "range of half-moves"),
        ({"side": "red"}, "`side` cannot be"),
        ({"judge": "me"}, "`judge` cannot be"),
        ({"skip_book": "all"}, "`skip_book` cannot be"),
        ({"date": "tomorrow"}, "not a date"),
        ({"engines": 0}, "`engines` is a number"),
        ({"engine_options": [{}, {}]}, "options for 2 engines"),
        ({"deepth": 3}, "has an option `deepth`"),
    ],
)
def test_wrong_options_are_refused(pgn: Path, tmp_path: Path, options: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        analysed(pgn, tmp_path / "out.pgn", **options)
    assert list(tmp_path.iterdir()) == [pgn]


# One game


def test_one_game_is_analysed_with_an_engine_of_the_caller() -> None:
    game = scoresheet.parse("1. e4 d5 2. Nc3 d4 3. Nf3 dxc3 *")
    with Engine(ONE_PLY) as engine:
        found = game.analyse(engine, depth=1)
        with pytest.raises(UsageError, match="has evaluations already"):
            game.analyse(engine, depth=1)
        again = game.analyse(engine, depth=1, replace=True)
    assert again == found
    assert [move.san for move in found.moves] == ["e4", "d5", "Nc3", "d4", "Nf3", "dxc3"]
    assert [move.mark for move in found.moves] == [None, "inaccuracy", "blunder", "inaccuracy", "blunder", None]
    assert (found.white.moves, found.white.blunders, found.black.inaccuracies) == (3, 2, 2)
    assert (found.moves[2].best, found.moves[2].loss) == ("exd5", 200)


def test_a_game_and_its_mirror_image_have_swapped_figures() -> None:
    rng = random.Random(7)
    for _ in range(200):
        count = rng.randrange(1, 90)
        found = [
            Evaluation(mate=rng.choice([-3, 2])) if rng.random() < 0.05 else Evaluation(rng.randrange(-2000, 2000))
            for _ in range(count)
        ]
        mirrored = [Evaluation(*(None if value is None else -value for value in each[:2])) for each in found]
        assert side_accuracy(found, white=True, side=True) == pytest.approx(
            side_accuracy(mirrored, white=False, side=False)
        )
        assert mean_loss(found, white=True, side=False) == mean_loss(mirrored, white=False, side=True)
        for judge in JUDGES.values():
            marks = [judge(*pair, white=True) for pair in pairwise(found)]
            assert marks == [judge(*pair, white=False) for pair in pairwise(mirrored)]


def test_a_failed_analysis_leaves_the_game_as_it_was() -> None:
    game = scoresheet.parse("1. e4 d5 {hm} 2. Nc3 *")
    text = game.to("pgn")
    with Engine(scripted("scoreless", "at=2"), reply_timeout=LONG) as engine, pytest.raises(EngineError):
        game.analyse(engine, depth=1)
    assert game.to("pgn") == text


def test_the_page_of_limits_states_those_of_engines() -> None:
    page = (Path(__file__).resolve().parent.parent / "docs" / "concepts" / "limits.md").read_text("utf-8")
    stated = re.findall(r"^\| [^|]+ \| ([\d,]+)[^|]*\| [^|]+\|$", page, re.MULTILINE)
    values = [
        process.LINE_BYTES >> 10,
        process.GARBAGE_LINES,
        conversation.OPTIONS,
        client.LINES,
        searches.LINE_PLIES,
        searching.LONGEST_PLIES,
        engines.GAMES_AHEAD,
    ]
    assert stated == [f"{value:,}" for value in values]


# The command


def words(command: list[str]) -> str:
    return shlex.join(command)


def test_the_command_reports_what_it_did(pgn: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.pgn"
    done = run("analyse", pgn, "-o", target, "--engine", words(scripted()), "--depth", "9", "--date", DATE)
    assert done.returncode == Exit.OK, done.stderr
    assert "21 positions in 4 games, 0 from the store, in 0:0" in done.stderr
    assert "not analysed: 1 game that already had evaluations" in done.stderr
    assert "[%eval" in target.read_text()


def test_the_other_spelling_is_the_same_verb(pgn: Path) -> None:
    done = run("analyze", pgn, "--engine", words(scripted()), "--depth", "9", "--limit", "1", "--quiet")
    assert done.returncode == Exit.OK
    assert done.stdout.count("[%eval") == 8


def test_the_command_sets_options_by_engine(pgn: Path, tmp_path: Path) -> None:
    logs = [tmp_path / "1.log", tmp_path / "2.log"]
    engines = [option for log in logs for option in ("--engine", words(scripted(f"log={log}")))]
    options = ["--engine-option", "Hash=32", "--engine-option", "2:Style=solid", "--source", "a", "--source", "b"]
    done = run("analyse", pgn, *engines, *options, "--depth", "9", "--engines", "1", "--limit", "1", "--quiet")
    assert done.returncode == Exit.OK, done.stderr
    texts = [log.read_text() for log in logs]
    assert all("setoption name Hash value 32\n" in text for text in texts)
    assert ["Style value Solid" in text for text in texts] == [False, True]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--engine", "no-such-engine"], "cannot start `no-such-engine`"),
        (["--engine-option", "Hahs=3"], "did you mean `Hash`?"),
        (["--engine-option", "3:Hash=3"], "there is no engine 3"),
        (["--engine-option", "=3"], "is not NAME=VALUE"),
        (["--depth", "3", "--nodes", "3"], "one limit"),
    ],
)
def test_usage_errors_have_the_status_of_usage_errors(pgn: Path, arguments: list[str], said: str) -> None:
    engine = [] if "no-such-engine" in arguments else ["--engine", words(scripted())]
    done = run("analyse", pgn, *engine, *arguments)
    assert said in done.stderr
    assert done.returncode == Exit.WRONG_USE


def test_progress_shows_how_much_is_left(pgn: Path, tmp_path: Path) -> None:
    told = []
    analysed(pgn, tmp_path / "out.pgn", progress=told.append)
    assert told[-1].all_games == 5
    assert told[-1].positions <= told[-1].all_positions
    assert all(one.positions <= other.positions for one, other in pairwise(told))


# What an engine cannot play, and what an output cannot hold


def test_games_by_rules_that_an_engine_does_not_know_are_not_failures(tmp_path: Path) -> None:
    atomic = '[Variant "Atomic"]\n[White "Alpha, A"]\n\n1. e4 e5 *\n\n'
    path = tmp_path / "mixed.pgn"
    path.write_text(atomic * 5 + GAMES + atomic * 4)
    outputs = set()
    for processes in (1, 3):
        report = analysed(path, tmp_path / f"{processes}.bgnl", engines=processes)
        found = counts(report)
        assert (report.written, found.games, found.unknown_rules, found.failed, found.kept) == (14, 4, 9, 0, 1)
        assert [error.code for error in report.errors] == []
        outputs.add((tmp_path / f"{processes}.bgnl").read_bytes())
    assert len(outputs) == 1
    done = run("analyse", path, "-o", tmp_path / "out.pgn", "--engine", shlex.join(scripted()), "--depth", "9")
    assert done.returncode == 0, done.stderr
    assert (
        "not analysed: 1 game that already had evaluations, 9 games of variants that the engine does not support"
        in done.stderr
    )


@pytest.mark.parametrize("options", [{}, {"comments": True}], ids=["marks", "comments"])
def test_an_engine_replaces_its_own_marks_in_pgn(tmp_path: Path, options: dict[str, object]) -> None:
    source, first, second, third = (tmp_path / f"{name}.pgn" for name in ("source", "first", "second", "third"))
    games = GAMES.partition('[White "Beta"]\n\n1. e4')[0]  # the last one has evaluations
    source.write_text(games.replace(" {a remark}", "").replace("!", "").replace(" (2... c6 3. Nf3)", ""))
    analysed(source, first, "otherwise=7", **options)
    assert "$4" in first.read_text()
    analysed(source, second, **options)
    # The same engine has found something else the next time.
    analysed(first, third, replace=True, **options)
    assert third.read_bytes() == second.read_bytes()


def test_comments_after_marks_of_an_engine_stay(tmp_path: Path) -> None:
    tags = '[Annotator "Scripted�[2J 1.0"]\n\n'
    text = tags + "1. e4 $4 {mine} (1. d4 d5) 1... e5 $2 {Mistake (0.10 → 1.31). d6 was better.} *\n\n"
    path = tmp_path / "source.pgn"
    path.write_text(text)
    analysed(path, tmp_path / "out.pgn", replace=True, judge="none")
    [game] = scoresheet.read(tmp_path / "out.pgn")
    assert [(node.nags, node.eval is not None) for node in game.mainline()] == [([], True), ([], True)]
    assert "mine" in game.at(1).comment
    assert "better" not in game.to("pgn")
    assert not game.root.variations


def test_the_same_line_is_not_written_twice(tmp_path: Path) -> None:
    source = tmp_path / "source.pgn"
    source.write_text(GAMES)
    analysed(source, tmp_path / "1.pgn", replace=True)
    analysed(tmp_path / "1.pgn", tmp_path / "2.pgn", replace=True)
    analysed(tmp_path / "2.pgn", tmp_path / "3.pgn", replace=True)
    assert (tmp_path / "3.pgn").read_bytes() == (tmp_path / "2.pgn").read_bytes()


def test_each_engine_judges_for_itself(pgn: Path, tmp_path: Path) -> None:
    both, other = [scripted(), scripted("name=Other", "otherwise=1")], scripted("name=Other", "otherwise=1")
    analysed(pgn, tmp_path / "both.bgnl", engine=both)
    analysed(pgn, tmp_path / "other.bgnl", engine=other)
    for together, alone in zip(
        *(scoresheet.read(tmp_path / f"{name}.bgnl") for name in ("both", "other")), strict=True
    ):
        for one, two in zip(together.mainline(), alone.mainline(), strict=True):
            marks = [[said.nag for said in node.annotations if said.source == "other"] for node in (one, two)]
            assert marks[0] == marks[1]
    found = run("query", str(tmp_path / "both.bgnl"), "@annotations", "what=differences", "--quiet")
    assert len(found.stdout.splitlines()) > 1, "two engines never agree about all moves here"


@pytest.mark.parametrize("name", ["out.csv", "out.uci", "out.fen", "plain.parquet"])
def test_an_output_without_a_place_for_evaluations_is_named(pgn: Path, tmp_path: Path, name: str) -> None:
    more = {"columns": ["tags", "packed"]} if name == "plain.parquet" else {}
    report = analysed(pgn, tmp_path / name, **more)
    assert counts(report).lacking == name.rpartition(".")[2]
    assert (tmp_path / f"{name}.analysis").exists(), "what was found is not lost"
    done = run("analyse", str(pgn), "-o", str(tmp_path / "x.csv"), "--engine", shlex.join(scripted()), "--depth", "9")
    assert "the evaluations are not in the output, because `csv` cannot hold them as written here" in done.stderr


@pytest.mark.parametrize(
    "name", ["out.pgn", "out.vgn", "out.cpgn", "out.parquet", "out.arrow", "out.duckdb", "out.icn-json"]
)
def test_other_outputs_hold_evaluations(pgn: Path, tmp_path: Path, name: str) -> None:
    form = name.rpartition(".")[2]
    report = analysed(pgn, tmp_path / name, to=form, limit=1)
    assert counts(report).lacking is None
    assert not (tmp_path / f"{name}.analysis").exists()
    [game] = scoresheet.read(tmp_path / name, from_=form)
    assert [node.eval is not None for node in game.mainline()] == [True] * 8


def test_a_run_that_has_found_nothing_leaves_no_store(pgn: Path, tmp_path: Path) -> None:
    with pytest.raises(EngineError):
        analysed(pgn, tmp_path / "out.pgn", "leave=3")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.pgn"]


def test_options_are_named_as_their_users_write_them(pgn: Path, tmp_path: Path) -> None:
    output = str(tmp_path / "out.pgn")
    for words, shown in [
        (["--plies", "5-2"], "`--plies 5-2` is not a range of half-moves"),
        (["--skip-book", "x"], "`--skip-book` cannot be `x`"),
        (["--depth", "3", "--nodes", "5"], "give one of `--nodes`, `--depth` and `--movetime`"),
        (["--store", str(pgn)], "name another file with `--store`"),
        (["--position-timeout", "nan"], "`--position-timeout` is a number of seconds above 0"),
    ]:
        done = run("analyse", str(pgn), "-o", output, "--engine", shlex.join(scripted()), *words)
        assert done.returncode == 2
        assert shown in done.stderr
    with pytest.raises(UsageError, match=r"`plies=5-2` is not a range"):
        analysed(pgn, tmp_path / "out.pgn", plies="5-2")

"""Engines that speak UCI: each rule of the protocol, and all that engines do wrong, with an engine made for it."""

from __future__ import annotations

import asyncio
import gc
import io
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import scoresheet
from engine_processes import LONG, readers, watched
from scoresheet import Engine, EngineError, Evaluation, Position, UsageError
from scoresheet.uci import EngineOption, Line
from scoresheet.uci.info import SearchInfos
from scoresheet.uci.options import parse_option
from scoresheet.uci.process import GARBAGE_LINES, LINE_BYTES, STDERR_BYTES, _lines
from scoresheet.uci.searches import LINE_PLIES
from scoresheet.uci.standard import StandardRoot
from scripted_engine import POSITIONS, score_of
from waiting import wait_until

SCRIPT = Path(__file__).with_name("scripted_engine.py")
START = Position()
SHORT = 0.2
"""Seconds for what cannot succeed; `LONG` is for all else."""
GAME = scoresheet.parse("1. e4 e5 2. Nf3 Nc6 *")


@pytest.fixture(autouse=True)
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[int]]]:
    """The processes that a test has started. After it, none of them is left."""
    with watched(tmp_path, monkeypatch) as found:
        yield found


def scripted(*behaviour: str) -> list[str]:
    return [sys.executable, str(SCRIPT), *behaviour]


def engine(*behaviour: str, **settings: object) -> Engine:
    times = {"start_timeout": LONG, "reply_timeout": LONG, "search_timeout": LONG}
    return Engine(scripted(*behaviour), **{**times, **settings})  # type: ignore[arg-type]


def failing(code: str, work: Callable[[], object]) -> EngineError:
    with pytest.raises(EngineError) as caught:
        work()
    assert caught.value.code == code, caught.value
    assert caught.value.hint
    return caught.value


def expected_score(position: Position, san: str) -> int:
    """What the scripted engine thinks of a move, from White's side."""
    score = -score_of(position.play(san).fen())
    return score if position.turn == "white" else -score


# A good engine


def test_an_engine_reports_its_name() -> None:
    with engine() as found:
        assert (found.name, found.author, repr(found)) == ("Scripted�[2J 1.0", "the tests", f"<Engine {found.name}>")


def test_lines_are_from_the_side_of_white_and_have_legal_moves() -> None:
    with engine() as found:
        for position in (START, START.play("e4")):
            lines = found.analyse(position, nodes=1000, lines=3)
            assert len(lines) == 3
            for line in lines:
                assert line.eval == Evaluation(expected_score(position, line.sans[0]), None, 9)
                counts = (line.depth, line.seldepth, line.nodes, line.time_ms, len(line.moves))
                assert counts == (9, 12, POSITIONS, 5, 3)
                assert line.wdl == ((300, 500, 200) if position.turn == "white" else (200, 500, 300))
                assert not line.cut
                assert not line.stopped
            best = [line.eval.cp if position.turn == "white" else -line.eval.cp for line in lines]
            assert best == sorted(best, reverse=True)


def test_there_are_as_many_lines_as_moves() -> None:
    rook = Position("8/6k1/8/8/8/8/8/K6R w - - 0 1")
    with engine() as found:
        assert len(found.analyse(rook, depth=1, lines=99)) == 16
        assert len(found.analyse(START, depth=1)) == 1
        for lines in (0, 501, True, "2"):
            with pytest.raises(UsageError):
                found.analyse(START, depth=1, lines=lines)  # type: ignore[arg-type]


def test_mates_are_from_the_side_of_white() -> None:
    for mate, position, wanted in [(3, START, 3), (-3, START, -3), (3, START.play("e4"), -3)]:
        with engine(f"mate={mate}") as found:
            assert found.analyse(position, depth=1)[0].eval == Evaluation(None, wanted, 20)


def test_lines_can_be_compared_and_pickled() -> None:
    with engine() as found:
        [line], [again] = (found.analyse(START, depth=1) for _ in range(2))
    assert line == again
    restored = pickle.loads(pickle.dumps(line))
    assert (restored, restored.sans) == (line, line.sans)
    assert isinstance(line, Line)


def test_a_node_is_sent_with_its_history() -> None:
    said: list[str] = []
    with engine(debug=said.append) as found:
        [line] = found.analyse(GAME.last, depth=1)
        assert line.eval.cp == expected_score(GAME.last.position, line.sans[0])
        move = found.play(GAME.at(2), depth=1)
    assert GAME.at(2).position.is_legal(move)
    start = f"> position fen {START.fen()} moves e2e4 e7e5"
    assert [line for line in said if line.startswith("> position")] == [f"{start} g1f3 b8c6", start]


def test_history_starts_after_what_uci_cannot_express() -> None:
    game = scoresheet.parse("1. e4 -- 2. d4 d5 *")
    said: list[str] = []
    with engine(debug=said.append) as found:
        found.analyse(game.last, depth=1)
    assert f"> position fen {game.at(2).position.fen()} moves d2d4 d7d5" in said


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        ({"nodes": 5000}, "nodes 5000"),
        ({"depth": 12}, "depth 12"),
        ({"seconds": 0.25}, "movetime 250"),
        ({"white_clock": 60, "black_clock": 0.5}, "wtime 60000 btime 500 winc 0 binc 0"),
        ({"white_clock": 1, "black_clock": 2, "increment": 0.1}, "wtime 1000 btime 2000 winc 100 binc 100"),
    ],
)
def test_limits_are_words_of_go(limit: dict[str, float], words: str) -> None:
    said: list[str] = []
    with engine(debug=said.append) as found:
        found.play(START, **limit)  # type: ignore[arg-type]
    assert [line for line in said if line.startswith("> go")] == [f"> go {words}"]


def test_a_search_needs_one_limit() -> None:
    with engine() as found:
        for limit in (
            {}, {"nodes": 1, "depth": 1}, {"nodes": 0}, {"nodes": -1}, {"depth": 1.5}, {"seconds": float("nan")},
            {"nodes": True}, {"seconds": "1"}, {"nodes": 1 << 60},
        ):  # fmt: skip
            for ask in (found.analyse, found.play, found.check_limit):
                with pytest.raises(UsageError):
                    ask(*[START] * (ask != found.check_limit), **limit)  # type: ignore[operator]
        for limit in (
            {"white_clock": 1}, {"black_clock": 1}, {"white_clock": 1, "black_clock": -1},
            {"white_clock": 1, "black_clock": 1, "nodes": 1}, {"white_clock": 1, "black_clock": float("inf")},
            {"white_clock": 1, "black_clock": 1, "increment": -1},
        ):  # fmt: skip
            with pytest.raises(UsageError):
                found.play(START, **limit)  # type: ignore[arg-type]
        for position in ("startpos", None, scoresheet.infinite.Position.read("K0,0|k5,5")):
            with pytest.raises(UsageError, match="a `Position` or a `Node`"):
                found.analyse(position, depth=1)  # type: ignore[arg-type]


def test_engines_are_notified_of_a_new_game() -> None:
    said: list[str] = []
    with engine(debug=said.append) as found:
        found.new_game()
        assert said[-3:] == ["> ucinewgame", "> isready", "< readyok"]


# Options


def test_options_are_found_without_regard_to_case() -> None:
    with engine() as found:
        assert found.options["hash"] is found.options["HASH"]
        assert found.options["Hash"] == EngineOption("Hash", "spin", 16, 1, 1024)
        assert found.options["clear hash"] == EngineOption("Clear Hash", "button")
        style = EngineOption("Style", "combo", "Normal", choices=("Solid", "Normal", "Very Risky"))
        assert found.options["Style"] == style
        assert found.options["Ponder"].default is False
        assert [found.options[name].default for name in ("Book File", "Path")] == ["", "/usr/share/book var x"]
        assert found.options["Broken"] == EngineOption("Broken", "spin", None, 1, None)
        assert "Multi" not in found.options
        assert len(found.options) == len(list(found.options)) == 8
        with pytest.raises(KeyError):
            found.options["Nonsense"]


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("hash", 64, "Hash value 64"),
        ("Hash", "1024", "Hash value 1024"),
        ("CLEAR HASH", None, "Clear Hash"),
        ("clear hash", True, "Clear Hash"),
        ("style", "very risky", "Style value Very Risky"),
        ("Ponder", True, "Ponder value true"),
        ("ponder", "False", "Ponder value false"),
        ("Book File", "", "Book File value <empty>"),
        ("Book File", "a b.bin", "Book File value a b.bin"),
    ],
)
def test_options_are_set_as_the_engine_spells_them(name: str, value: str | int | bool | None, line: str) -> None:
    said: list[str] = []
    with engine(debug=said.append, options={name: value}) as found:
        found.configure({name: value})
    assert said.count(f"> setoption name {line}") == 2


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ({"Hsah": 1}, "the engine has no option `Hsah`", "did you mean `Hash`?"),
        ({"Hash": 0}, "the option `Hash` cannot be `0`: it is from 1 to 1024", None),
        ({"Hash": 1025}, "the option `Hash` cannot be `1025`: it is from 1 to 1024", None),
        ({"Hash": "many"}, "the option `Hash` cannot be `many`: it is a whole number", None),
        ({"Hash": True}, "the option `Hash` cannot be `True`: it is a whole number", None),
        ({"Hash": 1.5}, "the option `Hash` cannot be `1.5`: it is a whole number", None),
        ({"Style": "Risky"}, "it is one of `Solid`, `Normal`, `Very Risky`", "did you mean `Very Risky`?"),
        ({"Ponder": "maybe"}, "the option `Ponder` cannot be `maybe`: it is true or false", None),
        ({"Clear Hash": "now"}, "it is a button, which takes no value", None),
        ({"Book File": None}, "it is a text of one line", None),
        ({"Book File": "x\nquit"}, "it is a text of one line", None),
        ({"Hash\nquit": 1}, "the engine has no option `Hash�quit`", None),
        ({"multipv": 2}, "the option `MultiPV` is set by each search", "use `lines`"),
    ],
)
def test_options_that_are_wrong_are_refused_before_any_is_set(options: dict, message: str, hint: str | None) -> None:
    said: list[str] = []
    with engine(debug=said.append) as found:
        error = failing("engine-option", lambda: found.configure({"Ponder": True, **options}))
        assert message in str(error)
        assert error.engine == found.name
        assert hint is None or error.hint == hint
        assert not [line for line in said if "setoption" in line]
        assert found.analyse(START, depth=1)
    failing("engine-option", lambda: engine(options=options))


def test_lines_about_options_are_read_to_the_end() -> None:
    long = "option name A B type combo default x y var x y var  z"
    assert parse_option(long) == EngineOption("A B", "combo", "x y", choices=("x y", "z"))
    assert parse_option("option name type type spin min -5 default 0 max 5") == EngineOption("type", "spin", 0, -5, 5)
    for text in ("option", "option name", "option name X", "option name X type", "option name X type many", ""):
        assert parse_option(text) is None


# The rules of the protocol


@pytest.mark.parametrize(
    ("behaviour", "settings", "code"),
    [
        ("silent", {"start_timeout": SHORT}, "engine-start"),
        ("endless", {"start_timeout": SHORT}, "engine-start"),
        ("unready", {"reply_timeout": SHORT}, "engine-timeout"),
    ],
)
def test_every_wait_at_the_start_has_a_deadline(behaviour, settings, code, processes) -> None:
    error = failing(code, lambda: engine(behaviour, **settings))
    assert "0.2 s" in str(error)
    assert processes() == []


def test_sending_has_a_deadline() -> None:
    # More than a pipe holds.
    long = scoresheet.parse("Nf3 Nf6 Ng1 Ng8 " * 5000)
    said: list[str] = []
    with engine("deaf", debug=said.append) as found:
        found._reply_timeout = SHORT
        failing("engine-timeout", lambda: found.analyse(long.last, depth=1))
    assert [line for line in said if line.startswith(">")][-1].startswith("> position")


def test_a_pipe_that_is_full_is_written_to_in_parts() -> None:
    long = scoresheet.parse("Nf3 Nf6 Ng1 Ng8 " * 5000)
    with engine("scoreless") as found:
        failing("engine-protocol", lambda: found.analyse(long.last, depth=1))


def test_banners_before_the_name_are_ignored() -> None:
    with engine("banner") as found:
        assert found.name.startswith("Scripted")
        assert "Fake" not in found.options
        assert found.analyse(START, depth=1)


def test_output_from_before_a_search_does_not_count() -> None:
    with engine("twice", "slow=10") as found:
        for text in ("e4", "d4", "Nf3", "c4"):
            position = START.play(text)
            move = found.play(position, depth=1)
            [line] = found.analyse(position, depth=1)
            assert line.moves[0] == move
            assert position.is_legal(move)


def test_floods_of_lines_need_no_memory_and_only_the_last_line_counts() -> None:
    said = 0

    def count(_line: str) -> None:
        nonlocal said
        said += 1

    with engine("flood=300", debug=count) as found:
        [line] = found.analyse(START, depth=1)
        assert line.eval.cp == expected_score(START, line.sans[0])
    assert said > 300_000
    infos = SearchInfos(2)
    for number in range(5000):
        infos.add(b"info depth 1 multipv %d score cp %d pv e2e4" % (number % 5 + 1, number))
    assert [info.cp for info in infos.best()] == [4995, 4996]


def test_bounds_count_only_without_an_exact_score() -> None:
    with engine("bounds") as found:
        [line] = found.analyse(START, depth=1)
        assert line.eval == Evaluation(expected_score(START, line.sans[0]), None, 9)
    with engine("only-bounds") as found:
        assert found.analyse(START, depth=1)[0].eval == Evaluation(999, None, 10)


@pytest.mark.parametrize("behaviour", ["garbage=5001", f"chatter={GARBAGE_LINES + 1}", "options=2000"])
def test_too_much_garbage_ends_the_engine(behaviour: str, processes) -> None:
    if "garbage" in behaviour:
        with engine(behaviour) as found:
            error = failing("engine-protocol", lambda: found.analyse(START, depth=1))
            assert "10,000 unknown lines" in str(error)
            assert processes() == []
    else:
        failing("engine-start", lambda: engine(behaviour))


def test_some_garbage_is_ignored() -> None:
    with engine("garbage=4000", "chatter=4000") as found:
        for _ in range(3):  # it is counted for each search
            assert found.analyse(START, depth=1)


def test_long_lines_are_cut(processes) -> None:
    with engine("wide=10") as found:
        assert found.analyse(START, depth=1)
    with engine("wide-end=10") as found:
        error = failing("engine-move", lambda: found.play(START, depth=1))
        assert len(str(error)) < 400


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\nreadyok\r\n"])
def test_lines_are_cut_where_they_are_read(end: bytes) -> None:
    found = list(_lines(io.BytesIO(b"uciok \n\n" + b"x" * 1_000_000 + end)))
    assert found == [b"uciok", b"", b"x" * LINE_BYTES, *[b"readyok"] * (b"ready" in end)]


def test_numbers_out_of_range_discard_their_line() -> None:
    with engine("malformed") as found:
        [line] = found.analyse(START, depth=1)
        assert line.eval.cp == expected_score(START, line.sans[0])
    infos = SearchInfos(500)
    for text in (b"cp 100000", b"cp -100000", b"mate 9999", b"cp 5 upperbound"):
        infos.add(b"info depth 1000 score %s pv e2e4" % text)
        assert infos.best()


def test_what_comes_after_the_move_belongs_to_no_search() -> None:
    with engine() as found:
        infos = SearchInfos(1)
        found._process.expect(infos=infos)
        for line in (b"info score cp 1 pv e2e4", b"bestmove e2e4", b"info score cp 2 pv d2d4"):
            found._process._receive(line)
        assert [info.cp for info in infos.best()] == [1]


def test_fields_may_have_any_order_and_unknown_ones_are_skipped() -> None:
    infos = SearchInfos(1)
    infos.add(b"info  score  mate -3 hashfull 5 currline 1 e2e4 depth 7 refutation x nodes 12  pv  e2e4   e7e5 ")
    [info] = infos.best()
    assert (info.cp, info.mate, info.depth, info.nodes, info.seldepth, info.time_ms) == (None, -3, 7, 12, None, None)
    assert info.moves == ["e2e4", "e7e5"]


def test_a_search_that_takes_too_long_is_stopped() -> None:
    said: list[str] = []
    with engine("until-stop", search_timeout=SHORT, debug=said.append) as found:
        [line] = found.analyse(START, depth=1)
        assert line.stopped
        assert line.eval.cp == expected_score(START, line.sans[0])
        assert found.play(START, depth=1) == line.moves[0]
        assert said.count("> stop") == 2
    with engine("until-stop", "scoreless", search_timeout=SHORT) as found:
        failing("engine-protocol", lambda: found.analyse(START, depth=1))


def test_a_search_that_does_not_stop_ends_the_engine(processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoresheet.uci.conversation.STOPS_S", SHORT)
    with engine("hang", "at=2", search_timeout=LONG) as found:
        found.analyse(START, depth=1)
        found._search_timeout = SHORT
        error = failing("engine-timeout", lambda: found.analyse(START, depth=1))
        assert "did not stop" in str(error)
        assert processes() == []
        failing("engine-exit", lambda: found.analyse(START, depth=1))


@pytest.mark.parametrize("behaviour", [["scoreless"], ["none"], ["none=0000"], ["none="], ["scoreless", "none"]])
def test_responses_without_a_score_or_a_move_are_errors(behaviour: list[str]) -> None:
    with engine(*behaviour) as found:
        error = failing("engine-protocol", lambda: found.analyse(START, depth=1))
        assert error.fen == START.fen()
        found.new_game()  # the engine is still there


def test_a_book_move_without_a_score_can_be_played() -> None:
    with engine("scoreless") as found:
        assert START.is_legal(found.play(START, depth=1))


@pytest.mark.parametrize(
    ("fen", "variant"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", None),
        ("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", None),
        ("8/8/4k3/8/8/8/8/K7 w - - 0 1", None),
        ("8/8/8/4K3/8/8/k7/8 b - - 0 1", "kingofthehill"),
        ("4k3/8/8/8/8/8/8/4K2R b - - 0+3 1 1", "threecheck"),
    ],
)
def test_what_has_ended_on_the_board_is_not_searched(fen: str, variant: str | None) -> None:
    position = Position(fen, variant)
    assert position.outcome() is not None
    said: list[str] = []
    with engine(debug=said.append) as found:
        assert found.analyse(position, depth=1, lines=2) == []
        with pytest.raises(UsageError, match="the game has ended"):
            found.play(position, depth=1)
    assert not [line for line in said if line.startswith("> go")]


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [("abort", "ended by SIGABRT"), ("leave=3", "ended with status 3: `no �[31mbook`")],
)
def test_the_end_of_the_output_is_an_error_with_its_reason(behaviour: str, reason: str, processes) -> None:
    with engine(behaviour, "at=2") as found:
        found.analyse(START, depth=1)
        error = failing("engine-exit", lambda: found.analyse(START, depth=1))
        assert str(error) == f"`{found.name}` {reason}"
        assert processes() == []
        again = failing("engine-exit", lambda: found.new_game())
        assert str(again) == str(error)
        found.restart()
        assert found.analyse(START, depth=1)


def test_an_engine_that_closes_its_output_is_ended(processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoresheet.uci.process.QUITS_S", SHORT)
    with engine("mute") as found:
        error = failing("engine-exit", lambda: found.analyse(START, depth=1))
        assert str(error) == f"`{found.name}` closed its output"
        assert processes() == []


def test_standard_error_is_always_read_and_its_end_is_kept() -> None:
    with engine("errors=500000", "leave=0") as found:
        error = failing("engine-exit", lambda: found.analyse(START, depth=1))
        assert str(error).endswith("ended with status 0: `no �[31mbook`")
        assert len(found._process._errors) == STDERR_BYTES


def test_a_restart_reads_nothing_from_the_process_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoresheet.uci.conversation.STOPS_S", SHORT)
    said: list[str] = []
    with engine("flood=100000", search_timeout=SHORT, options={"Hash": 64}) as found:
        for _ in range(3):
            old = readers()
            failing("engine-timeout", lambda: found.analyse(START, depth=1))
            said.clear()
            found._debug = said.append
            found.restart()
            assert len(readers()) == 2
            assert not set(old) & set(readers())
            assert [line for line in said if line.startswith("< info")] == []
            assert said[-3:] == ["> setoption name Hash value 64", "> isready", "< readyok"]


def test_an_engine_has_its_own_process_group_which_is_killed_as_a_whole(processes) -> None:
    with engine("child") as found:
        group = found._process.pid
        assert os.getpgid(group) == group != os.getpgrp()
        wait_until(lambda: len(processes()) == 2)
        assert {os.getpgid(process) for process in processes()} == {group}
    wait_until(lambda: processes() == [])


def test_engines_that_ignore_quit_are_killed(processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoresheet.uci.process.QUITS_S", SHORT)
    found = engine("deathless", "child")
    found.analyse(START, depth=1)
    found.close()
    found.close()
    wait_until(lambda: processes() == [])
    with pytest.raises(UsageError, match="is closed"):
        found.analyse(START, depth=1)
    with pytest.raises(UsageError, match="is closed"):
        found.restart()


def test_on_windows_an_engine_is_asked_and_killed_without_a_group(processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoresheet.uci.process.sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr("scoresheet.uci.process.QUITS_S", SHORT)
    with engine("deathless") as found:
        assert os.getpgid(found._process.pid) == os.getpgrp()
        assert found.analyse(START, depth=1)
    wait_until(lambda: processes() == [])


HOLDER = """
import sys, scoresheet
scoresheet.uci.process.QUITS_S = 60
engine = scoresheet.Engine({command!r}, start_timeout=60)
print(engine.name, flush=True)
{then}
"""


def program(then: str, *behaviour: str) -> subprocess.Popen[str]:
    text = HOLDER.format(command=scripted(*behaviour), then=then)
    return subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True)


def test_engines_end_with_a_program_that_is_killed(processes) -> None:
    with program("engine.analyse(scoresheet.Position(), depth=1)", "until-stop") as found:
        assert found.stdout is not None
        assert found.stdout.readline().startswith("Scripted")
        assert processes()
        found.kill()
    wait_until(lambda: processes() == [])


@pytest.mark.parametrize("then", ["", "raise SystemExit", "del engine", "import threading; sys.exit(0)"])
def test_engines_end_with_the_interpreter(then: str, processes, tmp_path) -> None:
    with program(then, f"log={tmp_path / 'log'}") as found:
        assert found.wait(LONG) == 0
    wait_until(lambda: processes() == [])
    assert (tmp_path / "log").read_text().endswith("quit\n")


def test_unreferenced_engines_are_closed(processes) -> None:
    engine()
    gc.collect()
    wait_until(lambda: processes() == [])


def test_a_fork_does_not_end_the_engine_of_its_parent() -> None:
    with engine() as found:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # newer versions of Python warn of forks beside threads
            process = os.fork()
        if process == 0:
            try:
                found.close()
            finally:
                os._exit(0)
        os.waitpid(process, 0)
        assert found.analyse(START, depth=1)


@pytest.mark.parametrize("number", range(3))
def test_chess960_is_spelled_for_engines(number: int) -> None:
    game = list(scoresheet.read(SCRIPT.parent.parent / "examples" / "chess960.pgn"))[number]
    said: list[str] = []
    with engine("variants", debug=said.append) as found:
        for node in game.mainline():
            [line] = found.analyse(node, depth=1)
            assert not line.cut
            assert len(line.moves) > 0
    sent = [line for line in said if line.startswith(("> position", "> setoption"))]
    assert sent[0] == "> setoption name UCI_Chess960 value true"
    assert len([line for line in sent if "setoption" in line]) == 1
    assert all(f"> position fen {game.start.fen(shredder=True)} moves " in line for line in sent[1:])
    spelled = [node.move.uci(chess960=True) for node in game.mainline() if node.move is not None]
    assert sent[-1].split(" moves ")[1].split() == spelled
    assert any(node.move is not None and node.move.castle for node in game.mainline())


def test_options_of_the_rules_follow_the_position() -> None:
    said: list[str] = []
    drop = Position("4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1", "crazyhouse")
    with engine("variants", debug=said.append) as found:
        found.analyse(START, depth=1)
        [line] = found.analyse(drop, depth=1)
        assert not line.cut
        found.analyse(Position(variant="threecheck"), depth=1)
        found.analyse(Position("1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1"), depth=1)
        found.analyse(Position(variant="crazyhouse960"), depth=1)
        failing("engine-option", lambda: found.analyse(Position(variant="atomic"), depth=1))
        error = failing("engine-option", lambda: found.analyse(Position(variant="N+11,12"), depth=1))
        assert "`N+11,12`" in str(error)
        found.analyse(START, depth=1)
    set_ = [line.removeprefix("> setoption name UCI_") for line in said if "setoption" in line]
    assert set_ == [
        "Variant value crazyhouse", "Variant value 3check", "Variant value chess", "Chess960 value true",
        "Variant value crazyhouse", "Variant value chess", "Chess960 value false",
    ]  # fmt: skip
    assert said.count("> ucinewgame") == 5


def test_engines_that_only_play_chess_are_not_sent_other_rules() -> None:
    said: list[str] = []
    with engine(debug=said.append) as found:
        for position in (Position(variant="atomic"), Position("1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1")):
            error = failing("engine-option", lambda position=position: found.analyse(position, depth=1))
            assert "has no option `UCI_" in str(error)
            assert error.engine == found.name
        assert not [line for line in said if line.startswith("> go")]
        assert found.analyse(START, depth=1)


def test_limits_that_an_engine_ignores_are_found_out() -> None:
    with engine("nodeless", search_timeout=SHORT) as found:
        error = failing("engine-limit", lambda: found.check_limit(nodes=1000))
        assert "had not finished `nodes 1000` after" in str(error)
        found._search_timeout = LONG
        found.check_limit(depth=3)
    with engine("nodes=99") as found:
        assert "searched only 99 nodes" in str(failing("engine-limit", lambda: found.check_limit(nodes=1000)))
        found.check_limit(nodes=990)
        found.check_limit(seconds=1)


# Programs that are not engines


def test_programs_that_cannot_be_started(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("no program")
    for command in ("no-such-engine", str(tmp_path / "absent"), plain, tmp_path, ["no-such-engine", "x"], "a\0b"):
        error = failing("engine-start", lambda command=command: Engine(command))
        assert str(error).startswith("cannot start `")
    for empty in ("", [], [""], [b"stockfish"], [5]):
        with pytest.raises((UsageError, TypeError)):
            Engine(empty)  # type: ignore[arg-type]
    for setting in ("start_timeout", "reply_timeout", "search_timeout"):
        for value in (0, -1, float("nan"), True, "5"):
            with pytest.raises(UsageError, match=setting):
                engine(**{setting: value})


def test_a_command_is_not_run_by_a_shell(tmp_path: Path) -> None:
    failing("engine-start", lambda: Engine(f"touch {tmp_path / 'made'}; true"))
    failing("engine-start", lambda: Engine(["touch;true", "$(touch made)"]))
    assert not list(tmp_path.iterdir())
    with engine("$HOME; exit", "*", "banner") as found:
        assert found.name.startswith("Scripted")


def test_names_are_looked_up_in_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "my-engine"
    program.write_text(f"#!{sys.executable}\nimport runpy\nrunpy.run_path({str(SCRIPT)!r}, run_name='__main__')\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    for command in ("my-engine", program, ["my-engine", "banner"]):
        with Engine(command, start_timeout=LONG) as found:
            assert found.name.startswith("Scripted")
    monkeypatch.setenv("PATH", "")
    failing("engine-start", lambda: Engine("my-engine"))
    monkeypatch.setattr("scoresheet.uci.conversation._FURTHER_PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path.parent)
    with Engine("my-engine", start_timeout=LONG) as found:
        assert found.name.startswith("Scripted")


@pytest.mark.parametrize(
    ("behaviour", "reason"), [("exit=3", "ended with status 3: `no �[31mbook`"), ("exit=0", "ended with status 0")]
)
def test_programs_that_end_at_once(behaviour: str, reason: str) -> None:
    error = failing("engine-start", lambda: engine(behaviour))
    assert f"does not speak UCI: it {reason}" in str(error)
    assert "  " not in str(error)


def test_programs_that_are_not_engines() -> None:
    failing("engine-start", lambda: Engine([sys.executable, "-c", "print('hello')"], start_timeout=LONG))


# Moves


def test_illegal_moves_end_a_line_and_are_not_played() -> None:
    with engine("illegal-line") as found:
        [line] = found.analyse(START, depth=1)
        assert line.cut
        assert len(line.moves) == len(line.sans) == 1
    with engine("illegal") as found:
        error = failing("engine-move", lambda: found.play(START, depth=1))
        assert (error.text, error.fen) == ("e1e8", START.fen())
        assert found.analyse(START, depth=1)


def test_lines_that_never_end_are_cut() -> None:
    with engine("long-line") as found:
        position = Position("rnbqkbnr/p1pppppp/8/1p6/1P6/8/P1PPPPPP/RNBQKBNR w KQkq - 0 1")
        [line] = found.analyse(position, depth=1)
        assert line.cut
        assert len(line.moves) <= 512
    infos = SearchInfos(1)
    infos.add(b"info score cp 1 pv " + b"g1f3 g8f6 f3g1 f6g8 " * 300)
    line = StandardRoot(START).line(infos.best()[0], stopped=False)
    assert (len(line.moves), line.cut) == (LINE_PLIES, True)


def test_promotions_may_be_capitals() -> None:
    position = Position("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1")
    with engine("capitals") as found:
        assert position.is_legal(found.play(position, depth=1))


# Threads


class Held:
    """An engine that searches until `stop`, and a way to know that it does."""

    def __init__(self, *behaviour: str, **settings: object) -> None:
        self.said: list[str] = []
        self.engine = engine("until-stop", *behaviour, debug=self.said.append, **settings)

    def searches(self, times: int = 1) -> bool:
        return len([line for line in self.said if line.startswith("> go")]) >= times


def test_an_engine_serves_one_thread_at_a_time() -> None:
    held = Held()
    results: list[object] = []

    def search() -> None:
        try:
            results.append(held.engine.analyse(START, depth=1))
        except EngineError as error:
            results.append(error)

    thread = threading.Thread(target=search)
    with held.engine as found:
        thread.start()
        wait_until(held.searches)
        for work in (
            lambda: found.analyse(START, depth=1),
            lambda: found.play(START, depth=1),
            found.new_game,
            found.restart,
            lambda: found.configure({}),
            lambda: found.check_limit(depth=1),
        ):
            with pytest.raises(UsageError, match="in use by another thread"):
                work()
    # Closing it ends the search of the other thread.
    thread.join(LONG)
    [error] = results
    assert isinstance(error, EngineError)
    assert error.code == "engine-exit"


@pytest.mark.parametrize("behaviour", [[], ["late"]])
def test_ctrl_c_leaves_the_engine_usable(behaviour: list[str]) -> None:
    held = Held(*behaviour)
    with held.engine as found:
        main = threading.main_thread().ident
        assert main is not None

        def interrupt() -> None:
            wait_until(held.searches)
            signal.pthread_kill(main, signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            found.analyse(START, depth=1)
        thread.join()
        found._search_timeout = SHORT
        position = START.play("e4")
        [line] = found.analyse(position, depth=1)
        assert line.eval.cp == expected_score(position, line.sans[0])


def test_a_search_that_continues_after_ctrl_c_ends_the_engine(monkeypatch: pytest.MonkeyPatch, processes) -> None:
    monkeypatch.setattr("scoresheet.uci.conversation.STOPS_S", SHORT)
    with engine("hang") as found:
        # As after a search that was interrupted.
        found._send("go infinite")
        found._searching = True
        error = failing("engine-timeout", lambda: found.analyse(START, depth=1))
        assert "did not stop" in str(error)
        assert processes() == []


def test_errors_of_debug_reach_the_caller() -> None:
    def refuse(line: str) -> None:
        if line.startswith("< info"):
            raise ZeroDivisionError

    with engine(debug=refuse) as found, pytest.raises(ZeroDivisionError):
        found.analyse(START, depth=1)


def test_tasks_search_concurrently() -> None:
    async def run() -> list[list[Line]]:
        engines = [engine() for _ in range(3)]
        try:
            return await asyncio.gather(*(each.aanalyse(START, depth=1, lines=2) for each in engines))
        finally:
            for each in engines:
                each.close()

    first, *others = asyncio.run(run())
    assert len(first) == 2
    assert all(lines == first for lines in others)


def test_a_task_plays() -> None:
    async def run() -> None:
        with engine() as found:
            assert START.is_legal(await found.aplay(START, white_clock=1, black_clock=1))
            with pytest.raises(UsageError):
                await found.aplay(START)

    asyncio.run(run())


def test_a_cancelled_task_stops_its_search() -> None:
    held = Held(search_timeout=3600)

    async def run() -> None:
        task = asyncio.ensure_future(held.engine.aanalyse(START, depth=1))
        await asyncio.to_thread(wait_until, held.searches)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert held.said.count("> stop") == 1
        # It can be used at once.
        held.engine.new_game()

    with held.engine:
        asyncio.run(run())


def test_errors_reach_the_task() -> None:
    async def run() -> None:
        with engine("abort") as found, pytest.raises(EngineError) as caught:
            await found.aanalyse(START, depth=1)
        assert caught.value.code == "engine-exit"

    asyncio.run(run())


# Errors


def test_errors_of_engines_can_be_pickled() -> None:
    error = failing("engine-start", lambda: engine("exit=1"))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), vars(again), str(again)) == (EngineError, vars(error), str(error))
    assert again.engine == Path(sys.executable).name


def test_waits_use_the_monotonic_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    with engine() as found:
        monkeypatch.setattr(time, "time", lambda: 0.0)
        assert found.analyse(START, depth=1)

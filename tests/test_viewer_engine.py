"""The engine of the viewer: the analysis of a game and the lines of a position, with engines that behave and others."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("duckdb")

import command_line
import scoresheet
from engine_processes import watched
from scoresheet.cli.exits import Exit
from scripted_engine import score_of
from viewing import Refusal, Viewer, running, write
from waiting import SECONDS, wait_until

SCRIPT = Path(__file__).with_name("scripted_engine.py")
START = scoresheet.Position().fen()
ACTIVE = ("waiting", "queued", "running", "ending")
GAMES = (
    '[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n',
    '[White "B"]\n\n1. d4 d5 (1... Nf6 {[%eval 0.1]}) 2. c4 {[%eval 0.3]} e6 *\n\n',
    '[White "C"]\n[Variant "Atomic"]\n\n1. e4 e5 *\n\n',
    '[White "D"]\n\n*\n\n',
)


@pytest.fixture(autouse=True)
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[int]]]:
    """The processes that a test has started. After it, none of them is left."""
    monkeypatch.setenv("SCORESHEET_CACHE", str(tmp_path / "cache"))
    with watched(tmp_path, monkeypatch) as found:
        yield found


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return write(tmp_path / "games.pgn", *GAMES)


@pytest.fixture
def opened(games: Path) -> Iterator[Callable[..., Viewer]]:
    """Opens the games with an engine that behaves in some way."""
    viewers: list[Viewer] = []

    def open_(*behaviour: str, inputs: object = games) -> Viewer:
        viewers.append(Viewer(inputs, engine=[sys.executable, str(SCRIPT), *behaviour]))
        return viewers[-1]

    yield open_
    for viewer in viewers:
        viewer.close()


def settled(viewer: Viewer, path: str) -> Any:
    """The response once the work is no longer active."""
    wait_until(lambda: viewer.get(path)["state"] not in ACTIVE)
    return viewer.get(path)


def best_of(position: scoresheet.Position) -> int:
    """What the well-behaved engine reports about a position, for the side to move."""
    return -min(score_of(position.play(move).fen()) for move in position.legal_moves)


def lines_of(viewer: Viewer, **asked: object) -> dict[str, Any]:
    """The lines of a position, once its search has ended."""
    number = viewer.post("engine/lines", {"fen": START, "rules": "standard", **asked})["number"]
    return dict(settled(viewer, f"engine/lines/{number}"))


def refused(code: str, work: Callable[[], object]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        work()
    assert caught.value.error["code"] == code, caught.value.error
    return caught.value


# Without an engine


def test_without_an_engine_its_requests_fail(games: Path) -> None:
    viewer = Viewer(games)
    assert viewer.get("session")["engine"] is None
    asked = {"fen": START, "rules": "standard", "engine": "stockfish", "command": ["sh"]}
    for method, path in [
        ("GET", "engine"), ("POST", "engine/start"), ("POST", "engine/lines"), ("GET", "engine/lines/1"),
        ("GET", "game/0/analysis"), ("POST", "game/0/analysis"), ("POST", "game/0/analysis/stop"),
    ]:  # fmt: skip
        ask = (lambda path=path: viewer.get(path)) if method == "GET" else (lambda path=path: viewer.post(path, asked))
        assert refused("not-found", ask).status == 404
    viewer.close()


# A game


def test_a_game_is_analysed_and_the_file_stays_as_it_is(opened: Callable[..., Viewer], games: Path) -> None:
    before = games.read_bytes()
    viewer = opened()
    assert viewer.get("game/0/analysis") == {"state": "none"}
    started = viewer.post("game/0/analysis", {"nodes": 20_000})
    assert (started["row"], started["total"]) == (0, 7)
    done = settled(viewer, "game/0/analysis")
    assert (done["state"], done["done"]) == ("done", 7)
    game = viewer.get("game/0")
    assert game["analysis"]["engine"] == "Scripted\N{REPLACEMENT CHARACTER}[2J 1.0"
    assert game["analysis"]["nodes"] == 20_000
    assert games.read_bytes() == before
    moves = list(scoresheet.parse(GAMES[0]).mainline())
    shown = [node for node in game["nodes"] if "eval" in node]
    expected = [best_of(node.position) * (1 if node.position.turn == "white" else -1) for node in moves]
    assert [node["eval"]["cp"] for node in shown] == expected
    marks = sum(game["analysis"][side][kind] for side in ("white", "black") for kind in ("inaccuracies", "mistakes"))
    assert marks == sum(nag["code"] in ("$2", "$6") for node in game["nodes"] for nag in node.get("nags", []))
    text = viewer.post("game/0/text", {"format": "pgn"})["text"]
    assert [node.eval.cp for node in scoresheet.parse(text).mainline() if node.eval] == expected
    assert "sources" in viewer.post("game/0/text", {"format": "bgn"})["text"]
    viewer.post("game/0/analysis/remove")
    assert "analysis" not in viewer.get("game/0")
    assert "eval" not in viewer.post("game/0/text", {"format": "pgn"})["text"]


def test_evaluations_of_the_game_are_replaced(opened: Callable[..., Viewer]) -> None:
    viewer = opened()
    viewer.post("game/1/analysis", {})
    assert settled(viewer, "game/1/analysis")["state"] == "done"
    game = viewer.get("game/1")
    assert game["analysis"]["nodes"] == 100_000
    assert sum("eval" in node for node in game["nodes"]) >= 4
    assert viewer.get("game/0").keys() & {"analysis"} == set()


def test_an_analysis_is_stopped(opened: Callable[..., Viewer]) -> None:
    viewer = opened("until-stop")
    viewer.post("game/0/analysis", {})
    wait_until(lambda: viewer.get("game/0/analysis")["state"] == "running")
    viewer.post("game/0/analysis/stop")
    assert settled(viewer, "game/0/analysis")["state"] == "stopped"
    assert "analysis" not in viewer.get("game/0")


def test_only_one_game_is_analysed_at_a_time(opened: Callable[..., Viewer]) -> None:
    viewer = opened("until-stop")
    viewer.post("game/0/analysis", {})
    assert refused("engine-busy", lambda: viewer.post("game/1/analysis", {})).status == 409
    assert refused("engine-busy", lambda: viewer.post("game/0/analysis", {})).status == 409
    assert viewer.get("game/1/analysis") == {"state": "busy"}
    viewer.post("game/1/analysis/stop")  # another game's
    assert viewer.get("game/0/analysis")["state"] in ACTIVE
    viewer.post("game/0/analysis/stop")
    settled(viewer, "game/0/analysis")
    viewer.post("game/1/analysis", {})
    assert viewer.get("game/1/analysis")["state"] in ACTIVE


@pytest.mark.parametrize(
    ("row", "asked"),
    [
        (0, {"nodes": 3}), (0, {"nodes": "100000"}), (0, {"nodes": True}), (0, {"nodes": None}), (3, {}),
    ],
)  # fmt: skip
def test_what_cannot_be_analysed_is_refused(opened: Callable[..., Viewer], row: int, asked: dict[str, Any]) -> None:
    viewer = opened()
    assert refused("bad-request", lambda: viewer.post(f"game/{row}/analysis", asked)).status == 400


def test_rules_that_the_engine_lacks_are_named(opened: Callable[..., Viewer]) -> None:
    viewer = opened()
    viewer.post("game/2/analysis", {})
    failed = settled(viewer, "game/2/analysis")
    assert (failed["state"], failed["error"]["code"]) == ("failed", "engine-option")
    assert "UCI_Variant" in failed["error"]["message"]
    assert lines_of(viewer, rules="atomic")["error"]["code"] == "engine-option"
    assert "error" not in viewer.get("engine")  # it still works
    viewer.post("game/0/analysis", {})
    assert settled(viewer, "game/0/analysis")["state"] == "done"


def test_games_on_boards_without_edges_are_refused(opened: Callable[..., Viewer], tmp_path: Path) -> None:
    viewer = opened(inputs=write(tmp_path / "far.icn", "w 0/100 1 K0,0|R5,0|k9,9 5,0>5,7"))
    refused("bad-request", lambda: viewer.post("game/0/analysis", {}))


def test_an_analysis_ends_when_other_games_are_opened(opened: Callable[..., Viewer]) -> None:
    viewer = opened("until-stop")
    viewer.post("game/0/analysis", {})
    viewer.send("other.pgn", GAMES[1].encode())
    assert viewer.desk is not None
    game = viewer.desk.game
    assert game is not None
    wait_until(lambda: game.state == "stopped")
    assert viewer.get("game/0/analysis") == {"state": "none"}


# A position


def test_lines_of_a_position_become_deeper(opened: Callable[..., Viewer]) -> None:
    viewer = opened()
    found = lines_of(viewer, lines=2)
    assert (found["state"], found["ended"], len(found["lines"])) == ("done", None, 2)
    best = found["lines"][0]
    assert best["eval"] == {"cp": best_of(scoresheet.Position())}
    assert best["moves"][0]["uci"] == scoresheet.Position().parse(best["moves"][0]["san"]).uci()
    assert found["depth"] > 20


def test_the_engine_receives_the_moves_before_a_position(opened: Callable[..., Viewer], tmp_path: Path) -> None:
    log = tmp_path / "log"
    viewer = opened(f"log={log}")
    lines_of(viewer, moves=["g1f3", "g8f6"], engine="other", options={"Hash": 1}, path="/etc/passwd")
    assert f"position fen {START} moves g1f3 g8f6\n" in log.read_text()
    assert not [word for word in ("ucinewgame", "other", "Hash", "passwd") if word in log.read_text()]


def test_a_position_without_moves_reports_how_the_game_has_ended(opened: Callable[..., Viewer]) -> None:
    viewer = opened()
    found = lines_of(viewer, fen="7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert (found["state"], found["lines"], found["ended"]) == ("done", [], "checkmate")


def test_a_newer_position_replaces_the_older_one(opened: Callable[..., Viewer]) -> None:
    viewer = opened("until-stop")
    asked = {"fen": START, "rules": "standard"}
    older = viewer.post("engine/lines", asked)["number"]
    wait_until(lambda: viewer.get(f"engine/lines/{older}")["state"] == "running")
    newer = viewer.post("engine/lines", {**asked, "moves": ["e2e4"]})["number"]
    assert viewer.get(f"engine/lines/{older}") == {"number": older, "state": "taken"}
    wait_until(lambda: viewer.get(f"engine/lines/{newer}")["state"] == "running")
    viewer.post(f"engine/lines/{older}/stop")  # that of another page
    assert viewer.get(f"engine/lines/{newer}")["state"] == "running"
    viewer.post(f"engine/lines/{newer}/stop")
    assert settled(viewer, f"engine/lines/{newer}")["state"] == "stopped"


def test_many_requests_start_few_searches(opened: Callable[..., Viewer], tmp_path: Path) -> None:
    log = tmp_path / "log"
    viewer = opened(f"log={log}", "until-stop", "slow=20")

    def ask() -> None:
        for _ in range(50):
            viewer.post("engine/lines", {"fen": START, "rules": "standard", "moves": ["e2e4"]})

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = viewer.post("engine/lines", {"fen": START, "rules": "standard"})
    wait_until(lambda: viewer.get(f"engine/lines/{found['number']}")["state"] == "running")
    assert log.read_text().count("go depth") < 200


def test_a_search_gives_way_to_the_analysis_of_a_game(opened: Callable[..., Viewer]) -> None:
    viewer = opened("nodeless")
    number = viewer.post("engine/lines", {"fen": START, "rules": "standard"})["number"]
    settled(viewer, f"engine/lines/{number}")
    viewer.post("game/0/analysis", {})
    wait_until(lambda: viewer.get("game/0/analysis")["state"] == "running")
    number = viewer.post("engine/lines", {"fen": START, "rules": "standard"})["number"]
    assert viewer.get(f"engine/lines/{number}")["state"] == "queued"
    viewer.post("game/0/analysis/stop")
    assert settled(viewer, f"engine/lines/{number}")["state"] == "done"


@pytest.mark.parametrize(
    "asked",
    [
        {"lines": 4}, {"lines": 0}, {"lines": True}, {"fen": 7}, {"fen": "x"}, {"rules": None}, {"moves": "e2e4"},
        {"moves": ["e2e5"]}, {"moves": ["e2e4"] * 1001}, {"fen": "k" * 20_000},
    ],
)  # fmt: skip
def test_a_request_without_sense_is_refused(opened: Callable[..., Viewer], asked: dict[str, Any]) -> None:
    viewer = opened()
    with pytest.raises(Refusal) as caught:
        viewer.post("engine/lines", {"fen": START, "rules": "standard", **asked})
    assert caught.value.status == 400


# Engines that fail


@pytest.mark.parametrize("behaviour", [("leave=3", "at=2"), ("abort", "at=2"), ("mute", "at=2")])
def test_an_engine_that_ends_can_be_started_again(
    opened: Callable[..., Viewer], monkeypatch: pytest.MonkeyPatch, behaviour: tuple[str, ...]
) -> None:
    monkeypatch.setattr("scoresheet.uci.process.QUITS_S", 0.2)
    viewer = opened(*behaviour)
    viewer.post("game/0/analysis", {})
    failed = settled(viewer, "game/0/analysis")
    assert (failed["state"], failed["error"]["code"]) == ("failed", "engine-exit")
    assert "\x1b" not in failed["error"]["message"]
    wait_until(lambda: "error" in viewer.get("engine"))
    assert refused("engine-exit", lambda: viewer.post("game/0/analysis", {})).status == 502
    number = viewer.post("engine/lines", {"fen": START, "rules": "standard"})["number"]
    assert viewer.get(f"engine/lines/{number}")["error"]["code"] == "engine-exit"
    assert "error" not in viewer.post("engine/start")
    wait_until(lambda: viewer.get(f"engine/lines/{number}")["depth"] == 1)  # what waited continues
    assert viewer.get("game/0")["row"] == 0


def test_an_engine_that_hangs_is_killed_when_it_is_stopped(
    opened: Callable[..., Viewer], monkeypatch: pytest.MonkeyPatch, processes: Callable[[], list[int]]
) -> None:
    monkeypatch.setattr("scoresheet.uci.conversation.STOPS_S", 0.2)
    viewer = opened("hang", "child")
    viewer.post("game/0/analysis", {})
    wait_until(lambda: viewer.get("game/0/analysis")["state"] == "running")
    viewer.post("game/0/analysis/stop")
    assert settled(viewer, "game/0/analysis")["state"] == "stopped"
    wait_until(lambda: not processes())
    assert lines_of(viewer)["error"]["code"] == "engine-exit"
    assert "error" not in viewer.post("engine/start")


def test_an_engine_that_cannot_be_started_again_is_named(
    opened: Callable[..., Viewer], tmp_path: Path, processes: Callable[[], list[int]]
) -> None:
    script = tmp_path / "engine.py"
    script.write_text(SCRIPT.read_text("utf-8"), "utf-8")
    viewer = Viewer(engine=[sys.executable, str(script)])
    for process in processes():
        os.kill(process, signal.SIGKILL)
    assert lines_of(viewer)["error"]["code"] == "engine-exit"
    script.unlink()
    assert refused("engine-start", lambda: viewer.post("engine/start")).status == 502
    assert viewer.get("engine")["error"]["code"] == "engine-start"
    viewer.close()


def test_the_end_of_the_server_ends_the_engine(games: Path, processes: Callable[[], list[int]]) -> None:
    from scoresheet.analysis.engines import EngineChoice

    engine = EngineChoice([sys.executable, str(SCRIPT), "until-stop", "child"])
    with running(games, engine=engine):
        assert processes()
    wait_until(lambda: not processes())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_no_signal_leaves_the_engine_running(games: Path, processes: Callable[[], list[int]], name: str) -> None:
    engine = shlex.join([sys.executable, str(SCRIPT), "until-stop"])
    words = [sys.executable, "-m", "scoresheet", "serve", "--no-browser", "--port", "0", str(games), "--engine", engine]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        body, headers = b'{"fen": "%s", "rules": "standard"}' % START.encode(), {"Content-Type": "application/json"}
        urllib.request.urlopen(urllib.request.Request(address + "api/engine/lines", body, headers), timeout=SECONDS)
        assert len(processes()) == 2
        server.send_signal(getattr(signal, name))
    wait_until(lambda: not processes())


# The command line


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--engine", "no-such-engine"), "no-such-engine"),
        (("--engine", f"'{sys.executable}' '{SCRIPT}' exit=3"), "does not speak UCI"),
        (("--engine", f"'{sys.executable}' '{SCRIPT}'", "--engine-option", "Hush=1"), "did you mean `Hash`"),
        (("--engine", "'unclosed"), "no closing quotation"),
        (("--engine", ""), "the command of an engine is empty"),
        (("--engine-option", "Hash=16"), "needs `--engine`"),
    ],
)
def test_it_does_not_start_with_an_engine_that_does_not(games: Path, words: tuple[str, ...], said: str) -> None:
    ended = command_line.run_text("serve", "--no-browser", games, *words)
    assert (ended.returncode, ended.stdout) == (Exit.WRONG_USE, "")
    assert said in ended.stderr

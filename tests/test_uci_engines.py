"""Engines of Debian, if they are installed, and python-chess sending Stockfish the same requests."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import chess.engine
import pytest

import scoresheet
from scoresheet import Engine, EngineError, Position

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
SECONDS = 60
OPTIONS = {"Threads": 1, "Hash": 16}


def installed(name: str) -> str:
    """The path of an engine. Without it, the test is skipped."""
    found = shutil.which(name) or shutil.which(name, path="/usr/games")
    return found or pytest.skip(f"`{name}` is not installed")


def started(name: str, **settings: Any) -> Engine:
    times = {"start_timeout": SECONDS, "reply_timeout": SECONDS, "search_timeout": SECONDS}
    return Engine(installed(name), **{**times, **settings})


@pytest.fixture(scope="module")
def stockfish() -> Iterator[Engine]:
    with started("stockfish", options=OPTIONS) as engine:
        yield engine


@pytest.fixture(scope="module")
def peer() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(installed("stockfish"), timeout=SECONDS) as engine:
        engine.configure(OPTIONS)
        yield engine


def positions() -> list[Position]:
    """A position of each of some games, some early and some late."""
    games = itertools.islice(scoresheet.read(EXAMPLES / "generated.pgn"), 0, 48, 4)
    found = [game.at(min(8 * number, game.ply_count)).position for number, game in enumerate(games, 1)]
    mate = Position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1")
    return [position for position in [*found, mate, mate.play("Kf8")] if position.outcome() is None]


def told(info: chess.engine.InfoDict) -> tuple[int | None, int | None, list[str]]:
    score = info["score"].white()
    return score.score(), score.mate(), [move.uci() for move in info["pv"]]


def by_peer(peer: chess.engine.SimpleEngine, fen: str, nodes: int, lines: int) -> list[object]:
    """The last exact line for each number, as python-chess reads them."""
    last: dict[int, chess.engine.InfoDict] = {}
    limit = chess.engine.Limit(nodes=nodes)
    with peer.analysis(chess.Board(fen), limit, multipv=lines, game=object()) as analysis:
        for info in analysis:
            if "score" in info and "pv" in info and not ("lowerbound" in info or "upperbound" in info):
                last[info.get("multipv", 1)] = info
    return [told(last[number]) for number in sorted(last)]


@pytest.mark.parametrize("lines", [1, 3])
def test_python_chess_sees_the_same_lines(stockfish: Engine, peer: chess.engine.SimpleEngine, lines: int) -> None:
    asked = positions()
    assert len(asked) > 10
    for position in asked:
        stockfish.new_game()
        found = stockfish.analyse(position, nodes=3000, lines=lines)
        own = [(line.eval.cp, line.eval.mate, [move.uci() for move in line.moves]) for line in found]
        assert own == by_peer(peer, position.fen(), 3000, lines), position.fen()


def test_lines_of_chess960_are_legal(stockfish: Engine) -> None:
    for game in scoresheet.read(EXAMPLES / "chess960.pgn"):
        stockfish.new_game()
        for node in itertools.islice(game.mainline(), 0, None, 8):
            [line] = stockfish.analyse(node, nodes=300)
            assert not line.cut
            assert line.sans


def test_limits_are_obeyed(stockfish: Engine) -> None:
    stockfish.check_limit(nodes=2000)
    stockfish.check_limit(depth=4)
    stockfish.check_limit(seconds=0.05)


def test_the_same_search_finds_the_same(stockfish: Engine) -> None:
    found = []
    for _ in range(2):
        stockfish.new_game()
        [line] = stockfish.analyse(Position(), nodes=5000)
        found.append((line.eval, line.moves, line.nodes))
    assert found[0] == found[1]


def test_mates_and_chances(stockfish: Engine) -> None:
    stockfish.configure({"UCI_ShowWDL": True})
    game = scoresheet.parse("1. f3 e5 2. g4 *")
    [line] = stockfish.analyse(game.last, depth=6)
    assert (line.eval.mate, line.sans, line.wdl) == (-1, ["Qh4#"], (0, 0, 1000))
    assert stockfish.play(game.last, white_clock=1, black_clock=1) == line.moves[0]
    stockfish.configure({"UCI_ShowWDL": False})
    assert stockfish.analyse(game.last, depth=6)[0].wdl is None


def test_rules_that_it_does_not_know_are_refused(stockfish: Engine) -> None:
    with pytest.raises(EngineError, match="has no option `UCI_Variant`") as caught:
        stockfish.analyse(Position(variant="crazyhouse"), depth=1)
    assert caught.value.code == "engine-option"


@pytest.mark.long
@pytest.mark.parametrize("name", ["toga2", "ethereal-chess", "fairy-stockfish"])
def test_other_engines_find_legal_lines(name: str) -> None:
    with started(name) as engine:
        engine.check_limit(depth=4)
        engine.check_limit(seconds=0.05)
        for position in positions():
            for line in engine.analyse(position, depth=5, lines=2):
                assert not line.cut
                assert line.sans
            assert position.is_legal(engine.play(position, depth=3))


@pytest.mark.long
@pytest.mark.parametrize("name", ["toga2", "ethereal-chess"])
def test_engines_that_do_not_count_nodes_are_found_out(name: str) -> None:
    with started(name, search_timeout=1) as engine, pytest.raises(EngineError) as caught:
        engine.check_limit(nodes=100_000)
    assert caught.value.code == "engine-limit"


@pytest.mark.long
@pytest.mark.parametrize(
    "variant", ["crazyhouse", "antichess", "kingofthehill", "threecheck", "horde", "racingkings", "crazyhouse960"]
)
def test_lines_of_other_rules_are_legal(variant: str) -> None:
    game = scoresheet.Game(variant=variant)
    with started("fairy-stockfish") as engine:
        while game.ply_count < 60 and game.last.position.outcome() is None:
            [line] = engine.analyse(game.last, depth=4)
            assert not line.cut
            game.add(line.moves[0])
    assert game.ply_count > 6

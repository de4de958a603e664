"""Stockfish, where it is installed, and python-chess asking it the same."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import pytest

import scoresheet
from scoresheet import Engine, EngineError, Position

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
FOUND = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
pytestmark = pytest.mark.skipif(FOUND is None, reason="Stockfish is not installed")
SECONDS = 60
OPTIONS = {"Threads": 1, "Hash": 16}


@pytest.fixture(scope="module")
def stockfish() -> Iterator[Engine]:
    times = {"start_timeout": SECONDS, "reply_timeout": SECONDS, "search_timeout": SECONDS}
    with Engine("stockfish", options=OPTIONS, **times) as engine:
        yield engine


@pytest.fixture(scope="module")
def peer() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(str(FOUND), timeout=SECONDS) as engine:
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

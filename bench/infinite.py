"""How long the rules of infinite boards take: by pieces, by the size of coordinates, and over a game.

python -m bench.infinite [--runs N] [-o build/infinite.json]
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from bench.inputs import ROOT
from bench.machine import circumstances
from scoresheet.infinite import Move, Piece, Position
from scoresheet.infinite.document import Promotion
from scoresheet.infinite.pieces import BLACK, BY_CODE, KINDS, WHITE
from scoresheet.infinite.rules import Board, Replay, is_check
from scoresheet.infinite.state import classical_start

RUNS = 20
OUTPUT = ROOT / "build" / "infinite.json"
USUAL = [kind.code for kind in KINDS if not kind.royal and kind.code not in ("hu", "vo", "ob")]
GROWING = (50, 100, 200, 400)
Row = dict[str, Any]


def scattered(count: int, digits: int, huygens: int = 0, royal_queens: int = 4) -> Position:
    """Pieces of all kinds in clusters whose lines meet, with no king in check.

    The numbers of the clusters have the given length; which of them a piece has does not depend on that.
    """
    for seed in range(1000):
        position = _scattered(random.Random(seed), count, digits, huygens, royal_queens)
        if len(position.pieces) == count and not position.is_check:
            return position
    raise SystemExit("no such position without check was found")


def _scattered(chance: random.Random, count: int, digits: int, huygens: int, royal_queens: int) -> Position:
    far = random.Random(digits)
    places = [far.choice((-1, 1)) * far.randrange(10 ** (digits - 1), 10**digits) for _ in range(max(4, count // 8))]
    special = ["k"] * 2 + ["rq"] * royal_queens + ["hu"] * huygens
    pieces: dict[tuple[int, int], Piece] = {}
    for number in range(count):
        code = special[number] if number < len(special) else chance.choice(USUAL)
        square = (chance.choice(places) + chance.randint(-4, 4), chance.choice(places) + chance.randint(-4, 4))
        pieces[square] = Piece(BY_CODE[code], (WHITE, BLACK)[number % 2])
    return Position(pieces, frozenset(pieces))


def game(halfmoves: int) -> tuple[Position, list[Move]]:
    """A random legal game from the usual start without edges in which nothing is captured."""
    pieces, rights = classical_start()
    promotions = {WHITE: Promotion((8,), None), BLACK: Promotion((1,), None)}
    start = Position(pieces, frozenset(rights), move_rule=(0, 100), promotions=promotions)
    for seed in range(1000):
        moves = list(islice(_random_game(random.Random(seed), start), halfmoves))
        if len(moves) == halfmoves:
            return start, moves
    raise SystemExit("no such game was found")


def _random_game(chance: random.Random, start: Position) -> Iterator[Move]:
    replay = Replay(start)
    while replay.end is None:
        legal = replay.legal_moves
        for one in chance.sample([*legal.moves, *legal.rays], len(legal.moves) + len(legal.rays)):
            if isinstance(one, Move):
                move = one
            else:
                last = 10**40 if one.last is None else one.last
                move = Move(one.start, one.square(chance.randint(one.first, last)))
            if move.end not in replay.board.pieces and (move.promotion or move.end in _ends(one, move)):
                break
        else:
            return
        replay.play(move)
        yield move


def _ends(one: Any, move: Move) -> Any:
    return (move.end,) if isinstance(one, Move) else one


def timed(function: Callable[[], object], runs: int, times: int = 1) -> Row:
    """Median, least and most milliseconds of one call."""
    taken = []
    for _ in range(runs):
        started = time.perf_counter()
        for _ in range(times):
            function()
        taken.append((time.perf_counter() - started) * 1000 / times)
    return {"median": statistics.median(taken), "least": min(taken), "most": max(taken)}


def legal(position: Position) -> object:
    """The legal moves from the position alone: the board and its lines are made again."""
    moves = position.replace().legal_moves
    if not moves:
        raise SystemExit("no legal moves, where there are many")
    return moves


def rows(runs: int) -> Iterator[Row]:
    """Each figure, with the limit that it has to stay below, if there is one, in milliseconds."""
    usual = scattered(200, 40)
    yield row(counted(200), timed(lambda: legal(usual), runs), 20)
    some = scattered(200, 40, huygens=20)
    yield row("legal moves, 200 pieces, of them 20 huygens, 40 digits", timed(lambda: legal(some), runs))
    yield row("check test, the same, board made anew", timed(lambda: usual.replace().is_check, runs), 1)
    board = Board(usual)
    yield row("check test, the same, board at hand", timed(lambda: is_check(board, WHITE), runs, 100), 1)
    start, moves = game(1000)
    name = "game of 1,000 half-moves, 32 pieces, legality and end after each"
    yield row(name, timed(lambda: replayed(start, moves), max(3, runs // 4)), 500)
    for count in (some for some in GROWING if some != 200):
        position = scattered(count, 40)
        yield row(counted(count), timed(lambda p=position: legal(p), runs))  # type: ignore[misc]
    for digits in (5, 400):
        position = scattered(200, digits)
        yield row(f"legal moves, 200 pieces, {digits} digits", timed(lambda p=position: legal(p), runs))  # type: ignore[misc]


def row(name: str, figures: Row, below: float | None = None) -> Row:
    """One figure by its name."""
    return {"name": name, "below": below} | figures


def replayed(start: Position, moves: list[Move]) -> None:
    """Plays a game, and checks after every half-move whether it is over."""
    replay = Replay(start)
    for move in moves:
        replay.play(move)
        if replay.end is not None:
            raise SystemExit(f"the game ended at half-move {replay.ply}")
    if len(replay.board.pieces) != len(start.pieces):
        raise SystemExit("pieces are missing")


def main(arguments: list[str]) -> int:
    """Measures, prints a table and keeps the figures."""
    parser = argparse.ArgumentParser(description="Measure the rules of infinite boards.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    found = []
    for figures in rows(options.runs):
        found.append(figures)
        spread = f"({figures['least']:.3f} to {figures['most']:.3f})"
        below = f", to be below {figures['below']} ms" if figures["below"] else ""
        print(f"{figures['median']:9.3f} ms {spread:<20} {figures['name']}{below}")
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(described(options.runs, found), indent=1) + "\n")
    print(f"\nkept in {options.output}")
    return 0


def described(runs: int, found: list[Row]) -> dict[str, Any]:
    """The figures and what they were measured on."""
    return {
        **circumstances(),
        "runs": runs,
        "rows": found,
        "growth": round(growth(found), 2),
    }


def growth(found: list[Row]) -> float:
    """The power of the number of pieces that time grows with, from the fewest to the most of them."""
    few, many = GROWING[0], GROWING[-1]
    by = {figures["name"]: figures["least"] for figures in found}
    return math.log(by[counted(many)] / by[counted(few)]) / math.log(many / few)


def counted(pieces: int) -> str:
    """The name of a figure by the number of pieces."""
    return f"legal moves, {pieces} pieces, 40 digits"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""How fast questions about players and events run on Parquet.

python -m bench.players [--runs N] [--events N] [-o build/players.json]

The games of players are the plain sample. Events are made: round robins of eight players, whose games have no moves.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import scoresheet
from bench.inputs import ROOT, plain
from bench.machine import circumstances
from bench.process import spread

RUNS, EVENTS, PLAYERS = 7, 10_000, 8
OUTPUT = ROOT / "build" / "players.json"
TOP = "select player from sides group by player order by count(*) desc, player limit 1"


def events(number: int) -> Iterator[str]:
    """Round robins as PGN."""
    rng = random.Random(1)
    for event in range(number):
        for white, black in itertools.combinations(range(PLAYERS), 2):
            result = rng.choice(["1-0", "0-1", "1/2-1/2"])
            tags = f'[Event "Event {event}"]\n[Site "Here"]\n[Round "{white + black}"]\n'
            yield f'{tags}[White "P{white}"]\n[Black "P{black}"]\n[Result "{result}"]\n\n{result}\n\n'


def timed(name: str, asked: Callable[[], int], runs: int) -> dict[str, Any]:
    """The seconds of each run, and the rows of the result."""
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        rows = asked()
        seconds.append(time.perf_counter() - started)
    print(f"{name:<30} {rows:9,} rows  {spread(seconds)['median']:.3f} s", file=sys.stderr)
    return {"name": name, "rows": rows, "seconds": spread(seconds)}


def main(arguments: list[str]) -> int:
    """Measures, prints the figures and keeps them."""
    parser = argparse.ArgumentParser(description="Measure how fast questions of players are answered.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        games, tables = str(Path(folder, "games.parquet")), str(Path(folder, "events.parquet"))
        written = scoresheet.convert(str(plain()), games).written
        scoresheet.convert("".join(events(options.events)).encode(), tables)
        [(player,)] = scoresheet.query(games, TOP).fetchall()

        def ask(file: str, question: str, **values: Any) -> Callable[[], int]:
            return lambda: len(scoresheet.query(file, question, **values).fetchall())

        counted = "select color, sum(score) from sides group by color"
        rows = [
            timed("sides", ask(games, counted), options.runs),
            timed("@player", ask(games, "player", player=player), options.runs),
            timed("@rating", ask(games, "rating", player=player, by="day"), options.runs),
            timed("@opponents", ask(games, "opponents", player=player), options.runs),
            timed("@repertoire", ask(games, "repertoire", player=player), options.runs),
            timed("@standings", ask(tables, "standings"), options.runs),
            timed("@crosstable", ask(tables, "crosstable"), options.runs),
        ]
    result = {"games": written, "events": options.events, "players": PLAYERS, "rows": rows} | circumstances()
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(result, indent=1) + "\n")
    print(f"kept in {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

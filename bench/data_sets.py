"""How fast data sets in Parquet are read, beside PGN with the same games.

python -m bench.data_sets [--runs N] [-o build/data_sets.json]

The tables have the columns of `Lichess/standard-chess-games` on Hugging Face. Both are checked: every move is played.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet

import scoresheet
from bench.inputs import ROOT, clocks, plain
from bench.machine import circumstances
from bench.process import spread

RUNS, THREADS = 7, 2
OUTPUT = ROOT / "build" / "data_sets.json"

NUMBERS = ("WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff")
NAMES = (
    "Event", "Site", "White", "Black", "Result", "WhiteTitle", "BlackTitle", *NUMBERS, "UTCDate", "UTCTime", "ECO",
    "Opening", "Termination", "TimeControl",
)  # fmt: skip


def number(text: str | None) -> int | None:
    """A rating, or None if it is unknown."""
    return int(text) if text and text.lstrip("+-").isdecimal() else None


def as_table(games: Path, target: Path, compression: str) -> int:
    """Writes a table with the games of a file; returns how many there are."""
    rows: list[dict[str, Any]] = []
    for game in scoresheet.read(games):
        tags = dict(game.tags)
        moves = game.to("pgn").rpartition("]\n\n")[2]
        row: dict[str, Any] = {name: tags.get(name) for name in NAMES}
        rows.append({**row, **{name: number(tags.get(name)) for name in NUMBERS}, "movetext": " ".join(moves.split())})
    table = pyarrow.Table.from_pylist(rows)
    pyarrow.parquet.write_table(table, target, compression=compression)
    return len(rows)


def checked(path: Path) -> tuple[int, float]:
    """The games of a file, and how long it takes to play them."""
    started = time.perf_counter()
    report = scoresheet.check(path, threads=THREADS)
    return report.games, time.perf_counter() - started


def compared(games: Path, folder: Path, compression: str, runs: int) -> dict[str, Any]:
    """Both forms of the games of a file, in turn."""
    # Written again, so that the text of both is laid out in the same way.
    text, table = folder / "games.pgn", folder / "games.parquet"
    scoresheet.convert(games, text, force=True)
    count = as_table(text, table, compression)
    seconds: dict[str, list[float]] = {"pgn": [], "parquet": []}
    for _ in range(runs):
        for path in (text, table):
            found, took = checked(path)
            if found != count:
                raise SystemExit(f"{path.name} has {found} games, not {count}")
            seconds[path.suffix[1:]].append(took)
    medians = {name: spread(each) for name, each in seconds.items()}
    shown = {name: count / each["median"] for name, each in medians.items()}
    print(
        f"{games.name:<28} {compression:<7} {count:7,} games  {shown['pgn']:10,.0f} {shown['parquet']:10,.0f} games/s"
    )
    return {"file": games.name, "compression": compression, "games": count, "seconds": medians}


def main(arguments: list[str]) -> int:
    """Measures, prints the figures and keeps them."""
    parser = argparse.ArgumentParser(description="Measure how fast data sets in Parquet are read.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            compared(games, Path(folder), compression, options.runs)
            for games in (plain(), clocks())
            for compression in ("zstd", "snappy")
        ]
    result = {"threads": THREADS, "rows": rows} | circumstances()
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(result, indent=1) + "\n")
    print(f"kept in {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

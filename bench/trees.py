"""How fast and in how much memory many games become one tree.

python -m bench.trees [--runs N] [-o build/trees.json]

The games are those of the sample three times over, which is about a Lichess month of 2013. The trees are 30 plies deep:
with the moves that fit by default, with every move that two games have, and of the player with the most games.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.inputs import ROOT
from bench.machine import circumstances
from bench.ours import COMMAND, fresh
from bench.process import Job
from bench.transforms import repeated

RUNS = 5
OUTPUT = ROOT / "build" / "trees.json"
MONTH = 3
TOP = "select player from sides group by player order by count(*) desc, player limit 1"


def jobs(folder: Path, player: str) -> Iterator[Job]:
    """The commands, each of which replaces its output."""
    options = {
        "by default": [],
        "all moves of two games": ["--min-games", "2", "--max-moves", "1000000"],
        "without names of games": ["--examples", "0"],
        "orders apart": ["--no-transpositions"],
        "one player": ["--player", player, "--color", "white"],
    }
    output = folder / "tree.pgn"
    command = [COMMAND, "tree", str(repeated(MONTH)), "-o", str(output), "--plies", "30", "--threads", "2", "--quiet"]
    for name, more in options.items():
        yield Job(name, "", [*command, *more], before=fresh(output))


def main(arguments: list[str]) -> int:
    """Measures, prints the figures and keeps them."""
    import scoresheet

    parser = argparse.ArgumentParser(description="Measure how fast many games become one tree.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        [(player,)] = scoresheet.query(str(repeated(1)), TOP).fetchall()
        measured = list(jobs(Path(folder), player))
        rows = []
        for number in range(options.runs):
            for job in measured:
                print(f"{number + 1}/{options.runs} {job.name}", file=sys.stderr)
                job.run()
                if number == 0:
                    (tree,) = scoresheet.read(Path(folder) / "tree.pgn")
                    rows.append({"name": job.name, "moves": len(list(tree.walk()))})
    for row, job in zip(rows, measured, strict=True):
        result = job.result()
        row |= {"wall": result["wall"], "peak": result["peak"]}
        figures = f"{result['wall']['median']:.2f} s {result['peak']['median'] / 1e6:,.0f} MB"
        print(f"{row['name']:<24} {row['moves']:>9,} moves {figures}")
    games = scoresheet.check(repeated(MONTH)).games
    found = {"runs": options.runs, "games": games, "rows": rows} | circumstances()
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(found, indent=1) + "\n")
    print(f"kept in {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

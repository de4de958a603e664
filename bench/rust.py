"""How fast a program in Rust visits the games of a month, beside the commands that read the same games.

python -m bench.rust [--runs N] [--profile release] [-o build/rust.json]

The program is the example `castlings` of the core, built here with the profile `dist`, as what ships is. Name the other
profile if the package is built with that. The program and the commands take turns, each with one thread.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from bench.inputs import ROOT, plain
from bench.machine import circumstances
from bench.ours import COMMAND, GAMES
from bench.process import Job

RUNS = 7
OUTPUT = ROOT / "build" / "rust.json"
EXAMPLE = ["--package", "scoresheet-core", "--example", "castlings"]


def program(profile: str) -> str:
    """Builds the example; returns its path."""
    subprocess.run(["cargo", "build", "--quiet", "--locked", "--profile", profile, *EXAMPLE], check=True, cwd=ROOT)
    return str(ROOT / "target" / profile / "examples" / "castlings")


def is_whole(out: bytes) -> None:
    """Fails unless the program has read all games without an error."""
    first = out.decode().splitlines()[0]
    if not first.startswith(f"{GAMES['plain']} games, ") or not first.endswith(", 0 games with an error"):
        raise SystemExit(f"the example read {first}")


def main(arguments: list[str]) -> int:
    """Measures, prints the figures and keeps them."""
    parser = argparse.ArgumentParser(description="Measure how fast a visitor in Rust is.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--profile", default="dist", choices=["dist", "release"])
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    games = str(plain())
    jobs = [
        Job("the example `castlings`", games, [program(options.profile), games], check=is_whole),
        Job("`scoresheet check`", games, [COMMAND, "check", games, "--threads", "1", "--quiet"]),
        Job(
            "`scoresheet query @castling moves=10`",
            games,
            [COMMAND, "query", games, "@castling", "moves=10", "--threads", "1"],
        ),
    ]
    for _ in range(options.runs):
        for job in jobs:
            job.run()
    rows = [job.result() for job in jobs]
    for row in rows:
        wall, peak = row["wall"]["median"], row["peak"]["median"]
        print(f"{row['name']:<30} {wall:.3f} s  {GAMES['plain'] / wall:10,.0f} games/s  {peak / 1e6:4.0f} MB")
    result = {"games": GAMES["plain"], "profile": options.profile, "rows": rows} | circumstances()
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(result, indent=1) + "\n")
    print(f"kept in {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What an analysis costs beside the engine: processor time, memory, and the size of the store.

python -m bench.analysis [--games N] [-o build/analysis.json]

It needs Stockfish. Each measurement is a separate process, so that its memory is separate, too.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import scoresheet
from bench.inputs import ROOT, plain
from bench.machine import circumstances

ENGINE = "stockfish"
OUTPUT = ROOT / "build" / "analysis.json"
FEW, MANY = 20, 10_000
"""Games that are searched well, and games that are searched badly."""


def measured(limit: dict[str, int], games: int, engines: int) -> dict[str, Any]:
    """Analyses some games in this process."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder, "store")
        started, own = time.perf_counter(), time.process_time()
        report = scoresheet.analyse(
            plain(), str(Path(folder, "out.bgnl")), engine=ENGINE, engines=engines, limit=games, store=store, **limit
        )
        found = report.analysis
        assert found is not None
        # The engines have ended, so what they used is known.
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return {
            "limit": " ".join(f"{name} {value}" for name, value in limit.items()),
            "engine": found.engines[0],
            "games": found.games,
            "written": report.written,
            "failed": found.failed,
            "restarts": found.restarts,
            "positions": found.positions,
            "seconds": time.perf_counter() - started,
            "own": time.process_time() - own,
            "engines": children.ru_utime + children.ru_stime,
            "store": store.stat().st_size,
            "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        }


def alone(limit: dict[str, int], games: int, engines: int) -> dict[str, Any]:
    """The same in a separate process."""
    told = json.dumps([limit, games, engines])
    print(f"{games:,} games, {told}", file=sys.stderr)
    done = subprocess.run(
        [sys.executable, "-m", "bench.analysis", "--measure", told], stdout=subprocess.PIPE, check=True, cwd=ROOT
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main(arguments: list[str]) -> int:
    """Measures, prints the figures and keeps them."""
    parser = argparse.ArgumentParser(description="Measure what an analysis costs beside the engine.")
    parser.add_argument("--games", type=int, default=MANY)
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    if options.measure:
        print(json.dumps(measured(*json.loads(options.measure))))
        return 0
    rows = [
        alone({"nodes": 100_000}, FEW, 1),
        alone({"depth": 1}, options.games // 10, 2),
        alone({"depth": 1}, options.games, 2),
    ]
    result = {"rows": rows} | circumstances()
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(result, indent=1) + "\n")
    for one in rows:
        share, each = 100 * one["own"] / one["engines"], 1000 * one["own"] / one["positions"]
        print(
            f"{one['limit']:<13} {one['games']:6,} games, {one['positions']:8,} positions in {one['seconds']:.0f} s: "
            f"own time {share:.2f} % of the engine's, {each:.2f} ms a position; store "
            f"{one['store'] / one['positions']:.0f} bytes a position; {one['memory'] / 1e6:.0f} MB"
        )
    print(f"\nkept in {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

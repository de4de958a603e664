"""How fast SQL reads games by the extension alone, beside `check`, which reads and replays the same games.

python -m bench.tables [--runs N] [-o build/tables.json]

Both take turns on the plain sample, as it came and unpacked. The connection to DuckDB is open, as it is in a session;
`check` counts in this process, too.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb

import scoresheet
from bench.inputs import ROOT, packed, plain
from bench.machine import circumstances
from bench.process import spread

RUNS = 7
OUTPUT = ROOT / "build" / "tables.json"
LEAST = 0.7
"""The required speed, as a share of that of `check`."""

COUNTED = "count(*), sum(ply_count), count(*) FILTER (mate), count(*) FILTER (stalemate), count(error_code)"
QUERIES = {
    "the counts of `check`": f"SELECT {COUNTED} FROM read_games(?)",
    "`count(*)`": "SELECT count(*) FROM read_games(?)",
    "names and ratings": "SELECT max(white), max(black), avg(white_elo + black_elo) FROM read_games(?)",
    "all moves": "SELECT sum(len(from_square) + len(to_square) + len(castle)) FROM read_games(?)",
    "errors": "SELECT count(*) FROM read_games_errors(?)",
}


def timed(asked: Callable[[], Any], seconds: list[float]) -> Any:
    """The result; its time is added to the others."""
    started = time.perf_counter()
    answer = asked()
    seconds.append(time.perf_counter() - started)
    return answer


def measured(connection: duckdb.DuckDBPyConnection, file: Path, runs: int) -> dict[str, Any]:
    """The seconds of `check` and of each query, in turns."""
    checked: list[float] = []
    asked: dict[str, list[float]] = {name: [] for name in QUERIES}
    for _ in range(runs):
        report = timed(lambda: scoresheet.check(str(file)), checked)
        counts = report.games, report.plies, report.mates, report.stalemates, report.faulty
        for name, sql in QUERIES.items():
            [row] = timed(lambda sql=sql: connection.execute(sql, [str(file)]).fetchall(), asked[name])
            if name == next(iter(QUERIES)) and row != counts:
                raise SystemExit(f"{file.name}: SQL counts {row}, `check` counts {counts}")
    for name, seconds in asked.items():
        share = spread(checked)["median"] / spread(seconds)["median"]
        print(f"{file.name:<34} {name:<24} {spread(seconds)['median']:.3f} s  {share:.2f} of `check`", file=sys.stderr)
    return {
        "file": file.name,
        "games": report.games,
        "check": spread(checked),
        "queries": {name: spread(seconds) for name, seconds in asked.items()},
    }


def main(arguments: Sequence[str]) -> int:
    """Measures, prints the figures and keeps them."""
    parser = argparse.ArgumentParser(description="Measure how fast SQL reads games by the extension alone.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{scoresheet.extension_path()}'")
    rows = [measured(connection, file, options.runs) for file in (plain(), packed())]
    result = {"rows": rows, "runs": options.runs, "least": LEAST, "duckdb": duckdb.__version__} | circumstances()
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(result, indent=1) + "\n")
    print(f"kept in {options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

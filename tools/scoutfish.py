"""Compares the games in which patterns hold with those that Scoutfish finds, and how long both take.

    python tools/scoutfish.py [-o build/scoutfish.json] [--program PATH] [--runs N]

The program is a peer of the benchmarks: `scoutfish` in the folder `SCORESHEET_PEERS`, by default `build/peers`. It is
under the GPL and never part of this tree. Both search the sample of January 2013 in SCORESHEET_DATA with two threads:
Scoutfish its own index, and Scoresheet a Parquet file with the families `tags` and `packed`. A difference that
`QUERIES` does not explain makes this fail.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import real_games
import scoresheet

SOURCE = "lichess_2013-01_part.pgn"
PROGRAM = Path(os.environ.get("SCORESHEET_PEERS", real_games.ROOT / "build" / "peers")) / "scoutfish"
THREADS = 2


@dataclass(frozen=True)
class Query:
    """The same question in both languages."""

    theirs: dict[str, Any]
    ours: str
    differs: str = ""
    """Why some games differ; empty if none may."""


OTHER_ROLES = "Scoutfish also finds promotions to other pieces"
PROMOTING = "Scoutfish does not count captures that promote"
BROKEN = "a streak that breaks hides one that begins at the same ply from Scoutfish"

QUERIES = [
    Query({"sub-fen": "rnbqkbnr/pp1p1ppp/2p5/4p3/3PP3/8/PPP2PPP/RNBQKBNR"},
          "board rnbqkbnr/pp1p1ppp/2p5/4p3/3PP3/8/PPP2PPP/RNBQKBNR"),
    Query({"sub-fen": "8/8/p7/8/8/1B3N2/8/8"}, "board 8/8/p7/8/8/1B3N2/8/8"),
    Query({"sub-fen": ["8/8/8/q7/8/8/8/8", "8/8/8/r7/8/8/8/8"]}, "[qr] on a5"),
    Query({"material": "KRPKR"}, "material KRPvKR and count P = 1"),
    Query({"material": ["KRKP", "KQKP"]}, "material KRvKP and count R = 1 or material KQvKP and count Q = 1"),
    Query({"imbalance": "BvN"}, "imbalance BvN"),
    Query({"imbalance": ["PPPv", "PPv"]}, "imbalance PPPv or imbalance PPv"),
    Query({"white-move": "O-O-O"}, "white move O-O-O"),
    Query({"black-move": ["O-O-O", "O-O"]}, "black move O-O-O or black move O-O"),
    Query({"white-move": "e8=Q"}, "white move e8=Q", OTHER_ROLES),
    Query({"moved": "KP", "captured": "Q"}, "[KPkp] moves and capture [Qq]", PROMOTING),
    Query({"stm": "black", "captured": "QR"}, "capture [QR]", PROMOTING),
    Query({"result": "1-0"}, "result 1-0"),
    Query({"result": "0-1", "result-type": "mate"}, "result 0-1 and mate"),
    Query({"result-type": "stalemate"}, "stalemate"),
    Query({"pass": ""}, "any"),
    Query({"sequence": [{"sub-fen": "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/2N2N2/PPPP1PPP/R1BQK2R", "result": "1-0"},
                        {"sub-fen": "8/8/8/8/2B5/8/8/8"}, {"sub-fen": "8/8/8/8/8/5B2/8/8"}]},
          "board r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/2N2N2/PPPP1PPP/R1BQK2R and result 1-0 then B on c4 then B on f3"),
    Query({"sequence": [{"white-move": "Nf3"}, {"captured": "Q"}]}, "white move Nf3 then capture [Qq]"),
    Query({"streak": [{"imbalance": "vP"}] * 3}, "imbalance vP for 3 plies"),
    Query({"streak": [{"captured": ""}, {"stm": "white", "captured": "Q"}, {"captured": ""}]},
          "not capture then within 1 ply capture q then within 1 ply not capture", BROKEN),
    Query({"streak": [{"white-move": "e5"}, {"pass": ""}, {"white-move": "f5"}]},
          "white move e5 then within 1 ply any then within 1 ply white move f5", BROKEN),
]  # fmt: skip


def main(arguments: Sequence[str]) -> int:
    """Compares all queries; returns 1 if a difference is unexplained, and 2 if something is missing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--program", type=Path, default=PROGRAM)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args(arguments)
    source = real_games.find(SOURCE)
    if not options.program.exists() or source is None:
        print(f"`{options.program}` or `{SOURCE}` in SCORESHEET_DATA is missing", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        rows = compare(source, options.program.resolve(), Path(folder), options.runs)
    if options.output:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        found = {"source": SOURCE, "threads": THREADS, "runs": options.runs, "queries": rows}
        options.output.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 1 if any(row["only_ours"] + row["only_theirs"] and not row["differs"] for row in rows) else 0


def compare(source: Path, program: Path, folder: Path, runs: int) -> list[dict[str, Any]]:
    """Runs every query with both programs."""
    pgn = folder / "games.pgn"
    scoresheet.convert(source, pgn)
    stored = scoresheet.convert(pgn, folder / "games.parquet", columns=["tags", "packed"], no_sort=True)
    subprocess.run([program, "make", pgn], check=True, capture_output=True)
    index, rows = pgn.with_suffix(".scout"), []
    every = scout(program, index, {"pass": ""}, 1)[0]["matches"]
    assert len(every) == stored.written
    numbers = {match["ofs"]: number for number, match in enumerate(every, 1)}
    for query in QUERIES:
        games = scoresheet.read(folder / "games.parquet", threads=THREADS).matches(query.ours)
        our_seconds = timed(games.count, runs)
        ours = set(games.arrow().column("game").to_pylist())
        answers = scout(program, index, query.theirs, runs)
        theirs = {numbers[match["ofs"]] for match in answers[0]["matches"]}
        row = {
            "theirs": query.theirs, "ours": query.ours, "differs": query.differs, "games": len(ours & theirs),
            "only_ours": len(ours - theirs), "only_theirs": len(theirs - ours), "our_seconds": our_seconds,
            "their_seconds": statistics.median(answer["processing time (ms)"] for answer in answers) / 1000,
        }  # fmt: skip
        print(json.dumps(row), file=sys.stderr)
        rows.append(row)
    return rows


def timed(work: Callable[[], object], runs: int) -> float:
    """The median of the seconds that a call takes."""
    taken = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def scout(program: Path, index: Path, query: dict[str, Any], runs: int) -> list[dict[str, Any]]:
    """Scoutfish's results for a query that is sent this many times."""
    asked = f"setoption name threads value {THREADS}\n" + f"scout {index} {json.dumps(query)}\n" * runs + "quit\n"
    said = subprocess.run([program], input=asked, capture_output=True, text=True, check=True).stdout
    decoder, answers, at = json.JSONDecoder(), [], said.find("{")
    while at >= 0:
        answer, end = decoder.raw_decode(said, at)
        answers.append(answer)
        at = said.find("{", end)
    return answers


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

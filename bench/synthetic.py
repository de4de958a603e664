"""Makes games that nobody has played, in any number, and compares them with real ones.

python -m bench.synthetic GAMES [-o FILE] [--seed NUMBER] [--clocks]
python -m bench.synthetic --compare [-o build/synthetic.json]

The first form writes PGN to FILE, or to standard output; a name that ends with `.zst` compresses it. The moves are
random bits, decoded by the move model of the archive, so each move is as likely as in real games; see
`tools/synthetic`. The same seed gives the same games, and fewer games are the first of more. `--compare` makes as
many games as the plain sample has, and compares what both are like. cargo builds the generator first.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import zstandard

import scoresheet
from bench.inputs import ROOT, SAMPLE, plain
from bench.machine import circumstances

OUTPUT = ROOT / "build" / "synthetic.json"
BUILD = ["cargo", "build", "--release", "--quiet", "-p", "scoresheet-synthetic"]
COLUMNS = ["tags", "summary", "moves"]

ONE_GAME = """
    count(*) AS games, avg(ply_count) AS plies, stddev(ply_count) AS plies_deviation,
    quantile_disc(ply_count, [0.05, 0.25, 0.5, 0.75, 0.95, 0.99]) AS plies_quantiles, max(ply_count) AS plies_most,
    avg(mate::INT) AS mates, avg(stalemate::INT) AS stalemates,
    avg((result = '1-0')::INT) AS white_wins, avg((result = '0-1')::INT) AS black_wins,
    avg((ended_by = 'Time forfeit')::INT) AS forfeits,
    avg((white_castle IS NOT NULL)::INT) AS white_castles, avg((black_castle IS NOT NULL)::INT) AS black_castles,
    avg(captures) AS captures, avg(white_checks + black_checks) AS checks, avg(promotions) AS promotions,
    avg(en_passants) AS en_passants, count(DISTINCT opening) AS openings,
    avg((white_elo + black_elo) / 2) AS rating, avg(abs(white_elo - black_elo)) AS rating_difference
"""
"""Figures of a table of games."""

PLAYERS = """
    WITH named AS (SELECT white AS name FROM games UNION ALL SELECT black FROM games),
    played AS (SELECT name, count(*) AS games FROM named GROUP BY name)
    SELECT count(*) AS players, count(*) FILTER (games = 1) AS players_once, max(games) AS games_most FROM played
"""

PLIES = (2, 4, 8, 12, 16, 20, 30)
"""After how many plies different lines are counted."""


def generator() -> Path:
    """The program, built."""
    subprocess.run(BUILD, cwd=ROOT, check=True)
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "scoresheet-synthetic"


def write(program: Path, games: int, out: Path | None, seed: int = 1, clocks: bool = False) -> None:
    """Lets the program write games to a file, which appears when it is complete, or to standard output."""
    command = [str(program), str(games), "--seed", str(seed), *(["--clocks"] if clocks else [])]
    if out is None:
        subprocess.run(command, check=True)
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_name(f"{out.name}.part")
    with part.open("wb") as file, subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        if out.suffix == ".zst":
            zstandard.ZstdCompressor(3).copy_stream(process.stdout, file)
        else:
            shutil.copyfileobj(process.stdout, file, 1 << 20)
    if process.returncode:
        raise SystemExit(f"{command[0]} ended with {process.returncode}")
    part.rename(out)


def described(file: Path) -> dict[str, Any]:
    """What the games of a file are like, and how small they become."""
    with tempfile.TemporaryDirectory() as folder:
        table, archive = Path(folder) / "games.parquet", Path(folder) / "games.scz"
        scoresheet.convert(str(file), str(table), columns=COLUMNS)
        report = scoresheet.convert(str(file), str(archive))
        connection = duckdb.connect()
        connection.execute(f"CREATE VIEW games AS FROM '{table}'")
        found = only_row(connection.execute(f"SELECT {ONE_GAME} FROM games"))
        found |= only_row(connection.execute(PLAYERS))
        lines = ", ".join(f"count(DISTINCT (from_square[:{ply}], to_square[:{ply}]))" for ply in PLIES)
        [counts] = connection.execute(f"SELECT {lines} FROM games").fetchall()
        text = file.read_bytes()
        return found | {
            "lines": dict(zip(map(str, PLIES), counts, strict=True)),
            "errors": report.faulty,
            "bytes": len(text),
            "zstd": len(zstandard.ZstdCompressor(19, threads=-1).compress(text)),
            "parquet": table.stat().st_size,
            "archive": archive.stat().st_size,
        }


def only_row(answer: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """The row, by the names of its columns."""
    names = [column[0] for column in answer.description or ()]
    [row] = answer.fetchall()
    return dict(zip(names, row, strict=True))


def compared() -> dict[str, Any]:
    """The real games, as many synthetic ones, and how fast these were made."""
    real = described(plain())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "synthetic.pgn"
        program = generator()
        started = time.perf_counter()
        write(program, real["games"], file)
        seconds = time.perf_counter() - started
        return {"sample": SAMPLE, "real": real, "synthetic": described(file), "seconds": round(seconds, 3)}


def main(arguments: Sequence[str]) -> int:
    """Writes games, or compares them with real ones."""
    parser = argparse.ArgumentParser(description="Make games that nobody has played, and compare them with real ones.")
    parser.add_argument("games", metavar="GAMES", type=int, nargs="?")
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clocks", action="store_true")
    parser.add_argument("--compare", action="store_true")
    options = parser.parse_args(arguments)
    if options.compare == (options.games is not None):
        parser.error("give the number of games, or --compare")
    if not options.compare:
        write(generator(), options.games, options.output, options.seed, options.clocks)
        return 0
    output = options.output or OUTPUT
    result = compared() | circumstances()
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps(result, indent=1) + "\n")
    print(f"kept in {output}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

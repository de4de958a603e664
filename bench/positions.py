"""How fast positions are indexed, explored, found and queried in SQL.

python -m bench.positions [--runs N] [-o build/positions_bench.json]

The games are those of the sample three times over, which is about a Lichess month of 2013, and thirty times over.
Commands are measured from outside, less the time of an empty start; questions and functions inside one process.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from bench.inputs import ROOT, nothing
from bench.machine import circumstances
from bench.ours import COMMAND, fresh
from bench.process import Job, spread
from bench.transforms import repeated

RUNS = 5
OUTPUT = ROOT / "build" / "positions_bench.json"
# How often the sample is taken, for a month and for thirty times as many games as the sample has.
MONTH, MANY = 3, 30

START = "empty start"
CONVERT = "convert to Parquet, with packed moves"
INDEX = "index"

# The patterns, with the target in seconds per million plies, from Parquet and from PGN.
PATTERNS: dict[str, tuple[str, float, float | None]] = {
    "exact position": ("fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -", 0.012, 0.05),
    "part of a board": ("board 8/8/p7/8/8/1B3N2/8/8", 0.015, None),
    "material for 4 plies": ("material KRPvKR for 4 plies", 0.015, None),
    "two steps": ("move e4 then move Nxf7", 0.015, None),
}

# SQL functions over all games, with the target in million plies per second.
FUNCTIONS: dict[str, float | None] = {"eco": 20, "hashes": 20, "sans": 20, "ucis": None}

# The targets of the explorer: milliseconds with an index, seconds without.
TENTH = ["e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6"]


class Bench:
    """The jobs, and the folder that they write to."""

    def __init__(self, folder: Path, runs: int) -> None:
        self.folder = folder
        self.runs = runs

    def parquet(self, times: int) -> Path:
        """The sample, this many times over, as Parquet."""
        path = self.folder / f"sample-{times}.parquet"
        if not path.exists():
            import scoresheet

            scoresheet.convert(repeated(times), path, columns=["tags", "packed"])
        return path

    def command_jobs(self) -> Iterator[Job]:
        """What is measured from outside."""
        yield Job(START, "", [COMMAND, "check", str(nothing())])
        for times in (MONTH, MANY):
            runs = None if times == MONTH else 1
            output = self.folder / "converted.parquet"
            command = [COMMAND, "convert", str(repeated(times)), "-o", str(output), "--columns", "tags,packed"]
            yield Job(CONVERT, f"{times} times", [*command, "--threads", "2"], runs=runs, before=fresh(output))
            command = [COMMAND, "index", str(self.parquet(times)), "--force", "--quiet", "--threads", "2"]
            yield Job(INDEX, f"{times} times", command, runs=runs)
        for name, (pattern, _, _) in PATTERNS.items():
            for source in (self.parquet(MONTH), repeated(MONTH)):
                command = [COMMAND, "find", str(source), pattern, "--count", "--quiet", "--threads", "2"]
                yield Job(name, source.suffix[1:], command)

    def run(self) -> list[Job]:
        """Runs every command, in turn."""
        jobs = list(self.command_jobs())
        for number in range(self.runs):
            for job in jobs:
                if number < (job.runs or self.runs):
                    print(f"{number + 1}/{self.runs} {job.name} {job.file}", file=sys.stderr)
                    job.run()
        return jobs

    def timed(self, work: Callable[[], object]) -> dict[str, float]:
        """The seconds that a call takes."""
        taken = []
        for _ in range(self.runs * 3):
            started = time.perf_counter()
            work()
            taken.append(time.perf_counter() - started)
        return spread(taken)

    def questions(self) -> Iterator[dict[str, Any]]:
        """What was played in positions, with an index and without."""
        import scoresheet

        tenth = scoresheet.Position()
        for move in TENTH:
            tenth = tenth.play(move)
        for times in (MONTH, MANY):
            path = self.parquet(times)
            explorer = scoresheet.Explorer(path)
            for name, position in (("start", scoresheet.Position()), ("ply 10", tenth)):
                seconds = self.timed(partial(explorer.moves, position))
                yield {"name": f"index, {name}", "times": times, "seconds": seconds}
            if times == MONTH:
                beside = path.with_suffix(".positions.parquet")
                away = beside.rename(self.folder / "away")
                for name, position in (("start", scoresheet.Position()), ("ply 10", tenth)):
                    seconds = self.timed(partial(searched, path, position))
                    yield {"name": f"search, {name}", "times": times, "seconds": seconds}
                away.rename(beside)

    def growth(self) -> dict[str, dict[str, float]]:
        """The seconds in which a tenth of a month is added to an index, and in which the index is built."""
        import scoresheet

        grown = self.folder / "grown.parquet"
        index, earlier, whole = grown.with_suffix(".positions.parquet"), self.folder / "earlier", self.folder / "whole"
        columns = ["tags", "packed"]
        games = scoresheet.convert(repeated(MONTH), whole, to="parquet", columns=columns, no_sort=True).written
        scoresheet.convert(repeated(MONTH), grown, columns=columns, no_sort=True, limit=games * 9 // 10)
        scoresheet.index(grown)
        index.rename(earlier)
        whole.replace(grown)
        taken: dict[str, list[float]] = {"add": [], "build": []}
        for _ in range(self.runs):
            for name, options in (("add", {"append": True}), ("build", {"force": True})):
                shutil.copy(earlier, index)
                started = time.perf_counter()
                scoresheet.index(grown, threads=2, **options)
                taken[name].append(time.perf_counter() - started)
        return {name: spread(seconds) for name, seconds in taken.items()}

    def functions(self) -> Iterator[dict[str, Any]]:
        """How many plies a second functions go through."""
        from scoresheet.engines.duckdb import connection_for

        connection = connection_for("", 2)
        games = f"read_parquet('{self.parquet(MANY)}')"
        [(plies,)] = connection.execute(f"SELECT sum(octet_length(packed_moves)) / 2 FROM {games}").fetchall()
        for name in FUNCTIONS:
            sql = f"SELECT sum(len({name}(packed_moves, fen))) FROM {games}"
            seconds = self.timed(partial(asked, connection, sql))
            yield {"name": name, "plies": int(plies), "seconds": seconds, "rate": plies / seconds["median"] / 1e6}


def searched(path: Path, position: Any) -> object:
    """What was played in a position, without an index."""
    import scoresheet

    return scoresheet.query(path, "explorer", fen=position.fen(), threads=2).fetchall()


def asked(connection: Any, sql: str) -> object:
    """The rows of a query."""
    return connection.execute(sql).fetchall()


def main(arguments: list[str]) -> int:
    """Measures, prints a table and keeps the figures."""
    parser = argparse.ArgumentParser(description="Measure what is done with positions.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        bench = Bench(Path(folder), options.runs)
        jobs = bench.run()
        found = {
            "runs": options.runs,
            "commands": [job.result() for job in jobs],
            "questions": list(bench.questions()),
            "functions": list(bench.functions()),
            "growth": bench.growth(),
            "bytes": {
                str(times): bench.parquet(times).with_suffix(".positions.parquet").stat().st_size
                for times in (MONTH, MANY)
            },
            "plies": {str(times): times * 2_749_031 for times in (MONTH, MANY)},
        }
    found |= circumstances() | {"rows": list(rows(found))}
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(found, indent=1) + "\n")
    print(f"{table(found)}\n\nkept in {options.output}")
    return 0


def rows(found: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The figures for people: figure, measured, target."""
    commands = {(job["name"], job["file"]): job for job in found["commands"]}
    start = commands[START, ""]["wall"]["median"]

    def wall(name: str, file: str) -> float:
        return float(commands[name, file]["wall"]["median"]) - start

    for times in (MONTH, MANY):
        file = f"{times} times"
        ratio = wall(INDEX, file) / wall(CONVERT, file)
        size = found["bytes"][str(times)] / found["plies"][str(times)]
        peak = commands[INDEX, file]["peak"]["median"] / 1e6
        yield f"building the index / converting, {file}", f"{ratio:.2f}", "1.2"
        yield f"size of the index, bytes per ply, {file}", f"{size:.2f}", "12"
        yield f"building the index, {file}", f"{wall(INDEX, file):.2f} s, {peak:,.0f} MB", ""
    growth = found["growth"]["add"]["median"] / found["growth"]["build"]["median"]
    yield f"adding a tenth of the games to the index / building it, {MONTH} times", f"{growth:.2f}", ""
    for question in found["questions"]:
        limits = {"index": "5 ms" if question["times"] == MONTH else "30 ms", "search": "80 ms"}
        about = f"explorer, {question['name']}, {question['times']} times"
        yield about, f"{question['seconds']['median'] * 1000:.1f} ms", limits[question["name"].partition(",")[0]]
    millions = found["plies"][str(MONTH)] / 1e6
    for name, (_, parquet, pgn) in PATTERNS.items():
        for file, limit in (("parquet", parquet), ("pgn", pgn)):
            yield (
                f"find, {name}, {file}, seconds per million plies",
                f"{wall(name, file) / millions:.4f}",
                str(limit or ""),
            )
    for function in found["functions"]:
        limit = FUNCTIONS[function["name"]]
        yield f"`{function['name']}`, million plies per second", f"{function['rate']:.1f}", str(limit or "")


def table(found: dict[str, Any]) -> str:
    """The figures as lines."""
    return "\n".join(f"{what:<70} {measured:>20} {asked:>8}" for what, measured, asked in found["rows"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

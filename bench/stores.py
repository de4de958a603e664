"""How fast games are loaded into databases, and how fast each engine runs the castling question.

python -m bench.stores [--runs N] [-o build/stores.json]

The servers are those of the tests: PostgreSQL as it is installed, and mongo-java-server in the place of MongoDB, which
keeps everything in memory and shows nothing about the speed of MongoDB. What is not installed is named and left out.
Every engine has to return the same result; a wrong one is not measured.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb

import scoresheet
from bench.inputs import ROOT, plain
from bench.machine import circumstances
from bench.process import spread
from scoresheet import question_text

sys.path.append(str(ROOT / "tests"))
import mongo_server
import postgresql_server

RUNS = 3
OUTPUT = ROOT / "build" / "stores.json"
# The memory of the server in MongoDB's place, which holds all games there, and how many it is given.
MEMORY = "1g"
FEW = 5_000
Answer = tuple[Any, ...]


@dataclass
class Measured:
    """One thing that is done with this many games, and the seconds that each run took."""

    name: str
    games: int
    run: Callable[[], float]
    seconds: list[float] = field(default_factory=list)

    def result(self) -> dict[str, Any]:
        """The median with the least and the most, and the games a second."""
        found = spread(self.seconds)
        return {"name": self.name, "games": self.games, "seconds": found, "rate": round(self.games / found["median"])}


class Bench:
    """The databases, loaded from the same games, and the engines that query them."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.games = scoresheet.convert(plain(), folder / "games.parquet", threads=2).written
        scoresheet.convert(plain(), folder / "games.bgnl", threads=2)
        scoresheet.convert(plain(), folder / "few.parquet", threads=2, limit=FEW)
        self.answers = {name: self.ask(str(folder / f"{name}.parquet")) for name in ("games", "few")}
        self.places = {
            "DuckDB": (str(folder / "games.duckdb"), None),
            "SQLite": (str(folder / "games.sqlite"), None),
            **dict(servers(stack)),
        }

    def ask(self, source: str) -> Answer:
        """The castling question, run as users run it."""
        (answer,) = scoresheet.query(source, "castling", moves=10).fetchall()
        return tuple(answer)

    def loads(self) -> Iterator[Measured]:
        """The sample loaded into each database, which is emptied before."""
        for name, (url, limit) in self.places.items():
            yield Measured(f"load into {name}", limit or self.games, loading(url, limit))

    def questions(self) -> Iterator[Measured]:
        """The castling question on each engine, over columns and over documents."""
        yield self.question("DuckDB over Parquet", lambda: self.ask(str(self.folder / "games.parquet")))
        for name, (url, limit) in self.places.items():
            yield self.question(f"{name}, a table loaded before", lambda url=url: self.ask(url), limit)  # type: ignore[misc]
        lines = str(self.folder / "games.bgnl")
        over_lines = question_text("castling", "duckdb-bgnl", files=[lines], moves=10)
        yield self.question("DuckDB over `bgnl`", lambda: row(duckdb.connect().execute(over_lines)))
        over_documents = question_text("castling", "sqlite-doc", moves=10)
        database = sqlite3.connect(self.folder / "games.sqlite")
        yield self.question("SQLite, its documents", lambda: row(database.execute(over_documents)))
        if "PostgreSQL" in self.places:
            yield self.question("PostgreSQL, its documents", self.postgresql_documents())
        if shutil.which("jq"):
            yield self.question("jq over `bgnl`", lambda: self.jq(lines))

    def question(self, name: str, ask: Callable[[], Answer], limit: int | None = None) -> Measured:
        """A question whose result must be that of the columns."""
        wanted = self.answers["few" if limit else "games"]

        def run() -> float:
            started = time.perf_counter()
            found = ask()
            taken = time.perf_counter() - started
            if tuple(found) != wanted:
                raise SystemExit(f"{name} answers {found}, not {wanted}")
            return taken

        return Measured(name, limit or self.games, run)

    def postgresql_documents(self) -> Callable[[], Answer]:
        """The question over the column `doc`, through the driver that loads games."""
        import psycopg

        connection = psycopg.connect(self.places["PostgreSQL"][0], autocommit=True)
        text = question_text("castling", "postgresql-doc", moves=10)
        return lambda: row(connection.execute(text.encode()))

    def jq(self, lines: str) -> Answer:
        """The question over lines, by the command."""
        program = self.folder / "castling.jq"
        program.write_text(question_text("castling", "jq", moves=10), "utf-8")
        done = subprocess.run(["jq", "-n", "-f", str(program), lines], capture_output=True, check=True)
        found = json.loads(done.stdout)
        return found["games"], found["castled"], found["undated"]


def servers(stack: ExitStack) -> Iterator[tuple[str, tuple[str, int | None]]]:
    """The servers that can be started: their address, and how many games they are given."""
    for name, module in (("PostgreSQL", postgresql_server), ("MongoDB", mongo_server)):
        missing = module.missing()
        if missing:
            print(f"{name} is left out: {missing}", file=sys.stderr)
        elif name == "PostgreSQL":
            yield name, (stack.enter_context(postgresql_server.server()).url, None)
        else:
            yield name, (f"{stack.enter_context(mongo_server.server(MEMORY))}/bench", FEW)


def loading(url: str, limit: int | None) -> Callable[[], float]:
    """Loads the sample, or the first games of it, into an emptied table."""

    def run() -> float:
        report = scoresheet.convert(plain(), url, force=True, limit=limit, threads=2)
        if report.written != (limit or report.games) or report.errors:
            raise SystemExit(f"not every game was loaded: {report}")
        return report.seconds

    return run


def row(cursor: Any) -> Answer:
    """The one row of a result."""
    return tuple(cursor.fetchone())


def main(arguments: list[str]) -> int:
    """Measures, prints a table and keeps the figures."""
    parser = argparse.ArgumentParser(description="Measure how games are loaded into databases and queried there.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bench = Bench(folder, stack)
        measured = {"loads": repeated(bench.loads(), options.runs)}
        measured["questions"] = repeated(bench.questions(), options.runs)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(described(options.runs) | measured, indent=1) + "\n")
    print(f"\nkept in {options.output}")
    return 0


def repeated(jobs: Iterator[Measured], runs: int) -> list[dict[str, Any]]:
    """Runs each of these this many times, and returns the results."""
    found = []
    for job in jobs:
        job.seconds += [job.run() for _ in range(runs)]
        found.append(job.result())
        seconds, rate = found[-1]["seconds"]["median"], found[-1]["rate"]
        print(f"{seconds:9.3f} s {rate:>10,} games/s  {job.name}, {job.games:,} games")
    return found


def described(runs: int) -> dict[str, Any]:
    """What was measured, and on what."""
    return {
        **circumstances(),
        "runs": runs,
        "memory": MEMORY,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

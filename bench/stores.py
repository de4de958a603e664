"""How fast games are loaded into databases, and how fast each engine runs the castling question.

python -m bench.stores [--runs N] [-o build/stores.json]

Each load takes turns with writing the same columns to Parquet, unsorted, as rows are in a table.
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

RUNS = 5
OUTPUT = ROOT / "build" / "stores.json"
# The memory of the server in MongoDB's place, which holds all games there, and how many it is given.
MEMORY = "1g"
FEW = 5_000
# What is loaded beside the default: what older versions loaded, with the documents.
ALL = ["tags", "summary", "moves", "documents"]
# The columns that each database has by default; the others have all.
DEFAULTS = {
    "DuckDB": ["tags", "summary", "packed", "errors"],
    "SQLite": ["tags", "summary", "packed", "errors"],
    "PostgreSQL": ["tags", "summary", "moves", "errors"],
}
Answer = tuple[Any, ...]


@dataclass
class Measured:
    """One thing that is done with this many games, and the seconds that each run took."""

    name: str
    games: int
    run: Callable[[], float]
    seconds: list[float] = field(default_factory=list)

    def measure(self) -> None:
        """Runs it once."""
        self.seconds.append(self.run())

    def result(self) -> dict[str, Any]:
        """The median with the least and the most, and the games a second."""
        found = spread(self.seconds)
        return {"name": self.name, "games": self.games, "seconds": found, "rate": round(self.games / found["median"])}


@dataclass
class MeasuredLoad(Measured):
    """A load, and writing the same columns to Parquet, in turns."""

    write: Callable[[], float] = lambda: 0.0
    size: Callable[[], int | None] = lambda: None
    written: list[float] = field(default_factory=list)

    def measure(self) -> None:
        """Runs both once."""
        self.written.append(self.write())
        super().measure()

    def result(self) -> dict[str, Any]:
        """The same, with the share of the speed of Parquet, and the size of the database."""
        found = super().result()
        parquet = round(self.games / spread(self.written)["median"])
        shares = [write / load for write, load in zip(self.written, self.seconds, strict=True)]
        share = {name: round(value, 3) for name, value in spread(shares).items()}
        return {**found, "parquet": parquet, "share": share, "bytes": self.size()}


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
        """The sample loaded into each database, which is emptied before: the default, then everything."""
        for name, place in self.places.items():
            yield self.load(name, place, None)
            if name in DEFAULTS:
                yield self.load(f"{name}, with documents", place, ALL)

    def load(self, title: str, place: tuple[str, int | None], columns: list[str] | None) -> Measured:
        """A load of these columns; None means those that the database has by default."""
        (url, limit), parquet = place, str(self.folder / "same.parquet")
        same = columns or DEFAULTS.get(title, ALL)
        games = limit or self.games
        write, load = loading(parquet, limit, same, no_sort=True), loading(url, limit, columns)
        file = Path(url)

        def run() -> float:
            file.unlink(missing_ok=True)
            return load()

        return MeasuredLoad(title, games, run, write=write, size=lambda: file.stat().st_size if file.exists() else None)

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


def loading(url: str, limit: int | None, columns: list[str] | None, **options: Any) -> Callable[[], float]:
    """Loads the sample, or the first games of it, into an emptied table or a new file."""

    def run() -> float:
        report = scoresheet.convert(plain(), url, force=True, limit=limit, columns=columns, threads=2, **options)
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
        for _ in range(runs):
            job.measure()
        found.append(job.result())
        seconds, rate = found[-1]["seconds"]["median"], found[-1]["rate"]
        share = f", {found[-1]['share']['median']:.2f} of Parquet" if "share" in found[-1] else ""
        print(f"{seconds:9.3f} s {rate:>10,} games/s  {job.name}, {job.games:,} games{share}")
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

"""How fast Spark reads games, compared with one process of Scoresheet, and what more games would cost.

python -m bench.spark [--times SMALL LARGE CHECK] [--runs N] [-o build/spark.json]

Run by `make bench-spark`, with PySpark. The games are those of the sample, several times over, as one PGN file: by
default three times, about as many as the month has; thirty times, also compressed as by pzstd; and ninety times. What a
job costs per game and at its start is computed from the first two. The third checks what that predicts.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow
from tools import pzstd

import scoresheet
import scoresheet.spark
from bench.inputs import BUILD, ROOT
from bench.machine import circumstances
from bench.transforms import repeated
from scoresheet import parts

OUTPUT = ROOT / "build" / "spark.json"
CORES = 2
CASTLING = (
    "SELECT count(*) AS games, count_if(coalesce(least(white_castle_ply, black_castle_ply) <= 20, false)) AS castled "
    "FROM games"
)
WARM = 3
DEFAULT = ["tags", "summary", "moves", "errors"]
ARROW = "-Darrow.enable_unsafe_memory_access=true -Darrow.enable_null_check_for_get=false"
"""What the guide advises: Arrow then trusts the offsets in batches, which come from our own writer."""

COUNTED = 16 << 20
"""The size of the parts before which games are counted: small enough to have several."""

FRAME = 4 << 20
"""The number of bytes of text in a frame of pzstd."""


@dataclass
class Found:
    """What was measured on one file."""

    games: int
    bytes: int
    seconds: dict[str, float] = field(default_factory=dict)

    def speed(self, job: str) -> float:
        """Games per second."""
        return self.games / self.seconds[job]

    def ratio(self, job: str) -> float:
        """The time of a job in Spark, relative to that of one process."""
        return self.seconds[job] / self.seconds[f"{job}, alone"]


def session() -> Any:
    """A session with two threads on this machine."""
    from pyspark.sql import SparkSession

    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    builder = SparkSession.builder.master(f"local[{CORES}]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.driver.extraJavaOptions", ARROW)
    made = builder.config("spark.sql.shuffle.partitions", str(CORES)).getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    return made


def compressed(path: Path) -> Path:
    """A file compressed as by pzstd."""
    found = BUILD / f"{path.name}.zst"
    if not found.exists():
        beside = found.with_suffix(".part")
        with path.open("rb") as text, beside.open("wb") as file:
            pzstd.copy(text, file, FRAME)
        beside.rename(found)
    return found


def seconds(work: Callable[[], object], runs: int) -> float:
    """The median time of some runs, after others that warm up: the JVM compiles what runs often."""
    for _ in range(WARM):
        work()
    taken = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def drained(path: Path) -> None:
    """Reads the default columns with two threads, and keeps nothing."""
    for _ in pyarrow.RecordBatchReader.from_stream(scoresheet.read(path, columns=DEFAULT, threads=CORES)):
        pass


def jobs(spark: Any, path: Path) -> dict[str, Callable[[], object]]:
    """What is measured, by its name; `alone` is the same in one process."""

    def noop() -> None:
        games = scoresheet.spark.read(spark, path, DEFAULT)
        games.write.format("noop").mode("overwrite").save()

    return {
        "castling": lambda: scoresheet.spark.query(spark, CASTLING, path, numbers="none").collect(),
        "castling, alone": lambda: scoresheet.query(path, "castling", plies=20).fetchall(),
        "default columns": noop,
        "default columns, alone": lambda: drained(path),
        "counting": lambda: parts.plan(path, size=COUNTED),
    }


def measured(spark: Any, path: Path, games: int, runs: int, only: tuple[str, ...] = ()) -> Found:
    """The times for one file."""
    found = Found(games, path.stat().st_size)
    for name, work in jobs(spark, path).items():
        if not only or name in only:
            found.seconds[name] = seconds(work, runs)
    return found


def worker_memory() -> int:
    """The most bytes that a Python worker of Spark has had in memory. Workers are kept for later tasks."""
    return max(_peaks(), default=0)


def _peaks() -> Iterator[int]:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command, status = (folder / "cmdline").read_bytes(), (folder / "status").read_text()
        except OSError:
            continue  # it has ended
        if b"pyspark.daemon" in command and (peak := re.search(r"^VmHWM:\s*(\d+) kB", status, re.MULTILINE)):
            yield int(peak[1]) * 1024


def rows(small: Found, large: Found, memory: int) -> list[list[str]]:
    """The figures as a table: figure, measured, target."""
    table = []
    for found, asked in ((small, ("2.5", "", "3", "", "700")), (large, ("", "300,000", "", "140,000", "700"))):
        figures = {
            "castling, relative to `scoresheet query`": f"{found.ratio('castling'):.2f}",
            "castling, games per second": f"{found.speed('castling'):,.0f}",
            "default columns, relative to one process": f"{found.ratio('default columns'):.2f}",
            "default columns, games per second": f"{found.speed('default columns'):,.0f}",
            "counting before parts, MB/s": f"{found.bytes / found.seconds['counting'] / 1e6:,.0f}",
        }
        table += [
            [f"{found.games:,} games: {what}", figure, limit]
            for (what, figure), limit in zip(figures.items(), asked, strict=True)
        ]
    return [*table, [f"{large.games:,} games: most memory of a worker, MiB", f"{memory / (1 << 20):.0f}", "150"]]


@dataclass(frozen=True)
class Cost:
    """What a job costs: at its start, and for each game on all cores together."""

    job: str
    start: float
    per_game: float

    @classmethod
    def between(cls, job: str, small: Found, large: Found) -> Cost:
        """The cost that explains two measurements."""
        per_game = (large.seconds[job] - small.seconds[job]) / (large.games - small.games)
        return cls(job, small.seconds[job] - per_game * small.games, per_game)

    def check(self, found: Found) -> list[str]:
        """What this predicts for another file, beside what was measured."""
        predicted, taken = self.start + self.per_game * found.games, found.seconds[self.job]
        return [
            self.job,
            f"{self.start:.2f} s",
            f"{self.per_game * CORES * 1e6:.2f} µs",
            f"{predicted:.1f} s",
            f"{taken:.1f} s",
        ]

    def plan(self, games: int, each: float) -> list[str]:
        """What this many games cost, if each has this many stored bytes."""
        core_hours = games * self.per_game * CORES / 3600
        return [
            f"{games:,}", self.job, f"{core_hours:,.2f}", f"{core_hours / 32 * 60:,.1f}",
            f"{games * each / 1e9:,.0f}", f"{each / (self.per_game * CORES) / 1e6:,.0f}",
        ]  # fmt: skip


def main() -> None:
    """Measures, prints a table, and writes the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, nargs=3, default=[3, 30, 90])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    figures = run(arguments.times, arguments.runs)
    for what, figure, asked in figures["rows"]:
        print(f"{what:70} {figure:>12} {asked:>10}")
    for row in figures["costs"] + figures["plans"]:
        print(*(f"{cell:>22}" for cell in row))
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(json.dumps({**circumstances(), **figures}, indent=1) + "\n", "utf-8")


def run(times: list[int], runs: int) -> dict[str, Any]:
    """The figures as tables, by their names."""
    spark = session()
    paths = [repeated(each) for each in times]
    one = scoresheet.read(paths[0]).count() // times[0]
    small, large = (measured(spark, path, one * each, runs) for path, each in zip(paths[:2], times[:2], strict=True))
    memory = worker_memory()
    wanted = ("castling", "default columns", "counting")
    checked = measured(spark, paths[2], one * times[2], 1, wanted)
    packed_small, packed_large = (
        measured(spark, compressed(path), one * each, runs, wanted)
        for path, each in zip(paths[:2], times[:2], strict=True)
    )
    spark.stop()
    costs = [Cost.between(job, small, large) for job in wanted]
    packed = [Cost.between(job, packed_small, packed_large) for job in wanted]
    return {
        "rows": rows(small, large, memory),
        "costs": [cost.check(checked) for cost in costs],
        "plans": [
            ["pzstd" if each in packed else "none", *each.plan(games, stored.bytes / stored.games)]
            for games in (10**8, 10**9)
            for stored, group in ((large, costs), (packed_large, packed))
            for each in group
        ],
    }


if __name__ == "__main__":
    main()
